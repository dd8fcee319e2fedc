//! Cases of the language, a file each: `cases/SECTION/NAME.json`, the sections those of the language text; rulings lie with the
//! section they settle. Here the ones of `validate`: a program and what is said of it.
mod compare;
mod coverage;
mod run;
mod words;

use jabber_render::diagnostic::Severity;
use jabber_render::program::{Loaded, load_value};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Every case with its name, by name; no two have the same.
pub fn cases() -> Vec<(String, Value)> {
    let entries =
        |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/language/cases");
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let case = serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        (path.file_stem().unwrap().to_string_lossy().into_owned(), case)
    };
    let mut cases: Vec<_> =
        entries(&root).iter().flat_map(|section| entries(section)).map(|path| read(&path)).collect();
    cases.sort_by(|(a, _), (b, _)| a.cmp(b));
    for pair in cases.windows(2) {
        assert_ne!(pair[0].0, pair[1].0, "two cases of one name");
    }
    cases
}

/// The paths of what is found of a severity, each once.
fn paths(loaded: &Loaded, severity: Severity) -> BTreeSet<String> {
    loaded.diagnostics.iter().filter(|fault| fault.severity == severity).map(|fault| fault.path.clone()).collect()
}

/// What is wrong with the verdict, or nothing. A case lists the paths of all its errors and warnings, or names one error's
/// path, or says no more than whether there are any.
fn verdict(case: &Value, loaded: &Loaded) -> Option<String> {
    if let (Value::Array(errors), Value::Array(warnings)) = (&case["errors"], &case["warnings"]) {
        let listed = |paths: &[Value]| paths.iter().map(|path| path.as_str().unwrap().to_owned()).collect();
        let found = [Severity::Error, Severity::Warning].map(|severity| paths(loaded, severity));
        return (found != [listed(errors), listed(warnings)]).then(|| format!("errors, warnings at {found:?}"));
    }
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
    for (name, case) in cases().into_iter().filter(|(_, case)| case["command"] == "validate") {
        let loaded = load_value(&case["program"]);
        wrong.extend(verdict(&case, &loaded).map(|fault| format!("{name}: {fault}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
