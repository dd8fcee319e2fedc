//! Small functions of levels and shapes that every sound is made with.
use crate::maths::pow;

/// Smoothstep of 0..1; the ends hold beyond.
pub fn smooth(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// A level in decibels as a factor of amplitude; −90 dB and below are silence.
pub fn amplitude(db: f64) -> f64 {
    if db <= SILENT { 0.0 } else { pow(10.0, db / 20.0) }
}

/// Decibels that count as no sound at all.
pub const SILENT: f64 = -90.0;

/// A power as decibels.
pub fn decibels(power: f64) -> f64 {
    10.0 * crate::maths::ln(power.max(1e-12)) / std::f64::consts::LN_10
}

/// Weights of a raised cosine over `count` points (Hann), of sum 1.
pub fn hann(count: usize) -> Vec<f64> {
    let step = 2.0 * std::f64::consts::PI / (count.max(2) - 1) as f64;
    let raw: Vec<f64> = (0..count).map(|i| 0.5 - 0.5 * crate::maths::cos(step * i as f64)).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|w| w / sum).collect()
}

/// A track smoothed by weights, its ends held.
pub fn smoothed(track: &[f64], weights: &[f64]) -> Vec<f64> {
    let (last, half) = (track.len().saturating_sub(1), weights.len() / 2);
    let at = |i: usize, k: usize| track.get((i + k).saturating_sub(half).min(last)).copied().unwrap_or(0.0);
    (0..track.len()).map(|i| weights.iter().enumerate().map(|(k, w)| w * at(i, k)).sum()).collect()
}
