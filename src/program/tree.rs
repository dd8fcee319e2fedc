//! The validated, desugared program that the engine runs: only primitive and scene blocks, every argument typed, every
//! default filled in, every name resolved. Made by `program` from JSON, read by `engine`.
//!
//! Types alone, one for each thing that the language and its extensions have: long because they are many, and side by side because
//! they name each other.
use crate::maths::Ease;
use crate::vocabulary::{CaptionStyle, Channel, Hand, LimbEnd, Spot, View};
use std::sync::Arc;

pub use crate::expression::{NameSlot, Value};
pub use crate::vocabulary::{CardStyle, Clip, Credit, Edge, Sync, Transition, Wave};

/// Number of a block within its program, in reading order; start-or-keep tells motions apart by it (supplement §3).
pub type BlockId = u32;

/// Index into [`Program::cast`].
pub type CastIndex = usize;

/// What a program is (§1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Moves one character.
    Behaviour,
    /// Exactly one scene.
    Scene,
    /// A list of scenes.
    Cartoon,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Behaviour, scene or cartoon.
    pub kind: Kind,
    /// Its name, when written.
    pub name: Option<Arc<str>>,
    /// Every name that is not built in and that a formula, a param, a var, `setVar` or `changeVar` mentions.
    pub names: Vec<Arc<str>>,
    /// Declared params with their defaults, in order.
    pub params: Vec<(NameSlot, Value)>,
    /// Variables with their start values.
    pub vars: Vec<(NameSlot, f64)>,
    /// The scripts, in order.
    pub scripts: Vec<Script>,
    /// The cast, in the order of JavaScript's `Object.keys` (§7.8); empty for a behaviour.
    pub cast: Vec<CastEntry>,
    /// The places; empty for a behaviour.
    pub places: Vec<(Arc<str>, Place)>,
    /// How captions look.
    pub captions: Captions,
    /// How many blocks it has (block ids are below this).
    pub blocks: u32,
}

/// How captions look (an extension): only what is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captions {
    /// Boxes, outlined letters, bubbles, or none.
    pub style: Option<CaptionStyle>,
    /// Whether a line shows who speaks it.
    pub names: Option<bool>,
}

/// A hat and its blocks.
#[derive(Clone, Debug)]
pub struct Script {
    /// When it runs.
    pub hat: Hat,
    /// What it does.
    pub body: Vec<Block>,
}

/// When a script runs (§1, supplement §1).
#[derive(Clone, Debug)]
pub enum Hat {
    /// When the instance starts.
    Start,
    /// When the character's talking input rises.
    TalkStart,
    /// When it falls.
    TalkEnd,
    /// By `emit`; without a key, any.
    Key(Option<Arc<str>>),
    /// By `emit`.
    Click,
    /// By `emit`.
    Touch,
    /// By `emit`.
    Beat,
    /// When the `loud` input rises from below the level to it or above, checked once per step.
    Loud(Value),
    /// At start + k·every, k = 1, 2, …
    Every(Value),
    /// In a behaviour: when a scene of that name (any, without) starts. In a scene or cartoon: the scene it belongs to.
    Scene(SceneHat),
}

/// A scene hat's fields.
#[derive(Clone, Debug, Default)]
pub struct SceneHat {
    /// The scene's name.
    pub name: Option<Arc<str>>,
    /// The place it begins with.
    pub place: Option<Arc<str>>,
    /// The grade it begins with.
    pub mood: Option<Arc<str>>,
    /// Pinned start, seconds from the cartoon's start.
    pub at: Option<f64>,
    /// How its picture takes the old one's place.
    pub with: Option<Transition>,
    /// How long that takes, seconds.
    pub over: Option<f64>,
}

/// A cast entry (§7.1).
#[derive(Clone, Debug, Default)]
pub struct CastEntry {
    /// The id.
    pub id: Arc<str>,
    /// A role description, when the entry is only that.
    pub role: Option<Arc<str>>,
    /// The name shown.
    pub name: Option<Arc<str>>,
    /// Number of legs, when written.
    pub legs: Option<f64>,
    /// Where it stands from the start (and is then visible), when written.
    pub at: Option<At>,
    /// The default voice of its lines.
    pub voice: Option<Arc<str>>,
    /// The character pack it comes from.
    pub pack: Option<PackRef>,
    /// The character's design as written; `figure` reads it.
    pub look: Option<Arc<serde_json::Value>>,
    /// What it does while the scene has it do nothing.
    pub idle: Option<Idle>,
}

/// A cast entry's `idle` (an extension).
#[derive(Clone, Debug)]
pub enum Idle {
    /// The character pack's own.
    Own,
    /// This one.
    Given(Behaviour),
}

/// A cast entry's `at`: only the given values.
#[derive(Clone, Debug, Default)]
pub struct At {
    /// Fraction of the stage width.
    pub x: Option<Value>,
    /// Fraction of the stage height.
    pub y: Option<Value>,
    /// Fraction of the stage height.
    pub h: Option<Value>,
    /// 1 or −1.
    pub facing: Option<Value>,
}

/// A pack by id and, perhaps, version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackRef {
    /// `c4c:beh:bounce`.
    pub id: Arc<str>,
    /// Exactly this version; without, the highest.
    pub version: Option<Arc<str>>,
}

/// A place entry.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The background's name; the place's own name when not written.
    pub background: Option<Arc<str>>,
    /// The place's grade.
    pub grade: Option<Arc<str>>,
    /// What moves in it, as written; its pack's without.
    pub life: Option<Arc<serde_json::Value>>,
    /// Nothing moves in it; as its pack says without.
    pub still: Option<bool>,
}

/// One block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Unique in the program.
    pub id: BlockId,
    /// JSON path of the block as the author wrote it (a friendly block's parts all carry its path).
    pub path: Arc<str>,
    /// The op as the author wrote it, for messages.
    pub word: &'static str,
    /// What it does.
    pub op: Op,
}

/// How fast a wave turns; the precedence `w`, `hz`, `every` is already applied.
#[derive(Clone, Debug)]
pub enum Speed {
    /// rad/s.
    W(Value),
    /// Turns a second.
    Hz(Value),
    /// Seconds a turn.
    Every(Value),
}

/// When a `wait` or `for` ends.
#[derive(Clone, Debug)]
pub enum Span {
    /// So many seconds from now.
    For(Value),
    /// At this tau.
    Until(Value),
    /// At this tau; a negative value counts back from `dur` (a window's `from` and `to`, ruling 23).
    UntilFromEnd(Value),
    /// At tau = `dur` (a window without `to`).
    UntilEnd,
}

/// What a `set` writes.
#[derive(Clone, Debug)]
pub enum SetTo {
    /// A number.
    Value(Value),
    /// A mood's word (on the mood channel).
    Mood(Arc<str>),
}

/// Where a `reach` goes.
#[derive(Clone, Debug)]
pub enum ReachTo {
    /// A point in character-local pixels.
    Point {
        /// To the front or right.
        x: Value,
        /// Up.
        y: Value,
    },
    /// A spot, perhaps moved.
    Spot {
        /// Which.
        spot: Spot,
        /// Fraction of the height outward, when written.
        dx: Option<Value>,
        /// Fraction of the height up, when written.
        dy: Option<Value>,
    },
}

/// What a `does` starts.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// By id.
    Pack(PackRef),
    /// Written in place.
    Inline(Arc<Program>),
}

/// Whereto a `face` turns.
#[derive(Clone, Debug)]
pub enum Toward {
    /// `left` or `right`.
    Side(Edge),
    /// Where this one stands.
    Who(CastIndex),
    /// Fraction of the stage width.
    X(Value),
}

/// Placement values given in a block.
#[derive(Clone, Debug, Default)]
pub struct Placing {
    /// Fraction of the stage width.
    pub x: Option<Value>,
    /// Fraction of the stage height.
    pub y: Option<Value>,
    /// Fraction of the stage height.
    pub h: Option<Value>,
    /// 1 or −1.
    pub facing: Option<Value>,
}

/// What a block does; field names are the block table's argument names. Values are read in the order of the supplement's
/// table (ruling 28), which is the order of the fields.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Set {
        ch: Channel,
        to: SetTo,
    },
    Ramp {
        ch: Channel,
        to: Value,
        by: bool,
        over: Value,
        ease: Ease,
    },
    Wave {
        ch: Channel,
        shape: Wave,
        amp: Value,
        speed: Speed,
        phase: Value,
        offset: Option<Value>,
        pow: Value,
        decay: Value,
        clip: Option<Clip>,
        sync: Sync,
    },
    Hop {
        amp: Value,
        hz: Value,
        sync: Sync,
    },
    Gait {
        every: Value,
        stride: Value,
        bend: Value,
        give: Value,
        arm_swing: Value,
        bob_amp: Value,
        bob_base: Value,
        roll: Value,
        sync: Sync,
    },
    Drive {
        ch: Channel,
        value: Value,
    },
    Chain {
        ch: Channel,
        shape: Wave,
        amp: Value,
        speed: Speed,
        phase: Value,
        decay: Value,
        lag: Value,
        falloff: Value,
        segments: u32,
        sync: Sync,
    },
    Follow {
        ch: Vec<Channel>,
        source: Channel,
        gain: Value,
        hz: Value,
        damping: Value,
    },
    Reach {
        limbs: Vec<LimbEnd>,
        to: ReachTo,
        over: Value,
        ease: Ease,
    },
    Release {
        limbs: Vec<LimbEnd>,
        over: Value,
        ease: Ease,
    },
    View {
        to: View,
    },
    Wait {
        span: Span,
    },
    For {
        span: Span,
        body: Vec<Block>,
    },
    While {
        cond: Value,
        body: Vec<Block>,
    },
    Until {
        cond: Value,
    },
    Repeat {
        times: Value,
        body: Vec<Block>,
    },
    Forever {
        body: Vec<Block>,
    },
    If {
        cond: Value,
        then: Vec<Block>,
        otherwise: Vec<Block>,
    },
    Together {
        branches: Vec<Vec<Block>>,
    },
    Stop,
    StopAll,
    SetVar {
        name: NameSlot,
        to: Value,
    },
    ChangeVar {
        name: NameSlot,
        by: Value,
    },
    Say {
        who: CastIndex,
        text: Arc<str>,
        voice: Option<Arc<str>>,
        mood: Option<Arc<str>>,
        speed: Option<Value>,
        pitch: Option<Value>,
        for_: Option<Value>,
        clip: Option<Arc<str>>,
        sung: bool,
    },
    Sound {
        name: Option<&'static str>,
        file: Option<Arc<str>>,
        volume: Value,
        at: Option<Value>,
    },
    Music {
        file: Option<Arc<str>>,
        volume: Value,
        from: Value,
        fade: Value,
        again: bool,
    },
    Does {
        who: CastIndex,
        behaviour: Behaviour,
        params: Vec<(Arc<str>, Value)>,
        for_: Option<Value>,
        also: bool,
    },
    Enter {
        who: CastIndex,
        from: Edge,
        placing: Placing,
        over: Value,
        ease: Ease,
    },
    Exit {
        who: CastIndex,
        to: Edge,
        over: Value,
        ease: Ease,
        facing: Option<Value>,
    },
    Place {
        who: CastIndex,
        placing: Placing,
        over: Value,
        ease: Ease,
    },
    Cut {
        place: Option<Arc<str>>,
        mood: Option<Arc<str>>,
        with: Option<Transition>,
        over: Option<Value>,
    },
    Caption {
        text: Arc<str>,
        for_: Option<Value>,
    },
    Mood {
        who: CastIndex,
        mood: Arc<str>,
    },
    Camera {
        zoom: Option<Value>,
        x: Option<Value>,
        y: Option<Value>,
        who: Option<CastIndex>,
        over: Value,
        ease: Ease,
    },
    CameraShake {
        amount: Value,
        for_: Value,
    },
    Hold {
        who: CastIndex,
        prop: CastIndex,
        hand: Option<Hand>,
        grip: Option<Arc<str>>,
    },
    Drop {
        prop: CastIndex,
        x: Option<Value>,
        y: Option<Value>,
        over: Value,
    },
    Seen {
        who: CastIndex,
        shown: bool,
    },
    Layer {
        who: CastIndex,
        z: Value,
    },
    Face {
        who: CastIndex,
        to: Toward,
        over: Value,
        ease: Ease,
    },
    /// `None` is clear.
    Fade {
        to: Option<[u8; 3]>,
        over: Value,
        ease: Ease,
    },
    Title {
        text: Arc<str>,
        sub: Option<Arc<str>>,
        for_: Value,
        style: CardStyle,
    },
    Credits {
        lines: Arc<[Credit]>,
        for_: Option<Value>,
        style: CardStyle,
    },
}
