//! The page: packs and their cards enter, one HTML file leaves, that needs nothing but the pictures beside it.
use super::card::Card;
use super::record::Record;
use super::subjects::Subjects;
use crate::pack::PackKind;
use serde_json::{Value, json};

const PAGE: &str = include_str!("gallery/page.html");
const STYLE: &str = include_str!("gallery/style.css");
const SCRIPT: &str = include_str!("gallery/script.js");

/// Kinds in the order of the page.
const ORDER: [PackKind; 8] = [
    PackKind::Cartoon,
    PackKind::Character,
    PackKind::Behaviour,
    PackKind::Scene,
    PackKind::Place,
    PackKind::Prop,
    PackKind::Look,
    PackKind::Voice,
];

/// The page of what was made.
pub(super) fn page(subjects: &Subjects, record: &Record) -> String {
    let mut packs: Vec<(usize, Value)> = Vec::new();
    for (id, made) in &record.made {
        let Some(pack) = subjects.asked.get(id.as_str()) else { continue };
        let card: &Card = &made.card;
        let mut entry = json!({
            "id": id, "type": pack.kind.word(), "name": pack.name, "version": pack.version.to_string(),
            "description": pack.description.as_deref().unwrap_or_default(), "tags": pack.tags,
        });
        if let (Value::Object(entry), Ok(Value::Object(card))) = (&mut entry, serde_json::to_value(card)) {
            entry.extend(card);
        }
        packs.push((ORDER.iter().position(|kind| *kind == pack.kind).unwrap_or(ORDER.len()), entry));
    }
    packs.sort_by_key(|(place, _)| *place);
    let packs: Vec<Value> = packs.into_iter().map(|(_, entry)| entry).collect();
    // The data come last: nothing in them can be taken for a mark of the page.
    let mut parts = PAGE.splitn(2, "{{data}}");
    let (before, after) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let before = before.replace("{{style}}", STYLE);
    let after = after.replace("{{script}}", SCRIPT);
    format!("{before}{}{after}", inert(&Value::from(packs).to_string()))
}

/// JSON in which nothing ends a script or opens a comment, whatever a pack is called.
fn inert(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => text.push(c),
        }
    }
    text
}
