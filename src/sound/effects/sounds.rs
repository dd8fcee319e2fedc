//! The twelve effects, each from nothing but numbers (tuned by measure, `design/sound`). Times in seconds, frequencies in Hz.
use super::tool::{band, brass, fades, lay, moving_band, noise, over, ring, shaped, sweep};
use crate::maths::{exp, pow, sin};
use crate::sound::RATE;
use crate::sound::signal::curve::smooth;
use crate::sound::signal::filter::{Section, low_pass};
use crate::sound::signal::random::Random;
use std::f64::consts::PI;

const TAU: f64 = 2.0 * PI;

fn silence(seconds: f64) -> Vec<f64> {
    vec![0.0; (seconds * RATE) as usize]
}

/// A cork: the pitch jumps up while it dies.
pub fn pop() -> Vec<f64> {
    let cork = sweep(0.16, |t| 380.0 + 900.0 * (1.0 - ring(t, 0.018)));
    let mut out = shaped(cork, |t| ring(t, 0.026) * (t / 0.0012).min(1.0));
    lay(&mut out, &shaped(band(0.16, 1, 2400.0, 1800.0), |t| ring(t, 0.006)), 0.0, 0.35);
    fades(out, 0.0005, 0.03)
}

/// A spring: it shivers faster as it shrinks.
pub fn boing() -> Vec<f64> {
    const PARTS: [(f64, f64); 8] =
        [(1.0, 0.8), (2.0, 0.7), (3.0, 0.6), (4.0, 0.34), (5.0, 0.3), (6.0, 0.16), (7.0, 0.14), (9.0, 0.06)];
    let (mut shiver, mut turns) = (0.0, 0.0);
    let out = over(1.1, |t| {
        shiver += 7.5 * (1.0 + 0.9 * t) / RATE;
        turns += 205.0 * pow(2.0, 0.35 * t) * (1.0 + 0.34 * ring(t, 0.42) * sin(TAU * shiver + 1.2)) / RATE;
        let phase = TAU * turns;
        let sum: f64 = PARTS.iter().map(|(k, a)| a * sin(k * phase) * exp(-t * (k - 1.0) * 0.55)).sum();
        (sum + 0.35 * sin(2.76 * phase) * ring(t, 0.09)) * ring(t, 0.36) * (t / 0.003).min(1.0)
    });
    fades(out, 0.0005, 0.03)
}

/// Something passes through the air.
pub fn whoosh() -> Vec<f64> {
    let u = |t: f64| t / 0.75;
    let hz = move |t: f64| 380.0 + 1900.0 * pow(sin(PI * pow(u(t), 0.85)).max(0.0), 1.5);
    let mut out = moving_band(0.75, 3, hz, |t| 260.0 + 0.42 * hz(t));
    lay(&mut out, &moving_band(0.75, 4, |t| 2.3 * hz(t), |t| 700.0 + 0.5 * hz(t)), 0.0, 0.35);
    let arc = |t: f64| sin(PI * pow(u(t), 0.8));
    fades(shaped(out, |t| arc(t) * arc(t)), 0.02, 0.08)
}

/// Something heavy lands.
pub fn thud() -> Vec<f64> {
    let hz = |t: f64| 64.0 + 120.0 * ring(t, 0.028);
    let mut out = shaped(sweep(0.5, hz), |t| ring(t, 0.11));
    lay(&mut out, &shaped(sweep(0.5, |t| 2.3 * hz(t)), |t| ring(t, 0.06)), 0.0, 0.6);
    let mut dust = noise(0.5, 5);
    low_pass(&mut dust, 900.0, 2);
    lay(&mut out, &shaped(dust, |t| ring(t, 0.035)), 0.0, 2.7);
    out.iter_mut().for_each(|x| *x = 1.4 * *x / (1.0 + 1.96 * *x * *x).sqrt());
    fades(out, 0.001, 0.03)
}

/// A small bell.
pub fn ding() -> Vec<f64> {
    const PARTS: [(f64, f64, f64); 5] =
        [(1.0, 1.0, 0.62), (2.0, 0.3, 0.4), (2.76, 0.36, 0.26), (5.4, 0.18, 0.1), (8.93, 0.07, 0.045)];
    let out = over(1.8, |t| {
        let part = |(ratio, a, tau): &(f64, f64, f64)| {
            let hz = 1318.5 * ratio;
            // Two that are nearly the same beat slowly.
            a * ring(t, *tau) * (sin(TAU * hz * t) + 0.35 * sin(TAU * (hz + 1.7) * t))
        };
        PARTS.iter().map(part).sum()
    });
    fades(out, 0.0012, 0.25)
}

/// Into the water: the slap, the plop, the spray and the bubbles.
pub fn splash() -> Vec<f64> {
    let hz = |t: f64| 900.0 + 2600.0 * ring(t, 0.1);
    let slap = shaped(moving_band(1.3, 7, hz, |t| 0.8 * hz(t)), |t| ring(t, 0.13) * (t / 0.006).min(1.0));
    let mut out = silence(1.3);
    lay(&mut out, &slap, 0.0, 0.55);
    lay(&mut out, &shaped(sweep(1.3, |t| 70.0 + 120.0 * ring(t, 0.04)), |t| ring(t, 0.06)), 0.0, 0.8);
    let mut spray = band(1.3, 8, 3800.0, 4200.0);
    Section::band_pass(3800.0, 4200.0).run(&mut spray);
    let spray = shaped(spray, |t| {
        let u = (t - 0.2) / 0.12;
        exp(-u * u)
    });
    lay(&mut out, &spray, 0.0, 0.3);
    let mut random = Random::new(9);
    for _ in 0..26 {
        let at = 0.1 + 0.85 * pow((random.draw() + 1.0) / 2.0, 1.4);
        let from = 500.0 + 700.0 * (random.draw() + 1.0);
        let bubble = shaped(sweep(0.07, |t| from * (1.0 + 9.0 * t)), |t| ring(t, 0.018) * (t / 0.002).min(1.0));
        lay(&mut out, &bubble, at, 0.55 * (1.1 - at) * (1.2 + random.draw()));
    }
    fades(out, 0.001, 0.15)
}

/// One stroke on a snare drum, `v` hard.
fn snare(seed: u64, v: f64) -> Vec<f64> {
    let mut out = shaped(sweep(0.16, |t| 185.0 + 60.0 * ring(t, 0.01)), |t| 0.8 * ring(t, 0.05));
    lay(&mut out, &over(0.16, |t| sin(TAU * 331.0 * t) * ring(t, 0.03)), 0.0, 0.3);
    let rattle = |t: f64| ring(t, 0.016 + 0.026 * v);
    lay(&mut out, &shaped(band(0.16, seed, 2200.0, 2600.0), rattle), 0.0, 1.1);
    lay(&mut out, &shaped(band(0.16, seed, 6000.0, 4000.0), rattle), 0.0, 0.45);
    shaped(fades(out, 0.0006, 0.03), |_| v)
}

/// Strokes swell towards an accent with drum and cymbal.
pub fn drum_roll() -> Vec<f64> {
    let mut out = silence(1.9);
    let (mut random, mut at, mut k) = (Random::new(11), 0.0, 0);
    while at < 1.32 {
        // Two hands, slightly uneven.
        let hand = if k % 2 == 1 { 1.0 } else { 0.86 };
        let v = (0.28 + 0.5 * pow(at / 1.32, 1.5)) * (1.0 + 0.12 * random.draw()) * hand;
        lay(&mut out, &snare(100 + k, v), at, 1.0);
        at += 0.043 * (1.0 + 0.07 * random.draw());
        k += 1;
    }
    lay(&mut out, &snare(99, 1.25), 1.38, 1.0);
    lay(&mut out, &shaped(sweep(0.5, |t| 62.0 + 50.0 * ring(t, 0.03)), |t| ring(t, 0.12)), 1.38, 0.9);
    let mut cymbal = noise(0.5, 12);
    Section::high_pass(3500.0).run(&mut cymbal);
    lay(&mut out, &fades(shaped(cymbal, |t| ring(t, 0.14)), 0.001, 0.03), 1.38, 0.28);
    fades(out, 0.001, 0.06)
}

/// A whistle whose pitch slides: Hz by the share of its length.
fn whistle(seconds: f64, seed: u64, hz: impl Fn(f64) -> f64) -> Vec<f64> {
    let at = |t: f64| hz(t / seconds) * (1.0 + 0.006 * sin(TAU * 5.6 * t));
    let mut turns = 0.0;
    let mut out = over(seconds, |t| {
        turns += at(t) / RATE;
        let phase = TAU * turns;
        sin(phase) + 0.16 * sin(2.0 * phase) + 0.05 * sin(3.0 * phase)
    });
    lay(&mut out, &moving_band(seconds, seed, at, |t| 120.0 + 0.08 * at(t)), 0.0, 0.1);
    let blown = shaped(out, |t| smooth(t / seconds / 0.06) * smooth((1.0 - t / seconds) / 0.1));
    fades(blown, 0.004, 0.03)
}

/// Up it goes.
pub fn slide_whistle_up() -> Vec<f64> {
    whistle(0.95, 13, |u| 520.0 * pow(2.0, 1.75 * pow(u, 1.35)))
}

/// Down it comes.
pub fn slide_whistle_down() -> Vec<f64> {
    whistle(1.15, 14, |u| 1750.0 * pow(2.0, -1.85 * pow(smooth(u), 0.9)))
}

/// Heel, then sole.
pub fn footstep() -> Vec<f64> {
    let tap = |hz: f64, top: f64, tau: f64, seed: u64| {
        let mut out = shaped(sweep(0.12, |t| hz * (1.0 + 0.6 * ring(t, 0.008))), |t| ring(t, tau));
        let mut grit = noise(0.12, seed);
        low_pass(&mut grit, top, 2);
        lay(&mut out, &shaped(grit, |t| ring(t, 0.5 * tau)), 0.0, 1.7);
        fades(out, 0.001, 0.03)
    };
    let mut out = silence(0.24);
    lay(&mut out, &tap(150.0, 2000.0, 0.03, 15), 0.0, 1.0);
    lay(&mut out, &tap(230.0, 3000.0, 0.018, 16), 0.062, 0.5);
    lay(&mut out, &fades(band(0.09, 17, 2600.0, 2600.0), 0.02, 0.05), 0.07, 0.1);
    fades(out, 0.001, 0.03)
}

/// Brass: three notes and a chord.
pub fn tada() -> Vec<f64> {
    let mut out = silence(1.75);
    for (i, hz) in [392.0, 523.25, 659.25].into_iter().enumerate() {
        lay(&mut out, &brass(hz, 0.2, i as f64), 0.0, 0.8);
    }
    for (i, hz) in [261.63, 392.0, 523.25, 659.25, 783.99].into_iter().enumerate() {
        lay(&mut out, &brass(hz, 1.42, 3.0 + i as f64), 0.26, 1.0);
    }
    let mut cymbal = noise(1.3, 18);
    Section::high_pass(4500.0).run(&mut cymbal);
    let cymbal = shaped(cymbal, |t| ring(t, 0.3) * (t / 0.004).min(1.0));
    lay(&mut out, &fades(cymbal, 0.002, 0.03), 0.26, 0.55);
    low_pass(&mut out, 7500.0, 1);
    fades(out, 0.002, 0.08)
}

/// A needle dragged over a record: a fixed groove read at the needle's speed.
pub fn record_scratch() -> Vec<f64> {
    const SPEEDS: [(f64, f64); 11] = [
        (0.0, 0.0),
        (0.03, 1.6),
        (0.13, 2.6),
        (0.2, 0.0),
        (0.24, -2.6),
        (0.33, -1.8),
        (0.38, 0.0),
        (0.42, 3.2),
        (0.6, 1.6),
        (0.74, 0.35),
        (0.85, 0.0),
    ];
    // Evenly from one speed to the next: the groove gone over by a time.
    let gone = |t: f64| -> f64 {
        let piece = |w: &[(f64, f64)]| {
            let ((t0, s0), (t1, s1)) = (w[0], w[1]);
            let past = (t - t0).clamp(0.0, t1 - t0);
            past * (s0 + (s1 - s0) * past / (t1 - t0) / 2.0)
        };
        SPEEDS.windows(2).map(piece).sum()
    };
    // A hand has weight: the speed is the mean over 10 ms.
    let speed = |t: f64| (gone(t + 0.005) - gone(t - 0.005)) / 0.01;
    let mut at = 0.0;
    let places = over(0.85, |t| {
        at += speed(t) / RATE;
        at
    });
    let least = places.iter().copied().fold(f64::INFINITY, f64::min);
    let mut groove = shaped(band(1.6, 19, 1150.0, 500.0), |_| 2.2);
    lay(&mut groove, &band(1.6, 19, 2300.0, 900.0), 0.0, 0.5);
    lay(&mut groove, &band(1.6, 19, 560.0, 200.0), 0.0, 0.5);
    let mut out: Vec<f64> = places
        .iter()
        .enumerate()
        .map(|(i, place)| {
            let place = place - least;
            let (k, share) = ((place * RATE) as usize, place * RATE - (place * RATE).floor());
            let read = |k: usize| groove.get(k).copied().unwrap_or(0.0);
            let hum = |hz: f64| sin(TAU * hz * place);
            let buzz = hum(310.0) + 0.6 * hum(623.0) + 0.35 * hum(941.0);
            let heard = read(k) * (1.0 - share) + read(k + 1) * share + 0.55 * buzz;
            heard * (speed(i as f64 / RATE).abs() / 1.2).min(1.0)
        })
        .collect();
    low_pass(&mut out, 6500.0, 1);
    fades(out, 0.004, 0.06)
}
