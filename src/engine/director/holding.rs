//! Props in hands (an extension): `hold` and `drop`. Who holds what is kept by prop; where a hand is, only drawing knows: a prop that
//! is let go takes along how its holder stood then.
use super::camera::part_way;
use super::record::RecordKind;
use super::state::{Director, Gliding};
use super::{Underway, wait_out, who_id};
use crate::engine::error::Fault;
use crate::engine::frame::character;
use crate::engine::glide::{Glide, span};
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::{Character, State};
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::frame::{Carried, Dropped, Held, LetGo};
use crate::maths::Ease;
use crate::vocabulary::Hand;
use std::sync::Arc;

/// What hands have to do with a prop.
#[derive(Clone, Debug)]
pub enum Carry {
    /// In the hand of a character.
    Held {
        /// The holder.
        by: usize,
        /// Which hand, when written.
        hand: Option<Hand>,
        /// Held by which mark, when written.
        grip: Option<Arc<str>>,
    },
    /// Let go.
    Dropped {
        /// Where it was.
        from: LetGo,
        /// 0 in the hand, 1 on its spot.
        way: Glide,
        /// How much of the hand's way aside is in its x.
        aside: Glide,
    },
}

impl Carry {
    /// The same at `t`, for the frame.
    pub fn at(&self, characters: &[Character], t: f64) -> Option<Carried> {
        Some(match self {
            Carry::Held { by, hand, grip } => {
                let by = characters.get(*by)?.id.clone();
                Carried::Held(Held { by, hand: *hand, grip: grip.clone() })
            }
            Carry::Dropped { from, way, aside } => {
                Carried::Dropped(Dropped { from: from.clone(), way: way.at(t).clamp(0.0, 1.0), aside: aside.at(t) })
            }
        })
    }
}

/// The `hold` block: the prop leaves whoever has it, and shows.
pub fn hold(state: &mut State, who: usize, prop: usize, hand: Option<Hand>, grip: Option<&Arc<str>>) -> Flow {
    let now = state.now;
    let Some(director) = &mut state.director else { return Flow::Next };
    let (Some(by), Some(thing)) = (director.cast.get(who).copied(), director.cast.get(prop).copied()) else {
        return Flow::Next;
    };
    if holds(director, thing, by) {
        let (who, prop) = (who_id(director, who), who_id(director, prop));
        state.warn(format!("{who} cannot hold {prop}, by which it is held itself"));
        return Flow::Next;
    }
    if let Some(place) = director.carried.get_mut(thing) {
        *place = Some(Carry::Held { by, hand, grip: grip.cloned() });
    }
    if let Some(placement) = director.placements.get_mut(thing) {
        placement.visible = true;
    }
    let (who, prop) = (who_id(director, who), who_id(director, prop));
    director.record(now, 0.0, || RecordKind::Hold { who, prop, hand });
    Flow::Next
}

/// True when `holder` holds `thing`, or holds what holds it.
fn holds(director: &Director, holder: usize, thing: usize) -> bool {
    let mut at = thing;
    loop {
        match director.carried.get(at) {
            Some(Some(Carry::Held { by, .. })) if *by == holder => return true,
            Some(Some(Carry::Held { by, .. })) => at = *by,
            _ => return holder == thing,
        }
    }
}

/// The `drop` block: the prop falls from the hand, or from where it stands, to its spot.
///
/// # Errors
/// When a value names something unknown.
pub fn drop(
    state: &mut State,
    id: ThreadId,
    prop: usize,
    (x, y): (Option<&Value>, Option<&Value>),
    over: &Value,
) -> Result<Flow, Fault> {
    let x = x.map(|value| read(state, id, value)).transpose()?;
    let y = y.map(|value| read(state, id, value)).transpose()?;
    let over = span(read(state, id, over)?);
    let (stamp, now, depth) = (state.serial(), state.now, state.ready.len());
    let Some(thing) = state.director.as_ref().and_then(|director| director.cast.get(prop).copied()) else {
        return Ok(Flow::Next);
    };
    let (from, aside) = let_go(state, thing, now);
    let Some(director) = &mut state.director else { return Ok(Flow::Next) };
    let ground = match &from {
        LetGo::Hand(_, holder) => (holder.x, holder.y),
        LetGo::Stage(x, y) => (*x, *y),
    };
    if let Some(placement) = director.placements.get_mut(thing) {
        placement.visible = true;
        (placement.x, placement.y) =
            (Glide::still(x.unwrap_or(ground.0), stamp), Glide::still(y.unwrap_or(ground.1), stamp));
        (placement.kept_x, placement.kept_y) = (None, None);
    }
    if let Some(place) = director.carried.get_mut(thing) {
        *place = Some(Carry::Dropped {
            from,
            way: Glide::new(0.0, 1.0, now, over, Ease::Linear, stamp),
            aside: Glide::still(if x.is_some() { 0.0 } else { aside }, stamp),
        });
    }
    let who = who_id(director, prop);
    let record = director.record(now, over, || RecordKind::Drop { prop: who, x, y });
    let gliding = Gliding { stamp, start: now, over, record };
    Ok(wait_out(state, id, Underway::Fall(thing, gliding), over, depth))
}

/// Where a prop is as it is let go, and how much of a hand's way aside is in its x.
fn let_go(state: &mut State, thing: usize, now: f64) -> (LetGo, f64) {
    let carry = state.director.as_ref().and_then(|director| director.carried.get(thing).cloned().flatten());
    if let Some(Carry::Held { by, hand, grip }) = carry {
        // A live value that fails, fails in the next frame, and is told there.
        if let Some(holder) = character(state, by) {
            return (LetGo::Hand(Held { by: holder.id.clone(), hand, grip }, Arc::new(holder)), 1.0);
        }
    }
    let at = state.director.as_ref().and_then(|director| director.placements.get(thing));
    (at.map_or(LetGo::Stage(0.5, 1.0), |at| LetGo::Stage(at.x.at(now), at.y.at(now))), 0.0)
}

/// A fall ends: at its time it has landed, before it freezes.
pub fn finish(state: &mut State, thing: usize, glide: &Gliding) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    if now >= glide.start + glide.over {
        return;
    }
    if let Some(Some(Carry::Dropped { way, .. })) = director.carried.get_mut(thing) {
        way.freeze(now, glide.stamp);
    }
    part_way(director, glide, "a fall was cut off and froze", now);
}

/// A later block writes the x of a prop that lies where a hand let it go: it glides from there.
pub(super) fn moved(carried: Option<&mut Option<Carry>>, now: f64, like: &Glide) {
    if let Some(Some(Carry::Dropped { aside, .. })) = carried {
        *aside = Glide { from: aside.at(now), to: 0.0, ..*like };
    }
}

/// That glide was cut off.
pub(super) fn freeze(carried: Option<&mut Option<Carry>>, now: f64, stamp: u64) {
    if let Some(Some(Carry::Dropped { aside, .. })) = carried {
        aside.freeze(now, stamp);
    }
}
