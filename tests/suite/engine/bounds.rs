//! What the engine keeps and how much it may: limits of blocks and records, what still runs, what a failed start leaves.
use super::runtime::{behaviour, cartoon, program};
use jabber_render::engine::*;
use serde_json::{Value, json};

#[test]
fn records_without_end_last_as_long_as_the_plan() {
    let mut runtime = Runtime::new(Options { max_duration: 10.0, ..Options::default() });
    let still = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": []}]});
    let body = json!([{"op": "mood", "who": "A", "mood": "m"}, {"op": "wait", "for": 1}, {"op": "does", "who": "A", "behaviour": still},
        {"op": "does", "who": "B", "behaviour": still, "for": 2}, {"op": "caption", "text": "c"},
        {"op": "caption", "text": "d", "for": 3}, {"op": "cut", "mood": "m"}, {"op": "wait", "for": 4},
        {"op": "cut", "mood": "n"}, {"op": "forever", "body": [{"op": "wait", "for": 1}]}]);
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    let durs: Vec<f64> = runtime.timeline().iter().map(|record| record.dur).collect();
    assert_eq!(durs, [10.0, 0.0, 9.0, 2.0, 9.0, 3.0, 4.0, 5.0]);
}

#[test]
fn a_run_that_fails_stops_what_it_started() {
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    let page = behaviour(json!([{"hat": {"on": "talk-start"}, "body": [{"op": "set", "ch": "dx", "to": "=nothing"}]}]));
    runtime.start_behaviour(character, &page, &BehaviourOptions::default()).unwrap();
    let started = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "set", "ch": "dy", "to": 5}]}]});
    let body = json!([{"op": "does", "who": "A", "behaviour": started}, {"op": "say", "who": "A", "text": "x"}]);
    assert!(matches!(runtime.start_cartoon(&cartoon(body), &[]), Err(StartError::Run(_))));
    assert_eq!(runtime.pose(character).unwrap().dy, 0.0);
}

#[test]
fn records_are_limited() {
    let captions = |count: usize| cartoon(json!(vec![json!({"op": "caption", "text": "x"}); count]));
    // The scene's record is one of the four.
    let options = || Options { max_records: 4, ..Options::default() };
    let mut runtime = Runtime::new(options());
    runtime.start_cartoon(&captions(3), &[]).unwrap();
    assert_eq!(runtime.timeline().len(), 4);
    let error = Runtime::new(options()).start_cartoon(&captions(4), &[]).unwrap_err();
    assert!(matches!(error, StartError::Plan(RunError { fault: Fault::TooManyRecords(4), .. })), "{error:?}");
}

#[test]
fn captions_that_never_show_again_are_forgotten() {
    let mut runtime = Runtime::new(Options::default());
    let body = json!([{"op": "repeat", "times": 100, "body": [{"op": "caption", "text": "x"},
        {"op": "caption", "text": "y", "for": "=100-tau"}, {"op": "caption", "text": "z", "for": 200}, {"op": "wait", "for": 0.01}]}]);
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    runtime.step_to(0.905).unwrap();
    // Kept: the scope, the last "x" and the last "z" over it, the timed ones of 90 rounds and more, the wait and the script.
    assert_eq!(runtime.live(), 1 + 2 + 2 * 91 + 2);
}

#[test]
fn a_scene_pinned_at_0_starts_with_the_cartoon() {
    let scene = |name: &str, at: Value| json!({"hat": {"on": "scene", "name": name, "at": at}, "body": [{"op": "wait", "for": 1}]});
    let mut unpinned = scene("a", json!(0));
    unpinned["hat"] = json!({"on": "scene", "name": "a"});
    for scripts in [json!([scene("b", json!(0))]), json!([unpinned, scene("b", json!(0))])] {
        let program = program(json!({"v": 1, "kind": "cartoon", "cast": {"A": "one"}, "scripts": scripts}));
        let mut runtime = Runtime::new(Options::default());
        runtime.start_cartoon(&program, &[]).unwrap();
        assert_eq!(runtime.frame().unwrap().scene.as_deref(), Some("b"));
    }
}

#[test]
fn what_lives_is_counted() {
    let mut runtime = Runtime::new(Options::default());
    let still = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": []}]});
    let body = json!([{"op": "does", "who": "A", "behaviour": still}, {"op": "does", "who": "B", "behaviour": still, "for": 2},
        {"op": "caption", "text": "x", "for": 0}, {"op": "caption", "text": "x", "for": "=0/0"},
        {"op": "say", "who": "A", "text": "Hello"}]);
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    // The end of B's and of the line wait; one script; two behaviours, a line, their scope; no caption that never shows.
    assert_eq!(runtime.live(), 2 + 1 + (2 + 1 + 1));
}

#[test]
fn nothing_due_is_lost_when_the_queue_is_compacted() {
    let clock = json!({"v": 1, "kind": "behaviour", "vars": {"n": 0}, "scripts": [{"hat": {"on": "every", "every": 0.5},
        "body": [{"op": "changeVar", "name": "n", "by": 1}, {"op": "set", "ch": "dx", "to": "=n"}]},
        {"body": [{"op": "follow", "ch": "rot", "source": "dy"}, {"op": "for", "for": 1, "body": [{"op": "drive", "ch": "dy", "value": 7}]}]}]});
    let waits: Vec<Value> = (1..=200).map(|k| json!([{"op": "wait", "for": f64::from(k) * 0.01}])).collect();
    let scene = |name: &str, body: Value| json!({"hat": {"on": "scene", "name": name}, "body": body});
    let mut second = scene("b", json!([{"op": "wait", "for": 1}]));
    second["hat"]["at"] = json!(3);
    let program = program(json!({"v": 1, "kind": "cartoon", "cast": {"A": "one"}, "scripts": [
        scene("a", json!([{"op": "does", "who": "A", "behaviour": clock, "for": 2.25}])),
        scene("a", json!([{"op": "together", "branches": waits}])), second]}));
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(&program, &[]).unwrap();
    for (t, dx, dy, scene) in
        [(0.75, 1.0, 7.0, "a"), (1.25, 2.0, 0.0, "a"), (2.2, 4.0, 0.0, "a"), (2.3, 0.0, 0.0, "a"), (3.0, 0.0, 0.0, "b")]
    {
        runtime.step_to(t).unwrap();
        let frame = runtime.frame().unwrap();
        let pose = &frame.characters[0].pose;
        assert_eq!((pose.dx, pose.dy, frame.scene.as_deref()), (dx, dy, Some(scene)), "at {t}");
        assert_eq!(pose.rot != 0.0, (1.0..2.25).contains(&t), "the follower swings from 1 s on: at {t}");
    }
}

#[test]
fn blocks_are_limited() {
    let program = behaviour(json!([{"body": [{"op": "forever", "body": [{"op": "wait", "for": 1e-9}]}]}]));
    let mut runtime = Runtime::new(Options { max_blocks: 10_000, ..Options::default() });
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    let error = runtime.step_to(1.0).unwrap_err();
    assert_eq!(error.fault, Fault::TooManyBlocks(10_000));
    // So are ticks: 240 a second and the block itself; the 10,000th comes at 9998/240 s, the one too many at 9999/240 s.
    let program = behaviour(json!([{"body": [{"op": "follow", "ch": "rot", "source": "dx"}]}]));
    let mut runtime = Runtime::new(Options { max_blocks: 10_000, ..Options::default() });
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    runtime.step_to(9998.0 / 240.0).unwrap();
    assert_eq!(runtime.step_to(9999.0 / 240.0).unwrap_err().fault, Fault::TooManyBlocks(10_000));
}

#[test]
fn the_timer_of_a_replaced_behaviour_goes() {
    let still = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": []}]});
    let mut branches = vec![json!([{"op": "wait", "for": 20}]); 40];
    branches.push(json!([{"op": "repeat", "times": 1000, "body": [
        {"op": "does", "who": "A", "behaviour": still, "for": 100}, {"op": "wait", "for": 0.01}]}]));
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(&cartoon(json!([{"op": "together", "branches": branches}])), &[]).unwrap();
    runtime.step_to(9.5).unwrap();
    // Of the queue 42 entries live, so it is compacted at 84 at the latest; 42 threads, a behaviour, a scope.
    assert!(runtime.live() <= 84 + 42 + 2, "{}", runtime.live());
}
