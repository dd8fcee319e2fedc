//! The event queue: what happens when, in the order of ruling 1. Enters: events with their times. Leaves: the next event.
//! Never runs one.
use super::ids::{InstanceId, ItemId, MotionId, ScopeId, ThreadId};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What happens; at one instant in the order of the variants, within a variant in the order of scheduling (ruling 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// The next scene of this cartoon, which is pinned, starts.
    Pin(InstanceId),
    /// A `for` block's time is up.
    ForEnd {
        /// The thread that runs it.
        thread: ThreadId,
        /// Its scope.
        scope: ScopeId,
    },
    /// A `does … for` is over.
    DoesEnd(ItemId),
    /// A thread wakes.
    Wake(ThreadId),
    /// The `k`th time of an `every` hat.
    Every {
        /// Whose hat.
        instance: InstanceId,
        /// Which script.
        script: usize,
        /// Seconds from one to the next.
        every: f64,
        /// 1, 2, …
        k: f64,
    },
    /// The `k`th tick of a follower (§8.3); comes after the polls.
    Tick {
        /// The follower.
        motion: MotionId,
        /// 0, 1, …
        k: f64,
    },
}

impl What {
    fn rank(&self) -> u8 {
        match self {
            What::Pin(_) => 0,
            What::ForEnd { .. } | What::DoesEnd(_) => 1,
            What::Wake(_) => 2,
            What::Every { .. } => 3,
            What::Tick { .. } => Event::TICK,
        }
    }
}

/// An event at its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Runtime seconds.
    pub time: f64,
    rank: u8,
    /// Order of scheduling, unique.
    pub seq: u64,
    /// What happens.
    pub what: What,
}

impl Event {
    /// Rank of follow ticks: after the step's polls, which come after everything else.
    pub const TICK: u8 = 5;

    fn key(&self) -> (f64, u8, u64) {
        (self.time, self.rank, self.seq)
    }
}

impl Eq for Event {}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    /// The greatest is the one that comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        let ((t, r, s), (u, q, v)) = (self.key(), other.key());
        u.total_cmp(&t).then(q.cmp(&r)).then(v.cmp(&s))
    }
}

/// Events in order of time.
#[derive(Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<Event>,
    seq: u64,
    /// Length from which on the queue is compacted.
    limit: usize,
}

/// A queue shorter than this is never compacted.
const LEAST: usize = 32;

impl Queue {
    /// A number greater than every one given before.
    pub fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    /// Schedules an event; one at no finite time never comes. Returns its sequence number.
    pub fn push(&mut self, time: f64, what: What) -> u64 {
        let seq = self.next_seq();
        if time.is_finite() {
            self.heap.push(Event { time, rank: what.rank(), seq, what });
        }
        seq
    }

    /// Takes the next event at or before `time`; ticks at `time` itself only when `ticks` (they come after the polls).
    pub fn pop(&mut self, time: f64, ticks: bool) -> Option<Event> {
        let next = self.heap.peek()?;
        let due = next.time < time || (next.time == time && (ticks || next.rank < Event::TICK));
        if due { self.heap.pop() } else { None }
    }

    /// When the next event is due.
    pub fn next_time(&self) -> Option<f64> {
        self.heap.peek().map(|event| event.time)
    }

    /// Number of events that wait.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// When the queue has doubled since the last time: drops every event that `lives` says no more of. The order of the
    /// others does not change.
    pub fn compact(&mut self, lives: impl Fn(&Event) -> bool) {
        if self.heap.len() < self.limit.max(LEAST) {
            return;
        }
        self.heap.retain(lives);
        self.limit = self.heap.len() * 2;
    }
}
