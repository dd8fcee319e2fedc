//! The first record of two timelines that differs, as a person would say it: `A does walk: starts 0.3 → 0.4`.
use super::apart::{numbers, short};
use super::timeline::{brief, whole};
use super::{Cause, Section, Stage};
use serde_json::{Map, Value};

type Line = (String, String);

/// What of a timeline differs first. The hashes are known to differ.
///
/// It is the difference that shows first: a record's length shows when it ends. A scene is longer because a line in it is: the
/// line is what a person wants to know. Of equal times the first record counts.
pub(super) fn apart(expected: &Section, actual: &Section) -> Cause {
    let (old, new) = (&expected.lines[..], &actual.lines[..]);
    let paired = old.iter().zip(new).take_while(|(a, b)| a.0 == b.0);
    let count = paired.clone().count();
    let differing = paired.filter(|(a, b)| differ(&a.1, &b.1)).map(|(a, b)| one(a, b));
    let moved = unpaired(old.get(count..).unwrap_or_default(), new.get(count..).unwrap_or_default());
    let first = differing.chain(moved).reduce(|best, next| if next.0 < best.0 { next } else { best });
    first.map_or_else(|| super::apart::apart(expected, actual), |(_, cause)| cause)
}

/// Whether two records differ, as far as the one that is in brief tells.
fn differ(a: &str, b: &str) -> bool {
    a != b && (whole(a).is_some() && whole(b).is_some() || brief(a) != brief(b))
}

/// Start, length and the rest of a record in brief.
fn parts(text: &str) -> [String; 3] {
    let text = brief(text);
    let mut words = text.split(' ').map(str::to_owned);
    [(); 3].map(|()| words.next().unwrap_or_default())
}

/// Seconds at which a record starts.
fn start(text: &str) -> f64 {
    parts(text)[0].parse().unwrap_or(0.0)
}

/// Two records of one number and kind that differ: when it shows, and what it is.
fn one(expected: &Line, actual: &Line) -> (f64, Cause) {
    let (a, b) = (&*expected.1, &*actual.1);
    let starts = start(a).min(start(b));
    let (key, old, new) = field(a, b);
    // A record in brief has no words: the other's are taken.
    let fields = whole(a).or_else(|| whole(b)).unwrap_or_default();
    let ends = |text: &str| parts(text)[1].parse().unwrap_or(f64::INFINITY);
    let shows = if key == "dur" { starts + ends(a).min(ends(b)) } else { starts };
    let said = match &*key {
        "t" => "starts",
        "dur" => "lasts",
        other => other,
    };
    let name = format!("{}: {said}", title(&expected.0, &fields, &key));
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => {
            let (old, new) = numbers(&old, &new);
            (Some(old), Some(new))
        }
        other => other,
    };
    (shows, Cause { stage: Stage::Timeline, name, expected: old, actual: new, place: place(&expected.0) })
}

/// The first field that differs, and its two values. How long a record took follows from what it says, so it is asked for last.
fn field(a: &str, b: &str) -> (String, Option<String>, Option<String>) {
    let (Some(old), Some(new)) = (whole(a), whole(b)) else {
        let (old, new) = (parts(a), parts(b));
        let named = |i: usize| old[i] != new[i];
        let value = |part: &str| (part != "-").then(|| part.to_owned());
        return match (named(0), named(2)) {
            (true, _) => ("t".to_owned(), value(&old[0]), value(&new[0])),
            (_, true) => ("a word".to_owned(), Some(format!("hash {}", old[2])), Some(format!("hash {}", new[2]))),
            _ => ("dur".to_owned(), value(&old[1]), value(&new[1])),
        };
    };
    let keys = old.keys().chain(new.keys()).filter(|key| *key != "dur").cloned().chain(["dur".to_owned()]);
    let key = keys.into_iter().find(|key| old.get(key) != new.get(key)).unwrap_or_default();
    let text = |fields: &Map<String, Value>| fields.get(&key).map(Value::to_string);
    let (old, new) = (text(&old), text(&new));
    (key, old, new)
}

/// Where the kinds of records part: one came, one went, or one is another.
fn unpaired(expected: &[Line], actual: &[Line]) -> Option<(f64, Cause)> {
    let (old, new) = (expected.first(), actual.first());
    let starts = [old, new].into_iter().flatten().map(|line| start(&line.1)).fold(f64::INFINITY, f64::min);
    let known = old.or(new)?;
    let follows = |rest: &[Line], other: Option<&Line>| {
        let kind = |name: &str| name.split_once('.').map(|(_, kind)| kind.to_owned());
        let same = |a: &Line, b: &Line| kind(&a.0) == kind(&b.0) && parts(&a.1)[2] == parts(&b.1)[2];
        other.is_some_and(|other| rest.get(1).is_some_and(|next| same(next, other)))
    };
    let told = |line: &Line| {
        let fields = whole(&line.1).unwrap_or_default();
        let title = title(&line.0, &fields, "");
        format!("{title} at {}", short(start(&line.1)))
    };
    let (old, new) = match (old, new) {
        (old, Some(new)) if follows(actual, old) => (None, Some(new)),
        (Some(old), new) if follows(expected, new) => (Some(old), None),
        other => other,
    };
    let (expected, actual) = (old.map(told), new.map(told));
    Some((
        starts,
        Cause { stage: Stage::Timeline, name: "record".to_owned(), expected, actual, place: place(&known.0) },
    ))
}

/// `record 3` of `3.does`.
fn place(name: &str) -> Option<String> {
    name.split_once('.').map(|(number, _)| format!("record {number}"))
}

/// Letters of a text that a title shows.
const LETTERS: usize = 24;

/// Who does what: `A does walk`, `caption "One bite later..."`; without the word that differs itself.
fn title(name: &str, fields: &Map<String, Value>, differs: &str) -> String {
    let text = |key: &str| fields.get(key).filter(|_| key != differs).and_then(Value::as_str);
    let kind = name.split_once('.').map_or(name, |(_, kind)| kind);
    let who = text("who").map(|who| format!("{who} "));
    let short = |text: &str| match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    };
    let behaviour = text("behaviour").map(|id| short(id.rsplit(':').next().unwrap_or(id)));
    let quoted = || text("text").or(text("name")).map(|text| format!("\"{}\"", short(text)));
    let own = if kind == "cut" { "place" } else { kind };
    let what = behaviour.or_else(quoted).or_else(|| text(own).map(short));
    let verb = match (kind, &who) {
        ("say" | "enter" | "exit", Some(_)) => format!("{kind}s"),
        _ => kind.to_owned(),
    };
    let what = what.map_or(String::new(), |what| format!(" {what}"));
    format!("{}{verb}{what}", who.unwrap_or_default())
}
