//! The mix: cues → one soundtrack, two channels, at a loudness and under a ceiling, to the sample as long as the film.
//!
//! It is made stretch by stretch, so that a long film needs no more room than a short one; held under the ceiling, to
//! find how loud it is, and again as much louder as it is to be.
mod cue;
mod duck;

pub use cue::{Cue, Part};
pub use duck::UNDER;

use super::signal::curve::amplitude;
use super::signal::level::{MARGIN, Meter, limiting, peaks};
use super::{LOUDNESS, PEAK, RATE, SAMPLE_RATE};
use duck::Ducking;
use std::ops::Range;

/// Samples of a stretch (8 s).
const STRETCH: usize = 8 * SAMPLE_RATE;
/// Loudness is met within so much, LU, in so many rounds at most.
const NEAR: f64 = 0.1;
const ROUNDS: usize = 4;

/// A soundtrack that is ready to be made.
#[derive(Clone, Debug)]
pub struct Mix {
    cues: Vec<Cue>,
    ducking: Ducking,
    samples: usize,
    gain: f64,
    loudness: f64,
}

impl Mix {
    /// Of its cues, for `seconds`, at a loudness in LUFS. What is silent, or all but, stays so.
    pub fn new(cues: Vec<Cue>, seconds: f64, loudness: f64) -> Mix {
        let samples = (seconds.max(0.0) * RATE).round() as usize;
        let mut mix = Mix { ducking: Ducking::new(&cues), cues, samples, gain: 1.0, loudness: f64::NEG_INFINITY };
        mix.cues.sort_by_key(|cue| cue.heard().start);
        // Lines and recordings are made for about this loudness: the first guess is often right.
        mix.gain = amplitude(loudness - LOUDNESS);
        mix.loudness = mix.measured();
        for _ in 0..ROUNDS {
            let lack = loudness - mix.loudness;
            if lack.abs() < NEAR || mix.loudness < -70.0 {
                break;
            }
            mix.gain *= amplitude(lack);
            mix.loudness = mix.measured();
        }
        mix
    }

    /// How loud it is as it is now, LUFS.
    fn measured(&self) -> f64 {
        let mut meter = Meter::new(2);
        for from in (0..self.samples).step_by(STRETCH) {
            let [left, right] = self.held(from, STRETCH.min(self.samples - from));
            meter.push(&[&left[..], &right[..]]);
        }
        meter.lufs()
    }

    /// Samples a channel.
    pub fn len(&self) -> usize {
        self.samples
    }

    /// True when it lasts no time.
    pub fn is_empty(&self) -> bool {
        self.samples == 0
    }

    /// Its loudness, LUFS; −99 when it is silent.
    pub fn loudness(&self) -> f64 {
        self.loudness
    }

    /// The samples of a range, left and right in turn, −1..1, a stretch at a time. Past the end is silence.
    ///
    /// # Errors
    /// The first one of `take`.
    pub fn make<E>(&self, range: Range<usize>, mut take: impl FnMut(&[f32]) -> Result<(), E>) -> Result<(), E> {
        let mut both = Vec::new();
        for from in range.clone().step_by(STRETCH) {
            let [left, right] = self.held(from, STRETCH.min(range.end - from));
            both.clear();
            both.extend(left.iter().zip(&right).flat_map(|(l, r)| [*l, *r]));
            take(&both)?;
        }
        Ok(())
    }

    /// A stretch as the cues give it; it may begin before the soundtrack does.
    fn plain(&self, from: i64, count: usize) -> [Vec<f32>; 2] {
        let mut out = [vec![0.0; count], vec![0.0; count]];
        let to = from + count as i64;
        for cue in self.cues.iter().take_while(|cue| cue.heard().start < to).filter(|cue| cue.heard().end > from) {
            match cue.part {
                Part::Music { .. } => cue.add(&mut out, from, |at| self.ducking.at(at as f64 / RATE)),
                _ => cue.add(&mut out, from, |_| 1.0),
            }
        }
        for channel in &mut out {
            let beyond = (self.samples as i64 - from).clamp(0, count as i64) as usize;
            channel[beyond..].fill(0.0);
        }
        out
    }

    /// The same as loud as it is to be, and under the ceiling: both channels are held down together.
    fn held(&self, from: usize, count: usize) -> [Vec<f32>; 2] {
        let wide = self.plain(from as i64 - MARGIN as i64, count + 2 * MARGIN);
        let (ceiling, gain) = (amplitude(PEAK), self.gain);
        let [mut highest, right] = wide.each_ref().map(|channel| peaks(channel, ceiling / gain));
        highest.iter_mut().zip(right).for_each(|(peak, other)| *peak = peak.max(other));
        let gains = limiting(&highest, gain, ceiling);
        let at = |i: usize| gains.as_ref().and_then(|gains| gains.get(i)).map_or(1.0, |g| f64::from(*g));
        wide.map(|channel| {
            let inner = channel.iter().enumerate().skip(MARGIN).take(count);
            inner.map(|(i, x)| (f64::from(*x) * gain * at(i)) as f32).collect()
        })
    }
}
