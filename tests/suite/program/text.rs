//! The text view: the lines that §7.9 and §8.7 give, and that every block has a line.
use super::table::program_of;
use jabber_render::program::json::Json;
use jabber_render::program::text;
use jabber_render::vocabulary::table::{HATS, blocks};
use serde_json::{Value, json};

/// The lines of a block, after the headings.
fn lines(block: &Value, in_behaviour: bool) -> String {
    let text = text(&Json::of(&program_of(block, in_behaviour)));
    let skipped = if in_behaviour { 2 } else { 4 };
    text.lines().skip(skipped).map(str::trim_start).collect::<Vec<_>>().join(" / ")
}

#[test]
fn scene_lines() {
    for (block, line) in [
        (
            json!({"op": "say", "who": "A", "text": "Good morning, Grump!", "mood": "happy"}),
            "A says \"Good morning, Grump!\" (happy)",
        ),
        (json!({"op": "does", "who": "B", "behaviour": "c4c:beh:annoyed", "for": 2}), "B does annoyed for 2 s"),
        (json!({"op": "does", "who": "B", "behaviour": "c4c:beh:wag", "also": true}), "B also does wag"),
        (json!({"op": "does", "who": "B", "behaviour": "c4c:beh:wag", "also": false}), "B does wag"),
        (json!({"op": "caption", "text": "One bite later...", "for": 1.6}), "caption \"One bite later...\" for 1.6 s"),
        (json!({"op": "cut", "place": "park", "mood": "bloom"}), "cut to park (bloom)"),
        (json!({"op": "enter", "who": "A", "from": "left", "over": 2}), "A enters from the left in 2 s"),
        (json!({"op": "exit", "who": "A", "to": "left", "over": 2.4}), "A exits to the left in 2.4 s"),
        (json!({"op": "place", "who": "A", "x": 0.3, "facing": -1, "over": 1}), "place A at x 0.3, facing left in 1 s"),
        (json!({"op": "mood", "who": "B", "mood": "happy"}), "B looks happy"),
        (json!({"op": "cut", "mood": "night", "over": 2}), "cut (night) in 2 s"),
        (json!({"op": "cut", "place": "park", "with": "wipe", "over": 0.8}), "cut to park by wipe in 0.8 s"),
        (json!({"op": "camera", "who": "B", "zoom": 1.6, "over": 0.9}), "camera on B × 1.6 in 0.9 s"),
        (json!({"op": "camera", "x": 0.3, "y": 0.5, "ease": "out"}), "camera at x 0.3 y 0.5 (out)"),
        (json!({"op": "camera", "over": 1}), "camera back to the whole stage in 1 s"),
        (json!({"op": "camera"}), "camera back to the whole stage"),
        (json!({"op": "cameraShake", "amount": 14}), "camera shakes 14 px for 0.5 s"),
        (json!({"op": "hold", "who": "A", "prop": "cup"}), "A holds cup"),
        (
            json!({"op": "hold", "who": "A", "prop": "cup", "hand": "left", "grip": "rim"}),
            "A holds cup (left) by its rim",
        ),
        (json!({"op": "drop", "prop": "cup"}), "drop cup in 0.4 s"),
        (json!({"op": "drop", "prop": "cup", "x": 0.3, "y": 0.9, "over": 1}), "drop cup at x 0.3 y 0.9 in 1 s"),
        (json!({"op": "fade"}), "fade to black in 0.6 s"),
        (json!({"op": "fade", "to": "clear", "over": 2}), "fade to clear in 2 s"),
        (json!({"op": "title", "text": "The Meeting"}), "title \"The Meeting\" for 3 s"),
        (
            json!({"op": "title", "text": "One", "sub": "a room", "for": 2, "style": "over"}),
            "title \"One\", \"a room\", for 2 s (over)",
        ),
        (
            json!({"op": "credits", "lines": ["One", {"role": "Pip", "name": ["a", "b"]}, {"name": "c"}], "for": 9}),
            "credits \"One\" / Pip: a, b / c for 9 s",
        ),
        (json!({"op": "hide", "who": "A"}), "A is hidden"),
        (json!({"op": "show", "who": "A"}), "A is shown"),
        (json!({"op": "layer", "who": "A", "z": -1}), "A on layer -1"),
        (json!({"op": "face", "who": "A", "to": "B", "over": 0.2}), "A turns to B in 0.2 s"),
        (json!({"op": "face", "who": "A", "to": "=x/2", "ease": "out"}), "A turns to (x/2) (out)"),
        (json!({"op": "wait", "for": "=pause/2"}), "wait (pause/2) s"),
        (json!({"op": "wait", "until": "=dur"}), "wait until dur s"),
        (json!({"op": "for", "for": 2, "body": [{"op": "stop"}]}), "for 2 s: / stop"),
        (json!({"op": "for", "until": 2, "body": []}), "until 2 s:"),
        (
            json!({"op": "if", "cond": "=random<0.5", "then": [{"op": "stop"}], "else": [{"op": "stopAll"}]}),
            "if (random<0.5): / stop / else: / stop all",
        ),
        (json!({"op": "together", "branches": [[{"op": "stop"}], []]}), "together: / branch: / stop / branch:"),
        (
            json!({"op": "does", "who": "A", "params": {"speed": 2, "far": "=x"}, "behaviour": {"v": 1, "kind": "behaviour", "name": "leap", "scripts": [{"body": [{"op": "hop"}]}]}}),
            "A does \"leap\" with speed 2, far x / hop 60 px · 1.5 per second",
        ),
    ] {
        assert_eq!(lines(&block, false), line);
    }
}

#[test]
fn captions_have_a_line() {
    for (captions, line) in [
        (json!("bubble"), "captions: bubble"),
        (json!({"style": "outline", "names": true}), "captions: outline, with names"),
        (json!({"names": true}), "captions: box, with names"),
        (json!({"names": false}), "captions: box"),
    ] {
        let program = json!({"v": 1, "kind": "cartoon", "cast": {"A": "x"}, "captions": captions, "scripts": []});
        assert_eq!(text(&Json::of(&program)).lines().nth(2), Some(line));
    }
}

#[test]
fn skeleton_lines() {
    for (block, line) in [
        (
            json!({"op": "chain", "ch": "part:tail", "amp": 20, "lag": 0.1, "falloff": 0.8}),
            "sin wave down the tail chain · every 1 s · amp 20 · 0.1 s later each segment · each × 0.8 · 4 segments",
        ),
        (
            json!({"op": "follow", "ch": "part:tail", "source": "dy", "gain": 0.5}),
            "tail 0.5 × behind dy, springing 2 per second, damping 0.3",
        ),
        (json!({"op": "reach", "part": "hands", "at": "hip"}), "reach hands for the hip in 0.4 s"),
        (
            json!({"op": "reach", "to": {"x": 80, "y": 300}, "hold": 1}),
            "reach right hand to x 80, y 300, hold 1 s, let go",
        ),
        (
            json!({"op": "reach", "at": "head", "dx": 0.1, "dy": -0.03}),
            "reach right hand for the head + 0.1 out and -0.03 up (× its height) in 0.4 s",
        ),
        (json!({"op": "release", "over": 0.3}), "let go with right hand in 0.3 s"),
        (json!({"op": "view", "to": "side"}), "show the side view"),
        (json!({"op": "swish", "every": 0.7}), "swish tail 30° · every 0.7 s"),
        (json!({"op": "flop"}), "flop ears 25° · every 1.2 s"),
        (json!({"op": "bend", "deg": 20, "over": 0.5}), "bend body 20° in 0.5 s"),
        (json!({"op": "bow"}), "bow 35° in 0.6 s"),
        (json!({"op": "letFollow", "part": "ears", "after": "head", "amount": 2}), "let the ears follow the head × 2"),
        (json!({"op": "turnView", "to": "back"}), "turn to the back in 0.24 s"),
        (json!({"op": "set", "ch": "part:arm:-1#2", "to": 3}), "set left arm #2 to 3"),
        (json!({"op": "ramp", "ch": "lift:ear:1", "by": 3, "over": 1}), "glide the raise of right ear by 3 in 1 s"),
        (json!({"op": "shake"}), "shake 6 px · 6 per second"),
        (json!({"op": "wave", "ch": "dx", "w": 7, "hz": 2}), "sin wave on dx · 7 rad/s · amp 1"),
    ] {
        assert_eq!(lines(&block, true), line);
    }
}

#[test]
fn a_cartoon_is_an_outline() {
    let cartoon = json!({"v": 1, "kind": "cartoon", "name": "Two", "cast": {"A": {"name": "Sunny"}, "B": "a grump", "C": {}},
        "scripts": [
            {"hat": {"on": "scene", "name": "Morning", "place": "park", "mood": "bloom"}, "body": [{"op": "wait", "for": 1}]},
            {"hat": {"on": "scene", "name": "Morning"}, "body": [{"op": "stop"}]},
            {"hat": {"on": "scene", "name": "Later", "with": "iris", "over": 1, "at": 5}, "body": []}]});
    let expected = "cartoon \"Two\"\ncast: A = Sunny, B = a grump, C\n\nscene \"Morning\" at park (bloom)\n  wait 1 s\nmeanwhile\n  \
                    stop\n\nscene \"Later\" by iris in 1 s, pinned at 5 s\n";
    assert_eq!(text(&Json::of(&cartoon)), expected);
    let pack = json!({"format": 1, "content": {"program": cartoon}});
    assert_eq!(text(&Json::of(&pack)), expected);
}

#[test]
fn named_behaviours_and_idling_are_in_the_outline() {
    let nod = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "hop"}]}]});
    let cartoon = json!({"v": 1, "kind": "cartoon", "behaviours": {"nod": nod},
        "cast": {"A": {"name": "Sunny", "look": "c4c:look:fox", "idle": "nod"}, "B": {"idle": true}, "C": {"idle": false}},
        "scripts": [{"hat": {"on": "scene", "name": "a"}, "body": [{"op": "does", "who": "A", "behaviour": "nod"}]}]});
    let expected = "cartoon\ncast: A = Sunny (fox; idling: nod), B (idling), C\n\nbehaviour \"nod\"\n  hop 60 px · 1.5 per second\n\n\
                    scene \"a\"\n  A does nod\n";
    assert_eq!(text(&Json::of(&cartoon)), expected);
}

#[test]
fn every_block_and_hat_has_a_line_without_holes() {
    for spec in blocks() {
        let example: Value = serde_json::from_str(spec.example).unwrap();
        let line = lines(&example, spec.family.in_behaviour());
        assert!(!line.is_empty() && !line.contains(['{', '}', '[', ']']), "{}: {line}", spec.op);
    }
    for hat in HATS {
        let example: Value = serde_json::from_str(hat.example).unwrap();
        let text = text(&Json::of(&json!({"v": 1, "kind": "behaviour", "scripts": [{"hat": example, "body": []}]})));
        let line = text.lines().nth(1).unwrap_or_default();
        assert!(line.ends_with(':') && !line.contains(['{', '[']), "{}: {line}", hat.on);
    }
}
