//! `wave` (§3, supplement §3, ruling 21): offset + amp · shaped sine.
use crate::engine::ids::Slot;
use crate::expression::{Scope, UnknownName, Value};
use crate::maths::{exp, pow, sin};
use crate::program::tree::{Clip, Wave as Shape};
use std::f64::consts::TAU;

/// A running wave.
#[derive(Clone, Debug)]
pub struct Wave {
    /// Its channel.
    pub slot: Slot,
    /// Its shape.
    pub shape: Shape,
    /// Live: the channel's unit.
    pub amp: Value,
    /// Live: the channel's unit.
    pub offset: Value,
    /// rad/s.
    pub w: f64,
    /// Radians.
    pub phase: f64,
    /// Exponent of the shaped value.
    pub pow: f64,
    /// A second, of `dampsin`.
    pub decay: f64,
    /// Which half is kept.
    pub clip: Option<Clip>,
}

impl Wave {
    /// Its value at the moment of `scope`.
    pub fn at(&self, scope: &mut Scope) -> Result<f64, UnknownName> {
        let t = scope.local;
        let amp = self.amp.eval(scope)?;
        let offset = self.offset.eval(scope)?;
        let s = clipped(raised(shaped(self.shape, self.w * t + self.phase, self.decay, t), self.pow), self.clip);
        Ok(offset + amp * s)
    }
}

/// The shape at angle θ = `theta`, `t` seconds on the clock that `dampsin` fades by.
pub fn shaped(shape: Shape, theta: f64, decay: f64, t: f64) -> f64 {
    let turn = || theta / TAU - (theta / TAU).floor();
    match shape {
        Shape::Sin => sin(theta),
        Shape::Cos => crate::maths::cos(theta),
        Shape::AbsSin => sin(theta).abs(),
        Shape::PosSin => positive(sin(theta)),
        Shape::DampSin => sin(theta) * exp(-decay * t),
        Shape::Square => square(turn()),
        Shape::Saw => 2.0 * turn() - 1.0,
        Shape::Tri => triangle(turn()),
    }
}

/// max(0, s), NaN when s is.
fn positive(s: f64) -> f64 {
    if s < 0.0 { 0.0 } else { s }
}

/// min(0, s), NaN when s is.
fn negative(s: f64) -> f64 {
    if s > 0.0 { 0.0 } else { s }
}

fn square(p: f64) -> f64 {
    if p < 0.5 { 1.0 } else { -1.0 }
}

fn triangle(p: f64) -> f64 {
    if p < 0.25 {
        4.0 * p
    } else if p < 0.75 {
        2.0 - 4.0 * p
    } else {
        4.0 * p - 4.0
    }
}

/// sgn(s)·|s|^power.
fn raised(s: f64, power: f64) -> f64 {
    if power == 1.0 {
        return s;
    }
    if s.is_nan() || s == 0.0 {
        return s * pow(0.0, power);
    }
    pow(s.abs(), power).copysign(s)
}

fn clipped(s: f64, clip: Option<Clip>) -> f64 {
    match clip {
        None => s,
        Some(Clip::Pos) => positive(s),
        Some(Clip::Neg) => negative(s),
    }
}

/// rad/s of so many turns a second.
pub fn w_of_hz(hz: f64) -> f64 {
    TAU * hz
}

/// rad/s of a turn every so many seconds.
pub fn w_of_every(every: f64) -> f64 {
    TAU / every
}
