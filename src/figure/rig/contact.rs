//! Feet and floor: what a stiff leg cannot do and a foot does by itself (figures.md §8: feet stand flat on the ground line).
//!
//! Enters: a posed skeleton and its soles. Leaves: the skeleton with feet set down. Moves no body.
use super::bone::Bone;
use super::posed::Posed;
use super::reach::Chain;
use crate::maths::atan2;
use kurbo::Point;

/// Head on, a leg turned outward this many degrees still stands, and its foot is brought down to the ground; by the second
/// number it is lifted (tuned by eye).
const STANDS: (f64, f64) = (25.0, 45.0);
/// The same for a bent knee.
const STRAIGHT_KNEE: (f64, f64) = (8.0, 30.0);
/// In profile, the foot behind rolls onto its toes when its sole is less than this above the other, units; by the second
/// number it swings.
const ROLLS: (f64, f64) = (26.0, 46.0);
/// It is behind when its ankle is this far behind the hip, units.
const BEHIND: (f64, f64) = (10.0, 70.0);

/// Points of the sole this near the lowest lie on the ground at rest, units.
const FLAT: f64 = 2.0;

/// Sets the feet down: `soles` are the lower edge of each foot at rest, from left to right. Feet that are not `standing` (they
/// reach for something) stay where they are.
pub fn set_down(bones: &[Bone], posed: &mut Posed, soles: &[(usize, Vec<Point>)], standing: &dyn Fn(&usize) -> bool) {
    for (foot, _) in soles.iter().filter(|(foot, _)| standing(foot)) {
        if bones.get(*foot).is_some_and(|bone| bone.level > 0.0) {
            stretch(bones, posed, *foot);
        }
    }
    posed.forward(bones);
    let lowest = |posed: &Posed, (foot, sole): &(usize, Vec<Point>)| {
        let frame = posed.frames.get(*foot).copied().unwrap_or_default();
        sole.iter().map(|point| (frame * *point).y).fold(f64::INFINITY, f64::min)
    };
    let ground = soles.iter().map(|sole| lowest(posed, sole)).fold(f64::INFINITY, f64::min);
    let rolls: Vec<(usize, f64)> = soles
        .iter()
        .filter(|(foot, _)| standing(foot) && bones.get(*foot).is_some_and(|bone| bone.flat > 0.0))
        .map(|sole| (sole.0, roll(bones, posed, sole, lowest(posed, sole) - ground)))
        .collect();
    for (foot, degrees) in rolls {
        posed.rolls[foot] = degrees;
    }
    posed.forward(bones);
    if let Some(upright) = posed.upright(bones) {
        let ground = |posed: &Posed| soles.iter().map(|sole| lowest(posed, sole)).fold(f64::INFINITY, f64::min);
        let sunk = ground(posed) - ground(&upright);
        posed.sunk = if sunk.is_finite() { sunk } else { 0.0 };
    }
}

/// Lengthens a leg that stands turned outward, half of it in the shin, so that its foot is on the ground.
fn stretch(bones: &[Bone], posed: &mut Posed, foot: usize) {
    let Some(chain) = Chain::above(bones, foot) else { return };
    let lifted: f64 = [chain.upper, chain.lower, chain.end].iter().map(|&bone| posed.lifts[bone]).sum();
    // What a lean toward the viewer takes from a leg is no gap: the body sinks with it.
    let ankle = posed.upright(bones).map_or_else(|| posed.joint(bones, foot), |upright| upright.joint(bones, foot));
    let gap = ankle.y - lifted - bones[foot].pivot.y;
    let stands = falling(posed.angles[chain.upper], STANDS) * falling(posed.angles[chain.lower], STRAIGHT_KNEE);
    for bone in [chain.lower, chain.end] {
        posed.lifts[bone] -= gap.max(0.0) * stands / 2.0;
    }
}

/// Degrees by which a foot behind the hip rolls forward until its toe touches what is `gap` units below its sole.
fn roll(bones: &[Bone], posed: &Posed, (foot, sole): &(usize, Vec<Point>), gap: f64) -> f64 {
    let Some(chain) = Chain::above(bones, *foot).filter(|_| gap > 0.0) else { return 0.0 };
    let ankle = posed.joint(bones, *foot);
    let behind = 1.0 - falling((posed.joint(bones, chain.upper).x - ankle.x).max(0.0), BEHIND);
    let frame = posed.frames.get(*foot).copied().unwrap_or_default();
    let toe = frame * ball(sole) - ankle;
    let wanted = atan2(gap, toe.x.max(1.0)).to_degrees();
    -wanted * behind * falling(gap, ROLLS)
}

/// Where a foot rolls over: the foremost point of the sole that lies flat at rest.
fn ball(sole: &[Point]) -> Point {
    let lowest = sole.iter().map(|point| point.y).fold(f64::INFINITY, f64::min);
    sole.iter().rev().find(|point| point.y < lowest + FLAT).copied().unwrap_or_default()
}

/// 1 up to the first bound, 0 from the second on.
fn falling(value: f64, (from, to): (f64, f64)) -> f64 {
    let u = ((value.abs() - from) / (to - from)).clamp(0.0, 1.0);
    1.0 - u * u * (3.0 - 2.0 * u)
}
