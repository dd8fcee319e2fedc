//! What a pack holds: a pack enters, every fault of its content and of what it names leaves, located.
use super::folder::Book;
use super::motion;
use super::stage::{drawn, shown};
use crate::cli::load::placed;
use crate::cli::roles::{Part, part, play, shown_with};
use crate::diagnostic::{Diagnostic, Severity};
use crate::figure::template::{shipped, shipped_names};
use crate::pack::{Catalog, PackKind, shipped_file};
use crate::program::json::Json;
use crate::program::{Loaded, load_json};
use crate::sound::voice;
use crate::vocabulary::{View, nearest};
use serde_json::{Value, json};
use std::sync::Arc;

/// The fields of contents that are no programs (supplement, "Packs"), and this program's own beside them.
const CHARACTER: [&str; 6] = ["name", "legs", "voice", "look", "idle", "note"];
const PLACE: [&str; 5] = ["background", "grade", "life", "still", "note"];

/// Who plays a role that nobody is named for.
const ANYBODY: &str = "c4c:char:sunny";

/// Everything wrong with what the pack holds, names, and is shown with.
pub(super) fn faults(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let content = &*book.pack.content;
    let is_program = matches!(book.pack.kind, PackKind::Behaviour | PackKind::Scene | PackKind::Cartoon);
    let mut faults = match book.pack.kind {
        _ if is_program => program(book, catalog),
        _ if !content.is_object() => vec![Diagnostic::error("content", "the content is an object")],
        PackKind::Character => character(book, catalog),
        PackKind::Place => place(book, catalog),
        PackKind::Look => look(book, catalog),
        PackKind::Prop => prop(book, catalog),
        PackKind::Voice => voice::read(content).err().map(|why| Diagnostic::error("content", why)).into_iter().collect(),
        _ => Vec::new(),
    };
    let mut ids = Vec::new();
    named(content, "content", &mut ids);
    let new = |(path, _, _): &(String, _, _)| !faults.iter().any(|fault| near(&fault.path, path));
    let dangling: Vec<Diagnostic> =
        ids.into_iter().filter(new).filter_map(|(path, id, version)| lacking(catalog, &path, id, version)).collect();
    faults.extend(dangling);
    faults.extend(preview(book, catalog));
    faults.into_iter().map(|fault| placed(&book.tree, fault)).collect()
}

/// True when one path leads to the other, so that two faults there are one.
fn near(one: &str, other: &str) -> bool {
    let inside = |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    inside(one, other) || inside(other, one)
}

/// Every text inside a value that is a pack's id, with its path and the version asked for.
fn named<'a>(value: &'a Value, path: &str, into: &mut Vec<(String, &'a str, Option<&'a str>)>) {
    match value {
        Value::String(text) if PackKind::of_id(text).is_some() => into.push((path.to_owned(), text, None)),
        Value::Object(fields) => match (fields.get("id").and_then(Value::as_str), fields.get("version")) {
            (Some(id), version) if PackKind::of_id(id).is_some() => {
                into.push((format!("{path}.id"), id, version.and_then(Value::as_str)));
            }
            _ => fields.iter().for_each(|(key, value)| named(value, &format!("{path}.{key}"), into)),
        },
        Value::Array(list) => list.iter().enumerate().for_each(|(i, value)| named(value, &format!("{path}.{i}"), into)),
        _ => {}
    }
}

/// That there is no such pack.
fn lacking(catalog: &Catalog, path: &str, id: &str, version: Option<&str>) -> Option<Diagnostic> {
    let lacking = catalog.find(PackKind::of_id(id)?, id, version).err()?;
    let fault = Diagnostic::error(path, lacking.message);
    Some(lacking.hint.map_or(fault.clone(), |hint| fault.hint(hint)))
}

/// Fields that a content has not.
fn unknown(content: &Value, known: &[&str]) -> Vec<Diagnostic> {
    let other = content.as_object().into_iter().flatten().map(|(key, _)| key).filter(|key| !known.contains(&key.as_str()));
    let warning = |key: &String| {
        let fault = Diagnostic::warning(format!("content.{key}"), format!("the content has no field \"{key}\""));
        match nearest(key, known.iter().copied()) {
            Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
            None => fault,
        }
    };
    other.map(warning).collect()
}

/// A behaviour, a scene or a cartoon: as `validate` sees it, and then as it runs.
fn program(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let word = book.pack.kind.word();
    let kind = |at: &Json| at.get("kind").and_then(Json::text).map(ToString::to_string);
    let content = book.tree.get("content");
    let held = content.and_then(|content| content.get("program").or(Some(content)));
    if let Some(other) = held.and_then(kind).filter(|kind| kind != word) {
        let inside = if content.is_some_and(|content| content.get("program").is_some()) { "program." } else { "" };
        faults.push(Diagnostic::error(format!("content.{inside}kind"), format!("the pack is a {word}, its program a {other}")));
    }
    if book.pack.kind == PackKind::Cartoon && content.is_some_and(|content| content.get("program").is_none()) {
        let fault = Diagnostic::error("content", "a cartoon's content is {cast?, places?, program}");
        faults.push(fault.hint("put what is there under \"program\""));
    }
    let mut loaded = load_json(book.tree.clone(), std::str::from_utf8(&book.source).ok());
    let cast = players(book, &loaded);
    let played = play(&mut loaded, catalog, &[], &cast);
    faults.extend(played.err().map(|error| Diagnostic::error("content.cast", error.message)));
    let of_program = drawn(&mut loaded, catalog, &book.beside);
    let sound = loaded.program.clone().filter(|_| faults.is_empty());
    faults.extend(of_program);
    let Some(program) = sound else { return faults };
    let until = book.pack.preview.as_ref().and_then(|preview| preview.get("dur")?.as_f64());
    faults.extend(match book.pack.kind {
        PackKind::Behaviour => motion::behaviour(&program, until),
        _ => motion::cartoon(&program, catalog),
    });
    faults
}

/// Who plays the roles of a scene: whom its preview names, and anybody for the rest: a role is to be filled.
fn players(book: &Book, loaded: &Loaded) -> Vec<Part> {
    if book.pack.kind != PackKind::Scene {
        return Vec::new();
    }
    let mut cast = shown_with(book.pack.preview.as_ref());
    let roles = loaded.program.iter().flat_map(|program| &program.cast);
    cast.extend(roles.filter_map(|entry| part(&format!("{}={ANYBODY}", entry.id)).ok()));
    cast
}

/// A cartoon in which `A` of a cast says a word.
fn cast(entry: Value) -> Value {
    json!({"v": 1, "kind": "cartoon", "cast": {"A": entry},
        "scripts": [{"hat": {"on": "scene", "name": "one"}, "body": [{"op": "say", "who": "A", "text": "A"}]}]})
}

fn character(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let content = &*book.pack.content;
    let mut faults = unknown(content, &CHARACTER);
    // A word nobody knows is told once.
    let mut known = content.clone();
    if let Value::Object(known) = &mut known {
        known.retain(|key, _| CHARACTER.contains(&key.as_str()));
    }
    faults.extend(shown(&cast(known), &[("cast.A", "content")], catalog, &book.beside));
    if content.get("look").is_none() {
        faults.push(Diagnostic::error("content", "a character needs its look"));
    }
    faults
}

fn place(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let content = &*book.pack.content;
    let mut faults = unknown(content, &PLACE);
    if !content.get("background").is_some_and(Value::is_string) {
        faults.push(Diagnostic::error("content.background", "a place needs its background, a text"));
        return faults;
    }
    let lost = artless(book, "background", "places", catalog);
    if !lost.is_empty() {
        faults.extend(lost);
        return faults;
    }
    let mut entry = content.clone();
    if let Value::Object(entry) = &mut entry {
        entry.retain(|key, _| PLACE.contains(&key.as_str()));
        // As whoever names the pack gets it.
        entry.insert("background".to_owned(), json!(&*book.pack.id));
    }
    let cartoon = json!({"v": 1, "kind": "cartoon", "cast": {}, "places": {"here": entry},
        "scripts": [{"hat": {"on": "scene", "name": "one", "place": "here"}, "body": []}]});
    let found = shown(&cartoon, &[("places.here", "content")], catalog, &book.beside);
    // A cartoon may have a grade for another player; a place of this one has not.
    faults.extend(found.into_iter().map(|fault| match &*fault.path {
        "content.grade" => Diagnostic { severity: Severity::Error, ..fault },
        _ => fault,
    }));
    faults
}

/// That the art which a pack names is neither beside it nor compiled in.
fn artless(book: &Book, field: &str, folder: &str, catalog: &Catalog) -> Vec<Diagnostic> {
    let art = book.pack.art().unwrap_or_default();
    let Err(fault) = book.pack.beside.read(&art) else { return Vec::new() };
    if shipped_file(&format!("{folder}/{art}")).is_some() {
        return Vec::new();
    }
    let stem = art.rsplit_once('.').map_or(&*art, |(stem, _)| stem);
    let known: Vec<&str> = catalog.of_kind(book.pack.kind).map(|pack| pack.slug()).collect();
    let near = nearest(stem, known.into_iter().filter(|known| *known != book.pack.slug()));
    let near = near.map(|near| format!("did you mean \"{near}\"?"));
    let error = Diagnostic::error(format!("content.{field}"), format!("there is no {art} beside the pack"));
    let hint = fault.hint.filter(|hint| hint.starts_with("did you mean")).or(near);
    vec![hint.map_or(error.clone(), |hint| error.hint(hint))]
}

fn look(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let content = &*book.pack.content;
    // A look that named another would have to end somewhere.
    if content.get("pack").is_some() {
        let fault = Diagnostic::error("content.pack", "a look pack names no other look pack");
        return vec![fault.hint("write its look out")];
    }
    let template = content.get("template").and_then(Value::as_str).unwrap_or_default();
    let legs = shipped(template).and_then(Result::ok).map_or(2, |template| template.legs);
    let cartoon = cast(json!({"legs": legs, "look": content}));
    shown(&cartoon, &[("cast.A.look", "content"), ("cast.A", "content")], catalog, &book.beside)
}

fn prop(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let content = &*book.pack.content;
    if !content.get("art").is_some_and(Value::is_string) {
        return vec![Diagnostic::error("content.art", "a prop needs its art, a text")];
    }
    let lost = artless(book, "art", "props", catalog);
    if !lost.is_empty() {
        return lost;
    }
    // As whoever names the pack gets it: its facts are read with its art.
    let cartoon = cast(json!({"look": {"template": "prop", "art": book.pack.slug()}}));
    shown(&cartoon, &[("cast.A.look", "content"), ("cast.A", "content")], catalog, &book.beside)
}

/// What a pack is shown with has to be there too.
fn preview(book: &Book, catalog: &Arc<Catalog>) -> Vec<Diagnostic> {
    let Some(preview) = &book.pack.preview else { return Vec::new() };
    let mut ids = Vec::new();
    named(preview, "preview", &mut ids);
    let mut faults: Vec<Diagnostic> =
        ids.into_iter().filter_map(|(path, id, version)| lacking(catalog, &path, id, version)).collect();
    let text = |key: &str| preview.get(key).and_then(Value::as_str);
    let names = shipped_names();
    if let Some(on) = text("on").filter(|on| PackKind::of_id(on).is_none() && !names.iter().any(|name| name == on)) {
        let fault = Diagnostic::error("preview.on", format!("there is no template \"{on}\" to show it on"));
        faults.push(match nearest(on, names.iter().map(String::as_str)) {
            Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
            None => fault.hint(format!("templates: {}; or the id of a look or a character", names.join(", "))),
        });
    }
    if let Some(view) = text("view").filter(|view| View::parse(view).is_none()) {
        faults.push(Diagnostic::error("preview.view", format!("there is no view \"{view}\"")).hint("front, side or back"));
    }
    if preview.get("dur").is_some_and(|dur| dur.as_f64().is_none_or(|dur| dur <= 0.0)) {
        faults.push(Diagnostic::error("preview.dur", "it is shown for a number of seconds above 0"));
    }
    let is_time = |at: &Value| at.as_f64().is_some_and(|at| at >= 0.0);
    let strip = matches!(book.pack.kind, PackKind::Scene | PackKind::Cartoon);
    let is_fit = |at: &Value| if strip { at.as_array().is_some_and(|all| all.iter().all(is_time)) } else { is_time(at) };
    if preview.get("at").is_some_and(|at| !is_fit(at)) {
        let wants = if strip { "the moments of its strip are a list of seconds" } else { "its still is at a number of seconds" };
        faults.push(Diagnostic::error("preview.at", format!("{wants}, 0 or more")));
    }
    if preview.get("loop").is_some_and(|round| !round.is_boolean()) {
        faults.push(Diagnostic::error("preview.loop", "it goes round or it does not").hint("true or false"));
    }
    faults
}
