//! Sound blocks (extensions): what sounds and what music plays, as records. Nothing on the stage changes, and nothing waits.
use super::record::RecordKind;
use crate::engine::error::Fault;
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use std::sync::Arc;

/// A number that a sound can be made with: what is none, or less than 0, is 0.
fn held(number: f64) -> f64 {
    if number.is_finite() { number.max(0.0) } else { 0.0 }
}

/// The path of the block that a thread runs.
fn path(state: &State, id: ThreadId) -> Option<Arc<str>> {
    let thread = state.threads.get(id)?;
    let code = &state.instances.get(thread.instance)?.code;
    // It counts the block before it runs it.
    code.place(thread.pc.checked_sub(1)?).map(|place| Arc::clone(&place.path))
}

/// The `sound` block.
///
/// # Errors
/// When a value names something unknown.
pub fn sound(
    state: &mut State,
    id: ThreadId,
    name: Option<&'static str>,
    file: Option<&Arc<str>>,
    volume: &Value,
    at: Option<&Value>,
) -> Result<Flow, Fault> {
    let volume = held(read(state, id, volume)?);
    let at = at.map(|at| read(state, id, at)).transpose()?;
    let now = state.now;
    // What has passed, or is no time, is now.
    let at = at.filter(|at| at.is_finite() && *at > now);
    let path = path(state, id).unwrap_or_default();
    if let Some(director) = &mut state.director {
        director.record(now, 0.0, || RecordKind::Sound { name, file: file.cloned(), volume, at, path });
    }
    Ok(Flow::Next)
}

/// The `music` block.
///
/// # Errors
/// When a value names something unknown.
pub fn music(
    state: &mut State,
    id: ThreadId,
    file: Option<&Arc<str>>,
    numbers: [&Value; 3],
    again: bool,
) -> Result<Flow, Fault> {
    let mut read = |value: &Value| read(state, id, value).map(held);
    let (volume, from, fade) = (read(numbers[0])?, read(numbers[1])?, read(numbers[2])?);
    let now = state.now;
    if let Some(director) = &mut state.director {
        end_music(director, now);
        let file = file.cloned();
        director.open_music = director.record(now, 0.0, || RecordKind::Music { file, volume, from, fade, again });
    }
    Ok(Flow::Next)
}

/// The music that plays ends.
pub fn end_music(director: &mut super::Director, now: f64) {
    if let Some(record) = director.open_music.take() {
        let start = director.timeline.get(record).map_or(now, |record| record.t);
        director.set_dur(Some(record), now - start);
    }
}
