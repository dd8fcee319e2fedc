//! Ctrl-C and its kin: exit code 130, no file and no process left, whatever the program was about.
use super::faults::cartoon;
use super::{Desk, Ran};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long the program may take to come to the point where it is interrupted: a debug build on a busy machine.
const START: Duration = Duration::from_secs(60);
/// Long enough for a process that still runs to write again.
const AFTER: Duration = Duration::from_millis(300);
/// A part of a stand-in that hangs, a process of its own under it, both writing: `beat` tells of it.
const HANGS: &str = "while :; do echo x >>\"${film:-beat}\"; echo x >>beat; sleep 0.02; done & wait";

/// Runs the command until the folder holds a name with `mark` in it, sends the signal, and expects an end as it must be.
fn interrupt(desk: &Desk, args: &[&str], path: Option<&str>, mark: &str, signal: &str) -> Ran {
    let mut command = desk.command(args);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + START;
    while !desk.names().iter().any(|name| name.contains(mark)) {
        if Instant::now() >= deadline || child.try_wait().unwrap().is_some() {
            // It must not go on after the test.
            let _ = child.kill();
            panic!("{mark} did not appear");
        }
        sleep(Duration::from_millis(10));
    }
    sleep(AFTER);
    let kill = format!("kill {signal} {}", child.id());
    assert!(Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let ran = Ran::of(&output);
    assert_eq!(ran.code, Some(130), "{args:?} {signal}: {}", ran.said);
    assert!(ran.said.contains("interrupted"), "{}", ran.said);
    ran
}

/// A short cartoon and two long ones: the second is interrupted.
#[test]
fn of_several_films_it_is_said_which_were_made() {
    let desk = Desk::new();
    desk.write("a.json", cartoon(r#"{"op": "wait", "for": 0.1}"#));
    let example = include_str!("../../../examples/good-morning.json");
    desk.write("b.json", example).write("c.json", example);
    let films = ["?.json", "-o", "{name}.y4m", "--size", "1280x720", "--json"];
    let ran = interrupt(&desk, &films, None, "b.y4m.", "-INT");
    assert_eq!(desk.names(), ["a.json", "a.y4m", "b.json", "c.json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.gave).unwrap();
    let results: Vec<&serde_json::Value> =
        told["films"].as_array().unwrap().iter().map(|film| &film["result"]).collect();
    assert_eq!(results, ["made", "stopped", "not begun"]);
    assert_eq!((&told["error"]["exit"], &told["not_made"]), (&130.into(), &2.into()));
    let row = |name: &str, word: &str| ran.said.lines().any(|line| line.starts_with(name) && line.ends_with(word));
    assert!(row("a.json", "made") && row("b.json", "stopped") && row("c.json", "not begun"), "{}", ran.said);
    ran.says(130, &["1 of 3 films were made"]);
}

#[test]
fn an_interrupted_film_is_an_event_too() {
    let desk = Desk::new();
    let args = ["morning.json", "-o", "film.y4m", "--size", "1280x720", "--progress", "ndjson"];
    let ran = interrupt(desk.example(), &args, None, "film.y4m.", "-TERM");
    let events = super::events::events(&ran.said);
    let [.., error, summary] = &events[..] else { panic!("{}", ran.said) };
    assert_eq!(
        (&error["event"], &error["exit"], &error["input"]),
        (&"error".into(), &130.into(), &"morning.json".into())
    );
    assert_eq!(
        (&summary["event"], &summary["not_made"], &summary["exit"]),
        (&"summary".into(), &1.into(), &130.into())
    );
    assert_eq!(desk.names(), ["morning.json"]);
}

#[test]
fn an_interrupted_film_leaves_nothing_and_an_earlier_one_untouched() {
    let bare = Some("/nonexistent");
    let films = [("-INT", bare, "film.mp4"), ("-TERM", bare, "film.mp4"), ("-INT", None, "film.mp4")];
    let pictures = ["film.gif", "film.apng", "film.webp", "film.y4m"].map(|name| ("-INT", bare, name));
    for (signal, path, name) in films.into_iter().chain(pictures) {
        let desk = Desk::new();
        desk.example().write(name, "an earlier film");
        let args = ["morning.json", "-o", name, "--size", "1280x720", "--captions", "srt"];
        interrupt(&desk, &args, path, &format!("{name}."), signal);
        assert_eq!(desk.names(), [name, "morning.json"]);
        assert_eq!(fs::read(desk.path(name)).unwrap(), b"an earlier film");
    }
}

#[test]
fn interrupted_previews_leave_nothing_half_made() {
    let desk = Desk::new();
    interrupt(&desk, &["previews", "-o", "out", "--size", "320x320"], None, "out", "-INT");
    let names = super::names(&desk.path("out"));
    assert!(!names.iter().any(|name| name.contains(".part") || name == "index.html"), "{names:?}");
    // What was whole is known, and is not drawn again.
    let record = fs::read_to_string(desk.path("out/previews.json")).unwrap();
    let whole = names.iter().filter(|name| *name != "previews.json");
    whole.for_each(|name| assert!(record.contains(&format!("\"{name}\"")), "{name}"));
}

/// An endless cartoon.
fn endless() -> String {
    cartoon(r#"{"op": "forever", "body": [{"op": "wait", "for": 1}]}"#)
}

/// An endless cartoon that takes its time from frame to frame, though not in the plan: a character counts all the while.
fn busy() -> String {
    let counts = r#"{"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "forever", "body": [
        {"op": "repeat", "times": 500, "body": [{"op": "changeVar", "name": "n", "by": 1}]}, {"op": "wait", "for": 0.001}]}]}]}"#;
    let does = format!(r#"{{"op": "does", "who": "A", "behaviour": {counts}}}"#);
    cartoon(&format!(r#"{does}, {{"op": "forever", "body": [{{"op": "wait", "for": 1}}]}}"#))
}

#[test]
fn an_ffmpeg_that_hangs_is_gone_before_its_file_is() {
    let far = ["toon.json", "-o", "film.mp4", "--size", "64x64", "--from", "3500", "--to", "3501"];
    let large = ["toon.json", "-o", "film.mp4", "--size", "640x360", "--to", "1"];
    let small = ["toon.json", "-o", "film.mp4", "--size", "64x64", "--to", "1"];
    let reads_all = format!("cat >/dev/null; {HANGS}");
    // It hangs while the cartoon steps far ahead, while a frame is written, and when all frames are written.
    for (args, script) in [(far.as_slice(), HANGS), (&large, HANGS), (&small, &reads_all)] {
        let desk = Desk::new();
        desk.write("toon.json", busy()).stand_in(script);
        interrupt(&desk, &[args, &["--ffmpeg", "./ffmpeg"]].concat(), None, "beat", "-TERM");
        fs::remove_file(desk.path("beat")).unwrap();
        sleep(AFTER);
        assert_eq!(desk.names(), ["ffmpeg", "toon.json"], "{args:?}");
    }
}

#[test]
fn an_ffmpeg_that_does_not_say_what_it_can_is_gone_too() {
    let desk = Desk::new();
    desk.write("toon.json", endless()).stand_in("");
    desk.write("ffmpeg", format!("#!/bin/sh\n{HANGS}\n"));
    let args = ["toon.json", "-o", "film.mp4", "--size", "64x64", "--to", "1", "--ffmpeg", "./ffmpeg"];
    interrupt(&desk, &args, None, "beat", "-TERM");
    fs::remove_file(desk.path("beat")).unwrap();
    sleep(AFTER);
    assert_eq!(desk.names(), ["ffmpeg", "toon.json"]);
}

#[test]
fn interrupted_stills_leave_nothing() {
    for signal in ["-INT", "-TERM"] {
        let desk = Desk::new();
        desk.write("toon.json", busy());
        let args = ["still", "toon.json", "--frame", "5,80000", "-o", "a.png", "--size", "64x64"];
        interrupt(&desk, &args, None, ".part", signal);
        assert_eq!(desk.names(), ["toon.json"]);
    }
}
