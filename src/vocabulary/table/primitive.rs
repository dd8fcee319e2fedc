//! Primitive blocks (§3, supplement §3): base values and motions.
use super::common::{CLIP, DECAY, EASE, HZ, PHASE, POW, SHAPE, SYNC, W, every, over};
use crate::vocabulary::block::ArgKind::{AnyChannel, Bob, Channel, SetTo, Value};
use crate::vocabulary::block::Need::{Default, Optional, Required};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg};

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Primitive,
    waits: "no",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: false,
};

const CH: ArgSpec = arg("ch", Channel, Required, "", "the channel");

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "set",
        phrase: "set {ch} to {to}",
        doc: "Sets a channel's base value.",
        args: &[
            arg("ch", AnyChannel, Required, "", "the channel"),
            arg("to", SetTo, Required, "the channel's", "the value; on `mood` a mood's word"),
        ],
        example: r#"{"op": "set", "ch": "part:arm:1", "to": 40}"#,
        ..ROW
    },
    BlockSpec {
        op: "ramp",
        phrase: "glide {ch}[ to {to}][ by {by}][ in {over} s][ ({ease})]",
        waits: "`over`",
        doc: "Glides a channel's base value from what it is.",
        args: &[
            CH,
            arg("to", Value, Optional, "the channel's", "where to"),
            arg("by", Value, Optional, "the channel's", "how far"),
            over(0.0),
            EASE,
        ],
        exactly_one: &["to", "by"],
        example: r#"{"op": "ramp", "ch": "rot", "to": 10, "over": 0.4}"#,
        ..ROW
    },
    BlockSpec {
        op: "wave",
        phrase: "{shape} wave on {ch} · {speed} · amp {amp}[ · phase {phase}][ · offset {offset}][ · pow {pow}][ · decay {decay}][ · {clip} half][ · since {sync}]",
        doc: "A channel swings: offset + amp × the shaped wave. It lives until its scope ends.",
        args: &[
            CH,
            SHAPE,
            arg("amp", Value, Default(1.0), "the channel's", "how far; read at every frame"),
            W,
            HZ,
            every(1.0),
            PHASE,
            arg(
                "offset",
                Value,
                Optional,
                "the channel's",
                "the middle; the channel's rest without it; read at every frame",
            ),
            POW,
            DECAY,
            CLIP,
            SYNC,
        ],
        example: r#"{"op": "wave", "ch": "dy", "shape": "abssin", "amp": -20, "hz": 1.5}"#,
        ..ROW
    },
    BlockSpec {
        op: "hop",
        phrase: "hop {amp} px · {hz} per second[ · since {sync}]",
        doc: "Hops: crouch, flight, landing, over and over, on dy, sx and sy.",
        args: &[
            arg("amp", Value, Default(60.0), "px", "how high; read at every frame"),
            arg("hz", Value, Default(1.5), "1/s", "hops a second; fixed at the start"),
            SYNC,
        ],
        example: r#"{"op": "hop", "amp": 40, "hz": 2}"#,
        ..ROW
    },
    BlockSpec {
        op: "gait",
        phrase: "walk in place · every {every} s · stride {stride}°[ · bend {bend}°][ · give {give}°][ · arms × {armSwing}][ · bob {bob} px][ · roll {roll}°][ · since {sync}]",
        doc: "Walks in place: every leg steps in its turn, the arms swing against them.",
        args: &[
            arg("every", Value, Default(0.8), "s", "seconds a cycle of two steps; fixed at the start"),
            arg("stride", Value, Default(24.0), "°", "how far a thigh swings; read at every frame"),
            arg("bend", Value, Default(-40.0), "°", "how far the knee bends in the air; read at every frame"),
            arg("give", Value, Default(-6.0), "°", "how far the knee gives on the ground; read at every frame"),
            arg("armSwing", Value, Default(0.6), "×", "how much the arms swing against the legs; read at every frame"),
            arg(
                "bob",
                Bob,
                Default(0.0),
                "px",
                "how far the body rises and falls: a number, or {amp, base}; read at every frame",
            ),
            arg("roll", Value, Default(0.0), "°", "how far the body rocks; read at every frame"),
            SYNC,
        ],
        example: r#"{"op": "gait", "every": 0.8, "stride": 24, "bob": {"amp": 12, "base": 4}}"#,
        ..ROW
    },
    BlockSpec {
        op: "drive",
        phrase: "drive {ch} by {value}",
        doc: "A channel is what a formula says, at every frame.",
        args: &[CH, arg("value", Value, Required, "the channel's", "read at every frame")],
        example: r#"{"op": "drive", "ch": "mouth", "value": "=loud"}"#,
        ..ROW
    },
];
