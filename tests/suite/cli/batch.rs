//! Several cartoons in one call: which they are, what their films are called, what is refused, and what is told of them all.
use super::faults::cartoon;
use super::{Desk, Ran, names};
use serde_json::Value;
use std::fs;
#[cfg(unix)]
use std::os::unix::ffi::OsStrExt;

const SMALL: [&str; 4] = ["--size", "32x32", "--fps", "4"];

/// Cartoons of 0.5 s, by their files' names.
fn desk(files: &[&str]) -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("films")).unwrap();
    for file in files {
        desk.write(file, cartoon(r#"{"op": "wait", "for": 0.5}"#));
    }
    desk
}

fn film(desk: &Desk, args: &[&str]) -> Ran {
    desk.run_bare(&[args, &SMALL].concat())
}

/// The table's rows: the first word of each, and the last.
fn table(said: &str) -> Vec<(String, String)> {
    let rows = said.lines().skip_while(|line| !line.starts_with("film ")).skip(1);
    let rows = rows.take_while(|line| !line.contains(" films made in "));
    let words = |line: &str| {
        let (name, rest) = line.split_once("  ").unwrap();
        (name.to_owned(), rest.rsplit("  ").next().unwrap().to_owned())
    };
    rows.map(words).collect()
}

#[test]
fn patterns_and_names_give_each_its_film() {
    let made = |files: &[&str], args: &[&str]| {
        let desk = desk(files);
        film(&desk, args).says(0, &[]);
        (names(desk.path("").as_path()), if desk.path("out").exists() { names(&desk.path("out")) } else { vec![] })
    };
    let two = ["films/b.json", "films/a.json"];
    let (_, out) = made(&two, &["films/*.json", "-o", "out/{name}.gif"]);
    assert_eq!(out, ["a.gif", "b.gif"]);
    // The given order counts; what a pattern finds is sorted, and nothing is filmed twice.
    let (_, out) =
        made(&[&two[..], &["z.json"]].concat(), &["z.json", "films/*.json", "z.json", "-o", "out/{number}{name}.gif"]);
    assert_eq!(out, ["1z.gif", "2a.gif", "3b.gif"]);
    // A folder holds films; mp4 unless another form is asked for.
    let (_, out) = made(&two, &["films/a.json", "films/b.json", "-o", "out/"]);
    assert_eq!(out, ["a.mp4", "b.mp4"]);
    let (_, out) = made(&two, &["films/a.json", "films/b.json", "-o", "out/", "--format", "webp"]);
    assert_eq!(out, ["a.webp", "b.webp"]);
    let (all, _) = made(&two, &["films/?.json", "-o", "films", "--format", "gif"]);
    assert_eq!(all, ["films"]);
    // One alone has a folder of pictures, as ever, and may be named too.
    let (_, out) = made(&two, &["films/a.json", "-o", "out/"]);
    assert_eq!(out, ["000000.png", "000001.png"]);
    let (_, out) = made(&two, &["films/a.json", "-o", "out/", "--format", "gif"]);
    assert_eq!(out, ["a.gif"]);
    // A pattern is for several, though it finds one now.
    let (_, out) = made(&two, &["films/a*.json", "-o", "out/"]);
    assert_eq!(out, ["a.mp4"]);
    let (all, _) = made(&two, &["films/a*.json", "-o", "one.gif"]);
    assert_eq!(all, ["films", "one.gif"]);
    let (all, _) = made(&two, &["films/a*.json", "-o", "{number}-{name}-{name}.gif"]);
    assert_eq!(all, ["1-a-a.gif", "films"]);
    // A pack is called by the last part of its id, which has a pattern too.
    let (_, out) = made(&two, &["c4c:toon:good_m*", "films/a.json", "-o", "out/{name}.gif", "--to", "0.25"]);
    assert_eq!(out, ["a.gif", "good_morning.gif"]);
}

#[test]
fn folders_of_pictures_and_files_beside_are_each_films_own() {
    let desk = desk(&["films/a.x.json", "films/a.y.json"]);
    let args = ["films/*", "-o", "out/", "--format", "png", "--audio", "wav", "--captions", "srt"];
    film(&desk, &args).says(0, &[]);
    let beside = ["a.x", "a.x.srt", "a.x.wav", "a.y", "a.y.srt", "a.y.wav"];
    assert_eq!(names(&desk.path("out")), beside);
    assert_eq!(names(&desk.path("out/a.y")), ["000000.png", "000001.png"]);
}

#[test]
fn numbers_are_as_wide_as_the_count() {
    let files: Vec<String> = (0..11).map(|k| format!("films/{k:02}.json")).collect();
    let desk = desk(&files.iter().map(String::as_str).collect::<Vec<_>>());
    film(&desk, &["films/*.json", "-o", "out/{number}.gif", "--to", "0.25"]).says(0, &[]);
    let wanted: Vec<String> = (1..=11).map(|k| format!("{k:02}.gif")).collect();
    assert_eq!(names(&desk.path("out")), wanted);
}

#[test]
fn a_file_whose_name_is_a_pattern_is_that_file() {
    let desk = desk(&["films/[ab].json", "films/a.json"]);
    film(&desk, &["films/[ab].json", "-o", "out/{name}.gif"]).says(0, &[]);
    assert_eq!(names(&desk.path("out")), ["[ab].gif"]);
}

#[test]
fn what_begins_with_a_dot_is_meant_only_where_the_pattern_says_so() {
    let desk = desk(&["films/a.json", "films/.b.json"]);
    fs::create_dir(desk.path("films/.old")).unwrap();
    desk.write("films/.old/c.json", cartoon(r#"{"op": "wait", "for": 0.5}"#));
    // A name that is no text, as Unix has them, is passed by.
    #[cfg(unix)]
    fs::write(desk.path("films").join(std::ffi::OsStr::from_bytes(b"\xff.json")), "{}").unwrap();
    for (pattern, made) in [
        ("films/*.json", "a.gif"),
        ("films/**/*.json", "a.gif"),
        ("films/.*.json", ".b.gif"),
        ("films/.old/*", "c.gif"),
    ] {
        film(&desk, &[pattern, "-o", "out/{name}.gif"]).says(0, &[]);
        assert_eq!(names(&desk.path("out")), [made], "{pattern}");
        fs::remove_dir_all(desk.path("out")).unwrap();
    }
}

#[test]
fn what_cannot_be_right_is_refused_before_anything_is_drawn() {
    let cases: [(i32, &[&str], &[&str]); 12] = [
        (
            2,
            &["a.json", "films/b.json", "-o", "x.mp4"],
            &["x.mp4 is the name of one film", "2 cartoons", "-o '{name}.mp4'", "-o x/"],
        ),
        (2, &["a.json", "films/b.json", "-o", "x/{nmae}.mp4"], &["{nmae} stands for nothing", "did you mean {name}?"]),
        (2, &["a.json", "films/b.json", "-o", "-"], &["a pipe takes one film, not 2", "{name}"]),
        (2, &["a.json", "films/b.json", "-o", "{name}.avi"], &["a.avi", "no film form is named .avi"]),
        (2, &["a.json", "films/b.json", "-o", "out"], &["out is the name of one film", "-o out/"]),
        (
            2,
            &["a.json", "films/a.json", "-o", "out/"],
            &["a.json and films/a.json would both become out/a.mp4", "{number}"],
        ),
        (
            2,
            &["a.json", "films/b.json", "-o", "{name}.json", "--format", "mp4"],
            &["a.json is read by this very command"],
        ),
        (2, &["a.json", "-o", "films/../a.json", "--format", "mp4"], &["a.json is read by this very command"]),
        (1, &["films/[.json", "a.json", "-o", "out/"], &["no file fits films/[.json"]),
        (1, &["a.json", "no/*.json", "-o", "out/"], &["no file fits no/*.json"]),
        (1, &["a.json", "films", "c4c:toon:zz*", "-o", "out/"], &["no cartoon's id fits c4c:toon:zz*"]),
        (2, &["a.json", "films/b.json", "-o", "out/", "--crf", "3", "--format", "gif"], &["--crf"]),
    ];
    for (code, args, words) in cases {
        let desk = desk(&["a.json", "films/a.json", "films/b.json"]);
        let before = fs::read(desk.path("a.json")).unwrap();
        film(&desk, args).says(code, words);
        assert_eq!(
            (desk.names(), names(&desk.path("films"))),
            (vec!["a.json".into(), "films".into()], vec!["a.json".into(), "b.json".into()]),
            "{args:?}"
        );
        assert_eq!(fs::read(desk.path("a.json")).unwrap(), before);
    }
}

/// Three cartoons, of which the second is wrong, or runs wild, and two more that are not there or cannot be written.
fn failing(bad: &str) -> Desk {
    let desk = desk(&["films/a.json", "films/c.json"]);
    desk.write("films/b.json", cartoon(bad));
    desk
}

#[test]
fn one_that_fails_stops_no_other() {
    let wild = r#"{"op": "wait", "for": 0.3}, {"op": "repeat", "times": 3000000, "body": [{"op": "changeVar", "name": "n", "by": 1}]}"#;
    for (bad, words) in [(r#"{"op": "wiat", "for": 1}"#, "films/b.json:2:"), (wild, "a million blocks")] {
        let desk = failing(bad);
        let ran = film(&desk, &["films/*.json", "-o", "out/{name}.gif"]);
        ran.says(1, &[words, "2 of 3 films made", "error: 1 of 3 films failed"]);
        assert_eq!(names(&desk.path("out")), ["a.gif", "c.gif"], "{bad}");
        let wanted = [("films/a.json", "made"), ("films/b.json", "failed"), ("films/c.json", "made")];
        let wanted: Vec<_> = wanted.iter().map(|(name, fate)| ((*name).to_owned(), (*fate).to_owned())).collect();
        assert_eq!(table(&ran.said), wanted, "{}", ran.said);
        // It is told when it fails, before the next is made.
        let (failed, made) = (ran.said.find(words).unwrap(), ran.said.find("out/c.gif: 2 frames").unwrap());
        assert!(failed < made, "{}", ran.said);
    }
}

#[test]
fn one_exit_code_says_whose_fault_it_was() {
    let desk = failing(r#"{"op": "wiat", "for": 1}"#);
    let run = |more: &[&str]| film(&desk, &[&["films/*.json", "-o"], more].concat());
    // A film in whose place a folder lies is the machine's fault.
    fs::create_dir_all(desk.path("out/c.gif")).unwrap();
    run(&["out/{name}.gif"]).says(3, &["out/c.gif", "2 of 3 films failed"]);
    run(&["good/{name}.gif", "--from", "7"]).says(1, &["films/a.json: --from 7", "3 of 3 films failed"]);
    // Quiet leaves the table out, not what is wrong.
    let quiet = run(&["good/{name}.gif", "-q"]);
    assert!(!quiet.says(1, &["wiat", "error: 1 of 3"]).said.contains("made"), "{}", quiet.said);
    fs::remove_file(desk.path("films/b.json")).unwrap();
    assert_eq!(run(&["good/{name}.gif", "-q"]).says(0, &[]).said, "");
}

#[test]
fn programs_are_told_of_each() {
    let desk = failing(r#"{"op": "wiat", "for": 1}"#);
    let ran = film(&desk, &["films/*.json", "-o", "out/{name}.gif", "--json", "-q"]);
    ran.says(1, &[]);
    let told: Value = serde_json::from_str(&ran.gave).unwrap();
    assert_eq!((&told["made"], &told["failed"], &told["not_made"]), (&2.into(), &1.into(), &0.into()));
    assert_eq!((&told["error"]["exit"], &told["error"]["message"]), (&1.into(), &"1 of 3 films failed".into()));
    let films = told["films"].as_array().unwrap();
    let of = |key: &str| films.iter().map(|film| film[key].as_str().unwrap()).collect::<Vec<_>>();
    assert_eq!(of("input"), ["films/a.json", "films/b.json", "films/c.json"]);
    assert_eq!(of("output"), ["out/a.gif", "out/b.gif", "out/c.gif"]);
    assert_eq!(of("result"), ["made", "failed", "made"]);
    // 0.5 s at 4 frames a second.
    assert_eq!((&films[2]["frames"], &films[2]["duration"]), (&2.into(), &0.5.into()));
    let fault = &films[1]["error"]["faults"][0];
    assert_eq!((&fault["file"], &fault["line"]), (&"films/b.json".into(), &2.into()));
    assert_eq!(fault["path"], "scripts.0.body.0.op");
    assert!(films[1]["error"]["message"].as_str().unwrap().contains("wiat"));
}

#[test]
fn long_names_lose_their_middle() {
    use jabber_render::cli::out::middle;
    assert_eq!(middle("short", 8), "short   ");
    assert_eq!(middle("abcdefghij", 7), "abc…hij");
    assert_eq!(middle("abcdefghij", 8), "abc…ghij");
    // Letters two columns wide: two of them and a half would not fit.
    assert_eq!(middle("漢字漢字漢字", 8), "漢…漢字 ");
    assert_eq!(middle("ab", 1), "…");
}
