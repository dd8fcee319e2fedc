//! What of two lists' prints differs first.
use super::text::read;
use super::{FINE, Print, Prints};
use crate::golden::trace::{Cause, Section, Stage};
use std::fmt::Write;

/// What of a display list differs first. The hashes are known to differ.
pub(in crate::golden::trace) fn apart(expected: &Section, actual: &Section) -> Cause {
    let named =
        |name: String, a: Option<String>, b: Option<String>| Cause { stage: Stage::List, name, expected: a, actual: b };
    let unknown = || named("numbers that its text does not hold".to_owned(), None, None);
    let (Some((a, each)), Some((b, other))) = (read(&expected.lines), read(&actual.lines)) else { return unknown() };
    if each != other {
        let many =
            |lines: &Prints, each: usize| Some(format!("about {}", lines.iter().map(Vec::len).sum::<usize>() * each));
        return named("number of paths".to_owned(), many(&a, each), many(&b, other));
    }
    let Some(item) = (0..a.len().max(b.len())).find(|i| a.get(*i) != b.get(*i)) else { return unknown() };
    let empty = Vec::new();
    let (own, other) = (a.get(item).unwrap_or(&empty), b.get(item).unwrap_or(&empty));
    let Some(i) = (0..own.len().max(other.len())).find(|i| own.get(*i) != other.get(*i)) else {
        return named("items".to_owned(), Some(a.len().to_string()), Some(b.len().to_string()));
    };
    let mut name = format!("items.{item}.{}", i * each);
    if each > 1 {
        let _ = write!(name, "–{}", i * each + each - 1);
    }
    match (own.get(i), other.get(i)) {
        (Some(own_print), Some(print)) if own.len() == other.len() => differing(name, each, (own_print, print), named),
        (one, another) => {
            // Something came or went: what is there now says where.
            if let Some(print) = another.or(one) {
                let _ = write!(name, " ({})", print.told());
            }
            let paths = |prints: &[Print]| Some(format!("{} paths", prints.len() * each));
            named(format!("{name} and on"), paths(own), paths(other))
        }
    }
}

fn differing(
    name: String,
    each: usize,
    (expected, actual): (&Print, &Print),
    named: impl Fn(String, Option<String>, Option<String>) -> Cause,
) -> Cause {
    let whole = |fine: i64| (fine as f64 / FINE).round();
    let pixels = |fine: i64| format!("{}", fine as f64 / FINE);
    if expected.kind != actual.kind {
        return named(format!("{name}.kind"), Some(expected.told()), Some(actual.told()));
    }
    if expected.paint != actual.paint {
        return named(
            format!("{name}.paint ({} at {:.0},{:.0})", actual.word(), whole(actual.at[0]), whole(actual.at[1])),
            Some(expected.paint.clone()),
            Some(actual.paint.clone()),
        );
    }
    let told = format!("({} {})", actual.word(), actual.paint);
    match (0..2).find(|axis| expected.at[*axis] != actual.at[*axis]) {
        Some(axis) => {
            let letter = ["x", "y"][axis];
            let at = |print: &Print| Some(pixels(print.at[axis]));
            named(format!("{name}.middle.{letter} {told}"), at(expected), at(actual))
        }
        None if each > 1 => named(format!("{name} {told}, their middle where it was"), None, None),
        None if actual.paint.starts_with('#') => {
            named(format!("{name}.outline {told}, its middle where it was"), None, None)
        }
        None => named(format!("{name}.outline or shading {told}, its middle where it was"), None, None),
    }
}
