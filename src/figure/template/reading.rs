//! Reads the bytes of a template.
//!
//! Enters: bytes. Leaves: a [`Template`] whose references nobody has looked at yet, or what the file should say instead. Never
//! opens a file.
use super::file::Template;
use crate::diagnostic::Diagnostic;
use crate::vocabulary::nearest;
use serde_json::Value;

/// So many fields that are not known are told at most.
const MOST: usize = 100;
/// How a message about one begins.
const UNKNOWN: &str = "unknown field";

/// The template that the bytes say, or what is wrong with them: every field that is not known, or one other fault.
pub(super) fn read(bytes: &[u8]) -> Result<Template, Vec<Diagnostic>> {
    // Following the path costs as much again as reading: only a fault needs it.
    if let Ok(template) = serde_json::from_slice(bytes) {
        return Ok(template);
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let mut fault = match serde_path_to_error::deserialize(&mut json) {
        Ok(template) => return Ok(template),
        Err(fault) => refused(fault),
    };
    // Reading stops at the first fault. A field that is not known is taken out, and the rest read again; what is missed then may
    // be what it was meant for, so it is not told.
    let mut tree: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let mut faults = Vec::new();
    while faults.len() < MOST && (unknown(&fault) || faults.is_empty()) {
        let taken = unknown(&fault) && take(&mut tree, &fault.path);
        faults.push(fault);
        match serde_path_to_error::deserialize::<_, Template>(&tree) {
            Err(next) if taken => fault = refused(next),
            _ => break,
        }
    }
    Err(faults)
}

fn refused<E: std::fmt::Display>(fault: serde_path_to_error::Error<E>) -> Diagnostic {
    let path = fault.path().to_string().replace('[', ".").replace(']', "");
    told(if path == "." { String::new() } else { path }, &fault.into_inner().to_string())
}

fn unknown(fault: &Diagnostic) -> bool {
    fault.message.starts_with(UNKNOWN)
}

/// Takes the field at `path` out of `tree`; false when there is none.
fn take(tree: &mut Value, path: &str) -> bool {
    let (above, field) = path.rsplit_once('.').unwrap_or(("", path));
    let inside = above.split('.').filter(|step| !step.is_empty()).try_fold(tree, |value, step| match value {
        Value::Object(fields) => fields.get_mut(step),
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    });
    inside.and_then(Value::as_object_mut).and_then(|fields| fields.remove(field)).is_some()
}

/// What serde says of a file, in words for whoever writes one: its place is shown otherwise.
fn told(path: String, said: &str) -> Diagnostic {
    let said = said.rsplit_once(" at line ").map_or(said, |(said, _)| said);
    if let Some((word, known)) = said.strip_prefix("unknown field `").and_then(|rest| rest.split_once("`, expected ")) {
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        if ["v", "kind", "cast", "scripts"].contains(&word) && path.is_empty() {
            return Diagnostic::error(path, "this is a program, not a template".to_owned());
        }
        let named = path.rsplit('.').next() == Some(word);
        let path = match (path.is_empty(), named) {
            (true, _) => word.to_owned(),
            (_, true) => path,
            _ => format!("{path}.{word}"),
        };
        let fault = Diagnostic::error(path, format!("{UNKNOWN} `{word}`"));
        return match nearest(word, known.iter().copied()) {
            Some(near) => fault.hint(format!("did you mean `{near}`?")),
            None => fault.hint(format!("known: {}", known.join(" "))),
        };
    }
    let mut said = said.to_owned();
    for (rust, word) in [
        ("expected f64", "expected a number"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected an object"),
        ("floating point", "number"),
        ("invalid type: ", ""),
        ("invalid value: ", ""),
    ] {
        said = said.replace(rust, word);
    }
    Diagnostic::error(path, said)
}
