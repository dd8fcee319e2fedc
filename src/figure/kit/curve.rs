//! Points in, smooth closed outlines out: the blob every body is made of, the rounded polygon, the ellipse, and a dense
//! run through points. Never fills, never strokes.
use crate::maths::{flatten, hypot, sin_cos};
use kurbo::{BezPath, PathEl, Point, Shape as _, Vec2};

/// A handle's share of the chord in a blob (style.md §2).
pub const HANDLE: f64 = 0.36;
/// Handle length of a quarter circle of radius 1 (the classic cubic fit).
const QUARTER: f64 = 0.5523;

/// A point that a blob passes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knot {
    /// Where.
    pub at: Point,
    /// Handle length, 1 smooth, 0 a sharp corner; a tuft's tip .15, its root .3 (style.md §2).
    pub tension: f64,
}

impl Knot {
    /// A smooth point.
    pub const fn smooth(x: f64, y: f64) -> Self {
        Self { at: Point::new(x, y), tension: 1.0 }
    }

    /// A point with a tension of its own.
    pub const fn tense(x: f64, y: f64, tension: f64) -> Self {
        Self { at: Point::new(x, y), tension }
    }
}

impl From<Point> for Knot {
    fn from(at: Point) -> Self {
        Self { at, tension: 1.0 }
    }
}

/// The point at `share` of the way from `a` to `b`; also beyond them.
pub fn lerp(a: Point, b: Point, share: f64) -> Point {
    a + (b - a) * share
}

/// The vector's direction as a unit vector; zero stays zero.
pub(super) fn unit(v: Vec2) -> Vec2 {
    let length = hypot(v.x, v.y);
    if length > 0.0 { v / length } else { Vec2::ZERO }
}

/// The length of the way from `a` to `b`.
pub(super) fn distance(a: Point, b: Point) -> f64 {
    hypot(b.x - a.x, b.y - a.y)
}

/// A smooth curve through `knots`: each handle lies along the direction between the neighbours and is `handle` × chord ×
/// tension long. Fewer than two knots give an empty path.
pub fn blob(knots: &[Knot], closed: bool, handle: f64) -> BezPath {
    let mut path = BezPath::new();
    let n = knots.len();
    if n < 2 {
        return path;
    }
    let neighbour = |i: usize, step: usize| {
        if closed { knots[(i + n + step - 1) % n].at } else { knots[(i + step).saturating_sub(1).min(n - 1)].at }
    };
    let tangents: Vec<Vec2> = (0..n).map(|i| unit(neighbour(i, 2) - neighbour(i, 0))).collect();
    path.move_to(knots[0].at);
    for i in 0..if closed { n } else { n - 1 } {
        let j = (i + 1) % n;
        let (a, b) = (knots[i], knots[j]);
        let reach = distance(a.at, b.at) * handle;
        path.curve_to(a.at + tangents[i] * (reach * a.tension), b.at - tangents[j] * (reach * b.tension), b.at);
    }
    if closed {
        path.close_path();
    }
    path
}

/// A closed outline grown by `by` on its outer side, as polygons no further than `tolerance` from it: round at its corners. Filled non-zero
/// it covers what a pen of twice that width leaves, and all inside.
pub fn grown(outline: &BezPath, by: f64, tolerance: f64) -> BezPath {
    let side = if outline.area() < 0.0 { -by } else { by };
    let mut out = BezPath::new();
    for contour in flatten(outline, tolerance) {
        let apart = |a: &Point, b: &Point| distance(*a, *b) > 1e-9;
        let mut points: Vec<Point> = Vec::with_capacity(contour.len());
        contour.iter().for_each(|point| {
            if points.last().is_none_or(|last| apart(last, point)) {
                points.push(*point)
            }
        });
        while points.len() > 1 && !apart(&points[0], &points[points.len() - 1]) {
            points.pop();
        }
        let n = points.len();
        if n < 3 {
            continue;
        }
        // Away from the inside, which lies to the left of the way round (y up: area above 0).
        let normals: Vec<Vec2> = (0..n)
            .map(|i| {
                let way = unit(points[(i + 1) % n] - points[i]);
                Vec2::new(way.y, -way.x) * side
            })
            .collect();
        let mut first = true;
        let mut go = |p: Point| if std::mem::take(&mut first) { out.move_to(p) } else { out.line_to(p) };
        for i in 0..n {
            let (before, after, at) = (normals[(i + n - 1) % n], normals[i], points[i]);
            let (turn, along) = (before.cross(after), before.dot(after));
            if along > CURVED * by * by {
                let middle = before + after;
                go(at + middle * (2.0 * by * by / middle.hypot2()));
            } else if turn * side > 0.0 {
                corner(at, before, after, &mut go);
            } else {
                // An inner corner: by way of its own point the overlap is wound as the outline is.
                [at + before, at, at + after].into_iter().for_each(&mut go);
            }
        }
        out.close_path();
    }
    out
}

/// Cosine of the turn up to which an outline is taken for smooth there: 25°.
const CURVED: f64 = 0.9;

/// The outer corner at `at`, round from one normal to the other.
fn corner(at: Point, before: Vec2, after: Vec2, go: &mut impl FnMut(Point)) {
    /// Halvings of the turn: eight pieces are within a hundredth of the radius of half a circle.
    const HALVINGS: u32 = 3;
    fn between(at: Point, a: Vec2, b: Vec2, left: u32, go: &mut impl FnMut(Point)) {
        let (middle, radius) = (a + b, a.hypot2().sqrt());
        if left == 0 || middle.hypot2() < 1e-12 * a.hypot2() {
            return;
        }
        let middle = middle * (radius / middle.hypot2().sqrt());
        between(at, a, middle, left - 1, go);
        go(at + middle);
        between(at, middle, b, left - 1, go);
    }
    go(at + before);
    between(at, before, after, HALVINGS, go);
    go(at + after);
}

/// A polygon with each corner rounded over the radius given beside it (at most half of the shorter edge).
pub fn rounded(corners: &[(Point, f64)]) -> BezPath {
    /// How far a handle goes toward the corner: softer than a circle, as cloth folds (lib.py).
    const REACH: f64 = 0.551;
    let mut path = BezPath::new();
    let n = corners.len();
    if n < 3 {
        return path;
    }
    for (i, &(corner, radius)) in corners.iter().enumerate() {
        let (before, after) = (corners[(i + n - 1) % n].0, corners[(i + 1) % n].0);
        let r = radius.min(distance(before, corner) * 0.5).min(distance(after, corner) * 0.5).max(0.0);
        let enter = corner + unit(before - corner) * r;
        let leave = corner + unit(after - corner) * r;
        if i == 0 {
            path.move_to(enter);
        } else {
            path.line_to(enter);
        }
        if r > 0.0 {
            path.curve_to(lerp(enter, corner, REACH), lerp(leave, corner, REACH), leave);
        }
    }
    path.close_path();
    path
}

/// An ellipse by its half axes, turned by `degrees` counter-clockwise in a y-up frame.
pub fn ellipse(center: Point, rx: f64, ry: f64, degrees: f64) -> BezPath {
    let (s, c) = sin_cos(degrees.to_radians());
    let at = |x: f64, y: f64| Point::new(center.x + x * c - y * s, center.y + x * s + y * c);
    let (kx, ky) = (rx * QUARTER, ry * QUARTER);
    let mut path = BezPath::new();
    path.move_to(at(rx, 0.0));
    path.curve_to(at(rx, ky), at(kx, ry), at(0.0, ry));
    path.curve_to(at(-kx, ry), at(-rx, ky), at(-rx, 0.0));
    path.curve_to(at(-rx, -ky), at(-kx, -ry), at(0.0, -ry));
    path.curve_to(at(kx, -ry), at(rx, -ky), at(rx, 0.0));
    path.close_path();
    path
}

/// A dense Catmull–Rom run through `points`, `steps` samples a span, the last point included.
pub fn samples(points: &[Point], steps: usize) -> Vec<Point> {
    let Some(&last) = points.last() else { return Vec::new() };
    let spans = points.len() - 1;
    let mut run = Vec::with_capacity(spans * steps + 1);
    for i in 0..spans {
        let before = points[i.saturating_sub(1)].to_vec2();
        let (a, b) = (points[i].to_vec2(), points[i + 1].to_vec2());
        let after = points[(i + 2).min(spans)].to_vec2();
        for step in 0..steps {
            let t = step as f64 / steps as f64;
            let linear = (b - before) * t;
            let square = (before * 2.0 - a * 5.0 + b * 4.0 - after) * (t * t);
            let cube = (a * 3.0 - before - b * 3.0 + after) * (t * t * t);
            run.push(((a * 2.0 + linear + square + cube) * 0.5).to_point());
        }
    }
    run.push(last);
    run
}

/// The path with every point, handles too, where `at` puts it.
pub fn mapped(path: &BezPath, at: impl Fn(Point) -> Point) -> BezPath {
    let element = |element: &PathEl| match *element {
        PathEl::MoveTo(p) => PathEl::MoveTo(at(p)),
        PathEl::LineTo(p) => PathEl::LineTo(at(p)),
        PathEl::QuadTo(a, p) => PathEl::QuadTo(at(a), at(p)),
        PathEl::CurveTo(a, b, p) => PathEl::CurveTo(at(a), at(b), at(p)),
        PathEl::ClosePath => PathEl::ClosePath,
    };
    path.elements().iter().map(element).collect()
}
