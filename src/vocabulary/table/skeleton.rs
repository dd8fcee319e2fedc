//! Skeleton blocks (§8): chains, follow-through, reach and views.
use super::common::{DECAY, EASE, HZ, PHASE, SHAPE, SYNC, W, damping, every, falloff, lag, over, spring_hz};
use crate::vocabulary::block::ArgKind::{ChainChannel, Channel, Channels, Limb, Point, Value, Whole, Word};
use crate::vocabulary::block::Limit::AtLeast;
use crate::vocabulary::block::Need::{Default, Optional, Required, Word as DefaultWord};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg, should};
use crate::vocabulary::channel::{Spot, View};

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Skeleton,
    waits: "no",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: false,
};

const LIMB: ArgSpec = arg("part", Limb, DefaultWord("right hand"), "", "hands or feet");

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "chain",
        phrase: "{shape} wave down the {ch} chain · {speed} · amp {amp} · {lag} s later each segment[ · each × {falloff}] · {segments} segments[ · phase {phase}][ · decay {decay}][ · since {sync}]",
        doc: "A wave runs down a chain: each segment swings a little later than the one before.",
        args: &[
            arg("ch", ChainChannel, Required, "", "the chain's channel, without a segment"),
            SHAPE,
            arg("amp", Value, Default(1.0), "°", "how far a segment swings; read at every frame"),
            W,
            HZ,
            every(1.0),
            PHASE,
            DECAY,
            lag(0.08),
            falloff(1.0),
            arg("segments", Whole(1, 16), Default(4.0), "", "how many segments"),
            SYNC,
        ],
        example: r#"{"op": "chain", "ch": "part:tail", "amp": 12, "every": 0.8, "falloff": 0.9}"#,
        ..ROW
    },
    BlockSpec {
        op: "follow",
        phrase: "{ch} {gain} × behind {source}, springing {hz} per second, damping {damping}",
        doc: "Channels lag behind another like a damped spring: ears flop after a hop.",
        args: &[
            arg("ch", Channels, Required, "", "the channel that follows, or a list of them"),
            arg("source", Channel, Required, "", "the channel followed"),
            arg("gain", Value, Default(1.0), "×", "how much of the lag is shown; read at every frame"),
            spring_hz(Default(2.0)),
            damping(Default(0.3)),
        ],
        example: r#"{"op": "follow", "ch": "part:tail", "source": "dy", "gain": 0.5}"#,
        ..ROW
    },
    BlockSpec {
        op: "reach",
        phrase: "reach {part}[ for the {at}][dx|dy: + {dx} out and {dy} up (× its height)][ to {to}][over|!hold: in {over} s][ ({ease})][, hold {hold} s, let go]",
        waits: "`over`, and with `hold` that and `over` again",
        doc: "Hands or feet reach for a spot on the body or for a point.",
        args: &[
            LIMB,
            arg("to", Point, Optional, "px", "a point: x toward the front or right as drawn, y up from the feet"),
            arg("at", Word(Spot::NAMES), Optional, "", "a spot on the body"),
            arg("dx", Value, Optional, "× height", "with `at`: outward (in profile forward) of the spot"),
            arg("dy", Value, Optional, "× height", "with `at`: above the spot"),
            over(0.4),
            EASE,
            arg("hold", Value, Optional, "s", "stays so long, then lets go the same way")
                .rules(&[should(AtLeast(0.0), "it lets go at once")]),
        ],
        exactly_one: &["to", "at"],
        example: r#"{"op": "reach", "part": "right hand", "at": "head", "dx": 0.1, "dy": -0.03, "hold": 1}"#,
        ..ROW
    },
    BlockSpec {
        op: "release",
        phrase: "let go with {part} in {over} s[ ({ease})]",
        waits: "`over`",
        doc: "Hands or feet let go of what they reach for.",
        args: &[LIMB, over(0.4), EASE],
        example: r#"{"op": "release", "part": "hands", "over": 0.3}"#,
        ..ROW
    },
    BlockSpec {
        op: "view",
        phrase: "show the {to} view",
        doc: "Shows the body from another side at once.",
        args: &[arg("to", Word(View::NAMES), Required, "", "the view")],
        example: r#"{"op": "view", "to": "side"}"#,
        ..ROW
    },
];
