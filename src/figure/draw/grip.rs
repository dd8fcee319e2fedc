//! Which drawing of the hand shows: a hand has no channel of its own, it follows what the arm does.
//!
//! Enters: the posed skeleton and the reaches. Leaves: a hand pose by bone.
use super::figure::Acting;
use super::holding::GRIP;
use crate::figure::body::Body;
use crate::figure::rig::Posed;
use crate::figure::template::Grip;
use crate::frame::{Pose, ReachTarget};
use crate::maths::atan2;
use crate::vocabulary::{LimbEnd, Role, Side};

/// From this weight on a reach decides the hand's pose.
const REACHING: f64 = 0.5;

/// The hand pose of every bone that is a hand; `None` the one at rest.
pub(super) fn grips(body: &Body, posed: &Posed, acting: &Acting) -> Vec<Option<String>> {
    let held = acting.grip.map(str::to_owned);
    let of = |bone: usize| {
        held.clone().or_else(|| holds(body, acting, bone)).or_else(|| grip(body, posed, acting.pose, bone))
    };
    (0..body.bones.len()).map(of).collect()
}

/// The hand pose of a hand that holds something.
fn holds(body: &Body, acting: &Acting, bone: usize) -> Option<String> {
    let side = body.bones.get(bone).filter(|bone| bone.is(&Role::Hand))?.key.as_ref()?.side?;
    let [left, right] = acting.holding;
    let holding = if side == Side::Left { left } else { right };
    holding.then(|| GRIP.to_owned())
}

fn grip(body: &Body, posed: &Posed, pose: &Pose, bone: usize) -> Option<String> {
    let hand = body.bones.get(bone).filter(|bone| bone.is(&Role::Hand))?;
    let side = hand.key.as_ref().and_then(|key| key.side);
    let reach = side.and_then(|side| reach_word(pose, side));
    let (elbow, wrist) = (posed.joint(&body.bones, hand.parent?), posed.joint(&body.bones, bone));
    let outward = if body.profile { 1.0 } else { side.map_or(1.0, Side::sign) };
    let forearm = atan2(outward * (wrist.x - elbow.x), elbow.y - wrist.y).to_degrees();
    let fits = |grip: &&Grip| {
        let reached = grip.reach.as_ref().is_none_or(|wanted| Some(wanted.as_str()) == reach);
        let within =
            |[least, most]: [f64; 2]| [forearm, forearm + 360.0].iter().any(|way| (least..=most).contains(way));
        reached && grip.forearm.is_none_or(within)
    };
    body.grips.iter().find(fits).map(|grip| grip.pose.clone())
}

fn reach_word(pose: &Pose, side: Side) -> Option<&'static str> {
    let end = LimbEnd { is_foot: false, side };
    let (_, reach) = pose.reach.iter().find(|(limb, reach)| *limb == end && reach.weight >= REACHING)?;
    Some(match reach.target {
        ReachTarget::Point { .. } => "point",
        ReachTarget::Spot { spot, .. } => spot.word(),
    })
}
