//! How loud and how high: loudness after ITU-R BS.1770-4, true peaks between samples, and a limiter that looks ahead.
use super::curve::decibels;
use super::filter::{K_WEIGHTING, Section};
use crate::maths::{cos, sin};
use crate::sound::SAMPLE_RATE;
use std::f64::consts::PI;

/// A block of the loudness measure, samples (400 ms), and the step from one to the next.
const BLOCK: usize = SAMPLE_RATE * 2 / 5;
const STEP: usize = SAMPLE_RATE / 10;
/// Of nothing, LUFS.
const NOTHING: f64 = -99.0;
/// Taps of each of the four phases that look between samples.
const TAPS: usize = 12;
/// Samples the limiter looks ahead and behind (2 ms).
pub(super) const REACH: usize = SAMPLE_RATE / 500;
/// Samples beyond either end of a stretch that its limiter looks at.
pub const MARGIN: usize = 2 * REACH + TAPS;

/// Measures the loudness of sound that comes in parts.
#[derive(Clone, Debug)]
pub struct Meter {
    filters: Vec<[Section; 2]>,
    /// Weighted power of each whole step, all channels.
    steps: Vec<f64>,
    /// The same of the step begun, and its samples so far.
    begun: f64,
    samples: usize,
}

impl Meter {
    /// A meter of so many channels.
    pub fn new(channels: usize) -> Self {
        Self { filters: vec![K_WEIGHTING; channels], steps: Vec::new(), begun: 0.0, samples: 0 }
    }

    /// The next samples, one slice a channel.
    pub fn push<T: Copy + Into<f64>>(&mut self, channels: &[&[T]]) {
        let count = channels.first().map_or(0, |channel| channel.len());
        let mut at = 0;
        while at < count {
            let to = (at + STEP - self.samples).min(count);
            if let ([[a1, a2], [b1, b2]], [left, right]) = (&mut self.filters[..], channels) {
                // Two at once: neither waits for the other.
                for (l, r) in left[at..to].iter().zip(&right[at..to]) {
                    let (l, r) = (a2.step(a1.step((*l).into())), b2.step(b1.step((*r).into())));
                    self.begun += l * l + r * r;
                }
            } else {
                for ([first, second], channel) in self.filters.iter_mut().zip(channels) {
                    let powers = channel[at..to].iter().map(|x| second.step(first.step((*x).into()))).map(|y| y * y);
                    self.begun += powers.sum::<f64>();
                }
            }
            self.samples += to - at;
            at = to;
            if self.samples == STEP {
                self.steps.push(std::mem::take(&mut self.begun));
                self.samples = 0;
            }
        }
    }

    /// The loudness so far, LUFS, gated; −99 when nothing is loud enough to count. A sound shorter than a block is one block.
    pub fn lufs(&self) -> f64 {
        let width = BLOCK / STEP;
        if self.steps.len() < width {
            let samples = self.steps.len() * STEP + self.samples;
            return gated(&[(self.steps.iter().sum::<f64>() + self.begun) / samples.max(1) as f64]);
        }
        let blocks: Vec<f64> = self.steps.windows(width).map(|w| w.iter().sum::<f64>() / BLOCK as f64).collect();
        gated(&blocks)
    }
}

/// Loudness of one channel, LUFS.
pub fn lufs<T: Copy + Into<f64>>(samples: &[T]) -> f64 {
    let mut meter = Meter::new(1);
    meter.push(&[samples]);
    meter.lufs()
}

/// Loudness of blocks' powers: those over −70 LUFS, then those within 10 LU of their mean.
pub fn gated(blocks: &[f64]) -> f64 {
    let loud = |power: f64| decibels(power) - 0.691;
    let mean = |over: f64| {
        let kept: Vec<f64> = blocks.iter().copied().filter(|power| loud(*power) > over).collect();
        (!kept.is_empty()).then(|| loud(kept.iter().sum::<f64>() / kept.len() as f64))
    };
    mean(-70.0).and_then(|all| mean(all - 10.0)).unwrap_or(NOTHING)
}

/// Four phases of a windowed sinc, each of sum 1.
fn phases() -> [[f32; TAPS]; 4] {
    let count = 4 * TAPS;
    let tap = |n: usize| {
        let x = (n as f64 - (count as f64 - 1.0) / 2.0) / 4.0;
        sin(PI * x) / (PI * x) * (0.5 - 0.5 * cos(2.0 * PI * (n as f64 + 0.5) / count as f64))
    };
    let mut out = [[0.0; TAPS]; 4];
    for (k, phase) in out.iter_mut().enumerate() {
        let sum: f64 = (0..TAPS).map(|i| tap(k + 4 * i)).sum();
        // Turned round: a window of samples is weighed in their order.
        phase.iter_mut().rev().enumerate().for_each(|(i, w)| *w = (tap(k + 4 * i) / sum) as f32);
    }
    out
}

/// Samples that are looked at together for whether a peak can lie between them.
const LOOKED: usize = 48;

/// The height of the wave about each sample, looked at four times between two wherever it comes near `ceiling`: elsewhere, where no sample is
/// half as high, the sample's own.
pub fn peaks<T: Copy + Into<f64>>(samples: &[T], ceiling: f64) -> Vec<f32> {
    let phases = phases();
    let half = TAPS / 2;
    let mut padded = vec![0.0f32; half];
    padded.extend(samples.iter().map(|x| (*x).into() as f32));
    padded.resize(samples.len() + TAPS, 0.0);
    let mut out: Vec<f32> = padded[half..half + samples.len()].iter().map(|x| x.abs()).collect();
    let near = (ceiling / 2.0) as f32;
    let mut before = 0.0f32;
    for from in (0..samples.len()).step_by(LOOKED) {
        let to = (from + LOOKED).min(samples.len());
        let around = &padded[from..(to + TAPS).min(padded.len())];
        if around.iter().all(|x| x.abs() < near) {
            before = 0.0;
            continue;
        }
        for (i, peak) in out.iter_mut().enumerate().take(to).skip(from) {
            let Some(window) = padded.get(i..i + TAPS) else { continue };
            let between = phases.iter().map(|phase| weighed(phase, window)).fold(0.0, f32::max);
            *peak = peak.max(between).max(before);
            before = between;
        }
    }
    out
}

/// The height of a window weighed by a phase; in four sums, which the machine adds at once.
fn weighed(phase: &[f32; TAPS], window: &[f32]) -> f32 {
    let mut sums = [0.0f32; 4];
    for (weights, xs) in phase.chunks_exact(4).zip(window.chunks_exact(4)) {
        sums.iter_mut().zip(weights.iter().zip(xs)).for_each(|(sum, (w, x))| *sum += w * x);
    }
    (sums[0] + sums[1] + sums[2] + sums[3]).abs()
}

/// Gains of a limiter for a wave of these peaks, times `gain`, under a ceiling: the least gain within 2 ms, smoothed over as much;
/// `None` when nothing is to be held down. Only about what is are gains reckoned; elsewhere they are 1.
pub fn limiting(peaks: &[f32], gain: f64, ceiling: f64) -> Option<Vec<f32>> {
    limited(peaks, (ceiling / gain) as f32, REACH)
}

/// Gains that hold peaks under `most`; the limiter looks `reach` of them ahead and behind.
fn limited(peaks: &[f32], most: f32, reach: usize) -> Option<Vec<f32>> {
    // Stretches about peaks that are too high, joined where they meet.
    let mut stretches: Vec<(usize, usize)> = Vec::new();
    for (i, _) in peaks.iter().enumerate().filter(|(_, peak)| **peak > most) {
        let (from, to) = (i.saturating_sub(2 * reach), (i + 2 * reach + 1).min(peaks.len()));
        match stretches.last_mut() {
            Some((_, end)) if *end >= from => *end = to,
            _ => stretches.push((from, to)),
        }
    }
    if stretches.is_empty() {
        return None;
    }
    let mut out = vec![1.0; peaks.len()];
    for (from, to) in stretches {
        out[from..to].copy_from_slice(&held(peaks[from..to].iter().copied(), most, reach));
    }
    Some(out)
}

/// The gains of one stretch.
pub(super) fn held(peaks: impl Iterator<Item = f32>, most: f32, reach: usize) -> Vec<f32> {
    let wanted: Vec<f32> = peaks.map(|peak| (most / peak.max(1e-9)).min(1.0)).collect();
    averaged(&least(&wanted, reach), reach)
}

/// The least value within `reach` of each, in one pass.
fn least(values: &[f32], reach: usize) -> Vec<f32> {
    let mut out = Vec::with_capacity(values.len());
    let mut rising: std::collections::VecDeque<usize> = std::collections::VecDeque::new();
    for i in 0..values.len() + reach {
        if let Some(value) = values.get(i) {
            while rising.back().is_some_and(|&j| values[j] >= *value) {
                rising.pop_back();
            }
            rising.push_back(i);
        }
        if i >= reach {
            while rising.front().is_some_and(|&j| j + 2 * reach < i) {
                rising.pop_front();
            }
            out.push(rising.front().map_or(1.0, |&j| values[j]));
        }
    }
    out
}

/// The mean within `reach` of each; beyond the ends is 1.
fn averaged(values: &[f32], reach: usize) -> Vec<f32> {
    let width = 2 * reach + 1;
    let at = |i: i64| usize::try_from(i).ok().and_then(|i| values.get(i)).map_or(1.0, |v| f64::from(*v));
    let reach = reach as i64;
    let mut sum: f64 = (-reach - 1..reach).map(at).sum();
    (0..values.len() as i64)
        .map(|i| {
            sum += at(i + reach) - at(i - reach - 1);
            (sum / width as f64) as f32
        })
        .collect()
}

/// The same wave at a loudness, held under a ceiling of true peaks (a factor): at most six rounds, done within 0.02 LU. What is no
/// louder than nothing stays as it is.
pub fn normalise(samples: &mut Vec<f64>, target: f64, ceiling: f64) {
    let mut loud = lufs(samples);
    if loud < -90.0 {
        return;
    }
    let mut gain = super::curve::amplitude(target - loud);
    let peaks = peaks(samples, ceiling / gain / 2.0);
    gain = 1.0;
    let mut out = std::mem::take(samples);
    let given = out.clone();
    for _ in 0..6 {
        if (target - loud).abs() < 0.02 {
            break;
        }
        gain *= super::curve::amplitude(target - loud);
        match limiting(&peaks, gain, ceiling) {
            None => {
                out.iter_mut().zip(&given).for_each(|(y, x)| *y = x * gain);
                break;
            }
            Some(gains) => {
                out.iter_mut().zip(given.iter().zip(gains)).for_each(|(y, (x, g))| *y = x * gain * f64::from(g));
                loud = lufs(&out);
            }
        }
    }
    *samples = out;
}
