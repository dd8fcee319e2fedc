//! Whether another program still does anything. What it takes and writes is looked at while it is waited for; one that for a long time
//! takes no byte, writes none and uses no processor is ended, so that whoever waits for it goes on.
use crate::film::running::Running;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How long it may do nothing: the slowest honest encoder computes all the while.
const PATIENCE: Duration = Duration::from_secs(120);
/// The variable that says another time, seconds: for tests.
const VARIABLE: &str = "JABBER_PATIENCE";
/// One that computes, or of which the system does not say whether it does, may take so many times as long.
const UNSEEN: u32 = 10;
/// Looks a second, at most; with little patience more.
const TICK: Duration = Duration::from_millis(250);
/// How long another program may do nothing.
pub(super) fn patience() -> Duration {
    let asked = std::env::var(VARIABLE).ok().and_then(|text| text.parse::<f64>().ok());
    asked
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .unwrap_or(PATIENCE)
}

/// What is known of the program; a clone is the same one.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch(Arc<Seen>);

#[derive(Debug, Default)]
struct Seen {
    /// Bytes it has taken.
    taken: AtomicU64,
    /// Bytes it has said.
    said: AtomicU64,
    /// It is waited for.
    waited: AtomicBool,
    /// Nobody watches any more.
    over: AtomicBool,
    /// It was ended.
    hung: AtomicBool,
}

impl Watch {
    /// Watches a program that writes the file at `path`.
    pub fn begin(running: Running, path: PathBuf) -> Self {
        let watch = Self::default();
        let seen = watch.clone();
        std::thread::spawn(move || {
            seen.look(&running, || fs::metadata(&path).map_or(0, |file| file.len()), patience())
        });
        watch
    }

    /// It took so many bytes.
    pub fn took(&self, count: usize) {
        self.0.taken.fetch_add(count as u64, Relaxed);
    }

    /// It said so many bytes: it does something, if maybe nothing of use.
    pub fn said(&self, count: usize) {
        self.0.said.fetch_add(count as u64, Relaxed);
    }

    /// From now on it is waited for, or no more.
    pub fn waits(&self, waits: bool) {
        self.0.waited.store(waits, Relaxed);
    }

    /// Whether it was ended because it did nothing.
    pub fn ended_it(&self) -> bool {
        self.0.hung.load(Relaxed)
    }

    /// Watches no more.
    pub fn end(&self) {
        self.0.over.store(true, Relaxed);
    }

    fn look(&self, running: &Running, written: impl Fn() -> u64, patience: Duration) {
        let (tick, window) = (TICK.min(patience / 8), patience / 2);
        // Looks are counted and not the clock asked: while all of the machine is held, time passes in which nobody can do anything.
        let (mut idle, mut last, mut used) = (Duration::ZERO, None, None);
        while !self.0.over.load(Relaxed) {
            std::thread::sleep(tick);
            let now = (self.0.taken.load(Relaxed), written());
            if !self.0.waited.load(Relaxed) || last != Some(now) {
                (idle, last, used) = (Duration::ZERO, Some(now), None);
                continue;
            }
            idle += tick;
            let busy_with = || (processor(running.group()), self.0.said.load(Relaxed));
            let (since, (before, said)) = *used.get_or_insert_with(|| (idle, busy_with()));
            if idle < since + window {
                continue;
            }
            let (now, says) = busy_with();
            let computed = before.zip(now).map(|(before, now)| now.saturating_sub(before));
            let busy = says != said || computed.is_none_or(|hundredths| hundredths as f64 > window.as_secs_f64());
            if idle >= patience && !busy || idle >= patience * UNSEEN {
                self.0.hung.store(true, Relaxed);
                running.kill();
                return;
            }
            used = Some((idle, (now, says)));
        }
    }
}

/// The processor time that the processes of a group have used, hundredths of a second (the same on every Linux): one in a hundred of the time
/// that passes is as little as one among dozens gets. `None` where the system does not say.
fn processor(group: u32) -> Option<u64> {
    let mut sum = None;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        if !entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit) {
            continue;
        }
        let Ok(stat) = fs::read(entry.path().join("stat")) else { continue };
        if let Some((of, used)) = used(&String::from_utf8_lossy(&stat))
            && of == group
        {
            sum = Some(sum.unwrap_or(0) + used);
        }
    }
    sum
}

/// The group of a line of `/proc/N/stat`, and what it and the children it has waited for have used, hundredths of a second.
fn used(stat: &str) -> Option<(u32, u64)> {
    // The program's name, in parentheses, may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let times = fields.get(11..15)?.iter().filter_map(|time| time.parse::<u64>().ok());
    Some((fields.get(2)?.parse().ok()?, times.sum()))
}
