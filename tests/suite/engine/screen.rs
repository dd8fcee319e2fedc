//! The screen (extensions): each case of `screen.json` is a cartoon's scripts and what frames hold of the camera, grades on their way,
//! transitions, fades and cards at times, each of `holding.json` the same of props in hands; worked out by hand. Beside them, what numbers alone do not say.
use jabber_render::engine::{Options, Runtime};
use jabber_render::frame::{FrameState, json};
use jabber_render::program::load_value;
use serde_json::{Value, json};

fn started(scripts: &Value) -> Runtime {
    let program = load_value(&json!({"v": 1, "kind": "cartoon", "cast": {"A": {}, "B": {}}, "scripts": scripts}));
    let program = program.program.unwrap_or_else(|| panic!("{:?}", program.diagnostics));
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(&program, &[]).unwrap();
    runtime
}

/// Where what is wanted is not what is there: null is nothing; an object may hold more.
pub fn apart(path: &str, wanted: &Value, found: Option<&Value>) -> Vec<String> {
    match (wanted, found) {
        (Value::Object(wanted), Some(Value::Object(found))) => {
            let each = |(key, wanted): (&String, &Value)| apart(&format!("{path}.{key}"), wanted, found.get(key));
            wanted.iter().flat_map(each).collect()
        }
        (Value::Null, None | Some(Value::Null)) => vec![],
        (Value::Number(a), Some(Value::Number(b))) if (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-9 => {
            vec![]
        }
        (wanted, Some(found)) if wanted == found => vec![],
        (wanted, found) => vec![format!("{path}: {wanted}, not {found:?}")],
    }
}

#[test]
fn frames_hold_what_is_worked_out() {
    let mut cases: Vec<Value> = serde_json::from_str(include_str!("screen.json")).unwrap();
    let holding: Vec<Value> = serde_json::from_str(include_str!("holding.json")).unwrap();
    cases.extend(holding);
    let mut wrong = Vec::new();
    for case in &cases {
        let times: Vec<f64> = case["at"].as_object().unwrap().keys().map(|t| t.parse().unwrap()).collect();
        assert!(times.is_sorted(), "{}", case["about"]);
        // In steps of a frame and in one each: a frame depends on its time alone.
        for frames in [true, false] {
            let mut runtime = started(&case["scripts"]);
            for (t, wanted) in times.iter().zip(case["at"].as_object().unwrap().values()) {
                let mut k = 1.0;
                while frames && k / 24.0 < *t {
                    runtime.step_to(k / 24.0).unwrap();
                    k += 1.0;
                }
                runtime.step_to(*t).unwrap();
                let found = json::frame(&runtime.frame().unwrap());
                let faults = apart("", wanted, Some(&found));
                wrong.extend(faults.iter().map(|fault| format!("{} at {t}: {fault}", case["about"])));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn at(runtime: &mut Runtime, t: f64) -> FrameState {
    runtime.step_to(t).unwrap();
    runtime.frame().unwrap()
}

/// The old picture is the last moment before everything that happens at the change's instant: those who stood there stand there still, in
/// the pose and the mood that they had.
#[test]
fn the_old_picture_is_the_last_moment_before() {
    let lean = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "ramp", "ch": "rot", "to": 40, "over": 2, "ease": "linear"}]}]});
    let mut runtime = started(&json!([
        {"hat": {"on": "scene", "name": "a", "place": "park"}, "body": [
            {"op": "place", "who": "A", "x": 0.2}, {"op": "mood", "who": "A", "mood": "sad"}, {"op": "camera", "zoom": 2},
            {"op": "does", "who": "A", "behaviour": lean}, {"op": "caption", "text": "c"}, {"op": "fade", "over": 1}]},
        {"hat": {"on": "scene", "name": "b", "place": "beach", "with": "fade", "over": 2}, "body": [
            {"op": "place", "who": "A", "x": 0.8}, {"op": "mood", "who": "A", "mood": "happy"}, {"op": "wait", "for": 1},
            {"op": "cut", "place": "street", "with": "wipe", "over": 2}, {"op": "wait", "for": 3}]}]));
    let frame = at(&mut runtime, 1.5);
    let old = &frame.screen.transition.as_ref().unwrap().from;
    let pose = |frame: &FrameState| {
        let one = &frame.characters[0];
        (one.x, one.pose.rot, one.pose.mood.as_deref().map(str::to_owned))
    };
    assert_eq!(pose(old), (0.2, 20.0, Some("sad".to_owned())));
    assert_eq!(pose(&frame), (0.8, 0.0, Some("happy".to_owned())));
    assert_eq!(old.screen.camera.as_ref().map(|camera| camera.zoom), Some(2.0));
    assert!(frame.screen.camera.is_none());
    assert!(old.caption.is_none() && old.screen.fade.is_none(), "what lies over a change is the new picture's");
    // A change cut off by another is held as it was.
    let later = at(&mut runtime, 2.5);
    let cut_off = &later.screen.transition.as_ref().unwrap().from;
    let inner = cut_off.screen.transition.as_ref().unwrap();
    assert_eq!((cut_off.t, inner.progress, inner.from.t), (2.0, 0.5, 1.0));
    assert!(at(&mut runtime, 4.0).screen.transition.is_none());
}

/// However many changes cut each other off, a picture holds few others.
#[test]
fn pictures_do_not_pile_up() {
    let cut = json!({"op": "repeat", "times": 40, "body": [{"op": "cut", "mood": "noir", "with": "wipe", "over": 5}, {"op": "wait", "for": 0.1}]});
    let mut runtime = started(&json!([{"hat": {"on": "scene", "name": "a", "place": "park"}, "body": [cut]}]));
    let mut frame = at(&mut runtime, 3.95);
    let mut deep = 0;
    while let Some(transition) = frame.screen.transition.take() {
        frame = FrameState::clone(&transition.from);
        deep += 1;
    }
    assert_eq!(deep, 3);
}

/// A shake is as far as it says at most, comes to rest, goes to both sides and has no drift.
#[test]
fn a_shake_stays_in_reach_and_does_not_drift() {
    let mut runtime = started(
        &json!([{"hat": {"on": "scene", "name": "a"}, "body": [{"op": "cameraShake", "amount": 20, "for": 2}, {"op": "wait", "for": 3}]}]),
    );
    let mut sum = (0.0, 0.0);
    let mut far: f64 = 0.0;
    for k in 0..200 {
        let frame = at(&mut runtime, f64::from(k) / 100.0);
        let camera = frame.screen.camera.unwrap();
        let ((x, y), reach) = (camera.shake, camera.reach);
        let left = 1.0 - f64::from(k) / 200.0;
        assert!((reach - 20.0 * left * left).abs() < 1e-9, "{reach}");
        assert!(x.abs() <= reach && y.abs() <= reach, "{x} {y} {reach}");
        sum = (sum.0 + x, sum.1 + y);
        far = far.max(x.abs()).max(y.abs());
    }
    assert!(far > 10.0, "it can be seen: {far}");
    assert!(sum.0.abs() / 200.0 < 0.5 && sum.1.abs() / 200.0 < 0.5, "{sum:?}");
    assert!(at(&mut runtime, 2.0).screen.camera.is_none());
}
