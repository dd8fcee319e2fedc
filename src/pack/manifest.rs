//! One pack's manifest (supplement, "Packs"): JSON bytes → [`Pack`] or the faults in it.
use super::Version;
use super::source::{Reader, Source, sha256};
use crate::diagnostic::Diagnostic;
use crate::vocabulary::nearest;
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

    /// The word its ids carry.
    pub fn short(self) -> &'static str {
        Self::ALL.iter().find(|(kind, ..)| *kind == self).map_or("", |(.., short)| short)
    }

    /// The kind that a `type` word names.
    pub fn of_word(word: &str) -> Option<PackKind> {
        Self::ALL.iter().find(|(_, known, _)| *known == word).map(|(kind, ..)| *kind)
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
    /// Under what terms it may be used.
    pub license: Option<String>,
    /// How to show it, as written.
    pub preview: Option<Value>,
    /// What it is.
    pub content: Arc<Value>,
    /// The SHA-256 of its file, 64 hexadecimal digits.
    pub hash: Arc<str>,
    /// Where it is from.
    pub source: Source,
    /// What lies beside its file, such as its art.
    pub beside: Reader,
}

/// The fields of a manifest (supplement, "Packs").
const FIELDS: [&str; 10] =
    ["format", "id", "type", "version", "name", "description", "tags", "license", "preview", "content"];

impl Pack {
    /// The part of its id that is its own, and its file's name.
    pub fn slug(&self) -> &str {
        self.id.rsplit(':').next().unwrap_or_default()
    }

    /// The file beside it that holds its art: of a place its background, of a prop its picture. Others have none.
    pub fn art(&self) -> Option<String> {
        let field = match self.kind {
            PackKind::Place => "background",
            PackKind::Prop => "art",
            _ => return None,
        };
        let name = self.content.get(field)?.as_str()?;
        Some(if name.contains('.') { name.to_owned() } else { format!("{name}.svg") })
    }

    /// A hash of all that it is: of its file and of the art beside it. 64 hexadecimal digits; the same as long as both are.
    pub fn whole_hash(&self) -> String {
        let art = self.art().and_then(|art| self.beside.read(&art).ok());
        art.map_or_else(|| self.hash.to_string(), |art| sha256(format!("{}{}", self.hash, sha256(&art)).as_bytes()))
    }

    /// Reads a manifest. The warnings name unknown fields; an error means there is no pack.
    pub fn parse(bytes: &[u8]) -> Result<(Pack, Vec<Diagnostic>), Vec<Diagnostic>> {
        let manifest: Value = serde_json::from_slice(bytes).map_err(|e| vec![Diagnostic::error("", e.to_string())])?;
        let Value::Object(fields) = manifest else {
            return Err(vec![Diagnostic::error("", "a pack is a JSON object")]);
        };
        let mut faults = Vec::new();
        let pack = read(&fields, &mut faults);
        let unknown = fields.keys().filter(|key| !FIELDS.contains(&key.as_str()) && *key != "$schema");
        let warning = |key: &String| {
            let warning = Diagnostic::warning(key.clone(), format!("a pack has no field \"{key}\""));
            match nearest(key, FIELDS) {
                Some(near) => warning.hint(format!("did you mean \"{near}\"?")),
                None => warning,
            }
        };
        match pack {
            Some(pack) if faults.is_empty() => {
                Ok((Pack { hash: sha256(bytes).into(), ..pack }, unknown.map(warning).collect()))
            }
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
        let fault = Diagnostic::error("type", format!("the id says \"{}\", the type \"{word}\"", kind.word()));
        let known = PackKind::ALL.map(|(_, word, _)| word);
        faults.push(match nearest(word, known).filter(|_| PackKind::of_word(word).is_none()) {
            Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
            None => fault,
        });
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
    faults.extend(odd(fields));
    let words = |key: &str| fields.get(key).and_then(Value::as_array).into_iter().flatten();
    let word = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(Pack {
        id: id?.into(),
        kind: kind?,
        version: version?,
        name: name?.to_owned(),
        description: word("description"),
        tags: words("tags").filter_map(Value::as_str).map(str::to_owned).collect(),
        preview: fields.get("preview").cloned(),
        license: word("license"),
        content: Arc::new(fields.get("content")?.clone()),
        hash: "".into(),
        source: Source::Given,
        beside: Reader::default(),
    })
}

/// What is wrong with the fields that a manifest may leave out.
fn odd(fields: &Map<String, Value>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let wants = |key: &str, what: &str| Diagnostic::error(key, format!("\"{key}\" is {what}"));
    for key in ["description", "license"] {
        faults.extend(fields.get(key).filter(|value| !value.is_string()).map(|_| wants(key, "a text")));
    }
    faults.extend(fields.get("preview").filter(|value| !value.is_object()).map(|_| wants("preview", "an object")));
    match fields.get("tags") {
        None => {}
        Some(Value::Array(tags)) => {
            let other = tags.iter().enumerate().filter(|(_, tag)| tag.as_str().is_none_or(|tag| tag.trim().is_empty()));
            faults.extend(other.map(|(i, _)| Diagnostic::error(format!("tags.{i}"), "a tag is a word")));
        }
        Some(_) => faults.push(wants("tags", "a list of words")),
    }
    faults
}
