//! Friendly blocks (§4, §8.2–8.5): short words for primitive ones.
use super::common::{
    CLIP, DECAY, EASE, FOLLOWERS, HZ, PHASE, POW, SEGMENTS, SYNC, W, damping, every, falloff, lag, over, spring_hz,
};
use crate::vocabulary::block::ArgKind::{After, ChainPart, Part, Value, Word};
use crate::vocabulary::block::Limit::Above;
use crate::vocabulary::block::Need::{Default, Optional, Required, Word as DefaultWord};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg, should};
use crate::vocabulary::channel::View;

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Friendly,
    waits: "`over`",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: false,
};

const WIGGLE: BlockSpec = BlockSpec { waits: "no", ..ROW };

const PART: ArgSpec = arg("part", Part, Required, "", "the part");
const DEG: ArgSpec = arg("deg", Value, Required, "°", "the angle; of a left or right part outward");

const fn chain_part(word: &'static str) -> ArgSpec {
    arg("part", ChainPart, DefaultWord(word), "", "the part; a tail, body, ear or hair bends as a chain")
}

const fn deg(default: f64) -> ArgSpec {
    arg("deg", Value, Default(default), "°", "how far; of a left or right part outward; read at every frame")
}

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "move",
        phrase: "move by[ x {dx}][ y {dy}] px[ in {over} s][ ({ease})]",
        doc: "Glides by so far.",
        args: &[
            arg("dx", Value, Optional, "px", "to the right"),
            arg("dy", Value, Optional, "px", "down"),
            over(0.0),
            EASE,
        ],
        at_least_one: &["dx", "dy"],
        example: r#"{"op": "move", "dy": -40, "over": 0.3, "ease": "out"}"#,
        ..ROW
    },
    BlockSpec {
        op: "moveTo",
        phrase: "move to[ x {x}][ y {y}] px[ in {over} s][ ({ease})]",
        doc: "Glides to an offset from where the character stands.",
        args: &[
            arg("x", Value, Optional, "px", "to the right of its place"),
            arg("y", Value, Optional, "px", "below its place"),
            over(0.0),
            EASE,
        ],
        at_least_one: &["x", "y"],
        example: r#"{"op": "moveTo", "x": 0, "y": 0, "over": 0.5}"#,
        ..ROW
    },
    BlockSpec {
        op: "turn",
        phrase: "turn by {deg}°[ in {over} s][ ({ease})]",
        doc: "Tilts by so much.",
        args: &[arg("deg", Value, Required, "°", "counter-clockwise"), over(0.0), EASE],
        example: r#"{"op": "turn", "deg": 15, "over": 0.2}"#,
        ..ROW
    },
    BlockSpec {
        op: "turnTo",
        phrase: "turn to {deg}°[ in {over} s][ ({ease})]",
        doc: "Tilts to an angle.",
        args: &[arg("deg", Value, Required, "°", "counter-clockwise"), over(0.0), EASE],
        example: r#"{"op": "turnTo", "deg": 0, "over": 0.2}"#,
        ..ROW
    },
    BlockSpec {
        op: "scaleTo",
        phrase: "scale to[ {s}][ width {sx}][ height {sy}][ in {over} s][ ({ease})]",
        doc: "Scales to a size: both ways alike, or each way its own.",
        args: &[
            arg("s", Value, Optional, "×", "width and height"),
            arg("sx", Value, Optional, "×", "width"),
            arg("sy", Value, Optional, "×", "height"),
            over(0.0),
            EASE,
        ],
        at_least_one: &["s", "sx", "sy"],
        example: r#"{"op": "scaleTo", "s": 1.2, "over": 0.3, "ease": "snappy"}"#,
        ..ROW
    },
    BlockSpec {
        op: "squash",
        phrase: "squash {k}[ in {over} s][ ({ease})]",
        doc: "Squashes: wider by k, lower by k; a negative k stretches.",
        args: &[arg("k", Value, Required, "×", "how much"), over(0.0), EASE],
        example: r#"{"op": "squash", "k": 0.15, "over": 0.1}"#,
        ..ROW
    },
    BlockSpec {
        op: "setPart",
        phrase: "set {part} to {deg}°[ in {over} s][ ({ease})]",
        doc: "Turns a part to an angle.",
        args: &[PART, DEG, over(0.0), EASE],
        example: r#"{"op": "setPart", "part": "left arm", "deg": 80, "over": 0.3}"#,
        ..ROW
    },
    BlockSpec {
        op: "turnPart",
        phrase: "turn {part} by {deg}°[ in {over} s][ ({ease})]",
        doc: "Turns a part by so much.",
        args: &[PART, DEG, over(0.0), EASE],
        example: r#"{"op": "turnPart", "part": "head", "deg": -10, "over": 0.2}"#,
        ..ROW
    },
    BlockSpec {
        op: "liftPart",
        phrase: "lift {part} {px} px[ in {over} s][ ({ease})]",
        doc: "Raises a part.",
        args: &[PART, arg("px", Value, Required, "px", "how far up"), over(0.0), EASE],
        example: r#"{"op": "liftPart", "part": "brows", "px": 8, "over": 0.1}"#,
        ..ROW
    },
    BlockSpec {
        op: "bob",
        phrase: "bob {amp} px · {speed}[ · phase {phase}][ · pow {pow}][ · decay {decay}][ · {clip} half][ · since {sync}]",
        doc: "Bobs up and down.",
        args: &[
            arg("amp", Value, Default(20.0), "px", "how high; read at every frame"),
            W,
            HZ,
            every(1.0),
            PHASE,
            POW,
            DECAY,
            CLIP,
            SYNC,
        ],
        example: r#"{"op": "bob", "amp": 12}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "sway",
        phrase: "sway {deg}° · {speed}[ · phase {phase}][ · pow {pow}][ · decay {decay}][ · {clip} half][ · since {sync}]",
        doc: "Tilts from side to side.",
        args: &[
            arg("deg", Value, Default(8.0), "°", "how far; read at every frame"),
            W,
            HZ,
            every(1.0),
            PHASE,
            POW,
            DECAY,
            CLIP,
            SYNC,
        ],
        example: r#"{"op": "sway", "deg": 4, "every": 2}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "wobble",
        phrase: "wobble {px} px · {speed}[ · phase {phase}][ · pow {pow}][ · decay {decay}][ · {clip} half][ · since {sync}]",
        doc: "Slides from side to side.",
        args: &[
            arg("px", Value, Default(20.0), "px", "how far; read at every frame"),
            W,
            HZ,
            every(1.0),
            PHASE,
            POW,
            DECAY,
            CLIP,
            SYNC,
        ],
        example: r#"{"op": "wobble", "px": 10}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "shake",
        phrase: "shake {px} px[ and {deg}°] · {speed}[ · phase {phase}][ · pow {pow}][ · decay {decay}][ · {clip} half][ · since {sync}]",
        doc: "Trembles, 6 times a second unless w, hz or every says.",
        args: &[
            arg("px", Value, Default(6.0), "px", "how far; read at every frame"),
            arg("deg", Value, Optional, "°", "tilts too; read at every frame"),
            W,
            HZ,
            arg(
                "every",
                Value,
                Optional,
                "s",
                "seconds a turn; a sixth of a second without w, hz and every; fixed at the start",
            ),
            PHASE,
            POW,
            DECAY,
            CLIP,
            SYNC,
        ],
        example: r#"{"op": "shake", "px": 4, "deg": 1}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "swingPart",
        phrase: "swing {part} {deg}° · {speed}[ · phase {phase}][ · pow {pow}][ · decay {decay}][ · {clip} half][ · since {sync}]",
        doc: "Swings a part; a pair outward together.",
        args: &[PART, deg(20.0), W, HZ, every(1.0), PHASE, POW, DECAY, CLIP, SYNC],
        example: r#"{"op": "swingPart", "part": "arms", "deg": 30, "every": 0.6}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "swish",
        phrase: "swish {part} {deg}° · {speed}[ · {lag} s later each segment][ · each × {falloff}][ · {segments} segments][ · phase {phase}][ · since {sync}]",
        doc: "Swishes a tail, or any part: a wave runs down it.",
        args: &[chain_part("tail"), deg(30.0), W, HZ, every(1.0), lag(0.08), falloff(1.0), SEGMENTS, PHASE, SYNC],
        example: r#"{"op": "swish", "part": "tail", "deg": 30, "every": 0.7}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "flop",
        phrase: "flop {part} {deg}° · {speed}[ · {lag} s later each segment][ · each × {falloff}][ · {segments} segments][ · phase {phase}][ · since {sync}]",
        doc: "Flops the ears, or any part.",
        args: &[chain_part("ears"), deg(25.0), W, HZ, every(1.2), lag(0.12), falloff(0.8), SEGMENTS, PHASE, SYNC],
        example: r#"{"op": "flop", "part": "ears", "deg": 25}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "bend",
        phrase: "bend {part} {deg}°[ in {over} s][ · {segments} segments][ ({ease})]",
        doc: "Bends a chain to an angle, each segment its share.",
        args: &[chain_part("body"), DEG, over(0.0), EASE, SEGMENTS],
        example: r#"{"op": "bend", "part": "body", "deg": 20, "over": 0.5}"#,
        ..ROW
    },
    BlockSpec {
        op: "bow",
        phrase: "bow {deg}° in {over} s[ ({ease})]",
        doc: "Bows: bends the body forward as drawn facing right.",
        args: &[arg("deg", Value, Default(35.0), "°", "how far forward"), over(0.6), EASE],
        example: r#"{"op": "bow", "deg": 40, "over": 0.6}"#,
        ..ROW
    },
    BlockSpec {
        op: "letFollow",
        phrase: "let the {part} follow the {after}[ × {amount}][, springing {hz} per second][, damping {damping}][, {segments} segments]",
        doc: "Lets a part lag behind the body or another part like a spring.",
        args: &[
            arg("part", ChainPart, Required, "", "the part that follows"),
            arg("after", After, DefaultWord("body"), "", "the body or a part"),
            arg("amount", Value, Default(1.0), "×", "how much; read at every frame"),
            spring_hz(Optional),
            damping(Optional),
            FOLLOWERS,
        ],
        example: r#"{"op": "letFollow", "part": "ears", "after": "head", "amount": 2}"#,
        ..WIGGLE
    },
    BlockSpec {
        op: "turnView",
        phrase: "turn to the {to} in {over} s",
        doc: "Turns to another view: the width squashes to nothing and back, the view switches between.",
        args: &[
            arg("to", Word(View::NAMES), DefaultWord("side"), "", "the view"),
            arg("over", Value, Default(0.24), "s", "how long the turn takes")
                .rules(&[should(Above(0.0), "it switches at once; `view` says so")]),
        ],
        example: r#"{"op": "turnView", "to": "back"}"#,
        ..ROW
    },
];
