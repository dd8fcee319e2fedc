//! What a runtime is given from outside: the seed, the plan's grid, and the answers only a caller has (how long a line is
//! spoken, which program an id names). Plain data and pure functions.
use crate::frame::voice::Heard;
use crate::program::tree::{PackRef, Program};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A line whose length is asked for (§7.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeechOptions<'a> {
    /// The speaker's id.
    pub who: &'a str,
    /// The voice, when the line or the cast entry names one.
    pub voice: Option<&'a str>,
    /// The line's mood.
    pub mood: Option<&'a str>,
    /// As written in the block.
    pub speed: Option<f64>,
    /// As written in the block.
    pub pitch: Option<f64>,
    /// Seconds it is to last, when the block says so.
    pub seconds: Option<f64>,
    /// The recording's file, as written.
    pub clip: Option<&'a str>,
    /// It is sung.
    pub sung: bool,
}

/// Says how many seconds a line takes; pure. An error, or a number that is not finite and ≥ 0, gives the estimate.
pub type Speech = Arc<dyn Fn(&str, &SpeechOptions) -> Result<f64, String> + Send + Sync>;

/// Gives a line's lips and loudness as its voice speaks it; pure. Asked when the line starts, never by the plan.
pub type Voices = Arc<dyn Fn(&str, &SpeechOptions) -> Option<Arc<Heard>> + Send + Sync>;

/// Gives the behaviour an id names, or says why there is none (§7.5).
pub type Behaviours = Arc<dyn Fn(&PackRef) -> Result<Arc<Program>, String> + Send + Sync>;

/// Gives what a character pack says of a character (ruling 38).
pub type Characters = Arc<dyn Fn(&PackRef) -> Option<CharacterFacts> + Send + Sync>;

/// What the engine needs of a character pack.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CharacterFacts {
    /// Number of legs.
    pub legs: Option<f64>,
    /// Default voice of its lines.
    pub voice: Option<Arc<str>>,
    /// What it does by itself.
    pub idle: Option<PackRef>,
}

/// Frames a second as a fraction, so that frame k is at exactly k·den/num.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameRate {
    /// Frames.
    pub num: f64,
    /// In so many seconds.
    pub den: f64,
}

impl FrameRate {
    /// Seconds from frame 0 to frame `k`.
    pub fn time(&self, k: f64) -> f64 {
        k * self.den / self.num
    }
}

/// How long a cartoon may last unless the options say otherwise, seconds.
pub const LONGEST: f64 = 3600.0;

/// What a runtime is made with (§6).
#[derive(Clone)]
pub struct Options {
    /// Seed of every random number; 1.
    pub seed: u32,
    /// The frames on which the plan steps; 24 a second.
    pub fps: FrameRate,
    /// Width over height of the stage; 16/9.
    pub aspect: f64,
    /// Seconds after which the plan gives up; [`LONGEST`].
    pub max_duration: f64,
    /// How long lines take; estimated without.
    pub speech: Option<Speech>,
    /// The lips and loudness of lines; without, lips are read off the text and no line is heard.
    pub voices: Option<Voices>,
    /// Behaviours by id; none without.
    pub behaviours: Option<Behaviours>,
    /// Character packs by id; none without.
    pub characters: Option<Characters>,
    /// The most blocks and ticks a runtime runs before it stops with an error: keeps a program of endless tiny waits from
    /// hanging. 2·10⁸, some seconds of computing; an hour of forty followers takes 3.5·10⁷.
    pub max_blocks: u64,
    /// The most records a plan may hold; 2 million, a fifth of a gigabyte and more than two hours of the densest loop tested.
    pub max_records: usize,
    /// Set from outside to end the plan or a step soon, with [`super::Fault::Stopped`]; nothing can without.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            fps: FrameRate { num: 24.0, den: 1.0 },
            aspect: 16.0 / 9.0,
            max_duration: LONGEST,
            speech: None,
            voices: None,
            behaviours: None,
            characters: None,
            max_blocks: 100_000_000,
            max_records: 2_000_000,
            stop: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("seed", &self.seed)
            .field("fps", &self.fps)
            .field("aspect", &self.aspect)
            .field("max_duration", &self.max_duration)
            .finish_non_exhaustive()
    }
}
