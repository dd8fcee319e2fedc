//! Props in hands: extensions, this program's own blocks.
use super::common::{X, Y};
use crate::vocabulary::block::ArgKind::{Text, Value, Who, Word};
use crate::vocabulary::block::Need::{Default, Optional, Required};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg};
use crate::vocabulary::words::Hand;

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Show,
    waits: "no",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: true,
};

const PROP: ArgSpec = arg("prop", Who, Required, "", "the prop: a cast entry whose look is of the template `prop`");

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "hold",
        phrase: "{who} holds {prop}[ ({hand})][ by its {grip}]",
        doc: "A character takes a prop, from whoever has it. It goes where the hand goes, through views, scenes and cuts, until it is dropped.",
        args: &[
            arg("who", Who, Required, "", "who takes it"),
            PROP,
            arg(
                "hand",
                Word(Hand::NAMES),
                Optional,
                "",
                "which hand, the mouth, or worn on the head; without it the right hand, or the mouth of a body without hands",
            ),
            arg("grip", Text, Optional, "", "where it is held: the mark `grip-…` of its art; `grip` without it"),
        ],
        example: r#"{"op": "hold", "who": "A", "prop": "cup"}"#,
        ..ROW
    },
    BlockSpec {
        op: "drop",
        phrase: "drop {prop}[ at x {x}][ y {y}] in {over} s",
        waits: "`over`",
        doc: "Whoever holds the prop lets go of it: it falls, faster and faster, to its spot, where it stays.",
        args: &[
            PROP,
            ArgSpec { doc: "where it lands; straight below the hand without it", ..X },
            ArgSpec { doc: "where it lands; the ground of whoever held it without it", ..Y },
            arg("over", Value, Default(0.4), "s", "how long the fall takes; 0 or less is at once"),
        ],
        example: r#"{"op": "drop", "prop": "cup", "x": 0.6, "over": 0.5}"#,
        ..ROW
    },
];
