//! `previews` and what is wrong: files of somebody else's, packs that fail as they run, words that name nothing.
use super::Desk;
use super::previews::{behaviour, data};
use serde_json::{Value, json};
use std::fs;

const RUN: [&str; 6] = ["previews", "packs", "-o", "out", "--size", "48x48"];

/// A folder with one sound pack, `c4c:beh:nod_off`, that lasts 0.3 s.
fn desk() -> Desk {
    let desk = Desk::new();
    fs::create_dir(desk.path("packs")).unwrap();
    let preview = json!({"on": "kid", "dur": 0.3, "loop": false});
    desk.write("packs/nod_off.json", behaviour("nod_off", "nod off", &preview, &lean(10)));
    desk
}

fn lean(to: u32) -> Value {
    json!([{"op": "ramp", "ch": "rot", "to": to, "over": 0.2}])
}

#[test]
fn what_was_not_made_here_is_not_overwritten() {
    for name in ["index.html", "previews.json", "beh-nod_off.webp", "beh-nod_off-still.png"] {
        let desk = desk();
        fs::create_dir(desk.path("out")).unwrap();
        desk.write(&format!("out/{name}"), "somebody's own");
        desk.run(&RUN).says(1, &[name, "was not made here", "-o OUT"]);
        assert_eq!(fs::read_to_string(desk.path("out").join(name)).unwrap(), "somebody's own");
        // Refused before anything is drawn.
        assert_eq!(super::names(&desk.path("out")), [name]);
    }
    // A name that no file of these packs gets is in nobody's way.
    let desk = desk();
    fs::create_dir(desk.path("out")).unwrap();
    desk.write("out/beh-nod_off-mine.png", "somebody's own");
    desk.run(&RUN).says(0, &["1 drawn"]);
}

#[test]
fn what_was_changed_since_is_seen_though_it_is_as_long() {
    for name in ["index.html", "beh-nod_off.webp"] {
        let desk = desk();
        desk.run(&RUN).says(0, &["1 drawn"]);
        desk.run(&RUN).says(0, &["0 drawn, 1 unchanged"]);
        let path = desk.path("out").join(name);
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, &bytes).unwrap();
        desk.run(&RUN).says(1, &[name, "changed since"]);
        assert_eq!(fs::read(&path).unwrap(), bytes);
        fs::remove_file(&path).unwrap();
        let again = if name == "index.html" { "0 drawn, 1 unchanged" } else { "1 drawn, 0 unchanged" };
        desk.run(&RUN).says(0, &[again]);
    }
}

#[test]
fn of_one_id_in_two_folders_the_first_wins() {
    let desk = desk();
    fs::create_dir(desk.path("more")).unwrap();
    let preview = json!({"on": "kid", "dur": 0.3, "loop": false});
    let second = behaviour("nod_off", "the second", &preview, &lean(20));
    desk.write("more/nod_off.json", &second);
    let name = || {
        let page = fs::read_to_string(desk.path("out/index.html")).unwrap();
        data(&page)[0]["name"].as_str().unwrap().to_owned()
    };
    let run = |folders: [&str; 2]| desk.run(&["previews", folders[0], folders[1], "-o", "out", "--size", "48x48"]);
    run(["packs", "more"]).says(0, &["more/nod_off.json", "packs/nod_off.json too", "left out", "1 drawn"]);
    assert_eq!(name(), "nod off");
    run(["more", "packs"]).says(0, &["more/nod_off.json too", "left out", "1 drawn"]);
    assert_eq!(name(), "the second");
    // A later version is the later one wherever it lies.
    desk.write("more/nod_off.json", second.replace("1.0.0", "1.10"));
    run(["packs", "more"]).says(0, &["left out"]);
    assert_eq!(name(), "the second");
}

/// The line, from 1, on which a text stands in a file.
fn line(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.contains(word)).unwrap() + 1
}

#[test]
fn a_behaviour_that_fails_as_it_runs_is_not_drawn() {
    let never = json!([{"op": "repeat", "times": 100_000_000, "body": [{"op": "set", "ch": "rot", "to": 1}]}]);
    let cases = [
        ("unknown", json!([{"op": "set", "ch": "rot", "to": "=nothing_like_it * 2"}]), "nothing_like_it"),
        (
            "later",
            json!([{"op": "wait", "for": 0.1}, {"op": "set", "ch": "rot", "to": "=nothing_like_it"}]),
            "nothing_like_it",
        ),
        ("runaway", never, "a million blocks"),
    ];
    for (slug, body, word) in cases {
        let desk = desk();
        let preview = json!({"on": "kid", "dur": 0.3, "loop": false});
        let pack: Value = serde_json::from_str(&behaviour(slug, slug, &preview, &body)).unwrap();
        let text = serde_json::to_string_pretty(&pack).unwrap();
        desk.write(&format!("packs/{slug}.json"), &text);
        let ran = desk.run(&RUN);
        ran.says(1, &["failed", word, "content.scripts.0.body.", "1 drawn, 0 unchanged, 1 failed"]);
        let at = format!("{slug}.json:");
        let told = ran.said.split_once(&at).unwrap().1;
        let number: usize = told.split(':').next().unwrap().parse().unwrap();
        // Its block begins on the line before its first key.
        assert_eq!(number + 1, line(&text, "\"op\": \"set\""), "{}", ran.said);
        assert_eq!(ran.said.matches(&format!("c4c:beh:{slug}")).count(), 1, "{}", ran.said);
        assert!(!desk.path(&format!("out/beh-{slug}.webp")).exists());
        // What `packs check` has as an error too.
        desk.run(&["packs", "check", "packs"]).says(1, &[word]);
    }
}

#[test]
fn a_fault_of_a_pack_is_told_at_its_place_in_the_file() {
    let desk = desk();
    let preview = json!({"on": "kid", "dur": 0.3, "loop": false});
    let pack: Value = serde_json::from_str(&behaviour("odd", "odd", &preview, &json!([{"op": "jiggle"}]))).unwrap();
    let text = serde_json::to_string_pretty(&pack).unwrap();
    desk.write("packs/odd.json", &text);
    let place = format!("packs/odd.json:{}: content.scripts.0.body.0.op", line(&text, "jiggle"));
    desk.run(&RUN).says(1, &[&place, "1 failed"]);
}

#[test]
fn whom_it_is_shown_on_is_looked_at_first() {
    let desk = desk();
    for (on, words) in [
        ("persn", ["persn", "did you mean person?"]),
        ("dgo", ["dgo", "did you mean dog?"]),
        ("sunny", ["sunny", "did you mean c4c:char:sunny?"]),
        ("c4c:char:suny", ["c4c:char:suny", "c4c:char:sunny"]),
        ("c4c:look:foxx", ["c4c:look:foxx", "c4c:look:fox"]),
        ("{\"template\": \"persn\"}", ["persn", "person"]),
        ("{\"pack\": \"c4c:look:foxx\"}", ["c4c:look:foxx", "c4c:look:fox"]),
    ] {
        desk.run(&[&RUN[..], &["--on", on]].concat()).says(2, &[&["--on"], &words[..]].concat());
    }
    assert!(!desk.path("out").exists());
    desk.run(&[&RUN[..], &["--on", "{\"template\": \"dog\"}"]].concat()).says(0, &["1 drawn"]);
}

#[test]
fn words_that_name_nothing_have_a_neighbour() {
    let desk = desk();
    desk.run(&["previews", "wave", "-o", "out"]).says(1, &["there is no folder wave", "did you mean c4c:beh:wave?"]);
    desk.run(&["previews", "packs/nod_off.json", "-o", "out"]).says(1, &["is a file", "packs", "c4c:beh:nod_off"]);
    desk.run(&["packs", "show", "c4c:beh:WAG"]).says(1, &["did you mean c4c:beh:wag?"]);
    desk.run(&["packs", "show", "sniif"]).says(1, &["did you mean c4c:beh:sniff?"]);
    let elsewhere = Desk::new();
    elsewhere.run(&["packs", "index"]).says(1, &["there is no folder packs", "packs index DIR"]);
    fs::create_dir(elsewhere.path("bare")).unwrap();
    elsewhere.run(&["previews", "bare", "-o", "out"]).says(0, &["there are no packs in it", "0 drawn"]);
}

#[test]
fn a_round_is_true_or_false() {
    let desk = desk();
    let preview = json!({"on": "kid", "dur": 0.3, "loop": "yes"});
    desk.write("packs/nod_off.json", behaviour("nod_off", "nod off", &preview, &lean(10)));
    desk.run(&["packs", "check", "packs"]).says(1, &["preview.loop", "true or false"]);
}

#[test]
fn of_many_looks_those_are_drawn_that_have_the_view() {
    let desk = Desk::new();
    desk.run(&["sheet", "--looks", "--silhouettes", "--view", "side", "-o", "side.png"]).says(0, &[]);
    assert!(desk.path("side.png").exists());
    // One that is asked for by itself says what it lacks: a bird is drawn from the front and from behind.
    desk.run(&["sheet", "bird", "--view", "side", "-o", "bird.png"]).says(2, &["side", "front, back"]);
}
