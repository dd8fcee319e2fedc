//! Costs of the engine (language text §7.7): the plan of a dense loop, the poses of a busy character.
#![allow(clippy::unwrap_used, missing_docs)]
use jabber_render::engine::{BehaviourOptions, Options, Runtime};
use jabber_render::frame::Pose;
use jabber_render::program::load_value;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

fn dense(seconds: f64) -> Value {
    let bob = json!({"v": 1, "kind": "behaviour", "name": "bob", "scripts": [{"body": [{"op": "bob"}]}]});
    json!({"v": 1, "kind": "cartoon", "cast": {"A": {"name": "A"}, "B": {"name": "B"}}, "scripts": [
        {"hat": {"on": "scene", "name": "a"}, "body": [{"op": "for", "for": seconds, "body": [{"op": "forever", "body": [
            {"op": "does", "who": "A", "behaviour": bob},
            {"op": "does", "who": "B", "behaviour": bob, "for": 0.5},
            {"op": "together", "branches": [
                [{"op": "say", "who": "A", "text": "line one"}],
                [{"op": "say", "who": "B", "text": "line two, a little longer"}]]},
            {"op": "caption", "text": "x", "for": 0.3},
            {"op": "wait", "for": 0.01}]}]}]}]})
}

fn main() {
    let program = load_value(&dense(600.0)).program.unwrap();
    for _ in 0..5 {
        let options = Options { speech: Some(Arc::new(|_, _| Ok(0.01))), ..Options::default() };
        let mut runtime = Runtime::new(options);
        let start = Instant::now();
        runtime.start_cartoon(&program, &[]).unwrap();
        println!("plan {:?} {} records {:?}", start.elapsed(), runtime.timeline().len(), runtime.duration());
        let start = Instant::now();
        let mut most = 0;
        for k in 0..14400 {
            runtime.step_to(f64::from(k) / 24.0).unwrap();
            std::hint::black_box(runtime.frame().unwrap());
            most = most.max(runtime.live());
        }
        println!("play {:?} live {most} {:?}", start.elapsed(), runtime.warnings());
    }
    let mut body = vec![];
    for i in 0..28 {
        body.push(json!({"op": "wave", "ch": format!("part:tail#{i}"), "amp": format!("=10+loud*{i}")}));
    }
    body.push(json!({"op": "wave", "ch": "part:head"}));
    body.push(json!({"op": "follow", "ch": "part:hair", "source": "part:head"}));
    let program = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]});
    let program = load_value(&program).program.unwrap();
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    let mut pose = Pose::default();
    let start = Instant::now();
    for k in 0..24000 {
        runtime.step_to(f64::from(k) / 24.0).unwrap();
        runtime.pose_into(character, &mut pose).unwrap();
    }
    println!("pose {:?} a frame, {} parts", start.elapsed() / 24000, pose.parts.len());
}
