//! The commands in a project of their own: a folder with a cartoon and its golden folder, and nothing else.
use super::{CARTOON, LIST, Project, STAR};
use crate::cli::Desk;
use jabber_render::golden::Pixels;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Every file under a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|(inside, bytes)| (format!("{name}/{inside}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

#[test]
fn a_cartoon_gets_a_still_for_every_scene_line_and_cut() {
    let desk = Desk::new();
    desk.example();
    desk.run(&["golden", "init", "morning.json"]).says(0, &["golden.json", "cases new"]);
    let list: Value = serde_json::from_slice(&fs::read(desk.path("golden/golden.json")).unwrap()).unwrap();
    let timeline: Value = serde_json::from_str(&desk.run(&["timeline", "morning.json"]).gave).unwrap();
    let kinds = ["scene", "say", "cut"];
    let shown: Vec<&Value> = timeline["timeline"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|record| kinds.contains(&record["kind"].as_str().unwrap()))
        .collect();
    let cases = list["cases"].as_array().unwrap();
    assert!(cases.len() >= 8 && cases.len() <= shown.len());
    // Each line has a still in its middle.
    for line in shown.iter().filter(|record| record["kind"] == "say") {
        let middle = line["t"].as_f64().unwrap() + line["dur"].as_f64().unwrap() / 2.0;
        let near = |case: &Value| (case["at"].as_f64().unwrap() - middle).abs() <= 1.0 / 24.0;
        assert!(cases.iter().any(near), "no still of {line}");
    }
    // A cut's still lies between it and what follows it.
    for cut in shown.iter().filter(|record| record["kind"] != "say") {
        let (t, dur) = (cut["t"].as_f64().unwrap(), cut["dur"].as_f64().unwrap());
        let inside = |case: &Value| (t..=t + dur).contains(&case["at"].as_f64().unwrap());
        assert!(cases.iter().any(inside), "no still of {cut}");
    }
    // The stills are there, and the check agrees with them, on one thread and on three.
    desk.run(&["golden", "check"]).says(0, &["stills are the same"]);
    desk.run(&["golden", "check", "--threads", "1"]).says(0, &[]);
    let before = files(&desk.path("golden"));
    assert_eq!(before.len(), 1 + 2 * cases.len());
    desk.run(&["golden", "init", "morning.json"]).says(0, &["0 cases new, and the"]);
    fs::rename(desk.path("golden"), desk.path("old")).unwrap();
    desk.run(&["golden", "init", "--threads", "1", "morning.json"]).says(0, &[]);
    assert!(files(&desk.path("golden")) == before, "one thread gives other bytes");
}

#[test]
fn a_list_that_is_there_keeps_all_it_has() {
    let project =
        Project::of("{\"note\": \"mine\",\n  \"cases\": [{\"name\": \"a/b\", \"file\": \"film.json\", \"at\": 3}]}\n");
    let nod = include_str!("../../../examples/nod.json");
    project
        .desk
        .write("nod.json", nod)
        .run(&["golden", "init", "nod.json"])
        .says(0, &["1 case new, and the 1 case it had"]);
    let text = fs::read_to_string(project.desk.path("golden/golden.json")).unwrap();
    assert!(
        text.starts_with("{\"note\": \"mine\",\n  \"cases\": [{\"name\": \"a/b\", \"file\": \"film.json\", \"at\": 3}"),
        "{text}"
    );
    let list: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(list["cases"][1]["name"], "nod/plays");
    project.check(0, &[]);
}

#[test]
fn what_is_missing_fails_until_it_is_taken_and_what_is_left_over_until_it_is_pruned() {
    let project = Project::new();
    fs::create_dir(project.desk.path("golden/old")).unwrap();
    fs::copy(project.text(), project.desk.path("golden/old/gone@1.txt")).unwrap();
    fs::copy(project.png(), project.desk.path("golden/old/gone@1.png")).unwrap();
    // What an author writes beside the stills is the author's.
    project.desk.write("golden/notes.txt", "looked at").write("golden/old.md", "");
    fs::remove_file(project.png()).unwrap();
    let told = project.check(1, &[]);
    assert_eq!(told["failing"][0]["verdict"], "missing");
    assert_eq!(told["unlisted"], json!(["old/gone@1.png", "old/gone@1.txt"]));
    project.desk.run(&["golden", "check"]).says(1, &["1 is missing, 2 files are unlisted", "golden prune"]);
    project.desk.run(&["golden", "update"]).says(0, &["new", "film/one@1.2", "2 files that no case names"]);
    assert!(project.check(1, &[])["failing"].as_array().unwrap().is_empty());
    project.desk.run(&["golden", "prune"]).says(0, &["old/gone@1.png", "old/gone@1.txt"]);
    project.check(0, &[]);
    let names: Vec<String> = files(&project.desk.path("golden")).into_keys().collect();
    assert_eq!(names, ["film/one@1.2.png", "film/one@1.2.txt", "golden.json", "notes.txt", "old.md"]);
}

#[test]
fn update_rewrites_only_what_fails_and_says_how_far_it_was() {
    let list = r#"{"cases": [{"name": "film/one", "file": "film.json", "at": [0.25, 1.2]}]}"#;
    let project = Project::of(list);
    let before = files(&project.desk.path("golden"));
    project.change("film.json", r#""deg": 12.5"#, r#""deg": 20"#);
    // At a quarter of a second nothing has begun to move.
    let ran = project.desk.run(&["golden", "update"]);
    ran.says(0, &["changed", "film/one@1.2", "pixels differ by", "frame state: characters.mia.pose.torso 12.5 → 20"]);
    ran.says(0, &["2 stills: 1 changed"]);
    let after = files(&project.desk.path("golden"));
    let other: Vec<&String> = after.keys().filter(|name| after[*name] != before[*name]).collect();
    assert_eq!(other, ["film/one@1.2.png", "film/one@1.2.txt"]);
    project.desk.run(&["golden", "update"]).says(0, &["2 stills: nothing to do"]);
}

#[test]
fn stills_are_not_taken_where_nobody_looks() {
    let project = Project::new();
    for (ci, code) in [("true", 2), ("1", 2), ("false", 0), ("", 0)] {
        for args in [&["golden", "update"][..], &["golden", "init", "film.json"]] {
            let output = project.desk.command(args).env("CI", ci).output().unwrap();
            assert_eq!(output.status.code(), Some(code), "CI={ci} {args:?}");
        }
    }
    // Checking is what CI is for.
    assert!(project.desk.command(&["golden", "check"]).env("CI", "true").output().unwrap().status.success());
}

#[test]
fn patterns_choose() {
    let list = r#"{"cases": [
        {"name": "film/one", "file": "film.json", "at": [0.25, 1.2]}, {"name": "film/two", "file": "film.json", "at": 2}
    ]}"#;
    let project = Project::of(list);
    for (patterns, stills) in
        [(&["one"][..], 2), (&["*@1.2"], 1), (&["film/*@2"], 1), (&["one@0", "two"], 2), (&["*"], 3)]
    {
        assert_eq!(project.check(0, patterns)["stills"], stills, "{patterns:?}");
    }
    project
        .desk
        .run(&["golden", "check", "film/tow@2"])
        .says(2, &["no still is called film/tow@2", "did you mean film/two@2?"]);
    project.desk.run(&["golden", "update", "sheets"]).says(2, &["no still is called sheets"]);
}

#[test]
fn a_still_or_text_that_update_did_not_write_is_told() {
    let project = Project::new();
    let (png, text) = (fs::read(project.png()).unwrap(), fs::read(project.text()).unwrap());
    let spoilt = |why: &str| {
        let told = project.check(1, &[]);
        let one = &told["failing"][0];
        assert_eq!(one["verdict"], "spoilt");
        assert!(one["said"].as_str().unwrap().contains(why), "{one}");
        project.desk.run(&["golden", "update"]).says(0, &["1 changed"]);
        assert_eq!((fs::read(project.png()).unwrap(), fs::read(project.text()).unwrap()), (png.clone(), text.clone()));
    };
    fs::write(project.png(), &png[..png.len() / 2]).unwrap();
    spoilt("cannot be read");
    fs::write(project.text(), "jabber-render golden 1\n").unwrap();
    spoilt("text beside the golden still is missing");
    fs::remove_file(project.text()).unwrap();
    spoilt("text beside the golden still is missing");
    let mut other = Pixels::from_png(&png).unwrap();
    other.data[0] ^= 1;
    fs::write(project.png(), other.to_png().unwrap()).unwrap();
    spoilt("of another picture");
}

#[test]
fn a_text_that_is_out_of_date_fails_though_its_picture_is_the_same() {
    let project = Project::new();
    let good = fs::read(project.text()).unwrap();
    project.change("golden/film/one@1.2.txt", "\nlist ", "\nlist 0");
    // Sixteen digits begin with the first one now.
    let text = fs::read_to_string(project.text()).unwrap();
    let line = text.lines().find(|line| line.starts_with("list ")).unwrap().to_owned();
    fs::write(project.text(), text.replace(&line, &line[..line.len() - 1])).unwrap();
    let failing = &project.check(1, &[])["failing"][0];
    assert_eq!((&failing["verdict"], &failing["text_is_old"]), (&"spoilt".into(), &true.into()));
    project.desk.run(&["golden", "update"]).says(0, &["1 in their texts alone"]);
    assert_eq!(fs::read(project.text()).unwrap(), good);
}

#[test]
fn a_still_that_is_too_large_fails_until_it_is_smaller() {
    let project = Project::new();
    let pixels = Pixels::from_png(&fs::read(project.png()).unwrap()).unwrap();
    // The same pixels, not compressed at all: 320 × 180 × 4 bytes.
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::NoCompression);
    encoder.write_header().unwrap().write_image_data(&pixels.data).unwrap();
    fs::write(project.png(), bytes).unwrap();
    let told = project.check(1, &[]);
    assert_eq!(told["failing"][0]["verdict"], "heavy");
    assert!(told["failing"][0]["said"].as_str().unwrap().starts_with("226 KiB, 40 at most"), "{told}");
    project.desk.run(&["golden", "update"]).says(0, &["1 changed"]);
    project.check(0, &[]);
}

#[test]
fn faults_of_the_list_and_of_the_files_it_names_are_shown_at_their_places() {
    let project = Project::new();
    let check = |list: &str, words: &[&str]| {
        project.desk.write("golden/golden.json", list);
        let ran = project.desk.run(&["golden", "check"]);
        ran.says(1, words);
    };
    let case = |rest: &str| format!("{{\"cases\": [{{\"name\": \"film/one\", {rest}}}]}}");
    check("{\"cases\": [,]}", &["golden/golden.json:1"]);
    check(
        &case(r#""file": "flim.json", "at": 1"#),
        &["there is no file flim.json", "did you mean film.json?", "cases.0.file"],
    );
    check(&case(r#""file": "film.json""#), &["a cartoon needs \"at\"", "golden/golden.json:1"]);
    check(&case(r#""file": "film.json", "at": 99"#), &["99 s: the cartoon lasts 5.5 s", "cases.0.at"]);
    check(&case(r#""file": "film.json", "at": 1, "options": {"grade": "night"}"#), &["a cartoon takes no \"grade\""]);
    check(&case(r#""file": "templates/star.json", "at": 1"#), &["a template is drawn as a sheet"]);
    check(&case(r#""file": "templates/star.json", "options": {"grid": "hands"}"#), &["star has no hand poses"]);
    project.change("film.json", "\"op\": \"setPart\"", "\"op\": \"setPrat\"");
    check(LIST, &["film.json:9", "setPrat", "1 is broken"]);
    let _ = fs::remove_file(project.desk.path("golden/golden.json"));
    project.desk.run(&["golden", "check"]).says(1, &["there is no list golden/golden.json", "golden init CARTOON"]);
    project.desk.run(&["golden", "chekc"]).says(2, &[]);
}

#[test]
fn another_folder_serves_as_well_from_anywhere() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("show/templates")).unwrap();
    desk.write("show/film.json", CARTOON).write("show/templates/star.json", STAR);
    desk.run(&["golden", "init", "--dir", "show/stills", "show/film.json"]).says(0, &["show/stills/golden.json"]);
    let text = fs::read_to_string(desk.path("show/stills/golden.json")).unwrap();
    assert!(text.contains("\"file\": \"film.json\""), "{text}");
    desk.run(&["golden", "check", "--dir", "show/stills"]).says(0, &[]);
    let inside = desk.command(&["golden", "check", "--dir", "stills"]).current_dir(desk.path("show")).output().unwrap();
    assert!(inside.status.success());
    desk.write("far.json", CARTOON)
        .run(&["golden", "init", "--dir", "show/stills", "far.json"])
        .says(1, &["does not lie in the folder"]);
}

#[test]
#[cfg(unix)]
fn what_lies_in_a_stills_place_breaks_that_still_alone() {
    let list = r#"{"cases": [{"name": "film/one", "file": "film.json", "at": 1.2}, {"name": "other/two", "file": "film.json", "at": 2}]}"#;
    let project = Project::of(list);
    let broken = |why: &str| {
        let told = project.check(1, &[]);
        assert_eq!((&told["same"], &told["failing"][0]["verdict"]), (&json!(1), &json!("broken")), "{told}");
        assert!(told["failing"][0]["said"].as_str().unwrap().contains(why), "{told}");
        project.desk.run(&["golden", "update"]).says(1, &["broken", why]);
    };
    fs::remove_file(project.png()).unwrap();
    fs::create_dir(project.png()).unwrap();
    broken("one@1.2.png is a folder");
    fs::remove_dir(project.png()).unwrap();
    fs::remove_file(project.text()).unwrap();
    fs::create_dir(project.text()).unwrap();
    broken("one@1.2.txt is a folder");
    fs::remove_dir_all(project.desk.path("golden/film")).unwrap();
    project.desk.write("golden/film", "");
    broken("golden/film is a file");
}

#[test]
#[cfg(unix)]
fn an_interrupted_update_leaves_whole_stills_and_nothing_else() {
    let project = Project::new();
    let at: Vec<f64> = (0..400).map(|i| f64::from(i) * 0.0125).collect();
    let case = json!({"name": "film/many", "file": "film.json", "at": at, "size": "1280x720", "note": "slow"});
    project.desk.write("golden/golden.json", json!({"cases": [case]}).to_string());
    let mut child = project.desk.command(&["golden", "update"]).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let taken = || {
        let names = fs::read_dir(project.desk.path("golden/film")).unwrap();
        names
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.to_string_lossy().contains("many"))
            .collect::<Vec<_>>()
    };
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while taken().is_empty() {
        if std::time::Instant::now() >= deadline || child.try_wait().unwrap().is_some() {
            let _ = child.kill();
            panic!("no still was taken");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted; the stills taken so far are whole"), "{said}");
    let taken = taken();
    assert!(taken.len() < 800, "all of them");
    for file in taken {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("png") => assert!(Pixels::from_png(&fs::read(&file).unwrap()).is_ok(), "{}", file.display()),
            Some("txt") => {}
            _ => panic!("{} is left", file.display()),
        }
    }
}

/// A line whose lips move by our own voice in one way, by the text in another.
#[test]
fn who_speaks_can_be_said_of_all_cases_that_do_not_say_it() {
    let cartoon = r#"{"v": 1, "kind": "cartoon", "cast": {"A": {"at": {"x": 0.5, "y": 0.92, "h": 0.9}, "look": {"template": "person"}}},
      "scripts": [{"hat": {"on": "scene", "name": "s"}, "body": [{"op": "say", "who": "A", "text": "Where are we going to eat today?"}]}]}"#;
    let case = |name: &str, options: &str| {
        let at = "[0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6]";
        format!(r#"{{"name": "said/{name}", "file": "said.json", "at": {at}{options}}}"#)
    };
    let list =
        format!(r#"{{"cases": [{}, {}]}}"#, case("free", ""), case("jabber", r#", "options": {"voice": "jabber"}"#));
    let project = Project::new();
    project.desk.write("said.json", cartoon).write("golden/golden.json", list);
    project.desk.run(&["golden", "update"]).says(0, &[]);
    project.desk.run(&["golden", "prune"]).says(0, &[]);
    let failing = |code: i32, args: &[&str]| -> Vec<String> {
        let failing = project.check(code, args)["failing"].as_array().unwrap().clone();
        failing.iter().map(|one| one["still"].as_str().unwrap().to_owned()).collect()
    };
    assert!(failing(0, &["--voice", "jabber"]).is_empty());
    let silent = failing(1, &["--voice", "none"]);
    assert!(!silent.is_empty() && silent.iter().all(|name| name.starts_with("said/free@")), "{silent:?}");
    project.desk.run(&["golden", "check", "--voice", "none"]).says(1, &["golden update --voice none"]);
    project.desk.run(&["golden", "update", "--voice", "none"]).says(0, &[]);
    assert!(failing(0, &["--voice", "none"]).is_empty());
    assert!(!failing(1, &[]).is_empty());
    project.desk.run(&["golden", "check", "--voice", "nobody"]).says(2, &["jabber, espeak, none"]);
}
