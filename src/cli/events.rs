//! What programs are told: with `--json` one document on standard output, with `--progress ndjson` events on standard error, one JSON
//! object a line (docs/commands.md). The two streams are the process's own, so what is said to them is gathered here, in one place.
use super::args::How;
use super::{CliError, Exit};
use serde_json::{Map, Value, json};
use std::io::{ErrorKind, Write};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// How this run is to tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    /// The result is a document on standard output.
    pub json: bool,
    /// How progress is told.
    pub progress: How,
    /// Nothing but warnings and errors.
    pub quiet: bool,
}

/// The film that is being made.
#[derive(Clone, Debug)]
pub(super) struct Now {
    /// The cartoon, as the command line names it.
    pub input: String,
    /// Its number, from 1, and how many there are.
    pub of: (usize, usize),
}

struct Told {
    asked: Asked,
    now: Option<Now>,
    begun: Option<Instant>,
    warnings: Vec<Value>,
    faults: Vec<Value>,
    answer: Option<Map<String, Value>>,
    summary: Map<String, Value>,
    is_over: bool,
}

static TOLD: Mutex<Option<Told>> = Mutex::new(None);

/// Locks what has been told, and does something with it; nothing when this run tells programs nothing.
fn with<T>(job: impl FnOnce(&mut Told) -> T) -> Option<T> {
    let mut told: MutexGuard<'_, Option<Told>> = TOLD.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    told.as_mut().map(job)
}

/// Begins a run.
pub(super) fn begin(asked: Asked) {
    let told = Told {
        asked,
        now: None,
        begun: Some(Instant::now()),
        warnings: Vec::new(),
        faults: Vec::new(),
        answer: None,
        summary: Map::new(),
        is_over: false,
    };
    *TOLD.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(told);
    if asked.progress == How::Ndjson {
        // A fault of this program is a line like any other.
        std::panic::set_hook(Box::new(|info| {
            event("fault", place((None, None, ""), &info.to_string(), None));
        }));
    }
}

/// How this run tells.
pub(super) fn asked() -> Asked {
    with(|told| told.asked).unwrap_or_default()
}

/// Whether standard error holds events, and nothing for people.
pub(super) fn are_told() -> bool {
    asked().progress == How::Ndjson
}

/// Standard output is the film's: no document there.
pub(super) fn leave_output() {
    with(|told| told.asked.json = false);
}

/// Which film is being made from now on.
pub(super) fn set_now(now: Option<Now>) {
    with(|told| told.now = now);
}

/// Which film is being made, if there are several.
pub(super) fn now_of_several() -> Option<Now> {
    with(|told| told.now.clone().filter(|now| now.of.1 > 1)).flatten()
}

/// Writes an event, if they are told: `fields` after the event's word and the film it is about. Whether they are.
pub(super) fn event(word: &str, fields: Value) -> bool {
    with(|told| told.event(word, fields)).unwrap_or(false)
}

impl Told {
    fn event(&self, word: &str, fields: Value) -> bool {
        if self.asked.progress != How::Ndjson {
            return false;
        }
        let mut line = Map::new();
        line.insert("event".to_owned(), word.into());
        line.extend(self.now.as_ref().map(|now| ("input".to_owned(), json!(now.input))));
        if let Value::Object(fields) = fields {
            line.extend(fields);
        }
        let text = format!("{}\n", Value::Object(line));
        // An event that cannot be written has nobody to read it.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
        true
    }

    /// Whether anybody is told anything.
    fn is_deaf(&self) -> bool {
        !self.asked.json && self.asked.progress != How::Ndjson
    }
}

/// Whether somebody reads what [`place`] gives.
pub(super) fn are_read() -> bool {
    with(|told| !told.is_deaf()).unwrap_or(false)
}

/// A warning without a place, or with one: whether it is an event, and so nothing for people.
pub(super) fn warning(place: Value) -> bool {
    with(|told| {
        let is_event = told.event("warning", place.clone());
        if told.asked.json {
            told.warnings.push(place);
        }
        is_event
    })
    .unwrap_or(false)
}

/// What has been warned of up to now, for a document that tells it apart.
pub(super) fn take_warnings() -> Vec<Value> {
    with(|told| std::mem::take(&mut told.warnings)).unwrap_or_default()
}

/// A fault in a file that ends the command: whether it is an event.
pub(super) fn fault(place: Value) -> bool {
    with(|told| {
        let is_event = told.event("fault", place.clone());
        // The first says what the error is, if nothing else does.
        if told.asked.json || told.faults.is_empty() {
            told.faults.push(place);
        }
        is_event
    })
    .unwrap_or(false)
}

/// A place as programs are told it: every key is there, `null` where there is nothing to say.
pub(super) fn place(at: (Option<&str>, Option<usize>, &str), message: &str, hint: Option<&str>) -> Value {
    let (file, line, path) = at;
    let now = || with(|told| told.now.as_ref().map(|now| now.input.clone())).flatten();
    let path = (!path.is_empty()).then_some(path);
    json!({"file": file.map(str::to_owned).or_else(now), "line": line, "path": path, "message": message, "hint": hint})
}

/// An error as programs are told it, with the faults that led to it; they are told of no other error after.
pub(super) fn error(error: &CliError) -> Value {
    let faults = with(|told| std::mem::take(&mut told.faults)).unwrap_or_default();
    error_with(error, faults)
}

fn error_with(error: &CliError, faults: Vec<Value>) -> Value {
    let of_fault = || faults.first().and_then(|fault| fault.get("message")).cloned();
    let message =
        if error.message.is_empty() { of_fault().unwrap_or("the input is wrong".into()) } else { json!(error.message) };
    json!({"message": message, "hint": error.hint, "exit": error.exit.code(), "faults": faults})
}

/// Tells of an error, if events are told; whether they are.
pub(super) fn tell_error(error: &CliError) -> bool {
    let told = with(|told| {
        let mut fields = error_with(error, told.faults.clone());
        // Each has been an event.
        fields.as_object_mut().map(|fields| fields.remove("faults"));
        error.exit != Exit::Done && told.event("error", fields)
    });
    told.unwrap_or(false) || are_told()
}

/// The document of the run, as far as the command knows it: an object. It is printed at the end, with what was warned of.
pub(super) fn answer(answer: Value) {
    with(|told| {
        if let (Value::Object(answer), true) = (answer, told.asked.json) {
            told.answer = Some(answer);
        }
    });
}

/// The same, and the event that it is done.
pub(super) fn done(result: Value) {
    event("done", result.clone());
    answer(result);
}

/// What the last event says beside the exit code.
pub(super) fn summary(fields: Value) {
    with(|told| told.summary = fields.as_object().cloned().unwrap_or_default());
}

/// Ends the run: the document on standard output, and the last event.
///
/// # Errors
/// When standard output cannot be written.
pub(super) fn finish(result: &Result<(), CliError>) -> Result<(), CliError> {
    with(|told| told.finish(result)).unwrap_or(Ok(()))
}

impl Told {
    fn finish(&mut self, result: &Result<(), CliError>) -> Result<(), CliError> {
        if std::mem::replace(&mut self.is_over, true) {
            return Ok(());
        }
        self.now = None;
        let exit = result.as_ref().map_or_else(|error| error.exit, |()| Exit::Done);
        let mut summary = std::mem::take(&mut self.summary);
        let seconds = self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        summary.insert("seconds".to_owned(), json!((seconds * 1000.0).round() / 1000.0));
        summary.insert("exit".to_owned(), json!(exit.code()));
        let written = if self.asked.json { self.document(result) } else { Ok(()) };
        self.event("summary", Value::Object(summary));
        written
    }

    fn document(&mut self, result: &Result<(), CliError>) -> Result<(), CliError> {
        let answered = self.answer.is_some();
        let mut document = self.answer.take().unwrap_or_default();
        let warnings = document.entry("warnings").or_insert_with(|| json!([]));
        if let Value::Array(all) = warnings {
            all.append(&mut self.warnings);
        }
        match result {
            // A check that has found faults has its answer.
            Err(error) if !(answered && error.message.is_empty()) => {
                if error.exit == Exit::Done {
                    return Ok(());
                }
                document.insert("error".to_owned(), error_with(error, std::mem::take(&mut self.faults)));
            }
            _ if !answered => return Ok(()),
            _ => {}
        }
        let text = format!("{}\n", Value::Object(document));
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).or_else(|error| match error.kind() {
            // Whoever read has gone.
            ErrorKind::BrokenPipe => Ok(()),
            _ => Err(CliError::machine(format!("cannot write to standard output: {}", super::error::plain(&error)))),
        })
    }
}
