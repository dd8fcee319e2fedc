//! What stands around the blocks: the program's own fields, its hats, the cast's and the places' entries (§1, §7.1).
use super::common::{FACING, H, X, Y};
use crate::vocabulary::block::ArgKind::{
    Flag, Grade, Idle, List, Look, Number, Pack, Pair, Place, Placement, Text, Value, Whole, Word,
};
use crate::vocabulary::block::Limit::{Above, AtLeast, AtMost};
use crate::vocabulary::block::Need::{self, Default, Optional, Required};
use crate::vocabulary::block::{ArgSpec, arg, must};
use crate::vocabulary::words::{CaptionStyle, Transition};
use crate::vocabulary::{LifeChannel, LifeWave};

/// The fields of a program with what each means; `cast` and `places` belong to scenes and cartoons alone.
pub const PROGRAM: &[(&str, &str)] = &[
    ("v", "the language's version, 1"),
    ("kind", "behaviour, scene or cartoon"),
    ("name", "what it is called"),
    ("cast", "the characters by id"),
    ("places", "the places by name"),
    ("captions", "how captions look: a style, or an object (an extension)"),
    ("behaviours", "behaviour programs by the names that `does` calls them by (an extension)"),
    ("params", "values that the caller may give, with their defaults"),
    ("vars", "variables with the numbers they start at"),
    ("scripts", "what happens: hats and their blocks"),
    ("note", "anything, for people"),
    ("$schema", "where an editor finds the schema"),
];

/// The fields of a cartoon pack's content (§7.1).
pub const TOP: &[&str] = &["cast", "places", "program"];

/// A hat: when a script runs.
#[derive(Clone, Copy, Debug)]
pub struct HatSpec {
    /// Its word, `on`.
    pub on: &'static str,
    /// When the script runs, for people.
    pub doc: &'static str,
    /// How the text view says it, as a block's phrase.
    pub phrase: &'static str,
    /// Its fields.
    pub args: &'static [ArgSpec],
    /// The hat, JSON.
    pub example: &'static str,
}

const fn hat(
    on: &'static str,
    phrase: &'static str,
    doc: &'static str,
    args: &'static [ArgSpec],
    example: &'static str,
) -> HatSpec {
    HatSpec { on, doc, phrase, args, example }
}

/// Every hat (§1, supplement §1), in the order of the language text.
pub const HATS: &[HatSpec] = &[
    hat("start", "at the start:", "when the behaviour starts; also without a hat", &[], r#"{"on": "start"}"#),
    hat("talk-start", "when the talking starts:", "when the character begins to talk", &[], r#"{"on": "talk-start"}"#),
    hat("talk-end", "when the talking ends:", "when the character stops talking", &[], r#"{"on": "talk-end"}"#),
    hat(
        "key",
        "when[ {key}][!key: a key] is pressed:",
        "when a key is pressed",
        &[arg("key", Text, Optional, "", "which key; any without it")],
        r#"{"on": "key", "key": "a"}"#,
    ),
    hat("click", "when clicked:", "when the character is clicked", &[], r#"{"on": "click"}"#),
    hat(
        "scene",
        "when scene[ {name}] starts:",
        "in a cartoon: the scene that the script belongs to; in a behaviour: when a scene starts",
        &[
            arg("name", Text, Optional, "", "the scene's name; in a behaviour any scene without it"),
            arg("place", Place, Optional, "", "the place the scene begins with"),
            arg("mood", Grade, Optional, "", "the grade it begins with"),
            arg("at", Number, Optional, "s", "pins the scene's start, counted from the cartoon's"),
            arg(
                "with",
                Word(Transition::NAMES),
                Optional,
                "",
                "how its picture takes the old one's place, as in a cut",
            )
            .extension(),
            arg("over", Number, Optional, "s", "how long that takes; 0.8 without it, and 0 for a cut").extension(),
        ],
        r#"{"on": "scene", "name": "Morning", "place": "park"}"#,
    ),
    hat("beat", "at a beat:", "at a beat", &[], r#"{"on": "beat"}"#),
    hat(
        "loud",
        "when the voice rises to {level}:",
        "when the voice rises to a level",
        &[arg("level", Value, Default(0.35), "", "the level, 0..1")],
        r#"{"on": "loud", "level": 0.5}"#,
    ),
    hat(
        "every",
        "every {every} s:",
        "again and again, from one such time after the start",
        &[arg("every", Value, Default(1.0), "s", "seconds between")],
        r#"{"on": "every", "every": 2}"#,
    ),
    hat("touch", "when touched:", "when the character is touched", &[], r#"{"on": "touch"}"#),
];

/// The fields of a cast entry (§7.1).
pub const CAST_ENTRY: &[ArgSpec] = &[
    arg("name", Text, Optional, "", "the name shown"),
    arg("legs", Whole(0, u32::MAX), Optional, "", "how many legs; the character pack's, else 2, without it"),
    arg("at", Placement(&[X, Y, H, FACING]), Optional, "", "where it stands from the start; off stage without it"),
    arg("voice", Text, Optional, "", "the voice of its lines"),
    arg("pack", Pack, Optional, "", "the character pack it comes from"),
    arg("look", Look, Optional, "", "its design; or a look pack's id (an extension)"),
    arg(
        "idle",
        Idle,
        Optional,
        "",
        "what it does while the scene has it do nothing: a behaviour as in `does`, or true for its pack's own; nothing without it",
    )
    .extension(),
];

/// The fields of a place entry (§7.1).
pub const PLACE_ENTRY: &[ArgSpec] = &[
    arg("background", Text, Optional, "", "the background's name; the place's own without it"),
    arg("grade", Grade, Optional, "", "the place's grade"),
    arg("life", List(LIFE), Optional, "", "what moves in it; its pack's without it").extension(),
    arg("still", Flag, Optional, "", "nothing moves in it").extension(),
];

/// A motion in a place: one of the place's life.
pub const LIFE: &[ArgSpec] = &[
    arg("id", Text, Required, "", "the id of a group in the place's SVG"),
    arg("channel", Word(LifeChannel::NAMES), Required, "", "what of it changes"),
    arg("wave", Word(LifeWave::NAMES), Need::Word("sine"), "", "how it changes over time"),
    arg("by", Number, Required, "px of 1080, °, or a share", "how much; below 0 the other way"),
    arg("period", Number, Required, "s", "how long until it comes again")
        .rules(&[must(AtLeast(0.2), "faster is a flicker that hurts"), must(AtMost(600.0), "nobody sees slower ones")]),
    arg("phase", Number, Default(0.0), "", "where in the period it begins")
        .rules(&[must(AtLeast(0.0), "a share of the period"), must(AtMost(1.0), "a share of the period")]),
    arg("at", Pair, Optional, "px", "about what it turns and grows; its middle without it"),
    arg("rate", Number, Default(12.0), "a second", "how often it is drawn anew")
        .rules(&[must(AtLeast(1.0), "slower is a jump"), must(AtMost(60.0), "faster is not seen")]),
];

/// The fields of a cartoon's captions, an extension of the language: a renderer that does not know them draws its own.
pub const CAPTIONS: &[ArgSpec] = &[
    arg(
        "style",
        Word(CaptionStyle::NAMES),
        Need::Word("box"),
        "",
        "boxes, outlined letters, bubbles at the speakers, or none",
    ),
    arg("names", Flag, Optional, "", "whether a line shows who speaks it; not without it"),
];

/// The fields of a look (supplement, "Packs"), and what each is.
pub const LOOK: &[(&str, &str)] = &[
    ("pack", "a look pack, which the other fields change: an id, or {id, version} (an extension)"),
    ("template", "the body: a shipped one, or a file beside the cartoon"),
    ("style", "flat | ink | soft"),
    ("shape", "a build of the template's"),
    ("colors", "{slot: #RRGGBB or a name}"),
    ("stretch", "{x?, y?, head?, limbs?}: factors, 0.25 to 4"),
    ("options", "{option: choice}, as `jabber-render templates` lists them"),
    ("facing", "the way it is drawn: 1 right, -1 left"),
];

/// The fields of a prop's look, an extension of the language, beside `template`, `style`, `colors` and `facing`.
pub const PROP_LOOK: &[ArgSpec] = &[
    arg("art", Text, Optional, "", "a prop's name, or a picture's file beside the cartoon"),
    arg("text", Text, Optional, "", "the words on it"),
    arg("height", Number, Optional, "× person", "how tall it is beside a person; as it is drawn without it")
        .rules(&[must(Above(0.0), "a height is positive")]),
    arg("hangs", Flag, Optional, "", "it hangs by its pivot and throws no shade until somebody takes it"),
];

/// The template of a prop's look.
pub const PROP: &str = "prop";
