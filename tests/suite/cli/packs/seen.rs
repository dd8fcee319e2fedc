//! `packs list`, `packs show`, and packs named by their ids.
use super::super::Desk;
use super::{pack, put, sum};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn the_list_fits_a_terminal_and_is_filtered() {
    let desk = Desk::new();
    let all = desk.run(&["packs", "list"]);
    all.says(0, &[]);
    assert!(all.gave.lines().count() > 60 && all.gave.lines().all(|line| line.chars().count() <= 80), "{}", all.gave);
    assert!(all.gave.lines().all(|line| line.starts_with("c4c:")));
    let places = desk.run(&["packs", "list", "--type", "place"]).gave;
    assert!(places.lines().count() >= 12 && places.lines().all(|line| line.starts_with("c4c:place:")));
    assert_eq!(desk.run(&["packs", "list", "--type", "places"]).gave, places);
    let json: Value =
        serde_json::from_str(&desk.run(&["packs", "list", "--tag", "outdoors", "--tag", "day", "--json"]).gave)
            .unwrap();
    let has = |row: &Value, tag: &str| row["tags"].as_array().unwrap().contains(&json!(tag));
    let rows = json["packs"].as_array().unwrap();
    assert!(!rows.is_empty() && rows.iter().all(|row| has(row, "outdoors") && has(row, "day")));
    desk.run(&["packs", "list", "--tag", "outdors"])
        .says(1, &["there is no such pack", "did you mean --tag outdoors?"]);
    desk.run(&["packs", "list", "--type", "plcae"]).says(2, &["did you mean place?"]);
}

#[test]
fn a_pack_is_shown_whole() {
    let desk = Desk::new();
    let ran = desk.run(&["packs", "show", "c4c:beh:wag"]);
    ran.says(0, &[]);
    for words in [
        "c4c:beh:wag 1",
        "a behaviour",
        "params     speed = 1, amount = 1",
        "built in, packs/behaviours/wag.json",
        "sha256",
    ] {
        assert!(ran.gave.contains(words), "{words:?} is not in {}", ran.gave);
    }
    // A param whose default is a formula follows from the others; the note says the ranges.
    let wave = desk.run(&["packs", "show", "c4c:beh:wave"]).gave;
    assert!(wave.contains("params     speed = 1, amount = 1, waves = 3\n"), "{wave}");
    assert!(wave.contains("note       speed 0.6 to 1.6"), "{wave}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("packs/behaviours/wag.json");
    assert!(ran.gave.contains(&sum(&file)));
    assert_eq!(desk.run(&["describe", "c4c:beh:wag"]).gave, ran.gave);
    desk.run(&["packs", "show", "c4c:beh:wga"])
        .says(1, &["there is no behaviour pack c4c:beh:wga", "did you mean c4c:beh:wag?"]);
    desk.run(&["packs", "show", "wag"]).says(1, &["wag is no pack's id", "did you mean c4c:beh:wag?"]);
    desk.run(&["packs", "show", "c4c:behaviour:wave"]).says(1, &["did you mean c4c:beh:wave"]);
}

#[test]
fn a_pack_is_played_by_its_id() {
    let desk = Desk::new();
    let body = json!([
        {"op": "place", "who": "A", "x": 0.5},
        {"op": "say", "who": "A", "text": "Hello."},
        {"op": "does", "who": "A", "behaviour": "c4c:beh:bounce", "for": 1}
    ]);
    let program = json!({"v": 1, "kind": "scene", "cast": {"A": "any", "B": "any"},
        "scripts": [{"hat": {"on": "scene", "name": "hello", "place": "park"}, "body": body}]});
    let mut scene = pack("scene", "scene", "hello", program.clone());
    scene["preview"] = json!({"cast": {"A": "c4c:char:grump"}});
    put(&desk, "mine", &scene);
    let mut toon = program;
    toon["kind"] = json!("cartoon");
    put(&desk, "mine/toons", &pack("cartoon", "toon", "hello", json!({"program": toon})));
    let mine = ["--packs", "mine"];
    let run = |args: &[&str]| desk.run(&[args, &mine[..]].concat());
    run(&["c4c:toon:hello", "-o", "film.mp4", "--size", "160x90", "--no-audio"]).says(0, &["film.mp4"]);
    run(&["validate", "c4c:toon:hello"]).says(0, &[]);
    assert!(run(&["text", "c4c:scene:hello"]).says(0, &[]).gave.contains("Hello."));
    run(&["pose", "c4c:beh:bounce", "--at", "0.5"]).says(0, &[]);
    let legs = |args: &[&str]| {
        let ran =
            run(&[&["still", "c4c:scene:hello", "--at", "0.2", "-o", "a.png", "--size", "160x90"], args].concat());
        ran.says(0, &[]);
        fs::read(desk.path("a.png")).unwrap()
    };
    // Without a word its preview's player, else whoever is asked for.
    let (usual, grump) = (legs(&[]), legs(&["--cast", "A=c4c:char:grump"]));
    assert_eq!(usual, grump);
    assert_ne!(usual, legs(&["--cast", "A=c4c:char:sunny"]));
    let by_file = desk.run(&["still", "mine/hello.json", "--at", "0.2", "-o", "b.png", "--size", "160x90"]);
    by_file.says(0, &[]);
    assert_eq!(fs::read(desk.path("b.png")).unwrap(), usual);
    let refused = |args: &[&str], code, words: &[&str]| {
        run(&[&["timeline", "c4c:scene:hello"], args].concat()).says(code, words);
    };
    refused(&["--cast", "C=c4c:char:sunny"], 2, &["--cast C: nobody in the cast is called so", "the cast: A, B"]);
    refused(&["--cast", "A=c4c:char:sonny"], 1, &["did you mean c4c:char:sunny?"]);
    refused(&["--cast", "A=c4c:look:fox"], 2, &["c4c:look:fox is the id of a look, not of a character"]);
    run(&["c4c:toon:helo", "-o", "x.mp4"])
        .says(1, &["there is no cartoon pack c4c:toon:helo", "did you mean c4c:toon:hello?"]);
    run(&["c4c:place:park", "-o", "x.mp4"]).says(1, &["a place pack is no cartoon"]);
    run(&["c4c:toon:hello"]).says(2, &["--output"]);
}

#[test]
fn sheets_know_the_packs_of_a_folder() {
    let desk = Desk::new();
    put(&desk, "mine", &pack("look", "look", "blue", json!({"template": "dog", "colors": {"body": "#0000FF"}})));
    let sheet = ["sheet", "--looks", "blue", "-o", "a.png", "--width", "400"];
    desk.run(&sheet).says(1, &["there is no look pack c4c:look:blue"]);
    desk.run(&[&sheet[..], &["--packs", "mine"]].concat()).says(0, &[]);
    desk.run(&["sheet", "dog", "--lineup", "--look", "c4c:look:blu", "-o", "a.png", "--packs", "mine"])
        .says(2, &["--look", "did you mean c4c:look:blue?"]);
}
