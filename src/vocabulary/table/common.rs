//! Arguments that several blocks share, said once.
use crate::vocabulary::block::ArgKind::{Body, Value, Whole, Word};
use crate::vocabulary::block::Limit::{Above, AtLeast, AtMost, OneOf};
use crate::vocabulary::block::Need::{Default, Optional, Required, Word as DefaultWord};
use crate::vocabulary::block::{ArgSpec, Need, Rule, arg, must, should};
use crate::vocabulary::words::{EASE_NAMES, Sync, Wave};

pub(super) const fn over(seconds: f64) -> ArgSpec {
    arg("over", Value, Default(seconds), "s", "how long the glide takes; 0 or less is at once")
}

pub(super) const EASE: ArgSpec =
    arg("ease", Word(EASE_NAMES), DefaultWord("smooth"), "", "how the glide spends its time");

pub(super) const SHAPE: ArgSpec = arg("shape", Word(Wave::NAMES), DefaultWord("sin"), "", "the wave's shape");

pub(super) const W: ArgSpec =
    arg("w", Value, Optional, "rad/s", "speed; counts before hz and every; fixed at the start");

pub(super) const HZ: ArgSpec =
    arg("hz", Value, Optional, "1/s", "turns a second; counts before every; fixed at the start");

pub(super) const fn every(seconds: f64) -> ArgSpec {
    arg("every", Value, Default(seconds), "s", "seconds a turn; fixed at the start")
}

pub(super) const PHASE: ArgSpec = arg("phase", Value, Default(0.0), "rad", "where the wave begins; fixed at the start");

pub(super) const POW: ArgSpec =
    arg("pow", Value, Default(1.0), "", "power of the shaped value, its sign kept; fixed at the start");

pub(super) const DECAY: ArgSpec =
    arg("decay", Value, Default(0.0), "1/s", "how fast a dampsin fades; fixed at the start");

pub(super) const CLIP: ArgSpec =
    arg("clip", Word(&["pos", "neg"]), Optional, "", "keeps only the upper or the lower half of the wave");

pub(super) const SYNC: ArgSpec = arg(
    "sync",
    Word(Sync::NAMES),
    DefaultWord("local"),
    "",
    "the motion's clock: since it started, or since the behaviour did",
);

pub(super) const SEGMENTS: ArgSpec = arg(
    "segments",
    Whole(1, 16),
    Optional,
    "",
    "how many segments of the chain move; the part's own number without it",
);

/// Followers have no limit of their own (ruling 48); this one keeps a slip of the finger from filling the memory.
pub(super) const FOLLOWERS: ArgSpec = arg(
    "segments",
    Whole(1, 65_536),
    Optional,
    "",
    "how many segments of the chain follow; the part's own number without it",
);

const LAG: &[Rule] = &[
    should(AtLeast(0.0), "a negative lag moves the tip before the root"),
    should(AtMost(1.0), "the wave takes longer than a second from segment to segment"),
];

pub(super) const fn lag(seconds: f64) -> ArgSpec {
    arg("lag", Value, Default(seconds), "s", "how much later each segment moves; fixed at the start").rules(LAG)
}

const FALLOFF: &[Rule] = &[
    should(Above(0.0), "the segments after the first do not move, or move the wrong way"),
    should(AtMost(2.0), "the tip swings far more than the root"),
];

pub(super) const fn falloff(factor: f64) -> ArgSpec {
    arg("falloff", Value, Default(factor), "×", "how much of a segment's swing the next one has; fixed at the start")
        .rules(FALLOFF)
}

const SPRING_HZ: &[Rule] = &[
    must(Above(0.0), "a spring of 0 has no pull"),
    must(AtMost(60.0), "the follow-through's grid has 240 ticks a second"),
    should(AtMost(6.0), "a spring this fast swings further than a true one"),
];

/// A spring's speed; `need` is `Default(2.0)` or, for a friendly block that passes it on, `Optional`.
pub(super) const fn spring_hz(need: Need) -> ArgSpec {
    arg("hz", Value, need, "1/s", "how fast the spring swings, up to 60; 2 without it; fixed at the start")
        .rules(SPRING_HZ)
}

const DAMPING: &[Rule] = &[must(AtLeast(0.0), "a negative damping would swing ever further")];

pub(super) const fn damping(need: Need) -> ArgSpec {
    arg(
        "damping",
        Value,
        need,
        "",
        "how soon the spring settles, 1 without overshoot; 0.3 without it; fixed at the start",
    )
    .rules(DAMPING)
}

pub(super) const BODY: ArgSpec = arg("body", Body, Required, "", "the blocks inside");

pub(super) const X: ArgSpec =
    arg("x", Value, Optional, "× stage width", "where the character's root stands, 0 left to 1 right");

pub(super) const Y: ArgSpec =
    arg("y", Value, Optional, "× stage height", "the feet line, 0 top to 1 bottom; the ground is 0.92").rules(&[
        should(AtLeast(0.0), "the feet are out of the frame"),
        should(AtMost(1.0), "the feet are out of the frame"),
    ]);

pub(super) const H: ArgSpec = arg("h", Value, Optional, "× stage height", "the character's height")
    .rules(&[must(Above(0.0), "a height is positive")]);

pub(super) const FACING: ArgSpec =
    arg("facing", Value, Optional, "", "the way the character faces on screen: 1 right, -1 left")
        .rules(&[must(OneOf(&[1.0, -1.0]), "1 faces right, -1 faces left")]);
