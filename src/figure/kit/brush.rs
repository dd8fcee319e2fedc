//! Points and widths in, a stroke that swells and tapers out (style.md §2: a line ends in a taper, never a butt).
use super::curve::{lerp, samples};
use super::limb::{Run, outline};
use kurbo::{BezPath, Point};

/// Samples a span of a brush line (lib.py).
const STEPS: usize = 6;

/// A stroke through `points` whose full width runs smoothly through `widths`, spread evenly along it; round ends.
pub fn brush(points: &[Point], widths: &[f64]) -> BezPath {
    outline(&brush_eased(points, widths), 1.0, 1.0)
}

/// The centre line of [`brush`] with its widths.
pub fn brush_eased(points: &[Point], widths: &[f64]) -> Run {
    let line = match *points {
        [a, b] => vec![a, lerp(a, b, 0.5), b],
        _ => samples(points, STEPS),
    };
    let last = line.len().saturating_sub(1).max(1) as f64;
    let widths = (0..line.len()).map(|i| width_at(widths, i as f64 / last)).collect();
    Run { points: line, widths }
}

fn width_at(widths: &[f64], share: f64) -> f64 {
    let spans = widths.len().saturating_sub(1);
    let along = share * spans as f64;
    let i = (along.floor() as usize).min(spans.saturating_sub(1));
    let u = (along - i as f64).clamp(0.0, 1.0);
    let (Some(&a), Some(&b)) = (widths.get(i), widths.get(i + 1).or(widths.get(i))) else { return 0.0 };
    a + (b - a) * (u * u * (3.0 - 2.0 * u))
}
