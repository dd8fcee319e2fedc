//! A cartoon starts (§6, §7.7): the plan first, then the cast and the run; one that fails leaves what §6 says.
use super::director::{self, Director, Placement};
use super::error::{Fault, RunError, StartError};
use super::ids::InstanceId;
use super::instance::{Instance, set_params};
use super::plan::{Plan, plan};
use super::read::read_local;
use super::runtime::add_character;
use super::state::State;
use super::step::drain;
use super::{end, mood};
use crate::program::tree::{At, CastEntry, Kind, Program};
use std::sync::Arc;

/// The director's own stream is the seed with these bits turned (supplement §6).
const DIRECTOR_SEED: u32 = 0x05CE_11E5;

/// The legs of a character that nothing says them of (ruling 38).
const LEGS: f64 = 2.0;

/// Starts a cartoon or scene now.
///
/// # Errors
/// When one runs already, the program is a behaviour, or a block fails in the plan or as the run begins.
pub fn start_cartoon(state: &mut State, program: &Arc<Program>, params: &[(Arc<str>, f64)]) -> Result<(), StartError> {
    if state.director.as_ref().is_some_and(|director| !director.has_ended()) {
        return Err(StartError::Running);
    }
    if program.kind == Kind::Behaviour {
        return Err(StartError::NotACartoon);
    }
    let mut plan = plan(state, program, params).map_err(StartError::Plan)?;
    for warning in std::mem::take(&mut plan.warnings) {
        state.warn(warning);
    }
    state.speech = std::mem::take(&mut plan.speech);
    state.packs = std::mem::take(&mut plan.packs);
    let before = state.director.take();
    let old = before.as_ref().map(|director| director.instance);
    if let Err(error) = begin(state, program, params, Some(plan)) {
        give_up(state, before);
        return Err(StartError::Run(error));
    }
    if let Some(old) = old {
        state.instances.remove(old);
    }
    Ok(())
}

/// Starts the director: of the plan's twin without a plan, of the run with it.
///
/// # Errors
/// When a block fails at once.
pub fn begin(
    state: &mut State,
    program: &Arc<Program>,
    params: &[(Arc<str>, f64)],
    plan: Option<Plan>,
) -> Result<(), RunError> {
    let root = state.scope();
    let prepared = state.prepare(program);
    let Some(code) = state.prepared.get(prepared).map(|prepared| prepared.code.clone()) else { return Ok(()) };
    let id = state.instances.insert(Instance::new(code, prepared, state.now, root));
    let seed = state.options.seed ^ DIRECTOR_SEED;
    let mut director = Director::new(id, program.clone(), seed, state.now);
    add_cast(state, &mut director);
    match plan {
        Some(plan) => {
            (director.timeline, director.ends, director.duration) = (plan.timeline, plan.ends, plan.duration);
            director.unending = plan.unending;
            director.look_for(plan.looked_for);
        }
        None => {
            director.recording = true;
            director.ends = vec![f64::INFINITY; director.scenes.len()];
        }
    }
    place_all(&mut director, state.characters.len());
    state.director = Some(Box::new(director));
    let unlocated = |fault| RunError { path: "".into(), word: "", fault };
    set_params(state, id, params).map_err(unlocated)?;
    place_cast(state, id, program).map_err(unlocated)?;
    (0..state.characters.len()).for_each(|character| mood::note(state, character));
    director::start_first(state);
    drain(state)?;
    if director::idle(state) { drain(state) } else { Ok(()) }
}

/// Cast ids become characters; existing ones are kept.
fn add_cast(state: &mut State, director: &mut Director) {
    for entry in &director.program.clone().cast {
        let facts = entry.pack.as_ref().and_then(|pack| state.options.characters.clone()?(pack)).unwrap_or_default();
        let known = state.characters.iter().position(|character| character.id == entry.id);
        let legs = entry.legs.or(facts.legs).unwrap_or(LEGS);
        let character = known.unwrap_or_else(|| add_character(state, entry.id.clone(), legs));
        director.cast.push(character);
        director.voices.push(entry.voice.clone().or(facts.voice));
        director::add_idle(state, director, entry, character, facts.idle);
    }
}

/// A fresh stage: the cast spread first, then the other characters; nobody visible (§7.2, §7.8).
fn place_all(director: &mut Director, characters: usize) {
    director::make_room(director, characters);
    let others = (0..characters).filter(|character| !director.cast.contains(character));
    let order: Vec<usize> = director.cast.iter().copied().chain(others).collect();
    director.placements = vec![Placement::spread(0, 1, false); characters];
    for (i, character) in order.iter().enumerate() {
        if let Some(placement) = director.placements.get_mut(*character) {
            *placement = Placement::spread(i, order.len(), false);
        }
    }
}

/// The cast entries' `at`.
fn place_cast(state: &mut State, id: InstanceId, program: &Program) -> Result<(), Fault> {
    for (who, entry) in program.cast.iter().enumerate() {
        let CastEntry { at: Some(at), .. } = entry else { continue };
        let At { x, y, h, facing } = at;
        let mut given = [None; 4];
        for (place, value) in given.iter_mut().zip([x, y, h, facing]) {
            *place = value.as_ref().map(|value| read_local(state, id, value, 0.0)).transpose()?;
        }
        let Some(director) = &mut state.director else { continue };
        let placement = director.cast.get(who).and_then(|character| director.placements.get_mut(*character));
        if let Some(placement) = placement {
            placement.set(given);
        }
    }
    Ok(())
}

/// A run that failed once begun: what it started is stopped, the cartoon before it is back; the cast it added stays.
fn give_up(state: &mut State, before: Option<Box<Director>>) {
    state.ready.clear();
    if let Some(id) = state.director.as_ref().map(|director| director.instance) {
        end::end_scripts(state, id);
        director::clear(state);
        state.instances.remove(id);
    }
    state.director = before;
    // Nobody hears the lines end: the step that failed is over.
    state.ready.clear();
    let characters = state.characters.len();
    (0..characters).for_each(|character| mood::note(state, character));
    if let Some(director) = &mut state.director {
        director::make_room(director, characters);
        while director.placements.len() < characters {
            director.placements.push(Placement::spread(director.placements.len(), characters, false));
        }
    }
}
