//! Templates by name or by file, for the commands that look at bodies.
use super::load::placed;
use super::{CliError, input, report};
use crate::figure::template::{Template, shipped, shipped_names};
use crate::program::json;
use crate::vocabulary::nearest;
use std::path::Path;
use std::sync::Arc;

/// The template of a shipped name, or in a file.
///
/// # Errors
/// When there is none of that name, the file cannot be read, or it is no template (its faults have been shown).
pub(super) fn template(word: &str) -> Result<Arc<Template>, CliError> {
    match shipped(word) {
        Some(template) => template.map_err(|_| CliError::input(format!("the shipped template {word} is broken"))),
        None if word.contains(['.', '/', '\\']) || Path::new(word).exists() => in_file(Path::new(word)).map(Arc::new),
        None => Err(unknown(word)),
    }
}

/// The template in a file.
///
/// # Errors
/// As [`template()`].
pub(super) fn in_file(path: &Path) -> Result<Template, CliError> {
    let source = input::read(path)?;
    let faults = match (json::parse(&source), Template::from_bytes(&source)) {
        (Err(faults), _) => faults,
        (Ok(_), Ok(template)) => return Ok(template),
        (Ok(tree), Err(faults)) => faults.into_iter().map(|fault| placed(&tree, fault)).collect(),
    };
    report::show(path, &source, &faults);
    Err(CliError::reported())
}

fn unknown(word: &str) -> CliError {
    let names = shipped_names();
    let near = nearest(word, names.iter().map(String::as_str));
    let said = near.map_or(String::new(), |near| format!(": did you mean {near}?"));
    let hint = format!("templates: {}; or a file, NAME.json", names.join(", "));
    CliError::input(format!("there is no template {word}{said}")).hint(hint)
}
