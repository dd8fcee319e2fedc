//! Whom a behaviour is shown on: the option or the pack's hint enters, a cast entry leaves; without a hint the body whose parts it
//! moves.
use crate::figure::template::{shipped, shipped_names};
use crate::pack::{Catalog, Pack, PackKind};
use crate::vocabulary::nearest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The cast entry of a word: a character's or a look's id, a template's name, or a look as JSON.
///
/// # Errors
/// What is wrong with the word.
pub(super) fn entry(on: &Value, catalog: &Catalog) -> Result<Value, String> {
    let look = match on.as_str() {
        Some(id) if id.starts_with("c4c:char:") => {
            catalog.find(PackKind::Character, id, None).map_err(|lacking| lacking.to_string())?;
            return Ok(json!({"pack": id}));
        }
        Some(id) if id.starts_with("c4c:") => json!({"pack": id}),
        Some(text) if text.trim_start().starts_with('{') => {
            serde_json::from_str(text).map_err(|fault| format!("not JSON: {fault}"))?
        }
        Some(name) if shipped(name).is_some() => json!({"template": name, "style": "flat"}),
        Some(name) => return Err(unknown(name, catalog)),
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

/// That a word names no body, and what is nearest to it: a look or a character of that name, or a template.
fn unknown(name: &str, catalog: &Catalog) -> String {
    let ids = || catalog.ids(PackKind::Character).chain(catalog.ids(PackKind::Look));
    let slug = |id: &'_ str| id.rsplit(':').next().unwrap_or_default().to_owned();
    let own = ids().find(|id| slug(id) == name).map(str::to_owned);
    let names = shipped_names();
    match own.or_else(|| nearest(name, names.iter().map(String::as_str)).map(str::to_owned)) {
        Some(near) => format!("there is no body {name} (did you mean {near}?)"),
        None => format!("there is no body {name} ({}; or the id of a look or a character)", names.join(", ")),
    }
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
