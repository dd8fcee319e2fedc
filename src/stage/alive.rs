//! A place's `life` as data: JSON enters, motions by the group they move leave, and what is wrong with them. Moves nothing.
use super::life::Motion;
use crate::diagnostic::Diagnostic;
use crate::vocabulary::block::{ArgKind, ArgSpec, Need};
use crate::vocabulary::table::LIFE;
use crate::vocabulary::{LifeChannel, LifeWave, nearest};
use kurbo::{Point, Rect};
use serde_json::{Map, Value};

/// The most motions of a place; more cost more than they show.
const MOST: usize = 200;

/// What moves in a place, in the order written.
#[derive(Clone, Debug, Default)]
pub struct Life {
    motions: Vec<(String, Motion)>,
    /// Where each stands in the list as written.
    rows: Vec<usize>,
}

impl Life {
    /// Reads a list of motions. One that is wrong is left out, with a warning whose path starts `life.`.
    pub fn read(value: &Value) -> (Self, Vec<Diagnostic>) {
        let (mut life, mut faults) = (Self::default(), Vec::new());
        let Value::Array(rows) = value else {
            return (life, vec![Diagnostic::warning("life", "a place's life is a list of motions: nothing moves")]);
        };
        if rows.len() > MOST {
            faults.push(Diagnostic::warning("life", format!("more than {MOST} motions: the rest is left out")));
        }
        for (i, row) in rows.iter().take(MOST).enumerate() {
            match Row::new(i, row, &mut faults).and_then(|mut row| row.motion()) {
                Some(motion) => {
                    life.motions.push(motion);
                    life.rows.push(i);
                }
                None => faults.push(Diagnostic::warning(format!("life.{i}"), "this motion is left out")),
            }
        }
        (life, faults)
    }

    /// The motions of a group, by number; empty for one that stays.
    pub(super) fn of(&self, id: &str) -> Vec<usize> {
        self.motions.iter().enumerate().filter(|(_, (of, _))| !id.is_empty() && of == id).map(|(i, _)| i).collect()
    }

    /// The motion of a number, in a place of this size, of a group that is drawn in `bounds`, units.
    pub(super) fn motion(&self, number: usize, bounds: Rect, size: (f64, f64)) -> Option<Motion> {
        Some(self.motions.get(number)?.1.clone().within(bounds, size))
    }

    /// A warning for every motion of a group that is not among those that can move, with the nearest one of `ids`.
    pub(super) fn lost(&self, moved: &[usize], inner: &[String], ids: &[String]) -> Vec<Diagnostic> {
        let lost = self.motions.iter().enumerate().filter(|(i, _)| !moved.contains(i));
        lost.map(|(i, (id, _))| {
            let path = format!("life.{}.id", self.rows.get(i).copied().unwrap_or_default());
            if inner.contains(id) {
                let message =
                    format!("\"{id}\" lies in a group that is clipped, masked or let through as a whole: it stays");
                return Diagnostic::warning(path, message)
                    .hint("move the outer group, or take its clip and opacity away");
            }
            let fault = Diagnostic::warning(path, format!("the place's SVG has no group \"{id}\": nothing moves"));
            match nearest(id, ids.iter().map(String::as_str)) {
                Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
                None => fault,
            }
        })
        .collect()
    }
}

/// One motion as written.
struct Row<'a> {
    path: String,
    fields: &'a Map<String, Value>,
    faults: &'a mut Vec<Diagnostic>,
}

impl<'a> Row<'a> {
    fn new(i: usize, value: &'a Value, faults: &'a mut Vec<Diagnostic>) -> Option<Self> {
        let path = format!("life.{i}");
        let Value::Object(fields) = value else {
            faults.push(Diagnostic::warning(path, "a motion is an object: {\"id\", \"channel\", \"by\", \"period\"}"));
            return None;
        };
        let known = |key: &&String| LIFE.iter().any(|row| row.name == **key) || *key == "note";
        for key in fields.keys().filter(|key| !known(key)) {
            let fault = Diagnostic::warning(format!("{path}.{key}"), format!("a motion has no \"{key}\""));
            faults.push(match nearest(key, LIFE.iter().map(|row| row.name)) {
                Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
                None => {
                    fault.hint(format!("it has {}", LIFE.iter().map(|row| row.name).collect::<Vec<_>>().join(", ")))
                }
            });
        }
        Some(Self { path, fields, faults })
    }

    /// All of it is read, so that all that is wrong is said at once.
    fn motion(&mut self) -> Option<(String, Motion)> {
        let id = self.word("id").map(str::to_owned);
        let channel = self.word("channel").and_then(LifeChannel::parse);
        let wave = self.word("wave").and_then(LifeWave::parse);
        let (by, period, phase, rate) =
            (self.number("by"), self.number("period"), self.number("phase"), self.number("rate"));
        let at = self.pair("at");
        if wave == Some(LifeWave::Drift) && !matches!(channel, None | Some(LifeChannel::X | LifeChannel::Y)) {
            self.fault("wave", "what drifts does so along x or y".to_owned(), Some("sine, saw".to_owned()));
            return None;
        }
        Some((id?, Motion::new(channel?, wave?, by?, (period?, phase?, rate?), at?)))
    }

    fn fault(&mut self, name: &str, message: String, hint: Option<String>) {
        let fault = Diagnostic::warning(format!("{}.{name}", self.path), message);
        self.faults.push(hint.map_or(fault.clone(), |hint| fault.hint(hint)));
    }

    fn field(&mut self, name: &str) -> (Option<&'static ArgSpec>, Option<&'a Value>) {
        let (spec, value) = (LIFE.iter().find(|row| row.name == name), self.fields.get(name));
        if value.is_none() && spec.is_some_and(|spec| spec.need == Need::Required) {
            let doc = spec.map_or("", |spec| spec.doc);
            self.fault(name, format!("a motion needs \"{name}\""), Some(doc.to_owned()));
        }
        (spec, value)
    }

    fn word(&mut self, name: &str) -> Option<&'a str> {
        let (spec, value) = self.field(name);
        let Some(value) = value else {
            return match spec?.need {
                Need::Word(word) => Some(word),
                _ => None,
            };
        };
        let Value::String(word) = value else {
            self.fault(name, format!("\"{name}\" is a text, not {value}"), None);
            return None;
        };
        match spec?.kind {
            ArgKind::Word(words) if !words.contains(&word.as_str()) => {
                let near = nearest(word, words.iter().copied());
                let hint = near.map_or_else(|| words.join(", "), |near| format!("did you mean \"{near}\"?"));
                self.fault(name, format!("no {name} is called \"{word}\""), Some(hint));
                None
            }
            _ => Some(word),
        }
    }

    fn number(&mut self, name: &str) -> Option<f64> {
        let (spec, value) = self.field(name);
        let Some(value) = value else {
            return match spec?.need {
                Need::Default(number) => Some(number),
                _ => None,
            };
        };
        let Some(number) = value.as_f64().filter(|number| number.is_finite()) else {
            self.fault(name, format!("\"{name}\" is a number, not {value}"), None);
            return None;
        };
        match spec?.rules.iter().find(|rule| !rule.limit.holds(number)) {
            Some(rule) => {
                self.fault(
                    name,
                    format!("\"{name}\" is {}, not {number}", rule.limit.words()),
                    Some(rule.why.to_owned()),
                );
                None
            }
            None => Some(number),
        }
    }

    /// `None` inside when it is not given.
    fn pair(&mut self, name: &str) -> Option<Option<Point>> {
        let Some(value) = self.field(name).1 else { return Some(None) };
        let number = |i: usize| value.get(i).and_then(Value::as_f64);
        match (number(0), number(1), value.as_array().map(Vec::len)) {
            (Some(x), Some(y), Some(2)) => Some(Some(Point::new(x, y))),
            _ => {
                self.fault(name, format!("\"{name}\" is [x, y], not {value}"), None);
                None
            }
        }
    }
}
