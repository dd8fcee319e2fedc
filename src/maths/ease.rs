//! The eases of a glide: time share u in 0..1 in, share of the way out (supplement §3, "Eases").
use super::sin;
use std::f64::consts::PI;

/// How a glide spends its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ease {
    /// u.
    Linear,
    /// Smoothstep u²(3 − 2u), the default; the word `inout` is the same.
    #[default]
    Smooth,
    /// u².
    In,
    /// sin(uπ/2).
    Out,
    /// 1 + 2.70158(u − 1)³ + 1.70158(u − 1)²: overshoots.
    Snappy,
}

impl Ease {
    /// Share of the way at time share `u`; exactly 1 at u ≥ 1, exactly 0 at u ≤ 0.
    pub fn at(self, u: f64) -> f64 {
        if u >= 1.0 {
            return 1.0;
        }
        if u <= 0.0 {
            return 0.0;
        }
        match self {
            Ease::Linear => u,
            Ease::Smooth => u * u * (3.0 - 2.0 * u),
            Ease::In => u * u,
            Ease::Out => sin(u * PI / 2.0),
            Ease::Snappy => {
                let v = u - 1.0;
                1.0 + 2.70158 * (v * v * v) + 1.70158 * (v * v)
            }
        }
    }
}
