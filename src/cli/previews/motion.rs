//! Behaviours, and whatever performs one: a loop cut where it closes, or a shot that comes to rest; the still is its most telling
//! moment.
use super::card::Card;
use super::clip::{Folder, How};
use super::seam::{Loop, Motion};
use super::show::{STANDS, Show, ground, scene};
use super::subjects::beside;
use super::{Desk, body, lens, tint};
use crate::cli::packs::settable;
use crate::film::Rate;
use crate::frame::FrameState;
use crate::pack::{Pack, PackKind};
use serde_json::{Value, json};
use std::sync::Arc;

/// Frames a second of a clip: enough for a run, and two thirds of the bytes of a film.
const FPS: f64 = 16.0;
/// Seconds of a behaviour that says nothing of them, and the longest shown.
const USUAL: f64 = 2.0;
const LONGEST: f64 = 12.0;
/// Seconds that a motion takes to grow in, after which it goes round (`5·tau` in the packs, and blinks apart from it).
const GROWN: f64 = 1.0;
/// Seconds that a shot rests at its end.
const REST: f64 = 0.7;
/// A seam that one does not see, in the units of a [`Motion`].
const UNSEEN: f64 = 3.0;
/// The shortest period looked for, seconds.
const SHORTEST: f64 = 0.3;

/// What is performed, and by whom.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// A cast entry.
    pub who: Value,
    /// A behaviour: a program, or an id.
    pub behaviour: Value,
    /// Seconds.
    pub seconds: f64,
    /// It goes round.
    pub loops: bool,
    /// The view that whoever performs it is seen in.
    pub view: Option<String>,
    /// The mood.
    pub mood: Option<String>,
    /// When the still is taken, seconds from its beginning; `None` for its most telling moment.
    pub at: Option<f64>,
}

impl Act {
    /// A behaviour pack as its hint says, performed by `who`.
    pub fn of(pack: &Pack, who: Value) -> Act {
        let hint = |key: &str| pack.preview.as_ref().and_then(|preview| preview.get(key));
        let seconds = hint("dur").and_then(Value::as_f64).filter(|dur| *dur > 0.0 && dur.is_finite());
        let loops = hint("loop").and_then(Value::as_bool);
        let at = hint("at").and_then(Value::as_f64).filter(|at| (0.0..=LONGEST).contains(at));
        Act {
            who,
            behaviour: (*pack.content).clone(),
            seconds: seconds.unwrap_or(USUAL).min(LONGEST),
            loops: loops.unwrap_or_else(|| pack.tags.iter().any(|tag| tag == "loop")),
            view: hint("view").and_then(Value::as_str).map(str::to_owned),
            mood: hint("mood").and_then(Value::as_str).map(str::to_owned),
            at,
        }
    }

    fn cartoon(&self, lasts: f64) -> Value {
        let (x, y, h) = STANDS;
        let mut body = vec![json!({"op": "place", "who": "A", "x": x, "y": y, "h": h})];
        if let Some(mood) = &self.mood {
            body.push(json!({"op": "mood", "who": "A", "mood": mood}));
        }
        body.push(json!({"op": "does", "who": "A", "behaviour": self.behaviour}));
        if let Some(view) = &self.view {
            // It is drawn for this side of the body, which whoever uses it asks for.
            let shown = json!({"v": 1, "kind": "behaviour", "scripts": [{"body": [{"op": "view", "to": view}]}]});
            body.push(json!({"op": "does", "who": "A", "behaviour": shown, "also": true}));
        }
        scene(&json!({"A": self.who}), None, body, lasts)
    }
}

/// A behaviour pack.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn behaviour(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let hint = |key: &str| pack.preview.as_ref().and_then(|preview| preview.get(key));
    let on = desk.on.clone().or_else(|| hint("on").cloned()).unwrap_or_else(|| json!(body::fitting(pack)));
    let who = body::entry(&on, &desk.subjects.catalog).map_err(|why| format!("preview.on: {why}"))?;
    let act = Act::of(pack, who);
    let mut card = perform(&act, pack, desk, folder)?;
    let of = if act.loops { "loop" } else { "once" };
    card.fact("Plays", format!("{of}, {} s", short(act.seconds)));
    card.fact("Shown on", on.as_str().map_or_else(|| "a look of its own".to_owned(), str::to_owned));
    let params = settable(&pack.content).map(|(name, value)| format!("{name} {value}"));
    card.fact("Parameters", params.collect::<Vec<_>>().join(", "));
    card.fact("Note", pack.content.get("note").and_then(Value::as_str).unwrap_or_default());
    let principles = hint("principles").and_then(Value::as_array).into_iter().flatten();
    let principles: Vec<String> =
        principles.filter_map(Value::as_str).map(|word| word.replace('-', " ")).collect();
    card.fact("Principles", principles.join(", "));
    Ok(card)
}

/// Seconds as people read them.
pub(super) fn short(seconds: f64) -> f64 {
    (seconds * 100.0).round() / 100.0
}

/// The clip and the still of somebody who performs a behaviour.
///
/// # Errors
/// What keeps it from being shown.
pub(super) fn perform(act: &Act, pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    let beside = ground(beside(pack), tint(pack.kind));
    // Room for the growing in and two rounds; of a shot for its end.
    let lasts = GROWN + 3.0 * act.seconds + REST + 1.0;
    let rate = Rate { num: FPS as u32, den: 1 };
    let cartoon = act.cartoon(lasts);
    let mut show = Show::of(&cartoon, &beside, desk, desk.size, rate)?;
    let mut take = |times: Vec<f64>| show.restart().and_then(|()| show.states(times.into_iter()));
    let (times, rate, seamless) = if act.loops {
        around(act, &mut take)?
    } else {
        let count = ((act.seconds + REST) * FPS).round() as u32;
        ((0..count).map(|k| f64::from(k) / FPS).collect(), rate, false)
    };
    let mut states = take(times)?;
    let still = match act.at {
        // The clock goes as in the clip, and one step more.
        Some(at) => take((0..(at * FPS) as u32).map(|k| f64::from(k) / FPS).chain([at]).collect())?.pop(),
        None => {
            let first = take(vec![0.0])?.into_iter().chain(states.iter().cloned()).collect::<Vec<_>>();
            first.get(Motion::of(&first).telling()).cloned()
        }
    };
    states.extend(still);
    lens::frame(&mut states, &show.studio, desk.size);
    let still = states.pop().ok_or("it lasts no time")?;
    let poster = folder.still("-still", &show.still(&still), alt(pack))?;
    let how = How { format: desk.format, size: (desk.size.width, desk.size.height), rate, seamless };
    let clip = folder.clip(desk, &show.studio, states, how)?;
    Ok(Card { poster, clip: Some(clip), ..Card::default() })
}

/// The moments of a loop, the rate at which they fill it exactly, and whether its seam cannot be seen.
fn around(
    act: &Act,
    take: &mut dyn FnMut(Vec<f64>) -> Result<Vec<FrameState>, String>,
) -> Result<(Vec<f64>, Rate, bool), String> {
    // The hint's length is a whole number of rounds: where it closes, no other is looked for.
    let count = (act.seconds * FPS).round().max(2.0) as usize;
    let step = act.seconds / count as f64;
    let lead = (GROWN / step).ceil() as usize;
    let moments = |step: f64, count: usize| (0..count).map(|k| k as f64 * step).collect::<Vec<f64>>();
    let motion = Motion::of(&take(moments(step, lead + 2 * count + 2))?);
    let own = motion.best(lead, std::iter::once(count));
    let cut = |found: Loop, step: f64| {
        let times = (found.first..found.first + found.length).map(|k| k as f64 * step).collect();
        (times, rate(found.length, found.length as f64 * step), found.seam <= UNSEEN)
    };
    if let Some(own) = own.filter(|own| own.seam <= UNSEEN) {
        return Ok(cut(own, step));
    }
    let fine = 1.0 / (2.0 * FPS);
    let most = ((GROWN + 3.0 * act.seconds) / fine) as usize;
    let motion = Motion::of(&take(moments(fine, most))?);
    let lengths = (SHORTEST / fine) as usize..(act.seconds * 1.5 / fine) as usize;
    let found = motion.best((GROWN / fine) as usize, lengths.step_by(2));
    match (own, found) {
        (_, Some(found)) if own.is_none_or(|own| found.seam < own.seam) => {
            let length = found.length / 2;
            let times = (0..length).map(|k| (found.first + 2 * k) as f64 * fine).collect();
            Ok((times, rate(length, found.length as f64 * fine), found.seam <= UNSEEN))
        }
        (Some(own), _) => Ok(cut(own, step)),
        (None, _) => Err("no loop of it can be cut".to_owned()),
    }
}

/// The rate at which `count` frames take `seconds`.
fn rate(count: usize, seconds: f64) -> Rate {
    let thousandths = (seconds * 1000.0).round().max(1.0);
    let text = format!("{}/{thousandths}", count * 1000);
    text.parse().unwrap_or(Rate { num: FPS as u32, den: 1 })
}

/// What is to be seen of a pack, in words.
pub(super) fn alt(pack: &Arc<Pack>) -> String {
    let shown = match pack.kind {
        PackKind::Behaviour => "performed by a figure",
        PackKind::Character => "in a pose of its own",
        _ => "on a plain ground",
    };
    format!("{}: {} {shown}", pack.name, pack.kind.word())
}
