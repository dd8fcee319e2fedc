//! A motion block runs: start-or-keep, and the values that are fixed then.
use super::chain::Chain;
use super::follow::{Follow, Follower};
use super::gait::{Gait, Leg, legs};
use super::running::{Kind, Motion, clock_start};
use super::wave::{Wave, w_of_every, w_of_hz};
use crate::engine::channels::rest_of;
use crate::engine::error::Fault;
use crate::engine::ids::{InstanceId, Slot, ThreadId};
use crate::engine::queue::What;
use crate::engine::read::read_local;
use crate::engine::state::State;
use crate::expression::Value;
use crate::program::tree::{Op, Speed, Sync};

/// The block of a motion at its start: whose, where, and its clock.
struct Start<'a> {
    state: &'a mut State,
    instance: InstanceId,
    /// Runtime seconds at which its clock is 0.
    clock: f64,
    slots: &'a [Slot],
}

impl Start<'_> {
    /// A value that is fixed now; `local` is the motion's clock (ruling 22).
    fn fixed(&mut self, value: &Value) -> Result<f64, Fault> {
        let local = self.state.now - self.clock;
        read_local(self.state, self.instance, value, local)
    }

    fn speed(&mut self, speed: &Speed) -> Result<f64, Fault> {
        Ok(match speed {
            Speed::W(w) => self.fixed(w)?,
            Speed::Hz(hz) => w_of_hz(self.fixed(hz)?),
            Speed::Every(every) => w_of_every(self.fixed(every)?),
        })
    }

    fn slot(&self) -> Slot {
        self.slots.first().copied().unwrap_or_default()
    }
}

/// Starts the motion of a block, or keeps the one it has running in this scope.
///
/// # Errors
/// When a value fixed at the start names something unknown.
pub fn start(state: &mut State, thread: ThreadId, op: &Op, slots: &[Slot]) -> Result<(), Fault> {
    let Some(its) = state.threads.get(thread) else { return Ok(()) };
    let (scope, id, pc) = (its.scope, its.instance, its.pc.saturating_sub(1));
    let now = state.now;
    let Some(instance) = state.instances.get(id) else { return Ok(()) };
    if instance.motions.iter().any(|motion| motion.block == pc && motion.scope == scope) {
        return Ok(());
    }
    let clock = clock_start(sync_of(op), now, instance.start);
    let kind = kind(&mut Start { state, instance: id, clock, slots }, op)?;
    let Some(kind) = kind else { return Ok(()) };
    let hears = hears(op);
    if let Some(instance) = state.instances.get_mut(id) {
        instance.motions.push(Motion { scope, block: pc, clock, hears, kind });
    }
    Ok(())
}

fn sync_of(op: &Op) -> Sync {
    match op {
        Op::Wave { sync, .. } | Op::Hop { sync, .. } | Op::Gait { sync, .. } | Op::Chain { sync, .. } => *sync,
        _ => Sync::Local,
    }
}

fn kind(start: &mut Start, op: &Op) -> Result<Option<Kind>, Fault> {
    let slot = start.slot();
    Ok(Some(match op {
        Op::Wave { shape, amp, speed, phase, offset, pow, decay, clip, .. } => Kind::Wave(Box::new(Wave {
            slot,
            shape: *shape,
            amp: amp.clone(),
            offset: offset.clone().unwrap_or(Value::Number(rest_of(slot))),
            w: start.speed(speed)?,
            phase: start.fixed(phase)?,
            pow: start.fixed(pow)?,
            decay: start.fixed(decay)?,
            clip: *clip,
        })),
        Op::Hop { amp, hz, .. } => Kind::Hop { amp: amp.clone(), hz: start.fixed(hz)? },
        Op::Gait { every, stride, bend, give, arm_swing, bob_amp, bob_base, roll, .. } => Kind::Gait(Box::new(Gait {
            every: start.fixed(every)?,
            stride: stride.clone(),
            bend: bend.clone(),
            give: give.clone(),
            arm_swing: arm_swing.clone(),
            bob_amp: bob_amp.clone(),
            bob_base: bob_base.clone(),
            roll: roll.clone(),
            legs: legs_of(start),
        })),
        Op::Drive { value, .. } => Kind::Drive { slot, value: value.clone() },
        Op::Chain { shape, amp, speed, phase, decay, lag, falloff, .. } => Kind::Chain(Box::new(Chain {
            slots: start.slots.into(),
            shape: *shape,
            amp: amp.clone(),
            w: start.speed(speed)?,
            phase: start.fixed(phase)?,
            decay: start.fixed(decay)?,
            lag: start.fixed(lag)?,
            falloff: start.fixed(falloff)?,
        })),
        Op::Follow { gain, hz, damping, .. } => {
            let (hz, damping) = (start.fixed(hz)?, start.fixed(damping)?);
            Kind::Follow(Box::new(follow(start, gain, hz, damping)))
        }
        _ => return Ok(None),
    }))
}

fn legs_of(start: &mut Start) -> Box<[Leg]> {
    let instance = start.state.instances.get(start.instance);
    let character = instance.and_then(|instance| start.state.characters.get(instance.character?));
    let count = character.map_or(2, |character| character.legs);
    legs(count, &mut start.state.channels)
}

fn follow(start: &mut Start, gain: &Value, hz: f64, damping: f64) -> Follow {
    let (source, slots) = start.slots.split_last().map_or((0, &[][..]), |(last, rest)| (*last, rest));
    let follower = Follower::new(start.instance, source, start.state.now, hz, damping);
    // A spring of 0 Hz has no pull: it never ticks and adds nothing.
    let ticks = follower.w2 > 0.0;
    let (first, id) = (follower.time(0.0), start.state.followers.insert(follower));
    if ticks {
        start.state.queue.push(first, What::Tick { motion: id, k: 0.0 });
    }
    Follow { slots: slots.into(), gain: gain.clone(), follower: id }
}

/// True when a live value of the block reads `loud` or `talking`.
fn hears(op: &Op) -> bool {
    let any = |values: &[&Value]| {
        values.iter().any(|value| matches!(value, Value::Formula(formula) if formula.uses_inputs()))
    };
    match op {
        Op::Wave { amp, offset, .. } => any(&[amp]) || offset.as_ref().is_some_and(|offset| any(&[offset])),
        Op::Hop { amp, .. } | Op::Chain { amp, .. } => any(&[amp]),
        Op::Gait { stride, bend, give, arm_swing, bob_amp, bob_base, roll, .. } => {
            any(&[stride, bend, give, arm_swing, bob_amp, bob_base, roll])
        }
        Op::Drive { value, .. } => any(&[value]),
        _ => false,
    }
}
