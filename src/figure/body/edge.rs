//! The edges of feet and hands: what can touch the ground.
//!
//! Enters: bones and their art at rest. Leaves: a few points by bone, whose hull is the edge. Knows no pose.
use super::piece::{Piece, Shape};
use crate::figure::rig::Bone;
use crate::maths::flatten;
use crate::vocabulary::Role;
use kurbo::Point;

/// Largest distance of an edge's points from its curve, units.
const FINE: f64 = 0.1;

/// The hand at rest.
const RELAXED: &str = "relaxed";

/// The lower edge of every foot's art, from heel to toe: what touches the ground, however it is turned.
pub(super) fn soles(bones: &[Bone], art: &[Vec<Piece>]) -> Vec<(usize, Vec<Point>)> {
    edges(bones, art, &[Role::Foot], &lower_hull)
}

/// The corners round every hand as it hangs.
pub(super) fn palms(bones: &[Bone], art: &[Vec<Piece>]) -> Vec<(usize, Vec<Point>)> {
    let around = |points: Vec<Point>| {
        let mirrored = |points: &[Point]| points.iter().map(|point| Point::new(point.x, -point.y)).collect::<Vec<_>>();
        let above = lower_hull(mirrored(&points));
        [lower_hull(points), mirrored(&above)].concat()
    };
    edges(bones, art, &[Role::Hand, Role::Claw], &around)
}

fn edges(
    bones: &[Bone],
    art: &[Vec<Piece>],
    roles: &[Role],
    hull: &dyn Fn(Vec<Point>) -> Vec<Point>,
) -> Vec<(usize, Vec<Point>)> {
    let ends = bones.iter().zip(art).enumerate().filter(|(_, (bone, _))| roles.iter().any(|role| bone.is(role)));
    let edge = |(i, (_, pieces)): (usize, (&Bone, &Vec<Piece>))| {
        let mut points = Vec::new();
        outlines(pieces, &mut points);
        let edge = hull(points);
        (!edge.is_empty()).then_some((i, edge))
    };
    ends.filter_map(edge).collect()
}

fn outlines(pieces: &[Piece], points: &mut Vec<Point>) {
    for piece in pieces {
        match &piece.shape {
            Shape::Still(path) => points.extend(flatten(path, FINE).concat()),
            Shape::Hand(poses) => {
                let relaxed = poses.iter().find(|(pose, _)| pose == RELAXED).or(poses.first());
                relaxed.iter().for_each(|(_, pieces)| outlines(pieces, points));
            }
            _ => {}
        }
    }
}

/// The lower half of the convex hull, from left to right (Andrew's monotone chain).
fn lower_hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<Point> = Vec::new();
    for point in points {
        while let [.., a, b] = hull.as_slice() {
            if (*b - *a).cross(point - *a) > 0.0 {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull
}
