//! The measures of a path as it lies in the frame.
use super::super::super::hash::Hash;
use kurbo::{Affine, BezPath, PathEl, Point, Vec2};

/// What is known of an outline, pixels of the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outline {
    middle: Vec2,
    size: Vec2,
    length: f64,
}

impl Outline {
    /// As [`super::MEASURES`] names them.
    pub fn measures(self) -> [f64; 5] {
        [self.middle.x, self.middle.y, self.size.x, self.size.y, self.length]
    }
}

/// The measures of a path's points, handles of curves among them; every number goes into the hash.
pub(super) fn outline(path: &BezPath, outer: Affine, hash: &mut Hash) -> Outline {
    let mut points: Vec<Vec2> = Vec::new();
    for element in path.elements() {
        let (word, own): (&str, &[Point]) = match element {
            PathEl::MoveTo(a) => ("M", &[*a]),
            PathEl::LineTo(a) => ("L", &[*a]),
            PathEl::QuadTo(a, b) => ("Q", &[*a, *b]),
            PathEl::CurveTo(a, b, c) => ("C", &[*a, *b, *c]),
            PathEl::ClosePath => ("Z", &[]),
        };
        hash.text(word);
        for point in own {
            hash.number(point.x);
            hash.number(point.y);
            points.push((outer * *point).to_vec2());
        }
    }
    let Some(first) = points.first() else { return Outline::default() };
    let (mut sum, mut least, mut most) = (Vec2::ZERO, *first, *first);
    for point in &points {
        sum += *point;
        least = Vec2::new(least.x.min(point.x), least.y.min(point.y));
        most = Vec2::new(most.x.max(point.x), most.y.max(point.y));
    }
    let lengths = points.iter().zip(points.iter().skip(1)).map(|(a, b)| (*b - *a).hypot());
    Outline { middle: sum / points.len() as f64, size: most - least, length: lengths.sum() }
}
