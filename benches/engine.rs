//! Costs of the engine (language text §7.7): planning and playing dense loops, up to an hour of them, and posing a busy
//! character. Each group says its bar; `cargo bench --bench engine` gives the figures.
#![allow(clippy::unwrap_used, missing_docs)]
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use jabber_render::engine::{BehaviourOptions, Options, Runtime};
use jabber_render::frame::Pose;
use jabber_render::program::{load_value, tree::Program};
use serde_json::{Value, json};
use std::hint::black_box;
use std::sync::Arc;

const MINUTES: [f64; 3] = [1.0, 10.0, 60.0];

/// A cartoon of one scene that runs `body` over and over for so many minutes.
fn looped(minutes: f64, body: &Value) -> Arc<Program> {
    let program = json!({"v": 1, "kind": "cartoon", "cast": {"A": {"name": "A"}, "B": {"name": "B"}}, "scripts": [
        {"hat": {"on": "scene", "name": "a"}, "body": [
            {"op": "for", "for": minutes * 60.0, "body": [{"op": "forever", "body": body}]}]}]});
    load_value(&program).program.unwrap()
}

/// The loop of §7.7: does, does … for, two lines at once, a caption … for; 250 records a second.
fn dense(minutes: f64) -> Arc<Program> {
    let bob = json!({"v": 1, "kind": "behaviour", "name": "bob", "scripts": [{"body": [{"op": "bob"}]}]});
    let body = json!([
        {"op": "does", "who": "A", "behaviour": bob},
        {"op": "does", "who": "B", "behaviour": bob, "for": 0.5},
        {"op": "together", "branches": [
            [{"op": "say", "who": "A", "text": "line one"}], [{"op": "say", "who": "B", "text": "line two, a little longer"}]]},
        {"op": "caption", "text": "x", "for": 0.3},
        {"op": "wait", "for": 0.01}]);
    looped(minutes, &body)
}

/// The caption loop of §7.7: captions without for between captions with for, in the scene's scope and in a for's, with lines.
fn captions(minutes: f64) -> Arc<Program> {
    let body = json!([
        {"op": "caption", "text": "until the scene ends"},
        {"op": "caption", "text": "a moment", "for": 0.04},
        {"op": "for", "for": 0.05, "body": [
            {"op": "caption", "text": "until the for ends"},
            {"op": "caption", "text": "inside", "for": 0.02},
            {"op": "say", "who": "A", "text": "a line"}]},
        {"op": "wait", "for": 0.01}]);
    looped(minutes, &body)
}

/// A runtime on which the cartoon has been planned and started; every line takes a hundredth of a second.
fn started(program: &Arc<Program>) -> Runtime {
    let mut runtime = Runtime::new(Options { speech: Some(Arc::new(|_, _| Ok(0.01))), ..Options::default() });
    runtime.start_cartoon(program, &[]).unwrap();
    runtime
}

/// Plays every frame at 24 a second; gives the most entries the director kept.
fn played(mut runtime: Runtime) -> usize {
    let frames = (runtime.duration().unwrap() * 24.0).ceil() as u32;
    let mut most = 0;
    for k in 0..frames {
        runtime.step_to(f64::from(k) / 24.0).unwrap();
        black_box(runtime.frame().unwrap());
        most = most.max(runtime.live());
    }
    most
}

/// The bar: 10 minutes (150,000 records) in under 0.05 s, an hour in six times that.
fn plan(c: &mut Criterion) {
    let mut group = c.benchmark_group("plan the dense loop");
    group.sample_size(10);
    for minutes in MINUTES {
        let program = dense(minutes);
        let records = started(&program).timeline().len();
        group.throughput(Throughput::Elements(records as u64));
        group.bench_function(BenchmarkId::from_parameter(format!("{minutes} min, {records} records")), |bench| {
            bench.iter(|| started(&program));
        });
    }
}

/// The bar: the 14,400 frames of 10 minutes in under 0.06 s, an hour in six times that; under a hundred entries kept.
fn play(c: &mut Criterion) {
    for (name, build) in [("dense", dense as fn(f64) -> Arc<Program>), ("caption", captions)] {
        let mut group = c.benchmark_group(format!("play the {name} loop"));
        group.sample_size(10);
        for minutes in MINUTES {
            let program = build(minutes);
            let kept = played(started(&program));
            group.bench_function(BenchmarkId::from_parameter(format!("{minutes} min, {kept} entries kept")), |bench| {
                bench.iter_batched(|| started(&program), played, criterion::BatchSize::PerIteration);
            });
        }
    }
}

/// The bar: 30 channels and a follower, stepped and read at 24 a second, ticks included, in under 5 µs a frame.
fn pose(c: &mut Criterion) {
    let channel = |i: u32| json!({"op": "wave", "ch": format!("part:tail#{i}"), "amp": format!("=10+loud*{i}")});
    let mut body: Vec<Value> = (0..28).map(channel).collect();
    body.push(json!({"op": "wave", "ch": "part:head"}));
    body.push(json!({"op": "follow", "ch": "part:hair", "source": "part:head"}));
    let program = load_value(&json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]})).program.unwrap();
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    let (mut pose, mut k) = (Pose::default(), 0.0);
    c.bench_function("pose of 30 channels and a follower, a frame", |bench| {
        bench.iter(|| {
            k += 1.0;
            runtime.step_to(k / 24.0).unwrap();
            runtime.pose_into(character, &mut pose).unwrap();
        });
    });
    assert_eq!(pose.parts.len(), 30, "every channel is in the pose");
}

criterion_group!(engine, plan, play, pose);
criterion_main!(engine);
