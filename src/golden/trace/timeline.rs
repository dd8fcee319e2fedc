//! The timeline as a still saw it: what had begun by its time, and how long what had ended took. What comes later cannot have
//! changed the picture, so it does not change this.
use super::super::hash::Hash;
use super::{Section, Stage};
use serde_json::{Map, Value};

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

/// The latest records of a timeline that are written out, so that what moved first is among them in all but long cartoons;
/// the hash knows all of them.
const SHOWN: usize = 48;

/// A record as a still saw it: its name, `9.say`, and all else that it says.
type Seen = (String, String);

pub(super) fn section(records: &[Record], at: f64) -> Section {
    let begun = records.iter().enumerate().filter(|(_, record)| record.t <= at);
    let begun: Vec<Seen> = begun.map(|(i, record)| seen(i, record, at)).collect();
    let mut hash = Hash::default();
    begun.iter().for_each(|(name, text)| {
        hash.text(name);
        hash.text(text);
    });
    let lines = begun.into_iter().rev().take(SHOWN).collect::<Vec<_>>().into_iter().rev().collect();
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
