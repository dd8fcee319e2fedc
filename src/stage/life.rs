//! Life in a place: what a place's `life` says enters, how far each living group is moved and faded at a time leaves. A function of
//! time alone; every wave loops.
use super::wave;
use crate::maths::{floored_mod, rotate_about};
use crate::vocabulary::{LifeChannel, LifeWave};
use kurbo::{Affine, Point, Rect};

/// What moved less than this, pixels, is not drawn anew: nobody sees it.
const SEEN: f64 = 0.25;
/// Steps of opacity: finer ones nobody sees.
const SHADES: f64 = 64.0;
/// How far beyond the frame a drifting thing goes before it comes back, share of the place's side: a camera looks about so far.
const BEYOND: f64 = 0.1;
/// What `rate` times a frame's time may lack to the next step by rounding.
const ROUNDING: f64 = 1e-6;

/// One motion of a living group.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    channel: LifeChannel,
    wave: LifeWave,
    /// Units, degrees clockwise, or a share.
    by: f64,
    period: f64,
    phase: f64,
    /// Steps a second.
    rate: f64,
    /// About what it turns and grows; the middle of its box without one.
    at: Option<Point>,
    /// Its group as drawn, units.
    bounds: Rect,
    /// The place it drifts through, units.
    across: (f64, f64),
}

/// How a living group shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// Within the place, units.
    pub transform: Affine,
    /// 0..1.
    pub opacity: f64,
}

impl Shown {
    /// As drawn.
    pub const STILL: Self = Self { transform: Affine::IDENTITY, opacity: 1.0 };
}

/// How a group with these motions, those of the outermost first, shows at `t` seconds where a unit is `unit` pixels.
pub fn shown(motions: &[Motion], t: f64, unit: f64) -> Shown {
    motions.iter().fold(Shown::STILL, |shown, motion| motion.onto(shown, t, unit))
}

impl Motion {
    /// A motion of nothing yet: its amount, its `timing` (period, phase, steps a second), its pivot.
    pub(super) fn new(
        channel: LifeChannel,
        wave: LifeWave,
        by: f64,
        timing: (f64, f64, f64),
        at: Option<Point>,
    ) -> Self {
        let (period, phase, rate) = timing;
        Self { channel, wave, by, period, phase, rate, at, bounds: Rect::ZERO, across: (0.0, 0.0) }
    }

    /// The same of a group that is drawn in `bounds`, in a place of this size, units.
    pub(super) fn within(self, bounds: Rect, across: (f64, f64)) -> Self {
        Self { bounds, across, ..self }
    }

    fn onto(&self, shown: Shown, t: f64, unit: f64) -> Shown {
        let t = if t.is_finite() { ((t * self.rate + ROUNDING).floor() / self.rate).max(0.0) } else { 0.0 };
        let u = t / self.period + self.phase;
        if self.channel == LifeChannel::Opacity {
            let fade = 1.0 - self.by * wave::fade(self.wave, u);
            let opacity = (fade.clamp(0.0, 1.0) * SHADES).round() / SHADES;
            return Shown { opacity: shown.opacity * opacity, ..shown };
        }
        let pivot = self.at.unwrap_or(self.bounds.center());
        // What is farthest from the pivot moves most.
        let Rect { x0, y0, x1, y1 } = self.bounds;
        let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)];
        let arm = corners.iter().map(|corner| pivot.distance((*corner).into())).fold(1.0, f64::max);
        let step = SEEN / unit.max(f64::MIN_POSITIVE);
        let coarse = |value: f64, step: f64| if step.is_finite() { (value / step).round() * step } else { value };
        let value = self.by * wave::value(self.wave, u);
        let factor = |on: bool| if on { 1.0 + coarse(value, step / arm) } else { 1.0 };
        let own = match self.channel {
            LifeChannel::X => Affine::translate((coarse(self.way(u, 0), step), 0.0)),
            LifeChannel::Y => Affine::translate((0.0, coarse(self.way(u, 1), step))),
            LifeChannel::Rot => rotate_about(coarse(value, (step / arm).to_degrees()), pivot),
            LifeChannel::Scale => about(pivot, factor(true), factor(true)),
            LifeChannel::Sx => about(pivot, factor(true), 1.0),
            LifeChannel::Sy => about(pivot, 1.0, factor(true)),
            LifeChannel::Opacity => Affine::IDENTITY,
        };
        Shown { transform: shown.transform * own, ..shown }
    }

    /// How far it is from where it is drawn, units along x (0) or y (1).
    fn way(&self, u: f64, axis: usize) -> f64 {
        if self.wave != LifeWave::Drift {
            return self.by * wave::value(self.wave, u);
        }
        let (low, high, side) = match axis {
            0 => (self.bounds.x0, self.bounds.x1, self.across.0),
            _ => (self.bounds.y0, self.bounds.y1, self.across.1),
        };
        let first = -BEYOND * side - (high - low);
        let span = side * (1.0 + BEYOND) - first;
        first + floored_mod(low + self.by * u - first, span) - low
    }
}

fn about(pivot: Point, x: f64, y: f64) -> Affine {
    Affine::translate(pivot.to_vec2()) * Affine::scale_non_uniform(x, y) * Affine::translate(-pivot.to_vec2())
}
