//! Looks by pack, as an author uses them.
use super::Desk;

/// A cartoon of one character with this look, on a line of its own.
fn cartoon(legs: &str, look: &str) -> String {
    format!(
        "{{\"v\": 1, \"kind\": \"cartoon\", \"name\": \"t\",\n\"cast\": {{\"A\": {{\"name\": \"Reynard\"{legs}, \"at\": {{\"x\": 0.5, \"y\": 0.92, \"h\": 0.5}},\n\
         \"look\": {look}}}}},\n\"scripts\": [{{\"hat\": {{\"on\": \"scene\", \"name\": \"s\"}}, \"body\": [{{\"op\": \"wait\", \"for\": 1}}]}}]}}"
    )
}

/// A folder of one look pack, a dog's.
fn desk() -> Desk {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("mine")).unwrap();
    let pack = r##"{"format": 1, "id": "c4c:look:reynard", "type": "look", "version": "1.0.0", "name": "Reynard",
      "content": {"template": "dog", "colors": {"body": "#E8763A"}, "options": {"tail": "flga"}}}"##;
    desk.write("mine/reynard.json", pack);
    desk
}

#[test]
fn what_is_wrong_is_told_at_its_line_and_path() {
    let legs = ", \"legs\": 4";
    for (legs, look, words, not) in [
        (
            legs,
            r#""c4c:look:reynad""#,
            &[
                "toon.json:3:9",
                "cast.A.look",
                "there is no look pack c4c:look:reynad: drawn as \"dog\"",
                "did you mean c4c:look:reynard?",
            ][..],
            "options",
        ),
        (
            legs,
            r#"{"pack": "c4c:look:reynad"}"#,
            &["toon.json:3:18", "cast.A.look.pack", "did you mean c4c:look:reynard?"],
            "no template",
        ),
        (legs, r#"{"pack": "c4c:char:sunny"}"#, &["toon.json:3:18", "has not the form of a pack's id"], "no template"),
        (
            legs,
            r#""c4c:look:reynard""#,
            &["toon.json:3:9", "c4c:look:reynard: look.options.tail: unknown choice `flga`", "did you mean `flag`?"],
            "legs",
        ),
        (
            legs,
            r#"{"pack": "c4c:look:reynard", "options": {"tail": "shrt"}}"#,
            &["toon.json:3:58", "cast.A.look.options.tail", "unknown choice `shrt`"],
            "reynard:",
        ),
        ("", r#""c4c:look:reynard""#, &["it has 2 legs", "stands on 4", "write \"legs\": 4"], "no template"),
    ] {
        let desk = desk();
        let checked = desk.write("toon.json", cartoon(legs, look)).run(&["validate", "toon.json", "--packs", "mine"]);
        for word in words {
            assert!(checked.said.contains(word), "{look}: {word:?} is not in: {}", checked.said);
        }
        assert!(!checked.said.contains(not), "{look}: {not:?} is in: {}", checked.said);
    }
}

#[test]
fn a_pack_is_drawn_as_its_words_are() {
    let desk = desk();
    let still = |look: &str| {
        desk.write("toon.json", cartoon(", \"legs\": 4", look));
        let args = ["still", "toon.json", "--packs", "mine", "--at", "0", "--size", "160x90", "-o", "a.png"];
        desk.run(&args).says(0, &[]);
        std::fs::read(desk.path("a.png")).unwrap()
    };
    let packed = still(r#""c4c:look:reynard""#);
    assert!(packed == still(r##"{"template": "dog", "colors": {"body": "#E8763A"}}"##));
    let teal = still(r#"{"pack": "c4c:look:reynard", "colors": {"acc": "teal"}}"#);
    assert!(teal == still(r##"{"template": "dog", "colors": {"body": "#E8763A", "acc": "teal"}}"##) && teal != packed);
}

#[test]
fn it_is_an_extension_and_has_its_place_in_the_outline() {
    let desk = desk();
    for (look, at) in
        [(r#""c4c:look:reynard""#, "cast.A.look"), (r#"{"pack": "c4c:look:reynard"}"#, "cast.A.look.pack")]
    {
        desk.write("toon.json", cartoon("", look));
        desk.run(&["validate", "--strict", "toon.json", "--packs", "mine"])
            .says(1, &["a look pack is an extension", at]);
        assert!(desk.run(&["text", "toon.json"]).gave.contains("cast: A = Reynard (reynard)\n"), "{look}");
    }
    let told = desk.run(&["describe", "programs"]).gave;
    assert!(told.contains("c4c:look:") && told.contains("  pack     a look pack"), "{told}");
}
