//! What a part reads (the language's §2 and §8.1), forward and inverse kinematics, planted feet.
use super::{key, posed};
use jabber_render::figure::body::Body;
use jabber_render::figure::look::Look;
use jabber_render::figure::rig::{Around, Bend, Posed, Reads, plant, shortest, two_bones};
use jabber_render::figure::template::Template;
use jabber_render::frame::Pose;
use jabber_render::vocabulary::View;
use kurbo::{Point, Vec2};

/// A part, what is around it, the angles written in a pose, and the angle the part turns by.
type Reading<'a> = (&'a str, Around, &'a [(&'a str, f64)], f64);

const PLAIN: Around = Around { hands: None, profile: false, follower: false, last: true, curl: 0.0 };

#[test]
fn a_part_reads_the_channels_of_the_language() {
    let four = Around { hands: Some(2), ..PLAIN };
    let six = Around { hands: Some(4), ..PLAIN };
    let side = Around { profile: true, ..four };
    let follower = Around { follower: true, last: false, ..PLAIN };
    let cases: &[Reading] = &[
        ("arm:1", PLAIN, &[("arm", 10.0), ("arm:1", 5.0), ("arm:-1", 99.0)], 15.0),
        ("leg:1#3", four, &[("leg", 1.0), ("leg:1", 2.0), ("leg#3", 4.0), ("leg:1#3", 8.0), ("leg#2", 99.0)], 15.0),
        // A chain's followers read their own segment only, and curl × the plain channel where the template says so.
        ("tail#1", follower, &[("tail", 50.0), ("tail#0", 50.0), ("tail#1", 7.0)], 7.0),
        ("tail#1", Around { curl: 0.5, ..follower }, &[("tail", 50.0), ("tail#1", 7.0)], 32.0),
        // The root reads the plain channel and #0; the last drawn segment those of the segments that are not drawn.
        ("tail#0", Around { last: false, ..PLAIN }, &[("tail", 5.0), ("tail#0", 3.0), ("tail#1", 99.0)], 8.0),
        (
            "tail#2",
            Around { last: true, ..follower },
            &[("tail", 99.0), ("tail#2", 1.0), ("tail#3", 2.0), ("tail#5", 4.0)],
            7.0,
        ),
        ("torso", PLAIN, &[("torso", 10.0), ("torso#1", 20.0)], 30.0),
        ("ear:1", PLAIN, &[("ear:1#1", 4.0), ("ear#1", 2.0), ("ear:-1#1", 99.0)], 6.0),
        // Legs are numbered, not chained: nothing lies beyond a leg.
        ("leg:-1#0", four, &[("leg#1", 99.0)], 0.0),
        // Synonyms of §2.
        ("hand:1", PLAIN, &[("hand:1", 1.0), ("claw", 2.0), ("claw:1", 4.0)], 7.0),
        ("claw:1", PLAIN, &[("claw:1", 1.0), ("hand", 2.0)], 3.0),
        ("wing:1", Around { last: false, ..PLAIN }, &[("wing:1", 1.0), ("arm:1", 20.0), ("forearm:1", 10.0)], 26.0),
        ("wing:1#1", Around { last: true, ..follower }, &[("wing:1#1", 1.0), ("hand:1", 20.0), ("arm:1", 99.0)], 21.0),
        ("leg:1#3", side, &[("arm:1", 50.0)], 20.0),
        ("leg:-1#2", side, &[("arm:-1", -50.0)], 20.0),
        ("leg:-1#2", four, &[("arm:-1", -50.0)], -20.0),
        ("shin:1#3", side, &[("forearm:1", 50.0)], 20.0),
        ("leg:1#1", side, &[("arm:1", 50.0)], 0.0),
        ("foot:1#3", four, &[("hand:1", 5.0), ("foot", 99.0), ("foot:1", 99.0), ("foot#3", 2.0)], 7.0),
        // Of six legs the foremost two are the hands.
        ("leg:1#5", six, &[("arm:1", 50.0)], 20.0),
        ("leg:1#3", six, &[("arm:1", 50.0)], 0.0),
        ("foot:1#3", six, &[("foot", 3.0), ("foot:1", 4.0), ("hand:1", 99.0)], 7.0),
        ("foot:1#1", four, &[("foot", 3.0), ("foot:1", 4.0), ("hand:1", 99.0)], 7.0),
    ];
    for (part, around, pose, wanted) in cases {
        let angle = Reads::of(&key(part), *around).angle(&posed(pose));
        assert!((angle - wanted).abs() < 1e-9, "{part} in {pose:?}: {angle}, not {wanted}");
    }
}

/// A body of an arm of two bones of 100 units that hangs at rest, with limits, on a torso.
fn body(legs: &str) -> Body {
    let json = format!(
        r##"{{"name": "t", "legs": 4, "view": "side", "colors": {{"body": "#808080"}}, "views": {{"side": {{"stance": 10, "nodes": [
            {{"part": "torso#0", "pivot": [0, 200], "nodes": [
                {{"part": "arm:1", "pivot": [0, 200], "limits": {{"min": -90, "max": 120}}, "nodes": [
                    {{"part": "forearm:1", "pivot": [0, 100], "limits": {{"min": -5, "max": 150}}, "nodes": [
                        {{"part": "hand:1", "pivot": [0, 0]}}]}}]}}{legs}]}}]}}}}}}"##
    );
    let template = Template::from_bytes(json.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let look = Look::read(&serde_json::Value::Null, &template).0;
    Body::new(&template, View::Side, &template.views[&View::Side], &look)
}

fn joint(body: &Body, posed: &Posed, part: &str) -> Point {
    posed.joint(&body.bones, body.find(&key(part)).unwrap())
}

#[test]
fn a_joint_turns_what_hangs_on_it_within_its_limits() {
    let body = body("");
    let hand = |pose: &Pose| joint(&body, &Posed::new(&body.bones, pose, 1.0), "hand:1");
    let near = |a: Point, b: (f64, f64)| assert!((a - Point::new(b.0, b.1)).hypot() < 1e-9, "{a:?} {b:?}");
    near(hand(&posed(&[])), (0.0, 0.0));
    // Counter-clockwise: what hangs down swings to the right.
    near(hand(&posed(&[("arm:1", 90.0)])), (200.0, 200.0));
    near(hand(&posed(&[("arm:1", 90.0), ("forearm:1", 90.0)])), (100.0, 300.0));
    near(hand(&posed(&[("arm:1", -400.0)])), (-200.0, 200.0));
    near(hand(&posed(&[("arm:1", f64::NAN), ("forearm:1", f64::INFINITY)])), (0.0, 0.0));
    let lifted = Pose { lift: vec![(key("arm:1"), 30.0)], ..posed(&[("torso", 90.0)]) };
    near(hand(&lifted), (200.0, 230.0));
}

#[test]
fn two_bones_bring_the_end_to_any_target_in_reach() {
    for (upper, lower) in [(100.0, 100.0), (125.0, 114.0), (60.0, 150.0)] {
        for step in 0..72 {
            let (s, c) = jabber_render::maths::sin_cos(f64::from(step) * 5.0_f64.to_radians());
            let longest: f64 = upper + lower;
            for share in [0.75, 0.9, 0.999, 1.3] {
                let root = Point::new(7.0, -3.0);
                let target = root + Vec2::new(c, s) * (longest * share);
                for bend in [Bend::Turn(1.0), Bend::Turn(-1.0), Bend::Toward(1.0), Bend::Toward(-1.0)] {
                    let (a, b) = two_bones(root, upper, lower, target, bend);
                    let ray = |degrees: f64, length: f64| {
                        let (s, c) = jabber_render::maths::sin_cos(degrees.to_radians());
                        Vec2::new(c, s) * length
                    };
                    let middle = root + ray(a, upper);
                    let end = middle + ray(b, lower);
                    // Beyond reach: straight toward it, as far as the bones go.
                    let wanted = if share > 1.0 { root + Vec2::new(c, s) * longest } else { target };
                    assert!((end - wanted).hypot() < 0.05, "{upper} {lower} {target:?} {bend:?}: {end:?}");
                    match bend {
                        Bend::Turn(sign) => assert!(sign * shortest(b - a) >= 0.0),
                        Bend::Toward(side) => {
                            let straight = root + (wanted - root) * (upper / longest);
                            let other = two_bones(root, upper, lower, target, Bend::Toward(-side)).0;
                            assert!(side * ((root + ray(other, upper)).x - middle.x) <= 1e-6, "{straight:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn four_legged_feet_stay_where_they_stood_and_the_bend_has_an_end() {
    let leg = |side: i32, number: u32, x: f64| {
        format!(
            r#",{{"part": "leg:{side}#{number}", "pivot": [{x}, 200], "nodes": [{{"part": "shin:{side}#{number}", "pivot": [{}, 100],
               "nodes": [{{"part": "foot:{side}#{number}", "pivot": [{x}, 0]}}]}}]}}"#,
            x + 60.0
        )
    };
    let body = body(&[leg(-1, 0, -150.0), leg(1, 1, -140.0), leg(-1, 2, 140.0), leg(1, 3, 150.0)].concat());
    let feet = ["foot:-1#0", "foot:1#1", "foot:-1#2", "foot:1#3"];
    let mut bent = Vec::new();
    for degrees in [-1.0, -5.0, -10.0, -40.0, -80.0, 25.0] {
        let pose = posed(&[("torso", degrees)]);
        let mut now = Posed::new(&body.bones, &pose, 1.0);
        plant(&body.bones, &mut now);
        for foot in feet {
            let rest = body.bones[body.find(&key(foot)).unwrap()].pivot;
            assert!(
                (joint(&body, &now, foot) - rest).hypot() < 0.05,
                "{foot} at {degrees}: {:?}",
                joint(&body, &now, foot)
            );
        }
        bent.push(now.angles[0]);
    }
    // Legs of 2 · √(100² + 60²) = 233 units stand 200 below hips 150 from the spine's joint: about 12° of bend straighten them.
    assert!((bent[0] + 1.0).abs() < 1e-9 && (bent[1] + 5.0).abs() < 1e-9, "{bent:?}");
    assert!(
        bent[2] < bent[1] && bent[3] < bent[2] && bent[4] <= bent[3] && (-13.0..=-11.0).contains(&bent[4]),
        "{bent:?}"
    );
}
