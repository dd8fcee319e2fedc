//! A value that glides: a ramp of a base channel, a limb's weight, a placement (§3, §7.2, §8.4). Kept as a segment and
//! evaluated exactly at the moment it is read; never advanced step by step.
use crate::maths::Ease;

/// From one value to another over a time, then still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glide {
    /// Value at the start.
    pub from: f64,
    /// Value from the end on.
    pub to: f64,
    /// Runtime seconds at which it starts.
    pub start: f64,
    /// Seconds it takes; 0 for a value that is set at once.
    pub over: f64,
    /// How the time is spent.
    pub ease: Ease,
    /// Which write this is: a later write of the same value has another stamp.
    pub stamp: u64,
}

/// The time a glide takes: a length that is no number, 0 or less is none (supplement §3, "Eases").
pub fn span(over: f64) -> f64 {
    if over > 0.0 { over } else { 0.0 }
}

impl Glide {
    /// A value that stays.
    pub fn still(value: f64, stamp: u64) -> Self {
        Self { from: value, to: value, start: 0.0, over: 0.0, ease: Ease::Linear, stamp }
    }

    /// A glide that starts at `start`; at once when `over` is no positive number.
    pub fn new(from: f64, to: f64, start: f64, over: f64, ease: Ease, stamp: u64) -> Self {
        Self { from, to, start, over: span(over), ease, stamp }
    }

    /// Runtime seconds at which it lands.
    pub fn end(&self) -> f64 {
        self.start + self.over
    }

    /// Its value at `t`; from its end on exactly the target.
    pub fn at(&self, t: f64) -> f64 {
        if self.over == 0.0 || t >= self.end() {
            return self.to;
        }
        self.from + (self.to - self.from) * self.ease.at((t - self.start) / self.over)
    }

    /// Stops it where it is at `t`, when `stamp` is still the last write; one that lands at `t` has landed.
    pub fn freeze(&mut self, t: f64, stamp: u64) {
        if self.stamp == stamp {
            *self = Glide::still(self.at(t), stamp);
        }
    }
}
