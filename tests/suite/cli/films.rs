//! Films and folders of frames from the example, at a small size.
use super::super::tools;
use super::{Desk, names};
use std::ffi::OsStr;
use std::fs;

const SMALL: [&str; 4] = ["--size", "192x108", "--to", "2"];

fn film<'a>(output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["morning.json", "-o", output], SMALL.as_slice(), more].concat()
}

fn probe(desk: &Desk, film: &str) -> Option<String> {
    let path = desk.path(film);
    let fields = "stream=width,height,pix_fmt,color_space,color_transfer,color_primaries,nb_read_frames";
    let args = ["-v", "error", "-select_streams", "v", "-count_frames", "-show_entries", fields, "-of", "csv=p=0"]
        .map(OsStr::new);
    tools::run("ffprobe", args.into_iter().chain([path.as_os_str()])).map(|text| text.trim().to_owned())
}

#[test]
fn without_ffmpeg_the_embedded_encoder_makes_the_film_and_says_so_in_one_line() {
    let desk = Desk::new();
    let ran = desk.example().run_bare(&film("film.mp4", &[]));
    ran.says(0, &["no ffmpeg found", "48 frames"]);
    let notices = ran.said.lines().filter(|line| line.contains("ffmpeg") || line.contains("OpenH264"));
    assert_eq!(notices.count(), 1, "{}", ran.said);
    assert_eq!(desk.names(), ["film.mp4", "morning.json"]);
    if let Some(facts) = probe(&desk, "film.mp4") {
        assert_eq!(facts, "192,108,yuv420p,bt709,bt709,bt709,48");
    }
}

#[test]
fn with_ffmpeg_the_film_has_the_same_form() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    desk.example().run(&film("film.mp4", &[])).says(0, &["48 frames"]);
    assert_eq!(probe(&desk, "film.mp4").unwrap(), "192,108,yuv420p,bt709,bt709,bt709,48");
}

#[test]
fn quiet_says_nothing_and_json_says_it_to_programs() {
    let desk = Desk::new();
    let ran = desk.example().run_bare(&film("film.mp4", &["--quiet", "--json", "--fps", "30000/1001"]));
    ran.says(0, &[]);
    assert_eq!(ran.said, "");
    let result: serde_json::Value = serde_json::from_str(&ran.gave).unwrap();
    // ceil(2 · 30000/1001 − 1e-9) = ceil(59.94)
    assert_eq!((&result["output"], &result["frames"]), (&"film.mp4".into(), &60.into()));
    assert_eq!((&result["width"], &result["fps"]), (&192.into(), &"30000/1001".into()));
}

#[test]
fn an_odd_size_is_padded_with_a_notice() {
    let desk = Desk::new();
    let args = ["morning.json", "-o", "film.mp4", "--size", "151x101", "--to", "0.2"];
    desk.example();
    let ran = desk.run_bare(&[args.as_slice(), &["--json"]].concat());
    ran.says(0, &["padded to 152x102", "5 frames, 0.208 s, 152x102,"]);
    let result: serde_json::Value = serde_json::from_str(&ran.gave).unwrap();
    assert_eq!((&result["width"], &result["height"]), (&152.into(), &102.into()));
    // Pictures have any size.
    desk.run(&["morning.json", "-o", "frames/", "--size", "151x101", "--to", "0.2"]).says(0, &["151x101,"]);
    if let Some(facts) = probe(&desk, "film.mp4") {
        assert!(facts.starts_with("152,102,"), "{facts}");
    }
}

#[test]
fn frames_are_the_same_on_any_number_of_threads_and_in_any_span() {
    let desk = Desk::new();
    desk.example();
    for threads in ["1", "2", "8"] {
        let folder = format!("{threads}/");
        desk.run(&film(&folder, &["--threads", threads])).says(0, &[]);
    }
    desk.run(&film("part/", &["--from", "1.5"])).says(0, &[]);
    let all = names(&desk.path("1"));
    assert_eq!((all.len(), all[0].as_str(), all[47].as_str()), (48, "000000.png", "000047.png"));
    let mut different = std::collections::BTreeSet::new();
    for name in &all {
        let read = |folder: &str| fs::read(desk.path(folder).join(name)).unwrap();
        let one = read("1");
        assert_eq!(one, read("2"), "{name} on two threads");
        assert_eq!(one, read("8"), "{name} on eight threads");
        if name.as_str() >= "000036.png" {
            assert_eq!(one, read("part"), "{name} in a span");
        }
        different.insert(one);
    }
    assert_eq!(names(&desk.path("part")).len(), 12);
    // She walks in and he breathes: hardly two frames are alike.
    assert!(different.len() > 40, "{} different frames", different.len());
}

#[test]
fn a_folder_is_filled_again_and_a_film_replaced() {
    let desk = Desk::new();
    desk.example().write("film.mp4", "an earlier film");
    desk.run(&["morning.json", "-o", "frames/", "--size", "32x18", "--to", "0.5"]).says(0, &[]);
    desk.run(&["morning.json", "-o", "frames", "--size", "32x18", "--to", "0.25"]).says(0, &[]);
    assert_eq!(names(&desk.path("frames")).len(), 6);
    desk.run_bare(&film("film.mp4", &[])).says(0, &[]);
    assert!(fs::metadata(desk.path("film.mp4")).unwrap().len() > 1000);
}
