//! Small cartoons that show what is no cartoon: a behaviour on a body, a character, a place under a grade.
use super::super::Beside;
use crate::figure::template::{Template, shipped};
use crate::golden::Case;
use crate::pack::Catalog;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;

/// Seconds that a behaviour goes on after the last still, when its pack does not say how long it takes.
const AFTER: f64 = 1.0;
/// How tall a body stands that shows a behaviour: it fills a still, with room to jump. Tuned by eye.
const TALL: f64 = 0.72;
/// How tall one stands in a place: as in a film.
const IN_PLACE: f64 = 0.5;

/// A cartoon of one scene with one character, or none.
fn scene(cast: Value, places: Value, hat: Value, mut body: Vec<Value>, last: f64) -> Value {
    body.push(json!({"op": "wait", "for": last + AFTER}));
    json!({
        "v": 1, "kind": "cartoon", "cast": cast, "places": places,
        "scripts": [{"hat": hat, "body": body}],
    })
}

/// A cast entry for a look, with the legs its template stands on.
fn entry(look: &Map<String, Value>, folder: &Path, catalog: &Catalog) -> Value {
    let asked = Value::Object(look.clone());
    let dressed = catalog.dressed(&asked);
    let name = dressed.look.get("template").and_then(Value::as_str).unwrap_or("person");
    let beside = || {
        let files = [folder.join("templates").join(format!("{name}.json")), folder.join(format!("{name}.json"))];
        files.iter().find_map(|file| Template::from_bytes(&std::fs::read(file).ok()?).ok()).map(Arc::new)
    };
    let template = shipped(name).and_then(Result::ok).or_else(beside);
    let mut look = look.clone();
    if !look.contains_key("pack") {
        look.entry("template").or_insert_with(|| json!(name));
    }
    json!({"name": "A", "look": look, "legs": template.map_or(2, |template| template.legs)})
}

pub(super) fn behaviour((case, path, catalog): (&Case, &Path, &Catalog), preview: &Value, program: Value, last: f64) -> Value {
    let on = preview.get("on").and_then(Value::as_str).unwrap_or("person");
    let look = case.options.look.clone().unwrap_or_else(|| Map::from_iter([("template".to_owned(), json!(on))]));
    let mut does = json!({"op": "does", "who": "A", "behaviour": program});
    if let Value::Object(does) = &mut does {
        if let Some(dur) = preview.get("dur").and_then(Value::as_f64) {
            does.insert("for".to_owned(), json!(dur));
        }
        if let Some(params) = &case.options.params {
            does.insert("params".to_owned(), json!(params));
        }
    }
    let place = json!({"op": "place", "who": "A", "x": 0.5, "y": 0.92, "h": TALL});
    let mut body = vec![place, does];
    if let Some(view) = preview.get("view").and_then(Value::as_str) {
        // It is drawn for this side of the body, which whoever uses it asks for.
        let shown = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "view", "to": view}]}]});
        body.push(json!({"op": "does", "who": "A", "behaviour": shown, "also": true}));
    }
    let cast = json!({"A": entry(&look, &Beside::new(path, None).folder, catalog)});
    scene(cast, json!({}), json!({"on": "scene", "name": "behaviour"}), body, last)
}

pub(super) fn character(preview: &Value, entry: Value, last: f64) -> Value {
    let mut body = vec![json!({"op": "place", "who": "A", "x": 0.5, "y": 0.92, "h": TALL})];
    if let Some(mood) = preview.get("mood").and_then(Value::as_str) {
        body.push(json!({"op": "mood", "who": "A", "mood": mood}));
    }
    if let Some(behaviour) = preview.get("behaviour").and_then(Value::as_str) {
        body.push(json!({"op": "does", "who": "A", "behaviour": behaviour}));
    }
    scene(json!({"A": entry}), json!({}), json!({"on": "scene", "name": "character"}), body, last)
}

pub(super) fn place((case, path, catalog): (&Case, &Path, &Catalog), entry: Value, last: f64) -> Value {
    let mut hat = json!({"on": "scene", "name": "place", "place": "here"});
    if let (Value::Object(hat), Some(grade)) = (&mut hat, &case.options.grade) {
        hat.insert("mood".to_owned(), json!(grade));
    }
    let mut cast = json!({});
    let mut body = Vec::new();
    if let Some(look) = &case.options.look {
        cast = json!({"A": self::entry(look, &Beside::new(path, None).folder, catalog)});
        body.push(json!({"op": "place", "who": "A", "x": 0.34, "y": 0.92, "h": IN_PLACE}));
    }
    scene(cast, json!({"here": entry}), hat, body, last)
}
