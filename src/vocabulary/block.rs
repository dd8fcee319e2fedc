//! The shape of the block table: what a block is called, what it takes, where it may stand.
//!
//! Everything that is said of an argument is said once, in its row: validation, defaults, the JSON schema and `describe`
//! read it from there. Knows nothing of how a block runs.
use crate::diagnostic::Severity;

/// One block of the language.
#[derive(Clone, Copy, Debug)]
pub struct BlockSpec {
    /// Its word.
    pub op: &'static str,
    /// What sort of block it is; decides where it may stand.
    pub family: Family,
    /// How long the script waits at it, for people.
    pub waits: &'static str,
    /// What it does, for people.
    pub doc: &'static str,
    /// How the text view says it (§7.9, §8.7): `{arg}` is the argument or its default, `[…]` is left out unless the
    /// arguments in it are given, `[a|!b:…]` unless `a` is given or `b` is not (`&`: and); `{speed}` is w, hz or every.
    pub phrase: &'static str,
    /// Its arguments, in the order in which they are read (ruling 28).
    pub args: &'static [ArgSpec],
    /// Of these arguments exactly one is given; a fault is at the first.
    pub exactly_one: &'static [&'static str],
    /// Of these arguments at least one is given; a fault is at the first.
    pub at_least_one: &'static [&'static str],
    /// A block as an author would write it, JSON.
    pub example: &'static str,
    /// Not in the language text: this program's own, and `validate --strict` says so.
    pub extension: bool,
}

/// A sort of block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Time, choice, loops, variables: anywhere.
    Control,
    /// Channels and motions (§3): in a behaviour.
    Primitive,
    /// Chains, follow-through, reach, views (§8): in a behaviour.
    Skeleton,
    /// Short words for the above (§4, §8): in a behaviour.
    Friendly,
    /// What a scene says (§7.3): in a scene or cartoon.
    Scene,
    /// Camera, fades, cards and props in hands, extensions: in a scene or cartoon.
    Show,
}

impl Family {
    /// Every family with its heading.
    pub const ALL: [(Family, &'static str); 6] = [
        (Family::Control, "Control (anywhere)"),
        (Family::Scene, "Scene blocks (in a scene or cartoon)"),
        (Family::Show, "Camera, cards and props (extensions; in a scene or cartoon)"),
        (Family::Friendly, "Friendly moves (in a behaviour)"),
        (Family::Primitive, "Primitive moves (in a behaviour)"),
        (Family::Skeleton, "Skeleton (in a behaviour)"),
    ];

    /// True when it may stand in a behaviour.
    pub fn in_behaviour(self) -> bool {
        !matches!(self, Family::Scene | Family::Show)
    }

    /// True when it may stand in a scene or cartoon.
    pub fn in_scene(self) -> bool {
        matches!(self, Family::Control | Family::Scene | Family::Show)
    }
}

/// One argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArgSpec {
    /// Its key in the JSON.
    pub name: &'static str,
    /// What may stand there.
    pub kind: ArgKind,
    /// Whether it must be given, and what counts when it is not.
    pub need: Need,
    /// Unit of a number, for people; empty for none.
    pub unit: &'static str,
    /// What it means, for people.
    pub doc: &'static str,
    /// What a number as written must keep to; a formula is known only when it runs.
    pub rules: &'static [Rule],
    /// Not in the language text: this program's own, and `validate --strict` says so.
    pub extension: bool,
}

impl ArgSpec {
    /// The same as an extension of a block of the language.
    pub const fn extension(self) -> ArgSpec {
        ArgSpec { extension: true, ..self }
    }

    /// The same with rules for its numbers.
    pub const fn rules(self, rules: &'static [Rule]) -> ArgSpec {
        ArgSpec { rules, ..self }
    }
}

/// An argument without rules.
pub const fn arg(name: &'static str, kind: ArgKind, need: Need, unit: &'static str, doc: &'static str) -> ArgSpec {
    ArgSpec { name, kind, need, unit, doc, rules: &[], extension: false }
}

/// Whether an argument must be given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// It must.
    Required,
    /// It need not; the doc says what happens then.
    Optional,
    /// This number when it is not.
    Default(f64),
    /// This word when it is not.
    Word(&'static str),
}

/// What may stand as an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgKind {
    /// A number or a `=formula`.
    Value,
    /// A number, no formula.
    Number,
    /// A whole number from..=to, no formula.
    Whole(u32, u32),
    /// A channel that holds a number.
    Channel,
    /// A channel, `mood` too.
    AnyChannel,
    /// One part channel without an index.
    ChainChannel,
    /// A channel or a list of them.
    Channels,
    /// What `set` writes: a number or formula; on `mood` a word.
    SetTo,
    /// A part word.
    Part,
    /// A part word of a part that can be a chain: no raise, no segment.
    ChainPart,
    /// A part word of hands or feet.
    Limb,
    /// `body` or a part word.
    After,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Any text.
    Text,
    /// A variable's name.
    Name,
    /// An id of the cast.
    Who,
    /// A place's name.
    Place,
    /// A grade's word.
    Grade,
    /// A mood's word.
    Mood,
    /// A pack id, `{id, version}`, or a behaviour program.
    Behaviour,
    /// An object of values by name.
    Params,
    /// true or false.
    Flag,
    /// A list of blocks.
    Body,
    /// A list of lists of blocks.
    Branches,
    /// `{x, y}`.
    Point,
    /// A gait's bob: a value, or `{amp, base}`.
    Bob,
    /// A pack id or `{id, version}`.
    Pack,
    /// A placement: an object of these values.
    Placement(&'static [ArgSpec]),
    /// What a character does by itself: true, or a behaviour.
    Idle,
    /// `left`, `right`, an id of the cast, or a value.
    Toward,
    /// A look.
    Look,
    /// `[x, y]`, numbers.
    Pair,
    /// A list of objects of these values.
    List(&'static [ArgSpec]),
    /// A colour's name, `#RRGGBB`, or `clear`.
    Color,
    /// The lines of credits: a list of texts and of `{role, name}`.
    Credits,
}

/// What a number as written must keep to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The test.
    pub limit: Limit,
    /// An error, or a warning for a value that is only odd.
    pub severity: Severity,
    /// Why, or what happens otherwise; for people.
    pub why: &'static str,
}

/// A test of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// More than this.
    Above(f64),
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
    /// One of these.
    OneOf(&'static [f64]),
}

impl Limit {
    /// True when `x` keeps to it.
    pub fn holds(self, x: f64) -> bool {
        match self {
            Limit::Above(least) => x > least,
            Limit::AtLeast(least) => x >= least,
            Limit::AtMost(most) => x <= most,
            Limit::OneOf(numbers) => numbers.contains(&x),
        }
    }

    /// The test in words: `more than 0`.
    pub fn words(self) -> String {
        match self {
            Limit::Above(least) => format!("more than {least}"),
            Limit::AtLeast(least) => format!("{least} or more"),
            Limit::AtMost(most) => format!("{most} or less"),
            Limit::OneOf(numbers) => {
                let words: Vec<_> = numbers.iter().map(f64::to_string).collect();
                words.join(" or ")
            }
        }
    }
}

/// A rule whose breach is an error.
pub const fn must(limit: Limit, why: &'static str) -> Rule {
    Rule { limit, severity: Severity::Error, why }
}

/// A rule whose breach is odd.
pub const fn should(limit: Limit, why: &'static str) -> Rule {
    Rule { limit, severity: Severity::Warning, why }
}
