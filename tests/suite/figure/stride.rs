//! Strides seen head on, and bodies that rise on planted legs (figures.md §3, §5): the language's gait steps, legs put apart do not.
use super::laws::{bodies, seen, views};
use super::{covered, drawn, figure, key, posed};
use jabber_render::figure::pose;
use jabber_render::frame::{Pose, Reach, ReachTarget};
use jabber_render::maths::{cos, rotate_about, sin};
use jabber_render::vocabulary::{LimbEnd, PartKey, Role, Side, View};
use kurbo::Point;
use std::f64::consts::PI;

/// The language's gait (§3) with its defaults on two legs, four or six, at a phase 0..1.
fn gait(legs: u32, phase: f64) -> Pose {
    gait_bent(legs, phase, 40.0)
}

/// The same with the knee of the leg that swings bent by so many degrees.
fn gait_bent(legs: u32, phase: f64, bend: f64) -> Pose {
    let leg = |offset: f64| {
        let p = (phase + offset) % 1.0;
        let s = (p % 0.5) / 0.5;
        let lifted = sin(s * PI);
        if p < 0.5 { (24.0 - 48.0 * s, -6.0 * lifted) } else { (-24.0 + 48.0 * s, -bend * lifted) }
    };
    let ((a, a_knee), (b, b_knee)) = (leg(0.0), leg(0.5));
    if legs >= 4 {
        // Offsets 0, ½, ½, 0 on four; the tripod on six: 0 on the left hind, the right middle and the left front leg.
        let firsts: &[u32] = if legs == 4 { &[0, 3] } else { &[0, 3, 4] };
        let each = (0..legs).map(|leg| if firsts.contains(&leg) { (leg, a, a_knee) } else { (leg, b, b_knee) });
        let named = each.map(|(leg, thigh, shin)| [(format!("leg#{leg}"), thigh), (format!("shin#{leg}"), shin)]);
        let named: Vec<[(String, f64); 2]> = named.collect();
        let named: Vec<(&str, f64)> = named.iter().flatten().map(|(part, angle)| (part.as_str(), *angle)).collect();
        return posed(&named);
    }
    posed(&[
        ("leg:-1", a),
        ("shin:-1", a_knee),
        ("arm:-1", -0.6 * a),
        ("leg:1", b),
        ("shin:1", b_knee),
        ("arm:1", -0.6 * b),
    ])
}

/// Head on, a walker lifts one foot after the other; the one it stands on stays on the ground line and where it is.
#[test]
fn a_walk_head_on_steps() {
    const PHASES: u32 = 48;
    for (name, template, figure) in bodies() {
        for view in views(&template).into_iter().filter(|view| *view != View::Side) {
            let body = figure.body(Some(view)).unwrap();
            let feet: Vec<usize> = (0..body.bones.len()).filter(|&bone| body.bones[bone].is(&Role::Foot)).collect();
            let pixel = figure.height / 540.0;
            let mut raised = vec![0.0_f64; feet.len()];
            for step in 0..PHASES {
                let walking = seen(view, gait(template.legs, f64::from(step) / f64::from(PHASES)));
                let lowest = covered(&drawn(&figure, &walking, 1.0).0).y1;
                assert!((lowest - 900.0).abs() < 0.5, "{name} {} at {step}: soles at {lowest}", view.word());
                let skeleton = pose(&figure, &walking, pixel).unwrap();
                let ankles: Vec<_> = feet.iter().map(|&foot| skeleton.joint(&body.bones, foot)).collect();
                let ground = ankles.iter().map(|ankle| ankle.y).fold(f64::INFINITY, f64::min);
                for ((most, ankle), &foot) in raised.iter_mut().zip(&ankles).zip(&feet) {
                    *most = most.max((ankle.y - ground) / pixel);
                    let slid = (ankle.x - body.bones[foot].pivot.x).abs() / pixel;
                    assert!(slid < 10.0, "{name} {} at {step}: a foot slides {slid:.1} px aside", view.word());
                }
            }
            // A hundredth of the height at least, a monster's short legs too.
            assert!(raised.iter().all(|most| *most > 5.4), "{name} {}: feet rise {raised:.1?} px", view.word());
        }
    }
}

/// In profile, a walker stands on a leg that carries: the lowest sole is that of a leg whose knee is straight, or nearly so, and it
/// is on the ground line. A knee bent 16° more than the straightest swings. (Head on, what is nearer is lower: that a foot is
/// lowest says nothing there.)
#[test]
fn a_walker_stands_on_the_leg_that_carries() {
    const PHASES: u32 = 48;
    let mut faults = Vec::new();
    for (name, template, figure) in bodies() {
        let pixel = figure.height / 540.0;
        let Some(body) = figure.body(Some(View::Side)).filter(|body| body.profile) else { continue };
        for bend in [40.0, 52.0] {
            for step in 0..PHASES {
                let walking = gait_bent(template.legs, f64::from(step) / f64::from(PHASES), bend);
                let knee = |foot: usize| {
                    let shin = body.bones[foot].parent.unwrap();
                    body.bones[shin].reads.angle(&walking).abs()
                };
                let walking = seen(View::Side, walking.clone());
                let skeleton = pose(&figure, &walking, pixel).unwrap();
                let height = |(foot, sole): &(usize, Vec<Point>)| {
                    let lowest = sole.iter().map(|point| (skeleton.frames[*foot] * *point).y);
                    lowest.fold(f64::INFINITY, f64::min) / pixel
                };
                let straightest = body.soles.iter().map(|(foot, _)| knee(*foot)).fold(f64::INFINITY, f64::min);
                let carries = |sole: &&(usize, Vec<Point>)| knee(sole.0) < straightest + 16.0;
                let (all, carrying) = (body.soles.iter(), body.soles.iter().filter(carries));
                let lowest =
                    [all.map(height).reduce(f64::min), carrying.map(height).reduce(f64::min)].map(Option::unwrap);
                if lowest[1] - lowest[0] > 0.5 {
                    faults.push(format!("{name} bent {bend} at {step}: {:.1} px", lowest[1] - lowest[0]));
                }
                let drawn = covered(&drawn(&figure, &walking, 1.0).0).y1;
                // The thick end of a round monster's leg comes 2 px below its own sole.
                if !(-0.5..2.0).contains(&(drawn - 900.0)) {
                    faults.push(format!("{name} bent {bend} at {step}: drawn {:.1} px below", drawn - 900.0));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A body that bows on planted legs keeps its hands above the ground line, and its arms give way without a jerk.
#[test]
fn the_hands_of_a_bowing_body_stay_above_the_ground() {
    for (name, template, figure) in bodies() {
        for view in views(&template) {
            let body = figure.body(Some(view)).unwrap();
            let mut before: Option<Vec<Point>> = None;
            for half_degrees in -120..=120 {
                let bow = posed(&[("torso", f64::from(half_degrees) / 2.0), ("head", f64::from(half_degrees) / 6.0)]);
                let skeleton = pose(&figure, &seen(view, bow), 1.0).unwrap();
                let lowest = |(end, edge): &(usize, Vec<Point>)| {
                    edge.iter().map(|point| (skeleton.frames[*end] * *point).y).fold(f64::INFINITY, f64::min)
                };
                let ground = body.soles.iter().map(lowest).fold(f64::INFINITY, f64::min);
                for lowest in body.palms.iter().map(lowest) {
                    assert!(
                        lowest > ground - 0.5,
                        "{name} {} at {half_degrees}/2°: a hand at {lowest:.1}",
                        view.word()
                    );
                }
                let wrists: Vec<Point> =
                    body.palms.iter().map(|(hand, _)| skeleton.joint(&body.bones, *hand)).collect();
                let moved = before.iter().flatten().zip(&wrists).map(|(a, b)| (*b - *a).hypot()).fold(0.0, f64::max);
                // Half a degree moves what is the whole body away by 9 units.
                assert!(moved < 20.0, "{name} {} at {half_degrees}/2°: a hand jumps {moved:.1} units", view.word());
                before = Some(wrists);
            }
        }
    }
}

/// A thigh that leans 40° forward, the shin hanging down from it, is drawn as long as its cosine says, and a little lower for
/// being nearer; seen from behind it is farther, and higher.
#[test]
fn a_bone_that_leans_is_foreshortened() {
    let person = figure("person");
    for (view, nearer) in [(View::Front, 1.0), (View::Back, -1.0)] {
        let body = person.body(Some(view)).unwrap();
        let skeleton = pose(&person, &seen(view, posed(&[("leg:1", 40.0), ("shin:1", -40.0)])), 1.0).unwrap();
        let [hip, knee] = ["leg:1", "shin:1"].map(|part| body.find(&key(part)).unwrap());
        let rest = body.bones[knee].pivot - body.bones[hip].pivot;
        let drawn = skeleton.joint(&body.bones, knee) - skeleton.joint(&body.bones, hip);
        let lean = 40.0_f64.to_radians();
        // The viewer looks down by 0.13 of the way nearer.
        let factor = cos(lean) + 0.13 * nearer * sin(lean);
        assert!((drawn - rest * factor).hypot() < 0.5, "{}: {drawn:?}, not {rest:?} × {factor}", view.word());
    }
}

/// Legs that are put apart, or one that is raised to the side, turn in the plane of the picture, whole.
#[test]
fn legs_put_apart_head_on_do_not_stride() {
    let person = figure("person");
    let body = person.body(Some(View::Front)).unwrap();
    let cases: [&[(&str, f64)]; 4] = [
        &[("leg:1", 20.0), ("leg:-1", -20.0)],
        &[("leg:1", 50.0)],
        // Arms folded, the weight on the other leg.
        &[("leg:1", 7.0), ("leg:-1", -2.0), ("arm:1", -40.0), ("arm:-1", 40.0)],
        &[("leg:1", 20.0), ("leg:-1", -20.0), ("arm:1", 150.0), ("arm:-1", -150.0)],
    ];
    for case in cases {
        let skeleton = pose(&person, &seen(View::Front, posed(case)), 1.0).unwrap();
        let [hip, knee] = ["leg:1", "shin:1"].map(|part| body.find(&key(part)).unwrap());
        let wanted = rotate_about(case[0].1, body.bones[hip].pivot) * body.bones[knee].pivot;
        let at = skeleton.joint(&body.bones, knee);
        // The foot is brought down to the ground by a longer shin; the knee's place says how the thigh turned.
        assert!((at.x - wanted.x).abs() < 1e-6, "{case:?}: {at:?}, not {wanted:?}");
    }
}

#[test]
fn a_foot_that_reaches_while_the_body_walks_arrives() {
    let person = figure("person");
    let body = person.body(Some(View::Front)).unwrap();
    let foot = body.find(&key("foot:1")).unwrap();
    for step in 0..8 {
        let limb = LimbEnd { is_foot: true, side: Side::Right };
        let target = ReachTarget::Point { x: 140.0, y: 130.0 };
        let reach = vec![(limb, Reach { target, weight: 1.0 })];
        let walking = Pose { reach, ..seen(View::Front, gait(2, f64::from(step) / 8.0)) };
        let at = pose(&person, &walking, 1.0).unwrap().joint(&body.bones, foot);
        assert!((at.x - 140.0).abs() < 0.5 && (at.y - 130.0).abs() < 0.5, "{step}: {at:?}");
    }
}

/// A dog and a cat raise their fore bodies on their planted legs: of 10° asked most is seen, and the paws stay.
#[test]
fn a_fore_body_rises_on_planted_legs() {
    for name in ["dog", "cat"] {
        let figure = figure(name);
        let body = figure.body(Some(View::Side)).unwrap();
        let torso = body.find(&key("torso#0")).unwrap();
        let feet: Vec<usize> = (0..body.bones.len()).filter(|&bone| body.bones[bone].is(&Role::Foot)).collect();
        let raised = |degrees: f64| {
            let asked =
                seen(View::Side, Pose { parts: vec![(PartKey::plain(Role::Torso), degrees)], ..Pose::default() });
            pose(&figure, &asked, 1.0).unwrap()
        };
        let rest = raised(0.0);
        let mut before = 0.0;
        for degrees in [2.0, 5.0, 10.0, 20.0, 40.0] {
            let now = raised(degrees);
            let angle = now.angles[torso];
            assert!(angle > before, "the {name} asked for {degrees}° rises by {angle:.1}°, for less by {before:.1}°");
            assert!(degrees < 10.0 || angle > 5.0, "the {name} asked for {degrees}° rises by {angle:.1}°");
            before = angle;
            for &foot in &feet {
                let slid = (now.joint(&body.bones, foot) - rest.joint(&body.bones, foot)).hypot();
                assert!(slid < 1.0, "the {name}'s foot slides {slid:.2} units at {degrees}°");
            }
        }
    }
}
