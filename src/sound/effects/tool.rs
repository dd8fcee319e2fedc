//! What effects are made with: sweeps, moving bands of noise, fades.
use crate::maths::{cos, exp, pow, sin, sin_cos};
use crate::sound::RATE;
use crate::sound::signal::curve::smooth;
use crate::sound::signal::filter::{Resonator, Section};
use crate::sound::signal::random::Random;
use std::f64::consts::PI;

/// A sound of so many seconds: what `value` gives at each time.
pub fn over(seconds: f64, value: impl FnMut(f64) -> f64) -> Vec<f64> {
    (0..(seconds * RATE) as usize).map(|i| i as f64 / RATE).map(value).collect()
}

/// A sine whose frequency, Hz, changes with time.
pub fn sweep(seconds: f64, hz: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut turns = 0.0;
    over(seconds, |t| {
        turns += hz(t) / RATE;
        sin(2.0 * PI * turns)
    })
}

/// A fading ring: 1 at the start, 1/e after `tau` seconds.
pub fn ring(t: f64, tau: f64) -> f64 {
    exp(-t / tau)
}

/// Uniform noise.
pub fn noise(seconds: f64, seed: u64) -> Vec<f64> {
    Random::new(seed).many((seconds * RATE) as usize)
}

/// Noise through a band-pass.
pub fn band(seconds: f64, seed: u64, hz: f64, width: f64) -> Vec<f64> {
    let mut out = noise(seconds, seed);
    Section::band_pass(hz, width).run(&mut out);
    out
}

/// Noise in a band whose centre and width, Hz, move; of RMS 1 wherever it is. Two resonances, with skirts of 12 dB an octave on either side.
pub fn moving_band(seconds: f64, seed: u64, hz: impl Fn(f64) -> f64, width: impl Fn(f64) -> f64) -> Vec<f64> {
    const HOP: usize = 48;
    let mut out = noise(seconds, seed);
    for _ in 0..2 {
        let (mut resonator, mut before) = (Resonator::default(), 0.0);
        for (k, part) in out.chunks_mut(HOP).enumerate() {
            let t = (k * HOP) as f64 / RATE;
            let (f, w) = (hz(t).clamp(20.0, 18_000.0), 1.55 * width(t));
            resonator.run(f, w, part);
            let level = w / (f * 2.0 * sin(PI * f / RATE));
            for x in part.iter_mut() {
                let step = *x - before;
                before = *x;
                *x = step * level;
            }
        }
    }
    for (i, x) in out.iter_mut().enumerate() {
        *x /= 0.577 * (PI / 4.0 * 1.55 * width(i as f64 / RATE) / (RATE / 2.0)).sqrt();
    }
    out
}

/// Each times what `value` gives at its time.
pub fn shaped(mut sound: Vec<f64>, value: impl Fn(f64) -> f64) -> Vec<f64> {
    sound.iter_mut().enumerate().for_each(|(i, x)| *x *= value(i as f64 / RATE));
    sound
}

/// Lays a sound over another from a second on.
pub fn lay(out: &mut [f64], sound: &[f64], at: f64, gain: f64) {
    let from = (at * RATE) as usize;
    out.iter_mut().skip(from).zip(sound).for_each(|(y, x)| *y += gain * x);
}

/// Soft ends, seconds: the last sample is 0.
pub fn fades(mut sound: Vec<f64>, attack: f64, release: f64) -> Vec<f64> {
    let (n, m) = ((attack * RATE) as usize, (release * RATE) as usize);
    let last = sound.len().saturating_sub(1);
    for (i, x) in sound.iter_mut().enumerate() {
        let (a, r) = (if i < n { smooth(i as f64 / n as f64) } else { 1.0 }, last - i);
        *x *= a * if r < m { smooth(r as f64 / m as f64) } else { 1.0 };
    }
    sound
}

/// A brass note: its partials are brighter the louder it is.
pub fn brass(freq: f64, seconds: f64, seed: f64) -> Vec<f64> {
    let count = (1..15).take_while(|k| f64::from(*k) * freq < 9000.0).count();
    // Each partial's own phase and weight.
    let partials: Vec<(f64, f64, f64)> =
        (1..=count).map(|k| k as f64).map(|k| (sin(0.3 * k * k), cos(0.3 * k * k), 1.0 / pow(k, 1.05))).collect();
    let mut turns = 0.0;
    over(seconds, |t| {
        let shiver = 1.0 + 0.005 * sin(2.0 * PI * 5.3 * t + seed) * ((t - 0.25) / 0.3).clamp(0.0, 1.0);
        turns += freq * (1.0 - 0.03 * exp(-t / 0.025)) * shiver / RATE;
        let (s1, c1) = sin_cos(2.0 * PI * turns + seed);
        let level = smooth(t / 0.035) * (0.72 + 0.28 * exp(-t / 0.12)) * smooth((seconds - t) / 0.16);
        // Of the k-th partial the level to the power 1 + 0.16 k.
        let dull = pow(level, 0.16);
        let (mut s, mut c, mut weight, mut sum) = (s1, c1, level * dull, 0.0);
        for (own_sin, own_cos, strength) in &partials {
            sum += (s * own_cos + c * own_sin) * strength * weight;
            (s, c) = (s * c1 + c * s1, c * c1 - s * s1);
            weight *= dull;
        }
        sum
    })
}
