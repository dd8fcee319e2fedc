//! What can be wrong with a film's input and output: one clear message, the right code, nothing left on disk.
use super::{Desk, names};
use std::fs;

/// A cartoon whose one scene has this body.
pub(super) fn cartoon(body: &str) -> String {
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
    refused("", &["toon.json"]);
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
    desk.run(&args).says(1, &["never ends", "forever", "scripts.0.body.0", "--to"]);
    assert_eq!(desk.names(), ["toon.json"]);
    desk.run_bare(&[args.as_slice(), &["--to", "0.5"]].concat()).says(0, &["12 frames"]);
    assert_eq!(desk.names(), ["film.mp4", "toon.json"]);
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
