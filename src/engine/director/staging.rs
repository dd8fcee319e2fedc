//! Who is seen, before whom, and looking where (extensions): `hide` and `show`, `layer`, `face`.
use super::placing::{glide_to, read_some};
use super::record::RecordKind;
use super::who_id;
use crate::engine::error::Fault;
use crate::engine::glide::Glide;
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::maths::Ease;
use crate::program::tree::{Edge, Toward};
use serde_json::json;

/// The `hide` and `show` blocks. One that has left the stage is back on its spot.
pub fn seen(state: &mut State, who: usize, shown: bool) -> Flow {
    let (now, stamp) = (state.now, state.serial());
    let Some(director) = &mut state.director else { return Flow::Next };
    let id = who_id(director, who);
    director.record(now, 0.0, || RecordKind::Seen { who: id, shown });
    let placement = director.cast.get(who).and_then(|character| director.placements.get_mut(*character));
    let Some(placement) = placement else { return Flow::Next };
    if shown && !placement.visible {
        if let Some(x) = placement.kept_x.take() {
            placement.x = Glide::still(x, stamp);
        }
        if let Some(y) = placement.kept_y.take() {
            placement.y = Glide::still(y, stamp);
        }
    }
    placement.visible = shown;
    Flow::Next
}

/// The `layer` block.
///
/// # Errors
/// When its value names something unknown.
pub fn layer(state: &mut State, id: ThreadId, who: usize, z: &Value) -> Result<Flow, Fault> {
    let z = read(state, id, z)?;
    // What is no number has no place in an order.
    let z = if z.is_nan() { 0.0 } else { z };
    let now = state.now;
    let Some(director) = &mut state.director else { return Ok(Flow::Next) };
    let name = who_id(director, who);
    director.record(now, 0.0, || RecordKind::Layer { who: name, z });
    if let Some(placement) = director.cast.get(who).and_then(|character| director.placements.get_mut(*character)) {
        placement.z = z;
    }
    Ok(Flow::Next)
}

/// The `face` block: where the two stand is looked at once, at its start; at one place nobody turns.
///
/// # Errors
/// When a value names something unknown.
pub fn face(state: &mut State, id: ThreadId, who: usize, to: &Toward, over: (&Value, Ease)) -> Result<Flow, Fault> {
    let point = read_some(state, id, if let Toward::X(x) = to { Some(x) } else { None })?;
    let (seconds, now) = (read(state, id, over.0)?, state.now);
    let Some(director) = &state.director else { return Ok(Flow::Next) };
    let x_of = |who: usize| Some(director.placements.get(*director.cast.get(who)?)?.x.at(now));
    let (told, x) = match to {
        Toward::Side(Edge::Left) => (json!("left"), Some(f64::NEG_INFINITY)),
        Toward::Side(_) => (json!("right"), Some(f64::INFINITY)),
        Toward::Who(other) => (json!(&*who_id(director, *other)), x_of(*other)),
        Toward::X(_) => (json!(point), point),
    };
    let way = x.zip(x_of(who)).map_or(0.0, |(x, own)| x - own);
    let facing = if way > 0.0 {
        Some(1.0)
    } else if way < 0.0 {
        Some(-1.0)
    } else {
        None
    };
    let record = RecordKind::Face { who: who_id(director, who), to: told, facing };
    Ok(glide_to(state, id, who, facing, (seconds, over.1), record))
}
