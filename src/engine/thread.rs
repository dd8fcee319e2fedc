//! Threads as data: a running script or branch is a position in its code and a stack of the loops and scopes it is in. What
//! runs them is in `control`, how they wait in `wait`, how they end in `end`.
use super::code::Pc;
use super::director;
use super::ids::{InstanceId, ScopeId, Slot, ThreadId};

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
        slot: Slot,
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
    /// The place in the order of polls it was last resumed from: the poller's `seq` and `since`.
    pub turn: (u64, f64),
    /// What is under way while it waits.
    pub underway: Underway,
    /// Blocks run without time passing.
    pub count: u32,
    /// The time of that count.
    pub counted_at: f64,
    /// The count its parent had when it started.
    pub count_before: u32,
}

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
            turn: (0, 0.0),
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
