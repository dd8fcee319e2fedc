//! Placements as data (§7.2): where each character stands; values glide like base channels. The blocks that move them are in
//! `placing`.
use crate::engine::glide::Glide;
use crate::program::tree::Edge;

/// The feet line of a character that nobody placed, as a fraction of the stage height (§7.2).
const GROUND: f64 = 0.92;
/// The height of a character that nobody placed, as a fraction of the stage height (§7.2).
const HEIGHT: f64 = 0.5;
/// How far beyond the stage's edge a character off stage stands, as a fraction of the stage (§7.2).
const MARGIN: f64 = 0.02;

/// Where a character stands.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Fraction of the stage width.
    pub x: Glide,
    /// Fraction of the stage height.
    pub y: Glide,
    /// Fraction of the stage height.
    pub h: Glide,
    /// 1 or −1, or between while turning.
    pub facing: Glide,
    /// On stage.
    pub visible: bool,
    /// Drawn before what has less of it.
    pub z: f64,
    /// The x it stood at when it left by a side.
    pub kept_x: Option<f64>,
    /// The y it stood at when it left by top or bottom.
    pub kept_y: Option<f64>,
}

impl Placement {
    /// The default placement of the `i`th of `n` characters.
    pub fn spread(i: usize, n: usize, visible: bool) -> Self {
        let still = |value| Glide::still(value, 0);
        let x = still((i + 1) as f64 / (n + 1) as f64);
        let (y, h, facing) = (still(GROUND), still(HEIGHT), still(1.0));
        Self { x, y, h, facing, visible, z: 0.0, kept_x: None, kept_y: None }
    }
}

impl Placement {
    /// Sets the given ones of x, y, h and facing, on stage.
    pub fn set(&mut self, [x, y, h, facing]: [Option<f64>; 4]) {
        let values = [(&mut self.x, x), (&mut self.y, y), (&mut self.h, h), (&mut self.facing, facing)];
        for (place, given) in values {
            if let Some(value) = given {
                *place = Glide::still(value, 0);
            }
        }
        self.visible = true;
    }
}

/// The values of a placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axis {
    X,
    Y,
}

/// A glide under way.
#[derive(Clone, Copy, Debug)]
pub struct Underway {
    /// The cast entry.
    pub cast: usize,
    /// The block's op.
    pub word: &'static str,
    /// Which write.
    pub stamp: u64,
    /// Runtime seconds.
    pub start: f64,
    /// Seconds.
    pub over: f64,
    /// Its record.
    pub record: Option<usize>,
    /// Of an exit: the axis it leaves along, when it hides the character as it lands.
    pub leaves: Option<Axis>,
}

/// An edge's word.
pub(super) fn word(edge: Edge) -> &'static str {
    match edge {
        Edge::Left => "left",
        Edge::Right => "right",
        Edge::Top => "top",
        Edge::Bottom => "bottom",
    }
}

/// The value that changes when a character comes or goes at an edge.
pub(super) fn axis(edge: Edge) -> Axis {
    if matches!(edge, Edge::Left | Edge::Right) { Axis::X } else { Axis::Y }
}

/// The place off stage beyond an edge, for a character of height `h`: far enough for one as wide as it is tall (§7.2).
pub(super) fn off_stage(edge: Edge, h: f64, aspect: f64) -> f64 {
    match edge {
        Edge::Left => -(MARGIN + h / aspect),
        Edge::Right => 1.0 + MARGIN + h / aspect,
        Edge::Top => -MARGIN,
        Edge::Bottom => 1.0 + h + MARGIN,
    }
}
