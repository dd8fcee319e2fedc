//! The last words of an ffmpeg: all it says is read, so that it never waits for a reader, and of all that little is kept, however much it is.
use super::watch::Watch;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// How many of ffmpeg's last lines an error shows.
const LINES: usize = 6;
/// Bytes of a line that are read at a time; what is longer is several lines.
const PIECE: u64 = 1 << 16;
/// Characters of a line that an error shows.
const SHOWN: usize = 300;
/// How long the end may take to be read when who said it has ended: what it started may still hold the pipe.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// What ffmpeg puts before lines that are no complaint.
const TALK: [&str; 4] = ["[info]", "[verbose]", "[debug]", "[warning]"];

/// What ffmpeg said.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// The last lines.
    last: VecDeque<String>,
    /// The last of those that complain.
    complaints: VecDeque<String>,
    /// Processor seconds, from the line that `-benchmark` adds.
    pub seconds: Option<f64>,
}

/// Words that are still being said.
#[derive(Debug)]
pub(super) struct Listening {
    words: Arc<Mutex<Words>>,
    over: Receiver<()>,
}

fn locked(words: &Mutex<Words>) -> MutexGuard<'_, Words> {
    words.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Listening {
    /// Begins to listen, on a thread of its own; the watch hears that it speaks.
    pub fn begin(errors: impl Read + Send + 'static, watch: Watch) -> Self {
        let words = Arc::default();
        let (told, over) = channel();
        let heard = Arc::clone(&words);
        std::thread::spawn(move || {
            listen(errors, &heard, &watch);
            // Nobody may wait for it any more.
            let _ = told.send(());
        });
        Self { words, over }
    }

    /// All that was said, when who said it has ended.
    pub fn words(&self) -> Words {
        let _ = self.over.recv_timeout(LAST_WORDS);
        locked(&self.words).clone()
    }
}

impl Words {
    /// The lines an error shows: complaints, where there are any.
    pub fn lines(self) -> Vec<String> {
        if self.complaints.is_empty() { self.last.into() } else { self.complaints.into() }
    }

    fn hear(&mut self, line: &str) {
        if let Some(seconds) = benchmark(line) {
            self.seconds = Some(seconds);
            return;
        }
        if line.is_empty() || line.contains("bench: ") {
            return;
        }
        let mut shown: String = line.chars().take(SHOWN).collect();
        if shown.len() < line.len() {
            shown.push('…');
        }
        if !TALK.iter().any(|word| line.contains(word)) {
            keep(&mut self.complaints, shown.clone());
        }
        keep(&mut self.last, shown);
    }
}

fn keep(lines: &mut VecDeque<String>, line: String) {
    lines.push_back(line);
    if lines.len() > LINES {
        lines.pop_front();
    }
}

fn listen(errors: impl Read, words: &Mutex<Words>, watch: &Watch) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    while errors.by_ref().take(PIECE).read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        watch.said(line.len());
        locked(words).hear(String::from_utf8_lossy(&line).trim_end());
        line.clear();
    }
}

/// The processor seconds in `bench: utime=1.2s stime=0.1s rtime=3.4s`.
fn benchmark(line: &str) -> Option<f64> {
    let (_, fields) = line.split_once("bench: utime=")?;
    let (user, fields) = fields.split_once("s stime=")?;
    let (system, _) = fields.split_once("s rtime=")?;
    Some(user.parse::<f64>().ok()? + system.parse::<f64>().ok()?)
}
