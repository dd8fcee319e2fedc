//! `packs add`, and packs of one's own.
use super::super::Desk;
use super::{nod, pack, put};
use serde_json::json;
use std::fs;
use std::path::Path;

/// What lies under a folder, by path, with its bytes.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => found.extend(tree(&path).into_iter().map(|(inside, bytes)| (format!("{name}/{inside}"), bytes))),
            false => found.push((name, fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

#[test]
fn packs_are_added_whole_or_not_at_all() {
    let desk = Desk::new();
    let mine = put(&desk, "mine", &nod("mine"));
    let home = desk.path("home");
    desk.run(&["packs", "show", "c4c:beh:mine"]).says(1, &["there is no behaviour pack"]);
    assert_eq!(desk.run(&["packs", "add", &mine]).says(0, &[]).gave.trim(), "added c4c:beh:mine 1.0.0");
    let added = tree(&home);
    assert_eq!(added, [("packs/behaviour/mine-1.0.0/mine.json".to_owned(), nod("mine").to_string().into_bytes())]);
    desk.run(&["packs", "show", "c4c:beh:mine"]).says(0, &[]);
    assert_eq!(desk.run(&["packs", "add", &mine]).says(0, &[]).gave.trim(), "there already: c4c:beh:mine 1.0.0");
    // Another content of the same version, and an earlier version.
    let mut other = nod("mine");
    other["description"] = json!("another");
    put(&desk, "mine", &other);
    desk.run(&["packs", "add", &mine])
        .says(1, &["mine/mine.json:1:", "you have c4c:beh:mine 1.0.0 with another content", "--force"]);
    assert_eq!(tree(&home), added);
    desk.run(&["packs", "add", &mine, "--force"]).says(0, &[]);
    assert_eq!(tree(&home)[0].1, other.to_string().into_bytes());
    other["version"] = json!("0.9");
    put(&desk, "mine", &other);
    desk.run(&["packs", "add", &mine]).says(1, &["you have the later version 1.0.0"]);
    let before = tree(&home);
    // Of a folder all or none: one that is wrong keeps out those that are sound.
    put(&desk, "many", &nod("sound"));
    put(&desk, "many", &pack("look", "look", "odd", json!({"template": "dgo"})));
    desk.run(&["packs", "add", "many"]).says(1, &["many/odd.json", "did you mean \"dog\"?"]);
    assert_eq!(tree(&home), before);
    put(&desk, "many", &pack("look", "look", "odd", json!({"template": "dog"})));
    desk.run(&["packs", "add", "many"]).says(0, &[]);
    assert_eq!(tree(&home).len(), before.len() + 2);
    fs::create_dir(desk.path("empty")).unwrap();
    desk.run(&["packs", "add", "empty"]).says(1, &["there is no pack in what was given"]);
    desk.run(&["packs", "add", "nothing.json"]).says(1, &["there is no file nothing.json"]);
    desk.write("truncated.json", "{\"format\": 1,")
        .run(&["packs", "add", "truncated.json"])
        .says(1, &["truncated.json"]);
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1, "something waits beside the packs");
}

/// A picture that is red all over.
const RED: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 1080"><rect width="1920" height="1080" fill="#FF0000"/></svg>"##;

#[test]
fn a_place_keeps_its_art_wherever_it_goes() {
    let desk = Desk::new();
    put(&desk, "mine", &pack("place", "place", "red", json!({"background": "red.svg"})));
    desk.write("mine/red.svg", RED);
    let film = r#"{"v": 1, "kind": "cartoon", "cast": {}, "scripts": [{"hat": {"on": "scene", "name": "s", "place": "red"}, "body": [{"op": "wait", "for": 1}]}]}"#;
    fs::create_dir(desk.path("films")).unwrap();
    desk.write("films/film.json", film);
    let still = ["still", "films/film.json", "--at", "0.5", "-o", "red.png", "--size", "64x64"];
    let red = || {
        let picture = image::open(desk.path("red.png")).unwrap().to_rgb8();
        picture.pixels().filter(|pixel| pixel[0] > 240 && pixel[1] < 15).count() * 10 > 64 * 64 * 9
    };
    desk.run(&[&still[..], &["--packs", "mine"]].concat()).says(0, &[]);
    assert!(red(), "from the folder");
    desk.run(&["packs", "add", "mine"]).says(0, &[]);
    fs::remove_dir_all(desk.path("mine")).unwrap();
    desk.run(&still).says(0, &[]);
    assert!(red(), "from one's own packs");
    // Golden stills are the same on every machine: they know nothing of what one of them has.
    fs::write(desk.path("golden.json"), "").unwrap();
    fs::create_dir(desk.path("golden")).unwrap();
    desk.write("golden/golden.json", r#"{"cases": [{"name": "a/b", "file": "films/film.json", "at": 0.5}]}"#);
    desk.run(&["golden", "update"]).says(1, &["no place is called \"red\""]);
}
