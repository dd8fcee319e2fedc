//! Samples of a line → its loudness over time, as frames read it: RMS, smoothed, 0..1.
use super::RATE;
use super::signal::curve::{hann, smoothed};
use crate::frame::voice::Track;

/// RMS that counts as 1: the loud vowels of a line at −16 LUFS (tuned by measure).
const FULL: f64 = 0.32;
/// Steps of a level: coarse enough that decoders which round otherwise give the same.
const STEPS: f64 = 256.0;
/// Values that each is smoothed over, with a raised cosine: 50 ms.
const SMOOTHED: usize = 5;

/// The loudness of a line, [`Track::RATE`] values a second; each is that of the sound about its time.
pub fn levels(samples: &[f32]) -> Vec<f32> {
    let hop = (RATE / Track::RATE) as usize;
    let powers: Vec<f64> = samples
        .chunks(hop)
        .map(|part| part.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>() / hop as f64)
        .collect();
    // A value stands at the edge of two parts: half of either.
    let at = |i: usize| powers.get(i).copied().unwrap_or(0.0);
    let edges: Vec<f64> = (0..=powers.len()).map(|i| (i.checked_sub(1).map_or(0.0, at) + at(i)) / 2.0).collect();
    let weights = hann(SMOOTHED + 2);
    let level = |power: f64| ((power.max(0.0).sqrt() / FULL).min(1.0) * STEPS).round() / STEPS;
    smoothed(&edges, &weights[1..=SMOOTHED]).into_iter().map(|power| level(power) as f32).collect()
}
