//! [`Screen`]: what lies between the stage and the eye: the camera, a grade on its way, one picture taking another's place, a
//! fade, a card. Plain data; at rest all of it is nothing.
use super::FrameState;
use crate::vocabulary::{self, CardStyle, Credit};
use std::sync::Arc;

/// What lies between the stage and the eye; the default is nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Screen {
    /// `None` sees the whole stage.
    pub camera: Option<Camera>,
    /// While a grade glides: the words of the grades that are mixed and the share of each, 0..1, 1 in all. Else empty.
    pub looks: Vec<(Arc<str>, f64)>,
    /// One picture taking another's place.
    pub transition: Option<Transition>,
    /// A colour over the picture.
    pub fade: Option<Fade>,
    /// A card of words.
    pub card: Option<Card>,
}

/// What of the stage the frame shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    /// The middle of what is shown, fraction of the stage width.
    pub x: f64,
    /// The same, fraction of the stage height.
    pub y: f64,
    /// How much larger than the whole stage, 1 or more: it shows 1/zoom of the stage's width and height.
    pub zoom: f64,
    /// The characters whose heads are kept in, and how much, 0..1.
    pub follows: Vec<(Arc<str>, f64)>,
    /// How far the picture is moved by shaking, 1080p pixels to the right and down.
    pub shake: (f64, f64),
    /// How far it may be moved at most now, 1080p pixels: so much of the place is kept back at every side.
    pub reach: f64,
}

impl Default for Camera {
    /// The whole stage.
    fn default() -> Self {
        Self { x: 0.5, y: 0.5, zoom: 1.0, follows: Vec::new(), shake: (0.0, 0.0), reach: 0.0 }
    }
}

/// One picture taking another's place.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// How.
    pub kind: vocabulary::Transition,
    /// Share of its time that has passed, 0..1.
    pub progress: f64,
    /// The old picture: the last moment before it, without its caption, fade and card.
    pub from: Arc<FrameState>,
}

/// A colour over the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// sRGB.
    pub color: [u8; 3],
    /// 0 nothing, 1 the colour alone.
    pub amount: f64,
}

/// A card of words.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// What it says.
    pub words: CardWords,
    /// How it looks.
    pub style: CardStyle,
    /// Runtime seconds at which it appeared.
    pub start: f64,
    /// Runtime seconds at which it is due to end.
    pub end: f64,
}

/// What a card says.
#[derive(Clone, Debug, PartialEq)]
pub enum CardWords {
    /// A title.
    Title {
        /// The title.
        text: Arc<str>,
        /// A smaller line under it.
        sub: Option<Arc<str>>,
    },
    /// Credits that roll.
    Credits {
        /// The lines from the top.
        lines: Arc<[Credit]>,
    },
}

impl CardWords {
    /// Every text on it.
    pub fn texts(&self) -> Vec<&Arc<str>> {
        match self {
            CardWords::Title { text, sub } => [text].into_iter().chain(sub).collect(),
            CardWords::Credits { lines } => lines.iter().flat_map(|line| line.role.iter().chain(&line.names)).collect(),
        }
    }
}
