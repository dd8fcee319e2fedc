//! What is told of the rounds: a line each to people, or an event a line as JSON.
use super::super::error::plain;
use super::super::{CliError, events, out};
use chrono::{Local, SecondsFormat, Utc};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who is told, and of what.
pub(super) struct Told {
    pub quiet: bool,
    pub json: bool,
    /// The cartoon and what is made of it.
    pub file: PathBuf,
    pub output: PathBuf,
}

/// Names of changed files in a line; more are counted.
const NAMED: usize = 3;

impl Told {
    /// The watching begins.
    pub fn begun(&self) -> Result<(), CliError> {
        let (file, output) = (self.file.display(), self.output.display());
        self.line(|| format!("watching {file}; {output} follows it, until Ctrl-C"), false)?;
        self.event("watching", json!({}))
    }

    /// A picture or a film was made; `what` of it.
    pub fn made(&self, news: &[PathBuf], what: &str, took: Duration) -> Result<(), CliError> {
        let (output, seconds) = (self.output.display(), took.as_secs_f64());
        self.line(|| format!("{}  {output}, {what}  {seconds:.2} s", named(news)), true)?;
        self.event("made", json!({"changed": news, "seconds": rounded(took), "warnings": events::take_warnings()}))
    }

    /// It could not be made: why has been said.
    pub fn failed(&self, news: &[PathBuf], error: &CliError, took: Duration) -> Result<(), CliError> {
        let output = self.output.display();
        let kept = || if self.output.exists() { format!("{output} stays as it was") } else { format!("no {output} yet") };
        self.line(|| format!("{}  not made: {}", named(news), kept()), true)?;
        let (error, warnings) = (events::error(error), events::take_warnings());
        self.event("failed", json!({"changed": news, "seconds": rounded(took), "error": error, "warnings": warnings}))
    }

    /// A round was broken off, since something changed again.
    pub fn broken_off(&self, news: &[PathBuf]) -> Result<(), CliError> {
        self.event("broken off", json!({"changed": news}))
    }

    /// The cartoon is not there any more.
    pub fn gone(&self) -> Result<(), CliError> {
        let file = self.file.display();
        self.line(|| format!("{file}  is gone; waiting for it"), true)?;
        self.event("gone", json!({}))
    }

    /// The watching ends.
    pub fn ended(&self) -> Result<(), CliError> {
        let file = self.file.display();
        out::fresh_line();
        self.line(|| format!("{file} is no longer watched"), false)?;
        self.event("ended", json!({}))
    }

    fn line(&self, text: impl FnOnce() -> String, timed: bool) -> Result<(), CliError> {
        if self.quiet || self.json {
            return Ok(());
        }
        let text = if timed { format!("{}  {}", Local::now().format("%H:%M:%S"), text()) } else { text() };
        let text = out::on_terminal(&std::io::stderr(), out::spoken(&text));
        // Who looks at nothing any more looks at the picture.
        out::plain(text);
        Ok(())
    }

    fn event(&self, event: &str, facts: Value) -> Result<(), CliError> {
        if !self.json {
            return Ok(());
        }
        let at = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        let mut line = json!({"event": event, "at": at, "file": self.file, "output": self.output});
        if let (Value::Object(line), Value::Object(facts)) = (&mut line, facts) {
            line.extend(facts);
        }
        out::result(line)
    }
}

/// Seconds to the millisecond.
fn rounded(took: Duration) -> f64 {
    (took.as_secs_f64() * 1000.0).round() / 1000.0
}

/// `toon.json, cup.svg and 2 more`.
fn named(news: &[PathBuf]) -> String {
    if news.is_empty() {
        return "begun".to_owned();
    }
    let names: Vec<String> = news.iter().take(NAMED).map(|path| short(path)).collect();
    let more = news.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names.join(", "))
}

/// A path from here, where it lies here.
fn short(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    let here = std::env::current_dir().and_then(std::fs::canonicalize);
    let inside = here.as_ref().ok().and_then(|here| path.strip_prefix(here).ok());
    inside.unwrap_or(path).display().to_string()
}

/// That nothing can be watched.
pub(super) fn unwatchable(error: &std::io::Error) -> CliError {
    CliError::machine(format!("cannot begin a round: {}", plain(error)))
}
