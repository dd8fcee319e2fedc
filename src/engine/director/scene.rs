//! Scenes (§7.1, §7.6): their order, their pins, how each starts and ends.
use super::loss::{Ending, Loss, message, unreached};
use super::record::RecordKind;
use super::{Director, ROUNDING, Status, close_scope, fade, transition};
use crate::engine::code::Code;
use crate::engine::end::{end_some_scripts, end_thread};
use crate::engine::ids::{InstanceId, ThreadId};
use crate::engine::instance::{hear, restart};
use crate::engine::queue::What;
use crate::engine::state::{Ready, State};
use crate::program::tree::{Hat, Kind, Program, SceneHat, Transition};
use std::mem::take;
use std::sync::Arc;

/// One scene of a program: the scripts that share its name.
#[derive(Clone, Debug, Default)]
pub struct SceneSpec {
    /// Its name.
    pub name: Option<Arc<str>>,
    /// Its scripts, in order.
    pub scripts: Vec<usize>,
    /// The place it begins with.
    pub place: Option<Arc<str>>,
    /// The grade it begins with.
    pub mood: Option<Arc<str>>,
    /// How its picture takes the old one's place, and how long that takes.
    pub change: (Option<Transition>, Option<f64>),
    /// Pinned start, seconds from the cartoon's start.
    pub pin: Option<f64>,
}

/// The scenes of a program in the order their names first appear; a scene program is exactly one.
pub fn scenes_of(program: &Program) -> Vec<SceneSpec> {
    let mut scenes: Vec<SceneSpec> = Vec::new();
    let none = SceneHat::default();
    let mut by_name = std::collections::BTreeMap::new();
    for (script, hat) in program.scripts.iter().map(|script| &script.hat).enumerate() {
        let hat = if let Hat::Scene(hat) = hat { hat } else { &none };
        let key = if program.kind == Kind::Scene { None } else { hat.name.clone() };
        let at = *by_name.entry(key).or_insert_with(|| {
            scenes.push(SceneSpec::default());
            scenes.len() - 1
        });
        let Some(scene) = scenes.get_mut(at) else { continue };
        scene.scripts.push(script);
        scene.name = scene.name.take().or_else(|| hat.name.clone());
        scene.place = scene.place.take().or_else(|| hat.place.clone());
        scene.mood = scene.mood.take().or_else(|| hat.mood.clone());
        scene.change = (scene.change.0.or(hat.with), scene.change.1.or(hat.over));
        if program.kind == Kind::Cartoon {
            scene.pin = scene.pin.or(hat.at);
        }
    }
    if program.kind == Kind::Scene
        && let Some(scene) = scenes.first_mut()
    {
        scene.name = scene.name.take().or_else(|| program.name.clone());
    }
    scenes
}

impl Director {
    /// Runtime seconds at which a scene is pinned.
    fn pinned_at(&self, scene: usize) -> Option<f64> {
        self.scenes.get(scene).and_then(|scene| scene.pin).map(|pin| self.t0 + pin)
    }
}

/// Starts the first scene, at once or at its pin.
pub fn start_first(state: &mut State) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    match director.pinned_at(0) {
        Some(at) if at > now => {
            let cartoon = director.instance;
            state.queue.push(at, What::Pin(cartoon));
        }
        _ => start_scene(state, 0),
    }
}

/// The next scene's time has come, at its pin or because a squeezed scene has run its scripts to their first waits (ruling
/// 34): the scene before it ends and it starts.
pub fn next_scene(state: &mut State, cartoon: InstanceId) {
    let Some(director) = state.director.as_ref().filter(|director| director.instance == cartoon) else { return };
    match director.status {
        Status::Before => start_scene(state, 0),
        Status::Running(scene) => {
            end_scene(state);
            start_scene(state, scene + 1);
        }
        Status::Ended(_) => {}
    }
}

/// Starts a scene: its place and grade apply, the behaviours that run hear it, its scripts start. After the last one the
/// cartoon has ended.
pub fn start_scene(state: &mut State, scene: usize) {
    let now = state.now;
    let stamp = state.serial();
    let Some(director) = &mut state.director else { return };
    let Some(spec) = director.scenes.get(scene).cloned() else {
        director.status = Status::Ended(now);
        return;
    };
    transition::change(state, spec.place.as_ref(), spec.mood.as_ref(), spec.change);
    let Some(director) = &mut state.director else { return };
    director.status = Status::Running(scene);
    (director.scene_start, director.stopped) = (now, None);
    director.camera = Default::default();
    fade::come_back(&mut director.fade, now, stamp);
    let (name, place, grade) = (spec.name.clone(), director.stage.place.clone(), director.stage.grade.clone());
    director.scene_record = director.record(now, 0.0, || RecordKind::Scene { name, place, grade });
    let (id, next) = (director.instance, director.pinned_at(scene + 1));
    match next {
        Some(at) if at > now => {
            state.queue.push(at, What::Pin(id));
        }
        Some(_) => state.ready.push(Ready::EndScene(id)),
        None => {}
    }
    let root = state.scope();
    if let Some(instance) = state.instances.get_mut(id) {
        instance.start = now;
        instance.dur = next.map_or(f64::INFINITY, |at| (at - now).max(0.0));
        instance.root = root;
    }
    restart(state, id, &spec.scripts);
    let heard = |hat: &Hat| match hat {
        Hat::Scene(hat) => hat.name.is_none() || hat.name == spec.name,
        _ => false,
    };
    for character in (0..state.characters.len()).rev() {
        hear(state, character, heard);
    }
}

/// The last cut's record ends.
pub(super) fn close_cut(director: &mut Director, now: f64) {
    if let Some(record) = director.open_cut.take() {
        let start = director.timeline.get(record).map_or(now, |record| record.t);
        director.set_dur(Some(record), now - start);
    }
}

/// Ends a scene whose scripts have all ended, held ones aside, unless it holds its stage for a pin (§7.6). True when
/// something happened.
pub fn settle(state: &mut State) -> bool {
    let Some(director) = &state.director else { return false };
    let Status::Running(scene) = director.status else { return false };
    if director.busy > 0 || director.pinned_at(scene + 1).is_some() {
        return false;
    }
    end_scene(state);
    start_scene(state, scene + 1);
    true
}

/// The scripts of the running scene: no other of the cartoon's runs, and a cartoon may have many.
fn own_scripts(state: &State) -> Vec<usize> {
    let director = state.director.as_ref();
    let scene = director.and_then(|director| match director.status {
        Status::Running(scene) => director.scenes.get(scene),
        _ => None,
    });
    scene.map_or(Vec::new(), |scene| scene.scripts.clone())
}

/// The threads of the running scene's scripts, in the order of the scripts, each with its branches after it.
fn threads(state: &State, id: InstanceId) -> Vec<ThreadId> {
    let Some(instance) = state.instances.get(id) else { return Vec::new() };
    let mut all = Vec::new();
    for root in own_scripts(state).into_iter().filter_map(|script| instance.running.get(script).copied().flatten()) {
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            if let Some(thread) = state.threads.get(at) {
                all.push(at);
                stack.extend(thread.children.iter().rev());
            }
        }
    }
    all
}

/// What the director's threads have not reached; those of script `but` not asked.
fn all_unreached(state: &State, id: InstanceId, but: Option<usize>) -> Vec<Loss> {
    let Some(instance) = state.instances.get(id) else { return Vec::new() };
    let code: &Code = &instance.code;
    let threads = threads(state, id).into_iter().filter_map(|thread| state.threads.get(thread));
    threads.filter(|thread| Some(thread.script) != but).filter_map(|thread| unreached(code, thread)).collect()
}

/// `stopAll`: every script of the scene ends; the scene ends then, or holds its stage until the next scene's pin.
pub fn stop_all(state: &mut State, by: ThreadId) {
    let (now, script) = (state.now, state.threads.get(by).map(|thread| thread.script));
    let Some(id) = state.director.as_ref().map(|director| director.instance) else { return };
    let not_reached = all_unreached(state, id, script);
    if let Some(director) = &mut state.director {
        director.collecting = Some(Vec::new());
    }
    end_some_scripts(state, id, own_scripts(state));
    // A thread that no script counts as its own any more.
    end_thread(state, by);
    let Some(director) = &mut state.director else { return };
    let mut losses = director.collecting.take().unwrap_or_default();
    losses.extend(not_reached);
    director.stopped.get_or_insert(now);
    let Status::Running(scene) = director.status else { return };
    match director.pinned_at(scene + 1) {
        Some(at) if at > now => {
            if !losses.is_empty() {
                let message = told(director, scene, now, true, &losses);
                state.warn(message);
            }
        }
        _ => director.stop_losses.extend(losses),
    }
}

fn told(director: &Director, scene: usize, at: f64, holds: bool, losses: &[Loss]) -> String {
    let name = |scene: usize| director.scenes.get(scene).and_then(|scene| scene.name.as_deref());
    let pin = name(scene + 1).zip(director.pinned_at(scene + 1));
    message(&Ending { scene: name(scene), at, pin, stopped: director.stopped, holds }, losses)
}

/// Ends the running scene and everything it started, and says what it lost.
pub fn end_scene(state: &mut State) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Status::Running(scene) = director.status else { return };
    let id = director.instance;
    let mut losses = take(&mut director.stop_losses);
    if let Some(pin) = director.pinned_at(scene + 1)
        && pin < now - ROUNDING
        && now == director.scene_start
    {
        losses.push(Loss::Squeezed { late: now - pin });
    }
    director.collecting = Some(losses);
    let not_reached = all_unreached(state, id, None);
    end_some_scripts(state, id, own_scripts(state));
    let root = state.instances.get(id).map(|instance| instance.root).unwrap_or_default();
    close_scope(state, root);
    let Some(director) = &mut state.director else { return };
    let mut losses = director.collecting.take().unwrap_or_default();
    losses.extend(not_reached);
    director.set_dur(director.scene_record, now - director.scene_start);
    close_cut(director, now);
    if let Some(end) = director.ends.get_mut(scene).filter(|_| director.recording) {
        *end = now;
    }
    if !losses.is_empty() {
        let message = told(director, scene, now, false, &losses);
        state.warn(message);
    }
}
