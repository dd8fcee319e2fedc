//! The first line in which two sections differ, and within a record the first field.
use super::{Cause, Section, Stage};
use serde_json::Value;

/// What of a stage differs first. The hashes are known to differ.
pub(super) fn apart(expected: &Section, actual: &Section) -> Cause {
    let stage = expected.stage;
    let earliest = (stage == Stage::Timeline).then(|| earliest(&expected.lines, &actual.lines)).flatten();
    let (name, expected, actual) = earliest.unwrap_or_else(|| first(&expected.lines, &actual.lines));
    Cause { stage, name, expected, actual }
}

type Line = (String, String);
type Found = (String, Option<String>, Option<String>);

fn first(expected: &[Line], actual: &[Line]) -> Found {
    let at = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    let named = |lines: &[Line], name: &str| lines.iter().skip(at).any(|(other, _)| other == name);
    match (expected.get(at), actual.get(at)) {
        (Some((name, a)), Some((other, b))) if name == other => fields(name, a, b),
        // A line more or less: the one that the other side has not at all.
        (Some((name, a)), b) if b.is_none() || !named(actual, name) => (name.clone(), Some(a.clone()), None),
        (a, Some((name, b))) if a.is_none() || !named(expected, name) => (name.clone(), None, Some(b.clone())),
        (Some((a, _)), Some((b, _))) => ("order".to_owned(), Some(a.clone()), Some(b.clone())),
        // Only the hash differs: it sees what the lines leave out.
        _ => ("something before these lines, or in a bit that they do not show".to_owned(), None, None),
    }
}

/// Of the records before the first that came, went or changed its place, the difference that shows first: a record's length
/// shows when it ends. A scene is longer because a line in it is: the line is what a person wants to know.
fn earliest(expected: &[Line], actual: &[Line]) -> Option<Found> {
    let paired = expected.iter().zip(actual).take_while(|(a, b)| a.0 == b.0);
    let apart = paired.filter(|(a, b)| a.1 != b.1).filter_map(|(a, b)| {
        let found = fields(&a.0, &a.1, &b.1);
        let number = |text: &str, key: &str| serde_json::from_str::<Value>(text).ok()?.get(key)?.as_f64();
        let ends = |text: &str| number(text, "dur").map_or(f64::INFINITY, |dur| dur);
        let after = if found.0.ends_with(".dur") { ends(&a.1).min(ends(&b.1)) } else { 0.0 };
        Some((number(&a.1, "t")?.min(number(&b.1, "t")?) + after, found))
    });
    // Of equal times the first record counts.
    apart.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, found)| found)
}

/// Two values of one line: the first field that differs when they are records, else the values.
fn fields(name: &str, expected: &str, actual: &str) -> Found {
    let record = |text: &str| match serde_json::from_str(text) {
        Ok(Value::Object(record)) => Some(record),
        _ => None,
    };
    let whole = || numbers(name.to_owned(), expected.to_owned(), actual.to_owned());
    let (Some(a), Some(b)) = (record(expected), record(actual)) else { return whole() };
    let text = |value: Option<&Value>| value.map(Value::to_string);
    // How long a record took follows from what it says, so it is asked for last.
    let keys = a.keys().chain(b.keys()).filter(|key| *key != "dur").cloned().chain(["dur".to_owned()]);
    match keys.into_iter().find(|key| a.get(key) != b.get(key)) {
        None => whole(),
        Some(key) => match (text(a.get(&key)), text(b.get(&key))) {
            (Some(expected), Some(actual)) => numbers(format!("{name}.{key}"), expected, actual),
            (expected, actual) => (format!("{name}.{key}"), expected, actual),
        },
    }
}

/// Decimal places that a message shows of two numbers, when they still differ in them.
const PLACES: usize = 4;

/// Two numbers as people read them: few places, unless only later ones differ.
fn numbers(name: String, expected: String, actual: String) -> Found {
    if let (Ok(a), Ok(b)) = (expected.parse::<f64>(), actual.parse::<f64>()) {
        let short = |number: f64| {
            let text = format!("{number:.PLACES$}");
            let text = text.trim_end_matches('0').trim_end_matches('.');
            if text == "-0" { "0".to_owned() } else { text.to_owned() }
        };
        if short(a) != short(b) {
            return (name, Some(short(a)), Some(short(b)));
        }
    }
    (name, Some(expected), Some(actual))
}
