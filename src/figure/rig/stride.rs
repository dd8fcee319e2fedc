//! Strides seen head on: legs swing toward the viewer and away, and are drawn shorter, nearer or farther instead of turned.
//!
//! Enters: a posed skeleton with every swing in the plane of the picture, and the pose. Leaves: the same with the strides
//! leaning. Knows the channels' words for a walk only: the language has one swing for a stride and for legs put apart (§3, §4).
use super::bone::Bone;
use super::posed::Posed;
use super::reach::Chain;
use crate::frame::Pose;
use crate::maths::{atan2, cos, hypot, rotate_about, sin};
use crate::vocabulary::{Role, Side};
use kurbo::{Affine, Point};

/// A knee bent by the first number of degrees is straight, by the second it strides (tuned by eye, as all below).
const KNEE: (f64, f64) = (10.0, 34.0);
/// Degrees a leg is turned, on the same two terms, for its arm to say something.
const SWING: (f64, f64) = (6.0, 13.0);
/// Share of its leg's angle that an arm swings against it, on the same two terms; beyond the second pair it does no longer.
const ARM: [(f64, f64); 2] = [(0.2, 0.45), (1.6, 2.4)];
/// Degrees both legs of a pair are turned inward, on the same two terms: nobody stands so.
const CROSSED: (f64, f64) = (0.0, 8.0);
/// An arm that is turned or bent by the first number of degrees swings, by the second it does something else.
const BUSY: (f64, f64) = (45.0, 80.0);
/// A bone leans this many degrees at most.
const FARTHEST: f64 = 100.0;
/// The viewer looks down a little: what leans toward him is drawn longer, and lower, by this share of its way nearer.
const DOWN: f64 = 0.13;
/// Share by which a hand or foot grows for each unit nearer, and the most it does.
const NEARER: (f64, f64) = (0.0006, 0.1);
/// Share by which a foot is drawn higher that points straight down or up: its upper side or its sole shows.
const TIPPED: f64 = 0.3;

/// Lets the limbs lean that stride, as far as the pose says that they do; `near` is 1 when the body faces the viewer, −1 when
/// it turns its back.
pub fn stride(bones: &[Bone], posed: &mut Posed, pose: &Pose, near: f64) {
    let leans = |chain: &Chain| bones.get(chain.upper).is_some_and(|bone| bone.foreshorten < 1.0);
    let limbs: Vec<Chain> = (0..bones.len()).filter_map(|end| ends(bones, end)).filter(leans).collect();
    let angle = |bone: usize| bones.get(bone).map(|bone| bone.reads.angle(pose)).filter(|angle| angle.is_finite());
    let turned = |bone: usize| angle(bone).unwrap_or(0.0);
    let legs: Vec<Chain> = limbs.iter().copied().filter(|limb| bones[limb.upper].is(&Role::Leg)).collect();
    let strides = strides(bones, &legs, &turned);
    if strides <= 0.0 {
        return;
    }
    for limb in limbs {
        let (upper, lower) = (turned(limb.upper), turned(limb.lower));
        let busy = if bones[limb.upper].is(&Role::Leg) { 0.0 } else { over(upper.abs().max(lower.abs()), BUSY) };
        let share = strides * (1.0 - busy);
        if share > 0.0 {
            let bent = upper + lower;
            let pitch = [upper, bent, bent + turned(limb.end)].map(|degrees| degrees * share);
            lean(bones, posed, limb, pitch, share, near);
        }
    }
    posed.forward(bones);
}

/// The limb that ends in a hand or foot.
fn ends(bones: &[Bone], end: usize) -> Option<Chain> {
    bones.get(end).filter(|bone| bone.is(&Role::Foot) || bone.is(&Role::Hand)).and_then(|_| Chain::above(bones, end))
}

/// How much the pose looks like a walk, 0..1: a knee is bent (of four legs, two are), an arm swings against its leg, or both
/// legs of a pair cross. Legs that are put apart or raised to the side do none of this.
fn strides(bones: &[Bone], legs: &[Chain], turned: &dyn Fn(usize) -> f64) -> f64 {
    let mut knees: Vec<f64> = legs.iter().map(|leg| turned(leg.lower).abs()).collect();
    knees.sort_by(|a, b| b.total_cmp(a));
    let knee = knees.get(legs.len().div_ceil(2).max(1) - 1).map_or(0.0, |bent| over(*bent, KNEE));
    let side = |bone: usize| bones.get(bone).and_then(|bone| bone.key.as_ref()?.side);
    let arm = |leg: &Chain| {
        let is_arm = |bone: &Bone| bone.is(&Role::Arm) || bone.is(&Role::Wing);
        let of_side = |i: &usize| bones.get(*i).is_some_and(is_arm) && side(*i) == side(leg.upper);
        let (swing, angle) = (turned((0..bones.len()).find(of_side)?), turned(leg.upper));
        let against = -swing / if angle == 0.0 { 1.0 } else { angle };
        Some(over(angle.abs(), SWING) * over(against, ARM[0]) * (1.0 - over(against, ARM[1])))
    };
    let inward = |leg: &Chain| -side(leg.upper).map_or(0.0, Side::sign) * turned(leg.upper);
    let crossed = legs.chunks(2).filter(|pair| pair.len() == 2);
    let crossed = crossed.map(|pair| over(pair.iter().map(inward).fold(f64::INFINITY, f64::min), CROSSED));
    legs.iter().filter_map(arm).chain(crossed).fold(knee, f64::max)
}

/// Leans a limb: `pitch` is how far each bone is turned toward the viewer, degrees, and `share` of the turn in the plane goes.
fn lean(bones: &[Bone], posed: &mut Posed, limb: Chain, pitch: [f64; 3], share: f64, near: f64) {
    let joints = [limb.upper, limb.lower, limb.end];
    let radians = pitch.map(|degrees| degrees.clamp(-FARTHEST, FARTHEST).to_radians());
    let ways = [0, 1].map(|k| bones[joints[k + 1]].pivot - bones[joints[k]].pivot);
    let lengths = ways.map(|way| hypot(way.x, way.y));
    let ahead = [0, 1].map(|k| near * sin(radians[k]));
    let mut factors = [0, 1].map(|k| (cos(radians[k]) + DOWN * ahead[k]).max(bones[joints[k]].foreshorten));
    if bones[limb.upper].bends.contains(&limb.lower) {
        // Both bones are one piece of art.
        let whole = (lengths[0] + lengths[1]).max(f64::MIN_POSITIVE);
        factors = [(factors[0] * lengths[0] + factors[1] * lengths[1]) / whole; 2];
    }
    for k in [0, 1] {
        let (pivot, turn) = (bones[joints[k]].pivot, atan2(ways[k].y, ways[k].x).to_degrees());
        let shorter = rotate_about(turn, pivot) * about(pivot, factors[k], 1.0) * rotate_about(-turn, pivot);
        posed.leans[joints[k]] = Some(shorter);
    }
    let nearer = ahead[0] * lengths[0] + ahead[1] * lengths[1];
    let size = 1.0 + (NEARER.0 * nearer).clamp(-NEARER.1, NEARER.1);
    let tipped = if bones[limb.end].is(&Role::Foot) { TIPPED * sin(radians[2]).abs() } else { 0.0 };
    posed.leans[limb.end] = Some(about(bones[limb.end].pivot, size, size * (1.0 + tipped)));
    // A wing may hang on a forearm: that swings with it.
    let bears = bones[limb.upper].parent.filter(|&bone| bones[bone].is(&Role::Forearm));
    for bone in joints.into_iter().chain(bears) {
        posed.angles[bone] = bones[bone].within(posed.angles[bone] * (1.0 - share));
    }
}

/// A scale along x and y about `pivot`.
fn about(pivot: Point, x: f64, y: f64) -> Affine {
    Affine::translate(pivot.to_vec2()) * Affine::scale_non_uniform(x, y) * Affine::translate(-pivot.to_vec2())
}

/// 0 up to the first bound, 1 from the second on.
fn over(value: f64, (from, to): (f64, f64)) -> f64 {
    let u = ((value - from) / (to - from)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}
