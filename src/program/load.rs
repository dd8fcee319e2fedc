//! The door of the phase: a file's bytes, or a pack's content, in; a program and every fault out.
use super::build::{build, cartoon_content};
use super::faults::Faults;
use super::json::{self, Json};
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
    let json = cartoon_content(json, &mut faults);
    let program = build(&json, source, &mut faults);
    let program = (!faults.has_errors()).then(|| Arc::new(program));
    Loaded { program, diagnostics: faults.into_sorted() }
}
