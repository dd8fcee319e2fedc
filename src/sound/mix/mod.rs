//! The mix: cues → one soundtrack, two channels, at a loudness and under a ceiling, to the sample as long as the film.
//!
//! It is made stretch by stretch, so that a long film needs little more room than a short one: once to find how loud and how high it is, and again
//! as much louder as it is to be, held under the ceiling.
mod cue;
mod duck;
mod profile;

pub use cue::{Cue, Part};
pub use duck::UNDER;

use super::signal::curve::amplitude;
use super::signal::level::{MARGIN, limiting, peaks};
use super::spool::Spool;
use super::{LOUDNESS, PEAK, RATE, SAMPLE_RATE};
use duck::Ducking;
use profile::Profile;
use std::ops::Range;

/// Samples of a stretch (1 s): it stays in the processor's cache.
const STRETCH: usize = SAMPLE_RATE;
/// Loudness is met within so much, LU, in so many rounds at most.
const NEAR: f64 = 0.02;
const ROUNDS: usize = 8;
/// Decibels by which the highest peak is held down at most: more would distort.
const HELD: f64 = 15.0;
/// Peaks are looked at for gains up to so many times the guess; one that turns out higher takes another look.
const ROOM: f64 = 2.0;
const LOOKS: usize = 3;

/// A soundtrack that is ready to be made.
#[derive(Clone, Debug)]
pub struct Mix {
    cues: Vec<Cue>,
    ducking: Ducking,
    samples: usize,
    gain: f64,
    loudness: f64,
    profile: Profile,
}

impl Mix {
    /// Of its cues, for `seconds`, at a loudness in LUFS; what is to be known of each millisecond of it lies beside the sounds of `spool`. What is
    /// silent, or all but, stays so.
    pub fn new(spool: &Spool, cues: Vec<Cue>, seconds: f64, loudness: f64) -> Mix {
        let samples = (seconds.max(0.0) * RATE).round() as usize;
        let ducking = Ducking::new(&cues);
        let (unknown, profile) = (f64::NEG_INFINITY, Profile::new(spool));
        let mut mix = Mix { ducking, cues, samples, gain: 1.0, loudness: unknown, profile };
        mix.cues.sort_by_key(|cue| cue.heard().start);
        // Lines and recordings are made for about this loudness: the first guess is often right.
        mix.gain = amplitude(loudness - LOUDNESS);
        for _ in 0..LOOKS {
            let looked = mix.gain * ROOM;
            mix.profile = mix.profiled(looked, Profile::new(spool));
            mix.meet(loudness);
            if mix.gain <= looked {
                break;
            }
        }
        mix
    }

    /// Finds the gain with which it is as loud as it is to be.
    fn meet(&mut self, loudness: f64) {
        self.loudness = self.profile.lufs(self.gain);
        for _ in 0..ROUNDS {
            let lack = loudness - self.loudness;
            if lack.abs() < NEAR || self.loudness < -70.0 {
                break;
            }
            let held = amplitude(PEAK + HELD) / f64::from(self.profile.highest());
            let gain = (self.gain * amplitude(lack)).min(held);
            if gain <= self.gain && lack > 0.0 {
                break;
            }
            self.gain = gain;
            self.loudness = self.profile.lufs(gain);
        }
    }

    /// Its levels, true of all gains up to `gain`.
    fn profiled(&self, gain: f64, mut profile: Profile) -> Profile {
        for from in (0..self.samples).step_by(STRETCH) {
            let count = STRETCH.min(self.samples - from);
            let wide = self.wide(from, count);
            let heights = heights(&wide, gain);
            let inner = wide.each_ref().map(|channel| &channel[MARGIN..MARGIN + count]);
            profile.push(inner, &heights[MARGIN..MARGIN + count]);
        }
        profile.end()
    }

    /// Samples a channel.
    pub fn len(&self) -> usize {
        self.samples
    }

    /// True when it lasts no time.
    pub fn is_empty(&self) -> bool {
        self.samples == 0
    }

    /// Its loudness, LUFS; −99 when it is silent. Under the ceiling it may be less than was asked for.
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
            both.resize(2 * left.len(), 0.0);
            let pairs = both.as_chunks_mut::<2>().0.iter_mut();
            pairs.zip(left.iter().zip(&right)).for_each(|(pair, (l, r))| *pair = [*l, *r]);
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

    /// A stretch with the margins in which a limiter looks about it.
    fn wide(&self, from: usize, count: usize) -> [Vec<f32>; 2] {
        self.plain(from as i64 - MARGIN as i64, count + 2 * MARGIN)
    }

    /// A stretch as loud as it is to be, and under the ceiling: both channels are held down together.
    fn held(&self, from: usize, count: usize) -> [Vec<f32>; 2] {
        let (start, margin) = (from as i64, MARGIN as i64);
        if !self.profile.is_limited(start - margin..start + count as i64 + margin, self.gain) {
            let gain = self.gain as f32;
            let mut plain = self.plain(start, count);
            plain.iter_mut().flatten().for_each(|x| *x *= gain);
            return plain;
        }
        let wide = self.wide(from, count);
        let gains = limiting(&heights(&wide, self.gain), self.gain, amplitude(PEAK));
        let at = |i: usize| gains.as_ref().and_then(|gains| gains.get(i)).map_or(1.0, |g| f64::from(*g));
        wide.map(|channel| {
            let inner = channel.iter().enumerate().skip(MARGIN).take(count);
            inner.map(|(i, x)| (f64::from(*x) * self.gain * at(i)) as f32).collect()
        })
    }
}

/// The height of the higher channel about each sample, exact where it comes near the ceiling at this gain.
fn heights(channels: &[Vec<f32>; 2], gain: f64) -> Vec<f32> {
    let [mut highest, right] = channels.each_ref().map(|channel| peaks(channel, amplitude(PEAK) / gain));
    highest.iter_mut().zip(right).for_each(|(peak, other)| *peak = peak.max(other));
    highest
}
