//! The fixed words of the language: shapes, eases, clips, clocks, edges, moods, grades.
//!
//! Enters: a word. Leaves: its meaning, or `None`. Never reads a program.
use crate::maths::Ease;
use std::sync::Arc;

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
    /// Where a prop is held (an extension).
    Hand {
        /// The character's own left hand.
        Left "left",
        /// The character's own right hand.
        Right "right",
        /// Between teeth or in a beak.
        Mouth "mouth",
        /// Not held but worn, on the head.
        Worn "worn",
    }
}
words! {
    /// How one picture takes another's place (an extension of `cut`).
    Transition {
        /// At once.
        Cut "cut",
        /// The one shines through the other.
        Fade "fade",
        /// A slanting edge runs across.
        Wipe "wipe",
        /// A circle closes on what matters, and opens on it.
        Iris "iris",
    }
}
words! {
    /// How a card of words looks.
    CardStyle {
        /// Light words on a dark ground.
        Card "card",
        /// Dark words on paper.
        Paper "paper",
        /// Light words on the rings of an old cartoon.
        Rings "rings",
        /// Words over the scene.
        Over "over",
        /// Words in the lower left, over the scene.
        Lower "lower",
    }
}

/// A line of credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// What was done; a line without one is a heading.
    pub role: Option<Arc<str>>,
    /// By whom; of a heading its one text.
    pub names: Vec<Arc<str>>,
}

/// The palettes of looks, whose colours `figure::look::palettes` has.
pub const PALETTES: &[&str] = &[
    "autumn", "berry", "candy", "circus", "cocoa", "dawn", "desert", "dusk", "ember", "forest", "garden", "lagoon",
    "meadow", "midnight", "ocean", "orchard", "paper", "royal", "sorbet", "spring", "steel", "summer", "sunny",
    "winter",
];

/// The colours that have names: sRGB, red green blue.
pub const COLORS: &[(&str, [u8; 3])] = &[
    ("black", [0, 0, 0]),
    ("white", [0xFF, 0xFF, 0xFF]),
    ("grey", [0x80, 0x80, 0x80]),
    ("ink", [0x2A, 0x21, 0x38]),
    ("cream", [0xFF, 0xF4, 0xDE]),
    ("red", [0xD6, 0x3A, 0x38]),
    ("orange", [0xF2, 0x8A, 0x2E]),
    ("yellow", [0xF7, 0xC9, 0x3E]),
    ("green", [0x4F, 0x9E, 0x55]),
    ("teal", [0x2F, 0x8F, 0x8F]),
    ("blue", [0x3B, 0x6F, 0xC4]),
    ("navy", [0x1B, 0x26, 0x4A]),
    ("purple", [0x6B, 0x48, 0x9C]),
    ("pink", [0xF2, 0x8F, 0xA8]),
    ("brown", [0x6E, 0x4A, 0x32]),
];

/// The colour of a name or of `#RRGGBB`.
pub fn color(text: &str) -> Option<[u8; 3]> {
    if let Some((_, color)) = COLORS.iter().find(|(name, _)| *name == text) {
        return Some(*color);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let [_, r, g, b] = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?.to_be_bytes();
    Some([r, g, b])
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
