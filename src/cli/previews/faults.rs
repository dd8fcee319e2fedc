//! Whose fault it is: what is wrong with the small cartoon around a pack enters, a line that names the pack's own file and path leaves.
use super::show::{ground, scene};
use super::{Desk, body, tint};
use crate::cli::{Beside, CliError, drawing};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Fault, RunError};
use crate::pack::{Pack, PackKind, Source};
use crate::program::{json, load_value};
use serde_json::Value;
use std::path::Path;

/// A fault of a run as a fault at its block.
pub(super) fn of_run(error: &RunError) -> String {
    let message = match error.fault {
        Fault::Stopped => return "interrupted".to_owned(),
        _ if error.word.is_empty() => error.fault.to_string(),
        _ => format!("{} (in \"{}\")", error.fault, error.word),
    };
    Diagnostic::error(&*error.path, message).to_string()
}

/// `FILE:LINE: path: message (hint)`, the line where it is known.
pub(super) fn located(file: &str, source: &[u8], fault: &Diagnostic) -> String {
    let before = fault.span.as_ref().and_then(|span| source.get(..span.start));
    let line = before.map(|before| before.iter().filter(|byte| **byte == b'\n').count() + 1);
    let line = line.map_or_else(String::new, |line| format!(":{line}"));
    format!("{file}{line}: {fault}")
}

/// Where the parts of a pack are in the cartoon that shows it, and where in its own file; the first that fits counts.
fn homes(pack: &Pack) -> Vec<(String, &'static str)> {
    let mood = pack.preview.as_ref().is_some_and(|preview| preview.get("mood").is_some_and(Value::is_string));
    let does = 1 + usize::from(mood);
    let block = |at: usize, key: &str, home| (format!("scripts.0.body.{at}.{key}"), home);
    let plain = |path: &str, home| (path.to_owned(), home);
    match pack.kind {
        PackKind::Behaviour => vec![
            block(does, "behaviour", "content"),
            block(does + 1, "behaviour.scripts.0.body.0.to", "preview.view"),
            block(1, "mood", "preview.mood"),
            plain("cast.A", "preview.on"),
        ],
        PackKind::Character => vec![
            block(does, "behaviour", "preview.behaviour"),
            block(1, "mood", "preview.mood"),
            plain("cast.A.pack", "content"),
            plain("cast.A", "content"),
        ],
        PackKind::Look => vec![
            block(does, "behaviour", "preview.behaviour"),
            plain("cast.A.look", "content"),
            plain("cast.A", "content"),
        ],
        PackKind::Place => vec![plain("places.here", "content")],
        PackKind::Prop => vec![
            plain("cast.B.look", "content"),
            plain("cast.B", "content"),
            block(2, "hand", "preview.hand"),
            plain("cast.A", "preview.on"),
        ],
        PackKind::Scene => vec![
            plain("cast", "preview.cast"),
            plain("places", "content.places"),
            plain("scripts", "content.scripts"),
            plain("params", "content.params"),
            plain("vars", "content.vars"),
        ],
        PackKind::Cartoon | PackKind::Voice => Vec::new(),
    }
}

/// What keeps a pack from being shown, at its place in the pack's own file.
pub(super) fn home(pack: &Pack, why: &str) -> String {
    let (path, message) = match why.split_once(": ").filter(|(path, _)| !path.contains([' ', '"', '“'])) {
        Some((path, message)) => (path, message),
        None => ("", why),
    };
    let within = |(from, to): &(String, &str)| {
        let rest = path.strip_prefix(&**from).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
        Some(format!("{to}{rest}"))
    };
    let path = homes(pack).iter().find_map(within).unwrap_or_else(|| path.to_owned());
    let fault = Diagnostic::error(path, message);
    let Source::File(file) = &pack.source else { return fault.to_string() };
    let source = std::fs::read(file).unwrap_or_default();
    let own = ["content", "preview"].iter().any(|root| fault.path.starts_with(root));
    let tree = json::parse(&source).ok().filter(|_| own);
    let fault = tree.map_or(fault.clone(), |tree| crate::cli::load::placed(&tree, fault));
    located(&file.display().to_string(), &source, &fault)
}

/// Looks at whom `--on` names before anything is drawn.
///
/// # Errors
/// That there is no such body, look or character, or that something would have to stand in for a part of it.
pub(super) fn shown_on(on: &Value, desk: &Desk) -> Result<(), CliError> {
    let wrong = |why: String| CliError::usage(format!("--on: {why}"));
    let catalog = &desk.subjects.catalog;
    let who = body::entry(on, catalog).map_err(wrong)?;
    let beside = ground(Beside::new(Path::new(""), None), tint(PackKind::Behaviour));
    let mut loaded = load_value(&scene(&serde_json::json!({"A": who}), None, Vec::new(), 1.0));
    let replaced = drawing::check(&mut loaded, catalog, &beside, &desk.shelf);
    // What a pack of somebody else's says that one does not know is no fault of the word that names it.
    let is_id = on.as_str().is_some_and(|on| on.starts_with("c4c:"));
    let stands_in = |fault: &Diagnostic| replaced.stand_ins.iter().any(|other| other.path == fault.path);
    let of_body = |fault: &&Diagnostic| fault.path.starts_with("cast.A");
    let counts = |fault: &&Diagnostic| !is_id || fault.severity == Severity::Error || stands_in(fault);
    let Some(fault) = loaded.diagnostics.iter().filter(of_body).find(counts) else { return Ok(()) };
    let path = ["cast.A.look", "cast.A"].iter().find_map(|root| fault.path.strip_prefix(root)).unwrap_or_default();
    let path = path.trim_start_matches('.');
    let message = if path.is_empty() { fault.message.clone() } else { format!("{path}: {}", fault.message) };
    Err(match &fault.hint {
        Some(hint) => wrong(message).hint(hint),
        None => wrong(message),
    })
}
