//! Two outlines in, the part they share or the rest of the first out: shades and markings are cut to their part by geometry,
//! since a clip mask per part costs more than the fill (findings.md). Never touches pixels.
//!
//! Curves are flattened to 1/10 of a pixel and laid on a grid of 1/256 pixel; on integers the cut is exact, and the same on
//! every machine. The outer edge of a cut piece lies on the outline of its part, so both have the same antialiased edge.
use crate::maths::hypot;
use i_overlay::core::{fill_rule::FillRule, overlay::Overlay, overlay_rule::OverlayRule};
use i_overlay::i_float::int::point::IntPoint;
use kurbo::{Affine, BezPath, PathEl, Point, Shape, Vec2};

/// Largest distance of a flattened curve from the curve, pixels (a tenth: an edge of shade moves by a few of 255 levels; half of it
/// costs a fifth more time).
const TOLERANCE: f64 = 0.1;
/// Grid cells a pixel.
const GRID: f64 = 256.0;
/// Coordinates beyond this many pixels are outside any picture; the grid has room for 2²² (i32 with the cutter's margins).
const FAR_AWAY: f64 = 1_000_000.0;
/// Pieces smaller than this many square pixels are crumbs of rounding, not shapes.
const CRUMB: f64 = 0.02;
/// Shades smaller than this many square pixels look like dirt (tuned by eye).
const SPECK: f64 = 2.0;
/// A curve is never split into more pieces than this; one as wide as a 4K picture needs about 90.
const MOST_PIECES: f64 = 256.0;

/// The region inside both outlines (non-zero winding), pixels.
pub fn intersect(a: &BezPath, b: &BezPath) -> BezPath {
    if a.elements().is_empty() || b.elements().is_empty() || !a.bounding_box().overlaps(b.bounding_box()) {
        return BezPath::new();
    }
    overlay(a, b, OverlayRule::Intersect, CRUMB)
}

/// The region inside `from` and outside `what` (non-zero winding), pixels.
pub fn cut_away(from: &BezPath, what: &BezPath) -> BezPath {
    overlay(from, what, OverlayRule::Difference, CRUMB)
}

/// The same without specks and pinholes: for a shade, whose edges may graze one another.
pub fn shade_of(from: &BezPath, lit: &BezPath) -> BezPath {
    overlay(from, lit, OverlayRule::Difference, SPECK)
}

/// What is left of the part `from` when `of`, moved by `by`, is taken away: the crescent of shade (style.md §3).
pub fn crescent(from: &BezPath, of: &BezPath, by: Vec2) -> BezPath {
    cut_away(from, &(Affine::translate(by) * of))
}

fn overlay(a: &BezPath, b: &BezPath, rule: OverlayRule, least: f64) -> BezPath {
    let (Some(a), Some(b)) = (to_grid(a), to_grid(b)) else { return BezPath::new() };
    let mut overlay = Overlay::<i32>::from_subj_and_clip(&a, &b);
    overlay.options.min_output_area = (least * GRID * GRID) as u64;
    let mut path = BezPath::new();
    for contour in overlay.overlay(rule, FillRule::NonZero).iter().flatten() {
        for (i, p) in contour.iter().enumerate() {
            let point = Point::new(f64::from(p.x) / GRID, f64::from(p.y) / GRID);
            if i == 0 { path.move_to(point) } else { path.line_to(point) }
        }
        path.close_path();
    }
    path
}

fn to_grid(path: &BezPath) -> Option<Vec<Vec<IntPoint<i32>>>> {
    let on_grid = |p: Point| {
        let fits = p.x.abs() < FAR_AWAY && p.y.abs() < FAR_AWAY;
        fits.then(|| IntPoint::new((p.x * GRID).round() as i32, (p.y * GRID).round() as i32))
    };
    flatten(path).iter().map(|contour| contour.iter().map(|&p| on_grid(p)).collect()).collect()
}

/// The contours of a path as points no further apart than the tolerance asks for. kurbo's own flattening calls std's
/// powers, which may differ between platforms.
pub fn flatten(path: &BezPath) -> Vec<Vec<Point>> {
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
                cubic(&mut contour, [from, from + (c - from) * (2.0 / 3.0), p + (c - p) * (2.0 / 3.0), p])
            }
            PathEl::CurveTo(a, b, p) => cubic(&mut contour, [from, a, b, p]),
            PathEl::ClosePath => {}
        }
    }
    contours.push(contour);
    contours.retain(|c| c.len() > 2);
    contours
}

/// Even steps, as many as Wang's bound asks for.
fn cubic(out: &mut Vec<Point>, [a, b, c, d]: [Point; 4]) {
    let bend = |p: Point, q: Point, r: Point| hypot(p.x - 2.0 * q.x + r.x, p.y - 2.0 * q.y + r.y);
    let pieces = (0.75 * bend(a, b, c).max(bend(b, c, d)) / TOLERANCE).sqrt().ceil().clamp(1.0, MOST_PIECES);
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
