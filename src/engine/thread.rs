//! Threads: a running script or branch is a position in its code and a stack of loops and scopes. Enters: an instruction.
//! Leaves: the thread at its next wait. Meaning of the control blocks (supplement §3); the other blocks are in `act` and
//! `director`.
use super::code::{Code, Instr, Pc};
use super::end::{end_thread, stop_all};
use super::error::{Fault, RunError};
use super::ids::{InstanceId, ScopeId, ThreadId};
use super::queue::What;
use super::read::{read, truth};
use super::state::{Poller, Ready, State};
use super::{act, director};
use crate::program::tree::Span;

/// A loop or scope that a thread is in.
#[derive(Clone, Debug)]
pub enum Frame {
    /// A `for`.
    For {
        /// Its scope.
        scope: ScopeId,
        /// The scope around it.
        outer: ScopeId,
        /// The earliest end of a `for` around it.
        outer_soonest: f64,
        /// Where the thread goes on after it.
        after: Pc,
    },
    /// A `while`.
    While {
        /// Its scope.
        scope: ScopeId,
        /// The scope around it.
        outer: ScopeId,
        /// Runtime seconds at which the iteration started.
        started: f64,
    },
    /// A `repeat`.
    Repeat {
        /// Iterations left, this one not counted.
        left: f64,
    },
    /// A `forever`.
    Forever {
        /// Runtime seconds at which the iteration started.
        started: f64,
    },
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wait {
    /// Nothing: it runs, or is about to.
    None,
    /// Its wake event of this sequence number.
    Sleep(u64),
    /// The next step.
    Poll(u64),
    /// Its branches.
    Join,
    /// Only the end of a scope it is in: an endless wait, or the rest of a `for` whose body is done.
    Scope,
}

/// What ends when a thread wakes, or is cut off.
#[derive(Clone, Debug)]
pub enum Underway {
    /// Nothing.
    None,
    /// A ramp of the base channel in this place of its instance's list.
    Ramp {
        /// Which channel.
        slot: super::ids::Slot,
        /// Which write.
        stamp: u64,
    },
    /// Glides of limbs.
    Limbs {
        /// Which limbs (bit i: limb i).
        limbs: u8,
        /// Which write.
        stamp: u64,
    },
    /// A line or a glide on the stage.
    Stage(director::Underway),
}

/// A running script or branch.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Whose.
    pub instance: InstanceId,
    /// Which script.
    pub script: usize,
    /// The thread whose branch it is.
    pub parent: Option<ThreadId>,
    /// Its branches, those that have ended included.
    pub children: Vec<ThreadId>,
    /// How many of them still run.
    pub pending: usize,
    /// The next instruction.
    pub pc: Pc,
    /// The loops and scopes it is in, the innermost last.
    pub frames: Vec<Frame>,
    /// The innermost scope.
    pub scope: ScopeId,
    /// The earliest end of a `for` it is in, those of the threads around it included; runtime seconds, else infinite.
    pub soonest: f64,
    /// What it waits for.
    pub wait: Wait,
    /// It was resumed by a poll.
    pub polled: bool,
    /// What is under way while it waits.
    pub underway: Underway,
    /// Blocks run without time passing.
    pub count: u32,
    /// The time of that count.
    pub counted_at: f64,
    /// The count its parent had when it started.
    pub count_before: u32,
}

/// The most blocks a thread runs without time passing (supplement §3).
const RUNAWAY: u32 = 1_000_000;

impl Thread {
    /// A thread at the start of a script.
    pub fn new(instance: InstanceId, script: usize, pc: Pc, scope: ScopeId) -> Self {
        Self {
            instance,
            script,
            parent: None,
            children: Vec::new(),
            pending: 0,
            pc,
            frames: Vec::new(),
            scope,
            soonest: f64::INFINITY,
            wait: Wait::None,
            polled: false,
            underway: Underway::None,
            count: 0,
            counted_at: f64::NEG_INFINITY,
            count_before: 0,
        }
    }

    /// True while it keeps its scene going: a thread that only the scene's end can wake is held (§7.1, ruling 37).
    pub fn is_busy(&self) -> bool {
        match self.wait {
            Wait::Join => false,
            Wait::Scope => self.soonest < f64::INFINITY,
            _ => true,
        }
    }
}

/// What a thread does after an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flow {
    /// Goes on.
    Next,
    /// Has yielded, or is gone.
    Yield,
}

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
                return Ok(poll(state, id));
            }
            let again = truth(read(state, id, cond)?);
            Ok(next_while(state, id, again, *body))
        }
        Instr::Until(cond) => {
            if let Some(thread) = state.threads.get_mut(id) {
                thread.polled = false;
            }
            if truth(read(state, id, cond)?) {
                return Ok(Flow::Next);
            }
            Ok(poll(state, id))
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
                return Ok(poll(state, id));
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
fn yields(state: &mut State, id: ThreadId) -> bool {
    let now = state.now;
    let Some(thread) = state.threads.get_mut(id) else { return false };
    if std::mem::take(&mut thread.polled) {
        return false;
    }
    matches!(thread.frames.last(), Some(Frame::While { started, .. } | Frame::Forever { started }) if *started == now)
}

/// Waits for the next step; then runs the same instruction again.
fn poll(state: &mut State, id: ThreadId) -> Flow {
    state.polled = true;
    if let Some(thread) = state.threads.get_mut(id) {
        thread.pc -= 1;
        thread.polled = false;
    }
    let seq = state.queue.next_seq();
    state.pollers.push(Poller { seq, since: state.now, thread: id });
    wait_for(state, id, Wait::Poll(seq))
}

/// The time at which a wait or a `for` ends, runtime seconds; NaN or a time past when it does not wait.
fn wake_time(state: &mut State, id: ThreadId, span: &Span) -> Result<f64, Fault> {
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
        super::end::close_frame(state, id);
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
