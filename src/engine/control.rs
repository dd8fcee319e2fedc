//! Running a thread: the meaning of the control blocks (supplement §3). Enters: a thread that is ready. Leaves: the thread at
//! its next wait, or gone. The other blocks are in `act` and `director`.
use super::act;
use super::code::{Code, Instr, Pc};
use super::director;
use super::end::{close_frame, end_thread, stop_all};
use super::error::{Fault, RunError};
use super::ids::ThreadId;
use super::queue::What;
use super::read::{read, truth};
use super::state::{Ready, State};
use super::thread::{Flow, Frame, Thread, Wait};
use super::wait::{poll, sleep, wait_for, wake_time, yields};
use crate::program::tree::Span;

/// The most blocks a thread runs without time passing (supplement §3).
const RUNAWAY: u32 = 1_000_000;

/// Runs a thread to its next wait or its end.
///
/// # Errors
/// When a block fails; the thread has ended then.
pub fn run(state: &mut State, id: ThreadId) -> Result<(), RunError> {
    let Some(code) = code_of(state, id) else { return Ok(()) };
    loop {
        let depth = state.ready.len();
        let Some(thread) = state.threads.get_mut(id) else { return Ok(()) };
        let at = thread.pc;
        let Some(instr) = code.instrs.get(at as usize) else { return Ok(()) };
        thread.pc += 1;
        let flow = count(state, id, instr).and_then(|()| step(state, id, instr));
        match flow {
            Ok(Flow::Next) if state.ready.len() > depth => {
                // What the block started runs first.
                state.ready.insert(depth, Ready::Thread(id));
                return Ok(());
            }
            Ok(Flow::Next) => {}
            Ok(Flow::Yield) => return Ok(()),
            Err(fault) => {
                end_thread(state, id);
                return Err(located(&code, at, fault));
            }
        }
    }
}

fn code_of(state: &State, id: ThreadId) -> Option<std::sync::Arc<Code>> {
    let thread = state.threads.get(id)?;
    if thread.wait != Wait::None {
        return None;
    }
    state.instances.get(thread.instance).map(|instance| instance.code.clone())
}

/// A fault with its block.
fn located(code: &Code, at: Pc, fault: Fault) -> RunError {
    match code.place(at) {
        Some(place) => RunError { path: place.path.clone(), word: place.word, fault },
        None => RunError { path: "".into(), word: "", fault },
    }
}

/// Counts a block against the limits.
fn count(state: &mut State, id: ThreadId, instr: &Instr) -> Result<(), Fault> {
    let counts = match instr {
        Instr::Jump(_) | Instr::End | Instr::ForDone | Instr::ForeverNext { .. } => false,
        Instr::WhileNext { empty, .. } | Instr::RepeatNext { empty, .. } => *empty,
        _ => true,
    };
    if !counts {
        return Ok(());
    }
    state.blocks += 1;
    if state.blocks > state.options.max_blocks {
        return Err(Fault::TooManyBlocks(state.options.max_blocks));
    }
    let Some(thread) = state.threads.get_mut(id) else { return Ok(()) };
    if thread.counted_at != state.now {
        (thread.count, thread.counted_at) = (0, state.now);
    }
    thread.count += 1;
    if thread.count > RUNAWAY { Err(Fault::Runaway) } else { Ok(()) }
}

fn step(state: &mut State, id: ThreadId, instr: &Instr) -> Result<Flow, Fault> {
    match instr {
        Instr::Do(op, slots) => act::act(state, id, op, slots),
        Instr::Wait(span) => {
            let until = wake_time(state, id, span)?;
            Ok(sleep(state, id, until))
        }
        Instr::For { span, after } => open_for(state, id, span, *after),
        Instr::ForDone => Ok(wait_for(state, id, Wait::Scope)),
        Instr::While { cond, exit } => {
            let goes = truth(read(state, id, cond)?);
            Ok(open_while(state, id, goes, *exit))
        }
        Instr::WhileNext { cond, body, .. } => {
            if yields(state, id) {
                return Ok(poll(state, id, None));
            }
            let again = truth(read(state, id, cond)?);
            Ok(next_while(state, id, again, *body))
        }
        Instr::Until(cond) => {
            // One wait, however often it is checked: its place in the order of polls stays (ruling 4).
            let resumed = state.threads.get_mut(id);
            let turn = resumed.and_then(|thread| std::mem::take(&mut thread.polled).then_some(thread.turn));
            if truth(read(state, id, cond)?) {
                return Ok(Flow::Next);
            }
            Ok(poll(state, id, turn))
        }
        Instr::Repeat { times, exit } => {
            let times = read(state, id, times)?.floor();
            Ok(open_repeat(state, id, times, *exit))
        }
        Instr::RepeatNext { body, .. } => Ok(next_repeat(state, id, *body)),
        Instr::Forever => {
            let started = state.now;
            push(state, id, Frame::Forever { started });
            Ok(Flow::Next)
        }
        Instr::ForeverNext { body } => {
            if yields(state, id) {
                return Ok(poll(state, id, None));
            }
            Ok(next_forever(state, id, *body))
        }
        Instr::If { cond, otherwise } => {
            if !truth(read(state, id, cond)?) {
                jump(state, id, *otherwise);
            }
            Ok(Flow::Next)
        }
        Instr::Jump(to) => {
            jump(state, id, *to);
            Ok(Flow::Next)
        }
        Instr::Together { branches, after } => Ok(together(state, id, branches, *after)),
        Instr::End | Instr::Stop => {
            end_thread(state, id);
            Ok(Flow::Yield)
        }
        Instr::StopAll => {
            stop_all(state, id);
            Ok(Flow::Yield)
        }
    }
}

fn jump(state: &mut State, id: ThreadId, to: Pc) {
    if let Some(thread) = state.threads.get_mut(id) {
        thread.pc = to;
    }
}

fn push(state: &mut State, id: ThreadId, frame: Frame) {
    if let Some(thread) = state.threads.get_mut(id) {
        thread.frames.push(frame);
    }
}

fn open_for(state: &mut State, id: ThreadId, span: &Span, after: Pc) -> Result<Flow, Fault> {
    let (end, now) = (wake_time(state, id, span)?, state.now);
    let scope = state.scope();
    // At once, after the body has run to its first wait, when there is no time (ruling 3).
    let none = end.is_nan() || end <= now && !matches!(span, Span::For(_));
    let end = if none { now } else { end };
    let Some(thread) = state.threads.get_mut(id) else { return Ok(Flow::Yield) };
    thread.frames.push(Frame::For { scope, outer: thread.scope, outer_soonest: thread.soonest, after });
    thread.scope = scope;
    thread.soonest = thread.soonest.min(end);
    if none {
        state.ready.push(Ready::CloseFor(id, scope));
        state.ready.push(Ready::Thread(id));
        return Ok(Flow::Yield);
    }
    state.queue.push(end, What::ForEnd { thread: id, scope });
    Ok(Flow::Next)
}

fn open_while(state: &mut State, id: ThreadId, goes: bool, exit: Pc) -> Flow {
    let (scope, started) = (state.scope(), state.now);
    let Some(thread) = state.threads.get_mut(id) else { return Flow::Yield };
    if goes {
        thread.frames.push(Frame::While { scope, outer: thread.scope, started });
        thread.scope = scope;
    } else {
        thread.pc = exit;
    }
    Flow::Next
}

fn next_while(state: &mut State, id: ThreadId, again: bool, body: Pc) -> Flow {
    let now = state.now;
    let Some(thread) = state.threads.get_mut(id) else { return Flow::Yield };
    if again {
        if let Some(Frame::While { started, .. }) = thread.frames.last_mut() {
            *started = now;
        }
        thread.pc = body;
    } else {
        close_frame(state, id);
    }
    Flow::Next
}

fn open_repeat(state: &mut State, id: ThreadId, times: f64, exit: Pc) -> Flow {
    if times >= 1.0 {
        push(state, id, Frame::Repeat { left: times - 1.0 });
    } else {
        jump(state, id, exit);
    }
    Flow::Next
}

fn next_repeat(state: &mut State, id: ThreadId, body: Pc) -> Flow {
    let Some(thread) = state.threads.get_mut(id) else { return Flow::Yield };
    match thread.frames.last_mut() {
        Some(Frame::Repeat { left }) if *left >= 1.0 => {
            *left -= 1.0;
            thread.pc = body;
        }
        _ => {
            thread.frames.pop();
        }
    }
    Flow::Next
}

fn next_forever(state: &mut State, id: ThreadId, body: Pc) -> Flow {
    let now = state.now;
    if let Some(thread) = state.threads.get_mut(id) {
        if let Some(Frame::Forever { started }) = thread.frames.last_mut() {
            *started = now;
        }
        thread.pc = body;
    }
    Flow::Next
}

fn together(state: &mut State, id: ThreadId, branches: &[Pc], after: Pc) -> Flow {
    jump(state, id, after);
    let Some(parent) = state.threads.get(id) else { return Flow::Yield };
    if branches.is_empty() {
        return Flow::Next;
    }
    let base = Thread {
        parent: Some(id),
        soonest: parent.soonest,
        count: parent.count,
        counted_at: parent.counted_at,
        count_before: parent.count,
        ..Thread::new(parent.instance, parent.script, after, parent.scope)
    };
    let instance = parent.instance;
    let children: Vec<ThreadId> =
        branches.iter().map(|pc| state.threads.insert(Thread { pc: *pc, ..base.clone() })).collect();
    state.ready.extend(children.iter().rev().map(|child| Ready::Thread(*child)));
    for _ in &children {
        director::count_busy(state, instance, false, true);
    }
    if let Some(thread) = state.threads.get_mut(id) {
        thread.pending = children.len();
        thread.children = children;
    }
    wait_for(state, id, Wait::Join)
}
