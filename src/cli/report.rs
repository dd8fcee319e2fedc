//! Diagnostics for people: the source line with a caret under the fault, what is wrong, where in the JSON, what would be
//! right; all of them in one go.
use super::{events, out};
use crate::diagnostic::{Diagnostic, Severity};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde_json::Value;
use std::ops::Range;
use std::path::Path;

/// How many diagnostics of one file are shown in full; the rest are counted.
const SHOWN: usize = 50;

/// Shows the diagnostics of the file at `path`, whose bytes are `source`, on standard error; programs are told all of them.
pub(super) fn show(path: &Path, source: &[u8], diagnostics: &[Diagnostic]) {
    if events::are_read() {
        for diagnostic in diagnostics {
            let place = place(path, source, diagnostic);
            match diagnostic.severity {
                Severity::Error => _ = events::fault(place),
                Severity::Warning => _ = events::warning(place),
                Severity::Note => _ = events::event("note", place),
            }
        }
        if events::are_told() {
            return;
        }
    }
    for diagnostic in diagnostics.iter().take(SHOWN) {
        out::plain(told(path, source, diagnostic));
    }
    if let Some(more) = diagnostics.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        out::plain(format_args!("… and {more} more"));
    }
}

/// A diagnostic of the file at `path`, whose bytes are `source`, for programs: `{"file", "line", "path", "message", "hint"}`, the line
/// from 1, `null` for what is not known.
pub(super) fn place(path: &Path, source: &[u8], diagnostic: &Diagnostic) -> Value {
    let before = diagnostic.span.as_ref().and_then(|span| source.get(..span.start));
    let line = before.map(|before| before.iter().filter(|byte| **byte == b'\n').count() + 1);
    let at = (Some(&*path.to_string_lossy()), line, &*diagnostic.path);
    events::place(at, &diagnostic.message, diagnostic.hint.as_deref())
}

/// One diagnostic of the file at `path`, whose bytes are `source`, as a terminal shows it: ANSI colours, a line feed at its end.
pub fn told(path: &Path, source: &[u8], diagnostic: &Diagnostic) -> String {
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(out::columns(&std::io::stderr()));
    let (path, fitted) = (out::spoken(&path.to_string_lossy()), fitted(diagnostic));
    format!("{}\n", renderer.render(&[group(&path, source, &fitted)]))
}

/// The diagnostic with its texts in one line each, broken between words, as a terminal has room beside the word before them.
fn fitted(diagnostic: &Diagnostic) -> Diagnostic {
    let broken = |before: &str, text: &str| {
        let whole = out::on_terminal(&std::io::stderr(), format!("{before}{}", out::spoken(text)));
        let lines = whole.strip_prefix(before).unwrap_or(&whole).split('\n');
        lines.map(str::trim_start).collect::<Vec<_>>().join("\n")
    };
    let hint = diagnostic.hint.as_ref().map(|hint| broken("  = help: ", hint));
    let path = out::spoken(&diagnostic.path);
    Diagnostic { message: broken("warning: ", &diagnostic.message), hint, path, ..diagnostic.clone() }
}

fn group<'a>(path: &'a str, source: &'a [u8], diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let place = diagnostic.span.as_ref().and_then(|span| line(source, span));
    let mut group = match place {
        Some(line) => {
            let caret = AnnotationKind::Primary.span(line.span);
            let caret = if diagnostic.path.is_empty() { caret } else { caret.label(&diagnostic.path) };
            let snippet = Snippet::source(line.text).line_start(line.number).path(path).annotation(caret);
            level.primary_title(&diagnostic.message).element(snippet)
        }
        None => Group::with_title(level.primary_title(unplaced(path, diagnostic))),
    };
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(hint));
    }
    group
}

/// The message of a diagnostic that lies at no place in the text.
fn unplaced(path: &str, diagnostic: &Diagnostic) -> String {
    match diagnostic.path.as_str() {
        "" => format!("{path}: {}", diagnostic.message),
        inside => format!("{path}: {inside}: {}", diagnostic.message),
    }
}

/// The line where a byte range begins.
struct Line<'a> {
    text: &'a str,
    /// Its number, from 1.
    number: usize,
    /// The range within `text`.
    span: Range<usize>,
}

/// Cuts out the line where a range begins, so that a fault in a huge file costs no more to show than one in a small one.
fn line<'a>(source: &'a [u8], span: &Range<usize>) -> Option<Line<'a>> {
    let before = source.get(..span.start)?;
    let after = source.get(span.start..)?;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let end = after.iter().position(|byte| *byte == b'\n').map_or(source.len(), |at| span.start + at);
    let text = std::str::from_utf8(source.get(start..end)?).ok()?;
    // A fault of a whole list or object is shown at its first line.
    let first_line = source.get(span.start..span.end)?.iter().position(|byte| *byte == b'\n');
    let span = span.start - start..first_line.map_or(span.end, |at| span.start + at) - start;
    let whole = text.is_char_boundary(span.start) && text.is_char_boundary(span.end);
    let number = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    whole.then_some(Line { text, number, span })
}
