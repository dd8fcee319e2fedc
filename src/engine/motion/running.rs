//! A running motion, and what it contributes to a pose at a moment.
use super::chain::Chain;
use super::follow::Follow;
use super::gait::Gait;
use super::hop;
use super::wave::Wave;
use crate::engine::channels::core;
use crate::engine::ids::{MotionId, ScopeId, Slot};
use crate::expression::{Scope, UnknownName, Value};
use crate::program::tree::Sync;

/// A running motion.
#[derive(Clone, Debug)]
pub struct Motion {
    /// The scope it lives in.
    pub scope: ScopeId,
    /// The block that started it, by its place in the code (start-or-keep).
    pub block: u32,
    /// Runtime seconds at which its own clock is 0.
    pub clock: f64,
    /// A live value of it reads `loud` or `talking`.
    pub hears: bool,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of motions, with their fixed values (numbers) and their live ones (values).
#[derive(Clone, Debug)]
pub enum Kind {
    /// §3.
    Wave(Box<Wave>),
    /// §3.
    Hop {
        /// Pixels.
        amp: Value,
        /// Hops a second.
        hz: f64,
    },
    /// §3.
    Gait(Box<Gait>),
    /// §3.
    Drive {
        /// The channel.
        slot: Slot,
        /// Its value.
        value: Value,
    },
    /// §8.2.
    Chain(Box<Chain>),
    /// §8.3.
    Follow(Box<Follow>),
}

impl Motion {
    /// Seconds on its own clock at `now`.
    pub fn local(&self, now: f64) -> f64 {
        now - self.clock
    }

    /// The follower's state, when it is one.
    pub fn follower(&self) -> Option<MotionId> {
        if let Kind::Follow(follow) = &self.kind { Some(follow.follower) } else { None }
    }

    /// True when a follower of a slot must read it.
    pub fn may_write(&self, slot: Slot) -> bool {
        match &self.kind {
            Kind::Wave(wave) => wave.slot == slot,
            Kind::Drive { slot: its, .. } => *its == slot,
            Kind::Hop { .. } => matches!(slot, core::DY | core::SX | core::SY),
            Kind::Gait(gait) => gait.writes(slot),
            Kind::Chain(chain) => chain.slots.contains(&slot),
            // A follower never follows a follower (§8.3).
            Kind::Follow(_) => false,
        }
    }

    /// Its contributions at the moment of `scope` (whose `local` is its own clock), each to its channel.
    ///
    /// # Errors
    /// When a live value names something unknown.
    pub fn contribute(&self, scope: &mut Scope, add: &mut impl FnMut(Slot, f64)) -> Result<(), UnknownName> {
        let t = scope.local;
        match &self.kind {
            Kind::Wave(wave) => add(wave.slot, wave.at(scope)?),
            Kind::Drive { slot, value } => add(*slot, value.eval(scope)?),
            Kind::Hop { amp, hz } => {
                let amp = amp.eval(scope)?;
                let hop = hop::at(t * hz, amp);
                add(core::DY, hop.dy);
                add(core::SX, hop.sx);
                add(core::SY, hop.sy);
            }
            Kind::Gait(gait) => gait.contribute(scope, add)?,
            Kind::Chain(chain) => chain.contribute(scope, add)?,
            // Followers are read after everything else, from their state.
            Kind::Follow(_) => {}
        }
        Ok(())
    }
}

/// The time 0 of a motion's clock (§3, `sync`).
pub fn clock_start(sync: Sync, now: f64, instance_start: f64) -> f64 {
    if sync == Sync::Start { instance_start } else { now }
}
