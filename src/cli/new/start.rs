//! What a new cartoon begins with: a title enters, and maybe a pack; its text leaves, and the files that lie beside it.
use super::super::CliError;
use super::super::load::unfound;
use super::layout::written;
use crate::pack::{Catalog, Pack, PackKind};
use crate::program::json;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The starter; its name is replaced.
const STARTER: &str = include_str!("../../../starters/starter.json");
/// Who plays a role of which a scene does not say who may: a person, a dog.
const PLAYERS: [&str; 2] = ["c4c:char:sunny", "c4c:char:grump"];
/// How the names of files end that a cartoon plays with.
const FILES: [&str; 13] =
    ["svg", "png", "jpg", "jpeg", "webp", "wav", "flac", "ogg", "oga", "mp3", "m4a", "mp4", "json"];

/// A cartoon to begin with.
pub(super) struct Start {
    /// Its text.
    pub text: String,
    /// What it needs beside it: bytes by name.
    pub beside: BTreeMap<String, Vec<u8>>,
}

/// Everything there is to begin with: an id, or nothing for the starter, and what it is.
pub(super) fn all(catalog: &Catalog) -> Vec<(String, String)> {
    let fits = |pack: &&std::sync::Arc<Pack>| matches!(pack.kind, PackKind::Cartoon | PackKind::Scene);
    let said = |pack: &Pack| pack.description.clone().unwrap_or_else(|| pack.name.clone());
    let mut all = vec![("(without --from)".to_owned(), "the starter: somebody calls, and nobody comes, nearly.".to_owned())];
    all.extend(catalog.latest().filter(fits).map(|pack| (pack.id.to_string(), said(pack))));
    all
}

impl Start {
    /// The starter.
    ///
    /// # Errors
    /// When it is broken, which a test rules out.
    pub fn ours(title: &str) -> Result<Self, CliError> {
        let broken = || CliError::machine("the starter is broken");
        let tree = json::parse(STARTER.as_bytes()).map_err(|_| broken())?;
        let span = tree.get("name").map(|name| name.span.clone()).ok_or_else(broken)?;
        let mut text = STARTER.to_owned();
        text.replace_range(span, &Value::from(title).to_string());
        Ok(Self { text, beside: BTreeMap::new() })
    }

    /// A cartoon of a pack's: of a scene one with somebody in each role.
    ///
    /// # Errors
    /// When there is no such pack, or none that plays by itself.
    pub fn of_pack(id: &str, catalog: &Catalog, title: &str) -> Result<Self, CliError> {
        let pack = catalog.named(id).map_err(unfound)?;
        let hint = "jabber-render new --from list names those to begin with";
        let program = match pack.kind {
            PackKind::Cartoon => pack.content.get("program"),
            PackKind::Scene => Some(&*pack.content),
            kind => {
                let message = format!("{id} is a {}, and a cartoon begins with a cartoon or a scene", kind.word());
                return Err(CliError::usage(message).hint(hint));
            }
        };
        let program = program.and_then(Value::as_object).ok_or_else(|| CliError::input(format!("{id} has no program")))?;
        let cast = players(both("cast", pack, program), pack);
        let cartoon = Value::Object(cartoon(title, program, [("cast", cast), ("places", both("places", pack, program))]));
        let mut beside = BTreeMap::new();
        named(&cartoon, &mut |name| {
            if let Ok(bytes) = pack.beside.read(name) {
                beside.insert(name.to_owned(), bytes);
            }
        });
        Ok(Self { text: written(&cartoon), beside })
    }
}

/// What a pack's content says by names, of its cast or its places, and what its program does, which counts where both do.
fn both(key: &str, pack: &Pack, program: &Map<String, Value>) -> Map<String, Value> {
    let outer = pack.content.get("program").and(pack.content.get(key)).and_then(Value::as_object);
    let own = program.get(key).and_then(Value::as_object);
    let all = outer.into_iter().chain(own).flatten();
    all.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The fields of the file, those first that people look for first.
fn cartoon(title: &str, program: &Map<String, Value>, named: [(&str, Map<String, Value>); 2]) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("v".to_owned(), 1.into());
    out.insert("kind".to_owned(), "cartoon".into());
    out.insert("name".to_owned(), title.into());
    out.extend(program.get("note").map(|note| ("note".to_owned(), note.clone())));
    let named = named.into_iter().filter(|(_, values)| !values.is_empty());
    out.extend(named.map(|(key, values)| (key.to_owned(), values.into())));
    let done = ["v", "kind", "name", "note", "cast", "places", "$schema"];
    let rest = program.iter().filter(|(key, _)| !done.contains(&key.as_str()));
    out.extend(rest.map(|(key, value)| (key.clone(), value.clone())));
    out
}

/// The cast with somebody in each role: who plays it in the pack's own preview, else one of the usual ones.
fn players(cast: Map<String, Value>, pack: &Pack) -> Map<String, Value> {
    let shown = |who: &str| pack.preview.as_ref()?.get("cast")?.get(who).cloned();
    let mut usual = PLAYERS.iter().cycle();
    let mut player = |who: String, entry: Value| {
        let mut entry = if let Value::Object(entry) = entry { entry } else { Map::new() };
        if !entry.contains_key("pack") && !entry.contains_key("look") {
            let pack = shown(&who).or_else(|| usual.next().map(|id| Value::from(*id)));
            entry.extend(pack.map(|pack| ("pack".to_owned(), pack)));
        }
        (who, Value::Object(entry))
    };
    cast.into_iter().map(|(who, entry)| player(who, entry)).collect()
}

/// Every text in a value that may name a file.
fn named(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => {
            let end = text.rsplit_once('.').map(|(_, end)| end.to_lowercase());
            if end.is_some_and(|end| FILES.contains(&end.as_str())) {
                found(text);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| named(value, found)),
        Value::Object(map) => map.values().for_each(|value| named(value, found)),
        _ => {}
    }
}
