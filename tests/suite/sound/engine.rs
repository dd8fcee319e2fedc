//! A line that is heard, as the engine plays it: exact at any time, and not in the plan.
use jabber_render::engine::{Options, Runtime, Voices};
use jabber_render::frame::voice::{Track, Viseme};
use jabber_render::program::load_value;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A runtime on which A speaks from 0.3 s for 1 s; while it does, its mouth is as open as it is loud.
fn heard(asked: &Arc<AtomicUsize>, track: &Arc<Track>) -> Runtime {
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
    let track = Arc::new(Track { lips: vec![(0.0, Viseme::AI)].into(), loud: loud.into() });
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
