//! What characters do by themselves (an extension): a cast entry's `idle` runs from the cartoon's start to its end, whenever no
//! behaviour runs that a scene started on the character. It starts when all that happens at an instant has happened: behaviours
//! that follow each other leave no gap to idle in.
use super::Director;
use super::does::skipped;
use crate::engine::ids::InstanceId;
use crate::engine::instance;
use crate::engine::packs::{self, IDLE};
use crate::engine::state::{Ready, State};
use crate::program::tree::{Behaviour, CastEntry, Idle as Written, PackRef, Program};
use std::sync::Arc;

/// What a character does by itself.
#[derive(Clone, Debug)]
pub struct Idle {
    character: usize,
    program: Arc<Program>,
    /// What runs; nothing while a scene's behaviour does.
    instance: Option<InstanceId>,
}

/// Reads a cast entry's `idle`; `own` is what its character pack says.
pub fn add_idle(state: &mut State, director: &mut Director, entry: &CastEntry, character: usize, own: Option<PackRef>) {
    let program = match &entry.idle {
        None => None,
        Some(Written::Given(Behaviour::Inline(program))) => Some(program.clone()),
        Some(Written::Given(Behaviour::Pack(pack))) => packs::behaviour(state, pack).map(|found| found.program),
        Some(Written::Own) => {
            let pack = own.unwrap_or(PackRef { id: IDLE.into(), version: None });
            packs::behaviour(state, &pack).map(|found| found.program)
        }
    };
    // The plan has no behaviours.
    if let Some(program) = program.filter(|_| !state.twin) {
        director.idles.push(Idle { character, program, instance: None });
    }
}

/// Makes ready what characters do by themselves and do not yet, once an instant is over; true when there was any. After the cartoon
/// all of it stops.
pub fn idle(state: &mut State) -> bool {
    let Some(director) = &state.director else { return false };
    if director.idles.is_empty() {
        return false;
    }
    if director.has_ended() {
        stop_idling(state, |_| true);
        return false;
    }
    let is_free = |idle: &Idle| {
        idle.instance.is_none()
            && director.items_of.get(idle.character).is_some_and(std::collections::BTreeSet::is_empty)
    };
    let free: Vec<Idle> = director.idles.iter().filter(|idle| is_free(idle)).cloned().collect();
    // The first to run is made ready last.
    free.iter().rev().for_each(|idle| start(state, idle));
    !free.is_empty()
}

fn start(state: &mut State, idle: &Idle) {
    let depth = state.ready.len();
    let started = instance::start(state, idle.character, &idle.program, f64::INFINITY, &[]);
    let own = |its: &Idle| its.character == idle.character;
    match started {
        Ok(id) => {
            state.ready.insert(depth, Ready::Started(id));
            if let Some(instance) = state.instances.get_mut(id) {
                instance.starting = true;
            }
            let idles = state.director.iter_mut().flat_map(|director| &mut director.idles);
            idles.filter(|its| own(its)).for_each(|its| its.instance = Some(id));
        }
        Err(fault) => {
            skipped(state, idle.character, idle.program.name.as_deref(), &fault.to_string());
            if let Some(director) = &mut state.director {
                director.idles.retain(|its| !own(its));
            }
        }
    }
}

/// Stops what these characters do by themselves.
pub(super) fn stop_idling(state: &mut State, whose: impl Fn(usize) -> bool) {
    let idles = state.director.iter_mut().flat_map(|director| &mut director.idles);
    let running: Vec<InstanceId> =
        idles.filter(|idle| whose(idle.character)).filter_map(|idle| idle.instance.take()).collect();
    running.into_iter().for_each(|id| instance::stop(state, id));
}
