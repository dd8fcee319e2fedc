//! Programs: any bytes are judged as `validate` judges them, with every fault told at its place; what validates is played.
use super::played::{catalog, play};
use jabber_render::cli::{check, told};
use jabber_render::diagnostic::Severity;
use jabber_render::program::{describe, json, load, load_value, text};
use std::path::Path;

/// Diagnostics of one input that are written out; each is a page.
const TOLD: usize = 5;

/// Where a cartoon lies: a folder that is not there, so that what an input gives depends on nothing but it.
pub const FOLDER: &str = "no folder";

/// Runs the target.
pub fn run(data: &[u8]) {
    let loaded = load(data);
    judged(data);
    let Ok(tree) = json::parse(data) else {
        assert!(!loaded.is_ok());
        return;
    };
    let _ = text(&tree);
    // A tree with places and one without are one program.
    assert_eq!(load_value(&tree.to_value()).is_ok(), loaded.is_ok(), "with places and without");
    if let Some(program) = loaded.program {
        assert_eq!(loaded.diagnostics.iter().filter(|fault| fault.severity == Severity::Error).count(), 0);
        play(&program, catalog());
    }
}

/// What `validate` says of the bytes: every fault lies in the text and can be shown.
pub fn judged(data: &[u8]) {
    let faults = check(data, catalog(), &Path::new(FOLDER).into(), false);
    for fault in &faults {
        let range = fault.span.clone().unwrap_or(0..0);
        match std::str::from_utf8(data) {
            Ok(text) => assert!(text.get(range).is_some(), "{fault:?} begins or ends inside a character"),
            Err(_) => assert!(data.get(range).is_some(), "{fault:?} lies outside {} bytes", data.len()),
        }
        assert!(!fault.message.is_empty(), "{fault:?}");
        let words = fault.path.rsplit('.').next().unwrap_or_default();
        let _ = describe(words);
    }
    for fault in faults.iter().take(TOLD) {
        let told = without_colours(&told(Path::new("cartoon.json"), data, fault));
        assert!(told.contains("cartoon.json"), "it does not name the file: {told}");
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "it commands the terminal: {told:?}");
    }
}

/// The text without the terminal's colours, `ESC [ … m`.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |all, piece| all + piece.split_once('m').map_or(piece, |(_, rest)| rest))
}
