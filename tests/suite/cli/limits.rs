//! Every limit through the program itself: what is beyond it is refused at once, in a message that names the limit; what is
//! just within it is taken.
use super::Desk;
use super::faults::cartoon;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

/// Far more than any refusal takes in a test build.
const SOON: Duration = Duration::from_secs(30);

/// Runs `args` on `source` and expects this exit code and these words, soon.
fn answered(source: &str, args: &[&str], code: i32, words: &[&str]) {
    let desk = Desk::new();
    desk.write("toon.json", source);
    let start = Instant::now();
    desk.run(args).says(code, words);
    assert!(start.elapsed() < SOON, "{args:?} took {:?}", start.elapsed());
    assert!(desk.names().iter().all(|name| name == "toon.json" || code == 0), "{:?}", desk.names());
}

fn behaviour(body: &str) -> String {
    format!(r#"{{"v": 1, "kind": "behaviour", "vars": {{"v": 0}}, "scripts": [{{"body": [{body}]}}]}}"#)
}

const VALIDATE: [&str; 2] = ["validate", "toon.json"];
const TIMELINE: [&str; 2] = ["timeline", "toon.json"];
const FILM: [&str; 5] = ["toon.json", "-o", "film.mp4", "--size", "64x64"];

/// 64 MiB to the byte are read, one more is not.
#[test]
fn the_size_of_the_input() {
    let desk = Desk::new();
    let write = |size: usize| {
        let mut file = File::create(desk.path("big.json")).unwrap();
        let open = r#"{"v": 1, "kind": "behaviour", "scripts": [{"body": []}]}"#;
        file.write_all(open.as_bytes()).unwrap();
        file.write_all(&vec![b' '; size - open.len()]).unwrap();
    };
    write(64 << 20);
    desk.run(&["validate", "big.json"]).says(0, &[]);
    write((64 << 20) + 1);
    desk.run(&["validate", "big.json"]).says(1, &["larger than 64 MiB"]);
    desk.run(&["timeline", "big.json"]).says(1, &["larger than 64 MiB"]);
}

/// Each way to nest: what opens a level, what closes it, how many levels of JSON one is, how many stand around all.
#[test]
fn how_deep_anything_nests() {
    let ways = [
        (r#"{"op": "for", "for": 1, "body": ["#, "]}", 2),
        (r#"{"op": "repeat", "times": 1, "body": ["#, "]}", 2),
        (r#"{"op": "while", "cond": "=tau < 1", "body": ["#, "]}", 2),
        (r#"{"op": "forever", "body": ["#, "]}", 2),
        (r#"{"op": "window", "to": 1, "body": ["#, "]}", 2),
        (r#"{"op": "if", "cond": 1, "then": ["#, "]}", 2),
        (r#"{"op": "if", "cond": 0, "then": [], "else": ["#, "]}", 2),
        (r#"{"op": "together", "branches": [["#, "]]}", 3),
    ];
    // {"scripts": [{"body": [ is four levels, the wait inside one.
    for (open, close, levels) in ways {
        let most = (200 - 5) / levels;
        let nested = |n: usize| behaviour(&(open.repeat(n) + r#"{"op": "wait", "for": 0.1}"# + &close.repeat(n)));
        answered(&nested(most), &VALIDATE, 0, &[]);
        answered(&nested(most), &["pose", "toon.json", "--at", "0.5"], 0, &[]);
        answered(&nested(most + 1), &VALIDATE, 1, &["nests deeper than 200 levels"]);
        answered(&nested(50_000), &VALIDATE, 1, &["nests deeper than 200 levels"]);
    }
    for (open, close) in [("[", "]"), ("{\"a\": ", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        answered(&deep, &VALIDATE, 1, &["nests deeper than 200 levels"]);
        answered(&open.repeat(100_000), &TIMELINE, 1, &["nests deeper than 200 levels"]);
    }
    for (open, close) in [("(", ")"), ("abs(", ")"), ("-", ""), ("2^", "")] {
        let wait =
            |n: usize| behaviour(&format!(r#"{{"op": "wait", "for": "={}1{}"}}"#, open.repeat(n), close.repeat(n)));
        answered(&wait(200), &VALIDATE, 0, &[]);
        answered(&wait(100_000), &VALIDATE, 1, &["nests deeper than 200 levels", "scripts.0.body.0.for"]);
    }
}

/// Behaviours do not nest: only a scene starts one.
#[test]
fn a_behaviour_holds_no_other() {
    let inner = behaviour(r#"{"op": "wait", "for": 1}"#);
    let does = |program: &str| format!(r#"{{"op": "does", "who": "A", "behaviour": {program}}}"#);
    answered(&cartoon(&does(&inner)), &VALIDATE, 0, &[]);
    answered(&cartoon(&does(&behaviour(&does(&inner)))), &VALIDATE, 1, &["belongs to a scene"]);
}

/// Loops without time end after a million blocks; in a scene that is an error, in a behaviour a warning (ruling 41).
#[test]
fn a_million_blocks_without_time() {
    for times in ["2e6", "1e18", "\"=1/0\""] {
        let loops =
            format!(r#"{{"op": "repeat", "times": {times}, "body": [{{"op": "setVar", "name": "v", "to": 1}}]}}"#);
        answered(
            &cartoon(&loops),
            &TIMELINE,
            1,
            &["a million blocks ran without time passing", "scripts.0.body.0", "wait"],
        );
        let pose = ["pose", "toon.json", "--at", "0.5"];
        answered(&behaviour(&loops), &pose, 0, &["a million blocks ran without time passing", "scripts.0.body.0"]);
    }
}

/// Times that no film reaches are no end; `--max-duration` moves the limit.
#[test]
fn how_long_a_cartoon_lasts() {
    let says = ["does not end within 3600 s", "--max-duration", "--to"];
    let ways = [
        r#"{"op": "wait", "for": 4000}"#,
        r#"{"op": "wait", "for": 1e308}"#,
        r#"{"op": "for", "for": 1e308, "body": []}"#,
        r#"{"op": "wait", "until": 1e300}"#,
        r#"{"op": "place", "who": "A", "x": 1, "over": 1e18}"#,
        r#"{"op": "say", "who": "A", "text": "x", "speed": 1e-300}"#,
        r#"{"op": "repeat", "times": 1e18, "body": [{"op": "wait", "for": 1}]}"#,
    ];
    for way in ways {
        answered(&cartoon(way), &FILM, 1, &says);
    }
    let late = r#"{"v": 1, "kind": "cartoon", "cast": {"A": "a"}, "scripts": [
        {"hat": {"on": "scene", "name": "one"}, "body": [{"op": "wait", "for": 1}]},
        {"hat": {"on": "scene", "name": "two", "at": 1e300}, "body": [{"op": "wait", "for": 1}]}]}"#;
    answered(late, &FILM, 1, &says);
    let long = cartoon(r#"{"op": "wait", "for": 4000}"#);
    let film = [&FILM[..], &["--max-duration", "2.5"]].concat();
    answered(&cartoon(r#"{"op": "wait", "for": 3}"#), &film, 1, &["does not end within 2.5 s"]);
    let frames = ["frames", "toon.json", "--fps", "1"];
    answered(&long, &frames, 1, &["does not end within 3600 s"]);
    let desk = Desk::new();
    desk.write("toon.json", &long);
    assert!(desk.run(&TIMELINE).says(0, &[]).gave.starts_with(r#"{"duration":null"#));
    let longer = desk.run(&["timeline", "toon.json", "--max-duration", "5000"]);
    assert!(longer.says(0, &[]).gave.starts_with(r#"{"duration":4000.0"#), "{}", longer.gave);
}

/// A moment that the program would have to go to frame by frame is no later than the longest cartoon.
#[test]
fn how_late_a_moment_is() {
    let endless = cartoon(r#"{"op": "forever", "body": [{"op": "wait", "for": 1}]}"#);
    let says = ["is later than 3600 s", "--max-duration"];
    let still = |moment: &[&'static str]| [&["still", "toon.json", "-o", "x.png", "--size", "64x64"], moment].concat();
    answered(&endless, &still(&["--at", "1e300"]), 2, &says);
    answered(&endless, &still(&["--at", "3600.1"]), 2, &says);
    answered(&endless, &still(&["--frame", "18446744073709551615"]), 2, &says);
    answered(&endless, &still(&["--frame", "99"]), 0, &[]);
    answered(&endless, &[&FILM[..], &["--to", "1e300"]].concat(), 2, &says);
    answered(&endless, &[&FILM[..], &["--from", "1e299", "--to", "1e300"]].concat(), 2, &says);
}

/// Numbers that no body and no picture has: refused by name, or drawn as far as there is something to draw.
#[test]
fn enormous_numbers() {
    let set = |argument: &str| behaviour(&format!(r#"{{"op": "chain", "ch": "part:tail", {argument}}}"#));
    answered(&set(r#""segments": 1000000000"#), &VALIDATE, 1, &["segments is a whole number, 1 to 16"]);
    answered(&set(r#""segments": 16, "amp": 1e308, "lag": 1e300"#), &["pose", "toon.json", "--at", "1e18"], 0, &[]);
    let follow = r#"{"op": "follow", "ch": "part:tail", "source": "dy", "hz": 1e9}"#;
    answered(&behaviour(follow), &VALIDATE, 1, &["hz must be 60 or less"]);
    answered(&behaviour(r#"{"op": "gait"}"#), &["pose", "toon.json", "--at", "1e300", "--legs", "1000000000"], 0, &[]);
    let legs = cartoon(r#"{"op": "does", "who": "A", "behaviour": "c4c:beh:walk"}, {"op": "wait", "for": 1}"#);
    let still = ["still", "toon.json", "--at", "0.5", "-o", "x.png", "--size", "64x64"];
    answered(&legs.replace(r#""legs": 2"#, r#""legs": 1000000000"#), &still, 0, &["1000000000 legs"]);
    answered(&legs.replace(r#""legs": 2"#, r#""legs": 1e10"#), &VALIDATE, 1, &["legs is a whole number"]);
    let place = r#"{"op": "place", "who": "A", "x": 1e300, "y": -1e300, "h": 1e300}, {"op": "wait", "for": 1}"#;
    answered(&cartoon(place), &still, 0, &[]);
    answered(&cartoon(r#"{"op": "wait", "for": 1e309}"#), &VALIDATE, 1, &["too large"]);
}

/// As many behaviours at once as memory holds, and no more.
#[test]
fn behaviours_at_once() {
    let many = r#"{"op": "repeat", "times": 100001, "body": [{"op": "does", "who": "A", "also": true,
        "behaviour": {"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "wait", "for": 9}]}]}}]}, {"op": "wait", "for": 1}"#;
    answered(&cartoon(many), &TIMELINE, 0, &["100000 behaviours run at once, and no more can start"]);
}
