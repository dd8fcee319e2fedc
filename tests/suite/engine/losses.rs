//! What a scene loses, in words (§7.6): each case of `losses.json` is a cartoon's scripts and the warnings it gives, worked out
//! by hand; the plan says them, and the run says nothing more.
use jabber_render::engine::{Options, Runtime, Speech};
use jabber_render::program::load_value;
use serde_json::{Value, json};
use std::sync::Arc;

fn warnings(case: &Value) -> Vec<String> {
    let kind = case["kind"].as_str().unwrap_or("cartoon");
    let program =
        load_value(&json!({"v": 1, "kind": kind, "cast": {"A": "one", "B": "two"}, "scripts": case["scripts"]}));
    let program = program.program.unwrap_or_else(|| panic!("{:?}", program.diagnostics));
    let speech = case["speech"].as_f64().map(|seconds| -> Speech { Arc::new(move |_, _| Ok(seconds)) });
    let mut runtime = Runtime::new(Options { speech, ..Options::default() });
    runtime.start_cartoon(&program, &[]).unwrap();
    let planned = runtime.warnings().to_vec();
    for frame in 0..=24 * 10 {
        runtime.step_to(f64::from(frame) / 24.0).unwrap();
    }
    assert_eq!(runtime.warnings(), planned, "the run says what the plan said");
    planned
}

#[test]
fn losses_are_told() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("losses.json")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let said = warnings(case);
        if json!(said) != case["says"] {
            wrong.push(format!("{}: {said:#?}\nnot {:#}", case["about"], case["says"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
