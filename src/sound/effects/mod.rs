//! Twelve effects of the project's own: a name → samples.
//!
//! Enters: a name. Leaves: one channel, at most 2 s, its loudest 400 ms at [`LOUDNESS`] where the ceiling allows it. The same on every machine.
mod sounds;
mod tool;

use super::signal::curve::{amplitude, decibels};
use super::signal::filter::{K_WEIGHTING, Section};
use super::signal::level::{limiting, peaks};
use super::{LOUDNESS, PEAK, SAMPLE_RATE};

/// An effect's name, what it is, and how it is made.
type Effect = (&'static str, &'static str, fn() -> Vec<f64>);

const EFFECTS: [Effect; 12] = [
    ("pop", "a cork, 0.16 s", sounds::pop),
    ("boing", "a spring, 1.1 s", sounds::boing),
    ("whoosh", "something passes through the air, 0.75 s", sounds::whoosh),
    ("thud", "something heavy lands, 0.5 s", sounds::thud),
    ("ding", "a small bell, 1.8 s", sounds::ding),
    ("splash", "into the water, 1.3 s", sounds::splash),
    ("drum_roll", "a roll and its accent at 1.38 s, 1.9 s", sounds::drum_roll),
    ("slide_whistle_up", "a whistle slides up, 0.95 s", sounds::slide_whistle_up),
    ("slide_whistle_down", "a whistle slides down, 1.15 s", sounds::slide_whistle_down),
    ("footstep", "heel and sole, 0.24 s", sounds::footstep),
    ("tada", "brass: three notes and a chord, 1.75 s", sounds::tada),
    ("record_scratch", "a needle dragged over a record, 0.85 s", sounds::record_scratch),
];

/// The names, with what each is.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    EFFECTS.iter().map(|(name, what, _)| (*name, *what))
}

/// The effect of a name.
pub fn effect(name: &str) -> Option<Vec<f32>> {
    let (.., make) = EFFECTS.iter().find(|(known, ..)| *known == name)?;
    Some(finish(make()))
}

/// Decibels an effect may be held down by the limiter: more would be heard.
const HELD: f64 = 3.0;

/// The loudest 400 ms at the loudness, unless the ceiling comes first.
fn finish(mut samples: Vec<f64>) -> Vec<f32> {
    Section::high_pass(28.0).run(&mut samples);
    let peaks = peaks(&samples, 0.0);
    let top = f64::from(peaks.iter().copied().fold(1e-9, f32::max));
    let ceiling = amplitude(PEAK);
    let gain = amplitude(LOUDNESS - loudest(&samples)).min(ceiling * amplitude(HELD) / top);
    let gains = limiting(&peaks, gain, ceiling);
    let at = |i: usize| gains.as_ref().and_then(|gains| gains.get(i)).map_or(1.0, |g| f64::from(*g));
    samples.iter().enumerate().map(|(i, x)| (x * gain * at(i)) as f32).collect()
}

/// Loudness of the loudest 400 ms, LUFS; a shorter sound counts with the silence about it.
fn loudest(samples: &[f64]) -> f64 {
    let width = SAMPLE_RATE * 2 / 5;
    let [mut first, mut second] = K_WEIGHTING;
    let tail = std::iter::repeat_n(0.0, width);
    let powers: Vec<f64> =
        samples.iter().copied().chain(tail).map(|x| second.step(first.step(x))).map(|y| y * y).collect();
    let (mut sum, mut most) = (0.0f64, 0.0f64);
    for (i, power) in powers.iter().enumerate() {
        sum += power - i.checked_sub(width).map_or(0.0, |j| powers[j]);
        most = most.max(sum / width as f64);
    }
    decibels(most) - 0.691
}
