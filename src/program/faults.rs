//! Where the faults of a program are collected: a path of keys and indices, and the list of diagnostics.
use super::json::Json;
use crate::diagnostic::{Diagnostic, Severity};
use std::fmt;
use std::ops::Range;

/// A place in the JSON, built as the reader descends (ruling 7).
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    pub(super) fn key(&'a self, key: &'a str) -> Path<'a> {
        Path::Key(self, key)
    }

    pub(super) fn index(&'a self, index: usize) -> Path<'a> {
        Path::Index(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dotted = |parent: &Path, f: &mut fmt::Formatter<'_>| match parent {
            Path::Root => Ok(()),
            _ => write!(f, "{parent}."),
        };
        match self {
            Path::Root => Ok(()),
            Path::Key(parent, key) => dotted(parent, f).and_then(|()| f.write_str(key)),
            Path::Index(parent, index) => dotted(parent, f).and_then(|()| write!(f, "{index}")),
        }
    }
}

/// Diagnostics kept; more are only counted, so that a huge faulty file costs no more than a faulty one.
const KEPT: usize = 10_000;

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<Diagnostic>,
    errors: usize,
    extensions: Vec<Diagnostic>,
}

impl Faults {
    pub(super) fn push(&mut self, fault: Diagnostic) {
        self.errors += usize::from(fault.severity == Severity::Error);
        if self.found.len() < KEPT {
            self.found.push(fault);
        }
    }

    /// An error at a path; the range is that of `json`.
    pub(super) fn error(&mut self, path: &Path, json: &Json, message: impl Into<String>) {
        self.push(located(Diagnostic::error(path.to_string(), message), &json.span));
    }

    /// The same with a hint.
    pub(super) fn error_hint(&mut self, path: &Path, json: &Json, message: impl Into<String>, hint: impl Into<String>) {
        self.push(located(Diagnostic::error(path.to_string(), message), &json.span).hint(hint));
    }

    /// A warning at a path.
    pub(super) fn warning(&mut self, path: &Path, json: &Json, message: impl Into<String>) {
        self.push(located(Diagnostic::warning(path.to_string(), message), &json.span));
    }

    /// What the language allows and drawing does not know.
    pub(super) fn note_hint(&mut self, path: &Path, json: &Json, message: impl Into<String>, hint: impl Into<String>) {
        self.push(located(Diagnostic::note(path.to_string(), message), &json.span).hint(hint));
    }

    /// The same with a hint.
    pub(super) fn warning_hint(
        &mut self,
        path: &Path,
        json: &Json,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(located(Diagnostic::warning(path.to_string(), message), &json.span).hint(hint));
    }

    /// What is said at a place is not in the language text; `validate --strict` minds.
    pub(super) fn extension(&mut self, path: &Path, json: &Json, what: &str) {
        if self.extensions.len() < KEPT {
            let fault = Diagnostic::error(path.to_string(), format!("{what} is an extension"));
            self.extensions.push(located(fault, &json.span).hint("other players of the language do not know it"));
        }
    }

    /// The extensions that were used, in the order of the text.
    pub(super) fn take_extensions(&mut self) -> Vec<Diagnostic> {
        let mut found = std::mem::take(&mut self.extensions);
        found.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
        found
    }

    /// True when further faults are only counted: hints for them need not be looked for.
    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= KEPT
    }

    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// All faults in the order of the text.
    pub(super) fn into_sorted(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        found.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
        found
    }
}

/// The diagnostic at a range, unless the range is empty (a value that came from no text).
pub(super) fn located(fault: Diagnostic, span: &Range<usize>) -> Diagnostic {
    if span.is_empty() { fault } else { fault.at(span.clone()) }
}
