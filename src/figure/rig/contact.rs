//! Feet and floor: what a stiff leg cannot do and a foot does by itself (figures.md §8: feet stand flat on the ground line).
//!
//! Enters: a posed skeleton and its soles. Leaves: the skeleton with feet set down. Moves no body.
use super::bone::Bone;
use super::posed::Posed;
use super::reach::Chain;
use crate::maths::{atan2, rotate_about};
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

/// In profile, a knee bent by the first number of degrees more than the straightest one still carries its share of the body; by
/// the second its foot swings.
const SWINGS: (f64, f64) = (4.0, 16.0);
/// A foot whose knee is bent by the second number more clears the ground by a share of what it could, by the first by none.
const CLEARS: (f64, f64) = (16.0, 40.0);
/// It clears the ground by this share of how high it would be if it were flat.
const CLEARANCE: f64 = 0.3;
/// A body tilted this many degrees stands; by the second number it lies.
const TILT: (f64, f64) = (15.0, 40.0);
/// How often the search for a foot's turn halves its step: to a millionth of it.
const HALVINGS: usize = 20;

/// Points of the sole this near the lowest lie on the ground at rest, units.
const FLAT: f64 = 2.0;

/// Sets the feet down: `soles` are the lower edge of each foot at rest, from left to right. Feet that are not `standing` (they
/// reach for something) stay where they are. In `profile` no foot that swings hangs lower than those that carry.
pub fn set_down(
    bones: &[Bone],
    posed: &mut Posed,
    soles: &[(usize, Vec<Point>)],
    standing: &dyn Fn(&usize) -> bool,
    profile: bool,
) {
    for (foot, _) in soles.iter().filter(|(foot, _)| standing(foot)) {
        if bones.get(*foot).is_some_and(|bone| bone.level > 0.0) {
            stretch(bones, posed, *foot);
        }
    }
    posed.forward(bones);
    if profile {
        clear(bones, posed, soles, standing);
    }
    let lowest = |posed: &Posed, sole: &(usize, Vec<Point>)| lowest(bones, posed, sole, 0.0);
    let ground = soles.iter().map(|sole| lowest(posed, sole)).fold(f64::INFINITY, f64::min);
    let rolls: Vec<(usize, f64)> = soles
        .iter()
        .filter(|(foot, _)| standing(foot) && bones.get(*foot).is_some_and(|bone| bone.flat > 0.0))
        .map(|sole| (sole.0, roll(bones, posed, sole, lowest(posed, sole) - ground)))
        .collect();
    for (foot, degrees) in rolls {
        posed.rolls[foot] += degrees;
    }
    posed.forward(bones);
    if let Some(upright) = posed.upright(bones) {
        let ground = |posed: &Posed| soles.iter().map(|sole| lowest(posed, sole)).fold(f64::INFINITY, f64::min);
        let sunk = ground(posed) - ground(&upright);
        posed.sunk = if sunk.is_finite() { sunk } else { 0.0 };
    }
}

/// How high the lowest point of a sole is in a figure that stands tilted, with its foot turned `degrees` further.
fn lowest(bones: &[Bone], posed: &Posed, (foot, sole): &(usize, Vec<Point>), degrees: f64) -> f64 {
    let (Some(frame), Some(bone)) = (posed.frames.get(*foot), bones.get(*foot)) else { return f64::INFINITY };
    let turned = rotate_about(posed.tilt, Point::ZERO) * *frame * rotate_about(degrees, bone.pivot);
    sole.iter().map(|point| (turned * *point).y).fold(f64::INFINITY, f64::min)
}

/// Turns every foot that swings lower than the feet that carry until it clears the ground: a short leg's knee lifts the ankle
/// less than the toe comes down.
fn clear(bones: &[Bone], posed: &mut Posed, soles: &[(usize, Vec<Point>)], standing: &dyn Fn(&usize) -> bool) {
    let upright = falling(posed.tilt, TILT);
    let feet: Vec<_> = soles.iter().filter(|(foot, _)| standing(foot)).collect();
    let knee = |foot: usize| Chain::above(bones, foot).map_or(0.0, |chain| posed.angles[chain.lower].abs());
    let straightest = feet.iter().map(|(foot, _)| knee(*foot)).fold(f64::INFINITY, f64::min);
    let swings = |foot: usize, from: (f64, f64)| 1.0 - falling(knee(foot) - straightest, from);
    let flat = |foot: usize| -(posed.turns[foot] + posed.tilt);
    let heights: Vec<(f64, f64)> = feet
        .iter()
        .map(|sole| {
            let now = lowest(bones, posed, sole, 0.0);
            (now, lowest(bones, posed, sole, flat(sole.0)).max(now))
        })
        .collect();
    // A foot that swings can be turned flat: that far it does not count as low.
    let counts =
        |(&(foot, _), (now, level)): (&&(usize, Vec<Point>), &(f64, f64))| now + (level - now) * swings(*foot, SWINGS);
    let ground = feet.iter().zip(&heights).map(counts).fold(f64::INFINITY, f64::min);
    let turned = |sole: &&(usize, Vec<Point>), &(now, level): &(f64, f64)| {
        let wanted = ground + CLEARANCE * (level - ground) * swings(sole.0, CLEARS);
        let (mut low, mut high) = (0.0, if now < wanted { flat(sole.0) } else { 0.0 });
        for _ in 0..HALVINGS {
            let middle = (low + high) / 2.0;
            if lowest(bones, posed, sole, middle) < wanted { low = middle } else { high = middle }
        }
        (sole.0, high * upright)
    };
    let turns: Vec<(usize, f64)> = feet.iter().zip(&heights).map(|(sole, heights)| turned(sole, heights)).collect();
    for (foot, degrees) in turns {
        posed.rolls[foot] += degrees;
    }
    posed.forward(bones);
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
