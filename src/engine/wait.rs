//! How threads wait: for a time, for the next step, for their branches, for the end of a scope (§0, rulings 4, 5 and 26).
use super::director;
use super::error::Fault;
use super::ids::ThreadId;
use super::queue::What;
use super::read::read;
use super::state::{Poller, State};
use super::thread::{Flow, Frame, Wait};
use crate::program::tree::Span;

/// Changes what a thread waits for, and keeps the scene's count of busy threads.
pub fn wait_for(state: &mut State, id: ThreadId, wait: Wait) -> Flow {
    if let Some(thread) = state.threads.get_mut(id) {
        let before = thread.is_busy();
        thread.wait = wait;
        let (now, instance) = (thread.is_busy(), thread.instance);
        director::count_busy(state, instance, before, now);
    }
    Flow::Yield
}

/// Waits until a time; not at all for one that has come, for ever for an infinite one (ruling 26).
pub fn sleep(state: &mut State, id: ThreadId, until: f64) -> Flow {
    if until.is_nan() || until <= state.now {
        return Flow::Next;
    }
    sleep_to(state, id, until)
}

/// Waits so many seconds: a length of 0, less, or no number does not wait; any other yields.
pub fn sleep_for(state: &mut State, id: ThreadId, seconds: f64) -> Flow {
    if seconds > 0.0 { sleep_to(state, id, state.now + seconds) } else { Flow::Next }
}

fn sleep_to(state: &mut State, id: ThreadId, until: f64) -> Flow {
    let seq = state.queue.push(until, What::Wake(id));
    wait_for(state, id, if until.is_finite() { Wait::Sleep(seq) } else { Wait::Scope })
}

/// True when a loop's iteration took no time and the poll it must wait for has not come (§0, ruling 5).
pub fn yields(state: &mut State, id: ThreadId) -> bool {
    let now = state.now;
    let Some(thread) = state.threads.get_mut(id) else { return false };
    if std::mem::take(&mut thread.polled) {
        return false;
    }
    matches!(thread.frames.last(), Some(Frame::While { started, .. } | Frame::Forever { started }) if *started == now)
}

/// Waits for the next step; then runs the same instruction again. `turn` is the place in the order of polls of a wait that
/// goes on; without it a new wait begins.
pub fn poll(state: &mut State, id: ThreadId, turn: Option<(u64, f64)>) -> Flow {
    state.polled = true;
    if let Some(thread) = state.threads.get_mut(id) {
        thread.pc -= 1;
        thread.polled = false;
    }
    let (seq, since) = turn.unwrap_or_else(|| (state.queue.next_seq(), state.now));
    state.pollers.push(Poller { seq, since, thread: id });
    wait_for(state, id, Wait::Poll(seq))
}

/// The time at which a wait or a `for` ends, runtime seconds; NaN or a time past when it does not wait.
pub fn wake_time(state: &mut State, id: ThreadId, span: &Span) -> Result<f64, Fault> {
    let (now, start, dur) = match state.threads.get(id).and_then(|thread| state.instances.get(thread.instance)) {
        Some(instance) => (state.now, instance.start, instance.dur),
        None => (state.now, 0.0, f64::INFINITY),
    };
    Ok(match span {
        Span::For(value) => {
            let seconds = read(state, id, value)?;
            if seconds > 0.0 { now + seconds } else { f64::NAN }
        }
        Span::Until(value) => start + read(state, id, value)?,
        Span::UntilFromEnd(value) => {
            let tau = read(state, id, value)?;
            start + if tau < 0.0 { tau + dur } else { tau }
        }
        Span::UntilEnd => start + dur,
    })
}
