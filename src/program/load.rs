//! The door of the phase: a file's bytes, or a pack's content, in; a program and every fault out. A file may also be a whole
//! pack of a behaviour, scene or cartoon: its content is loaded, and the paths begin with `content`.
use super::build::{build, cartoon_content};
use super::faults::{Faults, Path};
use super::json::{self, Json, Node};
use super::tree::Program;
use crate::diagnostic::{Diagnostic, Severity};
use std::sync::Arc;

/// What loading gives.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program, when there is no error.
    pub program: Option<Arc<Program>>,
    /// Every fault and every oddity, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// True when there is no error.
    pub fn is_ok(&self) -> bool {
        self.program.is_some()
    }

    /// The errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|fault| fault.severity == Severity::Error)
    }

    /// The warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|fault| fault.severity == Severity::Warning)
    }
}

/// Loads a program (or a cartoon pack's content) from a file's bytes. Diagnostics carry byte ranges of `source`.
pub fn load(source: &[u8]) -> Loaded {
    match json::parse(source) {
        Ok(json) => load_json(json, std::str::from_utf8(source).ok()),
        Err(diagnostics) => Loaded { program: None, diagnostics },
    }
}

/// Loads a program (or a cartoon pack's content) from a plain value; its diagnostics have paths but no ranges.
pub fn load_value(value: &serde_json::Value) -> Loaded {
    load_json(Json::of(value), None)
}

/// Loads from a tree that was parsed before, with the text it came from.
pub fn load_json(json: Json, source: Option<&str>) -> Loaded {
    let mut faults = Faults::default();
    let program = match content(json) {
        (json, None) => whole(json, source, &mut faults, &Path::Root),
        (json, Some(_)) => whole(json, source, &mut faults, &Path::Root.key("content")),
    };
    let program = (!faults.has_errors()).then(|| Arc::new(program));
    Loaded { program, diagnostics: faults.into_sorted() }
}

fn whole(json: Json, source: Option<&str>, faults: &mut Faults, path: &Path) -> Program {
    let json = cartoon_content(json, faults, path);
    build(&json, source, faults, path)
}

/// The content of a pack's manifest and the pack's `type`; any other tree as it is.
pub fn content(mut json: Json) -> (Json, Option<Arc<str>>) {
    let is_pack = json.get("format").is_some() && json.get("content").is_some();
    let kind = json.get("type").and_then(Json::text).cloned();
    if let Node::Object(members) = &mut json.node
        && is_pack
        && let Some(at) = members.iter().position(|member| *member.key == *"content")
    {
        return (members.swap_remove(at).value, Some(kind.unwrap_or_default()));
    }
    (json, None)
}
