//! `packs check, index, list, show, add`, folders of packs and packs by their ids, as a person uses them.
mod added;
mod check;
mod folders;
mod seen;

use super::Desk;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A pack's manifest.
fn pack(kind: &str, short: &str, slug: &str, content: Value) -> Value {
    json!({"format": 1, "id": format!("c4c:{short}:{slug}"), "type": kind, "version": "1.0.0", "name": slug, "content": content})
}

/// A behaviour that nods.
fn nod(slug: &str) -> Value {
    let body = json!([{"op": "ramp", "ch": "part:head", "to": 20, "over": 0.5}]);
    pack("behaviour", "beh", slug, json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]}))
}

/// Writes it under its own name; the file.
fn put(desk: &Desk, folder: &str, pack: &Value) -> String {
    let slug = pack["id"].as_str().unwrap().rsplit(':').next().unwrap();
    fs::create_dir_all(desk.path(folder)).unwrap();
    let file = format!("{folder}/{slug}.json");
    desk.write(&file, pack.to_string());
    file
}

/// The SHA-256 of a file as another program works it out.
fn sum(path: &Path) -> String {
    let ran = std::process::Command::new("sha256sum").arg(path).output().unwrap();
    String::from_utf8(ran.stdout).unwrap().split_whitespace().next().unwrap().to_owned()
}
