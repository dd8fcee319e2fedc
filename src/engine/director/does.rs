//! `does` (§7.5): a scene starts a behaviour on a character, and ends it: at its `for`, with its scope, or when replaced.
use super::idle::stop_idling;
use super::loss::Loss;
use super::record::RecordKind;
use super::{ROUNDING, Status, scope_of, who_id};
use crate::engine::error::Fault;
use crate::engine::glide::span;
use crate::engine::ids::{InstanceId, ItemId, ScopeId, ThreadId};
use crate::engine::instance;
use crate::engine::packs;
use crate::engine::queue::What;
use crate::engine::read::read;
use crate::engine::state::{Ready, State};
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::program::tree::{Behaviour, Program};
use std::sync::Arc;

/// A behaviour that a scene started.
#[derive(Clone, Debug)]
pub struct Item {
    character: usize,
    scope: ScopeId,
    /// What runs; nothing in the plan, or when it could not start.
    pub instance: Option<InstanceId>,
    start: f64,
    /// Runtime seconds at which its `for` is up; infinite without.
    due: f64,
    record: Option<usize>,
    /// What to call it in a message.
    name: Option<Arc<str>>,
}

impl Item {
    /// Its record, when only its scope ends it.
    pub fn open_record(&self) -> Option<usize> {
        self.record.filter(|_| self.due == f64::INFINITY)
    }
}

/// The `does` block.
pub fn does(
    state: &mut State,
    id: ThreadId,
    who: usize,
    behaviour: &Behaviour,
    params: &[(Arc<str>, Value)],
    for_: Option<&Value>,
    also: bool,
) -> Result<Flow, Fault> {
    let mut given = Vec::with_capacity(params.len());
    for (name, value) in params {
        given.push((name.clone(), read(state, id, value)?));
    }
    let length = for_.map(|value| read(state, id, value)).transpose()?;
    let Some(director) = &state.director else { return Ok(Flow::Next) };
    let Some(character) = director.cast.get(who).copied() else { return Ok(Flow::Next) };
    if !also {
        let replaced = director.items_of.get(character).cloned().unwrap_or_default();
        replaced.into_iter().for_each(|item| replace(state, item));
    }
    let name = match behaviour {
        Behaviour::Pack(pack) => Some(pack.id.clone()),
        Behaviour::Inline(program) => program.name.clone(),
    };
    stop_idling(state, |its| its == character);
    let dur = length.unwrap_or_else(|| time_left(state, id));
    let Some(item) = add_item(state, id, who, character, name, length, also) else { return Ok(Flow::Next) };
    let program = match behaviour {
        Behaviour::Pack(pack) => packs::behaviour(state, pack).map(|found| {
            if !found.instead {
                warn_undeclared(state, &found.program, &pack.id, &given);
            }
            found.program
        }),
        Behaviour::Inline(program) => Some(program.clone()),
    };
    if let Some(program) = program.filter(|_| !state.twin) {
        start(state, item, character, &program, dur, &given);
    }
    Ok(Flow::Next)
}

/// Seconds to the earliest known end of a thread's scope: of the `for` blocks around it and, from the plan, its scene
/// (ruling 14).
fn time_left(state: &State, id: ThreadId) -> f64 {
    let soonest = state.threads.get(id).map_or(f64::INFINITY, |thread| thread.soonest);
    let scene = state.director.as_ref().and_then(|director| match director.status {
        Status::Running(scene) => director.ends.get(scene).copied(),
        _ => None,
    });
    soonest.min(scene.unwrap_or(f64::INFINITY)) - state.now
}

fn add_item(
    state: &mut State,
    id: ThreadId,
    who: usize,
    character: usize,
    name: Option<Arc<str>>,
    length: Option<f64>,
    also: bool,
) -> Option<ItemId> {
    let start = state.now;
    let (director, thread) = (state.director.as_mut()?, state.threads.get(id)?);
    let (who, behaviour) = (who_id(director, who), name.clone());
    let length = length.map_or(f64::INFINITY, span);
    let due = start + length;
    let dur = if length.is_finite() { length } else { 0.0 };
    let record = director.record(start, dur, || RecordKind::Does { who, behaviour, also });
    let item = director.items.insert(Item { character, scope: thread.scope, instance: None, start, due, record, name });
    scope_of(director, thread).items.insert(item);
    director.items_of.get_mut(character)?.insert(item);
    state.queue.push(due, What::DoesEnd(item));
    Some(item)
}

/// A param that a pack's behaviour does not declare is passed anyway, with a warning.
fn warn_undeclared(state: &mut State, program: &Program, id: &str, given: &[(Arc<str>, f64)]) {
    for (name, _) in given {
        let declared = |slot: u32| program.names.get(slot as usize).is_some_and(|known| known == name);
        if !program.params.iter().any(|(slot, _)| declared(*slot)) {
            state.warn(format!("behaviour pack {id} declares no param \"{name}\""));
        }
    }
}

fn start(
    state: &mut State,
    item: ItemId,
    character: usize,
    program: &Arc<Program>,
    dur: f64,
    params: &[(Arc<str>, f64)],
) {
    let depth = state.ready.len();
    match instance::start(state, character, program, dur, params) {
        Ok(id) => {
            state.ready.insert(depth, Ready::Started(id));
            if let Some(instance) = state.instances.get_mut(id) {
                instance.starting = true;
            }
            let director = state.director.as_mut();
            if let Some(item) = director.and_then(|director| director.items.get_mut(item)) {
                item.instance = Some(id);
            }
        }
        Err(fault) => skipped(state, character, program.name.as_deref(), &fault.to_string()),
    }
}

/// A behaviour that fails as it starts is skipped, with a warning (ruling 42).
pub fn skipped(state: &mut State, character: usize, name: Option<&str>, fault: &str) {
    let who = state.characters.get(character).map_or_else(|| "".into(), |character| character.id.clone());
    let name = name.map_or("a behaviour".to_owned(), |name| format!("behaviour \"{name}\""));
    state.warn(format!("{who}: {name} could not start and is skipped: {fault}"));
}

fn replace(state: &mut State, item: ItemId) {
    let collecting = state.director.as_mut().and_then(|director| director.collecting.take());
    end_item(state, item);
    if let Some(director) = &mut state.director {
        director.collecting = collecting;
    }
}

/// Ends a behaviour that a scene started; its `for` was up, or it is cut off.
pub fn end_item(state: &mut State, id: ItemId) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Some(item) = director.items.remove(id) else { return };
    if let Some(scope) = director.scopes.get_mut(&item.scope) {
        scope.items.remove(&id);
    }
    if let Some(items) = director.items_of.get_mut(item.character) {
        items.remove(&id);
    }
    if item.due > now {
        director.set_dur(item.record, now - item.start);
    }
    if item.due.is_finite() && item.due > now + ROUNDING {
        let who = director.cast.iter().position(|character| *character == item.character).unwrap_or_default();
        let (who, done, of) = (who_id(director, who), now - item.start, item.due - item.start);
        director.lose(|| Loss::Does { who, name: item.name.clone(), done, of });
    }
    if let Some(instance) = item.instance {
        instance::stop(state, instance);
    }
}
