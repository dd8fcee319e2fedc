//! What comes after the throat.
use super::melody::Melody;
use super::mood::Mood;
use super::timbre::Timbre;
use super::track::HOP;
use crate::maths::{cos, pow};
use crate::sound::RATE;
use crate::sound::signal::curve::hann;
use crate::sound::signal::filter::Section;
use std::f64::consts::PI;

/// No rumble, brightness, the robot's echo, chance loudness evened out, the melody's levels, soft ends.
pub fn finish(samples: &mut [f64], timbre: &Timbre, mood: &Mood, melody: &Melody) {
    Section::high_pass((0.5 * timbre.f0).min(90.0)).run(samples);
    Section::high_pass(40.0).run(samples);
    Section::high_shelf(1700.0, timbre.bright + 2.5 * mood.effort).run(samples);
    if timbre.comb > 0.0 {
        let late = (0.0062 * RATE) as usize;
        for i in (0..samples.len()).rev() {
            let echo = i.checked_sub(late).map_or(0.0, |j| samples[j]);
            samples[i] = (samples[i] + timbre.comb * echo) / (1.0 + timbre.comb);
        }
    }
    even(samples);
    let gains: Vec<f64> = melody.level.iter().map(|db| pow(10.0, db / 20.0)).collect();
    for (k, part) in samples.chunks_mut(HOP).enumerate() {
        for (i, x) in part.iter_mut().enumerate() {
            *x *= gains[k] + (gains[k + 1] - gains[k]) * i as f64 / HOP as f64;
        }
    }
    let fade = ((0.005 * RATE) as usize).min(samples.len() / 2);
    let last = samples.len() - 1;
    for i in 0..fade {
        let ramp = 0.5 - 0.5 * cos(PI * (i as f64 + 0.5) / fade as f64);
        samples[i] *= ramp;
        samples[last - i] *= ramp;
    }
}

/// Evens out chance loudness (a harmonic on a formant): gain (ref / e)^0.6 where the level e over 50 ms is above the line's own.
fn even(samples: &mut [f64]) {
    // Powers a millisecond, weighed over 50 of them: what a window of samples gives, at a fiftieth of the work.
    let powers: Vec<f64> =
        samples.chunks(HOP).map(|part| part.iter().map(|x| x * x).sum::<f64>() / part.len() as f64).collect();
    let wide = hann(51);
    let half = wide.len() / 2;
    let level = |k: usize| {
        let near = wide.iter().enumerate().filter_map(|(i, w)| Some(w * powers.get((k + i).checked_sub(half)?)?));
        near.sum::<f64>().sqrt()
    };
    let levels: Vec<f64> = (0..powers.len()).map(level).collect();
    let most = levels.iter().copied().fold(0.0, f64::max);
    let loud: Vec<f64> = levels.iter().copied().filter(|e| *e > 0.1 * most).collect();
    if loud.is_empty() {
        return;
    }
    let reference = (loud.iter().map(|e| e * e).sum::<f64>() / loud.len() as f64).sqrt();
    let gains: Vec<f64> = levels.iter().map(|e| if *e > reference { pow(reference / e, 0.6) } else { 1.0 }).collect();
    let last = gains.len() - 1;
    for (k, part) in samples.chunks_mut(HOP).enumerate() {
        // A point's power is that of the millisecond about its middle.
        let (before, here, after) = (gains[k.saturating_sub(1)], gains[k], gains[(k + 1).min(last)]);
        for (i, x) in part.iter_mut().enumerate() {
            let u = (i as f64 + 0.5) / HOP as f64 - 0.5;
            *x *= if u < 0.0 { here + (here - before) * u } else { here + (after - here) * u };
        }
    }
}
