//! Making the film: states are read, drawn, turned into bytes and encoded, each step beside the others.
use super::encode::{Encoder, Finished, Spec};
use super::pool::in_order;
use super::{Bytes, FilmError, convert};
use crate::paint::Picture;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How a film is made, beside what it shows.
pub struct Reel<'a> {
    /// Size, rate and frames.
    pub spec: &'a Spec,
    /// Threads that draw, 1 or more.
    pub threads: usize,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// Called after each encoded frame with how many there are, on the encoder's thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Where the time went, summed over threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// Reading the states.
    pub states: Duration,
    /// Drawing.
    pub drawing: Duration,
    /// Turning pictures into bytes.
    pub converting: Duration,
    /// Encoding and writing in this process, waiting for another process included.
    pub encoding: Duration,
}

/// A film that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    /// How many frames.
    pub frames: u64,
    /// Its file or pictures.
    pub finished: Finished,
    /// Where the time went.
    pub spent: Spent,
}

/// Nanoseconds of one activity, added up by many threads. Shows in reports only, never in a frame.
#[derive(Debug, Default)]
struct Clock(AtomicU64);

impl Clock {
    fn time<R>(&self, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        self.0.fetch_add(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX), Relaxed);
        result
    }

    fn sum(&self) -> Duration {
        Duration::from_nanos(self.0.load(Relaxed))
    }
}

#[derive(Debug, Default)]
struct Clocks {
    states: Clock,
    drawing: Clock,
    converting: Clock,
    encoding: Clock,
}

/// Draws `states` (the spec's frames, in order) with `draw` and encodes them.
///
/// Each thread that draws has a worker of its own, made by `worker`; the picture must depend on the state alone.
///
/// # Errors
/// When the encoder fails, or [`FilmError::Stopped`] when [`Reel::stop`] was set. Nothing is then left on disk.
pub fn make<S: Send, W: Send>(
    reel: &Reel<'_>,
    mut encoder: Encoder,
    states: impl Iterator<Item = S>,
    worker: impl Fn() -> W + Sync,
    draw: impl for<'w> Fn(&'w mut W, &S) -> &'w Picture + Sync,
) -> Result<Made, FilmError> {
    let clocks = Clocks::default();
    let buffers = Buffers::default();
    let bytes = encoder.bytes();
    let mut states = states;
    let running = || !reel.stop.load(Relaxed);
    let numbered = std::iter::from_fn(|| clocks.states.time(|| states.next())).zip(reel.spec.frames.clone());
    let job = |worker: &mut W, (state, number): (S, u64)| {
        let picture = clocks.drawing.time(|| draw(worker, &state));
        let out = clocks.converting.time(|| rendered(picture, reel.spec, bytes, &buffers));
        (number, out)
    };
    let mut frames = 0;
    let take = |(number, out): (u64, Result<Vec<u8>, FilmError>)| {
        let out = out?;
        clocks.encoding.time(|| encoder.write(number, &out))?;
        buffers.give(out);
        frames += 1;
        (reel.progress)(frames);
        Ok(())
    };
    in_order(reel.threads, numbered.take_while(|_| running()), worker, job, take)?;
    if !running() {
        return Err(FilmError::Stopped);
    }
    let finished = clocks.encoding.time(|| encoder.finish())?;
    Ok(Made { frames, finished, spent: spent(&clocks) })
}

fn spent(clocks: &Clocks) -> Spent {
    Spent {
        states: clocks.states.sum(),
        drawing: clocks.drawing.sum(),
        converting: clocks.converting.sum(),
        encoding: clocks.encoding.sum(),
    }
}

fn rendered(picture: &Picture, spec: &Spec, bytes: Bytes, buffers: &Buffers) -> Result<Vec<u8>, FilmError> {
    if (picture.width, picture.height) != (spec.width, spec.height) {
        let size = format!("{}x{}, not {}x{}", picture.width, picture.height, spec.width, spec.height);
        return Err(FilmError::Encoder(format!("a frame was drawn {size}")));
    }
    let mut out = buffers.take();
    convert(picture, bytes, &mut out)?;
    Ok(out)
}

/// Buffers that go round between the drawing threads and the encoder; as many as frames are ever in flight.
#[derive(Debug, Default)]
struct Buffers(Mutex<Vec<Vec<u8>>>);

impl Buffers {
    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop().unwrap_or_default()
    }

    fn give(&self, buffer: Vec<u8>) {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(buffer);
    }
}
