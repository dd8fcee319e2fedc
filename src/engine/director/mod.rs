//! The director (§7): scenes in order and pinned, the stage, each character's placement, the lines being spoken, the
//! behaviours and captions that scenes start, and what a scene loses. Its scripts are threads like a behaviour's; it is never
//! drawn and reads no character. It keeps only what is still running.
mod caption;
mod does;
mod line;
mod loss;
mod placement;
pub mod record;
mod scene;

pub use caption::on_screen;
pub use does::{end_item, skipped};
pub use placement::Placement;
pub use scene::{SceneSpec, end_squeezed, pin, scenes_of, settle, start_first, stop_all};

use super::end::cut;
use super::error::Fault;
use super::ids::{InstanceId, ItemId, ScopeId, ThreadId};
use super::mood;
use super::state::{Ready, State};
use super::thread::{Flow, Thread};
use crate::maths::Mulberry32;
use crate::program::tree::{Op, Program};
use loss::Loss;
use record::{Record, RecordKind};
use slotmap::SlotMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where the cartoon is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// Its first scene is pinned later.
    Before,
    /// This scene runs, or holds its stage.
    Running(usize),
    /// It ended at this runtime second.
    Ended(f64),
}

/// Place and grade.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The place's name.
    pub place: Option<Arc<str>>,
    /// The place entry's background, or the place's name.
    pub background: Option<Arc<str>>,
    /// The grade's word.
    pub grade: Arc<str>,
}

impl Default for Stage {
    fn default() -> Self {
        Self { place: None, background: None, grade: "normal".into() }
    }
}

/// A line being spoken.
#[derive(Clone, Debug)]
pub struct Line {
    /// Order of starting, among lines and captions.
    pub seq: u64,
    /// Who speaks.
    pub character: usize,
    /// What.
    pub text: Arc<str>,
    /// Runtime seconds.
    pub start: f64,
    /// Runtime seconds.
    pub end: f64,
    record: Option<usize>,
}

/// What of the scene lives in one scope.
#[derive(Clone, Debug, Default)]
pub struct StageScope {
    /// Caption blocks that may still show; newest last, ends falling towards it.
    pub captions: Vec<caption::Shown>,
    /// Caption blocks with a `for`, to tell what a scope's end cuts off.
    timed: std::collections::BinaryHeap<caption::Timed>,
    /// Records of captions that last as long as the scope.
    open: Vec<usize>,
    /// Behaviours.
    items: BTreeSet<ItemId>,
}

/// What a thread on the stage has under way.
#[derive(Clone, Copy, Debug)]
pub enum Underway {
    /// The line of this order of starting.
    Line(u64),
    /// A glide.
    Glide(placement::Underway),
}

/// A cartoon that runs or has run.
#[derive(Clone, Debug)]
pub struct Director {
    /// Its instance, whose threads the scripts are.
    pub instance: InstanceId,
    /// What runs.
    pub program: Arc<Program>,
    /// The director's own stream (supplement §6).
    pub random: Mulberry32,
    /// Runtime seconds at which it started.
    pub t0: f64,
    /// The scenes in order.
    pub scenes: Vec<SceneSpec>,
    /// Where it is.
    pub status: Status,
    /// Runtime seconds at which the present scene started.
    pub scene_start: f64,
    /// The character of each cast entry.
    pub cast: Vec<usize>,
    /// The voice of each cast entry.
    pub voices: Vec<Option<Arc<str>>>,
    /// Place and grade.
    pub stage: Stage,
    /// By character.
    pub placements: Vec<Placement>,
    /// Moods written by the scene and when, by character.
    pub moods: Vec<Option<(Arc<str>, f64)>>,
    /// Lines being spoken.
    pub lines: Vec<Line>,
    /// How many lines each character speaks.
    speaking: Vec<u32>,
    /// Scopes in which something lives.
    pub scopes: BTreeMap<ScopeId, StageScope>,
    /// Behaviours that scenes started.
    items: SlotMap<ItemId, does::Item>,
    /// The same by character.
    items_of: Vec<BTreeSet<ItemId>>,
    /// Threads that keep the scene going.
    busy: usize,
    /// The records; of a run, the plan's.
    pub timeline: Vec<Record>,
    /// Records are written: this is the plan.
    pub recording: bool,
    scene_record: Option<usize>,
    open_cut: Option<usize>,
    /// Losses are being collected here.
    collecting: Option<Vec<Loss>>,
    /// Runtime seconds of a `stopAll` in the present scene.
    stopped: Option<f64>,
    /// What that cut off, for the scene's own message.
    stop_losses: Vec<Loss>,
    /// From the plan: when each scene ends, runtime seconds; infinite when it does not.
    pub ends: Vec<f64>,
    /// From the plan: seconds the cartoon lasts.
    pub duration: Option<f64>,
    /// From the plan: the block that keeps a cartoon going that does not end.
    pub unending: Option<(Arc<str>, &'static str)>,
}

impl Director {
    /// A director that has started nothing.
    pub fn new(instance: InstanceId, program: Arc<Program>, seed: u32, t0: f64) -> Self {
        let scenes = scenes_of(&program);
        Self {
            instance,
            random: Mulberry32::new(seed),
            t0,
            status: Status::Before,
            scene_start: t0,
            cast: Vec::new(),
            voices: Vec::new(),
            stage: Stage::default(),
            placements: Vec::new(),
            moods: Vec::new(),
            lines: Vec::new(),
            speaking: Vec::new(),
            scopes: BTreeMap::new(),
            items: SlotMap::with_key(),
            items_of: Vec::new(),
            busy: 0,
            timeline: Vec::new(),
            recording: false,
            scene_record: None,
            open_cut: None,
            collecting: None,
            stopped: None,
            stop_losses: Vec::new(),
            ends: Vec::new(),
            duration: None,
            unending: None,
            scenes,
            program,
        }
    }

    /// The scene's mood of a character, and when it was written.
    pub fn mood(&self, character: usize) -> Option<&(Arc<str>, f64)> {
        self.moods.get(character)?.as_ref()
    }

    /// True when it has ended.
    pub fn has_ended(&self) -> bool {
        matches!(self.status, Status::Ended(_))
    }

    /// True while a behaviour that a scene started runs.
    pub fn has(&self, item: ItemId) -> bool {
        self.items.contains_key(item)
    }

    /// How many things it keeps that still run: behaviours, captions, lines, scopes.
    pub fn live(&self) -> usize {
        let in_scopes: usize = self.scopes.values().map(|scope| 1 + scope.captions.len() + scope.timed.len()).sum();
        self.items.len() + self.lines.len() + in_scopes
    }

    /// The records whose end is not known yet: of the scene, the last cut, and what lasts as long as its scope.
    pub fn open_records(&self) -> Vec<usize> {
        let scene = self.scene_record.filter(|_| matches!(self.status, Status::Running(_)));
        let lasting = self.items.values().filter_map(does::Item::open_record);
        let captions = self.scopes.values().flat_map(|scope| scope.open.iter().copied());
        scene.into_iter().chain(self.open_cut).chain(lasting).chain(captions).collect()
    }

    fn record(&mut self, t: f64, dur: f64, what: impl FnOnce() -> RecordKind) -> Option<usize> {
        if !self.recording {
            return None;
        }
        self.timeline.push(Record { t, dur, what: what() });
        Some(self.timeline.len() - 1)
    }

    fn set_dur(&mut self, record: Option<usize>, dur: f64) {
        if let Some(record) = record.and_then(|record| self.timeline.get_mut(record)) {
            record.dur = dur;
        }
    }

    fn lose(&mut self, loss: impl FnOnce() -> Loss) {
        if let Some(losses) = &mut self.collecting {
            losses.push(loss());
        }
    }
}

/// What was due to end at most so many seconds after its scene is no loss: rounding (§7.6).
const ROUNDING: f64 = 1e-6;

/// Makes room for every character.
pub fn make_room(director: &mut Director, characters: usize) {
    if director.items_of.len() < characters {
        director.items_of.resize_with(characters, BTreeSet::new);
        director.speaking.resize(characters, 0);
        director.moods.resize(characters, None);
    }
}

/// Runs a scene block.
///
/// # Errors
/// When a value names something unknown, or the timeline is full.
pub fn act(state: &mut State, id: ThreadId, op: &Op) -> Result<Flow, Fault> {
    if let Some(director) = &state.director
        && director.timeline.len() > state.options.max_records
    {
        return Err(Fault::TooManyRecords(state.options.max_records));
    }
    match op {
        Op::Say { who, text, voice, mood, speed, pitch } => {
            let written = line::Written { who: *who, text, voice: voice.as_ref(), mood: mood.as_ref() };
            line::say(state, id, &written, speed.as_ref(), pitch.as_ref())
        }
        Op::Does { who, behaviour, params, for_, also } => {
            does::does(state, id, *who, behaviour, params, for_.as_ref(), *also)
        }
        Op::Enter { who, from, placing, over, ease } => {
            placement::enter(state, id, *who, *from, placing, (over, *ease))
        }
        Op::Exit { who, to, over, ease, facing } => {
            placement::exit(state, id, *who, *to, (over, *ease), facing.as_ref())
        }
        Op::Place { who, placing, over, ease } => placement::place(state, id, *who, placing, (over, *ease)),
        Op::Cut { place, mood } => {
            scene::cut_block(state, place.as_ref(), mood.as_ref());
            Ok(Flow::Next)
        }
        Op::Caption { text, for_ } => caption::caption(state, id, text, for_.as_ref()),
        Op::Mood { who, mood } => {
            let t = state.now;
            set_mood(state, *who, mood);
            if let Some(director) = &mut state.director {
                let who = who_id(director, *who);
                director.record(t, 0.0, || RecordKind::Mood { who, mood: mood.clone() });
            }
            Ok(Flow::Next)
        }
        _ => Ok(Flow::Next),
    }
}

/// The id of a cast entry.
fn who_id(director: &Director, who: usize) -> Arc<str> {
    director.program.cast.get(who).map_or_else(|| "".into(), |entry| entry.id.clone())
}

/// Writes a character's scene mood.
fn set_mood(state: &mut State, who: usize, word: &Arc<str>) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Some(character) = director.cast.get(who).copied() else { return };
    if let Some(mood) = director.moods.get_mut(character) {
        *mood = Some((word.clone(), now));
    }
    mood::note(state, character);
}

/// Keeps the count of threads that keep the scene going.
pub fn count_busy(state: &mut State, instance: InstanceId, before: bool, now: bool) {
    if before == now {
        return;
    }
    if let Some(director) = state.director.as_mut().filter(|director| director.instance == instance) {
        director.busy = if now { director.busy + 1 } else { director.busy.saturating_sub(1) };
    }
}

/// Ends what a thread has under way: at its time it has landed, before it is cut off there.
pub fn finish(state: &mut State, underway: Underway) {
    match underway {
        Underway::Line(seq) => line::finish(state, seq),
        Underway::Glide(glide) => placement::finish(state, &glide),
    }
}

/// Waits for what a block has under way; at once over, it ends at once, but after what it made ready beyond `depth` has run.
fn wait_out(state: &mut State, id: ThreadId, underway: Underway, seconds: f64, depth: usize) -> Flow {
    if let Some(thread) = state.threads.get_mut(id) {
        thread.underway = super::thread::Underway::Stage(underway);
    }
    match super::thread::sleep_for(state, id, seconds) {
        Flow::Next if state.ready.len() > depth => {
            state.ready.insert(depth, Ready::Land(id));
            Flow::Yield
        }
        Flow::Next => {
            cut(state, id);
            Flow::Next
        }
        Flow::Yield => Flow::Yield,
    }
}

/// Ends what the scene started in a scope.
pub fn close_scope(state: &mut State, scope: ScopeId) {
    let Some(living) = state.director.as_mut().and_then(|director| director.scopes.remove(&scope)) else { return };
    for item in living.items {
        end_item(state, item);
    }
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    for timed in living.timed.into_sorted_vec().iter().rev() {
        caption::cut_off(director, timed, now);
    }
    for record in living.open {
        let start = director.timeline.get(record).map_or(now, |record| record.t);
        director.set_dur(Some(record), now - start);
    }
}

/// Ends everything that scenes started.
pub fn clear(state: &mut State) {
    let scopes = state.director.as_ref().map(|director| director.scopes.keys().copied().collect::<Vec<_>>());
    scopes.unwrap_or_default().into_iter().for_each(|scope| close_scope(state, scope));
}

/// The scope a thread is in, with room for what lives in it.
fn scope_of<'a>(director: &'a mut Director, thread: &Thread) -> &'a mut StageScope {
    director.scopes.entry(thread.scope).or_default()
}
