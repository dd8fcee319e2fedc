//! For authors (extensions): named behaviours, idling, `hide` and `show`, `layer`, `face`. Each case of `authors.json` is a cartoon with
//! what frames hold at times and, of some, the timeline; worked out by hand.
use super::screen::apart;
use jabber_render::engine::{CharacterFacts, Options, Runtime};
use jabber_render::frame::json;
use jabber_render::program::load_value;
use jabber_render::program::tree::PackRef;
use serde_json::{Value, json};
use std::sync::Arc;

fn started(case: &Value, options: Options) -> Runtime {
    let cast = case.get("cast").cloned().unwrap_or(json!({"A": {}, "B": {}}));
    let mut program = json!({"v": 1, "kind": "cartoon", "cast": cast, "scripts": case["scripts"]});
    if let Some(behaviours) = case.get("behaviours") {
        program["behaviours"] = behaviours.clone();
    }
    let loaded = load_value(&program);
    assert!(loaded.diagnostics.is_empty(), "{}: {:?}", case["about"], loaded.diagnostics);
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(&loaded.program.unwrap(), &[]).unwrap();
    runtime
}

#[test]
fn frames_and_timelines_are_as_worked_out() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("authors.json")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let mut times: Vec<f64> = case["at"].as_object().unwrap().keys().map(|t| t.parse().unwrap()).collect();
        times.sort_by(f64::total_cmp);
        let wanted = |t: f64| case["at"].as_object().unwrap().iter().find(|(key, _)| key.parse() == Ok(t)).unwrap().1;
        // In steps of a frame and in one each: a frame depends on its time alone.
        for frames in [true, false] {
            let mut runtime = started(case, Options::default());
            for t in &times {
                let mut k = 1.0;
                while frames && k / 24.0 < *t {
                    runtime.step_to(k / 24.0).unwrap();
                    k += 1.0;
                }
                runtime.step_to(*t).unwrap();
                let found = json::frame(&runtime.frame().unwrap());
                let faults = apart("", wanted(*t), Some(&found));
                wrong.extend(faults.iter().map(|fault| format!("{} at {t}: {fault}", case["about"])));
            }
            let records: Vec<Value> = runtime.timeline().iter().map(|record| record.to_json()).collect();
            if let Some(timeline) = case.get("timeline").and_then(Value::as_array) {
                let kinds = |all: &[Value]| all.iter().map(|record| record["kind"].clone()).collect::<Vec<_>>();
                assert_eq!(kinds(&records), kinds(timeline), "{}", case["about"]);
                for (wanted, found) in timeline.iter().zip(&records) {
                    wrong.extend(apart("timeline", wanted, Some(found)));
                }
            }
            assert_eq!(runtime.warnings(), &[] as &[String], "{}", case["about"]);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A behaviour that turns its character by so much, and an answer to every id with its own.
fn packs(own: Option<&'static str>) -> Options {
    let turned = |pack: &PackRef| {
        let rot = match &*pack.id {
            "c4c:beh:idle" => 7,
            "c4c:beh:purr" => 9,
            id => return Err(format!("no {id}")),
        };
        let program =
            json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "set", "ch": "rot", "to": rot}]}]});
        load_value(&program).program.ok_or_else(String::new)
    };
    let facts = move |_: &PackRef| {
        let idle = own.map(|id| PackRef { id: id.into(), version: None });
        Some(CharacterFacts { idle, ..CharacterFacts::default() })
    };
    Options { behaviours: Some(Arc::new(turned)), characters: Some(Arc::new(facts)), ..Options::default() }
}

/// `true` is the pack's own, else the library's; an id is that one, and a missing one is replaced with a warning, as in `does`.
#[test]
fn idling_comes_from_packs() {
    for (entry, own, rot, warned) in [
        (json!({"pack": "c4c:char:cat", "idle": true}), Some("c4c:beh:purr"), 9.0, false),
        (json!({"pack": "c4c:char:cat", "idle": true}), None, 7.0, false),
        (json!({"pack": "c4c:char:cat"}), Some("c4c:beh:purr"), 0.0, false),
        (json!({"idle": true}), Some("c4c:beh:purr"), 7.0, false),
        (json!({"idle": "c4c:beh:purr"}), None, 9.0, false),
        (json!({"idle": {"id": "c4c:beh:purr"}}), None, 9.0, false),
        (json!({"idle": "c4c:beh:gone"}), None, 7.0, true),
    ] {
        let scripts = json!([{"hat": {"on": "scene", "name": "a"}, "body": [{"op": "wait", "for": 1}]}]);
        let mut runtime = started(&json!({"about": entry, "cast": {"A": entry}, "scripts": scripts}), packs(own));
        assert_eq!(runtime.frame().unwrap().characters[0].pose.rot, rot, "{entry}");
        assert_eq!(!runtime.warnings().is_empty(), warned, "{entry}: {:?}", runtime.warnings());
    }
}

/// One that cannot start is skipped with a warning, once, and the cartoon goes on.
#[test]
fn idling_that_fails_is_skipped() {
    let fails =
        json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "set", "ch": "rot", "to": "=nobody"}]}]});
    let program = json!({"v": 1, "kind": "cartoon", "cast": {"A": {"idle": fails}}, "scripts": [
        {"hat": {"on": "scene", "name": "a"}, "body": [{"op": "wait", "for": 1}]}]});
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(&load_value(&program).program.unwrap(), &[]).unwrap();
    runtime.step_to(2.0).unwrap();
    assert_eq!(runtime.warnings().len(), 1, "{:?}", runtime.warnings());
    assert!(runtime.warnings()[0].contains("could not start and is skipped"), "{:?}", runtime.warnings());
}
