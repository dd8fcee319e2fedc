//! The plan (§7.7): the director alone on a twin runtime, stepped on the cartoon's frames. Enters: the runtime a cartoon is
//! to start on. Leaves: the timeline, when each scene ends, the warnings. Changes nothing of that runtime.
use super::director::record::Record;
use super::director::{Director, Status, end_music};
use super::error::RunError;
use super::ids::ThreadId;
use super::packs::PackAnswers;
use super::speech::SpeechAnswers;
use super::start::begin;
use super::state::State;
use super::step::step_to;
use super::thread::Wait;
use crate::program::tree::Program;
use std::sync::Arc;

/// What the plan found.
#[derive(Debug)]
pub struct Plan {
    /// The records in order of time.
    pub timeline: Vec<Record>,
    /// Seconds the cartoon lasts; `None` when it does not end in the time given.
    pub duration: Option<f64>,
    /// Runtime seconds at which each scene ends; infinite when it does not.
    pub ends: Vec<f64>,
    /// The block that keeps it going.
    pub unending: Option<(Arc<str>, &'static str)>,
    /// Runtime seconds at which pictures take others' places by a transition.
    pub looked_for: Vec<f64>,
    /// What the scenes lose, and what else is to be said.
    pub warnings: Vec<String>,
    /// The answers about lines.
    pub speech: SpeechAnswers,
    /// The answers about packs.
    pub packs: PackAnswers,
}

/// Plans a cartoon that starts on `state` now.
///
/// # Errors
/// When a scene's block fails.
pub fn plan(state: &State, program: &Arc<Program>, params: &[(Arc<str>, f64)]) -> Result<Plan, RunError> {
    let mut twin = twin_of(state);
    begin(&mut twin, program, params, None)?;
    let (t0, fps) = (state.now, twin.options.fps);
    let mut k = 1.0;
    while !ended(&twin) && fps.time(k) <= twin.options.max_duration {
        step_to(&mut twin, t0 + fps.time(k))?;
        k += 1.0;
    }
    let State { director, warnings, speech, packs, .. } = &mut twin;
    let (warnings, speech, packs) = (std::mem::take(warnings), std::mem::take(speech), std::mem::take(packs));
    let Some(mut director) = director.take() else {
        let (timeline, ends) = (Vec::new(), Vec::new());
        let looked_for = Vec::new();
        return Ok(Plan { timeline, duration: Some(0.0), ends, unending: None, looked_for, warnings, speech, packs });
    };
    let duration = if let Status::Ended(at) = director.status { Some(at - t0) } else { None };
    if let Some(duration) = duration {
        end_music(&mut director, t0 + duration);
    }
    let mut unending = None;
    if duration.is_none() {
        unending = keeps_going(&twin, &director);
        leave_open(&mut director, twin.now);
    }
    let looked_for = director.take_looked_for();
    let (timeline, ends) = (director.timeline, director.ends);
    Ok(Plan { timeline, duration, ends, unending, looked_for, warnings, speech, packs })
}

fn ended(state: &State) -> bool {
    state.director.as_ref().is_none_or(|director| director.has_ended())
}

/// A runtime with the same characters, clock and globals, on which nothing runs.
fn twin_of(state: &State) -> State {
    let mut twin = State::new(state.options.clone(), true);
    twin.options.voices = None;
    twin.now = state.now;
    twin.globals.clone_from(&state.globals);
    twin.characters.clone_from(&state.characters);
    for character in &mut twin.characters {
        character.instances.clear();
        character.gone = 0;
        (character.loud, character.talking) = (0.0, 0.0);
        character.heard.clear();
    }
    twin.speech.clone_from(&state.speech);
    twin.packs.clone_from(&state.packs);
    twin.told.clone_from(&state.told);
    twin
}

/// The records still open when the plan gave up last to that moment.
fn leave_open(director: &mut Director, now: f64) {
    for record in director.open_records() {
        if let Some(record) = director.timeline.get_mut(record) {
            record.dur = now - record.t;
        }
    }
}

/// The block that keeps a scene going: of the last thread that is not held, the innermost block that repeats or polls, else
/// the one it is at.
fn keeps_going(twin: &State, director: &Director) -> Option<(Arc<str>, &'static str)> {
    let code = twin.instances.get(director.instance)?.code.clone();
    let busy = |(_, thread): &(ThreadId, &super::thread::Thread)| thread.is_busy();
    let (_, thread) = twin.threads.iter().filter(busy).last()?;
    let pc = if matches!(thread.wait, Wait::Poll(_)) { thread.pc } else { thread.pc.saturating_sub(1) };
    let at = *code.block.get(pc as usize)?;
    let mut around = Some(at);
    while let Some(place) = around.and_then(|at| code.places.get(at as usize)) {
        if place.lasting {
            return Some((place.path.clone(), place.word));
        }
        around = place.parent;
    }
    code.places.get(at as usize).map(|place| (place.path.clone(), place.word))
}
