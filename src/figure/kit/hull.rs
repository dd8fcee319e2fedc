//! Cloth: the hull round points, its corners rounded.
use super::curve::rounded;
use kurbo::{BezPath, Point};

/// The convex hull of `points`, each corner rounded over the radius beside it; empty when they lie on a line.
pub fn hull(mut points: Vec<(Point, f64)>) -> BezPath {
    points.sort_by(|(a, _), (b, _)| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let lower = half(points.iter().copied());
    let upper = half(points.iter().rev().copied());
    // Each half ends where the other begins.
    let ends = |half: Vec<(Point, f64)>| half.into_iter().rev().skip(1).rev();
    rounded(&ends(lower).chain(ends(upper)).collect::<Vec<_>>())
}

/// The hull on the right of the way through sorted points (Andrew's monotone chain).
fn half(points: impl Iterator<Item = (Point, f64)>) -> Vec<(Point, f64)> {
    let mut hull: Vec<(Point, f64)> = Vec::new();
    for next in points {
        while let [.., (a, _), (b, _)] = hull.as_slice() {
            if (*b - *a).cross(next.0 - *a) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(next);
    }
    hull
}
