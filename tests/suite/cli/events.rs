//! `--progress ndjson`: everything on standard error is an event, whatever becomes of the film; and the other ways to tell of progress.
use super::faults::cartoon;
use super::{Desk, Ran};
use serde_json::Value;

/// The events of a run: every line is one.
pub(super) fn events(said: &str) -> Vec<Value> {
    let event = |line: &str| serde_json::from_str::<Value>(line).unwrap_or_else(|fault| panic!("{fault} in {line:?}"));
    let events: Vec<Value> = said.lines().map(event).collect();
    assert!(events.iter().all(|event| event["event"].is_string()), "{said}");
    events
}

fn of<'a>(events: &'a [Value], word: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == word).collect()
}

/// The keys of an event after its word.
fn keys(event: &Value) -> Vec<&str> {
    event.as_object().unwrap().keys().skip(1).map(String::as_str).collect()
}

fn run(desk: &Desk, args: &[&str]) -> (Ran, Vec<Value>) {
    let ran = desk.run_bare(&[args, &["--progress", "ndjson"]].concat());
    let events = events(&ran.said);
    assert_eq!(ran.code, events.last().unwrap()["exit"].as_i64().map(|exit| exit as i32), "{}", ran.said);
    assert_eq!(events.last().unwrap()["event"], "summary");
    (ran, events)
}

/// One second in which what is named is not there: drawn all the same, with a warning at line 2.
fn lacking() -> String {
    cartoon(r#"{"op": "wait", "for": 1}"#).replace("person", "persn").replacen("{\"A\"", "\n{\"A\"", 1)
}

#[test]
fn a_film_with_a_warning_is_told_from_start_to_summary() {
    let desk = Desk::new();
    desk.write("a.json", lacking());
    // An odd size, and no ffmpeg: what people are told of both are notes.
    let (ran, all) = run(&desk, &["a.json", "-o", "a.mp4", "--size", "33x33", "--json"]);
    let start = of(&all, "start");
    assert_eq!(keys(start[0]), ["input", "output", "unit", "frames", "width", "height", "fps"]);
    assert_eq!((&start[0]["input"], &start[0]["output"]), (&"a.json".into(), &"a.mp4".into()));
    assert_eq!((&start[0]["frames"], &start[0]["width"], &start[0]["fps"]), (&24.into(), &34.into(), &"24".into()));
    let warning = of(&all, "warning");
    assert_eq!(keys(warning[0]), ["input", "file", "line", "path", "message", "hint"]);
    assert_eq!((&warning[0]["file"], &warning[0]["line"]), (&"a.json".into(), &2.into()));
    assert_eq!((&warning[0]["path"], warning.len()), (&"cast.A.look.template".into(), 1));
    assert_eq!(of(&all, "note").len(), 2, "{}", ran.said);
    let progress = of(&all, "progress");
    assert_eq!(keys(progress[0]), ["input", "unit", "done", "of", "fps", "left"]);
    let done: Vec<u64> = progress.iter().map(|event| event["done"].as_u64().unwrap()).collect();
    // Each tenth of 24 frames is told when its first frame is done: 3, 5, 8, 10, 12, 15, 17, 20, 22, 24.
    for tenth in [3, 5, 8, 10, 12, 15, 17, 20, 22, 24] {
        assert!(done.contains(&tenth), "{tenth} is not in {done:?}");
    }
    assert!(done.is_sorted() && progress.iter().all(|event| event["of"] == 24 && event["left"].is_number()));
    let (done, document): (_, Value) = (of(&all, "done"), serde_json::from_str(&ran.gave).unwrap());
    assert_eq!((done.len(), &done[0]["frames"]), (1, &24.into()));
    for (key, value) in done[0].as_object().unwrap().iter().filter(|(key, _)| !["event", "input"].contains(&&***key)) {
        assert_eq!(&document[key], value, "{key}");
    }
    assert_eq!(document["warnings"][0]["path"], "cast.A.look.template");
    let summary = of(&all, "summary");
    assert_eq!(keys(summary[0]), ["films", "made", "failed", "not_made", "seconds", "exit"]);
    assert_eq!((&summary[0]["made"], &summary[0]["exit"]), (&1.into(), &0.into()));
}

#[test]
fn a_film_that_fails_is_told_by_its_faults_and_one_error() {
    let desk = Desk::new();
    desk.write("a.json", cartoon(r#"{"op": "wiat", "for": 1}, {"op": "say", "who": "B", "text": "b"}"#));
    let (_, all) = run(&desk, &["a.json", "-o", "a.mp4"]);
    let faults = of(&all, "fault");
    assert_eq!(faults.len(), 2);
    assert_eq!((&faults[0]["path"], &faults[0]["line"]), (&"scripts.0.body.0.op".into(), &2.into()));
    let error = of(&all, "error");
    assert_eq!((error.len(), keys(error[0])), (1, vec!["input", "message", "hint", "exit"]));
    assert_eq!((&error[0]["message"], &error[0]["exit"]), (&faults[0]["message"], &1.into()));
    assert!(of(&all, "start").is_empty() && of(&all, "done").is_empty());
    let cases: [(i64, &[&str], &str); 5] = [
        (1, &["no.json", "-o", "a.mp4"], "no.json"),
        (2, &["a.json", "-o", "a.avi"], ".avi"),
        (2, &["a.json", "-o", "a.mp4", "--fps", "0"], "--fps"),
        (2, &["a.json"], "--output"),
        (2, &["a.json", "b.json", "-o", "a.mp4"], "one film"),
    ];
    for (exit, args, word) in cases {
        let (_, all) = run(&desk, args);
        let error = of(&all, "error");
        assert_eq!((error.len(), &error[0]["exit"]), (1, &exit.into()), "{args:?}");
        assert!(error[0]["message"].as_str().unwrap().contains(word), "{args:?}: {}", error[0]);
    }
    let equals = desk.run(&["a.json", "--progress=ndjson"]);
    assert_eq!(of(&events(&equals.said), "error").len(), 1);
}

#[test]
fn several_films_are_told_apart() {
    let desk = Desk::new();
    desk.write("a.json", lacking()).write("b.json", cartoon(r#"{"op": "wiat"}"#)).write("c.json", lacking());
    let (_, all) = run(&desk, &["?.json", "-o", "{name}.gif", "--size", "32x32"]);
    let input = |word: &str| of(&all, word).into_iter().map(|event| event["input"].clone()).collect::<Vec<_>>();
    assert_eq!(
        (input("start"), input("done")),
        (vec!["a.json".into(), "c.json".into()], vec!["a.json".into(), "c.json".into()])
    );
    assert_eq!(input("warning"), ["a.json", "c.json"]);
    // The film's own, and the whole call's.
    assert_eq!(input("error"), [Value::from("b.json"), Value::Null]);
    let summary = of(&all, "summary")[0];
    assert_eq!((&summary["films"], &summary["made"], &summary["failed"]), (&3.into(), &2.into(), &1.into()));
}

#[test]
fn other_commands_that_take_their_time_tell_too() {
    let desk = Desk::new();
    let (_, all) = run(&desk, &["previews", "c4c:prop:cup", "c4c:prop:book", "-o", "out", "--size", "48x48"]);
    let progress = of(&all, "progress");
    assert_eq!(keys(progress[0]), ["unit", "done", "of", "per_second", "left"]);
    let last = progress.last().unwrap();
    assert_eq!((&last["done"], &last["unit"]), (&2.into(), &"packs".into()));
    assert_eq!((&of(&all, "done")[0]["drawn"], &of(&all, "start")[0]["of"]), (&2.into(), &2.into()));
    std::fs::create_dir(desk.path("golden")).unwrap();
    let list = r#"{"cases": [{"name": "film/one", "file": "a.json", "at": 0.5}]}"#;
    desk.write("a.json", cartoon(r#"{"op": "wait", "for": 1}"#)).write("golden/golden.json", list);
    let (_, all) = run(&desk, &["golden", "update"]);
    assert_eq!(of(&all, "done")[0]["new"], serde_json::json!(["film/one@0.5"]));
    let (_, all) = run(&desk, &["golden", "check"]);
    assert_eq!((&of(&all, "done")[0]["ok"], &of(&all, "progress")[0]["unit"]), (&true.into(), &"stills".into()));
}

#[test]
fn progress_is_told_as_asked() {
    let desk = Desk::new();
    desk.example();
    let said = |more: &[&str]| {
        desk.run_bare(&[&["morning.json", "-o", "a.y4m", "--size", "960x540", "--no-audio"], more].concat()).said
    };
    // 22 s of film take a test build more than a second.
    let is_line = |line: &&str| line.ends_with(" s left") && line.contains(" frames, ");
    for (more, told) in [
        (&[][..], true),
        (&["--progress", "bar"], true),
        (&["--progress", "lines", "-q"], true),
        (&["-q"], false),
        (&["--progress", "none"], false),
    ] {
        let said = said(more);
        assert_eq!(said.lines().any(|line| is_line(&line)), told, "{more:?}: {said}");
    }
    desk.run(&["morning.json", "-o", "a.y4m", "--progress", "loud"]).says(2, &["--progress", "ndjson"]);
}
