//! `gait` (§3, supplement §3): a walk cycle of any number of legs.
use crate::engine::channels::{Channels, core};
use crate::engine::ids::Slot;
use crate::expression::{Scope, UnknownName, Value};
use crate::maths::{floored_mod, sin};
use crate::vocabulary::{Channel, PartKey, Role, Side};
use std::f64::consts::{PI, TAU};

/// A running gait.
#[derive(Clone, Debug)]
pub struct Gait {
    /// Seconds a cycle.
    pub every: f64,
    /// Live: degrees.
    pub stride: Value,
    /// Live: degrees the knee bends in the swing.
    pub bend: Value,
    /// Live: degrees the knee gives in the stance.
    pub give: Value,
    /// Live: share of the thigh's angle that the arms swing against it.
    pub arm_swing: Value,
    /// Live: pixels.
    pub bob_amp: Value,
    /// Live: pixels.
    pub bob_base: Value,
    /// Live: degrees.
    pub roll: Value,
    /// The legs in their order.
    pub legs: Box<[Leg]>,
}

/// One leg's channels and its share of the cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Its thigh.
    pub thigh: Slot,
    /// Its shin.
    pub shin: Slot,
    /// The arm that swings against it, on two legs.
    pub arm: Option<Slot>,
    /// 0 or ½.
    pub offset: f64,
}

/// Legs beyond this many walk no more: memory stays bounded whatever a program says.
const LEGS_MAX: u32 = 4096;

/// The legs of a character (supplement §3: two have sides; others are numbered back to front, left then right).
pub fn legs(count: u32, channels: &mut Channels) -> Box<[Leg]> {
    if count == 2 {
        let leg = |side, offset, channels: &mut Channels| {
            let mut slot = |role| channels.slot(&Channel::Part(PartKey { role, side: Some(side), index: None }));
            Leg { thigh: slot(Role::Leg), shin: slot(Role::Shin), arm: Some(slot(Role::Arm)), offset }
        };
        return Box::new([leg(Side::Left, 0.0, channels), leg(Side::Right, 0.5, channels)]);
    }
    let leg = |i: u32| {
        let mut slot = |role| channels.slot(&Channel::Part(PartKey { role, side: None, index: Some(i) }));
        let odd = (i / 2 + i) % 2 == 1;
        Leg { thigh: slot(Role::Leg), shin: slot(Role::Shin), arm: None, offset: if odd { 0.5 } else { 0.0 } }
    };
    (0..count.min(LEGS_MAX)).map(leg).collect()
}

/// The live values at one moment.
struct Live {
    stride: f64,
    bend: f64,
    give: f64,
}

/// A leg's thigh and shin, degrees, at phase `p` of its cycle: half of it stance, half swing.
fn walk_leg(p: f64, live: &Live) -> (f64, f64) {
    let stride = live.stride;
    if p < 0.5 {
        let s = 2.0 * p;
        return (stride - 2.0 * stride * s, live.give * sin(s * PI));
    }
    let s = 2.0 * p - 1.0;
    (-stride + 2.0 * stride * s, live.bend * sin(s * PI))
}

impl Gait {
    /// True when it writes a slot.
    pub fn writes(&self, slot: Slot) -> bool {
        matches!(slot, core::DY | core::ROT)
            || self.legs.iter().any(|leg| leg.thigh == slot || leg.shin == slot || leg.arm == Some(slot))
    }

    /// Its contributions at the moment of `scope`.
    pub fn contribute(&self, scope: &mut Scope, add: &mut impl FnMut(Slot, f64)) -> Result<(), UnknownName> {
        let ph = floored_mod(scope.local, self.every) / self.every;
        let live =
            Live { stride: self.stride.eval(scope)?, bend: self.bend.eval(scope)?, give: self.give.eval(scope)? };
        let arm_swing = self.arm_swing.eval(scope)?;
        let (amp, base) = (self.bob_amp.eval(scope)?, self.bob_base.eval(scope)?);
        let roll = self.roll.eval(scope)?;
        for leg in &self.legs {
            let p = ph + leg.offset;
            let (thigh, shin) = walk_leg(p - p.floor(), &live);
            add(leg.thigh, thigh);
            add(leg.shin, shin);
            if let Some(arm) = leg.arm {
                add(arm, -thigh * arm_swing);
            }
        }
        let turn = sin(TAU * ph);
        add(core::DY, base - amp * turn.abs());
        add(core::ROT, turn * roll);
        Ok(())
    }
}
