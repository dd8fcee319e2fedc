//! Validation cases: a program and what `validate` says of it, one file each in `cases/`.
mod compare;
mod coverage;
mod run;

use jabber_render::program::{Loaded, load_value};
use serde_json::Value;
use std::path::Path;

/// Every case file with its name.
pub fn cases(folder: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        (path.file_name().unwrap().to_string_lossy().into_owned(), serde_json::from_str(&text).unwrap())
    };
    files.iter().map(read).collect()
}

/// What is wrong with the verdict, or nothing.
fn verdict(case: &Value, loaded: &Loaded) -> Option<String> {
    if let Some(wanted) = case["error_path"].as_str() {
        let short = wanted.rsplit_once('.').map_or("", |(short, _)| short);
        let found: Vec<_> = loaded.errors().map(|fault| fault.path.clone()).collect();
        let right = found.iter().any(|path| path == wanted || path == short);
        return (!right).then(|| format!("no error at {wanted}; errors at {found:?}"));
    }
    let (ok, warnings) = (loaded.is_ok(), loaded.warnings().next().is_some());
    let right = case["expected"]["ok"] == ok && case["expected"]["warnings"] == warnings;
    (!right).then(|| format!("ok {ok}, warnings {warnings}: {:?}", loaded.diagnostics))
}

#[test]
fn validate() {
    let mut wrong = Vec::new();
    for (name, case) in cases("language/cases").into_iter().filter(|(_, case)| case["command"] == "validate") {
        let loaded = load_value(&case["program"]);
        wrong.extend(verdict(&case, &loaded).map(|fault| format!("{name}: {fault}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
