//! The runtime's doors: hats and inputs, the live clock, several cartoons, starts that fail.
use jabber_render::engine::*;
use jabber_render::program::load_value;
use jabber_render::program::tree::Program;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub fn program(json: Value) -> Arc<Program> {
    let loaded = load_value(&json);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

pub fn behaviour(scripts: Value) -> Arc<Program> {
    program(json!({"v": 1, "kind": "behaviour", "vars": {"n": 0}, "scripts": scripts}))
}

pub fn cartoon(body: Value) -> Arc<Program> {
    program(json!({"v": 1, "kind": "cartoon", "cast": {"A": "one", "B": "two"},
        "scripts": [{"hat": {"on": "scene", "name": "a"}, "body": body}]}))
}

fn counter(hat: Value) -> Value {
    json!({"hat": hat, "body": [{"op": "changeVar", "name": "n", "by": 1}, {"op": "set", "ch": "dx", "to": "=n"}, {"op": "set", "ch": "dy", "to": "=tau"}]})
}

struct On {
    runtime: Runtime,
    character: CharacterId,
}

impl On {
    fn start(program: &Arc<Program>) -> On {
        let mut runtime = Runtime::new(Options::default());
        let character = runtime.add_character("A", 2.0);
        runtime.start_behaviour(character, program, &BehaviourOptions::default()).unwrap();
        On { runtime, character }
    }

    fn dx(&mut self) -> f64 {
        self.runtime.pose(self.character).unwrap().dx
    }
}

#[test]
fn hats_hear_what_is_emitted() {
    let cases = [
        (json!({"on": "key", "key": "x"}), Happening::Key("x".into()), 1.0),
        (json!({"on": "key", "key": "x"}), Happening::Key("y".into()), 0.0),
        (json!({"on": "key"}), Happening::Key("y".into()), 1.0),
        (json!({"on": "click"}), Happening::Click, 1.0),
        (json!({"on": "touch"}), Happening::Touch, 1.0),
        (json!({"on": "beat"}), Happening::Beat, 1.0),
        (json!({"on": "click"}), Happening::Touch, 0.0),
        (json!({"on": "talk-start"}), Happening::TalkStart, 1.0),
        (json!({"on": "talk-end"}), Happening::TalkEnd, 1.0),
        (json!({"on": "scene"}), Happening::Scene(Some("s".into())), 1.0),
        (json!({"on": "scene", "name": "s"}), Happening::Scene(Some("s".into())), 1.0),
        (json!({"on": "scene", "name": "s"}), Happening::Scene(Some("other".into())), 0.0),
    ];
    for (hat, happening, heard) in cases {
        let mut on = On::start(&behaviour(json!([counter(hat.clone())])));
        on.runtime.step_to(0.5).unwrap();
        on.runtime.emit(&happening, None).unwrap();
        assert_eq!(on.dx(), heard, "{hat} {happening:?}");
        on.runtime.emit(&happening, Some(on.character)).unwrap();
        assert_eq!(on.dx(), 2.0 * heard, "{hat} {happening:?} again");
    }
}

#[test]
fn emitted_talk_sets_the_input() {
    let mut on = On::start(&behaviour(json!([{"body": [{"op": "drive", "ch": "dx", "value": "=talking"}]}])));
    on.runtime.emit(&Happening::TalkStart, None).unwrap();
    assert_eq!(on.dx(), 1.0);
    on.runtime.emit(&Happening::TalkEnd, None).unwrap();
    assert_eq!(on.dx(), 0.0);
}

#[test]
fn inputs_rise_and_fall() {
    let mut on = On::start(&behaviour(json!([counter(json!({"on": "talk-start"}))])));
    for (talking, heard) in [(1.0, 1.0), (1.0, 1.0), (0.5, 1.0), (0.0, 1.0), (1.0, 2.0)] {
        on.runtime.set_inputs(on.character, 0.0, talking).unwrap();
        assert_eq!(on.dx(), heard, "talking {talking}");
    }
}

#[test]
fn a_loud_hat_fires_as_the_level_is_reached_once_a_step() {
    let mut on = On::start(&behaviour(json!([counter(json!({"on": "loud", "level": 0.5}))])));
    let mut t = 0.0;
    for (loud, heard) in [(0.4, 0.0), (0.5, 1.0), (0.9, 1.0), (0.2, 1.0), (0.6, 2.0)] {
        t += 0.1;
        on.runtime.set_inputs(on.character, loud, 0.0).unwrap();
        on.runtime.step_to(t).unwrap();
        assert_eq!(on.dx(), heard, "loud {loud}");
    }
    // Set to and fro between two steps: nobody has seen it.
    on.runtime.set_inputs(on.character, 0.1, 0.0).unwrap();
    on.runtime.set_inputs(on.character, 0.9, 0.0).unwrap();
    on.runtime.step_to(t + 0.1).unwrap();
    assert_eq!(on.dx(), 2.0);
    assert_eq!(on.runtime.pose(on.character).unwrap().dy, 0.5);
}

#[test]
fn the_live_clock_steps_by_differences_and_never_back() {
    let mut on = On::start(&behaviour(json!([{"body": [{"op": "drive", "ch": "dx", "value": "=t"}]}])));
    on.runtime.step(0.25).unwrap();
    on.runtime.step(0.5).unwrap();
    assert_eq!((on.runtime.now(), on.dx()), (0.75, 0.75));
    on.runtime.step_to(0.1).unwrap();
    on.runtime.step_to(f64::NAN).unwrap();
    on.runtime.step(-1.0).unwrap();
    assert_eq!(on.runtime.now(), 0.75);
}

#[test]
fn stepping_to_infinity_returns_once_nothing_is_left() {
    let mut on = On::start(&behaviour(json!([{"body": [{"op": "wait", "for": 5}, {"op": "set", "ch": "dx", "to": 3},
        {"op": "wait", "for": "=1/0"}, {"op": "set", "ch": "dx", "to": 4}]}])));
    on.runtime.step_to(f64::INFINITY).unwrap();
    assert_eq!(on.dx(), 3.0);
}

#[test]
fn a_stopped_behaviour_leaves_nothing() {
    let program = behaviour(
        json!([{"body": [{"op": "set", "ch": "dx", "to": 3}, {"op": "set", "ch": "mood", "to": "m"},
        {"op": "view", "to": "side"}, {"op": "reach", "at": "hip", "over": 0}, {"op": "bob"}, {"op": "follow", "ch": "rot", "source": "dx"}]}]),
    );
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 2.0);
    let id = runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    runtime.step_to(0.3).unwrap();
    assert_eq!(runtime.pose(character).unwrap().dx, 3.0);
    runtime.stop_behaviour(id);
    assert_eq!(runtime.pose(character).unwrap(), Default::default());
    runtime.step_to(2.0).unwrap();
    runtime.stop_behaviour(id);
    assert_eq!(runtime.live(), 0);
}

#[test]
fn globals_come_last() {
    let program = program(json!({"v": 1, "kind": "behaviour", "params": {"p": 1}, "vars": {"v": 2},
        "scripts": [{"body": [{"op": "drive", "ch": "dx", "value": "=p*100+v*10+g"}]}]}));
    let mut on = On::start(&program);
    let error = on.runtime.pose(on.character).unwrap_err();
    assert_eq!((error.fault, &*error.path, error.word), (Fault::UnknownName("g".into()), "scripts.0.body.0", "drive"));
    for (name, value) in [("p", 7.0), ("v", 7.0), ("g", 3.0)] {
        on.runtime.set_global(name, value);
    }
    assert_eq!(on.dx(), 123.0);
}

#[test]
fn one_cartoon_at_a_time_then_a_fresh_stage() {
    let mut runtime = Runtime::new(Options::default());
    let first = cartoon(
        json!([{"op": "place", "who": "A", "x": 0.9}, {"op": "mood", "who": "A", "mood": "sad"}, {"op": "wait", "for": 1}]),
    );
    let second = cartoon(json!([{"op": "wait", "for": 0.5}, {"op": "say", "who": "B", "text": "x"}]));
    runtime.start_cartoon(&first, &[]).unwrap();
    assert_eq!(runtime.start_cartoon(&second, &[]), Err(StartError::Running));
    runtime.step_to(1.5).unwrap();
    assert!(runtime.frame().unwrap().characters[0].visible);
    runtime.start_cartoon(&second, &[]).unwrap();
    let frame = runtime.frame().unwrap();
    assert_eq!(
        (frame.characters[0].visible, frame.characters[0].x, &frame.characters[0].pose.mood),
        (false, 1.0 / 3.0, &None)
    );
    assert_eq!(runtime.timeline()[1].t, 2.0);
    assert_eq!(runtime.duration(), Some(1.1));
    runtime.step_to(2.1).unwrap();
    let frame = runtime.frame().unwrap();
    assert_eq!((frame.characters[1].talking, frame.caption.unwrap().speaker.as_deref()), (1.0, Some("B")));
}

#[test]
fn a_plan_that_fails_changes_nothing() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let speech: Speech = Arc::new(move |_, _| {
        count.fetch_add(1, Ordering::Relaxed);
        Err("no voice".to_owned())
    });
    let mut runtime = Runtime::new(Options { speech: Some(speech), ..Options::default() });
    let bad = cartoon(json!([{"op": "say", "who": "A", "text": "x"}, {"op": "wait", "for": "=nothing"}]));
    let error = runtime.start_cartoon(&bad, &[]).unwrap_err();
    assert!(matches!(error, StartError::Plan(RunError { fault: Fault::UnknownName(_), .. })), "{error:?}");
    assert!(
        runtime.warnings().is_empty()
            && runtime.timeline().is_empty()
            && runtime.frame().unwrap().characters.is_empty()
    );
    let good = cartoon(json!([{"op": "say", "who": "A", "text": "x"}, {"op": "say", "who": "A", "text": "x"}]));
    runtime.start_cartoon(&good, &[]).unwrap();
    assert_eq!((asked.load(Ordering::Relaxed), runtime.warnings().len()), (2, 1));
    assert_eq!(runtime.duration(), Some(1.2));
}

#[test]
fn a_run_that_fails_leaves_the_cartoon_before() {
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("P", 2.0);
    let page = behaviour(
        json!([{"hat": {"on": "scene", "name": "a"}, "body": [{"op": "set", "ch": "dx", "to": "=nothing"}]}]),
    );
    let body = json!([{"op": "place", "who": "A", "x": 0.9}, {"op": "does", "who": "A", "behaviour":
        {"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "set", "ch": "dx", "to": 5}]}]}}, {"op": "caption", "text": "c", "for": 9}, {"op": "wait", "for": 1}]);
    let before = cartoon(json!([{"op": "wait", "for": 0.25}]));
    runtime.start_cartoon(&before, &[]).unwrap();
    runtime.step_to(0.5).unwrap();
    let id = runtime.start_behaviour(character, &page, &BehaviourOptions::default()).unwrap();
    let error = runtime.start_cartoon(&cartoon(body.clone()), &[]).unwrap_err();
    assert!(matches!(error, StartError::Run(_)), "{error:?}");
    assert_eq!((runtime.duration(), runtime.timeline().len(), runtime.warnings().len()), (Some(0.25), 1, 1));
    let frame = runtime.frame().unwrap();
    assert_eq!(frame.characters.len(), 3);
    assert!(
        frame
            .characters
            .iter()
            .all(|character| character.pose.dx == 0.0 && !character.visible && character.talking == 0.0)
    );
    runtime.stop_behaviour(id);
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    runtime.step_to(0.75).unwrap();
    assert_eq!(runtime.frame().unwrap().characters[1].pose.dx, 5.0);
}

#[test]
fn speech_is_asked_once_a_distinct_line() {
    let lines = Arc::new(std::sync::Mutex::new(Vec::new()));
    let heard = lines.clone();
    let speech: Speech = Arc::new(move |text, options| {
        let SpeechOptions { who, voice, mood, speed, pitch, .. } = options;
        heard.lock().unwrap().push(format!("{text} {who} {voice:?} {mood:?} {speed:?} {pitch:?}"));
        Ok(match text {
            "bad" => -1.0,
            "worse" => f64::NAN,
            _ => 0.5,
        })
    });
    let mut runtime = Runtime::new(Options { speech: Some(speech), ..Options::default() });
    let say = |text: &str| json!({"op": "say", "who": "A", "text": text});
    let mut body = vec![say("x"), say("x"), say("bad"), say("worse")];
    body.push(json!({"op": "say", "who": "A", "text": "x", "voice": "v", "mood": "m", "speed": 2, "pitch": "=1/2"}));
    runtime.start_cartoon(&cartoon(Value::Array(body)), &[]).unwrap();
    runtime.step_to(9.0).unwrap();
    let asked = [
        "x A None None None None",
        "bad A None None None None",
        "worse A None None None None",
        "x A Some(\"v\") Some(\"m\") Some(2.0) Some(0.5)",
    ];
    assert_eq!(*lines.lock().unwrap(), asked);
    let lengths: Vec<f64> = runtime.timeline()[1..].iter().map(|record| record.dur).collect();
    assert_eq!(lengths, [0.5, 0.5, 0.6, 0.6, 0.5]);
    assert_eq!(runtime.warnings().len(), 2);
}

#[test]
fn a_cartoon_without_end_names_what_keeps_it_going() {
    let mut runtime = Runtime::new(Options { max_duration: 10.0, ..Options::default() });
    let body = json!([{"op": "wait", "for": 1}, {"op": "forever", "body": [{"op": "caption", "text": "x"}, {"op": "wait", "for": 1}]}]);
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    assert_eq!((runtime.duration(), runtime.unending()), (None, Some(("scripts.0.body.1", "forever"))));
    assert_eq!(runtime.timeline()[0].dur, 10.0);
}

#[test]
fn moods_keep_their_history() {
    let mut runtime = Runtime::new(Options::default());
    let body = json!([{"op": "wait", "for": 1}, {"op": "mood", "who": "A", "mood": "happy"}, {"op": "wait", "for": 1},
        {"op": "mood", "who": "A", "mood": "happy"}, {"op": "wait", "for": 1}, {"op": "mood", "who": "A", "mood": "sad"},
        {"op": "mood", "who": "A", "mood": "angry"}, {"op": "wait", "for": 1}]);
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    let wanted = [
        (0.5, None, None, f64::NEG_INFINITY),
        (1.5, Some("happy"), None, 1.0),
        (2.5, Some("happy"), None, 1.0),
        (3.5, Some("angry"), Some("happy"), 3.0),
    ];
    for (t, mood, before, since) in wanted {
        runtime.step_to(t).unwrap();
        let character = &runtime.frame().unwrap().characters[0];
        assert_eq!(
            (character.pose.mood.as_deref(), character.mood_before.as_deref(), character.mood_since),
            (mood, before, since)
        );
    }
}

#[test]
fn the_working_state_stays_small() {
    let bob = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "bob"}]}]});
    let body = json!([{"op": "for", "for": 120, "body": [{"op": "forever", "body": [
        {"op": "does", "who": "A", "behaviour": bob}, {"op": "does", "who": "B", "behaviour": bob, "for": 0.5},
        {"op": "caption", "text": "x", "for": 0.3}, {"op": "caption", "text": "y"}, {"op": "caption", "text": "z", "for": "=0/0"},
        {"op": "for", "for": 5, "body": [{"op": "until", "cond": "=tau>0"}]}, {"op": "wait", "for": 0.01}]}]}]);
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(&cartoon(body), &[]).unwrap();
    for k in 0..2400 {
        runtime.step_to(f64::from(k) / 24.0).unwrap();
        assert!(runtime.live() < 100, "{} at {}", runtime.live(), runtime.now());
    }
}

#[test]
fn a_stop_from_outside_ends_the_plan_and_a_step() {
    let stop = Arc::new(AtomicBool::new(false));
    let options = || Options { stop: Some(Arc::clone(&stop)), ..Options::default() };
    let endless = cartoon(json!([{"op": "forever", "body": [{"op": "wait", "for": 1}]}]));
    let mut runtime = Runtime::new(options());
    runtime.start_cartoon(&endless, &[]).unwrap();
    runtime.step_to(1.0).unwrap();
    stop.store(true, Ordering::SeqCst);
    assert_eq!(runtime.step_to(1e9).unwrap_err().fault, Fault::Stopped);
    let error = Runtime::new(options()).start_cartoon(&endless, &[]).unwrap_err();
    assert!(matches!(error, StartError::Plan(RunError { fault: Fault::Stopped, .. })), "{error:?}");
    // Set while the step runs: long before a hundred million waits are over.
    stop.store(false, Ordering::SeqCst);
    let tiny = behaviour(json!([{"body": [{"op": "forever", "body": [{"op": "wait", "for": 1e-8}]}]}]));
    let mut runtime = Runtime::new(options());
    let character = runtime.add_character("A", 2.0);
    runtime.start_behaviour(character, &tiny, &BehaviourOptions::default()).unwrap();
    let later = Arc::clone(&stop);
    let other = std::thread::spawn(move || later.store(true, Ordering::SeqCst));
    assert_eq!(runtime.step_to(1.0).unwrap_err().fault, Fault::Stopped);
    other.join().unwrap();
}
