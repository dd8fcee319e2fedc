//! `follow` (§8.3): channels that lag another one like a damped spring, on a grid of 240 ticks a second from the motion's
//! start. Only + − × / in the text's order, so that every engine gets the same bits.
use crate::engine::channels::rest_of;
use crate::engine::ids::{InstanceId, MotionId, Slot};
use crate::engine::pose::source_value;
use crate::engine::queue::What;
use crate::engine::state::State;
use crate::expression::Value;
use std::f64::consts::TAU;

/// Ticks a second (§8.3, FOLLOW_RATE).
pub const RATE: f64 = 240.0;

/// The fastest spring, turns a second (§8.3).
const HZ_MAX: f64 = 60.0;

/// A running follow motion.
#[derive(Clone, Debug)]
pub struct Follow {
    /// The channels that follow.
    pub slots: Box<[Slot]>,
    /// Live: share of the lag that is shown.
    pub gain: Value,
    /// Its spring.
    pub follower: MotionId,
}

/// The spring of a follow motion.
#[derive(Clone, Debug)]
pub struct Follower {
    /// Whose it is.
    pub instance: InstanceId,
    /// The channel it follows.
    pub source: Slot,
    /// Runtime seconds of tick 0.
    pub start: f64,
    /// w², rad²/s²; 0 for a spring that never ticks.
    pub w2: f64,
    /// 1 + h·2·damping·w.
    pub den: f64,
    /// The spring's value at the last tick.
    pub y: f64,
    /// Its speed, a second.
    pub v: f64,
    /// The source at the last tick; `None` before the first.
    pub u: Option<f64>,
}

/// Seconds from tick to tick.
fn h() -> f64 {
    1.0 / RATE
}

impl Follower {
    /// A spring that has not ticked. `hz` is held to 0..60, `damping` below 0 is 0; what is no number counts as 0.
    pub fn new(instance: InstanceId, source: Slot, start: f64, hz: f64, damping: f64) -> Self {
        let hz = if hz > 0.0 { hz.min(HZ_MAX) } else { 0.0 };
        let damping = if damping > 0.0 { damping } else { 0.0 };
        let w = TAU * hz;
        Self { instance, source, start, w2: w * w, den: 1.0 + h() * (2.0 * damping * w), y: 0.0, v: 0.0, u: None }
    }

    /// Runtime seconds of tick `k`.
    pub fn time(&self, k: f64) -> f64 {
        self.start + k / RATE
    }

    /// Ticks with the source at `u`.
    pub fn advance(&mut self, u: f64) {
        // A speed that is not finite has made the value so too.
        if self.u.is_none() || !self.y.is_finite() {
            (self.y, self.v) = (u, 0.0);
        } else {
            self.v = (self.v + h() * (self.w2 * (u - self.y))) / self.den;
            self.y += h() * self.v;
        }
        self.u = Some(u);
    }

    /// What a channel gets: rest + gain·(y − u) of the last tick, rest before the first (ruling 33).
    pub fn output(&self, slot: Slot, gain: f64) -> f64 {
        match self.u {
            Some(u) => rest_of(slot) + gain * (self.y - u),
            None => rest_of(slot),
        }
    }
}

/// The `k`th tick of a follower; schedules the next. A fault of the source's values is kept for the step to report.
pub fn tick(state: &mut State, id: MotionId, k: f64) {
    let Some(source) = state.followers.get(id).map(|follower| (follower.instance, follower.source)) else { return };
    state.blocks += 1;
    match source_value(state, source.0, source.1) {
        Ok(u) => {
            if let Some(follower) = state.followers.get_mut(id) {
                follower.advance(u);
                let next = follower.time(k + 1.0);
                state.queue.push(next, What::Tick { motion: id, k: k + 1.0 });
            }
        }
        Err(fault) => {
            state.followers.remove(id);
            state.fault.get_or_insert(fault);
        }
    }
}
