//! The source of the voice: KLGLOTT88's flow derivative with an exponential return (Klatt & Klatt 1990; Fant, Liljencrants & Lin 1985),
//! cycle by cycle, and how open the folds are.
use super::timbre::Timbre;
use super::track::HOP;
use crate::maths::{cos, exp};
use crate::sound::RATE;
use crate::sound::signal::random::Random;
use std::f64::consts::PI;

/// The source.
#[derive(Clone, Debug)]
pub struct Source {
    /// Flow derivative, about −1..1.
    pub flow: Vec<f64>,
    /// Weight of the breath, 0.25 closed to 1 open.
    pub open: Vec<f64>,
}

/// Tracks of a point a millisecond.
pub struct Folds<'a> {
    /// Pitch, Hz.
    pub f0: &'a [f64],
    /// Share of a period the folds are open.
    pub open: &'a [f64],
    /// How slowly they close, share of a period.
    pub close: &'a [f64],
    /// Unevenness of the periods, share.
    pub jitter: f64,
}

/// The source over `count` samples.
pub fn source(count: usize, folds: &Folds, timbre: &Timbre, random: &mut Random) -> Source {
    let mut out = Source { flow: vec![0.0; count], open: vec![0.25; count] };
    let (mut t, mut odd) = (0.0, false);
    let last = folds.f0.len().saturating_sub(1);
    while t < count as f64 {
        let i = (t as usize / HOP).min(last);
        let jitter = (random.draw() + random.draw()) * 0.7;
        let shimmer = (random.draw() + random.draw()) * 0.7;
        let growl = timbre.growl * if odd { 1.0 } else { -1.0 };
        let period = RATE / folds.f0[i] * (1.0 + folds.jitter * jitter + 0.05 * growl);
        let strength = (1.0 + timbre.shimmer * shimmer) * if odd { 1.0 - 0.75 * timbre.growl } else { 1.0 };
        let (from, to) = (t.ceil() as usize, ((t + period).ceil() as usize).min(count));
        if from < to {
            cycle(&mut out, from..to, t, period, folds.open[i], folds.close[i], strength);
        }
        t += period;
        odd = !odd;
    }
    out
}

/// One cycle that begins at the fractional sample `t`.
fn cycle(out: &mut Source, at: std::ops::Range<usize>, t: f64, period: f64, open: f64, close: f64, strength: f64) {
    let (flow, weight) = (&mut out.flow[at.clone()], &mut out.open[at.clone()]);
    let x = |i: usize| ((at.start + i) as f64 - t) / period;
    let opened = (0..flow.len()).take_while(|i| x(*i) < open).count();
    // sin² by the recurrence of its cosine.
    let step = 2.0 * PI / (open * period);
    let twice = 2.0 * cos(step);
    let (mut now, mut before) = (cos(step * ((at.start as f64) - t)), cos(step * (at.start as f64 - 1.0 - t)));
    for i in 0..opened {
        let u = x(i) / open;
        flow[i] = strength * (2.0 * u - 3.0 * u * u);
        weight[i] = 0.25 + 0.75 * (0.5 - 0.5 * now);
        (now, before) = (twice * now - before, now);
    }
    let rest = exp(-(1.0 - open) / close);
    let fade = exp(-1.0 / (period * close));
    let mut e = if opened < flow.len() { exp(-(x(opened) - open) / close) } else { 0.0 };
    for y in &mut flow[opened..] {
        *y = -strength * (e - rest) / (1.0 - rest);
        e *= fade;
    }
}
