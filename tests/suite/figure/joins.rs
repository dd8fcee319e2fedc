//! The law of joins (figures.md §8): a head on its neck, a hand on its arm, a foot on its leg, ears, horns and tails at their
//! roots lie in what they hang on by half the width of the narrower of the two both ways, in every build and view, at every limit
//! and between.
use super::laws::{bodies, extremes, moved, seen, views, within_limits};
use super::shipped;
use jabber_render::figure::body::{Body, Shape};
use jabber_render::figure::{Figure, outlines, pose};
use jabber_render::frame::Pose;
use jabber_render::vocabulary::{PartKey, Role, View};
use kurbo::{BezPath, Point, Rect, Shape as _, Vec2};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

/// Units between samples.
const STEP: f64 = 8.0;
/// Samples either way from a joint.
const REACH: i32 = 15;
/// What the two share at least, in squares of half the narrower one's width: nearly one.
const SQUARES: f64 = 0.8;
/// The same of a head: its neck bears it all across, and need not be as deep.
const SQUARES_OF_HEAD: f64 = 0.5;

fn least(part: &PartKey) -> f64 {
    if part.role == Role::Head { SQUARES_OF_HEAD } else { SQUARES }
}

/// Outlines with the boxes that they lie in.
struct Outlines<'a>(Vec<(Rect, &'a BezPath)>);

impl Outlines<'_> {
    fn contain(&self, point: Point) -> bool {
        self.0.iter().any(|(area, path)| area.contains(point) && path.contains(point))
    }

    fn area(&self) -> Option<Rect> {
        self.0.iter().map(|(area, _)| *area).reduce(|a, b| a.union(b))
    }

    /// How far it is from `point` both ways along `way` to where they end, units.
    fn width(&self, point: Point, way: Vec2) -> f64 {
        let one_way = |sign: f64| {
            let still = |step: &i32| self.contain(point + way * (sign * STEP * f64::from(*step)));
            f64::from((0..=2 * REACH).take_while(still).count() as u32) * STEP
        };
        one_way(1.0) + one_way(-1.0)
    }
}

fn joins(body: &Body, bone: usize) -> bool {
    let Some(key) = &body.bones[bone].key else { return false };
    let root = key.index.unwrap_or(0) == 0;
    match key.role {
        Role::Head | Role::Hand | Role::Claw | Role::Foot => true,
        Role::Ear | Role::Tail => root,
        _ => key.role.word() == "horn",
    }
}

fn below(body: &Body, bone: usize, above: usize) -> bool {
    let mut at = Some(bone);
    while let Some(bone) = at.filter(|bone| *bone != above) {
        at = body.bones[bone].parent;
    }
    at.is_some()
}

/// The part's own outlines, and those of all that neither is it nor hangs on it.
fn apart<'a>(body: &Body, all: &'a [(usize, BezPath)], bone: usize) -> (Outlines<'a>, Outlines<'a>) {
    let of = |such: &dyn Fn(usize) -> bool| {
        Outlines(all.iter().filter(|(bone, _)| such(*bone)).map(|(_, path)| (path.control_box(), path)).collect())
    };
    (of(&|other| other == bone), of(&|other| !below(body, other, bone)))
}

/// A part that is drawn by itself, and the width of the narrower of the two that meet at its joint, units.
struct Part {
    bone: usize,
    width: f64,
}

/// The parts of a view with the widths at rest: where a limb ends the limb's, elsewhere the widest of what the two share.
fn parts(figure: &Figure, view: View) -> Vec<Part> {
    let body = figure.body(Some(view)).unwrap();
    let rest = seen(view, Pose::default());
    let (skeleton, all) = (pose(figure, &rest, 1.0).unwrap(), outlines(figure, &rest, 1.0));
    let limb_end = |bone: usize| {
        let pieces = body.art.iter().flatten();
        let limbs = pieces.filter_map(|piece| match &piece.shape {
            Shape::Limb(limb) => Some(limb),
            _ => None,
        });
        let ends = limbs.filter(
            |limb| matches!(limb.joints.last(), Some(jabber_render::figure::body::Joint::Pivot(at)) if *at == bone),
        );
        ends.filter_map(|limb| limb.widths.last().copied()).reduce(f64::min)
    };
    let part = |bone: usize| {
        let (own, others) = apart(body, &all, bone);
        let joint = skeleton.joint(&body.bones, bone);
        let way = (own.area()?.center() - joint).normalize();
        let across = Vec2::new(-way.y, way.x);
        let line = (-REACH..=REACH).map(|step| joint + way * (STEP * f64::from(step)));
        let shared: Vec<Point> = line.filter(|at| own.contain(*at) && others.contain(*at)).collect();
        let widest = |of: &Outlines| shared.iter().map(|at| of.width(*at, across)).fold(STEP, f64::max);
        Some(Part { bone, width: limb_end(bone).unwrap_or_else(|| widest(&own).min(widest(&others))) })
    };
    (0..body.bones.len()).filter(|&bone| joins(body, bone)).filter_map(part).collect()
}

/// What a part and what it hangs on share about its joint, in squares of half the narrower one's width.
fn shared(figure: &Figure, asked: &Pose, parts: &[&Part]) -> Vec<(PartKey, f64)> {
    let body = figure.body(asked.view).unwrap();
    let skeleton = pose(figure, asked, 1.0).unwrap();
    let all = outlines(figure, asked, 1.0);
    let of = |part: &&Part| {
        let (own, others) = apart(body, &all, part.bone);
        let joint = skeleton.joint(&body.bones, part.bone);
        let grid = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| Vec2::new(f64::from(x), f64::from(y))));
        let both = grid.map(|way| joint + way * STEP).filter(|at| own.contain(*at) && others.contain(*at));
        let area = f64::from(both.count() as u32) * STEP * STEP;
        let half = part.width / 2.0;
        (body.bones[part.bone].key.clone().unwrap(), area / (half * half))
    };
    parts.iter().map(of).collect()
}

#[test]
fn parts_lie_in_what_they_hang_on_at_every_limit() {
    let mut faults = BTreeSet::new();
    let mut tried = 0;
    for (name, template, figure) in bodies() {
        for view in views(&template) {
            let body = figure.body(Some(view)).unwrap();
            let all = parts(&figure, view);
            let count = body.bones.len();
            for (i, shares) in extremes(count).into_iter().enumerate() {
                // Of one joint at its limit, those that it and the two after it carry: all others move as one with theirs.
                let near = |part: &&Part| {
                    let parent = |bone: Option<usize>| bone.and_then(|bone| body.bones[bone].parent);
                    let up = [Some(part.bone), parent(Some(part.bone)), parent(parent(Some(part.bone)))];
                    i / 2 >= count || up.contains(&Some(i / 2))
                };
                let moved_parts: Vec<&Part> = all.iter().filter(near).collect();
                if moved_parts.is_empty() {
                    continue;
                }
                let asked = within_limits(&figure, view, &shares);
                for (part, squares) in shared(&figure, &asked, &moved_parts) {
                    tried += 1;
                    if squares < least(&part) {
                        faults.insert(format!("{name} {}: {part} by {squares:.2} in {:?}", view.word(), moved(&asked)));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried > 3_000, "only {tried} joins tried");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, rng_seed: RngSeed::Fixed(9), ..ProptestConfig::default() })]

    #[test]
    fn parts_lie_in_what_they_hang_on_at_any_pose(shares in prop::collection::vec(-1.0..1.0f64, 41)) {
        for name in jabber_render::figure::template::shipped_names() {
            let (template, figure) = (shipped(&name), super::figure(&name));
            for view in views(&template) {
                let asked = within_limits(&figure, view, &shares);
                let all = parts(&figure, view);
                for (part, squares) in shared(&figure, &asked, &all.iter().collect::<Vec<_>>()) {
                    prop_assert!(squares >= least(&part), "{name} {}: {part} by {squares:.2} in {:?}", view.word(), asked.parts);
                }
            }
        }
    }
}

/// The law sees a head that hangs in the air.
#[test]
fn a_part_that_comes_off_is_seen() {
    let person = super::figure("person");
    let head = PartKey::plain(Role::Head);
    let off = seen(View::Front, Pose { lift: vec![(head.clone(), 60.0)], ..Pose::default() });
    let all = parts(&person, View::Front);
    let found = shared(&person, &off, &all.iter().collect::<Vec<_>>());
    let found = found.into_iter().find(|(part, _)| *part == head).unwrap();
    assert!(found.1 < least(&head), "{found:?}");
}
