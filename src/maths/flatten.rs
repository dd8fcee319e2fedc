//! Curves in, points out: the one place that decides how finely a curve is cut.
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
                let bend = [from, from + (c - from) * (2.0 / 3.0), p + (c - p) * (2.0 / 3.0), p];
                curve(tolerance, bend, |p| contour.push(p));
            }
            PathEl::CurveTo(a, b, p) => curve(tolerance, [from, a, b, p], |p| contour.push(p)),
            PathEl::ClosePath => {}
        }
    }
    contours.push(contour);
    contours.retain(|c| c.len() > 2);
    contours
}

/// A path's contours as lines, none further than `tolerance` from its curve. `place` moves the path's own points first, `go` is told each
/// point and whether a contour begins there. Contours are not closed.
pub fn flatten_into(path: &BezPath, place: impl Fn(Point) -> Point, tolerance: f64, mut go: impl FnMut(Point, bool)) {
    let mut at = Point::ZERO;
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => {
                at = place(p);
                go(at, true);
            }
            PathEl::LineTo(p) => {
                at = place(p);
                go(at, false);
            }
            PathEl::QuadTo(c, p) => {
                let (c, p) = (place(c), place(p));
                let bend = [at, at + (c - at) * (2.0 / 3.0), p + (c - p) * (2.0 / 3.0), p];
                curve(tolerance, bend, |point| go(point, false));
                at = p;
            }
            PathEl::CurveTo(a, b, p) => {
                let p = place(p);
                curve(tolerance, [at, place(a), place(b), p], |point| go(point, false));
                at = p;
            }
            PathEl::ClosePath => {}
        }
    }
}

/// Points on a curve after its first, in even steps, as many as Wang's bound asks for.
fn curve(tolerance: f64, [a, b, c, d]: [Point; 4], mut point: impl FnMut(Point)) {
    // A root of a sum of squares: all that is wanted of `hypot`, at the price of one instruction.
    let bend = |p: Point, q: Point, r: Point| (p.to_vec2() - 2.0 * q.to_vec2() + r.to_vec2()).hypot2();
    let furthest = bend(a, b, c).max(bend(b, c, d)).sqrt();
    let pieces = (0.75 * furthest / tolerance).sqrt().clamp(0.0, MOST_PIECES);
    let steps = if pieces.is_finite() { (pieces as usize + 1).min(MOST_PIECES as usize) } else { 1 };
    // a + t·(first + t·(second + t·third))
    let (first, second) = ((b - a) * 3.0, (a.to_vec2() - 2.0 * b.to_vec2() + c.to_vec2()) * 3.0);
    let third = d - a - (c - b) * 3.0;
    let share = 1.0 / steps as f64;
    let mut step = 1.0;
    for _ in 1..steps {
        let t = step * share;
        point(a + (first + (second + third * t) * t) * t);
        step += 1.0;
    }
    point(d);
}
