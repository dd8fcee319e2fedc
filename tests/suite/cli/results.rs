//! `--json`: every command has it, and gives one document of one shape: its result, `warnings`, and `error` where it failed.
use super::Desk;
use super::faults::cartoon;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// Commands without it, and why.
const WITHOUT: [(&str, &str); 3] = [
    ("completions", "a shell reads what it writes"),
    ("man", "a pager reads what it writes"),
    ("watch", "it does not end: an event a line"),
];

/// Every command that runs: its words, and what clap knows of it. A group that needs a command inside does not run.
fn commands(command: &clap::Command, words: &str, into: &mut Vec<(String, clap::Command)>) {
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        let words = format!("{words} {}", inner.get_name()).trim().to_owned();
        if !inner.is_subcommand_required_set() {
            into.push((words.clone(), inner.clone()));
        }
        commands(inner, &words, into);
    }
}

fn all() -> Vec<(String, clap::Command)> {
    let root = jabber_render::cli::command();
    let mut all = vec![(String::new(), root.clone())];
    commands(&root, "", &mut all);
    let excused = |words: &str| WITHOUT.iter().any(|(without, _)| *without == words);
    all.into_iter().filter(|(words, _)| !excused(words)).collect()
}

/// What a command gives, in one folder, one after another: its words, its arguments, the exit code, and the keys of its document.
const CASES: [(&str, &[&str], i32, &[&str]); 28] = [
    (
        "",
        &["toon.json", "-o", "film.gif", "--size", "32x32"],
        0,
        &["output", "frames", "width", "fps", "duration", "bytes"],
    ),
    ("still", &["toon.json", "--at", "0,0.5", "-o", "a.png", "--size", "32x32"], 0, &["pictures"]),
    ("sheet", &["person", "-o", "sheet.png", "--width", "400"], 0, &["output", "width", "height"]),
    ("validate", &["toon.json"], 0, &["ok", "errors"]),
    ("validate", &["toon.json", "bad.json", "no.json"], 1, &["ok", "files", "errors"]),
    ("timeline", &["toon.json"], 0, &["duration", "timeline", "file_warnings"]),
    ("frames", &["toon.json", "--at", "0,0.5"], 0, &["frames"]),
    ("text", &["toon.json"], 0, &["kind", "text"]),
    ("pose", &["nod.json", "--at", "0.25,0.5"], 0, &["poses"]),
    ("describe", &["setPart"], 0, &["of", "text"]),
    ("schema", &["golden"], 0, &["schema"]),
    ("templates", &[], 0, &["templates", "palettes"]),
    ("templates check", &["star.json"], 0, &["ok", "files"]),
    ("templates check", &["star.json", "bad.json"], 1, &["ok", "files"]),
    ("packs list", &["--type", "place"], 0, &["packs"]),
    ("packs show", &["c4c:beh:wag"], 0, &["id", "version", "content"]),
    ("packs index", &["mine"], 0, &["index", "packs", "written"]),
    ("packs check", &["mine"], 0, &["ok", "packs", "errors"]),
    ("packs add", &["mine"], 0, &["folder", "packs"]),
    ("previews", &["c4c:prop:cup", "-o", "out", "--size", "48x48"], 0, &["gallery", "drawn", "unchanged", "failed"]),
    ("new", &["begun"], 0, &["file", "name", "files", "next"]),
    ("new", &["--from", "list"], 0, &["starts"]),
    ("doctor", &[], 0, &["program", "ffmpeg", "encoders", "voices", "fonts", "machine", "packs"]),
    ("golden init", &["toon.json"], 0, &["list", "new", "kept"]),
    ("golden check", &[], 0, &["ok", "stills", "failing", "unlisted"]),
    ("golden update", &[], 0, &["stills", "new", "changed", "text", "heavy", "broken"]),
    ("golden prune", &[], 0, &["removed"]),
    ("golden check", &["--dir", "old"], 1, &["ok", "stills", "failing", "unlisted"]),
];

fn desk() -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 1}"#)).write("bad.json", cartoon(r#"{"op": "wiat"}"#));
    desk.write("nod.json", include_str!("../../../examples/nod.json"));
    desk.write("star.json", include_str!("../../../examples/templates/star.json"));
    let swing = json!([{"op": "wave", "ch": "rot", "shape": "sin", "amp": 20, "every": 0.8}]);
    let preview = json!({"on": "person", "dur": 1.6, "loop": true});
    desk.write("mine/swing.json", super::previews::behaviour("swing", "swing", &preview, &swing));
    fs::create_dir(desk.path("old")).unwrap();
    let case = json!({"cases": [{"name": "film/gone", "file": "gone.json", "at": 1}]});
    desk.write("old/golden.json", case.to_string());
    desk
}

/// The one document of a run.
fn document(desk: &Desk, words: &str, args: &[&str]) -> (Option<i32>, Value) {
    let words: Vec<&str> = words.split_whitespace().chain(args.iter().copied()).chain(["--json"]).collect();
    let ran = desk.run(&words);
    let document = serde_json::from_str(&ran.gave);
    (ran.code, document.unwrap_or_else(|fault| panic!("{words:?}: {fault} in {:?}; {}", ran.gave, ran.said)))
}

#[test]
fn every_command_takes_json_and_has_its_case_here() {
    for (words, command) in all() {
        assert!(command.get_arguments().any(|arg| arg.get_id() == "json"), "{words} has no --json");
        let is_run = CASES.iter().any(|(case, ..)| *case == words) || FAILURES.iter().any(|(case, ..)| *case == words);
        assert!(is_run, "{words} has no case");
    }
    let known: BTreeSet<String> = all().into_iter().map(|(words, _)| words).collect();
    CASES.iter().for_each(|(words, ..)| assert!(known.contains(*words), "there is no {words}"));
}

#[test]
fn every_command_gives_one_document_of_one_shape() {
    let desk = desk();
    for (words, args, code, keys) in CASES {
        let (exit, document) = document(&desk, words, args);
        assert_eq!(exit, Some(code), "{words} {args:?}: {document}");
        for key in keys {
            assert!(document.get(*key).is_some(), "{words} {args:?} has no {key}: {document}");
        }
        let warnings = document["warnings"].as_array().unwrap_or_else(|| panic!("{words}: {document}"));
        assert!(warnings.is_empty(), "{words} {args:?}: {document}");
        assert!(document.get("error").is_none(), "{words} {args:?}: {document}");
        assert_eq!(document["ok"], if code == 0 { document["ok"].clone() } else { false.into() });
    }
}

#[test]
fn what_the_documents_say() {
    let desk = desk();
    let told = |words: &str, args: &[&str]| document(&desk, words, args).1;
    let still = told("still", &["toon.json", "--at", "0,0.5", "-o", "a.png", "--size", "32x18", "--fps", "10"]);
    let picture = json!({"output": "a@0.5.png", "frame": 5, "t": 0.5, "width": 32, "height": 18});
    assert_eq!((&still["pictures"][1], desk.path("a@0.5.png").exists()), (&picture, true));
    let frames = told("frames", &["toon.json", "--at", "0,0.5"]);
    let lines = desk.run(&["frames", "toon.json", "--at", "0,0.5"]).gave;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(frames["frames"], Value::from(lines));
    let poses: Value = serde_json::from_str(&desk.run(&["pose", "nod.json", "--at", "0.25"]).gave).unwrap();
    assert_eq!(told("pose", &["nod.json", "--at", "0.25"])["poses"], poses);
    assert_eq!(
        format!("{}\n", told("text", &["toon.json"])["text"].as_str().unwrap()),
        desk.run(&["text", "toon.json"]).gave
    );
    let schema: Value = serde_json::from_str(&desk.run(&["schema"]).gave).unwrap();
    assert_eq!(told("schema", &[])["schema"], schema);
    let added = json!([{"id": "c4c:beh:swing", "version": "1.0.0", "added": true}]);
    assert_eq!(told("packs add", &["mine"])["packs"], added);
    assert_eq!(told("packs add", &["mine"])["packs"][0]["added"], false);
    let bodies = told("templates", &[]);
    assert!(bodies["templates"].as_array().unwrap().iter().any(|body| body["name"] == "dog" && body["legs"] == 4));
    let checked = told("templates check", &["star.json", "bad.json"]);
    assert_eq!((&checked["files"][0]["template"]["name"], &checked["files"][1]["ok"]), (&"star".into(), &false.into()));
    assert_eq!(checked["files"][1]["error"]["exit"], 1);
}

/// Wrong input and wrong words, each with the exit code.
const FAILURES: [(&str, &[&str], i32); 22] = [
    ("", &["bad.json", "-o", "a.gif"], 1),
    ("", &["toon.json", "-o", "no/a.gif"], 3),
    ("", &["toon.json", "-o", "a.avi"], 2),
    ("", &["toon.json"], 2),
    ("still", &["toon.json", "--at", "9", "-o", "a.png"], 2),
    ("sheet", &["persn", "-o", "a.png"], 1),
    ("validate", &[], 2),
    ("timeline", &["bad.json"], 1),
    ("frames", &["no.json", "--at", "0"], 1),
    ("text", &["bad.json"], 1),
    ("pose", &["toon.json", "--at", "0"], 1),
    ("describe", &["wiat"], 1),
    ("schema", &["films"], 2),
    ("join", &["no.mkv", "-o", "film.mp4"], 1),
    ("new", &["toon"], 1),
    ("packs show", &["c4c:beh:nobody"], 1),
    ("packs index", &["nowhere"], 1),
    ("packs add", &["bad.json"], 1),
    ("previews", &["nowhere", "-o", "out"], 1),
    ("golden init", &["no.json"], 1),
    ("golden update", &["--dir", "nowhere"], 1),
    ("golden prune", &["--dir", "nowhere"], 1),
];

#[test]
fn a_command_that_fails_says_why_in_its_document() {
    let desk = desk();
    for (words, args, code) in FAILURES {
        let (exit, document) = document(&desk, words, args);
        let error = &document["error"];
        assert_eq!((exit, &error["exit"]), (Some(code), &code.into()), "{words} {args:?}: {document}");
        assert!(!error["message"].as_str().unwrap().is_empty() && error["faults"].is_array(), "{document}");
        let keys: Vec<&String> = error.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["message", "hint", "exit", "faults"]);
    }
    let (_, render) = document(&desk, "", &["bad.json", "-o", "a.gif"]);
    let fault = &render["error"]["faults"][0];
    let keys: Vec<&String> = fault.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["file", "line", "path", "message", "hint"]);
    assert_eq!((&fault["file"], &fault["line"]), (&"bad.json".into(), &2.into()));
    assert_eq!(render["error"]["message"], fault["message"]);
}

#[test]
fn warnings_are_in_the_document_and_on_standard_error() {
    let desk = Desk::new();
    desk.write("toon.json", cartoon(r#"{"op": "wait", "for": 0.1}"#).replace("person", "persn"));
    let ran = desk.run(&["still", "toon.json", "--at", "0", "-o", "a.png", "--size", "32x32", "--json", "-q"]);
    ran.says(0, &["no template \"persn\""]);
    let told: Value = serde_json::from_str(&ran.gave).unwrap();
    assert_eq!((&told["warnings"][0]["file"], &told["warnings"][0]["line"]), (&"toon.json".into(), &1.into()));
    assert_eq!(told["warnings"][0]["path"], "cast.A.look.template");
    // What the plan says of itself is the timeline's; what the file is warned of stands apart.
    desk.write("voice.json", cartoon(r#"{"op": "say", "who": "A", "text": "b", "voice": "nobody"}"#));
    let (_, told) = document(&desk, "timeline", &["voice.json"]);
    assert_eq!(
        (told["warnings"].as_array().unwrap().len(), told["file_warnings"].as_array().unwrap().len()),
        (0, 1),
        "{told}"
    );
}
