//! Where a figure stands, and the way from its own frame to pixels (figures.md §1).
//!
//! Enters: a character's placement and the stage's size. Leaves: an affine map. Draws nothing.
use super::figure::Figure;
use crate::frame::{CharacterState, Pose};
use crate::maths::sin_cos;
use kurbo::{Affine, Point, Vec2};

/// A figure that turns through its narrowest is still drawn this wide (share of its width, tuned by eye on the turns of the
/// example), so that it is never a hair line.
const NARROWEST: f64 = 0.12;
/// Lines of the pose are written for a stage of this many pixels (the language's "Units").
const POSE_LINES: f64 = 1080.0;

/// Where a figure stands, in pixels of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The root on the feet line.
    pub feet: Point,
    /// Pixels to a template unit: h · H / height.
    pub unit: f64,
    /// Pixels to a 1080p pixel: min(W, H) / 1080.
    pub pose_unit: f64,
    /// 1 right, −1 left, between them while turning.
    pub facing: f64,
    /// The stage's height: the ink's width follows it (style.md §2).
    pub stage_height: f64,
}

impl Place {
    /// The place of a character on a stage of `width` × `height` pixels.
    pub fn new(character: &CharacterState, figure: &Figure, width: f64, height: f64) -> Place {
        Place {
            feet: Point::new(character.x * width, character.y * height),
            unit: character.h * height / figure.height,
            pose_unit: width.min(height) / POSE_LINES,
            facing: character.facing,
            stage_height: height,
        }
    }

    /// Template units to a 1080p pixel.
    pub fn pixel(&self) -> f64 {
        if self.unit > 0.0 { self.pose_unit / self.unit } else { 0.0 }
    }

    /// The facing's sign and how wide it is drawn, −1..1.
    pub fn width(&self) -> f64 {
        or(if self.facing < 0.0 { self.facing.min(-NARROWEST) } else { self.facing.max(NARROWEST) }, 1.0)
    }

    /// From template units to pixels: `sx sy` about the feet, `rot`, `dx dy`, the facing, the place; `rise` units higher.
    pub fn to_px(&self, pose: &Pose, rise: f64) -> Affine {
        let turned = upright(pose);
        let to_pixels = Affine::new([self.unit, 0.0, 0.0, -self.unit, 0.0, 0.0]);
        let moved = Vec2::new(or(pose.dx, 0.0), or(pose.dy, 0.0)) * self.pose_unit - Vec2::new(0.0, rise * self.unit);
        let facing = Affine::scale_non_uniform(self.width(), 1.0);
        Affine::translate(self.feet.to_vec2()) * facing * Affine::translate(moved) * to_pixels * turned
    }
}

/// `sx sy` about the feet, then `rot`, units.
pub(super) fn upright(pose: &Pose) -> Affine {
    let (s, c) = sin_cos(or(pose.rot, 0.0).to_radians());
    Affine::new([c, s, -s, c, 0.0, 0.0]) * Affine::scale_non_uniform(or(pose.sx, 1.0), or(pose.sy, 1.0))
}

/// A channel that is not finite counts as rest.
pub(super) fn or(value: f64, rest: f64) -> f64 {
    if value.is_finite() { value } else { rest }
}
