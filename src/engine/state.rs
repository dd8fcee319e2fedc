//! The runtime's whole state, as plain data: the clock, the queue, what runs. The functions beside it work on it; the
//! public doors are in `runtime`.
use super::channels::Channels;
use super::code::Code;
use super::director::Director;
use super::error::RunError;
use super::ids::{InstanceId, MotionId, ScopeId, ThreadId};
use super::instance::Instance;
use super::motion::Follower;
use super::options::Options;
use super::pose::Scratch;
use super::queue::Queue;
use super::speech::SpeechAnswers;
use super::thread::Thread;
use crate::frame::voice::Heard;
use crate::maths::Mulberry32;
use crate::program::tree::Program;
use slotmap::SlotMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One character.
#[derive(Clone, Debug)]
pub struct Character {
    /// Its id.
    pub id: Arc<str>,
    /// Number of legs (§3, `gait`).
    pub legs: u32,
    /// Voice level 0..1 as somebody outside set it.
    pub loud: f64,
    /// Its lines that a voice speaks now: number, start in runtime seconds, what is heard.
    pub heard: Vec<(u64, f64, Arc<Heard>)>,
    /// Talking input.
    pub talking: f64,
    /// Its behaviours in the order they started.
    pub instances: Vec<InstanceId>,
    /// How many of those have been stopped.
    pub gone: usize,
    /// The mood it shows.
    pub shown: ShownMood,
}

impl Character {
    /// The voice level 0..1 at a time: that of its lines, or the one set from outside if that is more.
    pub fn loud_at(&self, now: f64) -> f64 {
        self.heard
            .iter()
            .map(|(_, start, track)| track.loud_at(now - start))
            .fold(self.loud, |a, b| if b > a { b } else { a })
    }
}

/// A character's mood over time: what it shows, since when, and what it showed before.
#[derive(Clone, Debug)]
pub struct ShownMood {
    /// What it shows.
    pub mood: Option<Arc<str>>,
    /// Runtime seconds at which it changed to it; −∞ when it never changed.
    pub since: f64,
    /// What it showed before.
    pub before: Option<Arc<str>>,
}

/// What runs next, at this instant; the last is next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ready {
    /// A thread goes on.
    Thread(ThreadId),
    /// What a thread has under way has landed at once; then it goes on.
    Land(ThreadId),
    /// A `for` of no time ends, its body having run to its first wait (ruling 3).
    CloseFor(ThreadId, ScopeId),
    /// A behaviour's start is over: a fault of it no longer skips its `does` (ruling 42).
    Started(InstanceId),
    /// A squeezed scene ends (ruling 34).
    EndScene(InstanceId),
}

/// A thread that waits for the next step.
#[derive(Clone, Copy, Debug)]
pub struct Poller {
    /// When it began to wait, in order of scheduling.
    pub seq: u64,
    /// When it began to wait, runtime seconds.
    pub since: f64,
    /// The thread.
    pub thread: ThreadId,
}

/// A `loud` hat, checked once per step.
#[derive(Clone, Copy, Debug)]
pub struct LoudHat {
    /// Order of scheduling of its instance's start.
    pub seq: u64,
    /// Runtime seconds of its instance's start.
    pub since: f64,
    /// Its instance.
    pub instance: InstanceId,
    /// Its script.
    pub script: usize,
    /// The level, read at the instance's start.
    pub level: f64,
    /// The input at the last check.
    pub before: f64,
}

/// A program made ready, with the page globals it names.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The code.
    pub code: Arc<Code>,
    /// Values of the page's globals, by the program's name slots.
    pub globals: Vec<Option<f64>>,
}

/// Number of a [`Prepared`] in its runtime.
pub type PreparedId = usize;

/// Everything.
#[derive(Debug)]
pub struct State {
    pub options: Options,
    /// The plan's twin: records, starts no behaviours (§7.7).
    pub twin: bool,
    /// The clock, seconds.
    pub now: f64,
    pub queue: Queue,
    pub ready: Vec<Ready>,
    pub pollers: Vec<Poller>,
    pub loud_hats: Vec<LoudHat>,
    pub threads: SlotMap<ThreadId, Thread>,
    pub instances: SlotMap<InstanceId, Instance>,
    pub followers: SlotMap<MotionId, Follower>,
    pub characters: Vec<Character>,
    pub channels: Channels,
    pub prepared: Vec<Prepared>,
    /// By the address of the program, which `prepared` keeps alive.
    pub prepared_by_program: BTreeMap<usize, PreparedId>,
    /// The page's globals.
    pub globals: BTreeMap<Arc<str>, f64>,
    /// The behaviours' stream.
    pub random: Mulberry32,
    pub director: Option<Box<Director>>,
    pub speech: SpeechAnswers,
    pub packs: super::packs::PackAnswers,
    pub warnings: Vec<String>,
    /// The faults among them: of behaviours that were skipped or whose scripts were stopped, each once.
    pub failures: Vec<RunError>,
    /// The same, to say each thing once.
    pub told: BTreeSet<String>,
    pub scratch: Scratch,
    /// Blocks and ticks run so far.
    pub blocks: u64,
    /// The next scope's and the next glide's number.
    pub serial: u64,
    /// A thread has yielded to a step (§6).
    pub polled: bool,
    /// A block or tick has read `loud` or `talking` (§6).
    pub inputs_read: bool,
    /// A pose has drawn a random number (§6).
    pub pose_drew_random: bool,
    /// A fault that a tick met while ticks run.
    pub fault: Option<RunError>,
}

impl State {
    /// A runtime's state at time 0.
    pub fn new(options: Options, twin: bool) -> Self {
        let random = Mulberry32::new(options.seed);
        Self {
            options,
            twin,
            now: 0.0,
            queue: Queue::default(),
            ready: Vec::new(),
            pollers: Vec::new(),
            loud_hats: Vec::new(),
            threads: SlotMap::with_key(),
            instances: SlotMap::with_key(),
            followers: SlotMap::with_key(),
            characters: Vec::new(),
            channels: Channels::default(),
            prepared: Vec::new(),
            prepared_by_program: BTreeMap::new(),
            globals: BTreeMap::new(),
            random,
            director: None,
            speech: SpeechAnswers::default(),
            packs: super::packs::PackAnswers::default(),
            warnings: Vec::new(),
            failures: Vec::new(),
            told: BTreeSet::new(),
            scratch: Scratch::default(),
            blocks: 0,
            serial: 0,
            polled: false,
            inputs_read: false,
            pose_drew_random: false,
            fault: None,
        }
    }

    /// A number given to nothing else: of a scope, or of a write that glides.
    pub fn serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }

    /// Adds a warning that was not given before.
    pub fn warn(&mut self, message: String) {
        if self.told.insert(message.clone()) {
            self.warnings.push(message);
        }
    }

    /// Keeps the fault of a behaviour that ends here, each once.
    pub fn fail(&mut self, error: RunError) {
        if !self.failures.contains(&error) {
            self.failures.push(error);
        }
    }

    /// A fresh scope.
    pub fn scope(&mut self) -> ScopeId {
        ScopeId(self.serial())
    }

    /// A program made ready; the second time the same.
    pub fn prepare(&mut self, program: &Arc<Program>) -> PreparedId {
        let address = Arc::as_ptr(program) as usize;
        if let Some(id) = self.prepared_by_program.get(&address) {
            return *id;
        }
        let code = Arc::new(super::code::compile(program, &mut self.channels));
        let globals = program.names.iter().map(|name| self.globals.get(name).copied()).collect();
        let id = self.prepared.len();
        self.prepared.push(Prepared { code, globals });
        self.prepared_by_program.insert(address, id);
        id
    }
}
