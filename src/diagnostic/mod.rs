//! What is wrong and where: one diagnostic is a place in a file, a message, and what would be right.
//!
//! Enters: nothing. Leaves: [`Diagnostic`] values that every phase collects and `cli` alone shows to people. This module
//! never prints and knows no other module.
use std::fmt;
use std::ops::Range;

/// The system's words for what went wrong with a file, without its error number: what a person calls it where that is shorter.
pub fn plain(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    let text = error.to_string();
    // An error that a library has wrapped keeps no more than its words.
    if error.kind() == ErrorKind::StorageFull || text.to_lowercase().contains("no space left on device") {
        return "the disk is full".to_owned();
    }
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}

/// How bad it is: an error stops the render (exit 1), a warning and a note do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The language is satisfied, yet drawing has to take something else instead (a mood or a grade nobody knows). A render
    /// shows it as a warning (figures.md §6).
    Note,
    /// The film still renders; shown on stderr and in `--json`.
    Warning,
    /// The input is wrong.
    Error,
}

/// One fault: where (`path` in the JSON, `span` in the text), what, and what would be right.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Dotted keys and indices from the program's root (`scripts.0.body.1.else.0.ch`, ruling 7); empty for the whole file.
    pub path: String,
    /// What is wrong, in one sentence, without the path. Names in it are as the author wrote them, line breaks and all.
    pub message: String,
    /// What would be right (the nearest known word, the allowed range), when it is known.
    pub hint: Option<String>,
    /// Byte range in the source text, when the fault has one.
    pub span: Option<Range<usize>>,
}

impl Diagnostic {
    /// An error at a JSON path.
    pub fn error(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, path: path.into(), message: message.into(), hint: None, span: None }
    }

    /// A warning at a JSON path.
    pub fn warning(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(path, message) }
    }

    /// A note at a JSON path.
    pub fn note(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(path, message) }
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with a byte range in the source.
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}
