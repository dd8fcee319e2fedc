//! Sound blocks: effects, recordings, music, song. Extensions of the language (§7.10 names them as not built).
use crate::vocabulary::block::ArgKind::{Flag, Mood, Text, Value, Who, Word};
use crate::vocabulary::block::Limit::{Above, AtLeast};
use crate::vocabulary::block::Need::{Default, Optional, Required};
use crate::vocabulary::block::{ArgSpec, BlockSpec, Family, Rule, arg, must};
use crate::vocabulary::words::EFFECTS;

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

const LOUD: &[Rule] = &[must(AtLeast(0.0), "nothing is less loud than silence")];

const fn volume(factor: f64) -> ArgSpec {
    arg("volume", Value, Default(factor), "×", "how loud; 1 is as loud as a line").rules(LOUD)
}

pub(super) const BLOCKS: &[BlockSpec] = &[
    BlockSpec {
        op: "sound",
        phrase: "[sound {name}][sound {file}][, volume × {volume}][ at {at} s]",
        doc: "An effect, or a recording, sounds; it sounds on when the scene ends.",
        args: &[
            arg("name", Word(EFFECTS), Optional, "", "the effect"),
            arg("file", Text, Optional, "", "a recording (WAV, FLAC, OGG, MP3, M4A), beside the cartoon"),
            volume(1.0),
            arg("at", Value, Optional, "s", "when, from the cartoon's start; now without it, or when that has passed"),
        ],
        exactly_one: &["name", "file"],
        example: r#"{"op": "sound", "name": "boing"}"#,
        ..ROW
    },
    BlockSpec {
        op: "music",
        phrase: "[!file:no music][music {file}][, volume × {volume}][ from {from} s][, fading in {fade} s][, {loop}]",
        doc: "Music plays until the next `music` or the cartoon's end, and goes 9 dB down under lines; without a file it ends.",
        args: &[
            arg("file", Text, Optional, "", "a recording (WAV, FLAC, OGG, MP3, M4A), beside the cartoon"),
            volume(0.5),
            arg("from", Value, Default(0.0), "s", "how much of the recording to leave out at its beginning")
                .rules(&[must(AtLeast(0.0), "a recording begins at 0")]),
            arg("fade", Value, Default(0.5), "s", "how long it takes to come and to go")
                .rules(&[must(AtLeast(0.0), "0 is at once")]),
            arg("loop", Flag, Optional, "", "true: it begins again when it is over"),
        ],
        example: r#"{"op": "music", "file": "tune.ogg", "volume": 0.4, "loop": true}"#,
        ..ROW
    },
    BlockSpec {
        op: "sing",
        phrase: "{who} sings {text}[ at {at} s][ for {for} s][ ({mood})][, voice {voice}][, pitch × {pitch}]",
        waits: "until `at`, then the line's length",
        doc: "A character sings a line at a time of the song; it is the caption while it lasts.",
        args: &[
            arg("who", Who, Required, "", "the character"),
            arg("text", Text, Required, "", "the line"),
            arg("at", Value, Optional, "s", "when, from the cartoon's start; now without it, or when that has passed"),
            arg(
                "for",
                Value,
                Optional,
                "s",
                "how long; as long as it would be spoken, or its recording is, without it",
            )
            .rules(&[must(Above(0.0), "a line takes time")]),
            arg("voice", Text, Optional, "", "the voice; the character's own without it"),
            arg("mood", Mood, Optional, "", "the singer's mood from the line's start"),
            arg("pitch", Value, Optional, "×", "how high it is sung"),
            arg("clip", Text, Optional, "", "a recording of it, beside the cartoon, instead of a voice"),
        ],
        example: r#"{"op": "sing", "who": "A", "text": "Twinkle, twinkle", "at": 12, "for": 2.4}"#,
        ..ROW
    },
];
