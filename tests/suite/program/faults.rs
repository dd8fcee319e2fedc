//! Every rule of validation (§1, §2, §4, §5, §6, §7, §8.6 and rulings) with the paths of its errors and warnings: exactly
//! those, no more; and those of its notes, what the language allows and drawing does not know. A case holds a whole `program`, or a `block` of a behaviour or a `scene`, whose paths are the block's.
use super::table::program_of;
use jabber_render::diagnostic::Severity;
use jabber_render::program::load_value;
use serde_json::{Value, json};

fn listed(case: &Value, key: &str) -> Vec<String> {
    let mut paths: Vec<String> = serde_json::from_value(case.get(key).cloned().unwrap_or(json!([]))).unwrap();
    paths.sort();
    paths
}

#[test]
fn paths() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("faults.json")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let (program, inside) = match (case.get("program"), case.get("block"), case.get("scene")) {
            (Some(program), ..) => (program.clone(), ""),
            (_, Some(block), _) => (program_of(block, true), "scripts.0.body.0"),
            (.., Some(block)) => (program_of(block, false), "scripts.0.body.0"),
            _ => panic!("{case}"),
        };
        let loaded = load_value(&program);
        let found = |severity: Severity| {
            let of_kind = loaded.diagnostics.iter().filter(|fault| fault.severity == severity);
            let path = |path: &str| path.strip_prefix(inside).unwrap_or(path).trim_start_matches('.').to_owned();
            let mut paths: Vec<_> = of_kind.map(|fault| path(&fault.path)).collect();
            paths.sort();
            paths
        };
        let (errors, warnings, notes) = (found(Severity::Error), found(Severity::Warning), found(Severity::Note));
        let as_listed = errors == listed(case, "errors") && warnings == listed(case, "warnings");
        if !as_listed || notes != listed(case, "notes") {
            wrong.push(format!("{case}\n  errors {errors:?} warnings {warnings:?}\n  {:?}", loaded.diagnostics));
        }
        assert_eq!(loaded.is_ok(), errors.is_empty());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every diagnostic says something, and every one about a misspelt word says which word is near.
#[test]
fn hints_name_the_nearest_word() {
    for (block, in_behaviour, near) in [
        (json!({"op": "setpart", "part": "head", "deg": 1}), true, "setPart"),
        (json!({"op": "wobbel"}), true, "wobble"),
        (json!({"op": "set", "ch": "mouht", "to": 1}), true, "mouth"),
        (json!({"op": "set", "ch": "left arm", "to": 1}), true, "part:arm:-1"),
        (json!({"op": "setPart", "part": "left amr", "deg": 1}), true, "left arm"),
        (json!({"op": "wave", "ch": "dx", "shape": "sine"}), true, "sin"),
        (json!({"op": "set", "ch": "dx", "to": "=tou"}), true, "tau"),
        (json!({"op": "set", "ch": "dx", "to": "=2*cuont"}), true, "count"),
        (json!({"op": "set", "ch": "dx", "to": "=maxx(1,2)"}), true, "max"),
        (json!({"op": "set", "ch": "dx", "to": "12"}), true, "12 without quotes"),
        (json!({"op": "wait", "fro": 1, "for": 2}), true, "for"),
        (json!({"op": "say", "who": "a", "text": "x"}), false, "A"),
        (json!({"op": "mood", "who": "A", "mood": "exited"}), false, "excited"),
        (json!({"op": "cut", "place": "prak"}), false, "park"),
    ] {
        let loaded = load_value(&program_of(&block, in_behaviour));
        let hint = loaded.diagnostics.first().and_then(|fault| fault.hint.clone()).unwrap_or_default();
        assert!(hint.contains(near), "{block}: {:?}", loaded.diagnostics);
    }
}

#[test]
fn the_cast_is_in_the_order_of_object_keys() {
    let cast =
        json!({"b": "", "10": "", "__proto__": "", "2": "", "01": "", "a": "", "4294967295": "", "4294967294": ""});
    let program = load_value(&json!({"v": 1, "kind": "scene", "cast": cast, "scripts": []})).program.unwrap();
    let ids: Vec<_> = program.cast.iter().map(|entry| &*entry.id).collect();
    assert_eq!(ids, ["2", "10", "4294967294", "b", "__proto__", "01", "a", "4294967295"]);
}

#[test]
fn a_cartoon_packs_content_is_merged() {
    let content = json!({
        "cast": {"A": "outer", "B": "outer"}, "places": {"p": "outer"},
        "program": {"v": 1, "kind": "cartoon", "cast": {"C": "own", "B": "own"}, "scripts": []}
    });
    let program = load_value(&content).program.unwrap();
    let cast: Vec<_> =
        program.cast.iter().map(|entry| format!("{} {}", entry.id, entry.role.as_ref().unwrap())).collect();
    assert_eq!(cast, ["A outer", "B own", "C own"]);
    assert_eq!(&*program.places[0].0, "p");
}
