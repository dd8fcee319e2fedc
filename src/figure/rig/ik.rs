//! Two bones and a target: the angles that bring the end there, by the law of cosines (figures.md §4).
//!
//! Enters: joints and a target, in one frame. Leaves: directions of the two bones. Knows no pose.
use crate::maths::{acos, atan2, hypot};
use kurbo::Point;

/// A leg or arm is never drawn straighter or more folded than this share of its reach, or its joint would jitter.
const SLACK: f64 = 1e-4;

/// Which way the middle joint goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bend {
    /// The lower bone turns counter-clockwise from the upper one (+1), or clockwise (−1).
    Turn(f64),
    /// The middle joint lies to the right (+1) or to the left (−1).
    Toward(f64),
}

impl Bend {
    /// The other of the two ways.
    pub fn other(self) -> Bend {
        match self {
            Bend::Turn(sign) => Bend::Turn(-sign),
            Bend::Toward(side) => Bend::Toward(-side),
        }
    }
}

/// The directions of the two bones of lengths `upper` and `lower`, degrees counter-clockwise from +x, that bring the end as
/// near to `target` as it gets. Beyond reach: straight toward it.
pub fn two_bones(root: Point, upper: f64, lower: f64, target: Point, bend: Bend) -> (f64, f64) {
    let way = target - root;
    let most = (upper + lower) * (1.0 - SLACK);
    let least = (upper - lower).abs() + (upper + lower) * SLACK;
    let length = hypot(way.x, way.y).max(least.min(most)).min(most);
    let toward = atan2(way.y, way.x).to_degrees();
    let cosine = |adjacent: f64, other: f64, opposite: f64| {
        let product = 2.0 * adjacent * other;
        if product > 0.0 {
            ((adjacent * adjacent + other * other - opposite * opposite) / product).clamp(-1.0, 1.0)
        } else {
            1.0
        }
    };
    let at_root = acos(cosine(upper, length, lower)).to_degrees();
    let at_end = acos(cosine(lower, length, upper)).to_degrees();
    let turn = match bend {
        Bend::Turn(sign) => sign,
        // The joint lies clockwise of the way to the target when the lower bone turns back counter-clockwise.
        Bend::Toward(side) => {
            let x = |turn: f64| crate::maths::cos((toward - turn * at_root).to_radians());
            if side * x(1.0) >= side * x(-1.0) { 1.0 } else { -1.0 }
        }
    };
    (toward - turn * at_root, toward + turn * at_end)
}

/// An angle brought into −180..180 degrees.
pub fn shortest(degrees: f64) -> f64 {
    let turned = crate::maths::floored_mod(degrees + 180.0, 360.0) - 180.0;
    if turned.is_finite() { turned } else { 0.0 }
}
