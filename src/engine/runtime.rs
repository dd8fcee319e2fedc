//! The public door of the engine (§6): a runtime, its characters, the behaviours on them and one cartoon at a time. The clock
//! only moves forward, and a pose depends only on the time, not on the steps (§0).
use super::director::record::Record;
use super::error::{RunError, StartError};
use super::ids::InstanceId;
use super::options::Options;
use super::state::{Character, ShownMood, State};
use super::step::{drain, step_to};
use super::{frame, instance, pose, start};
use crate::frame::{FrameState, Pose};
use crate::program::tree::{Hat, Program};
use std::sync::Arc;

/// A character of a runtime, in the order they were added.
pub type CharacterId = usize;

/// A behaviour's dur and params.
#[derive(Clone, Debug, PartialEq)]
pub struct BehaviourOptions {
    /// Seconds it is due to last; infinite when nothing says (ruling 13).
    pub dur: f64,
    /// The caller's params by name; they override the program's defaults.
    pub params: Vec<(Arc<str>, f64)>,
}

impl Default for BehaviourOptions {
    fn default() -> Self {
        Self { dur: f64::INFINITY, params: Vec::new() }
    }
}

/// Something that happens to characters from outside (supplement §1).
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// Sets the talking input too.
    TalkStart,
    /// Sets the talking input too.
    TalkEnd,
    /// A key.
    Key(Arc<str>),
    /// A click.
    Click,
    /// A touch.
    Touch,
    /// A beat of the music.
    Beat,
    /// A scene of this name.
    Scene(Option<Arc<str>>),
}

/// A runtime.
#[derive(Debug)]
pub struct Runtime {
    state: State,
}

/// Adds a character to a state; the legs are held to whole numbers from 0.
pub(super) fn add_character(state: &mut State, id: Arc<str>, legs: f64) -> CharacterId {
    let legs = if legs >= 0.0 { legs as u32 } else { 0 };
    let shown = ShownMood { mood: None, since: f64::NEG_INFINITY, before: None };
    state.characters.push(Character {
        id,
        legs,
        loud: 0.0,
        heard: Vec::new(),
        talking: 0.0,
        instances: Vec::new(),
        gone: 0,
        shown,
    });
    let characters = state.characters.len();
    if let Some(director) = &mut state.director {
        super::director::make_room(director, characters);
        director.placements.push(super::director::Placement::spread(characters - 1, characters, false));
    }
    characters - 1
}

impl Runtime {
    /// A runtime at time 0 on which nothing runs.
    pub fn new(options: Options) -> Self {
        Self { state: State::new(options, false) }
    }

    /// Adds a character; one whose id is there already is kept as it is.
    pub fn add_character(&mut self, id: &str, legs: f64) -> CharacterId {
        self.character(id).unwrap_or_else(|| add_character(&mut self.state, id.into(), legs))
    }

    /// The character of an id.
    pub fn character(&self, id: &str) -> Option<CharacterId> {
        self.state.characters.iter().position(|character| *character.id == *id)
    }

    /// Starts a behaviour on a character now; its start scripts run to their first waits.
    ///
    /// # Errors
    /// When a default or one of those blocks names something unknown.
    pub fn start_behaviour(
        &mut self,
        character: CharacterId,
        program: &Arc<Program>,
        options: &BehaviourOptions,
    ) -> Result<InstanceId, RunError> {
        let state = &mut self.state;
        let id = instance::start(state, character, program, options.dur, &options.params)
            .map_err(|fault| RunError { path: "".into(), word: "", fault })?;
        drain(state).map(|()| id)
    }

    /// Stops a behaviour: its offsets are gone at once.
    pub fn stop_behaviour(&mut self, behaviour: InstanceId) {
        if self.state.instances.get(behaviour).is_some_and(|instance| instance.character.is_some()) {
            instance::stop(&mut self.state, behaviour);
        }
    }

    /// Sets a character's voice level 0..1 and talking input; `talk-start` and `talk-end` hats hear it rise and fall.
    ///
    /// # Errors
    /// When a hat's script fails.
    pub fn set_inputs(&mut self, character: CharacterId, loud: f64, talking: f64) -> Result<(), RunError> {
        if let Some(character) = self.state.characters.get_mut(character) {
            character.loud = loud;
        }
        instance::set_talking(&mut self.state, character, talking);
        drain(&mut self.state)
    }

    /// Something happens, to one character or to all; hats that hear it restart their scripts.
    ///
    /// # Errors
    /// When a hat's script fails.
    pub fn emit(&mut self, happening: &Happening, character: Option<CharacterId>) -> Result<(), RunError> {
        let all = 0..self.state.characters.len();
        // The last to run is made ready first.
        for index in all.rev().filter(|index| character.is_none_or(|only| only == *index)) {
            if let (Happening::TalkStart | Happening::TalkEnd, Some(character)) =
                (happening, self.state.characters.get_mut(index))
            {
                character.talking = f64::from(u8::from(*happening == Happening::TalkStart));
            }
            instance::hear(&mut self.state, index, |hat| hears(hat, happening));
        }
        drain(&mut self.state)
    }

    /// Moves the clock to `time` and runs everything up to it; an earlier time does nothing.
    ///
    /// # Errors
    /// The first fault met; what failed has ended, and a further step goes on from there.
    pub fn step_to(&mut self, time: f64) -> Result<(), RunError> {
        step_to(&mut self.state, time)
    }

    /// Moves the clock by `dt` seconds (the live clock).
    ///
    /// # Errors
    /// As [`Runtime::step_to`].
    pub fn step(&mut self, dt: f64) -> Result<(), RunError> {
        self.step_to(self.state.now + dt)
    }

    /// The clock, seconds.
    pub fn now(&self) -> f64 {
        self.state.now
    }

    /// A character's pose now.
    ///
    /// # Errors
    /// When a live value names something unknown.
    pub fn pose(&mut self, character: CharacterId) -> Result<Pose, RunError> {
        let mut pose = Pose::default();
        self.pose_into(character, &mut pose).map(|()| pose)
    }

    /// Writes a character's pose now into `pose`, whose room is used again.
    ///
    /// # Errors
    /// When a live value names something unknown.
    pub fn pose_into(&mut self, character: CharacterId, pose: &mut Pose) -> Result<(), RunError> {
        pose::pose_into(&mut self.state, character, pose)
    }

    /// Starts a cartoon or scene now; one at a time (§7.7).
    ///
    /// # Errors
    /// When one runs already, the program is a behaviour, or a block fails in the plan or at once; no cartoon is running then.
    pub fn start_cartoon(&mut self, program: &Arc<Program>, params: &[(Arc<str>, f64)]) -> Result<(), StartError> {
        start::start_cartoon(&mut self.state, program, params)
    }

    /// Everything the frame shows now (§7.8).
    ///
    /// # Errors
    /// When a live value names something unknown.
    pub fn frame(&mut self) -> Result<FrameState, RunError> {
        frame::frame(&mut self.state)
    }

    /// The records of the cartoon that started last, in order of time.
    pub fn timeline(&self) -> &[Record] {
        self.state.director.as_ref().map_or(&[], |director| &director.timeline)
    }

    /// Seconds that cartoon lasts; `None` without one, or when it does not end in the plan's time.
    pub fn duration(&self) -> Option<f64> {
        self.state.director.as_ref()?.duration
    }

    /// The path and word of the block that keeps a cartoon going that does not end.
    pub fn unending(&self) -> Option<(&str, &'static str)> {
        self.state.director.as_ref()?.unending.as_ref().map(|(path, word)| (&**path, *word))
    }

    /// What is to be said so far, each thing once.
    pub fn warnings(&self) -> &[String] {
        &self.state.warnings
    }

    /// The faults of behaviours that the run went on without (rulings 41, 42), each once; a warning tells of each.
    pub fn failures(&self) -> &[RunError] {
        &self.state.failures
    }

    /// Sets a page global: a name that formulas find after built-ins, params and vars.
    pub fn set_global(&mut self, name: &str, value: f64) {
        let name: Arc<str> = name.into();
        for prepared in &mut self.state.prepared {
            let names = &prepared.code.program.names;
            for (slot, _) in names.iter().enumerate().filter(|(_, known)| **known == name) {
                if let Some(global) = prepared.globals.get_mut(slot) {
                    *global = Some(value);
                }
            }
        }
        self.state.globals.insert(name, value);
    }

    /// A thread has yielded to a step, so the state depends on how the clock was stepped (§6).
    pub fn polled(&self) -> bool {
        self.state.polled
    }

    /// A block or tick has read `loud` or `talking` (§6).
    pub fn inputs_read(&self) -> bool {
        self.state.inputs_read
    }

    /// A pose has drawn a random number (§6).
    pub fn pose_drew_random(&self) -> bool {
        self.state.pose_drew_random
    }

    /// How much is kept of what runs: waiting events, threads, and what the director holds. Bounded by what runs, not by how
    /// long it has run.
    pub fn live(&self) -> usize {
        let held = self.state.director.as_ref().map_or(0, |director| director.live());
        self.state.queue.len() + self.state.threads.len() + held
    }

    /// Sets a character's inputs as they were from the beginning: no hat hears it (ruling 13).
    pub fn begin_inputs(&mut self, character: CharacterId, loud: f64, talking: f64) {
        if let Some(character) = self.state.characters.get_mut(character) {
            (character.loud, character.talking) = (loud, talking);
        }
    }
}

/// True when a hat hears a happening.
fn hears(hat: &Hat, happening: &Happening) -> bool {
    match (hat, happening) {
        (Hat::TalkStart, Happening::TalkStart) | (Hat::TalkEnd, Happening::TalkEnd) => true,
        (Hat::Click, Happening::Click) | (Hat::Touch, Happening::Touch) | (Hat::Beat, Happening::Beat) => true,
        (Hat::Key(None), Happening::Key(_)) => true,
        (Hat::Key(Some(wanted)), Happening::Key(key)) => wanted == key,
        (Hat::Scene(hat), Happening::Scene(name)) => hat.name.is_none() || hat.name == *name,
        _ => false,
    }
}
