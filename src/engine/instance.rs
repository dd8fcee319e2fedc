//! Running behaviours: a program, its params and a character in; an instance with its layer of the pose out. Starts and stops
//! them and restarts their scripts when a hat's event comes (§1, §2, supplement §1).
use super::code::Code;
use super::end::{end_scripts, end_thread};
use super::error::Fault;
use super::glide::Glide;
use super::ids::{InstanceId, ScopeId, Slot, ThreadId};
use super::motion::Motion;
use super::queue::What;
use super::reach::Limbs;
use super::read::{read_local, truth};
use super::state::{LoudHat, PreparedId, Ready, State};
use super::thread::Thread;
use super::{director, mood};
use crate::program::tree::{Hat, Program};
use crate::vocabulary::View;
use std::sync::Arc;

/// A running behaviour, or the director (which has no character).
#[derive(Clone, Debug)]
pub struct Instance {
    /// What it runs.
    pub code: Arc<Code>,
    /// The same in its runtime.
    pub prepared: PreparedId,
    /// The character it moves.
    pub character: Option<usize>,
    /// Runtime seconds at which tau is 0.
    pub start: f64,
    /// Seconds it is due to last.
    pub dur: f64,
    /// Params by name slot.
    pub params: Vec<Option<f64>>,
    /// Vars by name slot.
    pub vars: Vec<Option<f64>>,
    /// The thread of each script that runs.
    pub running: Vec<Option<ThreadId>>,
    /// The scope that lasts as long as the instance (for the director: as the scene).
    pub root: ScopeId,
    /// Base channels that were written.
    pub base: Vec<(Slot, Glide)>,
    /// Running motions in the order they started.
    pub motions: Vec<Motion>,
    /// The mood written last, and when.
    pub mood: Option<(Arc<str>, f64)>,
    /// The view written last, and when.
    pub view: Option<(View, f64)>,
    /// Limbs reached or released.
    pub limbs: Limbs,
    /// Still in the instant of its start, by a scene's `does`.
    pub starting: bool,
}

impl Instance {
    /// An instance that has run nothing yet.
    pub fn new(code: Arc<Code>, prepared: PreparedId, start: f64, root: ScopeId) -> Self {
        let (names, scripts) = (code.program.names.len(), code.scripts.len());
        let mut vars = vec![None; names];
        for (slot, value) in &code.program.vars {
            if let Some(var) = vars.get_mut(*slot as usize) {
                *var = Some(*value);
            }
        }
        Self {
            prepared,
            character: None,
            start,
            dur: f64::INFINITY,
            params: vec![None; names],
            vars,
            running: vec![None; scripts],
            root,
            base: Vec::new(),
            motions: Vec::new(),
            mood: None,
            view: None,
            limbs: Limbs::default(),
            starting: false,
            code,
        }
    }

    /// The base value of a channel, when it was written.
    pub fn base(&self, slot: Slot) -> Option<&Glide> {
        self.base.iter().find(|(its, _)| *its == slot).map(|(_, glide)| glide)
    }

    /// The base value of a channel, to change.
    pub fn base_mut(&mut self, slot: Slot) -> Option<&mut Glide> {
        self.base.iter_mut().find(|(its, _)| *its == slot).map(|(_, glide)| glide)
    }

    /// Writes a base channel.
    pub fn write(&mut self, slot: Slot, glide: Glide) {
        match self.base_mut(slot) {
            Some(base) => *base = glide,
            None => self.base.push((slot, glide)),
        }
    }
}

/// Gives an instance its params: the declared ones in order, the caller's value or else the default; then the caller's others
/// (§1, ruling 29).
///
/// # Errors
/// When a default names something unknown.
pub fn set_params(state: &mut State, id: InstanceId, given: &[(Arc<str>, f64)]) -> Result<(), Fault> {
    let Some(program) = state.instances.get(id).map(|instance| instance.code.program.clone()) else { return Ok(()) };
    let given_value = |name: &str| given.iter().rev().find(|(key, _)| **key == *name).map(|(_, value)| *value);
    for (slot, default) in &program.params {
        let value = match program.names.get(*slot as usize).and_then(|name| given_value(name)) {
            Some(value) => value,
            None => read_local(state, id, default, 0.0)?,
        };
        set_param(state, id, *slot as usize, value);
    }
    for (name, value) in given {
        let slot = program.names.iter().position(|known| known == name);
        let declared = |slot: &usize| program.params.iter().any(|(param, _)| *param as usize == *slot);
        if let Some(slot) = slot.filter(|slot| !declared(slot)) {
            set_param(state, id, slot, *value);
        }
    }
    Ok(())
}

fn set_param(state: &mut State, id: InstanceId, slot: usize, value: f64) {
    if let Some(param) = state.instances.get_mut(id).and_then(|instance| instance.params.get_mut(slot)) {
        *param = Some(value);
    }
}

/// The most behaviours at once: a scene that adds them without end stops before memory does (about 100 MB).
const INSTANCES_MAX: usize = 100_000;

/// Starts a behaviour on a character: its start scripts are ready to run, its clocks run from now.
///
/// # Errors
/// When a param's default, or an `every` or `loud` hat's number, names something unknown; nothing has started then.
pub fn start(
    state: &mut State,
    character: usize,
    program: &Arc<Program>,
    dur: f64,
    params: &[(Arc<str>, f64)],
) -> Result<InstanceId, Fault> {
    if state.instances.len() >= INSTANCES_MAX {
        return Err(Fault::TooManyBehaviours(INSTANCES_MAX));
    }
    let prepared = state.prepare(program);
    let root = state.scope();
    let code = match state.prepared.get(prepared) {
        Some(prepared) => prepared.code.clone(),
        None => Arc::new(super::code::compile(program, &mut state.channels)),
    };
    let instance = Instance { character: Some(character), dur, ..Instance::new(code, prepared, state.now, root) };
    let id = state.instances.insert(instance);
    if let Some(character) = state.characters.get_mut(character) {
        character.instances.push(id);
    }
    let started = set_params(state, id, params).and_then(|()| start_clocks(state, id, program));
    if let Err(fault) = started {
        stop(state, id);
        return Err(fault);
    }
    let scripts = scripts_with(program, |hat| matches!(hat, Hat::Start));
    restart(state, id, &scripts);
    Ok(id)
}

fn scripts_with(program: &Program, heard: impl Fn(&Hat) -> bool) -> Vec<usize> {
    program.scripts.iter().enumerate().filter(|(_, script)| heard(&script.hat)).map(|(i, _)| i).collect()
}

/// Starts the clocks of `every` hats and the watch of `loud` hats (ruling 27).
fn start_clocks(state: &mut State, id: InstanceId, program: &Program) -> Result<(), Fault> {
    for (script, hat) in program.scripts.iter().map(|script| &script.hat).enumerate() {
        match hat {
            Hat::Every(every) => {
                let every = read_local(state, id, every, 0.0)?;
                schedule_every(state, id, script, every, 1.0);
            }
            Hat::Loud(level) => {
                let level = read_local(state, id, level, 0.0)?;
                let before = loud_of(state, id);
                let seq = state.queue.next_seq();
                state.loud_hats.push(LoudHat { seq, since: state.now, instance: id, script, level, before });
            }
            _ => {}
        }
    }
    Ok(())
}

/// The voice level an instance hears.
pub fn loud_of(state: &State, id: InstanceId) -> f64 {
    let character = state.instances.get(id).and_then(|instance| instance.character);
    character.and_then(|c| state.characters.get(c)).map_or(0.0, |c| c.loud_at(state.now))
}

fn schedule_every(state: &mut State, id: InstanceId, script: usize, every: f64, k: f64) {
    let Some(instance) = state.instances.get(id) else { return };
    if every > 0.0 {
        let mut k = k;
        if instance.start + k * every <= state.now {
            // Too short for the clock to tell its times apart: on to the first that the clock can.
            k = ((state.now - instance.start).next_up() / every).ceil().max(k);
        }
        state.queue.push(instance.start + k * every, What::Every { instance: id, script, every, k });
    }
}

/// An `every` hat's time has come: its script starts again.
pub fn every(state: &mut State, id: InstanceId, script: usize, every: f64, k: f64) {
    if state.instances.contains_key(id) {
        restart(state, id, &[script]);
        schedule_every(state, id, script, every, k + 1.0);
    }
}

/// Starts scripts from their beginning, those that run ended first; all of them count as running before the first does a
/// block (ruling 24). They are next to run, in order.
pub fn restart(state: &mut State, id: InstanceId, scripts: &[usize]) {
    let mut threads = Vec::with_capacity(scripts.len());
    for script in scripts {
        if let Some(running) = state.instances.get(id).and_then(|i| i.running.get(*script).copied().flatten()) {
            end_thread(state, running);
        }
        let Some(instance) = state.instances.get_mut(id) else { return };
        let Some(pc) = instance.code.scripts.get(*script) else { continue };
        let thread = state.threads.insert(Thread::new(id, *script, *pc, instance.root));
        if let Some(running) = instance.running.get_mut(*script) {
            *running = Some(thread);
        }
        director::count_busy(state, id, false, true);
        threads.push(Ready::Thread(thread));
    }
    state.ready.extend(threads.into_iter().rev());
}

/// Restarts the scripts of a character's behaviours whose hat hears an event.
pub fn hear(state: &mut State, character: usize, heard: impl Fn(&Hat) -> bool) {
    let Some(instances) = state.characters.get(character).map(|character| character.instances.clone()) else { return };
    // The last to run is pushed first.
    for id in instances.into_iter().rev() {
        if let Some(program) = state.instances.get(id).map(|instance| instance.code.program.clone()) {
            restart(state, id, &scripts_with(&program, &heard));
        }
    }
}

/// Sets a character's talking input; `talk-start` and `talk-end` hats hear it rise and fall.
pub fn set_talking(state: &mut State, character: usize, talking: f64) {
    let Some(state_of) = state.characters.get_mut(character) else { return };
    let (before, now) = (truth(state_of.talking), truth(talking));
    state_of.talking = talking;
    match (before, now) {
        (false, true) => hear(state, character, |hat| matches!(hat, Hat::TalkStart)),
        (true, false) => hear(state, character, |hat| matches!(hat, Hat::TalkEnd)),
        _ => {}
    }
}

/// Stops a behaviour: its offsets, motions, mood, view and reaches are gone at once.
pub fn stop(state: &mut State, id: InstanceId) {
    end_scripts(state, id);
    let Some(instance) = state.instances.remove(id) else { return };
    for follower in instance.motions.iter().filter_map(Motion::follower) {
        state.followers.remove(follower);
    }
    state.loud_hats.retain(|hat| hat.instance != id);
    if let Some(index) = instance.character {
        if let Some(character) = state.characters.get_mut(index) {
            character.gone += 1;
            // Whoever goes through them passes over those that are gone, so that the list is swept but now and then: a stop
            // does not cost more the more there are.
            if 2 * character.gone > character.instances.len() {
                character.instances.retain(|its| state.instances.contains_key(*its));
                character.gone = 0;
            }
        }
        if instance.mood.is_some() {
            mood::note(state, index);
        }
    }
}
