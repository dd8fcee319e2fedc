//! The waves of a place's life: periods gone enter, how far along leaves. Every one loops; all but `drift` in one period.
use crate::maths::sin_cos;
use crate::vocabulary::LifeWave as Wave;
use std::f64::consts::TAU;

/// The share of a period in which what happens now and then happens.
const NOW: f64 = 0.125;
/// A flame: waves that fit into the period so many times, how strong and how late each is. Tuned by eye at four seconds.
const FLAME: [(f64, f64, f64); 4] = [(3.0, 0.4, 0.0), (7.0, 0.3, 0.2), (11.0, 0.2, 0.55), (19.0, 0.1, 0.8)];

/// After `u` periods: −1..1 to and fro, 0..1 one way; `drift` goes on and on.
pub(super) fn value(wave: Wave, u: f64) -> f64 {
    let f = u - u.floor();
    match wave {
        Wave::Sine => sin_cos(TAU * f).0,
        Wave::Drift => u,
        Wave::Saw => f,
        Wave::Flicker => FLAME.iter().map(|(times, much, late)| much * sin_cos(TAU * (times * f + late)).0).sum(),
        Wave::Twinkle | Wave::Glint => there_and_back((f / NOW).min(1.0)),
        Wave::Dash => (f / NOW).min(1.0),
        Wave::Blink => f64::from(u8::from(f >= 0.5)),
    }
}

/// The same as a share 0..1 by which something fades.
pub(super) fn fade(wave: Wave, u: f64) -> f64 {
    let f = u - u.floor();
    match wave {
        Wave::Sine => there_and_back(f),
        Wave::Drift => f,
        Wave::Flicker => 0.5 + 0.5 * value(wave, f),
        Wave::Glint => 1.0 - value(wave, f),
        _ => value(wave, f),
    }
}

/// 0 at 0 and 1, 1 between.
fn there_and_back(share: f64) -> f64 {
    0.5 - 0.5 * sin_cos(TAU * share).1
}
