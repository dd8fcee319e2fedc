//! Which frames are missing: a cartoon and the chunks that are there enter, the states of the frames to draw leave, each chunk that is there
//! looked at first.
use super::Film;
use crate::cli::{CliError, out, output};
use crate::display::{Digests, DisplayList, Hash};
use crate::engine::{RunError, Runtime};
use crate::film::FrameRange;
use crate::film::chunks::{CHUNK, Chunks};
use crate::frame::FrameState;
use crate::pack::sha256;
use rayon::prelude::*;
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of the frames, shared by all who work on them.
#[derive(Debug, Default)]
pub(super) struct Known {
    digests: Digests,
    /// Of frames that have been drawn and whose chunk is not sealed yet.
    frames: Mutex<BTreeMap<u64, Hash>>,
    /// By the chunks' first frames.
    sealed: Mutex<BTreeMap<u64, String>>,
    /// Frames that need no drawing.
    pub kept: AtomicU64,
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    /// Notes what a frame paints.
    pub fn note(&self, number: u64, list: &DisplayList) {
        let hash = self.digests.of(list);
        held(&self.frames).insert(number, hash);
    }

    /// The hash of a chunk all of whose frames have been noted: 64 hexadecimal digits.
    pub fn seal(&self, span: &FrameRange) -> String {
        let mut frames = held(&self.frames);
        let hashes: Vec<Hash> = span.clone().filter_map(|number| frames.remove(&number)).collect();
        drop(frames);
        let hash = of(span, &hashes);
        held(&self.sealed).insert(span.start, hash.clone());
        hash
    }

    /// The hash of a chunk that has been sealed or kept.
    pub fn sealed(&self, span: &FrameRange) -> String {
        held(&self.sealed).get(&span.start).cloned().unwrap_or_default()
    }
}

fn of(span: &FrameRange, hashes: &[Hash]) -> String {
    let mut all = format!("{}..{}\n", span.start, span.end).into_bytes();
    hashes.iter().for_each(|hash| all.extend(hash));
    sha256(&all)
}

/// The frames that are to be drawn.
pub(super) struct Missing<'a> {
    film: &'a Film<'a>,
    runtime: &'a mut Runtime,
    chunks: &'a Chunks,
    known: &'a Known,
    /// What is there, by number.
    found: BTreeMap<u64, String>,
    /// Chunks that have not been looked at.
    ahead: VecDeque<(u64, FrameRange)>,
    /// Frames of a chunk of which nothing is there.
    fresh: FrameRange,
    /// Frames of a chunk that shows something else.
    read: VecDeque<(u64, FrameState)>,
    /// The runtime has stepped to all frames before this one.
    next: u64,
    /// Chunks that are made anew.
    stale: Vec<u64>,
    /// What ended the reading.
    pub fault: Option<CliError>,
}

impl<'a> Missing<'a> {
    /// Of a film whose runtime is at its start.
    pub fn new(
        film: &'a Film<'a>,
        runtime: &'a mut Runtime,
        (chunks, spans, found): (&'a Chunks, &BTreeMap<u64, FrameRange>, BTreeMap<u64, String>),
        known: &'a Known,
    ) -> Self {
        let ahead = spans.iter().map(|(k, span)| (*k, span.clone())).collect();
        let (fresh, read, stale) = (0..0, VecDeque::new(), Vec::new());
        Self { film, runtime, chunks, known, found, ahead, fresh, read, next: 0, stale, fault: None }
    }

    /// The next frame to draw, and its number; nothing when there is none, or something failed: it is then in `fault`, and the film is stopped.
    pub fn next(&mut self) -> Option<(u64, FrameState)> {
        loop {
            if let Some(read) = self.read.pop_front() {
                return Some(read);
            }
            if let Some(number) = self.fresh.next() {
                let state = self.state(number).map_err(|error| self.film.script.run_error(&error));
                return Some((number, self.or_stop(state)?));
            }
            let (k, span) = self.ahead.pop_front()?;
            match self.found.remove(&k) {
                None => self.fresh = span,
                Some(named) => {
                    let looked = self.look(k, span, &named);
                    self.or_stop(looked)?;
                }
            }
        }
    }

    /// Says which chunks were made anew.
    pub fn tell(&self, quiet: bool) {
        if quiet || self.stale.is_empty() {
            return;
        }
        let seconds = self.stale.iter().map(|k| format!("{}-{} s", k * CHUNK, (k + 1) * CHUNK));
        let seconds: Vec<String> = seconds.collect();
        out::notice(format!("made anew, for what is shown there has changed: {}", seconds.join(", ")));
    }

    /// Looks at a chunk that is there: its frames are kept, or read to be drawn.
    fn look(&mut self, k: u64, span: FrameRange, named: &str) -> Result<(), CliError> {
        let states = span.clone().map(|number| self.state(number).map(|state| (number, state)));
        let states: Result<VecDeque<_>, RunError> = states.collect();
        let states = states.map_err(|error| self.film.script.run_error(&error))?;
        let hash = |(_, state): &(u64, FrameState)| self.known.digests.of(&self.film.studio.list(state));
        let hashes: Vec<Hash> = states.par_iter().map(hash).collect();
        let hash = of(&span, &hashes);
        if Chunks::is(named, &hash) {
            held(&self.known.sealed).insert(span.start, hash);
            self.known.kept.fetch_add(span.end - span.start, Relaxed);
            return Ok(());
        }
        self.stale.push(k);
        self.read = states;
        self.chunks.remove(k).map_err(output::film_error)
    }

    /// The state of a frame. The runtime steps through every frame on the way, since what polls does so once a frame.
    fn state(&mut self, number: u64) -> Result<FrameState, RunError> {
        let rate = self.film.spec.rate;
        let steps = self.next..=number;
        self.next = number + 1;
        for k in steps {
            self.runtime.step_to(rate.time(k))?;
        }
        self.runtime.frame()
    }

    /// What is there; else the reason goes into `fault`, and what there is must not become a film.
    fn or_stop<T>(&mut self, what: Result<T, CliError>) -> Option<T> {
        what.map_err(|error| {
            self.film.interrupt.stop.store(true, Relaxed);
            self.fault = Some(error);
        })
        .ok()
    }
}
