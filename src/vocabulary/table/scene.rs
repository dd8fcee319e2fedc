//! Scene blocks (§7.3, supplement §7.3): what is said, done and shown on the stage.
use super::common::{EASE, FACING, H, X, Y, over};
use crate::vocabulary::block::ArgKind::{Behaviour, Flag, Grade, Mood, Params, Place, Text, Value, Who, Word};
use crate::vocabulary::block::Need::{Optional, Required, Word as DefaultWord};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg};
use crate::vocabulary::words::{Edge, Transition};

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Scene,
    waits: "no",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: false,
};

pub(super) const WHO: ArgSpec = arg("who", Who, Required, "", "the character");

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "say",
        phrase: "{who} says {text}[ ({mood})][, voice {voice}][, speed × {speed}][, pitch × {pitch}][, from {clip}]",
        waits: "the line's length",
        doc: "A character speaks a line; it is the caption while it lasts.",
        args: &[
            WHO,
            arg("text", Text, Required, "", "the line"),
            arg("voice", Text, Optional, "", "the voice; the character's own without it"),
            arg("mood", Mood, Optional, "", "the speaker's mood from the line's start"),
            arg("speed", Value, Optional, "×", "how fast it is spoken; 1 without it"),
            arg("pitch", Value, Optional, "×", "how high it is spoken"),
            arg(
                "clip",
                Text,
                Optional,
                "",
                "a recording of it (WAV, FLAC, OGG, MP3, M4A), beside the cartoon, instead of a voice",
            )
            .extension(),
        ],
        example: r#"{"op": "say", "who": "A", "text": "Good morning, Grump!", "mood": "happy"}"#,
        ..ROW
    },
    BlockSpec {
        op: "does",
        phrase: "{who}[ {also}] does {behaviour}[ with {params}][ for {for} s]",
        doc: "A character starts a behaviour; it replaces those that the scene started before on it, unless `also`.",
        args: &[
            WHO,
            arg(
                "behaviour",
                Behaviour,
                Required,
                "",
                "a pack's id, {id, version}, a behaviour program, or the name of one of the cartoon's `behaviours` (an extension)",
            ),
            arg("params", Params, Optional, "", "values for the behaviour's params, read in the scene"),
            arg("for", Value, Optional, "s", "how long; until its scope ends without it"),
            arg("also", Flag, Optional, "", "true: beside the others"),
        ],
        example: r#"{"op": "does", "who": "B", "behaviour": "c4c:beh:annoyed", "for": 2}"#,
        ..ROW
    },
    BlockSpec {
        op: "enter",
        phrase: "{who} enters from the {from}[ to x {x}][, y {y}][, height {h}][, facing {facing}] in {over} s[ ({ease})]",
        waits: "`over`",
        doc: "A character comes in from off stage.",
        args: &[
            WHO,
            arg("from", Word(Edge::NAMES), DefaultWord("left"), "", "the side it comes from"),
            X,
            Y,
            H,
            FACING,
            over(1.0),
            EASE,
        ],
        example: r#"{"op": "enter", "who": "A", "from": "left", "x": 0.3, "over": 2}"#,
        ..ROW
    },
    BlockSpec {
        op: "exit",
        phrase: "{who} exits to the {to}[, facing {facing}] in {over} s[ ({ease})]",
        waits: "`over`",
        doc: "A character leaves the stage.",
        args: &[
            WHO,
            arg("to", Word(Edge::NAMES), DefaultWord("right"), "", "the side it leaves by"),
            over(1.0),
            EASE,
            FACING,
        ],
        example: r#"{"op": "exit", "who": "A", "to": "left", "over": 2.4}"#,
        ..ROW
    },
    BlockSpec {
        op: "place",
        phrase: "place {who}[ at x {x}][, y {y}][, height {h}][, facing {facing}][ in {over} s][ ({ease})]",
        waits: "`over`",
        doc: "Puts a character somewhere, or glides it there, and shows it.",
        args: &[WHO, X, Y, H, FACING, over(0.0), EASE],
        example: r#"{"op": "place", "who": "A", "x": 0.3, "facing": -1, "over": 1}"#,
        ..ROW
    },
    BlockSpec {
        op: "cut",
        phrase: "cut[ to {place}][ ({mood})][ by {with}][ in {over} s]",
        doc: "Cuts to a place, or changes only the grade.",
        args: &[
            arg("place", Place, Optional, "", "the place"),
            arg("mood", Grade, Optional, "", "the grade; the place's own without it"),
            arg(
                "with",
                Word(Transition::NAMES),
                Optional,
                "",
                "how the new picture takes the old one's place; fade with `over`, cut without",
            )
            .extension(),
            arg(
                "over",
                Value,
                Optional,
                "s",
                "how long that takes, while the script goes on; 0.8 without it, and 0 for a cut",
            )
            .extension(),
        ],
        example: r#"{"op": "cut", "place": "park", "mood": "bloom"}"#,
        ..ROW
    },
    BlockSpec {
        op: "caption",
        phrase: "caption {text}[ for {for} s]",
        doc: "Shows a caption.",
        args: &[
            arg("text", Text, Required, "", "the caption"),
            arg("for", Value, Optional, "s", "how long; until its scope ends without it"),
        ],
        example: r#"{"op": "caption", "text": "One bite later...", "for": 1.6}"#,
        ..ROW
    },
    BlockSpec {
        op: "mood",
        phrase: "{who} looks {mood}",
        doc: "Sets a character's mood.",
        args: &[WHO, arg("mood", Mood, Required, "", "the mood")],
        example: r#"{"op": "mood", "who": "B", "mood": "happy"}"#,
        ..ROW
    },
];
