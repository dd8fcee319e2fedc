//! Characters and looks: the body from all sides, three moods of a character, and either at what its hint says it does.
use super::body;
use super::card::Card;
use super::clip::Folder;
use super::motion::{Act, perform};
use super::subjects::beside;
use super::{Desk, ground_of};
use crate::cli::casting;
use crate::engine::IDLE;
use crate::figure::Figure;
use crate::frame::Pose;
use crate::pack::{Pack, PackKind};
use crate::program::load_value;
use crate::stage::{Cell, Focus, Tier, poster};
use crate::vocabulary::View;
use serde_json::{Value, json};
use std::sync::Arc;

/// The moods of a character whose hint names none.
const MOODS: [&str; 3] = ["happy", "angry", "sad"];

/// A character pack.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn character(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let who = json!({"pack": &*pack.id});
    let mut card = acting(pack, who.clone(), desk, folder)?;
    let figure = figure(&who, pack, desk)?;
    let hinted = pack.preview.as_ref().and_then(|preview| preview.get("moods")).and_then(Value::as_array);
    let mut moods: Vec<&str> = hinted.into_iter().flatten().filter_map(Value::as_str).take(3).collect();
    moods.extend(MOODS.iter().filter(|mood| !moods.contains(mood)).copied().collect::<Vec<_>>());
    moods.truncate(3);
    let head = |mood: &&str| Cell {
        pose: Pose { mood: Some((*mood).into()), ..Pose::default() },
        focus: Focus::Head,
        ..Cell::new("", &figure)
    };
    let tiers = [
        Tier { bottom: 0.6, tall: 0.52, cells: turnaround(&figure) },
        Tier { bottom: 0.95, tall: 0.28, cells: moods.iter().map(head).collect() },
    ];
    let list = poster(&tiers, (desk.size.width, desk.size.height), ground_of(pack.kind));
    let alt = format!("{} from all sides, and {}", pack.name, moods.join(", "));
    card.more.push(folder.painted("-sheet", &list, alt)?);
    let content = |key: &str| pack.content.get(key);
    let text = |key: &str| content(key).and_then(Value::as_str).unwrap_or_default();
    card.fact("Body", template(pack, desk));
    card.fact("Legs", content("legs").map_or_else(String::new, ToString::to_string));
    card.fact("Voice", text("voice"));
    card.fact("Idles in", text("idle"));
    Ok(card)
}

/// A look pack.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn look(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let who = body::entry(&json!(&*pack.id), &desk.subjects.catalog)?;
    let mut card = acting(pack, who.clone(), desk, folder)?;
    let figure = figure(&who, pack, desk)?;
    let tiers = [Tier { bottom: 0.82, tall: 0.66, cells: turnaround(&figure) }];
    let list = poster(&tiers, (desk.size.width, desk.size.height), ground_of(pack.kind));
    card.more.push(folder.painted("-sheet", &list, format!("{} from all sides", pack.name))?);
    card.fact("Body", template(pack, desk));
    let options = pack.content.get("options").and_then(Value::as_object).into_iter().flatten();
    let options: Vec<String> =
        options.map(|(name, value)| format!("{name} {}", value.as_str().unwrap_or_default())).collect();
    card.fact("Options", options.join(", "));
    Ok(card)
}

fn template(pack: &Pack, desk: &Desk) -> String {
    let look = if pack.kind == PackKind::Look { Some(&*pack.content) } else { pack.content.get("look") };
    let dressed = look.map(|look| desk.subjects.catalog.dressed(look));
    let name = dressed.as_ref().and_then(|dressed| dressed.look.get("template")).and_then(Value::as_str);
    name.unwrap_or("person").to_owned()
}

/// It at the behaviour of its hint, else idling.
fn acting(pack: &Arc<Pack>, who: Value, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let hint = |key: &str| pack.preview.as_ref().and_then(|preview| preview.get(key)).and_then(Value::as_str);
    let id = hint("behaviour").unwrap_or(IDLE);
    let played = desk.subjects.catalog.find(PackKind::Behaviour, id, None).map_err(|fault| fault.to_string())?;
    let act = Act { behaviour: json!(id), mood: hint("mood").map(str::to_owned), ..Act::of(played, who) };
    perform(&act, pack, desk, folder)
}

fn figure(who: &Value, pack: &Arc<Pack>, desk: &Desk) -> Result<Figure, String> {
    let cartoon = json!({"v": 1, "kind": "cartoon", "cast": {"A": who}, "scripts": [
        {"hat": {"on": "scene", "name": "A"}, "body": []}]});
    let catalog = &desk.subjects.catalog;
    let program = load_value(&cartoon).program.ok_or("it is no character")?;
    let bodies = casting::Bodies::new(&program.cast, catalog, &beside(pack).folder);
    program.cast.first().and_then(|entry| casting::figure(entry, catalog, &bodies)).ok_or("it has no body".to_owned())
}

/// A body from all the sides that it has.
fn turnaround(figure: &Figure) -> Vec<Cell<'_>> {
    let of = |view: View| Cell { pose: Pose { view: Some(view), ..Pose::default() }, ..Cell::new("", figure) };
    let has = |view: &View| figure.body(Some(*view)).is_some();
    let mut cells: Vec<Cell> = [View::Front, View::Side, View::Back].into_iter().filter(has).map(of).collect();
    if cells.is_empty() {
        cells.push(Cell::new("", figure));
    }
    cells
}
