//! Reach and release (§8.4): where each limb of an instance reaches for, and how much. Weights, points and offsets glide like
//! base channels; of several instances the last to reach or release a limb wins.
use super::error::Fault;
use super::glide::Glide;
use super::ids::{InstanceId, ThreadId};
use super::read::{read, read_or};
use super::state::{Character, State};
use super::thread::{Flow, Underway};
use super::wait::sleep_for;
use crate::frame::{Reach, ReachTarget};
use crate::maths::Ease;
use crate::program::tree::{ReachTo, Value};
use crate::vocabulary::{LimbEnd, Side, Spot};

/// The limbs that can reach, in the order of [`LimbEnd`].
pub const LIMBS: [LimbEnd; 4] = [
    LimbEnd { is_foot: false, side: Side::Left },
    LimbEnd { is_foot: false, side: Side::Right },
    LimbEnd { is_foot: true, side: Side::Left },
    LimbEnd { is_foot: true, side: Side::Right },
];

/// The limbs an instance has reached or released.
pub type Limbs = [Option<Limb>; 4];

/// One limb of one instance.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    /// The blend weight, before it is held to 0..1.
    pub weight: Glide,
    /// The spot; a point without.
    pub spot: Option<Spot>,
    /// The point's x, or the offset outward.
    pub x: Glide,
    /// The point's y, or the offset up.
    pub y: Glide,
    /// Runtime seconds at which it was written.
    pub written: f64,
}

fn index(limb: LimbEnd) -> usize {
    usize::from(limb.is_foot) * 2 + usize::from(limb.side == Side::Right)
}

impl Limb {
    /// What it is at `t`.
    pub fn at(&self, t: f64) -> Reach {
        let (x, y, weight) = (self.x.at(t), self.y.at(t), self.weight.at(t));
        let target = match self.spot {
            Some(spot) => ReachTarget::Spot { spot, dx: x, dy: y },
            None => ReachTarget::Point { x, y },
        };
        // Held to 0..1: a snappy glide overshoots, the weight does not.
        Reach { target, weight: if weight.is_nan() { weight } else { weight.clamp(0.0, 1.0) } }
    }
}

/// A limb as the pose has it: of the instance that reached or released it last; at one time the later instance.
pub fn limb_of(state: &State, character: &Character, limb: usize) -> Option<Reach> {
    let mut latest: Option<&Limb> = None;
    for instance in character.instances.iter().filter_map(|id| state.instances.get(*id)) {
        if let Some(Some(its)) = instance.limbs.get(limb)
            && latest.is_none_or(|latest| its.written >= latest.written)
        {
            latest = Some(its);
        }
    }
    latest.map(|limb| limb.at(state.now))
}

fn now_of(state: &State, id: InstanceId, limb: usize) -> Option<Reach> {
    let character = state.characters.get(state.instances.get(id)?.character?)?;
    limb_of(state, character, limb)
}

/// Where a reach goes, its numbers read.
struct Aim {
    spot: Option<Spot>,
    x: f64,
    y: f64,
}

/// The `reach` block.
pub fn reach(
    state: &mut State,
    id: ThreadId,
    limbs: &[LimbEnd],
    to: &ReachTo,
    over: &Value,
    ease: Ease,
) -> Result<Flow, Fault> {
    let aim = match to {
        ReachTo::Point { x, y } => Aim { spot: None, x: read(state, id, x)?, y: read(state, id, y)? },
        ReachTo::Spot { spot, dx, dy } => {
            let x = read_or(state, id, dx.as_ref(), 0.0)?;
            Aim { spot: Some(*spot), x, y: read_or(state, id, dy.as_ref(), 0.0)? }
        }
    };
    let over = read(state, id, over)?;
    Ok(glide(state, id, limbs, Some(&aim), over, ease))
}

/// The `release` block.
pub fn release(state: &mut State, id: ThreadId, limbs: &[LimbEnd], over: &Value, ease: Ease) -> Result<Flow, Fault> {
    let over = read(state, id, over)?;
    Ok(glide(state, id, limbs, None, over, ease))
}

fn glide(state: &mut State, id: ThreadId, limbs: &[LimbEnd], aim: Option<&Aim>, over: f64, ease: Ease) -> Flow {
    let (stamp, now) = (state.serial(), state.now);
    let Some(instance) = state.threads.get(id).map(|thread| thread.instance) else { return Flow::Yield };
    let mut written = 0;
    for limb in limbs {
        let limb = index(*limb);
        let Some(next) = next_limb(now_of(state, instance, limb), aim, now, over, ease, stamp) else { continue };
        if let Some(place) = state.instances.get_mut(instance).and_then(|i| i.limbs.get_mut(limb)) {
            *place = Some(next);
            written |= 1 << limb;
        }
    }
    if let Some(thread) = state.threads.get_mut(id) {
        thread.underway = Underway::Limbs { limbs: written, stamp };
    }
    sleep_for(state, id, over)
}

/// A limb after a reach (with an aim) or a release (without), from what the pose has; nothing to release gives none.
fn next_limb(was: Option<Reach>, aim: Option<&Aim>, now: f64, over: f64, ease: Ease, stamp: u64) -> Option<Limb> {
    let glide = |from, to| Glide::new(from, to, now, over, ease, stamp);
    let still = |value| Glide::still(value, stamp);
    let weight = was.map_or(0.0, |was| was.weight);
    let (was_spot, was_x, was_y) = match was.map(|was| was.target) {
        Some(ReachTarget::Spot { spot, dx, dy }) => (Some(spot), dx, dy),
        Some(ReachTarget::Point { x, y }) => (None, x, y),
        None => (None, 0.0, 0.0),
    };
    let Some(aim) = aim else {
        was?;
        let (x, y) = (still(was_x), still(was_y));
        return Some(Limb { weight: glide(weight, 0.0), spot: was_spot, x, y, written: now });
    };
    let goes_on = weight > 0.0 && was_spot == aim.spot;
    let (x, y) = if goes_on { (glide(was_x, aim.x), glide(was_y, aim.y)) } else { (still(aim.x), still(aim.y)) };
    Some(Limb { weight: glide(weight, 1.0), spot: aim.spot, x, y, written: now })
}

/// Freezes the limbs that a cut-off block still owns.
pub fn freeze(state: &mut State, id: InstanceId, limbs: u8, stamp: u64) {
    let now = state.now;
    let Some(instance) = state.instances.get_mut(id) else { return };
    for (i, limb) in instance.limbs.iter_mut().enumerate() {
        if let Some(limb) = limb.as_mut().filter(|_| limbs & (1 << i) != 0) {
            limb.weight.freeze(now, stamp);
            limb.x.freeze(now, stamp);
            limb.y.freeze(now, stamp);
        }
    }
}
