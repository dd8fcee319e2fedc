//! The first line in which two sections differ.
use super::{Cause, Section};

/// What of a stage differs first. The hashes are known to differ.
pub(super) fn apart(expected: &Section, actual: &Section) -> Cause {
    let (name, old, new) = first(&expected.lines, &actual.lines).unwrap_or_else(|| {
        // Only the hash differs: it sees what the lines leave out.
        let hash = |section: &Section| Some(format!("hash {:016x}", section.hash));
        ("what these lines do not show".to_owned(), hash(expected), hash(actual))
    });
    Cause { stage: expected.stage, name, expected: old, actual: new, place: None }
}

type Found = (String, Option<String>, Option<String>);

fn first(expected: &[(String, String)], actual: &[(String, String)]) -> Option<Found> {
    let at = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
    let named = |lines: &[(String, String)], name: &str| lines.iter().skip(at).any(|(other, _)| other == name);
    Some(match (expected.get(at), actual.get(at)) {
        (Some((name, a)), Some((other, b))) if name == other => {
            let (a, b) = numbers(a, b);
            (name.clone(), Some(a), Some(b))
        }
        // A line more or less: the one that the other side has not at all.
        (Some((name, a)), b) if b.is_none() || !named(actual, name) => (name.clone(), Some(a.clone()), None),
        (a, Some((name, b))) if a.is_none() || !named(expected, name) => (name.clone(), None, Some(b.clone())),
        (Some((a, _)), Some((b, _))) => ("order".to_owned(), Some(a.clone()), Some(b.clone())),
        _ => return None,
    })
}

/// Decimal places that a message shows of two numbers, when they still differ in them.
const PLACES: usize = 4;

/// Two values that differ; numbers as people read them: few places, unless only later ones differ.
pub(super) fn numbers(expected: &str, actual: &str) -> (String, String) {
    if let (Ok(a), Ok(b)) = (expected.parse::<f64>(), actual.parse::<f64>()) {
        let (a, b) = (short(a), short(b));
        if a != b {
            return (a, b);
        }
    }
    (expected.to_owned(), actual.to_owned())
}

/// A number in few places.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.PLACES$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
