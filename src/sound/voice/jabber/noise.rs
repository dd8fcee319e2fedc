//! The noises of consonants, and the chirp of a symbol: laid over the voice after the throat.
use super::segment::{Kind, Segment};
use crate::maths::{exp, pow, sin};
use crate::sound::RATE;
use crate::sound::signal::curve::{amplitude, smooth};
use crate::sound::signal::filter::Section;
use crate::sound::signal::random::Random;
use std::f64::consts::PI;

/// Where a noise lies; each has two bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    P,
    T,
    K,
    S,
    Sh,
    F,
    Th,
}

impl Band {
    /// Centre Hz (`None`: at the second formant), width Hz, gain.
    fn parts(self) -> [(Option<f64>, f64, f64); 2] {
        match self {
            Band::P => [(Some(900.0), 900.0, 1.0), (Some(2200.0), 1800.0, 0.35)],
            Band::T => [(Some(4100.0), 1900.0, 1.0), (Some(6400.0), 2600.0, 0.5)],
            Band::K => [(None, 700.0, 1.0), (Some(3900.0), 1700.0, 0.35)],
            Band::S => [(Some(6200.0), 1900.0, 1.0), (Some(8600.0), 2600.0, 0.6)],
            Band::Sh => [(Some(2900.0), 900.0, 1.0), (Some(4700.0), 1900.0, 0.6)],
            Band::F => [(Some(1400.0), 1800.0, 0.35), (Some(6800.0), 5000.0, 0.8)],
            Band::Th => [(Some(1600.0), 1500.0, 0.3), (Some(5900.0), 4200.0, 0.8)],
        }
    }
}

/// RMS of uniform noise in −1..1.
const UNIFORM: f64 = 0.577;
/// A band runs twice through its filter; wider by so much, it stays as wide as it is called.
const TWICE: f64 = 1.55;

/// Adds a consonant's noise to a line; `reference` is the RMS of the line's vowels.
pub fn add(out: &mut [f64], s: &Segment, scale: f64, random: &mut Random, reference: f64) {
    let Some((band, db)) = s.noise else { return };
    let burst = s.kind == Kind::Burst;
    let ms = |ms: f64| (ms * RATE / 1000.0) as usize;
    let (attack, release) = if burst { (ms(1.0), ms(10.0)) } else { (ms(22.0), ms(20.0)) };
    let to = (s.end + release / 2).min(out.len());
    let from = s.start.saturating_sub(if burst { 0 } else { attack / 2 });
    let count = to.saturating_sub(from);
    if count < 8 {
        return;
    }
    let raw = random.many(count);
    let mut sum = vec![0.0; count];
    for (hz, width, gain) in band.parts() {
        let hz = hz.map_or((1500.0 * scale).max(s.formants[1] * 1.02), |hz| hz * scale.sqrt());
        let mut part = raw.clone();
        let section = Section::band_pass(hz, TWICE * width);
        section.run(&mut part);
        section.run(&mut part);
        let level = gain / (UNIFORM * (PI / 4.0 * TWICE * width / (RATE / 2.0)).sqrt());
        sum.iter_mut().zip(part).for_each(|(sum, x)| *sum += level * x);
    }
    let loud = amplitude(db) * reference;
    let (attack, release) = (attack.min(count / 2), release.min(count / 2));
    let decay = exp(-1.0 / (0.007 * RATE));
    let mut ring = 1.0;
    for (i, (y, x)) in out[from..to].iter_mut().zip(sum).enumerate() {
        let envelope = if burst {
            ring *= decay;
            ring * (i as f64 / (0.0008 * RATE)).min(1.0)
        } else {
            smooth(i as f64 / attack as f64) * smooth((count - 1 - i) as f64 / release as f64)
        };
        *y += x * envelope * loud;
    }
}

/// Adds a chirp: a soft whistle that rises.
pub fn chirp(out: &mut [f64], s: &Segment, scale: f64, reference: f64) {
    let (count, mut phase) = (s.len() as f64, 0.0);
    for (i, y) in out[s.start..s.end].iter_mut().enumerate() {
        let u = i as f64 / count;
        phase += 1150.0 * scale * (1.0 + 0.45 * smooth(u)) / RATE;
        *y += 0.35 * reference * sin(2.0 * PI * phase) * pow(sin(PI * u), 1.5);
    }
}
