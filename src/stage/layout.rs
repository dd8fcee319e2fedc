//! Where things lie on a frame: its size enters, the maps from a place's units and from stage fractions to pixels leave.
//! Draws nothing.
use super::place::{Anchor, GROUND, Place};
use kurbo::Affine;

/// The height of the stage the language's pixels are meant for (§0).
const REFERENCE: f64 = 1080.0;

/// How far a piece held at a side moves out of a narrower frame, share of what the frame cuts off: it frames the picture and
/// leaves room in it. Tuned by eye on the park at 1:1 and 9:16.
const GIVES_WAY: f64 = 0.06;

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
    /// frame's. An anchored piece stays at its edge or corner.
    pub fn place(&self, place: &Place, anchor: Anchor) -> Affine {
        let cover = (self.width / place.width).max(self.height / place.height);
        let seen = self.width / (place.width * cover);
        let scale = match anchor {
            Anchor::LowerLeft | Anchor::LowerRight => cover * seen.sqrt(),
            _ => cover,
        };
        let (beyond, above) = (place.width * scale - self.width, place.height * scale - self.height);
        let (left, top) = match anchor {
            Anchor::Place => (beyond / 2.0, above * GROUND),
            Anchor::Left => (beyond * GIVES_WAY, 0.0),
            Anchor::Right => (beyond * (1.0 - GIVES_WAY), 0.0),
            Anchor::LowerLeft => (0.0, above),
            Anchor::LowerRight => (beyond, above),
        };
        Affine::new([scale, 0.0, 0.0, scale, -left, -top])
    }
}
