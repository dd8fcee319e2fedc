//! The blocks that move a character or change a variable: what each does when a thread reaches it (supplement §3).
use super::channels::rest_of;
use super::error::Fault;
use super::glide::Glide;
use super::ids::{Slot, ThreadId};
use super::read::read;
use super::state::State;
use super::thread::{Flow, Underway};
use super::wait::sleep_for;
use super::{director, mood, motion, reach};
use crate::maths::Ease;
use crate::program::tree::{NameSlot, Op, SetTo, Value};
use crate::vocabulary::View;
use std::sync::Arc;

/// Runs a block that contains no others.
///
/// # Errors
/// When a value names something unknown.
pub fn act(state: &mut State, id: ThreadId, op: &Op, slots: &[Slot]) -> Result<Flow, Fault> {
    let slot = slots.first().copied().unwrap_or_default();
    match op {
        Op::Set { to: SetTo::Value(value), .. } => {
            let value = read(state, id, value)?;
            set(state, id, slot, value);
            Ok(Flow::Next)
        }
        Op::Set { to: SetTo::Mood(word), .. } => {
            set_mood(state, id, word);
            Ok(Flow::Next)
        }
        Op::Ramp { to, by, over, ease, .. } => ramp(state, id, slot, (to, *by), over, *ease),
        Op::Wave { .. }
        | Op::Hop { .. }
        | Op::Gait { .. }
        | Op::Drive { .. }
        | Op::Chain { .. }
        | Op::Follow { .. } => {
            motion::start(state, id, op, slots)?;
            Ok(Flow::Next)
        }
        Op::Reach { limbs, to, over, ease } => reach::reach(state, id, limbs, to, over, *ease),
        Op::Release { limbs, over, ease } => reach::release(state, id, limbs, over, *ease),
        Op::View { to } => {
            set_view(state, id, *to);
            Ok(Flow::Next)
        }
        Op::SetVar { name, to } => {
            let value = read(state, id, to)?;
            set_var(state, id, *name, |_| value);
            Ok(Flow::Next)
        }
        Op::ChangeVar { name, by } => {
            let by = read(state, id, by)?;
            // An absent var counts as 0 (ruling 29).
            set_var(state, id, *name, |value| value.unwrap_or(0.0) + by);
            Ok(Flow::Next)
        }
        other => director::act(state, id, other),
    }
}

fn set(state: &mut State, id: ThreadId, slot: Slot, value: f64) {
    let stamp = state.serial();
    let Some(instance) = state.threads.get(id).map(|thread| thread.instance) else { return };
    if let Some(instance) = state.instances.get_mut(instance) {
        instance.write(slot, Glide::still(value, stamp));
    }
}

fn ramp(
    state: &mut State,
    id: ThreadId,
    slot: Slot,
    (to, by): (&Value, bool),
    over: &Value,
    ease: Ease,
) -> Result<Flow, Fault> {
    let to = read(state, id, to)?;
    let over = read(state, id, over)?;
    let (stamp, now) = (state.serial(), state.now);
    let Some(thread) = state.threads.get_mut(id) else { return Ok(Flow::Yield) };
    thread.underway = Underway::Ramp { slot, stamp };
    if let Some(instance) = state.instances.get_mut(thread.instance) {
        let from = instance.base(slot).map_or(rest_of(slot), |glide| glide.at(now));
        let to = if by { from + to } else { to };
        instance.write(slot, Glide::new(from, to, now, over, ease, stamp));
    }
    Ok(sleep_for(state, id, over))
}

fn set_mood(state: &mut State, id: ThreadId, word: &Arc<str>) {
    let now = state.now;
    let Some(instance) = state.threads.get(id).map(|thread| thread.instance) else { return };
    let Some(instance) = state.instances.get_mut(instance) else { return };
    instance.mood = Some((word.clone(), now));
    if let Some(character) = instance.character {
        mood::note(state, character);
    }
}

fn set_view(state: &mut State, id: ThreadId, view: View) {
    let now = state.now;
    let Some(instance) = state.threads.get(id).map(|thread| thread.instance) else { return };
    if let Some(instance) = state.instances.get_mut(instance) {
        instance.view = Some((view, now));
    }
}

fn set_var(state: &mut State, id: ThreadId, name: NameSlot, change: impl FnOnce(Option<f64>) -> f64) {
    let Some(instance) = state.threads.get(id).map(|thread| thread.instance) else { return };
    if let Some(var) = state.instances.get_mut(instance).and_then(|i| i.vars.get_mut(name as usize)) {
        *var = Some(change(*var));
    }
}
