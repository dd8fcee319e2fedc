//! [`FrameState`]: everything one frame shows, complete, immutable and `Send` (§7.8, and what drawing needs beside it).
//!
//! Enters: nothing. Leaves: plain data that `engine` fills and `figure` and `stage` read. Knows nothing of where it came
//! from.
mod held;
pub mod json;
mod screen;
pub mod voice;

pub use held::{Carried, Dropped, Held, LetGo};
pub use screen::{Camera, Card, CardWords, Fade, Screen, Transition};

use crate::vocabulary::{LimbEnd, PartKey, Role, Side, Spot, View};
use std::sync::Arc;

/// Where a limb reaches for (§8.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReachTarget {
    /// A point in character-local 1080p pixels: origin at the feet, x to the front or right as drawn, y up.
    Point {
        /// To the front or right.
        x: f64,
        /// Up.
        y: f64,
    },
    /// A named spot, moved by fractions of the drawn height (`dx` toward the front or outward, `dy` up).
    Spot {
        /// The spot.
        spot: Spot,
        /// Toward the front in profile, outward seen head on.
        dx: f64,
        /// Up.
        dy: f64,
    },
}

/// A limb's reach: the target and the blend weight 0..1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Where to.
    pub target: ReachTarget,
    /// 0 the forward pose, 1 at the target.
    pub weight: f64,
}

/// A character's pose (§2): rest ⊕ base channels ⊕ motions. Values may be NaN or infinite; the drawing takes those as rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Pose {
    /// 1080p pixels to the right (mirrored with the facing).
    pub dx: f64,
    /// 1080p pixels downward.
    pub dy: f64,
    /// Width factor.
    pub sx: f64,
    /// Height factor.
    pub sy: f64,
    /// Degrees counter-clockwise.
    pub rot: f64,
    /// Jaw 0..1.
    pub mouth: f64,
    /// Lids 0..1.
    pub blink: f64,
    /// The latest mood written, if any.
    pub mood: Option<Arc<str>>,
    /// Angles in degrees by part, sorted by key, each key once.
    pub parts: Vec<(PartKey, f64)>,
    /// Lifts in 1080p pixels by part, sorted by key, each key once.
    pub lift: Vec<(PartKey, f64)>,
    /// Reaching limbs, sorted, each once.
    pub reach: Vec<(LimbEnd, Reach)>,
    /// The view asked for; `None` is the template's own.
    pub view: Option<View>,
}

impl Default for Pose {
    /// The pose at rest.
    fn default() -> Self {
        Self {
            dx: 0.0,
            dy: 0.0,
            sx: 1.0,
            sy: 1.0,
            rot: 0.0,
            mouth: 0.0,
            blink: 0.0,
            mood: None,
            parts: Vec::new(),
            lift: Vec::new(),
            reach: Vec::new(),
            view: None,
        }
    }
}

fn look_up(list: &[(PartKey, f64)], role: &Role, side: Option<Side>, index: Option<u32>) -> f64 {
    let found = list.binary_search_by(|(key, _)| (&key.role, key.side, key.index).cmp(&(role, side, index)));
    found.map_or(0.0, |i| if list[i].1.is_finite() { list[i].1 } else { 0.0 })
}

impl Pose {
    /// The angle written on exactly this key, degrees; 0 when missing or not finite.
    pub fn angle(&self, role: &Role, side: Option<Side>, index: Option<u32>) -> f64 {
        look_up(&self.parts, role, side, index)
    }

    /// The lift written on exactly this key, 1080p pixels; 0 when missing or not finite.
    pub fn lift(&self, role: &Role, side: Option<Side>, index: Option<u32>) -> f64 {
        look_up(&self.lift, role, side, index)
    }
}

/// A line being spoken.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What is said.
    pub text: Arc<str>,
    /// Runtime seconds at which it starts.
    pub start: f64,
    /// Runtime seconds at which it is due to end.
    pub end: f64,
    /// The lips and the loudness of the voice that speaks it; without one they are read off the text.
    pub track: Option<Arc<voice::Heard>>,
}

/// The caption on screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// Its text.
    pub text: Arc<str>,
    /// Who speaks it, when it is a line.
    pub speaker: Option<Arc<str>>,
    /// Runtime seconds at which it appeared.
    pub start: f64,
    /// Runtime seconds at which it is due to end; infinite when that is not known.
    pub end: f64,
}

/// One character in one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct CharacterState {
    /// The cast id.
    pub id: Arc<str>,
    /// Fraction of the stage width at the character's root, 0 left.
    pub x: f64,
    /// Feet line as a fraction of the stage height, 0 top.
    pub y: f64,
    /// Height as a fraction of the stage height.
    pub h: f64,
    /// +1 right, −1 left; between them while turning.
    pub facing: f64,
    /// Drawn at all.
    pub visible: bool,
    /// The pose.
    pub pose: Pose,
    /// 1 while a line of the character is spoken.
    pub talking: f64,
    /// The voice level 0..1 heard now, when something gives one.
    pub loud: f64,
    /// The mood shown before the present one.
    pub mood_before: Option<Arc<str>>,
    /// Runtime seconds at which the present mood replaced it (−∞ when it was never another).
    pub mood_since: f64,
    /// The line being spoken (the latest started).
    pub line: Option<Line>,
    /// Of a prop: who holds or held it.
    pub carried: Option<Carried>,
}

/// Everything one frame shows (§7.8).
#[derive(Clone, Debug, PartialEq)]
pub struct FrameState {
    /// Runtime seconds.
    pub t: f64,
    /// The running scene's name; `None` before the first and after the last.
    pub scene: Option<Arc<str>>,
    /// The place's name.
    pub place: Option<Arc<str>>,
    /// The place entry's background, or the place's name.
    pub background: Option<Arc<str>>,
    /// The grade's word; `normal` when none was given.
    pub grade: Arc<str>,
    /// The caption on screen.
    pub caption: Option<Caption>,
    /// Every character once, in drawing order: the first is behind.
    pub characters: Vec<CharacterState>,
    /// What lies between the stage and the eye.
    pub screen: Screen,
}
