//! Planted feet (figures.md §5): when a body bends whose legs hang from it, the feet stay where they stood.
//!
//! Enters: a posed skeleton. Leaves: the same with the legs solved, and the bend eased into what the legs can follow.
use super::bone::Bone;
use super::ik::Bend;
use super::posed::Posed;
use super::reach::{Chain, reach};
use crate::maths::{exp, hypot};
use crate::vocabulary::Role;
use kurbo::{Point, Vec2};

/// How often the search for the most a body can bend halves its step: to a millionth of the bend.
const HALVINGS: usize = 20;
/// Up to this share of what the legs can follow the bend is as asked; beyond, it eases into it (tuned by eye).
const FREE: f64 = 0.7;
/// A leg counts as straight at this share of its length.
const STRAIGHT: f64 = 0.998;

/// Keeps the feet of legs that hang from a bending body where the legs' own channels put them.
pub fn plant(bones: &[Bone], posed: &mut Posed) {
    let bending: Vec<usize> = (0..bones.len()).filter(|&bone| carries_legs(bones, bone)).collect();
    if bending.iter().all(|&bone| posed.angles[bone] == 0.0) {
        return;
    }
    let legs = standing(bones, posed, &bending);
    if legs.is_empty() {
        return;
    }
    let asked: Vec<f64> = bending.iter().map(|&bone| posed.angles[bone]).collect();
    let limit = most(bones, posed, &bending, &asked, &legs);
    bend(bones, posed, &bending, &asked, eased(limit));
    for leg in &legs {
        posed.slides[leg.chain.upper] = leg.slid(bones, posed.joint(bones, leg.chain.upper));
    }
    posed.forward(bones);
    for leg in legs {
        reach(bones, posed, leg.chain, leg.foot, 1.0, leg.bend);
    }
}

struct Leg {
    chain: Chain,
    foot: Point,
    bend: Bend,
    length: f64,
    /// From its root to its foot while the body does not bend.
    start: f64,
}

impl Leg {
    /// Units its root comes out of the body at `root`, so that the leg reaches its foot: as few as do, as many as it can.
    fn slid(&self, bones: &[Bone], root: Point) -> f64 {
        let most = bones.get(self.chain.upper).map_or(0.0, |bone| bone.slide);
        let (way, length) = (root - self.foot, self.length * STRAIGHT);
        let below = (length * length - way.x * way.x).max(0.0).sqrt();
        (way.y - below).clamp(0.0, most)
    }
}

/// A spine or hips with a leg somewhere below.
fn carries_legs(bones: &[Bone], bone: usize) -> bool {
    let bends = bones.get(bone).is_some_and(|bone| bone.is(&Role::Torso) || bone.is(&Role::Hips));
    bends && bones.iter().enumerate().any(|(i, leg)| leg.is(&Role::Leg) && is_below(bones, i, bone))
}

fn is_below(bones: &[Bone], mut bone: usize, above: usize) -> bool {
    while let Some(parent) = bones.get(bone).and_then(|bone| bone.parent) {
        if parent == above {
            return true;
        }
        bone = parent;
    }
    false
}

/// The legs below the bending bones, each with the place of its foot while the body does not bend.
fn standing(bones: &[Bone], posed: &Posed, bending: &[usize]) -> Vec<Leg> {
    let mut upright = posed.clone();
    bending.iter().for_each(|&bone| upright.angles[bone] = 0.0);
    upright.forward(bones);
    let hangs =
        |foot: &usize| bones[*foot].is(&Role::Foot) && bending.iter().any(|&above| is_below(bones, *foot, above));
    let leg = |foot: usize| {
        let chain = Chain::above(bones, foot)?;
        let joints = [chain.upper, chain.lower, chain.end].map(|bone| upright.joint(bones, bone));
        let (upper, lower) = (joints[1] - joints[0], joints[2] - joints[1]);
        let turn = if upper.cross(lower) >= 0.0 { 1.0 } else { -1.0 };
        let length = hypot(upper.x, upper.y) + hypot(lower.x, lower.y);
        let way = joints[2] - joints[0];
        Some(Leg { chain, foot: joints[2], bend: Bend::Turn(turn), length, start: hypot(way.x, way.y) })
    };
    (0..bones.len()).filter(hangs).filter_map(leg).collect()
}

/// The greatest share of the asked bend at which every leg still reaches its foot; 1 when all of it does.
fn most(bones: &[Bone], posed: &mut Posed, bending: &[usize], asked: &[f64], legs: &[Leg]) -> f64 {
    let mut reaches = |share: f64| {
        bend(bones, posed, bending, asked, share);
        legs.iter().all(|leg| {
            let root = posed.joint(bones, leg.chain.upper);
            let way = leg.foot - root + Vec2::new(0.0, leg.slid(bones, root));
            // A leg that is straight already does not stop a bend that leaves it so.
            hypot(way.x, way.y) <= (leg.length * STRAIGHT).max(leg.start + leg.length * (1.0 - STRAIGHT))
        })
    };
    let (mut low, mut high) = (0.0, 1.0 / FREE);
    if reaches(high) {
        return high;
    }
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if reaches(middle) { low = middle } else { high = middle }
    }
    low
}

/// The share of the asked bend that is drawn when the legs can follow `limit` of it.
fn eased(limit: f64) -> f64 {
    let free = limit * FREE;
    if free >= 1.0 || limit <= 0.0 {
        limit.min(1.0)
    } else {
        free + (limit - free) * (1.0 - exp(-(1.0 - free) / (limit - free)))
    }
}

fn bend(bones: &[Bone], posed: &mut Posed, bending: &[usize], asked: &[f64], share: f64) {
    for (&bone, angle) in bending.iter().zip(asked) {
        posed.angles[bone] = angle * share;
    }
    posed.forward(bones);
}
