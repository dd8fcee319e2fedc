//! Laws over the block table.
use jabber_render::program::load_value;
use jabber_render::vocabulary::block::{ArgKind, Need};
use jabber_render::vocabulary::table::{HATS, block, blocks};
use serde_json::{Value, json};

/// A program that may hold the block.
pub fn program_of(block: &Value, in_behaviour: bool) -> Value {
    if in_behaviour {
        return json!({"v": 1, "kind": "behaviour", "vars": {"count": 0}, "scripts": [{"body": [block]}]});
    }
    let hat = json!({"on": "scene", "name": "one"});
    json!({"v": 1, "kind": "cartoon", "cast": {"A": "someone", "B": "another", "cup": "a prop"}, "places": {"park": "park"},
           "scripts": [{"hat": hat, "body": [block]}]})
}

#[test]
fn every_example_is_valid_and_without_warnings() {
    for spec in blocks() {
        let example: Value = serde_json::from_str(spec.example).unwrap_or_else(|e| panic!("{}: {e}", spec.op));
        assert_eq!(example["op"], spec.op);
        for in_behaviour in [true, false] {
            let fits = if in_behaviour { spec.family.in_behaviour() } else { spec.family.in_scene() };
            let loaded = load_value(&program_of(&example, in_behaviour));
            assert_eq!(loaded.is_ok(), fits, "{}: {:?}", spec.op, loaded.diagnostics);
            assert!(!fits || loaded.diagnostics.is_empty(), "{}: {:?}", spec.op, loaded.diagnostics);
        }
    }
    for hat in HATS {
        let example: Value = serde_json::from_str(hat.example).unwrap();
        let program = json!({"v": 1, "kind": "behaviour", "scripts": [{"hat": example, "body": []}]});
        assert!(load_value(&program).diagnostics.is_empty(), "{}", hat.on);
    }
}

#[test]
fn rows_are_told_apart_and_say_what_they_mean() {
    let words: Vec<_> = blocks().map(|spec| spec.op).collect();
    assert!(words.iter().all(|op| words.iter().filter(|other| other == &op).count() == 1));
    for spec in blocks() {
        assert!(std::ptr::eq(block(spec.op).unwrap(), spec));
        assert!(spec.doc.ends_with('.') && !spec.waits.is_empty(), "{}", spec.op);
        for (index, arg) in spec.args.iter().enumerate() {
            assert!(!arg.doc.is_empty(), "{}.{}", spec.op, arg.name);
            assert!(spec.args[..index].iter().all(|other| other.name != arg.name), "{}.{}", spec.op, arg.name);
        }
        for name in spec.exactly_one.iter().chain(spec.at_least_one) {
            assert!(spec.args.iter().any(|arg| arg.name == *name && arg.need == Need::Optional), "{}.{name}", spec.op);
        }
    }
}

/// A default word is one of the words.
#[test]
fn default_words_are_words() {
    for arg in blocks().flat_map(|spec| spec.args) {
        if let (ArgKind::Word(words), Need::Word(word)) = (arg.kind, arg.need) {
            assert!(words.contains(&word), "{} {word}", arg.name);
        }
    }
}

/// Every required argument that is missing is an error at its name; every unknown argument a warning at its name.
#[test]
fn missing_and_unknown_arguments_are_told() {
    for spec in blocks() {
        let example: Value = serde_json::from_str(spec.example).unwrap();
        for arg in spec.args.iter().filter(|arg| arg.need == Need::Required) {
            let mut block = example.clone();
            block.as_object_mut().unwrap().remove(arg.name);
            let loaded = load_value(&program_of(&block, spec.family.in_behaviour()));
            let path = format!("scripts.0.body.0.{}", arg.name);
            assert!(loaded.errors().any(|fault| fault.path == path), "{path}: {:?}", loaded.diagnostics);
        }
        let mut block = example.clone();
        block["zzz"] = json!(1);
        block["note"] = json!({"any": "thing"});
        block["id"] = json!(7);
        let loaded = load_value(&program_of(&block, spec.family.in_behaviour()));
        let paths: Vec<_> = loaded.diagnostics.iter().map(|fault| &*fault.path).collect();
        assert_eq!(paths, ["scripts.0.body.0.zzz"], "{}", spec.op);
        assert!(loaded.is_ok());
    }
}

/// Every argument that takes a value refuses text, true, null, a list and a broken formula, at its name.
#[test]
fn values_are_numbers_or_formulas() {
    for spec in blocks() {
        let example: Value = serde_json::from_str(spec.example).unwrap();
        for arg in spec.args.iter().filter(|arg| arg.kind == ArgKind::Value) {
            for bad in [json!("5"), json!(true), json!(null), json!([1]), json!({"a": 1}), json!("=1+"), json!("=")] {
                let mut block = example.clone();
                block[arg.name] = bad.clone();
                let loaded = load_value(&program_of(&block, spec.family.in_behaviour()));
                let path = format!("scripts.0.body.0.{}", arg.name);
                let told = loaded.errors().any(|fault| fault.path == path);
                assert!(told, "{path} {bad}: {:?}", loaded.diagnostics);
            }
        }
    }
}

/// What is not in the language text, and nothing else, is an extension: asked for, each is an error at its word.
#[test]
fn extensions_are_told_apart() {
    let words: Vec<_> = blocks().filter(|spec| spec.extension).map(|spec| spec.op).collect();
    assert_eq!(
        words,
        [
            "camera",
            "cameraShake",
            "fade",
            "title",
            "credits",
            "hold",
            "drop",
            "sound",
            "music",
            "sing",
            "hide",
            "show",
            "layer",
            "face"
        ]
    );
    let args = blocks().flat_map(|spec| spec.args.iter().filter(|arg| arg.extension).map(|arg| (spec.op, arg.name)));
    let fields = HATS.iter().flat_map(|hat| hat.args.iter().filter(|arg| arg.extension).map(|arg| (hat.on, arg.name)));
    let all: Vec<_> = args.chain(fields).collect();
    assert_eq!(all, [("say", "clip"), ("cut", "with"), ("cut", "over"), ("scene", "with"), ("scene", "over")]);
    for spec in blocks() {
        let example: Value = serde_json::from_str(spec.example).unwrap();
        let loaded = load_value(&program_of(&example, spec.family.in_behaviour()));
        let told: Vec<_> = loaded.extensions.iter().map(|fault| &*fault.path).collect();
        let expected = if spec.extension { vec!["scripts.0.body.0.op"] } else { vec![] };
        assert_eq!(told, expected, "{}", spec.op);
    }
    let mut cut = program_of(&json!({"op": "cut", "place": "park", "with": "fade", "over": 1}), false);
    cut["scripts"][0]["hat"]["over"] = json!(2);
    cut["captions"] = json!("bubble");
    cut["behaviours"] = json!({"nod": {"v": 1, "kind": "behaviour", "scripts": []}});
    let nod = json!({"op": "does", "who": "A", "behaviour": "nod"});
    cut["scripts"][0]["body"].as_array_mut().unwrap().push(nod);
    cut["places"]["den"] = json!({"background": "park", "grade": "noir", "still": true, "life": []});
    cut["cast"] = json!({
        "A": {"idle": true, "look": {"template": "person", "colors": "ocean"}},
        "B": {"look": {"template": "kid", "colors": {"palette": "ocean", "top": "teal"}}},
        "C": {"look": {"template": "kid", "colors": {"top": "teal"}}}
    });
    let loaded = load_value(&cut);
    let told: Vec<_> = loaded.extensions.iter().map(|fault| &*fault.path).collect();
    let cast = ["cast.A.look.colors", "cast.B.look.colors.palette"];
    let places = ["places.den.life", "places.den.still"];
    let blocks = ["scripts.0.hat.over", "scripts.0.body.0.with", "scripts.0.body.0.over"];
    let whole = ["behaviours", "cast.A.idle"];
    assert_eq!(told, [&whole[..], &cast, &places, &["captions"], &blocks, &["scripts.0.body.1.behaviour"]].concat());
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
}
