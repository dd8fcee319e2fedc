//! Arguments that several commands share, and how their text is read.
use super::library::Packs;
use super::roles::{Part, part};
use super::{CliError, captions};
use crate::engine::LONGEST;
use crate::film::Rate;
use crate::sound::voice::Engine;
use std::path::PathBuf;
use std::str::FromStr;

/// What shapes the picture, for every command that draws.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Picture {
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1920x1080")]
    pub size: Size,
    /// Frames per second, whole or a fraction (30000/1001)
    #[arg(long, value_name = "RATE", default_value = "24")]
    pub fps: Rate,
    /// Seed of every random number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u32,
    #[command(flatten)]
    pub captions: captions::Captions,
    #[command(flatten)]
    pub plan: Plan,
}

/// What the plan of a cartoon is made with, for every command that plays one.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Plan {
    #[command(flatten)]
    pub packs: Packs,
    /// Who plays a role, over what the cartoon says: A=c4c:char:sunny; may be repeated
    #[arg(long, value_name = "WHO=ID", value_parser = part)]
    pub cast: Vec<Part>,
    /// A folder of pictures and recordings, beside the cartoon's own
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
    /// Seconds after which the plan gives up on a cartoon that has not ended
    #[arg(long, value_name = "SECONDS", default_value_t = LONGEST, value_parser = length)]
    pub max_duration: f64,
    #[command(flatten)]
    pub voice: Voice,
}

/// How a command that takes its time tells of it.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(super) struct Telling {
    /// How progress is told: auto, bar, lines, none, or ndjson: whatever is told, as one JSON object a line
    #[arg(long, value_name = "HOW", default_value = "auto", hide_possible_values = true)]
    pub progress: How,
    /// Say nothing but warnings and errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Give the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// How progress is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum How {
    /// A bar on a terminal, lines elsewhere
    #[default]
    Auto,
    /// A bar
    Bar,
    /// A line now and then
    Lines,
    /// Events
    Ndjson,
    /// Not at all
    None,
}

/// Who speaks the lines.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Voice {
    /// Who speaks every line; without it each line's own voice, and jabber where it names none
    #[arg(long, value_name = "VOICE")]
    pub voice: Option<Speaks>,
    /// A folder where lines are kept as they are spoken, and taken from: another recording in a line's place is heard instead
    #[arg(long, value_name = "DIR")]
    pub speech_dir: Option<PathBuf>,
}

/// A choice of who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Speaks {
    /// The built-in voice: cartoon babble
    Jabber,
    /// espeak-ng, if it is installed
    Espeak,
    /// Nobody: lips move by the text
    None,
}

impl Speaks {
    /// The engine it names.
    pub fn engine(self) -> Option<Engine> {
        match self {
            Speaks::Jabber => Some(Engine::Jabber),
            Speaks::Espeak => Some(Engine::Espeak),
            Speaks::None => None,
        }
    }
}

/// Width and height in pixels, 16 to 7680 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// The largest side, pixels (8K); beyond it a frame's buffers no longer fit ordinary machines.
const SIDE_MAX: u32 = 7680;
/// The smallest side, pixels: one block of H.264.
const SIDE_MIN: u32 = 16;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (width, height) =
            text.split_once(['x', 'X', '×']).ok_or("give it as WIDTHxHEIGHT, for example 1920x1080")?;
        let side = |text: &str| match text.trim().parse::<u32>() {
            Ok(side) if (SIDE_MIN..=SIDE_MAX).contains(&side) => Ok(side),
            _ => Err(format!("each side is a whole number of pixels, {SIDE_MIN} to {SIDE_MAX}")),
        };
        Ok(Self { width: side(width)?, height: side(height)? })
    }
}

impl Plan {
    /// Refuses a moment, seconds, that lies beyond what is planned: going there frame by frame might take for ever.
    pub fn allows(&self, what: &str, t: f64) -> Result<(), CliError> {
        if t <= self.max_duration {
            return Ok(());
        }
        let message = format!("{what} is later than {} s, the longest a cartoon may last", self.max_duration);
        Err(CliError::usage(message).hint("--max-duration SECONDS allows more"))
    }
}

/// Seconds; a plan looks at every frame on the way.
const DAY: f64 = 86_400.0;

/// Reads a length in seconds: above 0, a day at most.
fn length(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(length) if length > 0.0 && length <= DAY => Ok(length),
        _ => Err("give seconds, more than 0 and a day at most, for example 7200".to_owned()),
    }
}

/// Reads a time in seconds: finite, 0 or later.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(t) if t.is_finite() && t >= 0.0 => Ok(t),
        _ => Err("give seconds, 0 or later, for example 2.5".to_owned()),
    }
}
