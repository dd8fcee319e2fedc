//! Who is seen, before whom, and looking where: extensions, said in the same words as the scene blocks beside them.
use super::common::{EASE, over};
use super::scene::WHO;
use crate::vocabulary::block::ArgKind::{Toward, Value};
use crate::vocabulary::block::Need::Required;
use crate::vocabulary::block::{BlockSpec, Family, arg};

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
    extension: true,
};

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "hide",
        phrase: "{who} is hidden",
        doc: "A character is not drawn any more; what it does goes on.",
        args: &[WHO],
        example: r#"{"op": "hide", "who": "B"}"#,
        ..ROW
    },
    BlockSpec {
        op: "show",
        phrase: "{who} is shown",
        doc: "A character is drawn where it stands, after an exit where it stood before that.",
        args: &[WHO],
        example: r#"{"op": "show", "who": "B"}"#,
        ..ROW
    },
    BlockSpec {
        op: "layer",
        phrase: "{who} on layer {z}",
        doc: "Draws a character before those of a lower layer and behind those of a higher one, until its next `layer`.",
        args: &[
            WHO,
            arg("z", Value, Required, "", "the layer; 0 before any, and of one layer the later of the cast is before"),
        ],
        example: r#"{"op": "layer", "who": "A", "z": 1}"#,
        ..ROW
    },
    BlockSpec {
        op: "face",
        phrase: "{who} turns to {to}[ in {over} s][ ({ease})]",
        waits: "`over`",
        doc: "Turns a character to a side, to where another one stands now, or to a point of the stage.",
        args: &[
            WHO,
            arg(
                "to",
                Toward,
                Required,
                "× stage width",
                "left, right, an id of the cast, or a point's x; straight above or below it stays",
            ),
            over(0.0),
            EASE,
        ],
        example: r#"{"op": "face", "who": "A", "to": "B", "over": 0.2}"#,
        ..ROW
    },
];
