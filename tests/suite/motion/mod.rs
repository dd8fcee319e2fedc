//! The shipped behaviours as animation: what a pack says it shows of the principles is in its pose over time; a loop closes; the folder
//! that older renderers read holds nothing they cannot draw. `claims.json` names the channels.
mod measure;
mod track;

use jabber_render::pack::{Catalog, PackKind};
use jabber_render::vocabulary::{block::Family, table::block};
use measure::Claim;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

/// The words a preview's `principles` are made of.
const PRINCIPLES: [&str; 14] = [
    "squash-and-stretch",
    "anticipation",
    "staging",
    "straight-ahead",
    "pose-to-pose",
    "follow-through",
    "overlap",
    "slow-in-slow-out",
    "arcs",
    "secondary-action",
    "timing",
    "exaggeration",
    "solid-drawing",
    "appeal",
];
/// Those that a claim is owed for.
const MEASURED: [&str; 3] = ["anticipation", "overlap", "squash-and-stretch"];
/// Friendly blocks that stand for chains, follow-through, views and bent spines (the language's §4).
const SHORT: [&str; 6] = ["swish", "flop", "bend", "bow", "letFollow", "turnView"];

/// Name, path under `packs/` and manifest of every behaviour in the repository.
fn behaviours() -> Vec<(String, String, Value)> {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("packs");
    let mut found = Vec::new();
    for folder in fs::read_dir(&packs).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for file in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let (Some(folder), Some(name)) = (folder.file_name(), file.file_stem()) else { continue };
            if file.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let pack: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            let (folder, name) = (folder.to_string_lossy(), name.to_string_lossy().into_owned());
            if pack["type"] == "behaviour" {
                found.push((name.clone(), format!("{folder}/{name}.json"), pack));
            }
        }
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

fn claims() -> Map<String, Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/motion/claims.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Every block of the skeleton in a program, however deep.
fn skeleton_blocks(tree: &Value, into: &mut Vec<String>) {
    match tree {
        Value::Object(object) => {
            if let Some(op) = object.get("op").and_then(Value::as_str)
                && (block(op).is_some_and(|spec| spec.family == Family::Skeleton) || SHORT.contains(&op))
            {
                into.push(op.to_owned());
            }
            object.values().for_each(|inner| skeleton_blocks(inner, into));
        }
        Value::Array(list) => list.iter().for_each(|inner| skeleton_blocks(inner, into)),
        _ => {}
    }
}

#[test]
fn every_folder_of_behaviours_is_compiled_in() {
    let catalog = Catalog::shipped();
    let mut shipped: Vec<&str> = catalog.of_kind(PackKind::Behaviour).map(|pack| &*pack.id).collect();
    let found = behaviours();
    let mut kept: Vec<&str> = found.iter().filter_map(|(.., pack)| pack["id"].as_str()).collect();
    shipped.sort_unstable();
    kept.sort_unstable();
    assert_eq!(shipped, kept);
    assert!(found.iter().any(|(_, path, _)| path.starts_with("skeleton/")), "{kept:?}");
}

#[test]
fn older_renderers_can_draw_every_pack_in_behaviours() {
    let folder = behaviours().into_iter().filter(|(_, path, _)| path.starts_with("behaviours/"));
    let mut seen = 0;
    for (_, path, pack) in folder {
        let mut found = Vec::new();
        skeleton_blocks(&pack["content"], &mut found);
        assert!(found.is_empty(), "{path} uses {found:?}");
        seen += 1;
    }
    assert!(seen >= 23, "{seen} behaviours");
    let nested = json!({"scripts": [{"body": [
        {"op": "if", "cond": 1, "then": [{"op": "together", "branches": [[{"op": "chain", "ch": "part:tail"}], [{"op": "wait", "for": 1}]]}],
         "else": [{"op": "for", "for": 1, "body": [{"op": "letFollow", "part": "ears"}]}]},
        {"op": "repeat", "times": 2, "body": [{"op": "reach", "part": "right hand", "at": "hip"}, {"op": "view", "to": "side"}]},
        {"op": "setPart", "part": "tail", "deg": 3, "note": "op chain"}]}]});
    let mut found = Vec::new();
    skeleton_blocks(&nested, &mut found);
    found.sort();
    assert_eq!(found, ["chain", "letFollow", "reach", "view"]);
}

#[test]
fn every_behaviour_says_how_to_show_it_and_which_principles_it_shows() {
    for (_, path, pack) in behaviours() {
        let preview = &pack["preview"];
        assert!(preview["on"].is_string() && preview["loop"].is_boolean(), "{path}: {preview}");
        assert!(preview["dur"].as_f64().is_some_and(|dur| dur > 0.0), "{path}: {preview}");
        let words = preview["principles"].as_array().unwrap_or_else(|| panic!("{path} names no principles"));
        assert!(words.len() >= 2, "{path}: {words:?}");
        for (k, word) in words.iter().enumerate() {
            assert!(word.as_str().is_some_and(|word| PRINCIPLES.contains(&word)), "{path}: {word}");
            assert!(!words[..k].contains(word), "{path} says {word} twice");
        }
    }
}

#[test]
fn what_a_behaviour_claims_is_in_its_motion() {
    let claims = claims();
    let shipped = behaviours();
    let mut faults = Vec::new();
    for (name, _, pack) in &shipped {
        let none = Map::new();
        let made = claims.get(name).and_then(Value::as_object).unwrap_or(&none);
        let listed = pack["preview"]["principles"].as_array().cloned().unwrap_or_default();
        let looping = pack["preview"]["loop"] == true;
        let owed = MEASURED.iter().copied().filter(|word| listed.iter().any(|said| said == word));
        let mut owed: Vec<&str> = owed.chain(looping.then_some("loop")).collect();
        let mut given: Vec<&str> = made.keys().map(String::as_str).collect();
        owed.sort_unstable();
        given.sort_unstable();
        if owed != given {
            faults.push(format!("{name} owes claims for {owed:?}, and has {given:?}"));
        }
        let found =
            made.iter().map(|(word, claim)| (word, Claim::new(claim, &pack["preview"]).found(word, &pack["content"])));
        faults.extend(found.filter_map(|(word, fault)| Some(format!("{name}, {word}: {}", fault.err()?))));
    }
    let strays = claims.keys().filter(|name| !shipped.iter().any(|(shipped, ..)| shipped == *name));
    faults.extend(strays.map(|name| format!("no behaviour {name} is shipped")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A move of one channel: keys of seconds and degrees, each reached by an even ease; the hair comes after it.
fn program(channel: &str, keys: &[(f64, f64)], late: f64, loops: bool) -> Value {
    let ramp = |ch: &str, &(over, to): &(f64, f64)| json!({"op": "ramp", "ch": ch, "to": to, "over": over});
    let run = |ch: &str, first: Option<Value>| {
        let body: Vec<Value> = first.into_iter().chain(keys.iter().map(|key| ramp(ch, key))).collect();
        if loops { json!([{"op": "forever", "body": body}]) } else { json!(body) }
    };
    let wait = json!({"op": "wait", "for": late});
    let follower = if loops { json!([wait, run("part:hair", None)[0]]) } else { run("part:hair", Some(wait)) };
    json!({"v": 1, "kind": "behaviour", "scripts": [{"body": run(channel, None)}, {"body": follower}]})
}

/// Each measure against moves whose answer is plain, so that none of them can only say yes.
#[test]
fn the_measures_know_a_move_from_its_lack() {
    let preview = json!({"dur": 1.2, "loop": false});
    let cyclic = json!({"dur": 1.0, "loop": true});
    let head = json!({"channel": "part:head"});
    let pair = json!({"lead": "part:head", "follow": "part:hair"});
    let says = |claim: &Value, preview: &Value, word: &str, program: &Value| {
        Claim::new(claim, preview).found(word, program).is_ok()
    };
    // 12 of 100 the other way is enough, 8 is not, and a straight start is none.
    for (back, enough) in [(-12.0, true), (-8.0, false), (0.0, false)] {
        let moves = program("part:head", &[(0.2, back), (0.2, 100.0 + back), (0.3, 0.0)], 0.0, false);
        let from_the_start = json!({"channel": "part:head", "to": 0.4});
        assert_eq!(says(&from_the_start, &preview, "anticipation", &moves), enough, "{back}");
    }
    // The way back is not what comes before it; a flick of one frame is no anticipation.
    assert!(!says(&head, &preview, "anticipation", &program("part:head", &[(0.3, 60.0), (0.3, 20.0)], 0.0, false)));
    assert!(!says(&head, &preview, "anticipation", &program("part:head", &[(0.04, -30.0), (0.3, 60.0)], 0.0, false)));
    // Two frames are 83 ms.
    for (late, enough) in [(0.125, true), (0.0834, true), (0.07, false), (0.0, false)] {
        let moves = program("part:head", &[(0.2, -12.0), (0.2, 90.0), (0.3, 0.0)], late, false);
        assert_eq!(says(&pair, &preview, "overlap", &moves), enough, "{late}");
    }
    // A follower that does something else is none.
    let other = json!({"v": 1, "kind": "behaviour", "scripts": [
        {"body": [{"op": "ramp", "ch": "part:head", "to": 50, "over": 0.3}]}, {"body": [{"op": "wave", "ch": "part:hair", "hz": 9}]}]});
    assert!(!says(&pair, &preview, "overlap", &other));
    let squash = |sx: f64, sy: f64| {
        let to = |ch: &str, to: f64| json!([{"op": "ramp", "ch": ch, "to": to, "over": 0.2}]);
        json!({"v": 1, "kind": "behaviour", "scripts": [{"body": to("sx", sx)}, {"body": to("sy", sy)}]})
    };
    for (sx, sy, enough) in [(1.25, 0.8, true), (1.05, 0.952, false), (1.0, 0.8, false)] {
        assert_eq!(
            says(&json!({"least": 0.9}), &preview, "squash-and-stretch", &squash(sx, sy)),
            enough,
            "{sx} × {sy}"
        );
    }
    // A loop of a second; one that comes back late; one that begins elsewhere than it ends.
    let keys = [(0.25, 10.0), (0.5, -10.0), (0.25, 0.0)];
    assert!(says(&json!({}), &cyclic, "loop", &program("part:head", &keys, 0.1, true)));
    assert!(!says(&json!({}), &cyclic, "loop", &program("part:head", &[(0.25, 10.0), (0.8, 0.0)], 0.1, true)));
    let drifts =
        json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "drive", "ch": "dx", "value": "=tau"}]}]});
    assert!(!says(&json!({}), &cyclic, "loop", &drifts));
    // It closes in value and not in slope; it jumps.
    let saw = |value: &str| json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "drive", "ch": "dx", "value": value}]}]});
    assert!(!says(&json!({}), &cyclic, "loop", &saw("=abs(mod(tau,1)-0.5)")));
    assert!(!says(&json!({}), &cyclic, "loop", &saw("=step(0.5,mod(tau,1))")));
    assert!(says(&json!({"from": 0.25}), &cyclic, "loop", &saw("=abs(mod(tau,1)-0.5)")));
}
