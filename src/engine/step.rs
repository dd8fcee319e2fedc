//! The step: events in the order of ruling 1, each with everything it starts at its instant; then the polls; then the ticks
//! (§0, rulings 4 and 5).
use super::control::run;
use super::director;
use super::end::{close_for, cut};
use super::error::{Fault, RunError};
use super::ids::{InstanceId, ThreadId};
use super::instance::{every, loud_of, restart, stop};
use super::motion::tick;
use super::queue::{Event, What};
use super::state::{Poller, Ready, State};
use super::thread::Wait;
use super::wait::wait_for;
use std::sync::atomic::Ordering::Relaxed;

/// Runs everything up to `time`. One that is not later than the clock polls nothing.
///
/// # Errors
/// The first fault of a block, a hat or a tick; what failed has ended, and a further step goes on from there.
pub fn step_to(state: &mut State, time: f64) -> Result<(), RunError> {
    if time.is_nan() || time < state.now {
        return Ok(());
    }
    go_ahead(state)?;
    drain(state)?;
    let moves = time > state.now;
    events(state, time, !moves)?;
    if time.is_finite() {
        director::look_before(state, time);
        state.now = time;
    }
    if moves {
        polls(state)?;
        events(state, time, true)?;
    }
    if director::idle(state) {
        drain(state)?;
        events(state, time, true)?;
    }
    Ok(())
}

/// Runs the events up to `time`; ticks at `time` itself only when `ticks`.
fn events(state: &mut State, time: f64, ticks: bool) -> Result<(), RunError> {
    loop {
        let is_over = state.now < time && state.queue.next_time().is_none_or(|next| next > state.now);
        if is_over && director::idle(state) {
            drain(state)?;
        }
        let Some(event) = state.queue.pop(time, ticks) else { return Ok(()) };
        go_ahead(state)?;
        director::look_before(state, event.time);
        state.now = event.time;
        happen(state, &event);
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        if state.blocks > state.options.max_blocks {
            return Err(too_many(state));
        }
        drain(state)?;
        let State { queue, threads, instances, followers, director, .. } = state;
        queue.compact(|event| match event.what {
            What::Pin(cartoon) => instances.contains_key(cartoon),
            What::ForEnd { thread, .. } => threads.contains_key(thread),
            What::DoesEnd(item) => director.as_ref().is_some_and(|director| director.has(item)),
            What::Wake(thread) => threads.get(thread).is_some_and(|thread| thread.wait == Wait::Sleep(event.seq)),
            What::Every { instance, .. } => instances.contains_key(instance),
            What::Tick { motion, .. } => followers.contains_key(motion),
        });
    }
}

/// An error when somebody outside wants an end.
fn go_ahead(state: &State) -> Result<(), RunError> {
    match &state.options.stop {
        Some(stop) if stop.load(Relaxed) => Err(RunError { path: "".into(), word: "", fault: Fault::Stopped }),
        _ => Ok(()),
    }
}

fn too_many(state: &State) -> RunError {
    RunError { path: "".into(), word: "", fault: Fault::TooManyBlocks(state.options.max_blocks) }
}

fn happen(state: &mut State, event: &Event) {
    match event.what {
        What::Pin(cartoon) => director::next_scene(state, cartoon),
        What::ForEnd { thread, scope } => close_for(state, thread, scope),
        What::DoesEnd(item) => director::end_item(state, item),
        What::Wake(thread) => {
            if state.threads.get(thread).is_some_and(|thread| thread.wait == Wait::Sleep(event.seq)) {
                wake(state, thread);
            }
        }
        What::Every { instance, script, every: seconds, k } => {
            state.blocks += 1;
            every(state, instance, script, seconds, k);
        }
        What::Tick { motion, k } => tick(state, motion, k),
    }
}

/// A thread goes on; what it had under way has landed first, and what that starts runs before it.
fn wake(state: &mut State, id: ThreadId) {
    let depth = state.ready.len();
    wait_for(state, id, Wait::None);
    cut(state, id);
    state.ready.insert(depth, Ready::Thread(id));
}

/// Runs what is ready, and what that starts, until everything waits.
///
/// # Errors
/// The first fault that does not belong to a `does` just starting.
pub fn drain(state: &mut State) -> Result<(), RunError> {
    loop {
        while let Some(ready) = state.ready.pop() {
            match ready {
                Ready::Thread(thread) => go_on(state, thread)?,
                Ready::Land(thread) => wake(state, thread),
                Ready::CloseFor(thread, scope) => close_for(state, thread, scope),
                Ready::Started(id) => {
                    if let Some(instance) = state.instances.get_mut(id) {
                        instance.starting = false;
                    }
                }
                Ready::EndScene(cartoon) => director::next_scene(state, cartoon),
            }
        }
        if !director::settle(state) {
            return Ok(());
        }
    }
}

/// Runs a thread. A behaviour that runs away is a warning; one that fails as a scene starts it is skipped (rulings 41, 42).
fn go_on(state: &mut State, id: ThreadId) -> Result<(), RunError> {
    let instance = state.threads.get(id).map(|thread| thread.instance);
    let Err(error) = run(state, id) else { return Ok(()) };
    let behaviour = instance.and_then(|id| Some((id, state.instances.get(id)?)));
    let Some((id, its)) = behaviour.filter(|(_, its)| its.character.is_some()) else { return Err(error) };
    let (character, name) = (its.character.unwrap_or_default(), its.code.program.name.clone());
    if error.fault == Fault::Runaway {
        let who = state.characters.get(character).map_or_else(|| "".into(), |character| character.id.clone());
        state.warn(format!("{who}: {error}; the script was stopped"));
        state.fail(error);
        return Ok(());
    }
    if its.starting {
        stop(state, id);
        director::skipped(state, character, name.as_deref(), &error.to_string());
        state.fail(error);
        return Ok(());
    }
    Err(error)
}

/// One that waits for the step.
enum Polled {
    Thread(Poller),
    Loud(InstanceId, usize),
}

/// Resumes each polling thread once, in the order they began to wait, and only those that began before now (ruling 4).
fn polls(state: &mut State) -> Result<(), RunError> {
    let now = state.now;
    let due = state.pollers.partition_point(|poller| poller.since < now);
    let mut polled: Vec<(u64, Polled)> =
        state.pollers.drain(..due).map(|poller| (poller.seq, Polled::Thread(poller))).collect();
    let loud = state.loud_hats.iter().filter(|hat| hat.since < now);
    polled.extend(loud.map(|hat| (hat.seq, Polled::Loud(hat.instance, hat.script))));
    polled.sort_by_key(|(seq, _)| *seq);
    // A fault does not keep the others from their turn.
    let mut first = Ok(());
    for (_, polled) in polled {
        match polled {
            Polled::Thread(poller) => resume(state, &poller),
            Polled::Loud(id, script) => check_loud(state, id, script),
        }
        let drained = drain(state);
        first = first.and(drained);
    }
    first
}

fn resume(state: &mut State, poller: &Poller) {
    let Poller { seq, since, thread: id } = *poller;
    if let Some(thread) = state.threads.get_mut(id).filter(|thread| thread.wait == Wait::Poll(seq)) {
        thread.polled = true;
        thread.turn = (seq, since);
        wait_for(state, id, Wait::None);
        state.ready.push(Ready::Thread(id));
    }
}

/// A `loud` hat: restarts its script when the input has risen to its level since the last check.
fn check_loud(state: &mut State, id: InstanceId, script: usize) {
    let loud = loud_of(state, id);
    state.inputs_read = true;
    let hat = state.loud_hats.iter_mut().find(|hat| hat.instance == id && hat.script == script);
    let rises = hat.is_some_and(|hat| std::mem::replace(&mut hat.before, loud) < hat.level && loud >= hat.level);
    if rises {
        restart(state, id, &[script]);
    }
}
