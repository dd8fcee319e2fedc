//! The door of the phase: a file's bytes, or a pack's content, in; a program and every fault out. A file may also be a whole
//! pack of a behaviour, scene or cartoon: its content is loaded, and the paths begin with `content`.
use super::build::{build, cartoon_content};
use super::faults::{Faults, Path, located};
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
    /// What it says that is not in the language text, an error each, in the order of the text: for those who ask.
    pub extensions: Vec<Diagnostic>,
    /// The tree the program was read from; the paths of blocks and diagnostics begin there, after [`Self::root`].
    pub tree: Json,
    /// What the paths begin with: `content.` in a pack, nothing in a plain program.
    pub root: &'static str,
}

impl Loaded {
    /// True when there is no error.
    pub fn is_ok(&self) -> bool {
        self.program.is_some()
    }

    /// The diagnostic with the byte range of the value at its path, or of what should hold it.
    pub fn located(&self, fault: Diagnostic) -> Diagnostic {
        let path = fault.path.strip_prefix(self.root);
        let span = path.filter(|path| !path.is_empty()).map(|path| self.tree.nearest(path).span.clone());
        match span {
            Some(span) if fault.span.is_none() => located(fault, &span),
            _ => fault,
        }
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

/// What a plain value, or a file that cannot be read, has instead of a tree.
const NO_TREE: Json = Json { node: Node::Null, span: 0..0 };

/// Loads a program (or a cartoon pack's content) from a file's bytes. Diagnostics carry byte ranges of `source`.
pub fn load(source: &[u8]) -> Loaded {
    match json::parse(source) {
        Ok(json) => load_json(json, std::str::from_utf8(source).ok()),
        Err(diagnostics) => Loaded { program: None, diagnostics, extensions: Vec::new(), tree: NO_TREE, root: "" },
    }
}

/// Loads a program (or a cartoon pack's content) from a plain value; its diagnostics have paths but no ranges.
pub fn load_value(value: &serde_json::Value) -> Loaded {
    load_json(Json::of(value), None)
}

/// Loads the program of a pack that a cartoon uses: its paths begin with the pack's id, so that nobody takes them for
/// paths in the cartoon.
pub fn load_pack(id: &str, content: &serde_json::Value) -> Loaded {
    let mut faults = Faults::default();
    let (program, tree) = whole(Json::of(content), None, &mut faults, &Path::Root.key(id));
    loaded(program, faults, tree, "")
}

/// Loads from a tree that was parsed before, with the text it came from.
pub fn load_json(json: Json, source: Option<&str>) -> Loaded {
    if let Some(fault) = holds_none(&json) {
        return Loaded { program: None, diagnostics: vec![fault], extensions: Vec::new(), tree: json, root: "" };
    }
    let mut faults = Faults::default();
    let ((program, tree), root) = match content(json) {
        (json, None) => (whole(json, source, &mut faults, &Path::Root), ""),
        (json, Some(_)) => (whole(json, source, &mut faults, &Path::Root.key("content")), "content."),
    };
    loaded(program, faults, tree, root)
}

fn loaded(program: Program, mut faults: Faults, tree: Json, root: &'static str) -> Loaded {
    let program = (!faults.has_errors()).then(|| Arc::new(program));
    let extensions = faults.take_extensions();
    Loaded { program, diagnostics: faults.into_sorted(), extensions, tree, root }
}

fn whole(json: Json, source: Option<&str>, faults: &mut Faults, path: &Path) -> (Program, Json) {
    let json = cartoon_content(json, faults, path);
    (build(&json, source, faults, path), json)
}

/// The types of packs that hold no program (supplement, "Packs").
const NO_PROGRAM: [&str; 5] = ["character", "place", "look", "prop", "voice"];

/// What is wrong with a pack that holds no program.
fn holds_none(json: &Json) -> Option<Diagnostic> {
    let kind = json.get("type").filter(|_| is_pack(json))?;
    let word = kind.text().filter(|word| NO_PROGRAM.contains(&&***word))?;
    let fault = located(Diagnostic::error("type", format!("a {word} pack is no cartoon")), &kind.span);
    Some(fault.hint("a cartoon names it by its id"))
}

fn is_pack(json: &Json) -> bool {
    json.get("format").is_some() && json.get("content").is_some()
}

/// The content of a pack's manifest and the pack's `type`; any other tree as it is.
pub fn content(mut json: Json) -> (Json, Option<Arc<str>>) {
    let is_pack = is_pack(&json);
    let kind = json.get("type").and_then(Json::text).cloned();
    if let Node::Object(members) = &mut json.node
        && is_pack
        && let Some(at) = members.iter().position(|member| *member.key == *"content")
    {
        return (members.swap_remove(at).value, Some(kind.unwrap_or_default()));
    }
    (json, None)
}
