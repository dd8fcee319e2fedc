//! `COVERAGE.md`: every case it names exists, and every case that runs is named.
use super::cases;
use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(path)).unwrap()
}

#[test]
fn the_table_names_what_there_is() {
    let table = read("language/COVERAGE.md");
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
    let named: BTreeSet<&str> = rows.filter_map(|row| row.split('|').nth(3)).flat_map(str::split_whitespace).collect();
    let tests = read("engine/laws.rs") + &read("engine/runtime.rs") + &read("engine/bounds.rs");
    let all = cases();
    let files: BTreeSet<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let missing: Vec<_> =
        named.iter().filter(|name| !files.contains(*name) && !tests.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "named, but not there: {missing:?}");
    let runs = all.iter().filter(|(_, case)| case["command"] != "validate").map(|(name, _)| name.as_str());
    let unnamed: Vec<_> = runs.filter(|name| !named.contains(name)).collect();
    assert!(unnamed.is_empty(), "there, but not named: {unnamed:?}");
}

#[test]
fn the_comparison_sees_a_difference() {
    let differs = |wanted: &str, got: &str, partial: bool| {
        let mut out = Vec::new();
        let json = |text: &str| serde_json::from_str(text).unwrap();
        super::compare::differences("", &json(wanted), &json(got), partial, &mut out);
        !out.is_empty()
    };
    for (wanted, got) in [
        (r#"{"a":1}"#, r#"{"a":1.00001}"#),
        (r#"{"a":null}"#, r#"{"a":0}"#),
        (r#"{"parts":{"tail":1}}"#, r#"{"parts":{}}"#),
        (r#"[1]"#, r#"[1,2]"#),
        (r#"{"mood":"a"}"#, r#"{"mood":"b"}"#),
        (r#"{"a":1}"#, r#"{}"#),
    ] {
        assert!(differs(wanted, got, true) && differs(wanted, got, false), "{wanted} {got}");
    }
    for (wanted, got) in [
        (r#"{"parts":{"tail":0}}"#, r#"{"parts":{}}"#),
        (r#"{"a":1}"#, r#"{"a":1.0000000001}"#),
        (r#"{"reach":{"hand:1":{"w":0,"spot":"hip"}}}"#, r#"{"reach":{}}"#),
        (r#"{"a":null}"#, r#"{}"#),
    ] {
        assert!(!differs(wanted, got, false), "{wanted} {got}");
    }
    assert!(differs(r#"{}"#, r#"{"a":1}"#, false) && !differs(r#"{}"#, r#"{"a":1}"#, true));
}
