//! One pack's manifest (supplement, "Packs"): JSON bytes → [`Pack`] or the faults in it.
use super::Version;
use crate::diagnostic::Diagnostic;
use serde_json::{Map, Value};
use std::sync::Arc;

/// What a pack holds. The word in `type`, and the short word in the id, are fixed by the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum PackKind {
    Behaviour,
    Character,
    Place,
    Scene,
    Cartoon,
    Look,
    Prop,
    Voice,
}

impl PackKind {
    /// Every kind with its `type` word and the word its ids carry.
    pub const ALL: [(PackKind, &'static str, &'static str); 8] = [
        (PackKind::Behaviour, "behaviour", "beh"),
        (PackKind::Character, "character", "char"),
        (PackKind::Place, "place", "place"),
        (PackKind::Scene, "scene", "scene"),
        (PackKind::Cartoon, "cartoon", "toon"),
        (PackKind::Look, "look", "look"),
        (PackKind::Prop, "prop", "prop"),
        (PackKind::Voice, "voice", "voice"),
    ];

    /// The `type` word.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(kind, ..)| *kind == self).map_or("", |(_, word, _)| word)
    }

    /// The kind an id belongs to, when the id has the form `c4c:<kind>:<slug>`.
    pub fn of_id(id: &str) -> Option<PackKind> {
        let (short, slug) = id.strip_prefix("c4c:")?.split_once(':')?;
        let plain = !slug.is_empty() && slug.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        Self::ALL.iter().find(|(.., known)| plain && *known == short).map(|(kind, ..)| *kind)
    }
}

/// One pack.
#[derive(Clone, Debug)]
pub struct Pack {
    /// `c4c:<kind>:<slug>`.
    pub id: Arc<str>,
    /// What it holds.
    pub kind: PackKind,
    /// Its version.
    pub version: Version,
    /// The name for people.
    pub name: String,
    /// One or two sentences for people.
    pub description: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// How to show it, as written.
    pub preview: Option<Value>,
    /// What it is.
    pub content: Arc<Value>,
}

/// The fields of a manifest (supplement, "Packs").
const FIELDS: [&str; 10] =
    ["format", "id", "type", "version", "name", "description", "tags", "license", "preview", "content"];

impl Pack {
    /// Reads a manifest. The warnings name unknown fields; an error means there is no pack.
    pub fn parse(bytes: &[u8]) -> Result<(Pack, Vec<Diagnostic>), Vec<Diagnostic>> {
        let manifest: Value = serde_json::from_slice(bytes).map_err(|e| vec![Diagnostic::error("", e.to_string())])?;
        let Value::Object(fields) = manifest else {
            return Err(vec![Diagnostic::error("", "a pack is a JSON object")]);
        };
        let mut faults = Vec::new();
        let pack = read(&fields, &mut faults);
        let unknown = fields.keys().filter(|key| !FIELDS.contains(&key.as_str()) && *key != "$schema");
        let warnings = unknown.map(|key| Diagnostic::warning(key.clone(), format!("a pack has no field \"{key}\"")));
        match pack {
            Some(pack) if faults.is_empty() => Ok((pack, warnings.collect())),
            _ => Err(faults),
        }
    }
}

fn text<'a>(fields: &'a Map<String, Value>, key: &str, faults: &mut Vec<Diagnostic>) -> Option<&'a str> {
    let found = fields.get(key).and_then(Value::as_str);
    if found.is_none() {
        faults.push(Diagnostic::error(key, format!("a pack needs \"{key}\", a text")));
    }
    found
}

fn read(fields: &Map<String, Value>, faults: &mut Vec<Diagnostic>) -> Option<Pack> {
    if fields.get("format").and_then(Value::as_u64) != Some(1) {
        faults.push(Diagnostic::error("format", "a pack's format is 1"));
    }
    let id = text(fields, "id", faults);
    let kind = id.and_then(PackKind::of_id);
    if id.is_some() && kind.is_none() {
        faults.push(
            Diagnostic::error("id", "an id has the form c4c:<kind>:<slug>")
                .hint("kinds: beh char place scene toon look prop voice; a slug is lower-case letters, digits and _"),
        );
    }
    let word = text(fields, "type", faults);
    if let (Some(kind), Some(word)) = (kind, word)
        && kind.word() != word
    {
        faults.push(Diagnostic::error("type", format!("the id says \"{}\", the type \"{word}\"", kind.word())));
    }
    let version = text(fields, "version", faults).and_then(|text| {
        let version = Version::parse(text);
        if version.is_none() {
            faults.push(Diagnostic::error("version", format!("\"{text}\" is not a version like 1.2.0")));
        }
        version
    });
    let name = text(fields, "name", faults);
    if !fields.contains_key("content") {
        faults.push(Diagnostic::error("content", "a pack needs its content"));
    }
    let words = |key: &str| fields.get(key).and_then(Value::as_array).into_iter().flatten();
    Some(Pack {
        id: id?.into(),
        kind: kind?,
        version: version?,
        name: name?.to_owned(),
        description: fields.get("description").and_then(Value::as_str).map(str::to_owned),
        tags: words("tags").filter_map(Value::as_str).map(str::to_owned).collect(),
        preview: fields.get("preview").cloned(),
        content: Arc::new(fields.get("content")?.clone()),
    })
}
