//! How far a film is: a bar with frames, speed and time left on a terminal, a few plain lines in a pipe, or nothing.
use super::out;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
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
    /// Tenths of the film already told, and when.
    told: Mutex<(u64, Instant)>,
}

/// The least time between two lines, so that a short film does not fill a log.
const PAUSE: Duration = Duration::from_secs(1);

impl Progress {
    /// Progress of a film of `frames` frames.
    pub fn new(frames: u64, quiet: bool) -> Self {
        Self::of(frames, ("frames", "fps"), quiet)
    }

    /// Progress of so many things, under their own words: for them, and for how many of them there are in a second.
    pub fn of(frames: u64, words: (&str, &str), quiet: bool) -> Self {
        let start = Instant::now();
        match (quiet, std::io::stderr().is_terminal()) {
            (true, _) => Self::Quiet,
            (false, true) => Self::Bar(bar(frames, words)),
            (false, false) => {
                let words = (words.0.to_owned(), words.1.to_owned());
                Self::Lines(Lines { frames, words, start, told: Mutex::new((0, start)) })
            }
        }
    }

    /// So many frames are done.
    pub fn set(&self, done: u64) {
        match self {
            Self::Bar(bar) => bar.set_position(done),
            Self::Lines(lines) => lines.set(done),
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
    let template = format!("{{bar:32}} {{pos}}/{{len}} {many}  {{fps}} {speeds}  {{eta}} left");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(frames).with_style(style.with_key("fps", speed).progress_chars("━╸─"))
}

impl Lines {
    fn set(&self, done: u64) {
        let tenth = done * 10 / self.frames.max(1);
        let now = Instant::now();
        let mut told = self.told.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if tenth > told.0 && tenth < 10 && now - told.1 >= PAUSE {
            *told = (tenth, now);
            let speed = done as f64 / (now - self.start).as_secs_f64();
            let left = (self.frames - done) as f64 / speed;
            let (many, speeds) = &self.words;
            out::plain(format_args!("{done}/{} {many}, {speed:.1} {speeds}, {left:.0} s left", self.frames));
        }
    }
}
