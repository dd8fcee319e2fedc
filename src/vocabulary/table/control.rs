//! Control blocks: time, choice, loops, variables (supplement §3). They stand anywhere.
use super::common::BODY;
use crate::vocabulary::block::ArgKind::{Body, Branches, Name, Value};
use crate::vocabulary::block::Need::{Default, Optional, Required};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, arg};

const ROW: BlockSpec = BlockSpec {
    op: "",
    family: Family::Control,
    waits: "no",
    doc: "",
    phrase: "",
    args: &[],
    exactly_one: &[],
    at_least_one: &[],
    example: "",
    extension: false,
};

const COND: ArgSpec = arg("cond", Value, Required, "", "true when neither 0 nor NaN");
const VAR: ArgSpec = arg("name", Name, Required, "", "the variable");

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "wait",
        phrase: "wait[ {for} s][ until {until} s]",
        waits: "so long",
        doc: "Waits. A time that is over does not wait.",
        args: &[
            arg("for", Value, Optional, "s", "seconds from now"),
            arg("until", Value, Optional, "s", "a time of the behaviour or scene (tau)"),
        ],
        exactly_one: &["for", "until"],
        example: r#"{"op": "wait", "for": 0.5}"#,
        ..ROW
    },
    BlockSpec {
        op: "for",
        phrase: "[until:until {until} s][for:for {for} s]:",
        waits: "until its end",
        doc: "Runs its blocks for exactly so long: blocks done early wait out the rest, blocks still running are cut off. What was started inside stops then.",
        args: &[
            arg("for", Value, Optional, "s", "seconds from now"),
            arg("until", Value, Optional, "s", "a time of the behaviour or scene (tau)"),
            BODY,
        ],
        exactly_one: &["for", "until"],
        example: r#"{"op": "for", "for": 2, "body": [{"op": "wait", "for": 0.5}]}"#,
        ..ROW
    },
    BlockSpec {
        op: "while",
        phrase: "while {cond}:",
        waits: "while it repeats",
        doc: "Repeats its blocks while the condition is true. What was started inside stops at its end.",
        args: &[COND, BODY],
        example: r#"{"op": "while", "cond": "=tau < 3", "body": [{"op": "wait", "for": 0.5}]}"#,
        ..ROW
    },
    BlockSpec {
        op: "until",
        phrase: "wait until {cond}",
        waits: "until it is true",
        doc: "Waits until the condition is true; it is checked when reached and then once per step.",
        args: &[COND],
        example: r#"{"op": "until", "cond": "=tau > 1"}"#,
        ..ROW
    },
    BlockSpec {
        op: "repeat",
        phrase: "repeat {times} times:",
        waits: "while it repeats",
        doc: "Repeats its blocks so many times.",
        args: &[arg("times", Value, Required, "", "how many times, rounded down"), BODY],
        example: r#"{"op": "repeat", "times": 3, "body": [{"op": "wait", "for": 0.5}]}"#,
        ..ROW
    },
    BlockSpec {
        op: "forever",
        phrase: "forever:",
        waits: "for ever",
        doc: "Repeats its blocks until the script ends.",
        args: &[BODY],
        example: r#"{"op": "forever", "body": [{"op": "wait", "for": 1}]}"#,
        ..ROW
    },
    BlockSpec {
        op: "if",
        phrase: "if {cond}:",
        waits: "as its blocks do",
        doc: "Runs `then` when the condition is true, else `else`.",
        args: &[
            COND,
            arg("then", Body, Required, "", "the blocks when it is true"),
            arg("else", Body, Optional, "", "the blocks when it is not"),
        ],
        example: r#"{"op": "if", "cond": "=random < 0.5", "then": [{"op": "wait", "for": 1}], "else": []}"#,
        ..ROW
    },
    BlockSpec {
        op: "together",
        phrase: "together:",
        waits: "until all branches end",
        doc: "Runs its branches side by side.",
        args: &[arg("branches", Branches, Required, "", "lists of blocks")],
        example: r#"{"op": "together", "branches": [[{"op": "wait", "for": 1}], [{"op": "wait", "for": 2}]]}"#,
        ..ROW
    },
    BlockSpec {
        op: "window",
        phrase: "from {from} s[ to {to} s]:",
        waits: "until its end",
        doc: "Runs its blocks from one time to another. A negative time counts back from `dur`.",
        args: &[
            arg("from", Value, Default(0.0), "s", "when it starts"),
            arg("to", Value, Optional, "s", "when it ends; `dur` without it"),
            BODY,
        ],
        example: r#"{"op": "window", "from": 1, "to": 3, "body": [{"op": "wait", "for": 0.5}]}"#,
        ..ROW
    },
    BlockSpec {
        op: "stop",
        phrase: "stop",
        waits: "for ever",
        doc: "Ends the script, or the branch of a `together`, that it is in.",
        example: r#"{"op": "stop"}"#,
        ..ROW
    },
    BlockSpec {
        op: "stopAll",
        phrase: "stop all",
        waits: "for ever",
        doc: "Ends every script of the behaviour or scene.",
        example: r#"{"op": "stopAll"}"#,
        ..ROW
    },
    BlockSpec {
        op: "setVar",
        phrase: "set {name} to {to}",
        doc: "Gives a variable a value.",
        args: &[VAR, arg("to", Value, Required, "", "the value")],
        example: r#"{"op": "setVar", "name": "count", "to": 0}"#,
        ..ROW
    },
    BlockSpec {
        op: "changeVar",
        phrase: "change {name} by {by}",
        doc: "Adds to a variable; one that does not exist yet counts as 0.",
        args: &[VAR, arg("by", Value, Required, "", "what is added")],
        example: r#"{"op": "changeVar", "name": "count", "by": 1}"#,
        ..ROW
    },
];
