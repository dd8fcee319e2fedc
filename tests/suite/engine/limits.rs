//! The engine's ceilings, each with the fault that names it, and the stack that the deepest programs need.
use jabber_render::engine::{BehaviourOptions, Fault, Options, Runtime, StartError};
use jabber_render::program::json::parse;
use jabber_render::program::{load, load_value, text};
use serde_json::{Value, json};
use std::thread;

/// The stack of a program's main thread where that is smallest (Windows), bytes.
const SMALL_STACK: usize = 1 << 20;

fn behaviour(hat: Value, body: Value) -> Value {
    json!({"v": 1, "kind": "behaviour", "scripts": [{"hat": hat, "body": body}]})
}

fn cartoon(body: Value) -> Value {
    let scripts = json!([{"hat": {"on": "scene", "name": "one"}, "body": body}]);
    json!({"v": 1, "kind": "cartoon", "cast": {"A": "a"}, "scripts": scripts})
}

#[test]
fn a_plan_has_a_ceiling_of_records() {
    let moods = |times: u32| {
        let mood = json!({"op": "mood", "who": "A", "mood": "happy"});
        cartoon(json!([{"op": "repeat", "times": times, "body": [mood, {"op": "wait", "for": 0.01}]}]))
    };
    // The scene's own record is one.
    for (times, fault) in [(98, None), (200, Some(Fault::TooManyRecords(100)))] {
        let mut runtime = Runtime::new(Options { max_records: 100, ..Options::default() });
        let started = runtime.start_cartoon(&load_value(&moods(times)).program.unwrap(), &[]);
        let met = match started {
            Err(StartError::Plan(error)) => {
                assert!(
                    error.to_string().contains("more than 100 records") && &*error.path == "scripts.0.body.0.body.0"
                );
                Some(error.fault)
            }
            other => {
                assert_eq!(other, Ok(()));
                None
            }
        };
        assert_eq!(met, fault, "{times} moods");
    }
}

/// Whatever runs again and again within no time to speak of: threads, hats, ticks.
#[test]
fn a_runtime_has_a_ceiling_of_blocks() {
    let start = json!({"on": "start"});
    let ways = [
        behaviour(start.clone(), json!([{"op": "forever", "body": [{"op": "wait", "for": 1e-12}]}])),
        behaviour(start.clone(), json!([{"op": "while", "cond": 1, "body": [{"op": "wait", "for": 1e-12}]}])),
        behaviour(
            start.clone(),
            json!([{"op": "repeat", "times": 1e18, "body": [{"op": "for", "for": 1e-12, "body": []}]}]),
        ),
        behaviour(json!({"on": "every", "every": 1e-12}), json!([{"op": "set", "ch": "dx", "to": 1}])),
        behaviour(json!({"on": "every", "every": 1e-12}), json!([])),
        behaviour(
            start,
            json!([{"op": "forever", "body": [
            {"op": "together", "branches": [[{"op": "wait", "for": 1e-12}], [{"op": "wait", "for": 1e-12}]]}]}]),
        ),
    ];
    for way in ways {
        let mut runtime = Runtime::new(Options { max_blocks: 5_000, ..Options::default() });
        let character = runtime.add_character("A", 2.0);
        let program = load_value(&way).program.unwrap();
        runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
        let error = runtime.step_to(1.0).unwrap_err();
        assert_eq!(error.fault, Fault::TooManyBlocks(5_000), "{way}");
        assert!(error.to_string().contains("more than 5000 blocks"));
        assert!(runtime.pose(character).is_ok());
    }
}

/// Blocks 65 deep, formulas 200 deep, at once and in a thread with little stack: read, told, played, dropped.
#[test]
fn a_small_stack_is_enough() {
    let formula = format!("={}tau{}", "lerp(0, 2, 0 + 1 * ".repeat(200), ")".repeat(200));
    let wait = json!([{"op": "setVar", "name": "v", "to": formula}, {"op": "wait", "for": 0.1}]).to_string();
    let nested = |open: &str, close: &str, levels: usize| {
        let body = format!("{}{wait}{}", open.repeat(levels), close.repeat(levels));
        format!(r#"{{"v": 1, "kind": "behaviour", "vars": {{"v": 1}}, "scripts": [{{"body": {body}}}]}}"#)
    };
    let deep = [
        nested(r#"[{"op": "together", "branches": ["#, "]}]", 64),
        nested(r#"[{"op": "for", "for": 1, "body": "#, "}]", 97),
        nested(r#"[{"op": "if", "cond": "=1 - 0", "then": "#, "}]", 97),
        nested(r#"[{"op": "repeat", "times": 1, "body": "#, "}]", 97),
    ];
    for source in deep {
        let played = move || {
            let loaded = load(source.as_bytes());
            assert!(loaded.is_ok(), "{:?}", loaded.diagnostics);
            assert!(!text(&parse(source.as_bytes()).unwrap()).is_empty());
            let mut runtime = Runtime::new(Options { max_blocks: 5_000, ..Options::default() });
            let character = runtime.add_character("A", 2.0);
            let program = loaded.program.unwrap();
            let _ = runtime.start_behaviour(character, &program, &BehaviourOptions::default());
            let _ = runtime.step_to(0.5);
            runtime.pose(character).unwrap();
        };
        thread::Builder::new().stack_size(SMALL_STACK).spawn(played).unwrap().join().unwrap();
    }
}
