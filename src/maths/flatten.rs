//! Curves in, points out: the one place that decides how finely a curve is cut.
use super::hypot;
use kurbo::{BezPath, PathEl, Point};

/// A curve is never split into more pieces than this; one as wide as a 4K picture needs about 90.
const MOST_PIECES: f64 = 256.0;

/// The contours of a path as points, no line between two of them further than `tolerance` from the curve. kurbo's own flattening calls std's
/// powers, which may differ between platforms.
pub fn flatten(path: &BezPath, tolerance: f64) -> Vec<Vec<Point>> {
    let mut contours: Vec<Vec<Point>> = Vec::new();
    let mut contour: Vec<Point> = Vec::new();
    for element in path.elements() {
        let from = contour.last().copied().unwrap_or_default();
        match *element {
            PathEl::MoveTo(p) => {
                contours.push(std::mem::take(&mut contour));
                contour.push(p);
            }
            PathEl::LineTo(p) => contour.push(p),
            PathEl::QuadTo(c, p) => {
                cubic(&mut contour, tolerance, [from, from + (c - from) * (2.0 / 3.0), p + (c - p) * (2.0 / 3.0), p])
            }
            PathEl::CurveTo(a, b, p) => cubic(&mut contour, tolerance, [from, a, b, p]),
            PathEl::ClosePath => {}
        }
    }
    contours.push(contour);
    contours.retain(|c| c.len() > 2);
    contours
}

/// Even steps, as many as Wang's bound asks for.
fn cubic(out: &mut Vec<Point>, tolerance: f64, [a, b, c, d]: [Point; 4]) {
    let bend = |p: Point, q: Point, r: Point| hypot(p.x - 2.0 * q.x + r.x, p.y - 2.0 * q.y + r.y);
    let pieces = (0.75 * bend(a, b, c).max(bend(b, c, d)) / tolerance).sqrt().ceil().clamp(1.0, MOST_PIECES);
    let steps = if pieces.is_finite() { pieces as usize } else { 1 };
    for step in 1..=steps {
        let t = step as f64 / steps as f64;
        let u = 1.0 - t;
        let at = a.to_vec2() * (u * u * u)
            + b.to_vec2() * (3.0 * u * u * t)
            + c.to_vec2() * (3.0 * u * t * t)
            + d.to_vec2() * (t * t * t);
        out.push(at.to_point());
    }
}
