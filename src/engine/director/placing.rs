//! The blocks that move a character on the stage: `place`, `enter`, `exit` (§7.2, §7.3, rulings 16 and 17). The spot on stage
//! survives an exit.
use super::loss::Loss;
use super::placement::{Axis, Placement, Underway, axis, off_stage, word};
use super::record::RecordKind;
use super::{ROUNDING, Underway as OnStage, holding, wait_out, who_id};
use crate::engine::error::Fault;
use crate::engine::glide::{Glide, span};
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::maths::Ease;
use crate::program::tree::{Edge, Placing};

/// A block's numbers.
struct Numbers {
    x: Option<f64>,
    y: Option<f64>,
    h: Option<f64>,
    facing: Option<f64>,
    over: f64,
    ease: Ease,
}

/// Reads a value that may not be given.
///
/// # Errors
/// When it names something unknown.
pub fn read_some(state: &mut State, id: ThreadId, value: Option<&Value>) -> Result<Option<f64>, Fault> {
    value.map(|value| read(state, id, value)).transpose()
}

fn numbers(state: &mut State, id: ThreadId, placing: &Placing, glide: (&Value, Ease)) -> Result<Numbers, Fault> {
    Ok(Numbers {
        x: read_some(state, id, placing.x.as_ref())?,
        y: read_some(state, id, placing.y.as_ref())?,
        h: read_some(state, id, placing.h.as_ref())?,
        facing: read_some(state, id, placing.facing.as_ref())?,
        over: read(state, id, glide.0)?,
        ease: glide.1,
    })
}

/// A block at work on one character's placement.
struct Work<'a> {
    placement: &'a mut Placement,
    now: f64,
    stamp: u64,
    over: f64,
    ease: Ease,
}

impl Work<'_> {
    fn to(&self, glide: &Glide, to: f64) -> Glide {
        Glide::new(glide.at(self.now), to, self.now, self.over, self.ease, self.stamp)
    }

    fn at_once(&self, value: f64) -> Glide {
        Glide::still(value, self.stamp)
    }
}

/// Writes a placement, keeps its record and waits its glide out.
fn glide(
    state: &mut State,
    id: ThreadId,
    who: usize,
    numbers: &Numbers,
    (op, leaves): (&'static str, Option<Axis>),
    record: RecordKind,
    write: impl FnOnce(&mut Work),
) -> Flow {
    let (stamp, now) = (state.serial(), state.now);
    let over = span(numbers.over);
    let Some(director) = &mut state.director else { return Flow::Next };
    let Some(character) = director.cast.get(who).copied() else { return Flow::Next };
    let record = director.record(now, over, || record);
    if let Some(placement) = director.placements.get_mut(character) {
        write(&mut Work { placement, now, stamp, over, ease: numbers.ease });
        if placement.x.stamp == stamp {
            holding::moved(director.carried.get_mut(character), now, &placement.x);
        }
    }
    let underway = Underway { cast: who, word: op, stamp, start: now, over, record, leaves };
    let depth = state.ready.len();
    wait_out(state, id, OnStage::Glide(underway), over, depth)
}

fn id_of(state: &State, who: usize) -> std::sync::Arc<str> {
    state.director.as_ref().map_or_else(|| "".into(), |director| who_id(director, who))
}

/// The `place` block.
pub fn place(
    state: &mut State,
    id: ThreadId,
    who: usize,
    placing: &Placing,
    over: (&Value, Ease),
) -> Result<Flow, Fault> {
    let numbers = numbers(state, id, placing, over)?;
    let Numbers { x, y, h, facing, .. } = numbers;
    let record = RecordKind::Place { who: id_of(state, who), x, y, h, facing };
    Ok(glide(state, id, who, &numbers, ("place", None), record, |work| {
        work.placement.visible = true;
        if let Some(x) = x {
            (work.placement.x, work.placement.kept_x) = (work.to(&work.placement.x, x), None);
        }
        if let Some(y) = y {
            (work.placement.y, work.placement.kept_y) = (work.to(&work.placement.y, y), None);
        }
        if let Some(h) = h {
            work.placement.h = work.to(&work.placement.h, h);
        }
        if let Some(facing) = facing {
            work.placement.facing = work.to(&work.placement.facing, facing);
        }
    }))
}

/// Turns a character and waits it out: the `face` block.
pub fn glide_to(
    state: &mut State,
    id: ThreadId,
    who: usize,
    facing: Option<f64>,
    (over, ease): (f64, Ease),
    record: RecordKind,
) -> Flow {
    let numbers = Numbers { x: None, y: None, h: None, facing, over, ease };
    glide(state, id, who, &numbers, ("face", None), record, |work| {
        if let Some(facing) = facing {
            work.placement.facing = work.to(&work.placement.facing, facing);
        }
    })
}

/// The way a character that comes in from, or goes out to, an edge turns: sides only.
fn turned(edge: Edge, comes: bool) -> Option<f64> {
    match (edge, comes) {
        (Edge::Left, true) | (Edge::Right, false) => Some(1.0),
        (Edge::Right, true) | (Edge::Left, false) => Some(-1.0),
        _ => None,
    }
}

/// The `enter` block (ruling 17).
pub fn enter(
    state: &mut State,
    id: ThreadId,
    who: usize,
    from: Edge,
    placing: &Placing,
    over: (&Value, Ease),
) -> Result<Flow, Fault> {
    let numbers = numbers(state, id, placing, over)?;
    let (aspect, now) = (state.options.aspect, state.now);
    let record = RecordKind::Enter { who: id_of(state, who), from: word(from) };
    let Numbers { x, y, h, facing, .. } = numbers;
    Ok(glide(state, id, who, &numbers, ("enter", None), record, |work| {
        if let Some(h) = h {
            work.placement.h = work.at_once(h);
        }
        if let Some(facing) = facing.or(turned(from, true)) {
            work.placement.facing = work.at_once(facing);
        }
        let placement = &work.placement;
        let outside = off_stage(from, placement.h.at(now), aspect);
        let to_x = x.or(placement.kept_x).unwrap_or_else(|| placement.x.at(now));
        let to_y = y.or(placement.kept_y).unwrap_or_else(|| placement.y.at(now));
        let along = |to| Glide::new(outside, to, now, work.over, work.ease, work.stamp);
        let (new_x, new_y) = match axis(from) {
            Axis::X => (along(to_x), work.at_once(to_y)),
            Axis::Y => (work.at_once(to_x), along(to_y)),
        };
        let placement = &mut *work.placement;
        (placement.x, placement.y, placement.visible) = (new_x, new_y, true);
        placement.kept_x = placement.kept_x.filter(|_| x.is_none());
        placement.kept_y = placement.kept_y.filter(|_| y.is_none());
    }))
}

/// The `exit` block (rulings 16 and 17).
pub fn exit(
    state: &mut State,
    id: ThreadId,
    who: usize,
    to: Edge,
    over: (&Value, Ease),
    facing: Option<&Value>,
) -> Result<Flow, Fault> {
    let (seconds, ease) = (read(state, id, over.0)?, over.1);
    let facing = read_some(state, id, facing)?;
    let numbers = Numbers { x: None, y: None, h: None, facing, over: seconds, ease };
    let (aspect, now) = (state.options.aspect, state.now);
    let record = RecordKind::Exit { who: id_of(state, who), to: word(to) };
    // A character shown while it leaves unseen is hidden all the same as the exit lands (§7.2).
    Ok(glide(state, id, who, &numbers, ("exit", Some(axis(to))), record, |work| {
        if let Some(facing) = facing.or(turned(to, false)) {
            work.placement.facing = work.at_once(facing);
        }
        let outside = off_stage(to, work.placement.h.at(now), aspect);
        let visible = work.placement.visible;
        match axis(to) {
            Axis::X => {
                work.placement.kept_x = if visible { Some(work.placement.x.at(now)) } else { work.placement.kept_x };
                work.placement.x = work.to(&work.placement.x, outside);
            }
            Axis::Y => {
                work.placement.kept_y = if visible { Some(work.placement.y.at(now)) } else { work.placement.kept_y };
                work.placement.y = work.to(&work.placement.y, outside);
            }
        }
    }))
}

/// A glide ends: at its time it has landed, and an exit hides its character unless a later block took its value over; before
/// it, it freezes.
pub fn finish(state: &mut State, glide: &Underway) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Some(character) = director.cast.get(glide.cast).copied() else { return };
    let Some(placement) = director.placements.get_mut(character) else { return };
    let end = glide.start + glide.over;
    if now >= end {
        let owned = match glide.leaves {
            Some(Axis::X) => placement.x.stamp == glide.stamp,
            Some(Axis::Y) => placement.y.stamp == glide.stamp,
            None => false,
        };
        placement.visible &= !owned;
        return;
    }
    for value in [&mut placement.x, &mut placement.y, &mut placement.h, &mut placement.facing] {
        value.freeze(now, glide.stamp);
    }
    holding::freeze(director.carried.get_mut(character), now, glide.stamp);
    director.set_dur(glide.record, now - glide.start);
    // An exit has either landed or has not: one that rounding put after the end has not (§7.6).
    if end > now + ROUNDING || glide.word == "exit" {
        let who = who_id(director, glide.cast);
        let (word, done, of, late) = (glide.word, now - glide.start, glide.over, end - now);
        director.lose(|| Loss::Glide { who, word, done, of, late });
    }
}
