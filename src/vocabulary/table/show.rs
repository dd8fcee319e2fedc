//! Camera, fades and cards: extensions, this program's own blocks, said in the same words as the scene blocks beside them.
use super::common::{EASE, over};
use crate::vocabulary::block::ArgKind::{Color, Credits, Text, Value, Who, Word};
use crate::vocabulary::block::Limit::{AtLeast, AtMost};
use crate::vocabulary::block::Need::{Default, Optional, Required, Word as DefaultWord};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg, must, should};
use crate::vocabulary::words::CardStyle;

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Show,
    waits: "`over`",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: true,
};

const STYLE: ArgSpec = arg("style", Word(CardStyle::NAMES), DefaultWord("card"), "", "how the card looks");

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "camera",
        phrase: "camera[!who&!x&!y&!zoom: back to the whole stage][ on {who}][ at x {x}][ y {y}][ × {zoom}][ in {over} s][ ({ease})]",
        doc: "Frames a part of the stage, or a character, which it follows; with neither, the whole stage again. A new scene starts from the whole stage.",
        args: &[
            arg(
                "zoom",
                Value,
                Optional,
                "×",
                "how much larger than the whole stage, 1 to 16; as it is without it, or 1.5 from the whole stage",
            )
            .rules(&[
                must(AtLeast(1.0), "the frame never leaves the place"),
                must(AtMost(16.0), "nothing is drawn so finely"),
            ]),
            arg(
                "x",
                Value,
                Optional,
                "× stage width",
                "the middle of the frame, as near to it as the place reaches; as it is without it",
            )
            .rules(IN_PLACE),
            arg("y", Value, Optional, "× stage height", "the same").rules(IN_PLACE),
            arg(
                "who",
                Who,
                Optional,
                "",
                "a character to follow, its upper body framed and its head kept in, instead of x and y",
            ),
            over(0.0),
            EASE,
        ],
        example: r#"{"op": "camera", "who": "B", "zoom": 1.6, "over": 0.9}"#,
        ..ROW
    },
    BlockSpec {
        op: "cameraShake",
        phrase: "camera shakes {amount} px for {for} s",
        waits: "no",
        doc: "The camera shakes and comes to rest; what shakes at once adds up.",
        args: &[
            arg("amount", Value, Default(12.0), "px", "how far at most, at its start").rules(&[
                must(AtLeast(0.0), "a shake has a size"),
                should(AtMost(100.0), "nothing can be seen any more"),
            ]),
            arg("for", Value, Default(0.5), "s", "how long"),
        ],
        example: r#"{"op": "cameraShake", "amount": 14, "for": 0.4}"#,
        ..ROW
    },
    BlockSpec {
        op: "fade",
        phrase: "fade to {to} in {over} s[ ({ease})]",
        doc: "The picture goes under a colour, or with `clear` comes back. A new scene comes back by itself.",
        args: &[arg("to", Color, DefaultWord("black"), "", "a colour's name, #RRGGBB, or clear"), over(0.6), EASE],
        example: r#"{"op": "fade", "to": "black", "over": 0.6}"#,
        ..ROW
    },
    BlockSpec {
        op: "title",
        phrase: "title {text}[, {sub},] for {for} s[ ({style})]",
        waits: "`for`",
        doc: "Shows a title.",
        args: &[
            arg("text", Text, Required, "", "the title"),
            arg("sub", Text, Optional, "", "a smaller line under it"),
            arg("for", Value, Default(3.0), "s", "how long"),
            STYLE,
        ],
        example: r#"{"op": "title", "text": "The Meeting", "sub": "in one room", "for": 3}"#,
        ..ROW
    },
    BlockSpec {
        op: "credits",
        phrase: "credits {lines}[ for {for} s][ ({style})]",
        waits: "`for`",
        doc: "Credits roll up the screen.",
        args: &[
            arg("lines", Credits, Required, "", "texts and {role, name}, a name or a list of them"),
            arg("for", Value, Optional, "s", "how long the roll takes; long enough to be read without it"),
            STYLE,
        ],
        example: r#"{"op": "credits", "lines": ["The Meeting", {"role": "Pip", "name": "a bird"}, "The end"], "for": 6}"#,
        ..ROW
    },
];

const IN_PLACE: &[crate::vocabulary::block::Rule] = &[
    should(AtLeast(0.0), "the frame stops at the place's edge"),
    should(AtMost(1.0), "the frame stops at the place's edge"),
];
