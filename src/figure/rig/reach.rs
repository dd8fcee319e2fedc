//! Hands and feet that reach (figures.md §4): inverse kinematics over the forward pose, by weight.
//!
//! Enters: a posed skeleton and where each limb wants to be. Leaves: the skeleton with the limbs' angles changed. Works out no
//! target.
use super::bone::Bone;
use super::ik::{Bend, shortest, two_bones};
use super::posed::Posed;
use crate::maths::{atan2, hypot};
use kurbo::Point;

/// The two bones above a hand or foot, and the bone of the hand or foot itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Upper arm or thigh.
    pub upper: usize,
    /// Forearm or shin.
    pub lower: usize,
    /// Hand or foot.
    pub end: usize,
}

impl Chain {
    /// The limb that ends in bone `end`: the two nearest bones above it that are parts.
    pub fn above(bones: &[Bone], end: usize) -> Option<Chain> {
        let part_above = |from: usize| {
            let mut at = bones.get(from)?.parent;
            while let Some(bone) = at {
                if bones.get(bone)?.key.is_some() {
                    return Some(bone);
                }
                at = bones.get(bone)?.parent;
            }
            None
        };
        let lower = part_above(end)?;
        Some(Chain { upper: part_above(lower)?, lower, end })
    }
}

/// Which way the middle joint of a limb bends: in profile as its limits say, head on outward on its side.
pub fn bend_of(bones: &[Bone], chain: Chain, profile: bool) -> Bend {
    let lower = bones.get(chain.lower);
    let side = lower.and_then(|bone| bone.key.as_ref()?.side).map_or(1.0, |side| side.sign());
    let limits = lower.and_then(|bone| bone.limits);
    match limits {
        Some(limits) if profile => Bend::Turn(if limits.max >= -limits.min { 1.0 } else { -1.0 }),
        _ if profile => Bend::Turn(1.0),
        _ => Bend::Toward(side),
    }
}

/// Brings the limb's end to `target` by `weight` (0 the pose as it is, 1 there), along the shorter arc, within its limits. A
/// limb whose limits keep it from the target when it bends as `bend` says bends the other way if that comes nearer.
pub fn reach(bones: &[Bone], posed: &mut Posed, chain: Chain, target: Point, weight: f64, bend: Bend) {
    let Some((upper_bone, lower_bone, end_bone)) = bones_of(bones, chain) else { return };
    let rest_upper = lower_bone.pivot - upper_bone.pivot;
    let rest_lower = end_bone.pivot - lower_bone.pivot;
    let (drawn_upper, drawn_lower) =
        (posed.drawn(bones, chain.upper, chain.lower), posed.drawn(bones, chain.lower, chain.end));
    let root = posed.joint(bones, chain.upper);
    let lengths = (hypot(drawn_upper.x, drawn_upper.y), hypot(drawn_lower.x, drawn_lower.y));
    let direction = |way: kurbo::Vec2| atan2(way.y, way.x).to_degrees();
    let above = upper_bone.parent.map_or(0.0, |parent| posed.turns.get(parent).copied().unwrap_or(0.0));
    // The angles of both bones from rest. Level nodes do not follow their ancestors; limbs that reach have no level of their
    // own.
    let solved = |bend: Bend| {
        let (upper, lower) = two_bones(root, lengths.0, lengths.1, target, bend);
        let (upper_turn, lower_turn) = (upper - direction(rest_upper), lower - direction(rest_lower));
        [upper_turn - above - upper_bone.rest, lower_turn - upper_turn - lower_bone.rest]
    };
    let turned = |[upper, lower]: [f64; 2], weight: f64, posed: &mut Posed| {
        for (bone, angle) in [(chain.upper, upper), (chain.lower, lower)] {
            if let (Some(own), Some(bone)) = (posed.angles.get_mut(bone), bones.get(bone)) {
                *own = bone.within(*own + weight * shortest(angle - *own));
            }
        }
        posed.forward(bones);
    };
    let missed = |angles: [f64; 2]| {
        let mut there = posed.clone();
        turned(angles, 1.0, &mut there);
        (there.joint(bones, chain.end) - target).hypot()
    };
    let (as_said, other) = (solved(bend), solved(bend.other()));
    let (miss, other_miss) = (missed(as_said), missed(other));
    let nearer = other_miss < miss - NEARER * (lengths.0 + lengths.1);
    turned(if nearer { other } else { as_said }, weight, posed);
}

/// How much nearer the other bend must come to be taken, share of the limb's length: a target that both miss does not flip it.
const NEARER: f64 = 0.02;

fn bones_of(bones: &[Bone], chain: Chain) -> Option<(&Bone, &Bone, &Bone)> {
    Some((bones.get(chain.upper)?, bones.get(chain.lower)?, bones.get(chain.end)?))
}
