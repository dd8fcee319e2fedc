//! The law of joins (figures.md §8): at every joint, in every view, build and choice, with every pose of the hands, at every limit
//! and between, a part lies in what bears it by at least half its width, along its own axis.
//!
//! - A part is a bone with art that hangs on something: limbs at their roots, heads, hands, feet, ears, horns, tails, hair, what
//!   sits on a chain's end. A limb's inner joints are one outline that cannot come apart; a hat is worn, not joined.
//! - Its art is its own and what is drawn with it about the joint (its root, beneath what bears it).
//! - What bears it is the art of the bones it hangs on and what is drawn with them; of a leg at the root of the tree, all that is
//!   no leg.
//! - Its axis is a limb's first bone; of a foot, which lies across its leg, it leads down to the sole; else from the joint to the
//!   middle of its art at rest. It turns with the part.
//! - Its width is that of the narrower of the two at the joint, across the axis, at rest: the one a limb is given at that end; else
//!   its own widest from the joint to where it comes out, or that of what bears it (a neck's).
//! - How deep it lies is how far both go on along the axis by the joint: the mean over the middle half of the width, so that
//!   neither a spike nor a slanting edge passes. What lies wholly inside has no edge to come off at.
use super::edges::{Edges, Spans, shared};
use super::laws::{bodies, extremes, looks, moved, seen, views, within_limits};
use super::shipped;
use jabber_render::figure::body::{Body, Joint, LimbShape, Shape};
use jabber_render::figure::rig::Posed;
use jabber_render::figure::template::{Template, shipped_names};
use jabber_render::figure::{Figure, outlines, pose};
use jabber_render::frame::Pose;
use jabber_render::vocabulary::{PartKey, Role, View};
use kurbo::{Point, Vec2};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::json;
use std::collections::BTreeSet;
use std::iter::{once, successors};

/// What a part lies in what bears it by at least, in its width.
const LEAST: f64 = 0.5;
/// The lines along the axis that the mean is taken of, in the width.
const BAND: [f64; 7] = [-0.25, -0.167, -0.083, 0.0, 0.083, 0.167, 0.25];
/// Steps in which the widest is looked for.
const STEPS: u32 = 20;

/// A part that is drawn by itself.
struct Part {
    name: String,
    bone: usize,
    /// The bones whose art it is.
    own: Vec<usize>,
    /// The bones whose art bears it.
    bearing: Vec<usize>,
    joint: Joint,
    axis: Axis,
    /// Units.
    width: f64,
}

enum Axis {
    /// To the limb's next joint.
    To(Joint),
    /// In the bone's own frame.
    Along(Vec2),
}

fn at(body: &Body, skeleton: &Posed, joint: Joint) -> Point {
    match joint {
        Joint::Pivot(bone) => skeleton.joint(&body.bones, bone),
        Joint::On(bone, point) => skeleton.frames[bone] * point,
    }
}

fn above(body: &Body, bone: usize) -> impl Iterator<Item = usize> {
    successors(body.bones[bone].parent, |bone| body.bones[*bone].parent)
}

fn limbs(body: &Body) -> impl Iterator<Item = (usize, &LimbShape)> {
    fn limb((bone, piece): (usize, &Shape)) -> Option<(usize, &LimbShape)> {
        if let Shape::Limb(limb) = piece { Some((bone, limb)) } else { None }
    }
    let pieces =
        body.art.iter().enumerate().flat_map(|(bone, pieces)| pieces.iter().map(move |piece| (bone, &piece.shape)));
    pieces.filter_map(limb)
}

/// The bones whose art bears a part.
fn bearing(body: &Body, bone: usize) -> Vec<usize> {
    let up: Vec<usize> = above(body, bone).collect();
    let role = |bone: usize| body.bones[bone].key.as_ref().map(|key| &key.role);
    let drawn = |other: &usize| {
        !body.art[*other].is_empty() && *other != bone && above(body, *other).all(|above| above != bone)
    };
    let with = |other: &usize| {
        let near = once(*other).chain(above(body, *other)).find(|at| role(*at).is_some() || up.contains(at));
        near.is_some_and(|at| up.contains(&at)) || body.bones[*other].bends.iter().any(|bending| up.contains(bending))
    };
    let near: Vec<usize> = (0..body.bones.len()).filter(drawn).filter(with).collect();
    if !near.is_empty() {
        return near;
    }
    let is_kind = |other: &usize| once(*other).chain(above(body, *other)).any(|at| role(at) == role(bone));
    (0..body.bones.len()).filter(drawn).filter(|other| !is_kind(other)).collect()
}

/// Where a bone's art joins: the joint, a limb's next one, and the width when it is given.
fn given(body: &Body, bone: usize) -> Option<(Joint, Option<Joint>, Option<f64>)> {
    let rooted = limbs(body).find_map(|(of, limb)| match *limb.joints.as_slice() {
        [joint @ Joint::Pivot(root), next, ..]
            if of == bone && [Some(bone), body.bones[bone].parent].contains(&Some(root)) =>
        {
            Some((joint, Some(next), limb.widths.first().copied()))
        }
        _ => None,
    });
    let on_tip = limbs(body).find_map(|(_, limb)| match *limb.joints.as_slice() {
        [.., Joint::Pivot(last), tip @ Joint::On(on, _)] if last == bone && on == bone => {
            Some((tip, None, limb.widths.last().copied()))
        }
        _ => None,
    });
    let pivot = Joint::Pivot(bone);
    let ends = limbs(body).filter(|(_, limb)| limb.joints.last() == Some(&pivot));
    let end = ends.filter_map(|(_, limb)| limb.widths.last().copied()).reduce(f64::max);
    let inner = |limb: &LimbShape| limb.joints.iter().skip(1).rev().skip(1).any(|joint| *joint == pivot);
    let key = body.bones[bone].key.as_ref();
    let part = key.is_some_and(|key| {
        // The trunk hangs on nothing that is drawn; what lies on the ground by itself, as a puddle does, bears nothing.
        let trunk =
            matches!(key.role, Role::Torso | Role::Hips) && above(body, bone).all(|above| body.art[above].is_empty());
        let trim = limbs(body).any(|(of, limb)| of != bone && inner(limb));
        !trunk && !trim && key.role.word() != "hat"
    });
    on_tip.or(rooted).or(part.then_some((pivot, None, end)))
}

/// The parts of a view.
fn parts(figure: &Figure, view: View) -> Vec<Part> {
    let body = figure.body(Some(view)).unwrap();
    let rest = seen(view, Pose::default());
    let (skeleton, all) = (pose(figure, &rest, 1.0).unwrap(), outlines(figure, &rest, 1.0));
    let part = |bone: usize| {
        let (joint, next, width) = given(body, bone)?;
        let from = at(body, &skeleton, joint);
        let bearing = bearing(body, bone);
        let (seen, bears) =
            (Edges::of(&all, &|other| other == bone), Edges::of(&all, &|other| bearing.contains(&other)));
        if seen.is_empty() || bears.is_empty() {
            return None;
        }
        let with = |other: &usize| {
            let drawn_with = body.bones[*other].key.is_none() && body.bones[*other].parent == Some(bone);
            *other == bone || (drawn_with && Edges::of(&all, &|one| one == *other).has(from))
        };
        let own: Vec<usize> = (0..body.bones.len()).filter(with).collect();
        let art = Edges::of(&all, &|other| own.contains(&other));
        let out = seen.area().center() - from;
        let way = match next {
            Some(next) => at(body, &skeleton, next) - from,
            None if body.bones[bone].is(&Role::Foot) => Vec2::new(0.0, -1.0),
            // It turns about its own middle: away from the middle of what bears it.
            None if out.hypot() < 0.1 * seen.area().size().max_side() => from - bears.area().center(),
            None => out,
        };
        let (way, across) = frame(way);
        let together = shared(&art.spans(from, way), &bears.spans(from, way));
        let widest = || {
            let out = together.iter().find(|span| span.1 > 0.0).map_or(0.0, |span| span.1);
            let chord = |step: u32| seen.chord(from + way * (out * 0.999 * f64::from(step) / f64::from(STEPS)), across);
            let widest = (0..=STEPS).map(chord).fold(0.0, f64::max);
            let neck = once(0.0).chain(together.iter().map(|span| (span.0 + span.1) / 2.0));
            let neck = neck.map(|along| bears.chord(from + way * along, across)).find(|chord| *chord > 0.0);
            neck.map_or(widest, |neck| widest.min(neck))
        };
        let axis = next.map_or_else(|| Axis::Along(way), Axis::To);
        let named = once(bone).chain(above(body, bone)).find_map(|bone| body.bones[bone].key.as_ref());
        let name = named.map_or_else(String::new, PartKey::to_string);
        Some(Part { name, bone, own, bearing, joint, axis, width: width.unwrap_or_else(widest).max(1.0) })
    };
    (0..body.bones.len()).filter_map(part).collect()
}

/// Along a way and across it.
fn frame(way: Vec2) -> (Vec2, Vec2) {
    let way = way.normalize();
    (way, Vec2::new(-way.y, way.x))
}

/// How deep each part lies in what bears it, in its width.
fn depths<'a>(figure: &Figure, asked: &Pose, parts: impl Iterator<Item = &'a Part>) -> Vec<(&'a Part, f64)> {
    let body = figure.body(asked.view).unwrap();
    let (skeleton, all) = (pose(figure, asked, 1.0).unwrap(), outlines(figure, asked, 1.0));
    let depth = |part: &'a Part| {
        let own = Edges::of(&all, &|bone| part.own.contains(&bone));
        let bears = Edges::of(&all, &|bone| part.bearing.contains(&bone));
        let joint = at(body, &skeleton, part.joint);
        let (way, across) = frame(match part.axis {
            Axis::To(next) => at(body, &skeleton, next) - joint,
            Axis::Along(rest) => {
                skeleton.frames[part.bone] * rest.to_point() - skeleton.frames[part.bone] * Point::ZERO
            }
        });
        let half = part.width / 2.0;
        let along = |share: &f64| {
            let at = joint + across * (share * part.width);
            let together: Spans = shared(&own.spans(at, way), &bears.spans(at, way));
            let near = together.into_iter().filter(|span| span.0 <= half && span.1 >= -half);
            near.map(|span| span.1 - span.0).fold(0.0, f64::max)
        };
        let deep = BAND.iter().map(along).sum::<f64>() / BAND.len() as f64 / part.width;
        (part, if deep < LEAST && bears.contain(&own) { LEAST } else { deep })
    };
    parts.map(depth).collect()
}

/// Every body in each of its builds and looks, with each choice of each option and each pose of the hands, and the example.
fn all_figures() -> Vec<(String, Template, Figure)> {
    let star = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/templates/star.json")).unwrap();
    let star = Template::from_bytes(&star).unwrap();
    let mut all = bodies();
    all.extend(looks());
    for build in [None, Some("round"), Some("tall"), Some("small")] {
        let (figure, warnings) = Figure::new(&star, &build.map_or(json!({}), |build| json!({"shape": build})));
        assert_eq!(warnings, []);
        all.push((format!("star {}", build.unwrap_or_default()), star.clone(), figure));
    }
    for name in shipped_names() {
        let template = shipped(&name);
        for (option, choice) in
            template.options.iter().flat_map(|(option, all)| all.iter().map(move |one| (option, one)))
        {
            let (figure, warnings) = Figure::new(&template, &json!({"options": {option.as_str(): choice}}));
            assert_eq!(warnings, []);
            all.push((format!("{name} {option} {choice}"), template.clone(), figure));
        }
        for hand in template.hands.keys() {
            let mut only = template.clone();
            only.hands.retain(|pose, _| pose == hand);
            let figure = Figure::new(&only, &json!({})).0;
            all.push((format!("{name} {hand}"), only, figure));
        }
    }
    all
}

#[test]
fn parts_lie_in_what_bears_them_at_every_limit() {
    let (mut faults, mut tried) = (BTreeSet::new(), 0);
    for (name, template, figure) in all_figures() {
        for view in views(&template) {
            let body = figure.body(Some(view)).unwrap();
            let all = parts(&figure, view);
            let count = body.bones.len();
            for (i, shares) in extremes(count).into_iter().enumerate() {
                // Of one joint at its limit, those that it and the two after it carry: all others move as one with theirs.
                let near = |part: &&Part| {
                    i / 2 >= count || once(part.bone).chain(above(body, part.bone)).take(3).any(|bone| bone == i / 2)
                };
                let asked = within_limits(&figure, view, &shares);
                for (part, deep) in depths(&figure, &asked, all.iter().filter(near)) {
                    tried += 1;
                    if deep < LEAST {
                        let of = (part.width, moved(&asked));
                        faults.insert(format!("{name} {}: {} by {deep:.2} of {of:?}", view.word(), part.name));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried > 40_000, "only {tried} joins tried");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, max_shrink_iters: 0, failure_persistence: None, rng_seed: RngSeed::Fixed(9), ..ProptestConfig::default() })]

    #[test]
    fn parts_lie_in_what_bears_them_at_any_pose(shares in prop::collection::vec(-1.0..1.0f64, 61)) {
        for (name, template, figure) in all_figures() {
            for view in views(&template) {
                let asked = within_limits(&figure, view, &shares);
                for (part, deep) in depths(&figure, &asked, parts(&figure, view).iter()) {
                    prop_assert!(deep >= LEAST, "{name} {}: {} by {deep:.2} in {:?}", view.word(), part.name, asked.parts);
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
    let all = parts(&person, View::Front);
    let deep = |lift: f64| {
        let asked = seen(View::Front, Pose { lift: vec![(head.clone(), lift)], ..Pose::default() });
        let found = depths(&person, &asked, all.iter());
        found.into_iter().find(|(part, _)| part.name == "head").unwrap().1
    };
    // Its root reaches 48 units below the joint, the collar 24 above it; the collar is 99 wide.
    assert!(deep(0.0) >= LEAST, "{}", deep(0.0));
    assert!(deep(40.0) < LEAST, "{}", deep(40.0));
    assert_eq!(deep(200.0), 0.0);
}
