//! Scripts: a character enters; the name of its script, the package that brings a font of it, and how well a family of fonts
//! suits it leave.
use icu_properties::props::{Emoji, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::{CodePointMapData, CodePointSetData, PropertyNamesLong};

/// What a character belongs to, as fonts have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Writing {
    /// Chinese characters, kana, hangul and their signs: one font has them all.
    Cjk,
    /// Letters.
    Letters(Script),
    /// Pictures.
    Emoji,
    /// Signs of no script.
    Signs,
}

/// The tongue whose forms Chinese characters take (Han unification: one code, several shapes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Forms {
    /// With kana.
    Japanese,
    /// With hangul.
    Korean,
    /// With zhuyin.
    Traditional,
    /// Nothing says which.
    #[default]
    Simplified,
}

impl Writing {
    /// The one of a character.
    pub fn of(c: char) -> Self {
        match CodePointMapData::<Script>::new().get(c) {
            Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Bopomofo | Script::Yi => {
                Self::Cjk
            }
            Script::Common | Script::Inherited | Script::Unknown => Self::of_signs(c),
            script => Self::Letters(script),
        }
    }

    fn of_signs(c: char) -> Self {
        let pictured = CodePointSetData::new::<ExtendedPictographic>().contains(c);
        // Digits are among what emoji are made of.
        let emoji = pictured || is_part(c) || (CodePointSetData::new::<Emoji>().contains(c) && !c.is_ascii());
        match c {
            _ if emoji => Self::Emoji,
            // Punctuation of CJK; full and half widths.
            '\u{3000}'..='\u{303F}' | '\u{3100}'..='\u{33FF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' => {
                Self::Cjk
            }
            _ => Self::Signs,
        }
    }

    /// Its name, for people.
    pub fn name(self) -> String {
        match self {
            Self::Cjk => "Chinese, Japanese and Korean".to_owned(),
            Self::Emoji => "emoji".to_owned(),
            Self::Signs => "signs".to_owned(),
            Self::Letters(script) => long_name(script),
        }
    }

    /// The Debian package with a font of it.
    pub fn package(self) -> &'static str {
        match self {
            Self::Cjk => "fonts-noto-cjk",
            Self::Emoji => "fonts-noto-color-emoji",
            Self::Signs | Self::Letters(_) => "fonts-noto-core",
        }
    }

    /// How well a family suits it beside the house face, 0 best: plain letters before others, whatever fonts a machine has.
    pub(super) fn rank(self, family: &str, forms: Forms) -> u32 {
        let own = match self {
            Self::Cjk => format!("Noto Sans CJK {}", forms.word()),
            Self::Emoji => "Noto Color Emoji".to_owned(),
            Self::Signs => "Noto Sans Symbols2".to_owned(),
            Self::Letters(_) => format!("Noto Sans {}", self.name()),
        };
        if family == own {
            return 0;
        }
        let has = |words: &[&str]| words.iter().any(|word| family.contains(word));
        let odd = has(&[
            "Serif",
            "Mono",
            "Nasta",
            "Kufi",
            "Naskh",
            "Rashi",
            "Display",
            "Unjoined",
            "Condensed",
            "Typewriter",
            "Code",
        ]);
        let known = match (self, forms) {
            (Self::Cjk, Forms::Japanese) => has(&["Hiragino Sans", "Hiragino Kaku", "Yu Gothic", "Meiryo", "CJK JP"]),
            (Self::Cjk, Forms::Korean) => has(&["Apple SD Gothic", "Malgun", "CJK KR"]),
            (Self::Cjk, Forms::Traditional) => has(&["PingFang TC", "JhengHei", "CJK TC"]),
            (Self::Cjk, Forms::Simplified) => has(&["PingFang SC", "YaHei", "CJK SC"]),
            (Self::Emoji, _) => has(&["Emoji"]),
            _ => has(&["Noto Sans", "Nirmala", "Kohinoor", "Segoe UI", "Geeza", "Arial"]),
        };
        1 + u32::from(!known) + 2 * u32::from(odd)
    }
}

fn long_name(script: Script) -> String {
    let name = PropertyNamesLong::<Script>::new().get(script);
    name.unwrap_or("unknown").replace('_', " ")
}

/// True of a character that is nothing but a part of an emoji: letters of flags, keycaps, tones of skin. The embedded fonts show
/// other things for them.
pub(super) fn is_part(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}' | '\u{20E3}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}')
}

/// True of a character that belongs to the one before it: a mark, a joiner, a part of an emoji.
pub(super) fn attaches(c: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    GeneralCategoryGroup::Mark.contains(category) || c == '\u{200D}' || is_part(c)
}

/// True when an emoji of several characters is in a text.
pub(super) fn is_composed(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|c| {
        let joined = before == '\u{200D}' && Writing::of(c) == Writing::Emoji;
        before = c;
        joined || is_part(c)
    })
}

impl Forms {
    /// What the characters of a text say.
    pub(super) fn of(text: &str) -> Self {
        let scripts = CodePointMapData::<Script>::new();
        let said = text.chars().find_map(|c| match scripts.get(c) {
            Script::Hiragana | Script::Katakana => Some(Self::Japanese),
            Script::Hangul => Some(Self::Korean),
            Script::Bopomofo => Some(Self::Traditional),
            _ => None,
        });
        said.unwrap_or_default()
    }

    fn word(self) -> &'static str {
        match self {
            Self::Japanese => "JP",
            Self::Korean => "KR",
            Self::Traditional => "TC",
            Self::Simplified => "SC",
        }
    }
}
