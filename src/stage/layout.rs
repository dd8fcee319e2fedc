//! Where things lie on a frame: its size enters, the maps from a place's units and from stage fractions to pixels leave.
//! Draws nothing.
use super::place::{Anchor, GROUND, Place};
use kurbo::Affine;

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
}
