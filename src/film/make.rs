//! Making the film: states are read, drawn, turned into bytes and encoded, each step beside the others.
use super::convert::convert_straight;
use super::encode::{Encoder, Finished, Spec};
use super::frames::{Frame, Frames};
use super::pool::in_order;
use super::{Bytes, FilmError};
use crate::paint::{Parts, Picture};
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
/// Each thread that draws has a worker of its own, made by `worker`; the picture must depend on the state alone. With it `draw` says in
/// which parts it differs from the picture the worker drew before.
///
/// # Errors
/// When the encoder fails, or [`FilmError::Stopped`] when [`Reel::stop`] was set. Nothing is then left on disk.
pub fn make<S: Send, W: Send>(
    reel: &Reel<'_>,
    encoder: Encoder,
    states: impl Iterator<Item = S>,
    worker: impl Fn() -> W + Sync,
    draw: impl for<'w> Fn(&'w mut W, &S) -> (&'w Picture, Parts) + Sync,
) -> Result<Made, FilmError> {
    let numbered = states.zip(reel.spec.frames.clone()).map(|(state, number)| (number, state));
    make_some(reel, encoder, numbered, worker, draw)
}

/// As [`make`], of some of the spec's frames, each with its number, in order.
///
/// # Errors
/// As [`make`].
pub fn make_some<S: Send, W: Send>(
    reel: &Reel<'_>,
    encoder: Encoder,
    states: impl Iterator<Item = (u64, S)>,
    worker: impl Fn() -> W + Sync,
    draw: impl for<'w> Fn(&'w mut W, &S) -> (&'w Picture, Parts) + Sync,
) -> Result<Made, FilmError> {
    let bytes = encoder.bytes();
    let clocks = Clocks::default();
    let worker = || (worker(), Frames::default());
    let job = |(worker, made): &mut (W, Frames), (number, state): (u64, S)| {
        let (picture, parts) = clocks.drawing.time(|| draw(worker, &state));
        let frame = clocks.converting.time(|| rendered(picture, parts, reel.spec, bytes, made));
        (number, frame)
    };
    run(reel, encoder, &clocks, states, worker, job)
}

/// Encodes pictures that are there already, straight RGBA, rows from the top: the spec's frames, in order.
///
/// # Errors
/// As [`make`], or the error of a picture that could not be had.
pub fn pour(
    reel: &Reel<'_>,
    encoder: Encoder,
    pictures: impl Iterator<Item = Result<Vec<u8>, FilmError>>,
) -> Result<Made, FilmError> {
    let (bytes, size) = (encoder.bytes(), (reel.spec.width, reel.spec.height));
    let clocks = Clocks::default();
    let numbered = pictures.zip(reel.spec.frames.clone()).map(|(picture, number)| (number, picture));
    let job = |(): &mut (), (number, picture): (u64, Result<Vec<u8>, FilmError>)| {
        let frame = clocks.converting.time(|| convert_straight(size, picture?, bytes).map(Frame::new));
        (number, frame)
    };
    run(reel, encoder, &clocks, numbered, || (), job)
}

/// Reads numbered states, turns each into a frame and hands the frames to the encoder in order.
fn run<S: Send, W: Send>(
    reel: &Reel<'_>,
    mut encoder: Encoder,
    clocks: &Clocks,
    states: impl Iterator<Item = (u64, S)>,
    worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, (u64, S)) -> (u64, Result<Frame, FilmError>) + Sync,
) -> Result<Made, FilmError> {
    let mut states = states;
    let running = || !reel.stop.load(Relaxed);
    let timed = std::iter::from_fn(|| clocks.states.time(|| states.next()));
    let mut frames = 0;
    let take = |(number, frame): (u64, Result<Frame, FilmError>)| {
        let frame = frame?;
        clocks.encoding.time(|| encoder.write(number, &frame))?;
        frames += 1;
        (reel.progress)(frames);
        Ok(())
    };
    in_order(reel.threads, timed.take_while(|_| running()), worker, job, take)?;
    if !running() {
        return Err(FilmError::Stopped);
    }
    let finished = clocks.encoding.time(|| encoder.finish())?;
    Ok(Made { frames: finished.frames.unwrap_or(frames), finished, spent: spent(clocks) })
}

fn spent(clocks: &Clocks) -> Spent {
    Spent {
        states: clocks.states.sum(),
        drawing: clocks.drawing.sum(),
        converting: clocks.converting.sum(),
        encoding: clocks.encoding.sum(),
    }
}

fn rendered(picture: &Picture, parts: Parts, spec: &Spec, bytes: Bytes, made: &mut Frames) -> Result<Frame, FilmError> {
    if (picture.width, picture.height) != (spec.width, spec.height) {
        let size = format!("{}x{}, not {}x{}", picture.width, picture.height, spec.width, spec.height);
        return Err(FilmError::Encoder(format!("a frame was drawn {size}")));
    }
    made.next(picture, parts, bytes)
}
