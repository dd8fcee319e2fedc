//! Whom a behaviour is shown on: the option or the pack's hint enters, a cast entry leaves; without a hint the body whose parts it
//! moves.
use crate::figure::template::shipped;
use crate::pack::{Catalog, Pack};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The cast entry of a word: a character's or a look's id, a template's name, or a look as JSON.
///
/// # Errors
/// What is wrong with the word.
pub(super) fn entry(on: &Value, catalog: &Catalog) -> Result<Value, String> {
    let look = match on.as_str() {
        Some(id) if id.starts_with("c4c:char:") => return Ok(json!({"pack": id})),
        Some(id) if id.starts_with("c4c:") => json!({"pack": id}),
        Some(text) if text.trim_start().starts_with('{') => {
            serde_json::from_str(text).map_err(|fault| format!("not JSON: {fault}"))?
        }
        Some(name) if shipped(name).is_some() => json!({"template": name, "style": "flat"}),
        Some(name) => return Err(format!("there is no body {name}")),
        None => on.clone(),
    };
    let dressed = catalog.dressed(&look);
    if let Some(lacking) = dressed.lacking {
        return Err(lacking.to_string());
    }
    let name = dressed.look.get("template").and_then(Value::as_str).unwrap_or("person").to_owned();
    let legs = shipped(&name).and_then(Result::ok).map_or(2, |template| template.legs);
    Ok(json!({"look": look, "legs": legs}))
}

/// The body for a behaviour that names none: one that its tags name, else one that has the parts that it moves and others lack.
pub(super) fn fitting(pack: &Pack) -> &'static str {
    let tagged = |words: &[&str]| pack.tags.iter().any(|tag| words.contains(&tag.as_str()));
    let mut roles = BTreeSet::new();
    parts(&pack.content, &mut roles);
    let moves = |words: &[&str]| words.iter().any(|word| roles.contains(*word));
    // Arms are the person's; wings and tails without arms are an animal's.
    match () {
        () if tagged(&["bird", "wings"]) => "bird",
        () if tagged(&["dog", "tail", "paws"]) => "dog",
        () if tagged(&["cat"]) => "cat",
        () if moves(&["wing", "wings", "beak"]) && !moves(&["arm", "forearm", "hand"]) => "bird",
        () if moves(&["tail", "ears", "ear"]) && !moves(&["arm", "forearm", "hand"]) => "dog",
        () => "person",
    }
}

/// The roles of the parts that a program names: `part:tail`, `lift:ears:1`, `"part": "ears"`.
fn parts(value: &Value, roles: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| parts(value, roles)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| match (key.as_str(), value.as_str()) {
            ("ch", Some(channel)) => roles.extend(channel.split(':').nth(1).map(str::to_owned)),
            ("part", Some(part)) => _ = roles.insert(part.split(':').next().unwrap_or(part).to_owned()),
            _ => parts(value, roles),
        }),
        _ => {}
    }
}
