//! What can go wrong while a program runs. Typed; said to people by `cli`.
use std::fmt;
use std::sync::Arc;

/// A program that runs came upon something it cannot do. The thread that met it has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// JSON path of the block, from its program's root; empty when no block is at fault.
    pub path: Arc<str>,
    /// The block's op as written; empty when no block is at fault.
    pub word: &'static str,
    /// What is wrong.
    pub fault: Fault,
}

/// The kinds of faults of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A formula names something that no param, var or page global holds (§5).
    UnknownName(Arc<str>),
    /// A thread ran a million blocks without time passing (supplement §3).
    Runaway,
    /// The blocks run came to the runtime's limit.
    TooManyBlocks(u64),
    /// So many behaviours run at once that no more can start.
    TooManyBehaviours(usize),
    /// The plan's records came to the limit.
    TooManyRecords(usize),
    /// Stopped from outside ([`super::Options::stop`]).
    Stopped,
}

impl Fault {
    /// What would be right, where it can be said.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Fault::Runaway => {
                Some("put a block that takes time into the loop, such as {\"op\": \"wait\", \"for\": 0.5}")
            }
            Fault::TooManyBlocks(_) => Some("make the shortest waits longer, or play a shorter time"),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::UnknownName(name) => write!(f, "nothing is called \"{name}\""),
            Fault::Runaway => f.write_str("a million blocks ran without time passing"),
            Fault::TooManyBlocks(limit) => write!(f, "more than {limit} blocks ran"),
            Fault::TooManyBehaviours(limit) => write!(f, "{limit} behaviours run at once, and no more can start"),
            Fault::TooManyRecords(limit) => write!(f, "the timeline has more than {limit} records"),
            Fault::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl RunError {
    /// True when the block is one of a pack: its path begins with the pack's id.
    pub fn is_in_pack(&self) -> bool {
        self.path.starts_with("c4c:")
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return write!(f, "{}", self.fault);
        }
        write!(f, "{} (in \"{}\" at {})", self.fault, self.word, self.path)
    }
}

impl std::error::Error for RunError {}

/// Why a cartoon did not start (§6); no cartoon is running then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// Another cartoon is still running (§7.7).
    Running,
    /// The program is a behaviour.
    NotACartoon,
    /// The plan met a fault; nothing changed.
    Plan(RunError),
    /// The run met a fault at once; the cast it added stays.
    Run(RunError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Running => f.write_str("another cartoon is still running"),
            StartError::NotACartoon => {
                f.write_str("a behaviour is no cartoon: it moves one character and has no scenes")
            }
            StartError::Plan(error) | StartError::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}
