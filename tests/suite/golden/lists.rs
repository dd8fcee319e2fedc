//! What is wrong with a list, with its place and what would be right; and that its schema agrees.
use jabber_render::golden::{List, schema, with_cases};
use serde_json::{Value, json};

/// Lists that are wrong: the list, and of each fault its path, a part of its message, a part of its hint.
type Fault = (&'static str, &'static str, &'static str);

fn one(case: Value) -> Value {
    let mut whole = json!({"name": "a/b", "file": "c.json", "at": 1});
    whole.as_object_mut().unwrap().extend(case.as_object().unwrap().clone());
    json!({"cases": [whole]})
}

fn wrong() -> Vec<(Value, Vec<Fault>)> {
    vec![
        (json!([]), vec![("", "expected an object", "")]),
        (json!({}), vec![("", "has no \"cases\"", "")]),
        (json!({"cases": {}}), vec![("cases", "expected a list", "")]),
        (json!({"cases": [], "caes": 1}), vec![("caes", "unknown field", "did you mean \"cases\"?")]),
        (json!({"cases": [3]}), vec![("cases.0", "expected an object", "")]),
        (json!({"cases": [{"file": "c.json"}]}), vec![("cases.0", "\"name\" is missing", "")]),
        (json!({"cases": [{"name": "a/b"}]}), vec![("cases.0", "\"file\" is missing", "")]),
        (one(json!({"name": "b"})), vec![("cases.0.name", "names no area", "letters")]),
        (one(json!({"name": "../b"})), vec![("cases.0.name", "cannot be the name of a file", "")]),
        (one(json!({"name": "a/b@2"})), vec![("cases.0.name", "cannot be the name of a file", "")]),
        (one(json!({"name": "/a/b"})), vec![("cases.0.name", "cannot be the name of a file", "")]),
        (one(json!({"at": -1})), vec![("cases.0.at", "seconds, 0 or later", "")]),
        (
            one(json!({"at": [1, "2", 1]})),
            vec![("cases.0.at.1", "seconds, 0 or later", ""), ("cases.0.at.2", "twice", "")],
        ),
        (one(json!({"at": [3600, 3600.5]})), vec![("cases.0.at.1", "later than 3600 s, the longest", "")]),
        (one(json!({"at": 1e300})), vec![("cases.0.at", "later than 3600 s", "")]),
        (one(json!({"file": "../c.json"})), vec![("cases.0.file", "does not lie in the folder", "every machine")]),
        (one(json!({"file": "d/../../c.json"})), vec![("cases.0.file", "does not lie in the folder", "every machine")]),
        (one(json!({"file": "/c.json"})), vec![("cases.0.file", "does not lie in the folder", "every machine")]),
        (one(json!({"file": "C:\\c.json"})), vec![("cases.0.file", "does not lie in the folder", "every machine")]),
        (
            one(json!({"options": {"grade": "nihgt"}})),
            vec![("cases.0.options.grade", "unknown word", "did you mean \"night\"?")],
        ),
        (
            one(json!({"name": "Golden.json/x"})),
            vec![("cases.0.name", "Golden.json cannot be a folder: it is the list", "another name")],
        ),
        (
            json!({"cases": [{"name": "a/b.png/c", "file": "c", "at": 1}, {"name": "a/B", "file": "d"}]}),
            vec![("cases.0.name", "a/b.png cannot be a folder: it is a file of the still a/B", "another name")],
        ),
        (one(json!({"at": []})), vec![("cases.0.at", "1 to 1000 times", "")]),
        (one(json!({"size": "640x360"})), vec![("cases.0.size", "needs a reason", "note")]),
        (one(json!({"size": "640"})), vec![("cases.0.size", "no size", "320x180")]),
        (one(json!({"size": "8x8", "note": "small"})), vec![("cases.0.size", "no size", "16 to 1920")]),
        (one(json!({"otpions": {}})), vec![("cases.0.otpions", "unknown field", "options")]),
        (one(json!({"options": {"seed": -1}})), vec![("cases.0.options.seed", "whole number", "")]),
        (one(json!({"options": {"fps": 0}})), vec![("cases.0.options.fps", "no frame rate", "1 to 240")]),
        (
            one(json!({"options": {"captions": "bubbel"}})),
            vec![("cases.0.options.captions", "unknown word", "did you mean \"bubble\"?")],
        ),
        (one(json!({"options": {"fonts": "a.ttf"}})), vec![("cases.0.options.fonts", "expected a list of files", "")]),
        (
            one(json!({"options": {"fonts": ["a.ttf", "../b.ttf"]}})),
            vec![("cases.0.options.fonts.1", "does not lie in the folder", "")],
        ),
        (one(json!({"options": {"fonts": ["a.ttf", 3]}})), vec![("cases.0.options.fonts.1", "expected a text", "")]),
        (
            one(json!({"options": {"grid": "mood"}})),
            vec![("cases.0.options.grid", "unknown word", "did you mean \"moods\"?")],
        ),
        (one(json!({"options": {"look": "dog"}})), vec![("cases.0.options.look", "expected an object", "")]),
        (
            one(json!({"tolerance": {"pixels": 3, "by": 2}})),
            vec![("cases.0.tolerance", "a tolerance needs \"why\"", "why")],
        ),
        (
            one(json!({"tolerance": {"pixels": 0, "by": 300, "why": " "}})),
            vec![
                ("cases.0.tolerance.pixels", "whole number, 1 to", ""),
                ("cases.0.tolerance.by", "whole number, 1 to 255", ""),
                ("cases.0.tolerance.why", "expected a text", ""),
            ],
        ),
        (
            json!({"cases": [{"name": "a/b", "file": "c", "at": [1, 2]}, {"name": "A/b", "file": "d", "at": 2}]}),
            vec![("cases.1", "the still A/b@2 is here twice: cases.0 has it", "another name")],
        ),
    ]
}

#[test]
fn every_fault_is_told_with_its_place() {
    for (list, expected) in wrong() {
        let text = list.to_string();
        let faults = List::read(text.as_bytes()).unwrap_err();
        assert_eq!(faults.len(), expected.len(), "{list}: {faults:?}");
        for (fault, (path, message, hint)) in faults.iter().zip(expected) {
            assert_eq!(fault.path, path, "{list}");
            assert!(fault.message.contains(message), "{list}: {}", fault.message);
            assert!(fault.hint.clone().unwrap_or_default().contains(hint), "{list}: {:?}", fault.hint);
            assert!(fault.span.as_ref().is_some_and(|span| span.end <= text.len() && !span.is_empty()), "{list}");
        }
    }
}

#[test]
fn a_list_is_read_as_it_is_written() {
    let text = r#"{"$schema": "x", "note": ["anything"], "cases": [
        {"name": "a/b-1.x", "file": "c.json", "at": 2.5, "size": "640x360", "note": "why",
         "options": {"seed": 7, "fps": "30000/1001", "params": {"n": 2}},
         "tolerance": {"pixels": 4, "by": 2, "why": "a driver"}},
        {"name": "s/d", "file": "dog.json", "size": 640, "note": "wide", "options": {"grid": "moods", "view": "side"}}
    ]}"#;
    let list = List::read(text.as_bytes()).unwrap();
    let [film, sheet] = &list.cases[..] else { panic!("{list:?}") };
    assert_eq!(film.stills(), [("a/b-1.x@2.5".to_owned(), Some(2.5))]);
    assert_eq!((film.size, film.options.seed, film.area()), (Some((640, 360)), Some(7), "a"));
    assert_eq!(film.options.fps.map(|fps| (fps.num, fps.den)), Some((30000, 1001)));
    assert_eq!(film.tolerance.as_ref().map(|t| (t.pixels, t.by, &*t.why)), Some((4, 2, "a driver")));
    assert_eq!((sheet.stills(), sheet.size), (vec![("s/d".to_owned(), None)], Some((640, 0))));
}

#[test]
fn the_schema_takes_what_is_read_and_refuses_what_it_can() {
    jsonschema::meta::validate(&schema()).unwrap();
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read(root.join("golden/golden.json")).unwrap();
    let own: Value = serde_json::from_slice(&file).unwrap();
    assert!(validator.is_valid(&own));
    let written = std::fs::read_to_string(root.join("golden/schema.json")).unwrap();
    assert!(
        written == format!("{:#}\n", schema()),
        "`jabber-render schema golden > golden/schema.json` writes it anew"
    );
    // What a schema cannot say: that a name is safe on every disk, a reason for a size, stills that are there twice, and a
    // rate within its range.
    let beyond = [
        "../b",
        "640x360",
        "8x8",
        "\"A/b\"",
        "\"fps\":0",
        "\"why\":\" \"",
        "../c.json",
        "\"/c.json",
        "C:",
        ".json/x",
        "b.png/c",
    ];
    for (list, _) in wrong() {
        let text = list.to_string();
        assert_eq!(
            validator.is_valid(&list),
            beyond.iter().any(|part| text.contains(part)) && !text.contains("300"),
            "{text}"
        );
    }
}

#[test]
fn rows_are_added_and_nothing_else_changes() {
    let row = json!({"name": "n/m", "file": "f.json", "at": 1.5});
    let added = "{\"name\": \"n/m\", \"file\": \"f.json\", \"at\": 1.5}";
    let cases = [
        ("{\"cases\": []}", format!("{{\"cases\": [\n    {added}\n  ]}}")),
        ("{\n  \"cases\": [\n  ]\n}\n", format!("{{\n  \"cases\": [\n    {added}\n  ]\n}}\n")),
        (
            "{\"cases\": [{\"a\": 1}], \"note\": 2}",
            format!("{{\"cases\": [{{\"a\": 1}},\n    {added}\n  ], \"note\": 2}}"),
        ),
        (
            "{\"cases\": [\n    {\"a\": [ 1]}\n  ]\n}",
            format!("{{\"cases\": [\n    {{\"a\": [ 1]}},\n    {added}\n  ]\n}}"),
        ),
    ];
    for (before, after) in cases {
        assert_eq!(with_cases(before, std::slice::from_ref(&row)).as_deref(), Some(&*after));
        assert_eq!(with_cases(before, &[]).as_deref(), Some(before));
    }
    assert_eq!(with_cases("[]", &[row]), None);
}
