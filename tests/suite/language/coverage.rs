//! `COVERAGE.md`: every row names what holds its sentence, all that is named exists, and every case is named.
use super::cases;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(suite().join(path)).unwrap_or_default()
}

/// The rows of the tables: what the text says, and what holds it. Headings and rules are left out.
fn rows(table: &str) -> Vec<[&str; 2]> {
    let lines = table.lines().filter(|line| line.starts_with("| ") && *line != "| sentence | held by |");
    let cells = |line| -> [&str; 2] {
        let cells: Vec<&str> = str::trim_matches(line, '|').split(" | ").map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("a row has two cells: {line}"))
    };
    lines.map(cells).collect()
}

/// True when a file of the suite has the test `FOLDER/FUNCTION`, `FOLDER/FILE/FUNCTION`.
fn has_test(name: &str) -> bool {
    let Some((file, function)) = name.rsplit_once('/') else { return false };
    let text = read(&format!("{file}.rs")) + &read(&format!("{file}/mod.rs"));
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let is_it = |line: &str| line.starts_with(&format!("fn {function}("));
    let tested = |at: usize| lines[at.saturating_sub(3)..at].contains(&"#[test]");
    lines.iter().enumerate().any(|(at, line)| is_it(line) && tested(at))
}

/// True when a list of cases that is data has it: `faults:RULE`, `desugar:OP`, `formula:TEXT`; spaces are written `_`.
fn has_datum(name: &str) -> bool {
    let Some((list, datum)) = name.split_once(':') else { return false };
    let is_it = |text: Option<&str>| text.is_some_and(|text| text.replace(' ', "_") == datum);
    let entries = |path: &str| serde_json::from_str::<Vec<Value>>(&read(path)).unwrap();
    match list {
        "faults" => entries("program/faults.json").iter().any(|case| is_it(case["rule"].as_str())),
        "desugar" => entries("program/desugar.json").iter().any(|case| is_it(case["of"]["op"].as_str())),
        "formula" => {
            let lists = read("expression/values.txt") + &read("expression/errors.txt");
            lists.lines().any(|line| is_it(line.split(" | ").next()))
        }
        _ => false,
    }
}

#[test]
fn the_table_names_what_there_is() {
    let table = read("language/COVERAGE.md");
    let all: BTreeSet<String> = cases().into_iter().map(|(name, _)| name).collect();
    let mut named = BTreeSet::new();
    let mut wrong = Vec::new();
    for [says, by] in rows(&table) {
        if by.starts_with('—') {
            wrong.extend((by.split_whitespace().count() < 3).then(|| format!("no reason: {says}")));
            continue;
        }
        wrong.extend((says.is_empty() || by.is_empty()).then(|| format!("an empty cell: {says}")));
        for name in by.split_whitespace() {
            if !(all.contains(name) || has_test(name) || has_datum(name)) {
                wrong.push(format!("there is no {name}: {says}"));
            }
            named.insert(name.to_owned());
        }
    }
    wrong.extend(all.difference(&named).map(|name| format!("not named: {name}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every section of the text and every ruling has a heading or a row.
#[test]
fn every_section_and_ruling_is_in_the_table() {
    let table = read("language/COVERAGE.md");
    let sections = ["0", "1", "2", "3", "4", "5", "6", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9"];
    let more = ["7.10", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7", "8.8", "8.9"];
    let missing = sections.iter().chain(&more).filter(|section| !table.contains(&format!("\n## {section} ")));
    let mut missing: Vec<_> = missing.map(|section| format!("§{section}")).collect();
    let ruled = |k: &usize| table.lines().any(|line| line.starts_with(&format!("| R{k} ")));
    missing.extend((1..=49).filter(|k| !ruled(k)).map(|k| format!("R{k}")));
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_name_of_nothing_is_found_out() {
    assert!(has_test("language/coverage/a_name_of_nothing_is_found_out") && has_test("expression/values"));
    assert!(!has_test("language/coverage/rows") && !has_test("language/coverage/none") && !has_test("values"));
    assert!(has_datum("faults:ruling_30_ramp_with_both") && has_datum("desugar:bob") && has_datum("formula:-2^2"));
    assert!(!has_datum("faults:none") && !has_datum("desugar:set") && !has_datum("formula:-2^3") && !has_datum("x:y"));
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
