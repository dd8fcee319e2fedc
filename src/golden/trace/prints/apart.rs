//! What of two lists' prints differs first.
use super::names::said;
use super::text::read;
use super::{FINE, MEASURES, Print, Prints};
use crate::golden::trace::{Cause, Section, Stage};

/// What of a display list differs first. The hashes are known to differ.
pub(in crate::golden::trace) fn apart(expected: &Section, actual: &Section) -> Cause {
    let found = read(&expected.lines).zip(read(&actual.lines)).and_then(|(old, new)| first(&old, &new));
    found.unwrap_or_else(|| {
        let hash = |section: &Section| format!("hash {:016x}", section.hash);
        named("what its text does not hold", (hash(expected), hash(actual)), None)
    })
}

fn named(name: impl Into<String>, (expected, actual): (String, String), place: Option<String>) -> Cause {
    Cause { stage: Stage::List, name: name.into(), expected: Some(expected), actual: Some(actual), place }
}

fn first(old: &Prints, new: &Prints) -> Option<Cause> {
    let each = old.each;
    if each != new.each {
        let many =
            |prints: &Prints| format!("about {}", prints.items.iter().map(Vec::len).sum::<usize>() * prints.each);
        return Some(named("paths", (many(old), many(new)), None));
    }
    let pair = |i: usize| (old.items.get(i), new.items.get(i));
    let count = old.items.len().max(new.items.len());
    let item = (0..count).find(|i| pair(*i).0 != pair(*i).1 || old.names.get(*i) != new.names.get(*i))?;
    if old.items.len() == new.items.len() && is_order(&old.items, &new.items) {
        return Some(named("order of items", (old.said(item), new.said(item)), Some(format!("from items.{item} on"))));
    }
    let (Some(own), Some(other)) = pair(item) else { return Some(items(old, new, item)) };
    if old.items.len() != new.items.len() && old.names.get(item) != new.names.get(item) {
        return Some(items(old, new, item));
    }
    let Some(i) = (0..own.len().max(other.len())).find(|i| own.get(*i) != other.get(*i)) else {
        return Some(named("items", (old.said(item), new.said(item)), Some(format!("items.{item}"))));
    };
    let (whole, place) = (new.said(item), format!("items.{item}.{}", i * each));
    match (own.get(i), other.get(i)) {
        (Some(_), Some(_)) if own.len() == other.len() && is_order(own, other) => {
            let told = |prints: &[Print]| prints.get(i).map_or(String::new(), Print::told);
            Some(named(format!("{whole}, order of paths"), (told(own), told(other)), Some(format!("from {place} on"))))
        }
        (Some(print), Some(now)) if own.len() == other.len() => {
            let path = if each > 1 {
                format!("{whole}, paths {}–{}", i * each, i * each + each - 1)
            } else {
                format!("{whole}, path {i}")
            };
            Some(differing(&path, &place, print, now))
        }
        (one, another) => {
            // Something came or went: what is there now says where.
            let paths = |prints: &[Print]| (prints.len() * each).to_string();
            let at = another.or(one).map(|print| format!("from {place} on, {}", print.told()));
            Some(named(format!("{whole}, paths"), (paths(own), paths(other)), at))
        }
    }
}

/// One item more or less.
fn items(old: &Prints, new: &Prints, item: usize) -> Cause {
    let longer = if old.items.len() > new.items.len() { old } else { new };
    let counts = (old.items.len().to_string(), new.items.len().to_string());
    named("items", counts, Some(format!("from items.{item} on: {}", longer.said(item))))
}

/// Whether the same things stand in another order.
fn is_order<T: Ord>(old: &[T], new: &[T]) -> bool {
    let sorted = |all: &[T]| {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|a, b| all.get(*a).cmp(&all.get(*b)));
        order
    };
    let (a, b) = (sorted(old), sorted(new));
    old.len() == new.len() && a.iter().zip(&b).all(|(i, j)| old.get(*i) == new.get(*j))
}

fn differing(path: &str, place: &str, expected: &Print, actual: &Print) -> Cause {
    if expected.kind != actual.kind {
        return named(format!("{path}: kind"), (expected.told(), actual.told()), Some(place.to_owned()));
    }
    if expected.paint != actual.paint {
        let place = format!("{} at {}, {place}", actual.word(), actual.at());
        return named(format!("{path}: paint"), (expected.paint.clone(), actual.paint.clone()), Some(place));
    }
    let place = Some(format!("{} {}, {place}", actual.word(), actual.paint));
    let pixels = |fine: i64| format!("{}", fine as f64 / FINE);
    let measures = expected.measures.iter().zip(&actual.measures);
    match measures.zip(MEASURES).find(|((a, b), _)| a != b) {
        Some(((a, b), measure)) => named(format!("{path}: {measure}"), (pixels(*a), pixels(*b)), place),
        // Its points moved less than a sixteenth of a pixel, or its shading did.
        None => {
            let hash = |print: &Print| format!("hash {:03x}", print.hash);
            named(format!("{path}: below 1/16 px, or shading"), (hash(expected), hash(actual)), place)
        }
    }
}

impl Prints {
    /// An item as a person says it.
    fn said(&self, item: usize) -> String {
        self.names.get(item).map_or_else(|| format!("item {item}"), |name| said(name))
    }
}
