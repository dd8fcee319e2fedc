//! Sentences of the language that only a program that uses the library can see (§0, §6, §7.2–7.8, §8.3): poses of warm runtimes,
//! frames without a cartoon, the page's own characters and behaviours, the stage's aspect.
use jabber_render::engine::*;
use jabber_render::program::load_value;
use jabber_render::program::tree::Program;
use serde_json::{Value, json};
use std::sync::Arc;

fn program(json: &Value) -> Arc<Program> {
    let loaded = load_value(json);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn behaviour(body: &Value) -> Arc<Program> {
    program(&json!({"v": 1, "kind": "behaviour", "vars": {"n": 0}, "scripts": [{"body": body}]}))
}

/// A cartoon of two characters and these scenes, `a` first.
fn cartoon(scenes: &[Value]) -> Arc<Program> {
    let script = |(body, name): (&Value, &str)| json!({"hat": {"on": "scene", "name": name}, "body": body});
    let scripts: Vec<_> = scenes.iter().zip(["a", "b"]).map(script).collect();
    program(&json!({"v": 1, "kind": "cartoon", "cast": {"A": {}, "B": {}}, "scripts": scripts}))
}

fn does(behaviour: Value) -> Value {
    json!({"op": "does", "who": "A", "behaviour": {"v": 1, "kind": "behaviour", "scripts": [{"body": behaviour}]}})
}

fn set(ch: &str, to: impl Into<Value>) -> Value {
    json!({"op": "set", "ch": ch, "to": to.into()})
}

/// §6: a warm runtime is used only while it gives the bits of a fresh one: not after a poll, not after a pose that drew random, not
/// for other inputs once they have been read, not for an earlier time.
#[test]
fn a_warm_runtime_serves_only_while_it_gives_the_bits_of_a_fresh_one() {
    let polls = json!([{"op": "until", "cond": "=tau>=0.3"}, set("dx", "=tau")]);
    let draws = json!([{"op": "drive", "ch": "dx", "value": "=random"}]);
    let reads =
        json!([{"op": "wait", "for": 0.25}, set("dx", "=loud+talking"), {"op": "drive", "ch": "dy", "value": "=loud"}]);
    let exact = json!([{"op": "hop"}, {"op": "follow", "ch": "rot", "source": "dy"}]);
    for body in [&polls, &draws, &reads, &exact] {
        let program = behaviour(body);
        let mut cache = PoseCache::default();
        for (loud, tau) in
            [(0.0, 0.1), (0.0, 0.1), (0.5, 0.2), (0.5, 0.4), (1.0, 0.4), (1.0, 0.9), (1.0, 0.35), (0.0, 2.0)]
        {
            let settings = PoseSettings { loud, ..PoseSettings::default() };
            let warm = cache.pose_at(&program, &settings, tau).unwrap();
            let mut fresh = Runtime::new(Options::default());
            let character = fresh.add_character("A", 2.0);
            fresh.begin_inputs(character, loud, 0.0);
            fresh.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
            fresh.step_to(tau).unwrap();
            assert_eq!(warm, fresh.pose(character).unwrap(), "{body} at {tau}, loud {loud}");
        }
    }
    // One step sees the until at its own end: a runtime that had been stepped to 0.4 would say 0.4.
    let mut cache = PoseCache::default();
    let program = behaviour(&polls);
    let mut dx = |tau| cache.pose_at(&program, &PoseSettings::default(), tau).unwrap().dx;
    assert_eq!([dx(0.4), dx(0.9)], [0.4, 0.9]);
}

#[test]
fn without_a_cartoon_everyone_is_visible_at_the_default_placement() {
    let mut runtime = Runtime::new(Options::default());
    runtime.add_character("P", 2.0);
    runtime.add_character("Q", 2.0);
    let frame = runtime.frame().unwrap();
    assert!(frame.scene.is_none() && frame.place.is_none() && frame.caption.is_none());
    let placed: Vec<_> = frame.characters.iter().map(|c| (&*c.id, c.x, c.y, c.h, c.facing, c.visible)).collect();
    assert_eq!(placed, [("P", 1.0 / 3.0, 0.92, 0.5, 1.0, true), ("Q", 2.0 / 3.0, 0.92, 0.5, 1.0, true)]);
}

/// §7.8: the page's characters come first in the order; §7.2, §7.8: the cast is spread first.
#[test]
fn the_cast_is_drawn_after_and_spread_before_the_pages_characters() {
    let mut runtime = Runtime::new(Options::default());
    runtime.add_character("P", 2.0);
    runtime.start_cartoon(&cartoon(&[json!([{"op": "wait", "for": 1}])]), &[]).unwrap();
    let frame = runtime.frame().unwrap();
    let placed: Vec<_> = frame.characters.iter().map(|c| (&*c.id, c.x, c.visible)).collect();
    assert_eq!(placed, [("P", 0.75, false), ("A", 0.25, false), ("B", 0.5, false)]);
}

/// §7.1: a character that is there already is kept: its legs here.
#[test]
fn a_character_that_is_there_is_kept() {
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 4.0);
    let body = json!([does(json!([{"op": "gait"}])), {"op": "wait", "for": 1}]);
    runtime.start_cartoon(&cartoon(&[body]), &[]).unwrap();
    let keys: Vec<_> = runtime.pose(character).unwrap().parts.iter().map(|(key, _)| key.to_string()).collect();
    assert!(keys.iter().any(|key| key == "leg#3") && !keys.iter().any(|key| key == "leg:1"), "{keys:?}");
}

/// §7.5: what the page started is never replaced by a scene, nor ended with it.
#[test]
fn a_scene_never_replaces_what_the_page_started() {
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &behaviour(&json!([set("dx", 1)])), &BehaviourOptions::default()).unwrap();
    let body = json!([does(json!([set("dx", 10)])), {"op": "wait", "for": 0.5}, does(json!([set("dx", 100)])), {"op": "wait", "for": 0.5}]);
    runtime.start_cartoon(&cartoon(&[body]), &[]).unwrap();
    for (t, dx) in [(0.25, 11.0), (0.75, 101.0), (1.5, 1.0)] {
        runtime.step_to(t).unwrap();
        assert_eq!(runtime.pose(character).unwrap().dx, dx, "at {t}");
    }
}

/// Supplement §1: a scene hat hears the scenes of its name, one without a name any.
#[test]
fn a_behaviour_of_the_page_hears_the_scenes() {
    let counts = |hat: Value, ch: &str, name: &str| json!({"hat": hat, "body": [{"op": "changeVar", "name": name, "by": 1}, set(ch, format!("={name}"))]});
    let hears = program(&json!({"v": 1, "kind": "behaviour", "vars": {"m": 0, "n": 0}, "scripts": [
        counts(json!({"on": "scene", "name": "b"}), "dx", "m"), counts(json!({"on": "scene"}), "dy", "n")]}));
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("P", 2.0);
    runtime.start_behaviour(character, &hears, &BehaviourOptions::default()).unwrap();
    let wait = json!([{"op": "wait", "for": 0.5}]);
    runtime.start_cartoon(&cartoon(&[wait.clone(), wait]), &[]).unwrap();
    for (t, heard) in [(0.25, (0.0, 1.0)), (0.5, (1.0, 2.0)), (2.0, (1.0, 2.0))] {
        runtime.step_to(t).unwrap();
        let pose = runtime.pose(character).unwrap();
        assert_eq!((pose.dx, pose.dy), heard, "at {t}");
    }
}

/// §7.2: left of the stage is x = −(0.02 + h/aspect), right 1 + 0.02 + h/aspect.
#[test]
fn the_aspect_decides_where_off_stage_is() {
    let body = json!([{"op": "enter", "who": "A", "h": 0.5}, {"op": "exit", "who": "A", "to": "right", "over": 0}, {"op": "wait", "for": 1}]);
    for (aspect, far) in [(1.0, 0.52), (2.0, 0.27)] {
        let mut runtime = Runtime::new(Options { aspect, ..Options::default() });
        runtime.start_cartoon(&cartoon(std::slice::from_ref(&body)), &[]).unwrap();
        assert_eq!(runtime.frame().unwrap().characters[0].x, -far);
        runtime.step_to(1.5).unwrap();
        assert_eq!(runtime.frame().unwrap().characters[0].x, 1.0 + far);
    }
}

/// §7.7: page globals are copied into the plan as they are at the start.
#[test]
fn the_plan_has_the_globals_of_the_start() {
    let mut runtime = Runtime::new(Options::default());
    runtime.set_global("w", 0.75);
    runtime.start_cartoon(&cartoon(&[json!([{"op": "wait", "for": "=w"}])]), &[]).unwrap();
    runtime.set_global("w", 9.0);
    assert_eq!(runtime.duration(), Some(0.75));
}

/// §7: the caller's params override the cartoon's.
#[test]
fn params_of_a_cartoon_are_the_callers() {
    let mut program = json!({"v": 1, "kind": "scene", "params": {"p": 1, "q": "=p*2"}, "scripts": [{"body": [{"op": "wait", "for": "=q"}]}]});
    program["cast"] = json!({});
    let program = self::program(&program);
    for (params, duration) in [(vec![], 2.0), (vec![("p".into(), 0.25)], 0.5), (vec![("q".into(), 0.125)], 0.125)] {
        let mut runtime = Runtime::new(Options::default());
        runtime.start_cartoon(&program, &params).unwrap();
        assert_eq!(runtime.duration(), Some(duration));
    }
}

/// §8.3: ticks see the inputs as set before the step. From a settled spring at 0 the source is 40 at two ticks, by the recurrence of
/// the text written out.
#[test]
fn ticks_see_the_inputs_set_before_the_step() {
    let program = behaviour(
        &json!([{"op": "drive", "ch": "dy", "value": "=loud*40"}, {"op": "follow", "ch": "rot", "source": "dy"}]),
    );
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    runtime.step_to(0.25).unwrap();
    runtime.set_inputs(character, 1.0, 0.0).unwrap();
    runtime.step_to(0.25 + 2.5 / 240.0).unwrap();
    let (h, w) = (1.0 / 240.0, 2.0 * std::f64::consts::PI * 2.0);
    let den = 1.0 + h * (2.0 * 0.3 * w);
    let v1 = h * (w * w * 40.0) / den;
    let y1 = h * v1;
    let v2 = (v1 + h * (w * w * (40.0 - y1))) / den;
    let wanted = y1 + h * v2 - 40.0;
    assert!((runtime.pose(character).unwrap().rot - wanted).abs() < 1e-12);
}

/// §7.6: the plan finds every loss as the cartoon starts, and the run adds none.
#[test]
fn losses_are_known_at_the_start_and_said_once() {
    let mut runtime = Runtime::new(Options::default());
    let body = json!([{"op": "caption", "text": "c", "for": 9}, {"op": "wait", "for": 0.5}]);
    runtime.start_cartoon(&cartoon(&[body]), &[]).unwrap();
    assert_eq!(runtime.warnings().len(), 1);
    for k in 0..24 {
        runtime.step_to(f64::from(k) / 24.0).unwrap();
    }
    assert_eq!(runtime.warnings().len(), 1);
}

/// §7.6: a run whose polls fall on other times than the plan's cuts things off at other times, and says so beside the plan's words.
#[test]
fn a_run_off_the_plans_frames_adds_its_own_losses() {
    let program = program(&json!({"v": 1, "kind": "cartoon", "cast": {"A": {}}, "scripts": [
        {"hat": {"on": "scene", "name": "a"}, "body": [{"op": "until", "cond": "=tau>=0.3"}, {"op": "caption", "text": "c", "for": 1}, {"op": "wait", "for": 5}]},
        {"hat": {"on": "scene", "name": "b", "at": 1}, "body": []}]}));
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(&program, &[]).unwrap();
    // The plan sees the until at 8/24: two thirds of the caption are shown. The run sees it at 0.5.
    assert!(matches!(runtime.warnings(), [plan] if plan.contains("0.667 of 1 s")), "{:?}", runtime.warnings());
    runtime.step_to(0.5).unwrap();
    runtime.step_to(1.5).unwrap();
    assert!(matches!(runtime.warnings(), [_, run] if run.contains("0.5 of 1 s")), "{:?}", runtime.warnings());
}

/// Ruling 39: without idle too the does still replaces and is recorded, with a warning; nothing moves.
#[test]
fn without_any_pack_a_does_still_replaces() {
    let mut runtime = Runtime::new(Options::default());
    let body = json!([does(json!([set("dx", 5)])), {"op": "wait", "for": 0.5}, {"op": "does", "who": "A", "behaviour": "c4c:beh:none"}, {"op": "wait", "for": 0.5}]);
    runtime.start_cartoon(&cartoon(&[body]), &[]).unwrap();
    for (t, dx) in [(0.25, 5.0), (0.75, 0.0)] {
        runtime.step_to(t).unwrap();
        assert_eq!(runtime.frame().unwrap().characters[0].pose.dx, dx, "at {t}");
    }
    let kinds: Vec<_> = runtime.timeline().iter().map(|record| record.to_json()["behaviour"].clone()).collect();
    assert_eq!((kinds.len(), &kinds[2]), (3, &json!("c4c:beh:none")));
    assert_eq!(runtime.warnings().len(), 1);
}

/// Supplement §1: the level of a loud hat is 0.35 unless given.
#[test]
fn a_loud_hat_hears_0_35() {
    let hears = program(
        &json!({"v": 1, "kind": "behaviour", "scripts": [{"hat": {"on": "loud"}, "body": [set("dx", "=tau")]}]}),
    );
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &hears, &BehaviourOptions::default()).unwrap();
    for (t, loud, dx) in [(0.25, 0.34, 0.0), (0.5, 0.35, 0.5), (0.75, 0.9, 0.5), (1.0, 0.3, 0.5), (1.25, 0.4, 1.25)] {
        runtime.set_inputs(character, loud, 0.0).unwrap();
        runtime.step_to(t).unwrap();
        assert_eq!(runtime.pose(character).unwrap().dx, dx, "at {t}");
    }
}
