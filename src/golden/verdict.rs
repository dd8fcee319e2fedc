//! [`Outcome`]: what the check found of one still.
use super::difference::Difference;
use super::pictures::Pictures;
use super::trace::{Cause, Stage};
use serde_json::{Value, json};

/// The largest file of a still, bytes: a repository keeps every version of it.
pub const HEAVIEST: u64 = 40 << 10;

/// What a still is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Verdict {
    /// Every pixel is the same.
    Same,
    /// It differs no further than its case allows, and says why.
    Tolerated,
    /// It differs.
    Differs,
    /// There is no golden still yet.
    #[default]
    Missing,
    /// The golden still, or the text beside it, is not what `update` wrote.
    Spoilt(String),
    /// The golden still is larger than a still may be.
    Heavy(u64),
    /// It cannot be drawn.
    Broken(String),
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Tolerated => "tolerated",
            Verdict::Differs => "differs",
            Verdict::Missing => "missing",
            Verdict::Spoilt(_) => "spoilt",
            Verdict::Heavy(_) => "heavy",
            Verdict::Broken(_) => "broken",
        }
    }

    /// True when the check passes with it.
    pub fn passes(&self) -> bool {
        matches!(self, Verdict::Same | Verdict::Tolerated)
    }
}

/// What the check found of one still.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// `area/case@seconds`.
    pub name: String,
    /// The case's file.
    pub file: String,
    /// The case's note.
    pub note: Option<String>,
    /// What it is.
    pub verdict: Verdict,
    /// How far it differs, when both pictures are there.
    pub difference: Option<Difference>,
    /// The earliest stage that differs, when the text beside the still tells.
    pub cause: Option<Cause>,
    /// What differs first in each later stage that differs.
    pub later: Vec<Cause>,
    /// The text beside the still is out of date, though the picture is the same.
    pub is_text_old: bool,
    /// What a report shows of it, when it fails and is among the worst.
    pub pictures: Option<Pictures>,
}

impl Outcome {
    /// What is wrong, in a line; `None` when nothing is.
    pub fn said(&self) -> Option<String> {
        match &self.verdict {
            Verdict::Same => None,
            Verdict::Missing => Some("there is no golden still".to_owned()),
            Verdict::Spoilt(why) | Verdict::Broken(why) => Some(why.clone()),
            Verdict::Heavy(bytes) => {
                Some(format!("{} KiB, {} at most: give it a smaller size", bytes.div_ceil(1 << 10), HEAVIEST >> 10))
            }
            Verdict::Tolerated | Verdict::Differs => self.difference.map(|difference| difference.to_string()),
        }
    }

    /// The part of the name before its last slash.
    pub fn area(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(area, _)| area)
    }

    /// What differs first in each stage that differs, the earliest stage first.
    pub fn causes(&self) -> impl Iterator<Item = &Cause> {
        self.cause.iter().chain(&self.later)
    }

    /// The stage that differs first, as far as it is known.
    pub fn stage(&self) -> Option<Stage> {
        self.cause.as_ref().map(|cause| cause.stage)
    }

    /// How bad it is, the worst first: what cannot be drawn or compared, then by the sum of all differences.
    pub fn badness(&self) -> f64 {
        match (&self.verdict, &self.difference) {
            (Verdict::Differs, Some(difference)) => difference.mean,
            (Verdict::Same, _) => -2.0,
            (Verdict::Tolerated, _) => -1.0,
            (Verdict::Broken(_), _) => 1003.0,
            (Verdict::Spoilt(_), _) => 1002.0,
            (Verdict::Missing, _) => 1001.0,
            (Verdict::Heavy(_), _) | (Verdict::Differs, None) => 0.0,
        }
    }

    /// `{still, verdict, said, pixels, of, bounds, largest, mean, size?, stage, first, stages, text_is_old}`.
    pub fn to_json(&self) -> Value {
        let mut value = json!({
            "still": self.name, "file": self.file, "verdict": self.verdict.word(), "passes": self.verdict.passes(),
            "said": self.said(), "text_is_old": self.is_text_old,
        });
        if let (Value::Object(all), Some(d)) = (&mut value, &self.difference) {
            all.insert("pixels".to_owned(), d.pixels.into());
            all.insert("of".to_owned(), d.of.into());
            all.insert("bounds".to_owned(), json!(d.bounds.map(|b| [b.x, b.y, b.width, b.height])));
            all.insert("largest".to_owned(), d.largest.into());
            all.insert("mean".to_owned(), d.mean.into());
            if let Some([expected, actual]) = d.sizes {
                let size = |(width, height): (u32, u32)| format!("{width}x{height}");
                all.insert("size".to_owned(), json!({"expected": size(expected), "actual": size(actual)}));
            }
        }
        if let (Value::Object(all), Some(cause)) = (&mut value, &self.cause) {
            all.insert("stage".to_owned(), cause.stage.word().into());
            let Cause { name, expected, actual, place, .. } = cause;
            let first = json!({"name": name, "expected": expected, "actual": actual, "place": place});
            all.insert("first".to_owned(), first);
            let stages: Vec<Value> = self.causes().map(Cause::to_json).collect();
            all.insert("stages".to_owned(), stages.into());
        }
        value
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some([expected, actual]) = self.sizes {
            return write!(f, "another size: {}x{} instead of {}x{}", actual.0, actual.1, expected.0, expected.1);
        }
        let Some(b) = self.bounds else { return f.write_str("no pixel differs") };
        let some = if self.pixels == 1 { "pixel differs" } else { "pixels differ" };
        write!(
            f,
            "{} {some} by {} at most, within {}x{} at {},{}",
            self.pixels, self.largest, b.width, b.height, b.x, b.y
        )
    }
}
