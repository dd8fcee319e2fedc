//! [`Lens`]: what of the stage fills the frame. A camera, the heads it keeps in and a frame's measures enter; the maps from a frame of
//! the whole stage to the one shown leave, one a depth: what is far moves and grows less than what is near.
use super::layout::Layout;
use super::place::{Depth, GROUND};
use crate::frame::Camera;
use crate::maths::pow;
use kurbo::{Affine, Point, Rect, Vec2};

/// How a depth answers the camera: its view's size is the camera's to this power. 1 is where the characters stand. Tuned by eye on the
/// shipped places, so that no edge between two depths opens.
fn answer(depth: Depth) -> f64 {
    match depth {
        Depth::Far => 0.8,
        Depth::Mid => 0.92,
        Depth::Near => 1.0,
        Depth::Front => 1.25,
    }
}

/// Room kept beside a head that the camera follows, above it and below it, shares of the frame. Tuned by eye on a dog in profile,
/// whose head is far from its root.
const BESIDE: f64 = 0.2;
const ABOVE: f64 = 0.06;
const BELOW: f64 = 0.2;

/// The part of the stage that the frame shows, shares of the stage's width and height; it lies in the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lens {
    left: f64,
    top: f64,
    size: f64,
}

impl Lens {
    /// What a camera shows. `heads` gives what the head of a character covers in a frame of the whole stage, pixels.
    pub fn new(camera: &Camera, layout: &Layout, heads: impl Fn(&str) -> Option<Rect>) -> Self {
        let finite = |value: f64, or: f64| if value.is_finite() { value } else { or };
        let size = (1.0 / finite(camera.zoom, 1.0).max(1.0)).max(1e-3);
        let (mut left, mut top) = (finite(camera.x, 0.5) - size / 2.0, finite(camera.y, 0.5) - size / 2.0);
        for (who, share) in &camera.follows {
            let Some(head) = heads(who).filter(|head| head.is_finite()) else { continue };
            let (x0, x1) = (head.x0 / layout.width, head.x1 / layout.width);
            let (y0, y1) = (head.y0 / layout.height, head.y1 / layout.height);
            left += share * (keep_in(left, size, (x0, x1), (BESIDE, BESIDE)) - left);
            top += share * (keep_in(top, size, (y0, y1), (ABOVE, BELOW)) - top);
        }
        // What shaking may show is kept back, so that it never shows what lies beyond the place.
        let pixels = layout.unit() * size;
        let back = finite(camera.reach, 0.0).max(0.0) * pixels;
        let (back_x, back_y) = ((back / layout.width).min(0.4), (back / layout.height).min(0.4));
        let size = size.min(1.0 - 2.0 * back_x.max(back_y));
        let held = |at: f64, back: f64| at.clamp(back, (1.0 - size - back).max(back));
        let (dx, dy) = camera.shake;
        left = held(left, back_x) - finite(dx, 0.0) * pixels / layout.width;
        top = held(top, back_y) - finite(dy, 0.0) * pixels / layout.height;
        Self { left: left.clamp(0.0, 1.0 - size), top: top.clamp(0.0, 1.0 - size), size }
    }

    /// How much larger what stands among the characters is drawn.
    pub fn zoom(&self) -> f64 {
        1.0 / self.size
    }

    /// From a frame of the whole stage to the one shown, pixels.
    pub fn of(&self, depth: Depth, layout: &Layout) -> Affine {
        let Lens { left, top, size } = *self;
        let own = if depth == Depth::Near { size } else { pow(size, answer(depth)) };
        // Of the way it could go to the side a depth goes the same share; up and down it stays on the ground line.
        let aside = if size < 1.0 { left / (1.0 - size) } else { 0.0 };
        let ground = (GROUND - top) / size;
        let (left, top) = if own == size {
            (left, top)
        } else {
            (aside * (1.0 - own), (GROUND - ground * own).clamp(0.0, 1.0 - own))
        };
        let corner = Vec2::new(left * layout.width, top * layout.height);
        Affine::scale(1.0 / own) * Affine::translate(-corner)
    }

    /// Where a point of a frame of the whole stage, among the characters, lies in the one shown, pixels.
    pub fn point(&self, at: Point, layout: &Layout) -> Point {
        self.of(Depth::Near, layout) * at
    }
}

/// The nearest to `at` where a view of this size holds `inside` with room at both sides; where there is not so much, its middle.
fn keep_in(at: f64, size: f64, inside: (f64, f64), room: (f64, f64)) -> f64 {
    let (low, high) = (inside.1 - size * (1.0 - room.1), inside.0 - size * room.0);
    if low > high { (low + high) / 2.0 } else { at.clamp(low, high) }
}
