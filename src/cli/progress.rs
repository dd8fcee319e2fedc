//! How far a film is: a bar with frames, speed and time left on a terminal, a few plain lines in a pipe, events for programs, or
//! nothing.
use super::args::How;
use super::{events, out};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use serde_json::{Map, json};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Where a film's progress is shown.
#[derive(Debug)]
pub(super) enum Progress {
    /// A terminal.
    Bar(ProgressBar),
    /// A pipe or a file.
    Lines(Lines),
    /// A program.
    Events(Lines),
    /// Nowhere.
    Quiet,
}

/// When to write the next line.
#[derive(Debug)]
pub(super) struct Lines {
    frames: u64,
    /// What there is so many of, and what a second has of them.
    words: (String, String),
    start: Instant,
    /// How many are told already, and when.
    told: Mutex<(u64, Instant)>,
}

/// The least time between two lines, so that a short film does not fill a log.
const PAUSE: Duration = Duration::from_secs(1);
/// The same of events that are no new tenth.
const BEAT: Duration = Duration::from_millis(100);
/// Columns of the film's name before a bar: the line fits 80.
const NAME: usize = 14;

impl Progress {
    /// Progress of a film of `frames` frames.
    pub fn new(frames: u64, quiet: bool) -> Self {
        Self::of(frames, ("frames", "fps"), quiet)
    }

    /// Progress of so many things, under their own words: for them, and for how many of them there are in a second. What the command line
    /// says of progress goes before `quiet`.
    pub fn of(frames: u64, words: (&str, &str), quiet: bool) -> Self {
        let asked = events::asked();
        let start = Instant::now();
        let lines = || {
            let words = (words.0.to_owned(), words.1.to_owned());
            Lines { frames, words, start, told: Mutex::new((0, start)) }
        };
        match (asked.progress, quiet || asked.quiet, std::io::stderr().is_terminal()) {
            (How::Ndjson, ..) => Self::Events(lines()),
            (How::None, ..) | (How::Auto, true, _) => Self::Quiet,
            (How::Bar | How::Auto, _, true) => Self::Bar(bar(frames, words)),
            (How::Bar | How::Lines | How::Auto, ..) => Self::Lines(lines()),
        }
    }

    /// So many frames are done.
    pub fn set(&self, done: u64) {
        match self {
            Self::Bar(bar) => bar.set_position(done),
            Self::Lines(lines) => lines.set(done),
            Self::Events(lines) => lines.event(done),
            Self::Quiet => {}
        }
    }

    /// Takes the bar away, so that what follows stands alone.
    pub fn clear(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar(frames: u64, (many, speeds): (&str, &str)) -> ProgressBar {
    let speed = |state: &ProgressState, out: &mut dyn Write| {
        // A bar that cannot be written has nobody to read it.
        let _ = write!(out, "{:.1}", state.per_sec());
    };
    let (prefix, width) = match events::now_of_several() {
        Some(now) => {
            (format!("{}/{} {} ", now.of.0, now.of.1, out::middle(&out::spoken(&now.input), NAME).trim_end()), 16)
        }
        None => (String::new(), 32),
    };
    let template = format!("{{prefix}}{{bar:{width}}} {{pos}}/{{len}} {many}  {{fps}} {speeds}  {{eta}} left");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("fps", speed).progress_chars("━╸─");
    ProgressBar::new(frames).with_style(style).with_prefix(prefix)
}

impl Lines {
    fn tenth(&self, done: u64) -> u64 {
        done * 10 / self.frames.max(1)
    }

    /// Done in a second, and seconds left.
    fn speed(&self, done: u64, now: Instant) -> (f64, f64) {
        let speed = done as f64 / (now - self.start).as_secs_f64().max(1e-9);
        (speed, self.frames.saturating_sub(done) as f64 / speed.max(1e-9))
    }

    fn set(&self, done: u64) {
        let now = Instant::now();
        let mut told = self.told.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let tenth = self.tenth(done);
        if tenth > self.tenth(told.0) && tenth < 10 && now - told.1 >= PAUSE {
            *told = (done, now);
            let (speed, left) = self.speed(done, now);
            let (many, speeds) = &self.words;
            let film = events::now_of_several().map_or(String::new(), |now| format!("{}/{}: ", now.of.0, now.of.1));
            out::plain(format_args!("{film}{done}/{} {many}, {speed:.1} {speeds}, {left:.0} s left", self.frames));
        }
    }

    /// An event at each tenth, and in between some ten a second.
    fn event(&self, done: u64) {
        let now = Instant::now();
        let mut told = self.told.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // Threads may come in another order than their counts.
        if done > told.0 && (self.tenth(done) > self.tenth(told.0) || now - told.1 >= BEAT) {
            *told = (done, now);
            let (speed, left) = self.speed(done, now);
            let round = |x: f64| (x * 10.0).round() / 10.0;
            let mut fields = Map::new();
            fields.insert("unit".to_owned(), json!(self.words.0));
            fields.insert("done".to_owned(), json!(done));
            fields.insert("of".to_owned(), json!(self.frames));
            let speeds = if self.words.1 == "fps" { "fps" } else { "per_second" };
            fields.insert(speeds.to_owned(), json!(round(speed)));
            fields.insert("left".to_owned(), json!(round(left)));
            events::event("progress", fields.into());
        }
    }
}
