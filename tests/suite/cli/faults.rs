//! What can be wrong with a film's input and output: one clear message, the right code, nothing left on disk.
use super::{Desk, names};
use std::fs;

/// A cartoon whose one scene has this body.
pub(crate) fn cartoon(body: &str) -> String {
    format!(
        r#"{{"v": 1, "kind": "cartoon", "name": "t", "cast": {{"A": {{"legs": 2, "look": {{"template": "person"}}}}}},
"scripts": [{{"hat": {{"on": "scene", "name": "one", "place": "park"}}, "body": [{body}]}}]}}"#
    )
}

const FILM: [&str; 4] = ["-o", "film.mp4", "--size", "64x64"];

/// Renders `source` and expects it to be refused.
fn refused(source: &str, words: &[&str]) {
    let desk = Desk::new();
    desk.write("toon.json", source);
    desk.run(&[&["toon.json"], FILM.as_slice()].concat()).says(1, words);
    assert_eq!(desk.names(), ["toon.json"]);
}

#[test]
fn a_missing_file() {
    let desk = Desk::new();
    desk.write("cartoon.json", "{}");
    desk.run(&[&["carton.json"], FILM.as_slice()].concat()).says(1, &["no file carton.json", "cartoon.json?"]);
    desk.run(&[&["."], FILM.as_slice()].concat()).says(1, &["folder"]);
    assert_eq!(desk.names(), ["cartoon.json"]);
}

#[test]
fn bad_json_with_its_line_and_column() {
    // The comma is missing after "v": 1; the fault is where the next key begins.
    refused("{\n  \"v\": 1\n  \"kind\": \"cartoon\"\n}", &["toon.json:3:3"]);
    refused("", &["toon.json: the file is empty"]);
    refused(" \n", &["toon.json: the file is empty"]);
    refused("{\"v\": 1,", &["toon.json:1"]);
}

#[test]
fn an_unknown_block_with_the_nearest_word() {
    refused(&cartoon(r#"{"op": "wiat", "for": 1}"#), &["wiat", "\"wait\"", "scripts.0.body.0.op", "toon.json:2"]);
}

#[test]
fn an_unknown_character() {
    refused(&cartoon(r#"{"op": "say", "who": "Bob", "text": "Hello"}"#), &["Bob", "scripts.0.body.0.who"]);
}

#[test]
fn a_cartoon_that_never_ends_names_the_block() {
    let endless = cartoon(r#"{"op": "forever", "body": [{"op": "wait", "for": 1}]}"#);
    let desk = Desk::new();
    desk.write("toon.json", &endless);
    let args = [&["toon.json"], FILM.as_slice()].concat();
    desk.run(&args).says(1, &["does not end within 3600 s", "forever", "scripts.0.body.0", "--to", "--max-duration"]);
    assert_eq!(desk.names(), ["toon.json"]);
    desk.run_bare(&[args.as_slice(), &["--to", "0.5"]].concat()).says(0, &["12 frames"]);
    assert_eq!(desk.names(), ["film.mp4", "toon.json"]);
}

#[test]
fn a_runaway_and_an_endless_cartoon_show_their_line() {
    let desk = Desk::new();
    desk.write("forever.json", cartoon("\n{\"op\": \"forever\", \"body\": [{\"op\": \"wait\", \"for\": 1}]}"));
    let spin = r#"{"op": "repeat", "times": 3000000, "body": [{"op": "changeVar", "name": "n", "by": 1}]}"#;
    desk.write("spin.json", cartoon(&format!("\n\n{spin}")));
    let ends = |name: &'static str| [&[name], FILM.as_slice()].concat();
    desk.run(&ends("forever.json")).says(1, &["forever.json:3:1", "does not end within 3600 s", "\"forever\"", "--to"]);
    desk.run(&ends("spin.json"))
        .says(1, &["spin.json:4:", "a million blocks", "scripts.0.body.0", "help: put a block that takes time"]);
    desk.run(&["timeline", "spin.json"]).says(1, &["spin.json:4:", "a million blocks"]);
    let frames = desk.run(&["frames", "forever.json", "--fps", "2"]);
    frames.says(1, &["forever.json:3:1", "does not end within 3600 s", "--at T"]);
}

#[test]
fn max_duration_says_how_long_a_plan_may_take() {
    let desk = Desk::new();
    let long = |seconds: f64| cartoon(&format!("\n{{\"op\": \"wait\", \"for\": {seconds}}}"));
    desk.write("long.json", long(3601.0));
    desk.write("short.json", long(2.0));
    let timeline = |file: &str, limit: &str| desk.run(&["timeline", file, "--max-duration", limit]);
    let lasts = |ran: super::Ran, duration: &str| {
        ran.says(0, &[]);
        assert!(ran.gave.starts_with(&format!("{{\"duration\":{duration},")), "{}", ran.gave);
    };
    lasts(desk.run(&["timeline", "long.json"]), "null");
    lasts(timeline("long.json", "3602"), "3601.0");
    lasts(timeline("short.json", "1.5"), "null");
    let film = |file: &'static str, limit: &'static str| [&[file, "--max-duration", limit], FILM.as_slice()].concat();
    desk.run(&film("short.json", "1.5")).says(1, &["short.json:3:1", "does not end within 1.5 s", "\"wait\""]);
    desk.run(&film("short.json", "0")).says(2, &["--max-duration", "more than 0"]);
    let still = ["still", "short.json", "--max-duration", "1.5", "--at", "1.9", "-o", "a.png"];
    desk.run(&still).says(2, &["--at 1.9", "1.5 s", "--max-duration"]);
    assert_eq!(desk.names(), ["long.json", "short.json"]);
}

#[test]
fn what_drawing_replaces_is_shown_at_its_line() {
    let desk = Desk::new();
    desk.write("toon.json", LACKING);
    let words = [
        "warning: there is no character pack c4c:char:suny: drawn as",
        "toon.json:3:",
        "did you mean c4c:char:sunny?",
        "cast.A.pack",
        "there is no template \"persn\"",
        "toon.json:4:",
        "did you mean \"person\"?",
        "no place is called \"prk\"",
        "toon.json:5:",
        "did you mean \"park\"?",
        "there is no behaviour pack c4c:beh:wlk; c4c:beh:idle plays instead",
        "toon.json:7:",
        "did you mean c4c:beh:walk?",
    ];
    let still = desk.run(&["still", "toon.json", "--at", "0", "-o", "a.png", "--size", "64x64"]);
    still.says(0, &words);
    assert!(!still.said.contains("behaviour pack c4c:beh:wlk: "), "said twice: {}", still.said);
    desk.run_bare(&[&["toon.json"], FILM.as_slice()].concat()).says(0, &words);
    // The language is satisfied: to people notes, to programs nothing.
    let words = words.map(|word| word.trim_start_matches("warning: "));
    let checked = desk.run(&["validate", "toon.json"]);
    checked.says(0, &words);
    assert_eq!(checked.gave, "toon.json: 4 notes\n");
    assert_eq!(desk.run(&["validate", "toon.json", "--json"]).gave, "{\"ok\":true,\"errors\":[],\"warnings\":[]}\n");
}

const LACKING: &str = r#"{"v": 1, "kind": "cartoon", "name": "t",
"cast": {
  "A": {"pack": "c4c:char:suny"},
  "B": {"legs": 2, "look": {"template": "persn"}}},
"places": {"home": "prk"},
"scripts": [{"hat": {"on": "scene", "name": "one", "place": "home"}, "body": [
  {"op": "does", "who": "A", "behaviour": "c4c:beh:wlk", "for": 0.1}, {"op": "wait", "for": 0.1}]}]}"#;

#[test]
fn packs_of_a_folder_are_known_to_validate() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    desk.write("mine/wlk.json", WALK).write("mine/broken.json", "{\n  \"format\": 1,\n}").write("mine/empty.json", "");
    desk.write("mine/old.json", WALK.replace("1.0.0", "new").replace("wlk", "other"));
    desk.write("toon.json", LACKING);
    let checked = desk.run(&["validate", "toon.json", "--packs", "mine"]);
    checked.says(
        0,
        &["mine/broken.json:3:", "comma after the last item", "left out", "mine/empty.json: the file is empty"],
    );
    checked.says(0, &["mine/old.json:2:", "\"new\" is not a version"]);
    assert!(!checked.said.contains("error"), "{}", checked.said);
    assert_eq!(checked.gave, "toon.json: 3 notes\n");
    desk.run(&["validate", "toon.json", "--packs", "nope"]).says(1, &["there is no folder nope"]);
    desk.run(&["validate", "toon.json", "--packs", "toon.json"]).says(1, &["toon.json is a file, not a folder"]);
}

const WALK: &str = r#"{"format": 1, "id": "c4c:beh:wlk", "type": "behaviour",
"version": "1.0.0", "name": "wlk", "content": {"v": 1, "kind": "behaviour", "scripts": []}}"#;

#[test]
fn a_place_pack_is_no_cartoon() {
    let desk = Desk::new();
    let pack = r#"{"format": 1, "id": "c4c:place:p", "type": "place", "version": "1.0.0", "name": "p", "content": {}}"#;
    desk.write("p.json", pack);
    let refused = desk.run(&[&["p.json"], FILM.as_slice()].concat());
    refused.says(1, &["p.json:1:", "a place pack is no cartoon"]);
    assert_eq!(refused.said.matches("error").count(), 1, "{}", refused.said);
    desk.run(&["validate", "p.json"]).says(0, &[]);
}

#[test]
fn a_span_without_a_frame() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#));
    let span =
        |from: &'static str, to: &'static str| [&["toon.json", "--from", from, "--to", to], FILM.as_slice()].concat();
    desk.run(&span("5", "6")).says(2, &["lasts 1 s"]);
    desk.run(&span("0.8", "0.2")).says(2, &["--from"]);
    desk.run(&span("0.51", "0.52")).says(2, &["no frame"]);
    assert_eq!(desk.names(), ["toon.json"]);
}

#[test]
fn an_output_that_cannot_be_written() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#)).write("file", "mine");
    let to = |output: &'static str| ["toon.json", "-o", output, "--size", "64x64"];
    desk.run(&to("nowhere/film.mp4")).says(3, &["nowhere/film.mp4", "no folder nowhere"]);
    desk.run(&to("file/film.mp4")).says(3, &["file/film.mp4"]);
    desk.run(&to("nowhere/frames/")).says(3, &["nowhere/frames"]);
    assert_eq!(desk.names(), ["file", "toon.json"]);
}

#[test]
fn a_folder_that_holds_something_else() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#));
    fs::create_dir(desk.path("photos")).unwrap();
    desk.write("photos/holiday.jpg", "mine");
    desk.run(&["toon.json", "-o", "photos/", "--size", "64x64"]).says(2, &["photos", "holiday.jpg"]);
    assert_eq!(names(&desk.path("photos")), ["holiday.jpg"]);
}

#[test]
fn a_folder_named_like_a_film_gets_no_pictures() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#));
    fs::create_dir(desk.path("film.mp4")).unwrap();
    desk.run(&[&["toon.json"], FILM.as_slice()].concat()).says(3, &["cannot write film.mp4", "directory", "ends in /"]);
    assert!(names(&desk.path("film.mp4")).is_empty());
    assert_eq!(desk.names(), ["film.mp4", "toon.json"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_is_no_folder_for_frames() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#));
    std::os::unix::fs::symlink("nowhere", desk.path("link")).unwrap();
    desk.run(&["toon.json", "-o", "link/", "--size", "64x64"])
        .says(3, &["cannot write link", "link to something that is not there"]);
    assert_eq!(desk.names(), ["link", "toon.json"]);
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_ends_well_without_a_film() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#)).stand_in("echo so sorry >&2; cat >/dev/null");
    let args = [&["toon.json", "--ffmpeg", "./ffmpeg"], FILM.as_slice()].concat();
    desk.run(&args).says(3, &["wrote no film", "so sorry"]);
    assert_eq!(desk.names(), ["ffmpeg", "toon.json"]);
}

#[test]
fn an_ffmpeg_that_is_none() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#)).write("no-ffmpeg", "text");
    desk.run(&[&["toon.json", "--ffmpeg", "./no-ffmpeg"], FILM.as_slice()].concat()).says(3, &["./no-ffmpeg"]);
    assert_eq!(desk.names(), ["no-ffmpeg", "toon.json"]);
}
