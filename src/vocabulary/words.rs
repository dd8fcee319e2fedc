//! The fixed words of the language: shapes, eases, clips, clocks, edges, moods, grades.
//!
//! Enters: a word. Leaves: its meaning, or `None`. Never reads a program.
use crate::maths::Ease;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $(#[doc = concat!("`", $word, "`.")] $(#[$of])* $variant),* }

        impl $name {
            /// Every word, in the order of the language text.
            pub const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),*];

            /// The words alone.
            pub const NAMES: &'static [&'static str] = &[$($word),*];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// The one of a word.
            pub fn parse(word: &str) -> Option<Self> {
                Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
            }
        }
    };
}
pub(super) use words;

words! {
    /// Wave shapes (§3, supplement §3).
    Wave {
        Sin "sin", Cos "cos", AbsSin "abssin", PosSin "possin", DampSin "dampsin", Square "square", Saw "saw", Tri "tri",
    }
}
words! {
    /// Which half of a shaped wave is kept: max(0, s) or min(0, s).
    Clip { Pos "pos", Neg "neg" }
}
words! {
    /// Where a motion's clock starts (§3): when the motion starts, or when the behaviour starts.
    #[derive(Default)]
    Sync { #[default] Local "local", Start "start" }
}
words! {
    /// A side of the stage.
    Edge { Left "left", Right "right", Top "top", Bottom "bottom" }
}

words! {
    /// How captions look (an extension): dark boxes below, outlined letters below, bubbles at the speakers, nothing.
    #[derive(Default)]
    CaptionStyle { #[default] Box "box", Outline "outline", Bubble "bubble", None "none" }
}

/// The effects that `sound` knows by name; `sound` makes them.
pub const EFFECTS: &[&str] = &[
    "pop",
    "boing",
    "whoosh",
    "thud",
    "ding",
    "splash",
    "drum_roll",
    "slide_whistle_up",
    "slide_whistle_down",
    "footstep",
    "tada",
    "record_scratch",
];

/// The eases (supplement §3); `inout` is `smooth`.
pub const EASES: &[(&str, Ease)] = &[
    ("linear", Ease::Linear),
    ("smooth", Ease::Smooth),
    ("in", Ease::In),
    ("out", Ease::Out),
    ("inout", Ease::Smooth),
    ("snappy", Ease::Snappy),
];

/// The eases' words.
pub const EASE_NAMES: &[&str] = &["linear", "smooth", "in", "out", "inout", "snappy"];

/// The moods that faces know (figures.md §6). Any other word draws as neutral and is a warning.
pub const MOODS: &[&str] = &[
    "neutral",
    "happy",
    "excited",
    "surprised",
    "annoyed",
    "angry",
    "determined",
    "curious",
    "confused",
    "amused",
    "smug",
    "afraid",
    "worried",
    "sad",
    "tender",
    "disgusted",
    "contemptuous",
    "embarrassed",
    "tired",
    "bored",
    "deadpan",
    "proud",
    "dismissive",
];

/// The grades: how a place is lit and coloured. Any other word draws as normal and is a warning.
pub const GRADES: &[&str] = &["normal", "bloom", "night", "sepia", "sunset", "noir", "cold", "warm", "dream"];
