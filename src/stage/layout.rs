//! Where things lie on a frame: its size enters, the maps from a place's units and from stage fractions to pixels leave.
//! Draws nothing.
use super::place::{Anchor, GROUND, Place};
use crate::frame::CharacterState;
use crate::maths::rotate_about;
use kurbo::{Affine, Point};

/// The height of the stage the language's pixels are meant for (§0).
const REFERENCE: f64 = 1080.0;

/// A frame's measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Pixels.
    pub width: f64,
    /// Pixels.
    pub height: f64,
}

impl Layout {
    /// The layout of a frame of this size, pixels.
    pub fn new(width: u32, height: u32) -> Self {
        Self { width: f64::from(width), height: f64::from(height) }
    }

    /// One "1080p pixel" in pixels of this frame (§0: min(W, H) / 1080).
    pub fn unit(&self) -> f64 {
        self.width.min(self.height) / REFERENCE
    }

    /// From a place's units to pixels. The place covers the frame: its middle stays in the middle, its feet line on the
    /// frame's. A piece held at a side keeps its distance from that side of the frame when the frame is narrower.
    pub fn place(&self, place: &Place, anchor: Anchor) -> Affine {
        let scale = (self.width / place.width).max(self.height / place.height);
        let beyond = place.width * scale - self.width;
        let left = match anchor {
            Anchor::Place => beyond / 2.0,
            Anchor::Left => 0.0,
            Anchor::Right => beyond,
        };
        let top = (place.height * scale - self.height) * GROUND;
        Affine::new([scale, 0.0, 0.0, scale, -left, -top])
    }

    /// From a figure's own units (y up, origin at its feet centre, `body` units tall) to pixels, in the order of
    /// figures.md §1: stretch and turn about the feet, move by the pose, mirror and squash by the facing, place on stage.
    /// A value that is not finite counts as rest.
    pub fn figure(&self, character: &CharacterState, body: f64) -> Affine {
        let pose = &character.pose;
        let finite = |value: f64, rest: f64| if value.is_finite() { value } else { rest };
        let size = finite(character.h, 0.0) * self.height / body;
        let feet = Point::new(finite(character.x, 0.0) * self.width, finite(character.y, 0.0) * self.height);
        let unit = self.unit();
        let (dx, dy) = (finite(pose.dx, 0.0) * unit, finite(pose.dy, 0.0) * unit);
        let stretch = Affine::new([finite(pose.sx, 1.0) * size, 0.0, 0.0, finite(pose.sy, 1.0) * size, 0.0, 0.0]);
        let turn = rotate_about(finite(pose.rot, 0.0), Point::ZERO);
        // y up until here; dy is downward.
        let moved = Affine::translate((dx, -dy));
        let facing = finite(character.facing, 1.0);
        Affine::new([facing, 0.0, 0.0, -1.0, feet.x, feet.y]) * moved * turn * stretch
    }

    /// The pixel on the ground under a character: where its shadow lies, whatever it does above it.
    pub fn ground(&self, character: &CharacterState) -> Point {
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        let pose = &character.pose;
        let aside = finite(pose.dx) * self.unit() * finite(character.facing);
        Point::new(finite(character.x) * self.width + aside, finite(character.y) * self.height)
    }
}
