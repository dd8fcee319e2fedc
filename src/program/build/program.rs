//! The program itself: its fields, params, vars, scripts.
use super::hats::check_scenes;
use super::pass::{Pass, suggestion};
use crate::program::faults::{Faults, Path};
use crate::program::json::{Json, Member, Node, quoted};
use crate::program::tree::{Captions, Hat, Kind, Program, Script};
use crate::vocabulary::table::{PROGRAM, TOP};
use std::collections::HashMap;

/// The program of a tree; on errors its blanks are filled with zeros, and the faults say so.
pub(in crate::program) fn build(json: &Json, source: Option<&str>, faults: &mut Faults, path: &Path) -> Program {
    program(source, faults, json, path, None)
}

/// A cartoon pack's content `{cast?, places?, program}` as one program: the outer cast and places come first, the
/// program's own entries count where both have one (§7.1). Any other tree is handed back as it is.
pub(in crate::program) fn cartoon_content(json: Json, faults: &mut Faults, path: &Path) -> Json {
    let is_content = json.get("program").is_some() && json.get("scripts").is_none();
    let Node::Object(members) = json.node else {
        return json;
    };
    if !is_content {
        return Json { node: Node::Object(members), span: json.span };
    }
    let (mut outer, mut program) = (Vec::new(), None);
    for member in members {
        match &*member.key {
            "program" => program = Some(member.value),
            "cast" | "places" if member.value.is_object() => outer.push(member),
            "cast" | "places" => {
                let message = format!("expected an object by name, found {}", member.value.describe());
                faults.error(&path.key(&member.key), &member.value, message);
            }
            "note" | "$schema" => {}
            key => {
                let hint = suggestion(key, "fields", TOP.iter().copied());
                let message = format!("a cartoon pack's content has no {}", quoted(key));
                faults.error_hint(&path.key(key), &member.value, message, hint);
            }
        }
    }
    let mut program = program.unwrap_or(Json { node: Node::Null, span: json.span });
    if let Node::Object(fields) = &mut program.node {
        outer.into_iter().for_each(|member| merge(fields, member));
    }
    program
}

fn merge(fields: &mut Vec<Member>, outer: Member) {
    let Some(own) = fields.iter_mut().find(|field| field.key == outer.key) else {
        fields.push(outer);
        return;
    };
    if let (Node::Object(own), Node::Object(first)) = (&mut own.value.node, outer.value.node) {
        let mut merged = first;
        let at: HashMap<_, _> = merged.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect();
        for entry in std::mem::take(own) {
            match at.get(&entry.key).and_then(|at| merged.get_mut(*at)) {
                Some(known) => *known = entry,
                None => merged.push(entry),
            }
        }
        *own = merged;
    }
}

/// A program at a path; `wanted` is what it has to be there.
pub(super) fn program(
    source: Option<&str>,
    faults: &mut Faults,
    json: &Json,
    path: &Path,
    wanted: Option<Kind>,
) -> Program {
    let kind = head(faults, json, path, wanted);
    let mut pass = Pass::new(source, faults, kind);
    let name = json.get("name").and_then(|name| pass.text(name, &path.key("name")));
    if let Some(behaviours) = json.get("behaviours").filter(|_| pass.in_scene()) {
        pass.behaviours(behaviours, &path.key("behaviours"));
    }
    let cast = match json.get("cast") {
        Some(cast) if pass.in_scene() => pass.cast(cast, &path.key("cast")),
        None if kind == Kind::Cartoon && json.is_object() => {
            pass.missing(path, "cast", json, "a cartoon needs a \"cast\"".into(), "the characters by id");
            Vec::new()
        }
        _ => Vec::new(),
    };
    let places = match json.get("places") {
        Some(places) if pass.in_scene() => pass.places(places, &path.key("places")),
        _ => Vec::new(),
    };
    let captions = match json.get("captions") {
        Some(captions) if pass.in_scene() => {
            pass.faults.extension(&path.key("captions"), captions, "\"captions\"");
            pass.captions(captions, &path.key("captions"))
        }
        _ => Captions::default(),
    };
    let params = json.get("params").map_or_else(Vec::new, |params| pass.declared_params(params, &path.key("params")));
    let vars = json.get("vars").map_or_else(Vec::new, |vars| pass.vars(vars, &path.key("vars")));
    let scripts = if json.is_object() { scripts(&mut pass, json, path) } else { Vec::new() };
    pass.warn_unknown_names();
    let names = pass.names.names().to_vec();
    Program { kind, name, names, params, vars, scripts, cast, places, captions, blocks: pass.next_block }
}

/// The fields that say what the program is.
fn head(faults: &mut Faults, json: &Json, path: &Path, wanted: Option<Kind>) -> Kind {
    if !json.is_object() {
        faults.error(path, json, format!("expected a program, found {}", json.describe()));
        return wanted.unwrap_or(Kind::Behaviour);
    }
    check_version(faults, json, path);
    let kind = kind(faults, json, path, wanted);
    for member in json.members() {
        let known = PROGRAM.iter().any(|(key, _)| **key == *member.key);
        let place = Json { node: Node::Null, span: member.key_span.clone() };
        let at = path.key(&member.key);
        if !known {
            let hint = suggestion(&member.key, "fields", PROGRAM.iter().map(|(key, _)| *key));
            let message = format!("a program has no {}; it does nothing", quoted(&member.key));
            faults.warning_hint(&at, &place, message, hint);
        } else if kind == Kind::Behaviour && matches!(&*member.key, "cast" | "places" | "captions" | "behaviours") {
            faults.warning(&at, &place, format!("a behaviour has no {}; it does nothing", member.key));
        }
    }
    kind
}

fn check_version(faults: &mut Faults, json: &Json, path: &Path) {
    let at = &path.key("v");
    match json.get("v") {
        None => faults.error_hint(at, json, "the program does not say its version", "\"v\": 1"),
        Some(v) if v.number() != Some(1.0) => {
            faults.error_hint(at, v, format!("this reads version 1, not {}", v.describe()), "\"v\": 1");
        }
        Some(_) => {}
    }
}

fn kind(faults: &mut Faults, json: &Json, path: &Path, wanted: Option<Kind>) -> Kind {
    const KINDS: [(&str, Kind); 3] =
        [("behaviour", Kind::Behaviour), ("scene", Kind::Scene), ("cartoon", Kind::Cartoon)];
    let at = &path.key("kind");
    let found = json.get("kind").unwrap_or(json);
    let word = json.get("kind").and_then(Json::text).map_or("", |text| text);
    let kind = KINDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind);
    match (kind, wanted) {
        (None, _) => {
            let hint = suggestion(word, "kinds", KINDS.iter().map(|(known, _)| *known));
            let what = if json.get("kind").is_none() { "nothing".to_owned() } else { found.describe() };
            faults.error_hint(at, found, format!("\"kind\" says what the program is, not {what}"), hint);
        }
        (Some(kind), Some(wanted)) if kind != wanted => {
            faults.error(at, found, format!("expected a behaviour here, found a {word}"));
        }
        _ => {}
    }
    // Without a kind, what it has tells best how to go on checking.
    let guess = if json.get("cast").is_some() { Kind::Cartoon } else { Kind::Behaviour };
    wanted.or(kind).unwrap_or(guess)
}

fn scripts(pass: &mut Pass, json: &Json, path: &Path) -> Vec<Script> {
    let path = &path.key("scripts");
    let items = match json.get("scripts") {
        None => {
            pass.faults.error_hint(path, json, "the program has no \"scripts\"", "\"scripts\": [{\"body\": […]}]");
            return Vec::new();
        }
        Some(scripts) => match scripts.items() {
            Some(items) => items,
            None => {
                pass.faults.error(path, scripts, format!("expected a list of scripts, found {}", scripts.describe()));
                return Vec::new();
            }
        },
    };
    let hats: Vec<Hat> =
        items.iter().enumerate().map(|(index, script)| hat(pass, script, &path.index(index))).collect();
    let open = check_scenes(pass, items, &hats, path);
    let mut scripts = Vec::with_capacity(items.len());
    for (index, ((script, hat), open)) in items.iter().zip(hats).zip(open).enumerate() {
        pass.open_end = open;
        scripts.push(Script { hat, body: body(pass, script, &path.index(index)) });
    }
    scripts
}

fn hat(pass: &mut Pass, script: &Json, path: &Path) -> Hat {
    if !script.is_object() {
        let message = format!("expected a script {{hat, body}}, found {}", script.describe());
        pass.faults.error(path, script, message);
        return Hat::Start;
    }
    for member in script.members().iter().filter(|m| !matches!(&*m.key, "hat" | "body" | "note" | "id" | "name")) {
        let message = format!("a script has no {}; it does nothing", quoted(&member.key));
        let place = Json { node: Node::Null, span: member.key_span.clone() };
        let hint = suggestion(&member.key, "fields", ["hat", "body", "note"].into_iter());
        pass.faults.warning_hint(&path.key(&member.key), &place, message, hint);
    }
    pass.hat(script, path)
}

fn body(pass: &mut Pass, script: &Json, path: &Path) -> Vec<crate::program::tree::Block> {
    match script.get("body") {
        Some(body) => pass.body(body, &path.key("body")),
        None if script.is_object() => {
            pass.missing(path, "body", script, "the script has no \"body\"".into(), "\"body\": [blocks]");
            Vec::new()
        }
        None => Vec::new(),
    }
}
