//! A cartoon that runs, as data: its scenes, stage, placements, lines, and what scenes started that still runs.
use super::camera::{Camera, Shake};
use super::caption::{Shown, Timed};
use super::card::Card;
use super::does::Item;
use super::fade::Fade;
use super::holding::Carry;
use super::idle::Idle;
use super::loss::Loss;
use super::placement::{self, Placement};
use super::record::{Record, RecordKind};
use super::scene::{SceneSpec, scenes_of};
use super::transition::{Looks, Transition};
use crate::engine::ids::{InstanceId, ItemId, ScopeId};
use crate::frame::FrameState;
use crate::frame::voice::Heard;
use crate::maths::Mulberry32;
use crate::program::tree::Program;
use slotmap::SlotMap;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
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
    /// Who speaks.
    pub character: usize,
    /// What.
    pub text: Arc<str>,
    /// Runtime seconds.
    pub start: f64,
    /// Runtime seconds.
    pub end: f64,
    /// What of it is heard.
    pub track: Option<Arc<Heard>>,
    pub(super) record: Option<usize>,
}

/// What of the scene lives in one scope.
#[derive(Clone, Debug, Default)]
pub struct StageScope {
    /// Caption blocks that may still show; newest last, ends falling towards it.
    pub captions: Vec<Shown>,
    /// Caption blocks with a `for`, to tell what a scope's end cuts off.
    pub(super) timed: BinaryHeap<Timed>,
    /// Shakes of the camera that have not come to rest.
    pub(super) shakes: Vec<Shake>,
    /// Records of captions that last as long as the scope.
    pub(super) open: Vec<usize>,
    /// Behaviours.
    pub(super) items: BTreeSet<ItemId>,
}

/// What a thread on the stage has under way.
#[derive(Clone, Copy, Debug)]
pub enum Underway {
    /// The line of this order of starting.
    Line(u64),
    /// A glide.
    Glide(placement::Underway),
    /// The camera's glide.
    Camera(Gliding),
    /// The fade's glide.
    Fade(Gliding),
    /// The fall of a prop, by character.
    Fall(usize, Gliding),
    /// The card of this order of starting.
    Card(u64),
}

/// A glide of the screen under way.
#[derive(Clone, Copy, Debug)]
pub struct Gliding {
    /// Which write.
    pub stamp: u64,
    /// Runtime seconds.
    pub start: f64,
    /// Seconds.
    pub over: f64,
    /// Its record.
    pub record: Option<usize>,
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
    /// What the frame shows of the stage.
    pub(super) camera: Camera,
    /// A colour over the picture.
    pub(super) fade: Fade,
    /// The grade on its way.
    pub(super) looks: Looks,
    /// One picture taking another's place.
    pub(super) transition: Option<Transition>,
    /// Cards that show, by their order of starting.
    pub(super) cards: BTreeMap<u64, Card>,
    /// Runtime seconds at which pictures take others' places: in the plan those found, in a run those to come, the next last.
    pub(super) looked_for: Vec<f64>,
    /// The stage at the moment before everything that happens at that moment.
    pub(super) before: Option<Arc<FrameState>>,
    /// By character.
    pub placements: Vec<Placement>,
    /// What hands have to do with it, by character.
    pub carried: Vec<Option<Carry>>,
    /// Moods written by the scene and when, by character.
    pub moods: Vec<Option<(Arc<str>, f64)>>,
    /// Lines being spoken, by their order of starting.
    pub lines: BTreeMap<u64, Line>,
    /// How many lines each character speaks.
    pub(super) speaking: Vec<u32>,
    /// Scopes in which something lives.
    pub scopes: BTreeMap<ScopeId, StageScope>,
    /// Behaviours that scenes started.
    pub(super) items: SlotMap<ItemId, Item>,
    /// The same by character.
    pub(super) items_of: Vec<BTreeSet<ItemId>>,
    /// What characters do by themselves.
    pub(super) idles: Vec<Idle>,
    /// Threads that keep the scene going.
    pub(super) busy: usize,
    /// The records; of a run, the plan's.
    pub timeline: Vec<Record>,
    /// Records are written: this is the plan.
    pub recording: bool,
    pub(super) scene_record: Option<usize>,
    pub(super) open_cut: Option<usize>,
    /// The record of the music that plays.
    pub(super) open_music: Option<usize>,
    /// Losses are being collected here.
    pub(super) collecting: Option<Vec<Loss>>,
    /// Runtime seconds of a `stopAll` in the present scene.
    pub(super) stopped: Option<f64>,
    /// What that cut off, for the scene's own message.
    pub(super) stop_losses: Vec<Loss>,
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
            camera: Camera::default(),
            fade: Fade::default(),
            looks: Looks::default(),
            transition: None,
            cards: BTreeMap::new(),
            looked_for: Vec::new(),
            before: None,
            placements: Vec::new(),
            carried: Vec::new(),
            moods: Vec::new(),
            lines: BTreeMap::new(),
            speaking: Vec::new(),
            scopes: BTreeMap::new(),
            items: SlotMap::with_key(),
            items_of: Vec::new(),
            idles: Vec::new(),
            busy: 0,
            timeline: Vec::new(),
            recording: false,
            scene_record: None,
            open_cut: None,
            open_music: None,
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
        let in_scopes: usize =
            self.scopes.values().map(|scope| 1 + scope.captions.len() + scope.timed.len() + scope.shakes.len()).sum();
        self.items.len() + self.lines.len() + self.cards.len() + in_scopes
    }

    /// The records whose end is not known yet: of the scene, the last cut, and what lasts as long as its scope.
    pub fn open_records(&self) -> Vec<usize> {
        let scene = self.scene_record.filter(|_| matches!(self.status, Status::Running(_)));
        let lasting = self.items.values().filter_map(Item::open_record);
        let captions = self.scopes.values().flat_map(|scope| scope.open.iter().copied());
        scene.into_iter().chain(self.open_cut).chain(self.open_music).chain(lasting).chain(captions).collect()
    }

    /// Adds a record, in the plan; gives its place.
    pub(super) fn record(&mut self, t: f64, dur: f64, what: impl FnOnce() -> RecordKind) -> Option<usize> {
        if !self.recording {
            return None;
        }
        self.timeline.push(Record { t, dur, what: what() });
        Some(self.timeline.len() - 1)
    }

    /// Says how long a record ran.
    pub(super) fn set_dur(&mut self, record: Option<usize>, dur: f64) {
        if let Some(record) = record.and_then(|record| self.timeline.get_mut(record)) {
            record.dur = dur;
        }
    }

    /// Runtime seconds at which pictures took others' places, of a plan; leaves none.
    pub fn take_looked_for(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.looked_for)
    }

    /// The times that a run looks for.
    pub fn look_for(&mut self, mut times: Vec<f64>) {
        times.reverse();
        self.looked_for = times;
    }

    /// Something is lost, where losses are collected.
    pub(super) fn lose(&mut self, loss: impl FnOnce() -> Loss) {
        if let Some(losses) = &mut self.collecting {
            losses.push(loss());
        }
    }
}
