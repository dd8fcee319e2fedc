//! `validate`, `text`, `describe` and `schema` as a person runs them.
use super::Desk;
use serde_json::{Value, json};

const FAULTY: &str = r#"{
  "v": 1, "kind": "behaviour",
  "scripts": [{"body": [
    {"op": "wiat", "for": 1},
    {"op": "set", "ch": "dx", "to": "=2 * sine(3)"},
    {"op": "set", "ch": "dx", "to": "=wind"},
    {"op": "setPart",
     "deg": 3}
  ]}]
}"#;

const SOUND: &str = r#"{"v": 1, "kind": "behaviour", "scripts": []}"#;

#[test]
fn people_see_every_fault_at_its_line() {
    let desk = Desk::new();
    let ran = desk.write("b.json", FAULTY).run(&["validate", "b.json"]);
    ran.says(
        1,
        &[
            "b.json:4:12",
            "\"wiat\"",
            "did you mean \"wait\"?",
            "scripts.0.body.0.op",
            "b.json:5:43",
            "sine",
            "sin",
            "^^^^ scripts.0.body.1.to",
            "b.json:6:",
            "wind",
            "b.json:7:5",
            "needs \"part\"",
        ],
    );
    assert_eq!(ran.gave, "b.json: 3 errors, 1 warning\n");
}

#[test]
fn a_sound_file_is_ok() {
    let desk = Desk::new();
    let ran = desk.write("a.json", SOUND).run(&["validate", "a.json"]);
    ran.says(0, &[]);
    assert_eq!((&*ran.said, &*ran.gave), ("", "a.json: ok\n"));
}

#[test]
fn json_of_one_file() {
    let desk = Desk::new();
    let ran = desk.write("b.json", FAULTY).run(&["validate", "b.json", "--json"]);
    ran.says(1, &[]);
    let verdict: Value = serde_json::from_str(&ran.gave).unwrap();
    let keys: Vec<_> = verdict.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["ok", "errors", "warnings"]);
    let path = |list: &str, at: usize| verdict[list][at]["path"].clone();
    assert_eq!(verdict["ok"], false);
    assert_eq!(path("errors", 0), "scripts.0.body.0.op");
    assert_eq!(path("errors", 1), "scripts.0.body.1.to");
    assert_eq!(path("errors", 2), "scripts.0.body.3.part");
    assert_eq!(path("warnings", 0), "scripts.0.body.2.to");
    let keys: Vec<_> = verdict["errors"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["file", "line", "path", "message", "hint"]);
    assert_eq!((&verdict["errors"][0]["file"], &verdict["errors"][0]["line"]), (&"b.json".into(), &4.into()));
}

#[test]
fn json_of_several_files_says_of_each_whether_it_is_sound() {
    let desk = Desk::new();
    desk.write("a.json", SOUND).write("b.json", FAULTY);
    let ran = desk.run(&["validate", "--json", "a.json", "b.json", "none.json"]);
    ran.says(1, &[]);
    let verdict: Value = serde_json::from_str(&ran.gave).unwrap();
    let files = verdict["files"].as_array().unwrap().iter();
    let told: Vec<_> = files.map(|file| (file["file"].as_str().unwrap(), file["ok"].as_bool().unwrap())).collect();
    assert_eq!(told, [("a.json", true), ("b.json", false), ("none.json", false)]);
    let errors = verdict["errors"].as_array().unwrap();
    let files: Vec<_> = errors.iter().map(|error| error["file"].as_str().unwrap()).collect();
    assert_eq!((&verdict["ok"], files), (&false.into(), vec!["b.json", "b.json", "b.json", "none.json"]));
    assert!(errors[3]["message"].as_str().unwrap().contains("none.json"));
}

#[test]
fn a_missing_file_among_several() {
    let desk = Desk::new();
    let ran = desk.write("a.json", SOUND).run(&["validate", "b.json", "a.json"]);
    ran.says(1, &["no file b.json", "a.json?"]);
    assert_eq!(ran.gave, "a.json: ok\n");
}

#[test]
fn packs_are_checked_inside_and_out() {
    let desk = Desk::new();
    let pack = |content: Value| json!({"format": 1, "id": "c4c:beh:x", "type": "behaviour", "version": "1.0.0", "name": "x", "content": content});
    let body = json!([{"op": "fly"}]);
    desk.write("good.json", pack(serde_json::from_str(SOUND).unwrap()).to_string());
    desk.write("inside.json", pack(json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]})).to_string());
    let mut outside = pack(serde_json::from_str(SOUND).unwrap());
    outside["version"] = json!("one");
    desk.write("outside.json", outside.to_string());
    desk.run(&["validate", "good.json"]).says(0, &[]);
    desk.run(&["validate", "inside.json"]).says(1, &["content.scripts.0.body.0.op", "fly"]);
    desk.run(&["validate", "outside.json"]).says(1, &["outside.json:1:", "version", "one"]);
}

#[test]
fn what_is_no_program_is_refused_without_a_panic() {
    let desk = Desk::new();
    let deep = "[".repeat(100_000);
    let utf16: Vec<u8> = SOUND.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(&str, &[u8], &str); 10] = [
        ("utf16.json", &utf16, "UTF-16 (little endian)"),
        ("utf32.json", b"{\0\0\0}\0\0\0", "UTF-32 (little endian)"),
        ("packed.json", &[0x1F, 0x8B, 8, 0, 0, 0, 0, 0], "a gzip archive"),
        ("empty.json", b"", "the file is empty"),
        ("list.json", b"[]", "expected a program"),
        ("latin.json", b"{\"name\": \"caf\xE9\"}", "Latin-1"),
        ("comment.json", b"{} // hello", "no comments"),
        ("comma.json", b"{\"v\": 1,}", "comma after the last item"),
        ("twice.json", b"{\"v\": 1, \"v\": 1}", "twice"),
        ("deep.json", deep.as_bytes(), "200 levels"),
    ];
    for (name, bytes, words) in files {
        desk.write(name, bytes).run(&["validate", name]).says(1, &[words]);
    }
}

#[test]
fn text_describe_and_schema_print() {
    let desk = Desk::new();
    let ran = desk.example().run(&["text", "morning.json"]);
    ran.says(0, &[]);
    assert!(ran.gave.contains("scene \"Morning\" at park\n  B looks tired\n"), "{}", ran.gave);
    desk.write("b.json", FAULTY).run(&["text", "b.json"]).says(1, &["wiat"]);
    let ran = desk.run(&["describe", "setPart"]);
    assert!(ran.gave.contains("{\"op\": \"setPart\""), "{}", ran.gave);
    desk.run(&["describe", "setpart"]).says(1, &["setPart"]);
    let ran = desk.run(&["schema"]);
    assert!(serde_json::from_str::<Value>(&ran.gave).is_ok_and(|schema| schema["$defs"]["block"].is_object()));
}

/// What an author wrote is quoted in messages, and neither breaks their lines nor commands the terminal.
#[test]
fn control_characters_are_written_out() {
    let desk = Desk::new();
    let odd = r"a\nb\u001b[2J\u0007";
    let source = format!(
        r#"{{"v": 1, "kind": "cartoon", "cast": {{"A": {{"pack": "{odd}"}}}}, "places": {{"p": {{"background": "{odd}"}}}},
"scripts": [{{"hat": {{"on": "scene", "name": "{odd}", "place": "p"}}, "body": [{{"op": "{odd}"}}, {{"op": "wait", "{odd}": "=1.é"}}]}}]}}"#
    );
    desk.write("toon.json", &source);
    let ran = desk.run(&["validate", "toon.json"]);
    ran.says(1, &[r"a\nb\u{1b}[2J\u{7}"]);
    assert!(!ran.said.contains(|c: char| c.is_control() && c != '\n'), "{:?}", ran.said);
    assert!(!ran.said.contains("\nb"), "{}", ran.said);
}

/// A fault before a character of several bytes is shown in its line.
#[test]
fn a_fault_beside_a_long_character_has_its_line() {
    let desk = Desk::new();
    desk.write(
        "b.json",
        "{\"v\": 1, \"kind\": \"behaviour\", \"scripts\": [{\"body\": [\n{\"op\": \"wait\", \"for\": \"=1.é\"}]}]}",
    );
    desk.run(&["validate", "b.json"]).says(1, &["b.json:2:27", "digits after the point"]);
}

#[test]
fn strict_knows_the_language_text_alone() {
    let film = r#"{"v": 1, "kind": "cartoon", "cast": {"A": {"look": {"template": "person"}}}, "scripts": [
  {"hat": {"on": "scene", "name": "a", "place": "park", "with": "iris"}, "body": [
    {"op": "camera", "who": "A"},
    {"op": "cut", "mood": "night", "over": 1}]}]}"#;
    let desk = Desk::new();
    let desk = desk.write("film.json", film).write("a.json", SOUND);
    desk.run(&["validate", "film.json"]).says(0, &[]);
    desk.run(&["validate", "--strict", "a.json"]).says(0, &[]);
    let ran = desk.run(&["validate", "--strict", "film.json"]);
    ran.says(
        1,
        &[
            "film.json:2:65",
            "\"with\" of \"scene\" is an extension",
            "film.json:3:12",
            "\"camera\" is an extension",
            "film.json:4:44",
            "\"over\" of \"cut\" is an extension",
        ],
    );
    assert_eq!(ran.gave, "film.json: 3 errors\n");
}
