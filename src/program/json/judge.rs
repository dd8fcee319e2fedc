//! What makes bytes no JSON text: too many, not UTF-8, nested too deep, or against the grammar.
use super::{DEEPEST, LARGEST, MOST_VALUES};
use crate::diagnostic::Diagnostic;
use serde::Deserialize;

/// How far a file is searched for the zeros of UTF-16, bytes; a JSON text has no zero byte anywhere.
const LOOKED_AT: usize = 64;

/// The text of the bytes and where it starts (after a byte order mark).
pub(super) fn decode(bytes: &[u8]) -> Result<(&str, usize), Diagnostic> {
    if bytes.len() > LARGEST {
        let size = bytes.len() >> 20;
        return Err(Diagnostic::error("", format!("the file has {size} MiB; the most is {} MiB", LARGEST >> 20)));
    }
    let start = if bytes.starts_with(&[0xEF, 0xBB, 0xBF]) { 3 } else { 0 };
    let body = bytes.get(start..).unwrap_or_default();
    // A zero here and there is UTF-8 and no JSON; every second one is another encoding.
    let head = body.get(..LOOKED_AT.min(body.len())).unwrap_or_default();
    if let Some(zero) = head.iter().position(|byte| *byte == 0).filter(|_| zeros(head) * 4 > head.len()) {
        return Err(not_utf8(bytes, start + zero));
    }
    std::str::from_utf8(body).map(|text| (text, start)).map_err(|e| not_utf8(bytes, start + e.valid_up_to()))
}

fn zeros(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == 0).count()
}

fn not_utf8(bytes: &[u8], at: usize) -> Diagnostic {
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).take(LOOKED_AT).filter(|byte| **byte == 0).count();
    let seems = match bytes {
        [0x1F, 0x8B, ..] => "a gzip archive",
        [b'P', b'K', 3, 4, ..] => "a zip archive",
        [0xFF, 0xFE, 0, 0, ..] | [_, 0, 0, 0, ..] => "UTF-32 (little endian)",
        [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, _, ..] => "UTF-32 (big endian)",
        [0xFF, 0xFE, ..] => "UTF-16 (little endian)",
        [0xFE, 0xFF, ..] => "UTF-16 (big endian)",
        _ if zeros(1) > zeros(0) => "UTF-16 (little endian)",
        _ if zeros(0) > zeros(1) => "UTF-16 (big endian)",
        _ if bytes.iter().any(|byte| (0x80..0xA0).contains(byte)) => "Windows-1252",
        _ => "Latin-1 (ISO 8859-1)",
    };
    let message = format!("the file is not UTF-8 (byte {at}); it seems to be {seems}");
    let hint = if seems.ends_with("archive") { "unpack it" } else { "save it as UTF-8" };
    Diagnostic::error("", message).hint(hint)
}

/// The first list or object that nests too deep, or the first value that is one too many.
pub(super) fn extent(text: &str) -> Result<(), Diagnostic> {
    let (mut level, mut in_text, mut escaped, mut values) = (0usize, false, false, 0usize);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => level += 1,
            b']' | b'}' if !in_text => level = level.saturating_sub(1),
            _ => {}
        }
        values += usize::from(!in_text && matches!(byte, b',' | b'[' | b'{'));
        if values > MOST_VALUES {
            let fault = Diagnostic::error("", format!("the JSON holds more than {MOST_VALUES} values"));
            return Err(fault.at(at..at + 1));
        }
        if level > DEEPEST {
            let fault = Diagnostic::error("", format!("the JSON nests deeper than {DEEPEST} levels"));
            return Err(fault.at(at..at + 1));
        }
    }
    Ok(())
}

/// The first fault of the grammar.
pub(super) fn grammar(text: &str) -> Result<(), Diagnostic> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let judged = serde_json::Value::deserialize(&mut reader).and_then(|_| reader.end());
    judged.map_err(|e| explain(text, offset(text, e.line(), e.column()), &e.to_string()))
}

/// The byte at a line and column (both from 1, columns in bytes).
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}

fn explain(text: &str, at: usize, raw: &str) -> Diagnostic {
    let mut start = at;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = text.get(start..).unwrap_or_default();
    let plain = raw.split(" at line ").next().unwrap_or(raw);
    let (message, hint) = words(text.get(..start).unwrap_or_default(), rest, plain);
    let end = start + rest.chars().next().map_or(0, char::len_utf8);
    let fault = Diagnostic::error("", message).at(start..end.max(start));
    match hint {
        Some(hint) => fault.hint(hint),
        None => fault,
    }
}

/// A message for people, by what stands at the fault.
fn words(before: &str, rest: &str, plain: &str) -> (String, Option<&'static str>) {
    if rest.starts_with("//") || rest.starts_with("/*") {
        return ("JSON has no comments".into(), Some("write it as \"note\": \"…\", which any block may have"));
    }
    if plain == "trailing comma" || (before.trim_end().ends_with(',') && rest.starts_with([']', '}'])) {
        return ("a comma after the last item".into(), Some("remove it"));
    }
    if before.ends_with(['N', 'I']) || rest.starts_with(['N', 'I']) {
        return ("JSON has no NaN and no Infinity".into(), Some("a formula can give one: \"=1/0\""));
    }
    if rest.starts_with('\'') {
        return ("JSON puts text in double quotes".into(), None);
    }
    if let Some(open) = plain.strip_prefix("EOF while parsing ") {
        return (format!("the JSON ends too soon: {open} is not closed"), None);
    }
    if plain.starts_with("number out of range") {
        return ("the number is too large".into(), None);
    }
    if plain.starts_with("expected `,`") && rest.starts_with(['"', '{', '[']) {
        return (format!("a comma is missing here: {plain}"), None);
    }
    (format!("not JSON: {plain}"), None)
}
