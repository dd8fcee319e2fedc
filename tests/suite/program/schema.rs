//! The schema takes what `validate` takes, and refuses what a schema can refuse.
use super::table::program_of;
use jabber_render::program::{load_value, schema};
use jabber_render::vocabulary::block::Need;
use jabber_render::vocabulary::table::blocks;
use serde_json::{Value, json};
use std::path::Path;

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
}

fn faults(validator: &jsonschema::Validator, instance: &Value) -> Vec<String> {
    validator.iter_errors(instance).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn it_is_a_schema() {
    jsonschema::meta::validate(&schema()).unwrap();
}

#[test]
fn every_shipped_file_keeps_to_it() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let mut found = Vec::new();
    for folder in ["examples", "packs"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 5);
    for path in found {
        let file: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        // The index is a list of packs, not one.
        let is_index = path.file_name().is_some_and(|name| name == "index.json");
        // A template is art: `templates check` is its judge.
        if is_index || path.parent().is_some_and(|folder| folder.ends_with("templates")) {
            continue;
        }
        assert_eq!(faults(&validator, &file), [""; 0], "{}", path.display());
        let named = path.parent().unwrap().join(file["$schema"].as_str().unwrap_or_default());
        assert_eq!(named.canonicalize().ok(), schema_file().canonicalize().ok(), "{} names it", path.display());
    }
}

fn schema_file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("schema.json")
}

/// `jabber-render schema > schema.json` writes it anew.
#[test]
fn the_file_is_what_the_command_prints() {
    let file = std::fs::read_to_string(schema_file()).unwrap();
    assert_eq!(file, format!("{:#}\n", schema()));
}

#[test]
fn it_takes_what_is_valid() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let cases: Vec<Value> = serde_json::from_str(include_str!("faults.json")).unwrap();
    let mut checked = 0;
    for case in cases.iter().filter(|case| case.get("errors").is_none()) {
        let program = match (case.get("program"), case.get("block")) {
            (Some(program), _) => program.clone(),
            (_, Some(block)) => program_of(block, true),
            _ => program_of(&case["scene"], false),
        };
        assert!(load_value(&program).is_ok());
        // Odd `vars` add nothing (§1); an editor may still frown at them.
        if program.get("vars").is_none_or(Value::is_object) {
            assert_eq!(faults(&validator, &program), [""; 0], "{case}");
            checked += 1;
        }
    }
    assert!(checked > 40);
}

#[test]
fn it_refuses_what_a_schema_can() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let refused = |program: &Value| !validator.is_valid(program);
    for spec in blocks() {
        let example: Value = serde_json::from_str(spec.example).unwrap();
        let program = |block: &Value| program_of(block, spec.family.in_behaviour());
        assert!(!refused(&program(&example)), "{}", spec.op);
        for arg in spec.args.iter().filter(|arg| arg.need == Need::Required) {
            let mut block = example.clone();
            block.as_object_mut().unwrap().remove(arg.name);
            assert!(refused(&program(&block)), "{}.{}", spec.op, arg.name);
        }
    }
    for block in [
        json!({"op": "fly"}),
        json!({"op": "wait"}),
        json!({"op": "wait", "for": 1, "until": 2}),
        json!({"op": "wait", "for": "1"}),
        json!({"op": "set", "ch": "part:Arm", "to": 1}),
        json!({"op": "wave", "ch": "dx", "shape": "zigzag"}),
        json!({"op": "follow", "ch": "dx", "source": "dy", "hz": 0}),
        json!({"op": "chain", "ch": "part:tail", "segments": 17}),
        json!({"op": "move"}),
    ] {
        assert!(refused(&program_of(&block, true)), "{block}");
    }
    assert!(refused(&program_of(&json!({"op": "place", "who": "A", "facing": 2}), false)));
    assert!(refused(&json!({"v": 2, "kind": "behaviour", "scripts": []})));
    assert!(refused(&json!({"format": 1, "id": "c4c:beh:x", "type": "behaviour"})));
}
