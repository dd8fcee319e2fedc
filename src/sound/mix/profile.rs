//! How loud and how high a mix is, millisecond by millisecond: enough to tell its loudness at any gain, held under the ceiling, without making it anew.
use crate::sound::signal::curve::amplitude;
use crate::sound::signal::filter::{K_WEIGHTING, Section};
use crate::sound::signal::level::{gated, limiting_points};
use crate::sound::{PEAK, SAMPLE_RATE};
use std::ops::Range;

/// Samples of a point (1 ms).
const POINT: usize = SAMPLE_RATE / 1000;
/// Points of a step of the loudness measure (100 ms), and steps of a block (400 ms).
const STEP: usize = 100;
const BLOCK: usize = 4;

/// A mix's levels before any gain, a point each.
#[derive(Clone, Debug)]
pub struct Profile {
    filters: [[Section; 2]; 2],
    /// Mean weighted power, both channels together.
    power: Vec<f32>,
    /// Height of the higher channel.
    peak: Vec<f32>,
    begun: (f64, f32, usize),
}

impl Profile {
    /// Of nothing yet.
    pub fn new() -> Profile {
        Profile { filters: [K_WEIGHTING; 2], power: Vec::new(), peak: Vec::new(), begun: (0.0, 0.0, 0) }
    }

    /// The next samples, and the higher channel's height about each.
    pub fn push(&mut self, [left, right]: [&[f32]; 2], heights: &[f32]) {
        let (mut at, count) = (0, left.len());
        while at < count {
            let to = (at + POINT - self.begun.2).min(count);
            let [[a1, a2], [b1, b2]] = &mut self.filters;
            let mut power = self.begun.0;
            // Two at once: neither waits for the other.
            for (l, r) in left[at..to].iter().zip(&right[at..to]) {
                let (l, r) = (a2.step(a1.step(f64::from(*l))), b2.step(b1.step(f64::from(*r))));
                power += l * l + r * r;
            }
            let peak = heights[at..to].iter().copied().fold(self.begun.1, f32::max);
            self.begun = (power, peak, self.begun.2 + to - at);
            at = to;
            if self.begun.2 == POINT {
                self.end_point();
            }
        }
    }

    fn end_point(&mut self) {
        let (power, peak, count) = std::mem::take(&mut self.begun);
        self.power.push((power / count.max(1) as f64) as f32);
        self.peak.push(peak);
    }

    /// Ends the last point.
    pub fn end(mut self) -> Profile {
        if self.begun.2 > 0 {
            self.end_point();
        }
        self
    }

    /// The highest peak, above 0.
    pub fn highest(&self) -> f32 {
        self.peak.iter().copied().fold(1e-9, f32::max)
    }

    /// True when a limiter has something to do at this gain within these samples.
    pub fn is_limited(&self, samples: Range<i64>, gain: f64) -> bool {
        let point = |sample: i64| (sample.max(0) as usize / POINT).min(self.peak.len());
        let most = (amplitude(PEAK) / gain) as f32;
        self.peak[point(samples.start)..(point(samples.end) + 1).min(self.peak.len())].iter().any(|peak| *peak > most)
    }

    /// Loudness at a gain, held under the ceiling, LUFS; −99 when nothing is loud enough to count.
    pub fn lufs(&self, gain: f64) -> f64 {
        let gains = limiting_points(&self.peak, gain, amplitude(PEAK));
        let square =
            |i: usize| gains.as_ref().and_then(|gains| gains.get(i)).map_or(1.0, |g| f64::from(*g) * f64::from(*g));
        let powers: Vec<f64> = self.power.iter().enumerate().map(|(i, power)| f64::from(*power) * square(i)).collect();
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64 * gain * gain;
        let steps: Vec<f64> = powers.chunks_exact(STEP).map(mean).collect();
        if steps.len() < BLOCK {
            return gated(&[mean(&powers)]);
        }
        let blocks: Vec<f64> = steps.windows(BLOCK).map(|w| w.iter().sum::<f64>() / BLOCK as f64).collect();
        gated(&blocks)
    }
}
