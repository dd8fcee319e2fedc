//! `hop` (§3): a crouch, a flight with a stretch, a landing. Every number is the language text's.
use crate::maths::{floored_mod, sin};
use std::f64::consts::PI;

/// Share of the cycle spent crouching.
const CROUCH: f64 = 0.12;
/// Share of the flight after which the landing begins.
const LANDING: f64 = 0.86;

/// A hop at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hop {
    /// Pixels downward.
    pub dy: f64,
    /// Width factor.
    pub sx: f64,
    /// Height factor.
    pub sy: f64,
}

/// The hop after `cycles` cycles.
pub fn at(cycles: f64, amp: f64) -> Hop {
    let cyc = floored_mod(cycles, 1.0);
    if cyc < CROUCH {
        let k = cyc / CROUCH;
        return Hop { dy: 6.0 * k, sx: 1.0 + 0.08 * k, sy: 1.0 - 0.08 * k };
    }
    let c = (cyc - CROUCH) / (1.0 - CROUCH);
    let h = sin(c * PI);
    let dy = -amp * h;
    if c > LANDING {
        let k = (c - LANDING) / (1.0 - LANDING);
        return Hop { dy, sx: 1.0 + 0.11 * k, sy: 1.0 - 0.11 * k };
    }
    Hop { dy, sx: 1.0 - 0.10 * h, sy: 1.0 + 0.12 * h }
}
