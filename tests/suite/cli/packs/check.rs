//! `packs check` and `packs index`.
use super::super::{Desk, Ran};
use super::{nod, pack, put, sum};
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};

/// What a pack names has to be there: type, its short word, content, and what `check` says of it.
fn dangling() -> Vec<(&'static str, &'static str, Value, Vec<&'static str>)> {
    let scene = |cast: Value, body: Value| json!({"v": 1, "kind": "scene", "cast": cast, "scripts": [{"hat": {"on": "scene", "name": "s", "place": "park"}, "body": body}]});
    let does = |id: &str| json!([{"op": "does", "who": "A", "behaviour": id}, {"op": "wait", "for": 1}]);
    let wait = json!([{"op": "wait", "for": 1}]);
    let mut toon = scene(json!({}), wait.clone());
    toon["kind"] = json!("cartoon");
    let mut place = scene(json!({"A": "any"}), wait.clone());
    place["scripts"][0]["hat"]["place"] = json!("prak");
    vec![
        (
            "scene",
            "scene",
            scene(json!({"A": "any"}), does("c4c:beh:wlak")),
            vec!["c4c:beh:wlak", "did you mean c4c:beh:walk?"],
        ),
        ("scene", "scene", place, vec!["prak", "did you mean \"park\"?"]),
        (
            "scene",
            "scene",
            scene(json!({"A": {"pack": "c4c:char:sonny"}}), wait.clone()),
            vec!["did you mean c4c:char:sunny?"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": {"look": {"pack": "c4c:look:fxo"}}}), wait.clone()),
            vec!["did you mean c4c:look:fox?"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": {"look": {"template": "prop", "art": "cpu"}}}), wait.clone()),
            vec!["did you mean \"cup\"?"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": {"voice": "grannny"}}), json!([{"op": "say", "who": "A", "text": "Hm."}])),
            vec!["there is no voice grannny", "did you mean granny?"],
        ),
        (
            "character",
            "char",
            json!({"look": {"template": "persn"}}),
            vec!["content.look.template", "did you mean \"person\"?"],
        ),
        ("character", "char", json!({"look": {"template": "person"}, "voice": "kdi"}), vec!["did you mean kid?"]),
        ("character", "char", json!({"legs": 2}), vec!["a character needs its look"]),
        (
            "place",
            "place",
            json!({"background": "prk"}),
            vec!["content.background", "there is no prk.svg beside the pack", "did you mean \"park\"?"],
        ),
        ("place", "place", json!({"background": "park", "grade": "nigt"}), vec!["content.grade", "night"]),
        ("look", "look", json!({"template": "dgo"}), vec!["content.template", "did you mean \"dog\"?"]),
        ("prop", "prop", json!({"art": "nothing.svg"}), vec!["content.art", "there is no nothing.svg beside the pack"]),
        ("voice", "voice", json!({"jaber": {}}), vec!["content", "jaber"]),
        ("cartoon", "toon", toon, vec!["{cast?, places?, program}"]),
        (
            "scene",
            "scene",
            json!({"v": 1, "kind": "behaviour", "scripts": []}),
            vec!["the pack is a scene, its program a behaviour"],
        ),
        (
            "scene",
            "scene",
            scene(json!({"A": "any"}), json!([{"op": "forever", "body": [{"op": "wait", "for": 1}]}])),
            vec!["it does not end", "forever"],
        ),
    ]
}

#[test]
fn what_a_pack_names_is_there() {
    for (kind, short, content, words) in dangling() {
        let desk = Desk::new();
        put(&desk, "mine", &pack(kind, short, "subject", content.clone()));
        let ran = desk.run(&["packs", "check", "mine"]);
        ran.says(1, &[&words[..], &["mine/subject.json"]].concat());
        assert!(ran.gave.contains("mine: 1 pack, 1 error"), "{content}: {}{}", ran.gave, ran.said);
    }
}

#[test]
fn behaviours_run_on_every_body() {
    let drive = |value: &str| json!([{"op": "drive", "ch": "dx", "value": value}]);
    for (body, words) in [
        (drive("=10*sin(tau)"), &[][..]),
        // 1/(tau − 1) is infinite at one frame alone: tau = 1 s.
        (drive("=1/(tau-1)"), &["on 0 legs dx is no finite number at 1.000 s"]),
        (json!([{"op": "wave", "ch": "rot", "amp": "=0/0"}]), &["rot is no finite number"]),
        (json!([{"op": "set", "ch": "dx", "to": "=nobody"}]), &["nobody"]),
    ] {
        let desk = Desk::new();
        let program = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]});
        put(&desk, "mine", &pack("behaviour", "beh", "subject", program));
        desk.run(&["packs", "check", "mine"]).says(i32::from(!words.is_empty()), words);
    }
}

#[test]
fn an_index_is_written_and_seen_to_be_stale() {
    let desk = Desk::new();
    put(&desk, "packs/behaviours", &nod("one"));
    put(&desk, "packs/behaviours", &nod("two"));
    desk.run(&["packs", "index", "packs", "--check"]).says(1, &["packs/index.json is not what the packs are now"]);
    let ran = desk.run(&["packs", "index"]);
    ran.says(0, &[]);
    assert_eq!(ran.gave.trim(), "packs/index.json: 2 packs");
    let index: Value = serde_json::from_slice(&fs::read(desk.path("packs/index.json")).unwrap()).unwrap();
    assert_eq!(index["format"], 1);
    let first = &index["packs"][0];
    assert_eq!((&first["id"], &first["file"]), (&json!("c4c:beh:one"), &json!("behaviours/one.json")));
    assert_eq!(first["sha256"], json!(sum(&desk.path("packs/behaviours/one.json"))));
    desk.run(&["packs", "index", "packs", "--check"]).says(0, &[]);
    assert_eq!(desk.run(&["packs", "check", "packs"]).says(0, &[]).gave.trim(), "packs: 2 packs, ok");
    // A byte of white space is another hash.
    desk.write("packs/behaviours/two.json", format!("{} ", nod("two")));
    let stale = [
        "packs/index.json:5:",
        "packs.1.sha256",
        "behaviours/two.json: the file is another than the one that was listed",
    ];
    desk.run(&["packs", "check", "packs"]).says(1, &stale);
    desk.run(&["packs", "index", "--check"]).says(1, &["jabber-render packs index packs"]);
    fs::rename(desk.path("packs/behaviours/two.json"), desk.path("packs/behaviours/three.json")).unwrap();
    desk.write("packs/behaviours/three.json", nod("three").to_string());
    desk.run(&["packs", "check", "packs"])
        .says(1, &["there is no pack behaviours/two.json", "behaviours/three.json is not listed"]);
    // An index of a folder with one pack twice would not be one; the old one stays.
    let before = fs::read(desk.path("packs/index.json")).unwrap();
    put(&desk, "packs/more", &nod("one"));
    desk.run(&["packs", "index"]).says(1, &["c4c:beh:one 1.0.0 is in"]);
    assert_eq!(fs::read(desk.path("packs/index.json")).unwrap(), before);
    desk.run(&["packs", "index", "nowhere"]).says(1, &["there is no folder nowhere"]);
    desk.write("packs/index.json", "{\"format\": 1, \"packs\": [{\"id\": 3}]}");
    desk.run(&["packs", "check", "packs"]).says(1, &["packs.0.id"]);
}

/// `jabber-render packs index packs` writes the index anew.
#[test]
fn the_shipped_packs_are_sound_and_their_index_is_fresh() {
    let run = |args: &[&str]| {
        let desk = Desk::new();
        Ran::of(&desk.command(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap())
    };
    run(&["packs", "index", "packs", "--check"]).says(0, &[]);
    let begun = Instant::now();
    run(&["packs", "check", "packs"]).says(0, &[]);
    assert!(begun.elapsed() < Duration::from_secs(120), "it took {:?}", begun.elapsed());
    // What the binary alone has is the same packs.
    run(&["packs", "check"]).says(0, &[]);
}
