//! A prop in use: its hint and a body enter; a picture leaves of it held, worn, beside the body or hanging over it.
use super::card::Shot;
use super::clip::Folder;
use super::show::{STANDS, Show, ground, scene};
use super::subjects::beside;
use super::{Desk, body, lens, tint};
use crate::film::Rate;
use crate::frame::FrameState;
use crate::pack::Pack;
use serde_json::{Value, json};
use std::sync::Arc;

/// The moment that is shown, seconds: all has come to rest.
const MOMENT: f64 = 1.0;
const STILL: Rate = Rate { num: 24, den: 1 };
/// Between a body and what stands beside it, share of the width.
const GAP: f64 = 0.03;
/// What hangs is held so high, share of the height, and is so wide at most, share of the width.
const HUNG: f64 = 0.14;
const WIDE: f64 = 0.92;
/// An arm that shows what it holds, degrees: clear of the body, the forearm before it.
const ARM: f64 = 20.0;
const FOREARM: f64 = 40.0;

/// Where a prop is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Use<'a> {
    /// In a hand, in the mouth or worn.
    Held(&'a str),
    Beside,
    Hangs,
}

/// A prop with somebody who holds or wears it, or stands beside or under it.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn in_use(pack: &Arc<Pack>, look: &Value, desk: &Desk, folder: Folder) -> Result<Shot, String> {
    let hint = |key: &str| pack.preview.as_ref().and_then(|preview| preview.get(key));
    let on = hint("on").cloned().unwrap_or_else(|| json!("person"));
    let who = body::entry(&on, &desk.subjects.catalog)?;
    let is = match hint("hand").and_then(Value::as_str) {
        Some("hangs") => Use::Hangs,
        None | Some("beside") => Use::Beside,
        Some(hand) => Use::Held(hand),
    };
    let (x, y, h) = STANDS;
    let (high, tall) = if is == Use::Hangs { (HUNG, 1.0) } else { (y, h) };
    let mut body = vec![
        json!({"op": "place", "who": "A", "x": x, "y": y, "h": h}),
        json!({"op": "place", "who": "B", "x": x, "y": high, "h": tall}),
    ];
    if let Use::Held(hand) = is {
        body.push(json!({"op": "hold", "who": "A", "prop": "B", "hand": hand}));
        if matches!(hand, "left" | "right") {
            body.push(json!({"op": "does", "who": "A", "behaviour": shows(hand)}));
        }
    }
    let mut look = look.clone();
    if let (Use::Hangs, Value::Object(look)) = (is, &mut look) {
        look.insert("hangs".to_owned(), json!(true));
    }
    let cartoon = scene(&json!({"A": who, "B": {"look": look}}), None, body, MOMENT);
    let beside = ground(beside(pack), tint(pack.kind));
    let mut show = Show::of(&cartoon, &beside, desk, desk.size, STILL)?;
    let mut states = show.states(std::iter::once(MOMENT))?;
    let state = states.first_mut().ok_or("it lasts no time")?;
    match is {
        Use::Held(_) => {}
        Use::Beside => part(state, &show, desk),
        Use::Hangs => hang(state, &show, desk),
    }
    if is != Use::Hangs {
        lens::frame(&mut states, &show.studio, desk.size);
    }
    let state = states.first_mut().ok_or("it lasts no time")?;
    if let Some(grade) = hint("grade").and_then(Value::as_str) {
        state.grade = grade.into();
    }
    let said = match is {
        Use::Held("worn") => "worn by",
        Use::Held(_) => "held by",
        Use::Beside => "beside",
        Use::Hangs => "over",
    };
    folder.still("-use", &show.still(state), format!("{}, {said} a figure", pack.name))
}

/// A behaviour: a hand holds something up.
fn shows(hand: &str) -> Value {
    let turned = |part: &str, degrees: f64| json!({"op": "setPart", "part": format!("{hand} {part}"), "deg": degrees});
    json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [turned("arm", ARM), turned("forearm", FOREARM)]}]})
}

/// Makes the body and the prop so small that both have room, and moves them apart.
fn part(state: &mut FrameState, show: &Show, desk: &Desk) {
    let covers = |state: &FrameState| Some((show.studio.covers("A", state)?, show.studio.covers("B", state)?));
    let (width, height) = (f64::from(desk.size.width), f64::from(desk.size.height));
    let Some((a, b)) = covers(state) else { return };
    let fits = width * (0.8 - GAP) / (a.width() + b.width()).max(1.0);
    let share = fits.min(height * 0.8 / a.height().max(b.height()).max(1.0)).min(1.0);
    state.characters.iter_mut().for_each(|one| one.h *= share);
    let Some((a, b)) = covers(state) else { return };
    let left = (width - a.width() - b.width() - GAP * width) / 2.0;
    let (by_a, by_b) = (left - a.x0, left + a.width() + GAP * width - b.x0);
    for one in &mut state.characters {
        one.x += if *one.id == *"A" { by_a } else { by_b } / width;
    }
}

/// Brings what hangs to the middle; it is as wide as the picture, unless it is taller than that: then it fills it, as rain does.
fn hang(state: &mut FrameState, show: &Show, desk: &Desk) {
    let (width, height) = (f64::from(desk.size.width), f64::from(desk.size.height));
    let Some(covered) = show.studio.covers("B", state) else { return };
    let fills = covered.height() > height;
    let share = if fills { 1.0 } else { (WIDE * width / covered.width()).min(1.0) };
    for one in state.characters.iter_mut().filter(|one| *one.id == *"B") {
        one.h *= share;
    }
    let Some(covered) = show.studio.covers("B", state) else { return };
    let aside = width / 2.0 - covered.center().x;
    for one in state.characters.iter_mut().filter(|one| *one.id == *"B") {
        one.x += aside / width;
    }
}
