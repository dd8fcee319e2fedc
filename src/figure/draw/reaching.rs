//! Where the reaching limbs of a pose go (the language's §8.1): points and spots become targets, and the limbs are solved.
//!
//! Enters: a body, a pose and its skeleton. Leaves: the skeleton changed, and which bones reach. Solves no triangle itself.
use crate::figure::body::Body;
use crate::figure::rig::{Bone, Chain, Posed, bend_of, reach};
use crate::frame::{Pose, Reach, ReachTarget};
use crate::vocabulary::{LimbEnd, PartKey, Role, Side, Spot, View};
use kurbo::{Point, Vec2};

/// From this weight on a limb is drawn where a reaching limb is: in front of the body seen from the front.
const BEGUN: f64 = 0.02;

/// Solves every reach of the pose. `pixel` is units to a 1080p pixel, `height` the body's units. The roots of the limbs that
/// reach are returned, each with whether it is drawn before the body: always, but from behind not for the chest and the mouth.
pub(super) fn reaching(body: &Body, posed: &mut Posed, pose: &Pose, pixel: f64, height: f64) -> Vec<(usize, bool)> {
    let mut roots = Vec::new();
    for (limb, wanted) in &pose.reach {
        let weight = weight(wanted);
        let Some(end) = end_bone(body, *limb).filter(|_| weight > 0.0) else { continue };
        let target = target(body, posed, *limb, wanted, pixel, height);
        let (Some(chain), Some(target)) = (Chain::above(&body.bones, end), target) else { continue };
        // A limb that reaches leaves off striding.
        [chain.upper, chain.lower, chain.end].iter().for_each(|&bone| posed.set_upright(bone, weight));
        posed.forward(&body.bones);
        reach(&body.bones, posed, chain, target, weight, bend_of(&body.bones, chain, body.profile));
        if weight > BEGUN {
            let hidden = matches!(wanted.target, ReachTarget::Spot { spot: Spot::Chest | Spot::Mouth, .. });
            roots.push((chain.upper, !(body.view == View::Back && hidden)));
        }
    }
    roots
}

/// How much a hand reaches in a pose, 0..1.
pub(super) fn weight_of(pose: &Pose, hand: &Bone) -> f64 {
    let side = hand.key.as_ref().and_then(|key| key.side);
    let own = pose.reach.iter().find(|(limb, _)| !limb.is_foot && Some(limb.side) == side);
    own.map_or(0.0, |(_, wanted)| weight(wanted))
}

fn weight(wanted: &Reach) -> f64 {
    if wanted.weight.is_finite() { wanted.weight.clamp(0.0, 1.0) } else { 0.0 }
}

/// The bone of a hand or foot: a four-legged body's hands are its front paws (the language's §8.4), as are the foremost two feet
/// of one with more.
fn end_bone(body: &Body, limb: LimbEnd) -> Option<usize> {
    let side = Some(limb.side);
    let exactly = |role: Role, index: Option<u32>| body.find(&PartKey { role, side, index });
    // Legs are numbered from back to front, the left one of a pair first.
    let numbered = |first: u32| {
        let number = first + u32::from(limb.side == Side::Right);
        exactly(Role::Foot, Some(number))
            .or_else(|| body.find(&PartKey { role: Role::Foot, side: None, index: Some(number) }))
    };
    let feet = body.bones.iter().filter(|bone| bone.is(&Role::Foot)).filter_map(|bone| bone.key.as_ref()?.index);
    let foremost = feet.max().filter(|last| *last > 2).map(|last| last.div_ceil(2) * 2 - 2);
    if limb.is_foot {
        return exactly(Role::Foot, None).or_else(|| numbered(0));
    }
    exactly(Role::Hand, None).or_else(|| exactly(Role::Claw, None)).or_else(|| foremost.and_then(numbered))
}

fn target(body: &Body, posed: &Posed, limb: LimbEnd, reach: &Reach, pixel: f64, height: f64) -> Option<Point> {
    let target = match reach.target {
        ReachTarget::Point { x, y } => (Vec2::new(x, y) * pixel).to_point(),
        ReachTarget::Spot { spot, dx, dy } => {
            let at = body.spots.get(&spot)?;
            let word = if limb.is_foot { "foot" } else { "hand" };
            if at.beyond.iter().any(|beyond| beyond == word) {
                return None;
            }
            let outward = if body.profile { 1.0 } else { limb.side.sign() };
            let frame = body.find(&at.part).and_then(|bone| posed.frames.get(bone).copied()).unwrap_or_default();
            let rest = Point::new(at.at.0.x * outward, at.at.0.y);
            frame * rest + Vec2::new(dx * outward, dy) * height
        }
    };
    target.is_finite().then_some(target)
}
