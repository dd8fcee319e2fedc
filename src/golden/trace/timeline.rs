//! The timeline as a still saw it: what had begun by its time, and how long what had ended took. What comes later cannot have
//! changed the picture, so it does not change this.
use super::super::hash::Hash;
use super::{Section, Stage};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// One record of a timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Seconds at which it starts.
    pub t: f64,
    /// Seconds it takes.
    pub dur: f64,
    /// All of it, as `timeline` prints it: an object with `t`, `dur`, `kind` …
    pub value: Value,
}

/// The latest records of a timeline that a text holds whole. Those before them it holds in [`brief`]: a still late in a long
/// cartoon has hundreds, and any of them may be the first that differs.
const WHOLE: usize = 48;

/// A record as a still saw it: its name, `9.say`, and all else that it says.
type Seen = (String, String);

pub(super) fn section(records: &[Record], at: f64) -> Section {
    let begun = records.iter().enumerate().filter(|(_, record)| record.t <= at);
    let lines: Vec<Seen> = begun.map(|(i, record)| seen(i, record, at)).collect();
    let mut hash = Hash::default();
    lines.iter().for_each(|(name, text)| {
        hash.text(name);
        hash.text(text);
    });
    Section { stage: Stage::Timeline, hash: hash.value(), lines }
}

/// A record without what it does not say, and without the length that nobody knows yet at `at`.
fn seen(i: usize, record: &Record, at: f64) -> Seen {
    let mut fields = match &record.value {
        Value::Object(fields) => fields.clone(),
        _ => Map::new(),
    };
    if record.t + record.dur > at {
        fields.shift_remove("dur");
    }
    fields.retain(|_, value| !value.is_null());
    let kind = fields.shift_remove("kind").and_then(|kind| Some(kind.as_str()?.to_owned())).unwrap_or_default();
    (format!("{i}.{kind}"), Value::Object(fields).to_string())
}

/// Lines of records as a text holds them.
pub(super) fn written(lines: &[Seen]) -> Vec<(&str, Cow<'_, str>)> {
    let early = lines.len().saturating_sub(WHOLE);
    let held = |i: usize, text| if i < early { brief(text) } else { Cow::Borrowed(text) };
    lines.iter().enumerate().map(|(i, (name, text))| (&**name, held(i, &**text))).collect()
}

/// A record in brief: start, length or `-`, and a hash of the rest, four digits. What is brief already stays as it is.
pub(super) fn brief(text: &str) -> Cow<'_, str> {
    let Some(mut fields) = whole(text) else { return Cow::Borrowed(text) };
    let mut take = |key: &str| fields.shift_remove(key).map_or("-".to_owned(), |value| value.to_string());
    let (t, dur) = (take("t"), take("dur"));
    let mut rest = Hash::default();
    rest.text(&Value::Object(fields).to_string());
    Cow::Owned(format!("{t} {dur} {:04x}", rest.value() & 0xFFFF))
}

/// The fields of a record that is not in brief.
pub(super) fn whole(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    }
}
