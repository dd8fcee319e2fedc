//! The few plain outlines a stage draws itself, from arithmetic alone (kurbo's own arcs call std's trigonometry).
use kurbo::{BezPath, Point, Rect};

/// How far a quarter circle's handles reach, share of the radius: the cubic closest to the arc.
const QUARTER: f64 = 0.552_284_749_8;

/// A rectangle with round corners.
pub(super) fn rounded(rect: Rect, radius: f64) -> BezPath {
    let r = radius.min(rect.width() / 2.0).min(rect.height() / 2.0).max(0.0);
    let (Rect { x0, y0, x1, y1 }, k) = (rect, r * (1.0 - QUARTER));
    let mut path = BezPath::new();
    path.move_to((x0 + r, y0));
    path.line_to((x1 - r, y0));
    path.curve_to((x1 - k, y0), (x1, y0 + k), (x1, y0 + r));
    path.line_to((x1, y1 - r));
    path.curve_to((x1, y1 - k), (x1 - k, y1), (x1 - r, y1));
    path.line_to((x0 + r, y1));
    path.curve_to((x0 + k, y1), (x0, y1 - k), (x0, y1 - r));
    path.line_to((x0, y0 + r));
    path.curve_to((x0, y0 + k), (x0 + k, y0), (x0 + r, y0));
    path.close_path();
    path
}

/// An ellipse with upright axes.
pub(super) fn ellipse(center: Point, rx: f64, ry: f64) -> BezPath {
    let (Point { x, y }, kx, ky) = (center, rx * QUARTER, ry * QUARTER);
    let mut path = BezPath::new();
    path.move_to((x + rx, y));
    path.curve_to((x + rx, y + ky), (x + kx, y + ry), (x, y + ry));
    path.curve_to((x - kx, y + ry), (x - rx, y + ky), (x - rx, y));
    path.curve_to((x - rx, y - ky), (x - kx, y - ry), (x, y - ry));
    path.curve_to((x + kx, y - ry), (x + rx, y - ky), (x + rx, y));
    path.close_path();
    path
}
