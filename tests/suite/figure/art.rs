//! The shipped bodies: placed as figures.md §1 says, standing on the ground line, whole at the ends of every joint.
use super::{acting, covered, drawn, figure, key, place, posed, shipped};
use jabber_render::display::Item;
use jabber_render::figure::{Figure, Place, draw, template};
use jabber_render::frame::{Pose, Reach, ReachTarget};
use jabber_render::vocabulary::{LimbEnd, PartKey, Role, Side, Spot, View};
use kurbo::Point;

fn figures() -> Vec<Figure> {
    template::shipped_names().iter().map(|name| figure(name)).collect()
}

#[test]
fn the_transforms_come_in_the_order_of_the_figures_document() {
    // Feet at (500, 900), 0.54 px a unit; sx 2, rot 90° counter-clockwise, dx 100, dy −50, mirrored: (10, 0) → (20, 0) →
    // (0, 20) units → 10.8 px up → (100, −60.8) → mirrored (−100, −60.8).
    let person = figure("person");
    let pose = Pose { sx: 2.0, rot: 90.0, dx: 100.0, dy: -50.0, ..Pose::default() };
    let at = place(&person, -1.0).to_px(&pose, 0.0) * Point::new(10.0, 0.0);
    assert!((at - Point::new(400.0, 839.2)).hypot() < 1e-9, "{at:?}");
    // Half way through a turn the figure is half as wide; a pose pixel is a pixel of 1080 lines.
    let half = Place { facing: -0.5, pose_unit: 2.0, ..place(&person, 1.0) };
    let at = half.to_px(&Pose { dx: 10.0, ..Pose::default() }, 0.0) * Point::new(100.0, 100.0);
    assert!((at - Point::new(500.0 - 0.5 * (20.0 + 54.0), 846.0)).hypot() < 1e-9, "{at:?}");
    // A channel that is no number is at rest.
    let broken = Pose { dx: f64::NAN, dy: f64::INFINITY, sx: f64::NAN, rot: f64::NEG_INFINITY, ..Pose::default() };
    assert_eq!(place(&person, 1.0).to_px(&broken, 0.0), place(&person, 1.0).to_px(&Pose::default(), 0.0));
}

#[test]
fn a_body_at_rest_stands_on_the_ground_line_and_is_as_tall_as_asked() {
    for figure in figures() {
        for view in [View::Front, View::Side, View::Back] {
            let (items, shown) = drawn(&figure, &Pose { view: Some(view), ..Pose::default() }, 1.0);
            let covered = covered(&items);
            assert!((covered.y1 - 900.0).abs() < 0.5, "{} {}: feet at {}", figure.name, view.word(), covered.y1);
            // Hair, ears and crests stand above the crown (style.md, "Units"): up to a fifth.
            assert!((540.0..=650.0).contains(&covered.height()), "{} {}", figure.name, covered.height());
            assert!(shown.shadow.lift < 0.5 && shown.shadow.left < 480.0 && shown.shadow.right > 520.0);
        }
    }
}

/// A puppy's muzzle is short in profile only. The nose turns about (612, 828): the build's muzzle takes x to 500 + 12 · 74/80 =
/// 511.1, its head grows 1.62 times about (190, 620) and its breadth is .75 there: (190 + 1.62 · 321.1) · .75 = 532.6. Of a dog's
/// face nothing else moves: the brow at 360 lies behind the muzzle, (190 + 1.62 · 170) · .75 = 349.05.
#[test]
fn a_builds_muzzle_shortens_the_head_in_profile() {
    let pivot = |look, part| {
        let figure = Figure::new(&shipped("dog"), &look).0;
        let body = figure.body(Some(View::Side)).unwrap();
        body.bones[body.find(&key(part)).unwrap()].pivot.x
    };
    let puppy = serde_json::json!({"shape": "puppy"});
    let (nose, brow) = (pivot(puppy.clone(), "nose"), pivot(puppy, "brow:1"));
    assert!((nose - 532.64).abs() < 0.1, "{nose}");
    assert!((brow - 349.05).abs() < 0.1, "{brow}");
}

/// The language's gait (§3) with the numbers of a steady walk: no foot sinks in, and one is always on the ground.
#[test]
fn a_walker_keeps_its_feet_on_the_ground() {
    let person = figure("person");
    for step in 0..48 {
        let phase = f64::from(step) / 48.0;
        let leg = |offset: f64| {
            let p = (phase + offset) % 1.0;
            let s = (p % 0.5) / 0.5;
            let lifted = jabber_render::maths::sin(s * std::f64::consts::PI);
            if p < 0.5 { (24.0 - 48.0 * s, -5.0 * lifted) } else { (-24.0 + 48.0 * s, -52.0 * lifted) }
        };
        let (left, right) = (leg(0.0), leg(0.5));
        let mut pose = posed(&[("leg:-1", left.0), ("shin:-1", left.1), ("leg:1", right.0), ("shin:1", right.1)]);
        pose.dy = 10.0 - 16.0 * jabber_render::maths::sin(phase * std::f64::consts::TAU).abs();
        pose.view = Some(View::Side);
        let lowest = covered(&drawn(&person, &pose, 1.0).0).y1;
        assert!((lowest - 900.0).abs() < 1.0, "phase {phase}: {lowest}");
    }
}

#[test]
fn a_leap_leaves_the_ground_and_its_shadow_stays() {
    let person = figure("person");
    let (rest, _) = drawn(&person, &Pose::default(), 1.0);
    let (up, shown) = drawn(&person, &Pose { dy: -120.0, ..Pose::default() }, 1.0);
    assert!((covered(&rest).y1 - covered(&up).y1 - 120.0).abs() < 0.6);
    assert!((shown.shadow.lift - 120.0).abs() < 0.6, "{:?}", shown.shadow);
}

#[test]
fn a_mirrored_figure_covers_the_mirrored_place() {
    let person = figure("person");
    for view in [View::Front, View::Side, View::Back] {
        let pose = Pose { view: Some(view), dx: 40.0, ..posed(&[("arm:1", 70.0), ("torso", 10.0)]) };
        let (right, left) = (covered(&drawn(&person, &pose, 1.0).0), covered(&drawn(&person, &pose, -1.0).0));
        // Accents of light may stay on the lit side; the silhouette is mirrored about the feet at x = 500.
        assert!((right.x0 - (1000.0 - left.x1)).abs() < 0.5 && (right.x1 - (1000.0 - left.x0)).abs() < 0.5);
    }
}

#[test]
fn hands_come_to_the_spots_and_the_pose_is_blended_by_weight() {
    let person = figure("person");
    let body = person.body(None).unwrap();
    let hand = body.find(&key("hand:1")).unwrap();
    let wrist = |weight: f64, spot: Spot| {
        let end = LimbEnd { is_foot: false, side: Side::Right };
        let reach = vec![(end, Reach { target: ReachTarget::Spot { spot, dx: 0.0, dy: 0.0 }, weight })];
        let pose = Pose { reach, ..Pose::default() };
        jabber_render::figure::pose(&person, &pose, 1.0).unwrap().joint(&body.bones, hand)
    };
    for (spot, at) in &body.spots {
        let near = (wrist(1.0, *spot) - at.at.0).hypot();
        assert!(near < 1.0, "{}: {near} units away", spot.word());
        let (rest, half) = (wrist(0.0, *spot), wrist(0.5, *spot));
        assert_eq!(rest, body.bones[hand].pivot);
        assert!((half - rest).hypot() > 10.0 && (half - at.at.0).hypot() > 10.0, "{}", spot.word());
    }
}

#[test]
fn every_joint_at_its_limits_draws_finite_shapes() {
    for figure in figures() {
        for view in [View::Front, View::Side, View::Back] {
            let Some(body) = figure.body(Some(view)) else { continue };
            for bone in body.bones.iter().filter_map(|bone| bone.key.as_ref()) {
                for angle in [-1e6, -20.0, 20.0, 1e6] {
                    let pose = Pose { view: Some(view), parts: vec![(bone.clone(), angle)], ..Pose::default() };
                    let (items, shown) = drawn(&figure, &pose, 1.0);
                    assert!(!items.is_empty() && covered(&items).is_finite() && shown.bounds.is_finite());
                }
            }
        }
    }
}

#[test]
fn each_channel_of_a_drawn_part_is_seen() {
    for figure in figures() {
        for view in [View::Front, View::Side, View::Back] {
            let rest = drawn(&figure, &Pose { view: Some(view), ..Pose::default() }, 1.0).0;
            let body = figure.body(Some(view)).unwrap();
            // A perked ear is drawn in one piece: its second segment has nothing of its own.
            let perked = |key: &&PartKey| key.role == Role::Ear && key.index == Some(1);
            for bone in body.bones.iter().filter_map(|bone| bone.key.as_ref()).filter(|key| !perked(key)) {
                let turned = Pose { view: Some(view), parts: vec![(bone.clone(), 20.0)], ..Pose::default() };
                let opposite = Pose { view: Some(view), parts: vec![(bone.clone(), -20.0)], ..Pose::default() };
                let changes = |pose: &Pose| drawn(&figure, pose, 1.0).0 != rest;
                assert!(changes(&turned) || changes(&opposite), "{} {} {bone}", figure.name, view.word());
            }
        }
    }
}

#[test]
fn nothing_but_numbers_leaves_a_pose_of_nonsense() {
    let person = figure("person");
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
        let pose = Pose {
            dx: value,
            dy: value,
            sx: value,
            sy: value,
            rot: value,
            mouth: value,
            blink: value,
            ..posed(&[("arm:1", value)])
        };
        let mut items = Vec::new();
        draw(&person, &acting(&pose), &place(&person, value), &mut items);
        assert!(items.iter().all(|item| !matches!(item, Item::Fill(shape) if shape.path.is_nan())));
    }
}
