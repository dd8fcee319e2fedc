//! [`Trace`]: what a picture was made from, stage by stage, short enough to lie beside it: for each stage a hash of every bit
//! and the numbers that people read. Two traces tell the earliest stage that differs, and its first differing number.
mod apart;
mod frame;
mod prints;
mod records;
mod text;
mod timeline;

pub use timeline::Record;

use super::pixels::Pixels;
use crate::display::DisplayList;
use crate::frame::FrameState;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;

/// The stages of a picture, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// What happens when, up to the still.
    Timeline,
    /// The state of the stage: who stands where, in what pose.
    Frame,
    /// What is painted: paths and paints in order.
    List,
    /// The pixels.
    Picture,
}

impl Stage {
    /// Every stage, the earliest first.
    pub const ALL: [Stage; 4] = [Stage::Timeline, Stage::Frame, Stage::List, Stage::Picture];

    /// Its word in traces and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Timeline => "timeline",
            Stage::Frame => "frame",
            Stage::List => "list",
            Stage::Picture => "picture",
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Timeline => "timeline",
            Stage::Frame => "frame state",
            Stage::List => "display list",
            Stage::Picture => "picture",
        }
    }
}

/// A stage of a trace: a hash of all of it, and lines of it for people, each a name and a value.
#[derive(Clone, Debug)]
pub(super) struct Section {
    stage: Stage,
    hash: u64,
    lines: Vec<(String, String)>,
}

impl Section {
    /// Its lines as a text holds them.
    fn written(&self) -> Vec<(&str, Cow<'_, str>)> {
        match self.stage {
            Stage::Timeline => timeline::written(&self.lines),
            _ => self.lines.iter().map(|(name, value)| (&**name, Cow::Borrowed(&**value))).collect(),
        }
    }
}

/// One that was read is the one that was written, though a text holds some lines in brief.
impl PartialEq for Section {
    fn eq(&self, other: &Self) -> bool {
        (self.stage, self.hash) == (other.stage, other.hash) && self.written() == other.written()
    }
}

impl Eq for Section {}

/// What a picture was made from. A sheet has neither timeline nor frame state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    sections: Vec<Section>,
}

/// Where a picture began to differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The earliest stage that differs.
    pub stage: Stage,
    /// What of it differs first: `characters.mia.pose.torso#0`, `A does walk: starts`.
    pub name: String,
    /// Its value in the golden still; `None` when it was not there, or is not known.
    pub expected: Option<String>,
    /// Its value now; `None` when it is gone, or is not known.
    pub actual: Option<String>,
    /// Where it stands, when the name does not say: `record 3`; `fill #f7b733, items.5.37`.
    pub place: Option<String>,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.stage.name(), self.name)?;
        match (&self.expected, &self.actual) {
            (Some(expected), Some(actual)) => write!(f, " {expected} → {actual}"),
            (Some(expected), None) => write!(f, " {expected} → none"),
            (None, Some(actual)) => write!(f, " none → {actual}"),
            (None, None) => Ok(()),
        }?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

impl Cause {
    /// `{stage, path, expected, actual, place}`.
    pub fn to_json(&self) -> Value {
        let Cause { stage, name, expected, actual, place } = self;
        json!({"stage": stage.word(), "path": name, "expected": expected, "actual": actual, "place": place})
    }
}

impl Trace {
    /// The trace of a frame: its timeline up to the frame's time, its state, what was painted, and the picture.
    pub fn of_frame(timeline: &[Record], frame: &FrameState, list: &DisplayList, picture: &Pixels) -> Self {
        let mut sections = vec![timeline::section(timeline, frame.t), frame::section(frame)];
        sections.extend([prints::section(list, Some(frame)), pixels(picture)]);
        Self { sections }
    }

    /// The trace of a sheet.
    pub fn of_sheet(list: &DisplayList, picture: &Pixels) -> Self {
        Self { sections: vec![prints::section(list, None), pixels(picture)] }
    }

    fn section(&self, stage: Stage) -> Option<&Section> {
        self.sections.iter().find(|section| section.stage == stage)
    }

    /// Whether it is the trace of this very picture.
    pub fn shows(&self, picture: &Pixels) -> bool {
        self.section(Stage::Picture).is_some_and(|section| section.hash == picture.hash())
    }

    /// The earliest stage that differs from that of `self`, and what of it differs first; `None` when none does.
    pub fn first_apart(&self, actual: &Trace) -> Option<Cause> {
        Stage::ALL.into_iter().find_map(|stage| self.apart(actual, stage))
    }

    /// Of every stage that differs what differs first, the earliest stage first: a scene that got another name differs and
    /// paints nothing otherwise, so the later stages are asked too. `golden` and `drawn` are the pictures; of two sizes they
    /// tell nothing stage by stage, and there are no causes.
    pub fn causes(&self, actual: &Trace, (golden, drawn): (&Pixels, &Pixels)) -> Vec<Cause> {
        if (golden.width, golden.height) != (drawn.width, drawn.height) {
            return Vec::new();
        }
        let cause = |stage| match stage {
            Stage::Picture => first_pixel(golden, drawn),
            _ => self.apart(actual, stage),
        };
        Stage::ALL.into_iter().filter_map(cause).collect()
    }

    fn apart(&self, actual: &Trace, stage: Stage) -> Option<Cause> {
        match (self.section(stage), actual.section(stage)) {
            (Some(expected), Some(actual)) if expected.hash == actual.hash => None,
            (None, None) => None,
            (Some(expected), Some(actual)) => Some(match stage {
                Stage::Timeline => records::apart(expected, actual),
                Stage::List => prints::apart(expected, actual),
                _ => apart::apart(expected, actual),
            }),
            (expected, _) => {
                let was = |there: bool| Some(if there { "there" } else { "not there" }.to_owned());
                let (expected, actual) = (was(expected.is_some()), was(expected.is_none()));
                Some(Cause { stage, name: "the whole stage".to_owned(), expected, actual, place: None })
            }
        }
    }
}

/// The first pixel that differs, in reading order: all before it is the same. The pictures are of one size.
fn first_pixel(golden: &Pixels, drawn: &Pixels) -> Option<Cause> {
    let hex = |pixel: Option<[u8; 4]>| pixel.map(|[r, g, b, _]| format!("#{r:02x}{g:02x}{b:02x}"));
    let mut all = (0..golden.height).flat_map(|y| (0..golden.width).map(move |x| (x, y)));
    let (x, y) = all.find(|(x, y)| golden.pixel(*x, *y) != drawn.pixel(*x, *y))?;
    Some(Cause {
        stage: Stage::Picture,
        name: format!("pixel {x},{y}"),
        expected: hex(golden.pixel(x, y)),
        actual: hex(drawn.pixel(x, y)),
        place: None,
    })
}

fn pixels(picture: &Pixels) -> Section {
    let size = format!("{}x{}", picture.width, picture.height);
    Section { stage: Stage::Picture, hash: picture.hash(), lines: vec![("size".to_owned(), size)] }
}
