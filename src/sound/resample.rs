//! Samples at one rate → the same sound at [`RATE`](super::RATE): a sinc under a Hann window, from tables, the same on every machine.
use crate::maths::{cos, sin};
use crate::sound::SAMPLE_RATE;
use std::f64::consts::PI;

/// Zero crossings on either side of the sinc: the passband ends at some 95 % of the lower rate's half.
const REACH: usize = 24;
/// Where the band ends, as a share of the lower rate's half.
const BAND: f64 = 0.95;

fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The samples of `rate` a second at [`SAMPLE_RATE`]; the sound lasts as long, to the sample.
pub fn resample(samples: &[f32], rate: usize) -> Vec<f32> {
    if rate == SAMPLE_RATE || rate == 0 || samples.is_empty() {
        return samples.to_vec();
    }
    let common = divisor(rate, SAMPLE_RATE);
    // So many phases, and so many of them forward at each new sample.
    let (phases, step) = (SAMPLE_RATE / common, rate / common);
    let band = (SAMPLE_RATE as f64 / rate as f64).min(1.0) * BAND;
    let half = (REACH as f64 / band).ceil() as usize;
    let taps: Vec<Vec<f32>> = (0..phases).map(|phase| weights(phase as f64 / phases as f64, half, band)).collect();
    let count = (samples.len() as u64 * SAMPLE_RATE as u64).div_ceil(rate as u64) as usize;
    let mut padded = vec![0.0; half];
    padded.extend_from_slice(samples);
    padded.resize(samples.len() + 2 * half + 1, 0.0);
    let one = |n: usize| {
        let at = n as u64 * step as u64;
        let (whole, phase) = ((at / phases as u64) as usize, (at % phases as u64) as usize);
        let window = padded.get(whole..whole + 2 * half).unwrap_or_default();
        taps[phase].iter().zip(window).map(|(w, x)| w * x).sum()
    };
    (0..count).map(one).collect()
}

/// Weights of the samples about a place `share` of the way from one to the next; of sum 1.
fn weights(share: f64, half: usize, band: f64) -> Vec<f32> {
    let weight = |i: usize| {
        let x = i as f64 - half as f64 - share;
        let sinc = if x.abs() < 1e-9 { 1.0 } else { sin(PI * x * band) / (PI * x * band) };
        sinc * (0.5 + 0.5 * cos(PI * (x / (half as f64 + 1.0)).clamp(-1.0, 1.0)))
    };
    let raw: Vec<f64> = (0..2 * half).map(weight).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|w| (w / sum) as f32).collect()
}
