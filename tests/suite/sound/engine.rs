//! A line that is heard, as the engine plays it: exact at any time, and not in the plan.
use jabber_render::engine::{Options, Runtime, Voices};
use jabber_render::frame::voice::{Heard, Track, Viseme};
use jabber_render::program::load_value;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// A cartoon in which A does `behaviour` and says two lines of a second each, from 0.3 s and from 1.3 s on; each line that somebody looks at is noted.
fn two_lines(behaviour: &serde_json::Value) -> (Runtime, Arc<Mutex<Vec<String>>>) {
    let program = json!({"v": 1, "kind": "cartoon", "cast": {"A": {}}, "scripts": [{"hat": {"on": "scene", "name": "s"}, "body": [
        {"op": "does", "who": "A", "behaviour": behaviour},
        {"op": "wait", "for": 0.3},
        {"op": "say", "who": "A", "text": "one"},
        {"op": "say", "who": "A", "text": "two"},
    ]}]});
    let looked_at = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&looked_at);
    let voices: Voices = Arc::new(move |text, _| {
        let (text, noted) = (text.to_owned(), Arc::clone(&noted));
        let loud: Vec<f32> = (0..=100).map(|i| i as f32 / 100.0).collect();
        Some(Arc::new(Heard::later(move || {
            noted.lock().unwrap().push(text);
            Track { lips: vec![(0.0, Viseme::AI)].into(), loud: loud.into() }
        })))
    });
    let options = Options { speech: Some(Arc::new(|_, _| Ok(1.0))), voices: Some(voices), ..Options::default() };
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(&load_value(&program).program.unwrap(), &[]).unwrap();
    (runtime, looked_at)
}

#[test]
fn only_a_line_that_is_looked_at_is_worked_out() {
    let behaviour = |body| json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]});
    let deaf = behaviour(json!([{"op": "wait", "for": 0.55}, {"op": "set", "ch": "mouth", "to": "=tau"}]));
    let (mut runtime, looked_at) = two_lines(&deaf);
    (1..=36).for_each(|i| runtime.step_to(f64::from(i) / 24.0).unwrap());
    assert!(looked_at.lock().unwrap().is_empty());
    let frame = runtime.frame().unwrap();
    assert!((frame.characters[0].loud - 0.2).abs() < 1e-6, "1.5 s is 0.2 of the second line");
    assert_eq!(*looked_at.lock().unwrap(), ["two"]);
    // A block that reads how loud it is hears the line at its own time.
    let hears = behaviour(json!([{"op": "wait", "for": 0.55}, {"op": "set", "ch": "mouth", "to": "=loud"}]));
    let (mut runtime, looked_at) = two_lines(&hears);
    runtime.step_to(1.5).unwrap();
    assert_eq!(*looked_at.lock().unwrap(), ["one"]);
    assert!((runtime.frame().unwrap().characters[0].pose.mouth - 0.25).abs() < 1e-6);
}

/// A runtime on which A speaks from 0.3 s for 1 s; while it does, its mouth is as open as it is loud.
fn heard(asked: &Arc<AtomicUsize>, track: &Arc<Heard>) -> Runtime {
    let follows =
        json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "drive", "ch": "mouth", "value": "=loud"}]}]});
    let program = json!({"v": 1, "kind": "cartoon", "cast": {"A": {}}, "scripts": [{"hat": {"on": "scene", "name": "s"}, "body": [
        {"op": "does", "who": "A", "behaviour": follows},
        {"op": "wait", "for": 0.3},
        {"op": "say", "who": "A", "text": "Hello"},
        {"op": "wait", "for": 1},
    ]}]});
    let (asked, track) = (Arc::clone(asked), Arc::clone(track));
    let voices: Voices = Arc::new(move |text, _| {
        asked.fetch_add(1, Relaxed);
        (text == "Hello").then(|| Arc::clone(&track))
    });
    let options = Options { speech: Some(Arc::new(|_, _| Ok(1.0))), voices: Some(voices), ..Options::default() };
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(&load_value(&program).program.unwrap(), &[]).unwrap();
    runtime
}

#[test]
fn the_level_is_that_of_the_voice_at_any_time_however_the_clock_is_stepped() {
    // It rises from 0 to 1 over the line.
    let loud: Vec<f32> = (0..=100).map(|i| i as f32 / 100.0).collect();
    let track = Arc::new(Heard::from(Track { lips: vec![(0.0, Viseme::AI)].into(), loud: loud.into() }));
    let asked = Arc::new(AtomicUsize::new(0));
    for steps in [1, 7, 240] {
        let mut runtime = heard(&asked, &track);
        let mut now = 0.0;
        for (t, wanted) in [(0.2, 0.0), (0.3, 0.0), (0.55, 0.25), (0.8, 0.5), (1.29, 0.99), (1.3, 0.0), (2.0, 0.0)] {
            (1..=steps).for_each(|i| runtime.step_to(now + (t - now) * f64::from(i) / f64::from(steps)).unwrap());
            now = t;
            let frame = runtime.frame().unwrap();
            let a = &frame.characters[0];
            assert!((a.loud - wanted).abs() < 1e-6, "{t}: {} in {steps} steps", a.loud);
            assert_eq!(a.pose.mouth.to_bits(), a.loud.to_bits(), "{t}");
            let speaks = (0.3..1.3).contains(&t);
            assert_eq!(a.line.as_ref().is_some_and(|line| line.track.is_some()), speaks, "{t}");
        }
    }
    // Once a run; the plan needs only the length.
    assert_eq!(asked.load(Relaxed), 3);
}
