//! `new`: a cartoon to begin with, that plays, and never over another file.
use super::Desk;
use serde_json::Value;
use std::fs;

fn json(desk: &Desk, name: &str) -> Value {
    serde_json::from_slice(&fs::read(desk.path(name)).unwrap()).unwrap()
}

#[test]
fn the_starter_is_named_plays_ten_seconds_and_is_valid() {
    let desk = Desk::new();
    let ran = desk.run(&["new", "my-first_film"]);
    assert_eq!(
        ran.says(0, &[]).gave,
        "my-first_film.json is written\nnext:\n  jabber-render watch my-first_film.json -o my-first_film.png\n  \
         jabber-render my-first_film.json -o my-first_film.mp4\n  jabber-render validate my-first_film.json\n"
    );
    assert_eq!(json(&desk, "my-first_film.json")["name"], "My First Film");
    let valid = desk.run(&["validate", "my-first_film.json"]);
    assert_eq!(valid.says(0, &[]).said, "", "{}", valid.gave);
    // Strictly taken, extensions are all that is wrong.
    let strict = desk.run(&["validate", "--strict", "my-first_film.json"]);
    let faults: Vec<&str> =
        strict.said.lines().filter(|line| line.starts_with("error:") || line.starts_with("warning:")).collect();
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault.ends_with("is an extension")), "{faults:?}");
    let timeline: Value = serde_json::from_str(&desk.run(&["timeline", "my-first_film.json"]).gave).unwrap();
    let duration = timeline["duration"].as_f64().unwrap();
    assert!((9.0..11.0).contains(&duration), "{duration}");
    let kinds: Vec<&str> =
        timeline["timeline"].as_array().unwrap().iter().map(|r| r["kind"].as_str().unwrap()).collect();
    for kind in ["scene", "say", "does", "mood", "sound"] {
        assert!(kinds.contains(&kind), "no {kind} in it");
    }
    let text = fs::read_to_string(desk.path("my-first_film.json")).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 120) && text.ends_with("}\n"));
}

#[test]
fn names_are_kept_and_become_titles() {
    for (name, file, title) in [
        ("hello.json", "hello.json", "Hello"),
        ("a.b", "a.b.json", "A B"),
        ("été \"x\"", "été \"x\".json", "Été \"x\""),
    ] {
        let desk = Desk::new();
        desk.run(&["new", name]).says(0, &[]);
        assert_eq!((desk.names(), json(&desk, file)["name"].as_str()), (vec![file.to_owned()], Some(title)));
    }
    let desk = Desk::new();
    let ran = desk.run(&["new", "--", "-o"]);
    assert!(ran.says(0, &[]).gave.contains("jabber-render ./-o.json -o ./-o.mp4"), "{}", ran.gave);
    desk.run(&["validate", "./-o.json"]).says(0, &[]);
}

#[test]
fn nothing_is_written_over_nor_half() {
    let desk = Desk::new();
    desk.write("hello.json", "mine").write("rain_dance.ogg", "mine too");
    desk.run(&["new", "hello"]).says(1, &["hello.json is there already: nothing was written"]);
    // The music that the cartoon needs cannot lie where another file does.
    desk.run(&["new", "rain", "--from", "c4c:toon:rain_dance"]).says(1, &["rain_dance.ogg is there already"]);
    desk.run(&["new", "no/where"]).says(1, &["there is no folder no", "mkdir -p no"]);
    desk.run(&["new", "c/"]).says(2, &["c/ is no file's name"]);
    desk.run(&["new"]).says(2, &["NAME"]);
    desk.run(&["new", "x", "--from", "c4c:beh:wave"]).says(2, &["is a behaviour", "--from list"]);
    desk.run(&["new", "x", "--from", "c4c:toon:the_meting"]).says(1, &["the_meting", "the_meeting"]);
    assert_eq!(desk.names(), ["hello.json", "rain_dance.ogg"]);
    assert_eq!(fs::read(desk.path("hello.json")).unwrap(), b"mine");
    // A link that leads nowhere is somebody's too.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", desk.path("link.json")).unwrap();
        desk.run(&["new", "link"]).says(1, &["link.json is there already"]);
        assert!(!desk.path("nowhere").exists());
    }
}

#[test]
fn every_pack_to_begin_with_becomes_a_cartoon_that_plays_as_the_pack_does() {
    let desk = Desk::new();
    let list: Value = serde_json::from_str(&desk.run(&["new", "--from", "list", "--json"]).gave).unwrap();
    let ids: Vec<&str> =
        list["starts"].as_array().unwrap().iter().skip(1).map(|row| row["from"].as_str().unwrap()).collect();
    assert!(ids.contains(&"c4c:toon:rain_dance") && ids.contains(&"c4c:scene:joke"), "{ids:?}");
    for id in ids {
        let desk = Desk::new();
        let said: Value = serde_json::from_str(&desk.run(&["new", "x", "--from", id, "--json"]).gave).unwrap();
        assert_eq!((&said["file"], &said["name"]), (&"x.json".into(), &"X".into()), "{id}");
        let files: Vec<&str> = said["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
        assert_eq!(
            desk.names(),
            {
                let mut sorted = files.clone();
                sorted.sort();
                sorted
            },
            "{id}"
        );
        let valid = desk.run(&["validate", "x.json"]);
        assert_eq!(valid.says(0, &[]).said, "", "{id}");
        let plan = |file: &str| -> Value { serde_json::from_str(&desk.run(&["timeline", file]).gave).unwrap() };
        let (own, packs) = (plan("x.json"), plan(id));
        assert_eq!(own["timeline"], packs["timeline"], "{id}");
        let text = fs::read_to_string(desk.path("x.json")).unwrap();
        // Lines are short but where a note is long.
        let long = text.lines().filter(|line| line.chars().count() > 130 && !line.contains("\"note\"")).count();
        assert_eq!(long, 0, "{id}");
    }
}

#[test]
fn the_list_fits_a_terminal() {
    let ran = Desk::new().run(&["new", "--from", "list"]);
    assert!(ran.says(0, &[]).gave.lines().all(|line| line.chars().count() <= 80), "{}", ran.gave);
}
