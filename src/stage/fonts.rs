//! [`Fonts`]: the faces that texts are set in, as bytes: what the author gives, then what is compiled in, then what somebody found
//! on the machine. None is looked for here.
use super::script::{self, Forms, Writing};
use parley::fontique::Blob;
use std::sync::Arc;
use swash::scale::{ScaleContext, StrikeWith};
use swash::{FontRef, tag_from_bytes};

/// The fonts that are compiled in, in the order in which they are asked for a character: the house face, emoji, symbols.
const EMBEDDED: [&[u8]; 4] = [
    epaint_default_fonts::UBUNTU_LIGHT,
    epaint_default_fonts::NOTO_EMOJI_REGULAR,
    epaint_default_fonts::HACK_REGULAR,
    epaint_default_fonts::EMOJI_ICON,
];
/// Which of them is the one of emoji.
const EMOJI: usize = 1;
/// Characters that shape others and show nothing themselves: joiners, marks of direction, variation selectors (Unicode).
const JOINERS: [std::ops::RangeInclusive<char>; 4] =
    ['\u{200B}'..='\u{200F}', '\u{202A}'..='\u{202E}', '\u{2060}'..='\u{2069}', '\u{FE00}'..='\u{FE0F}'];

/// The tables of fonts that hold outlines.
const OUTLINES: [&[u8; 4]; 3] = [b"glyf", b"CFF ", b"CFF2"];

/// One face of a font.
#[derive(Clone, Debug)]
pub struct Face {
    pub(super) data: Blob<u8>,
    pub(super) index: u32,
}

/// What a face is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// The characters' script.
    pub writing: Writing,
    forms: Forms,
}

/// The faces in the order in which they are asked for a character.
#[derive(Clone, Debug, Default)]
pub struct Fonts {
    given: Vec<Face>,
    found: Vec<(Need, Face)>,
}

impl Face {
    /// The face `index` of a font file's bytes; `None` when they are no font, or one whose table of characters is not among them.
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static, index: u32) -> Option<Self> {
        let data = Blob::new(Arc::new(bytes));
        FontRef::from_index(data.data(), index as usize)?.table(tag_from_bytes(b"cmap"))?;
        Some(Self { data, index })
    }

    /// True when it can draw a character.
    pub fn has(&self, c: char) -> bool {
        self.font().is_some_and(|font| font.charmap().map(c) != 0)
    }

    /// True when it has the character as an outline or a coloured picture: other forms are not drawn.
    pub fn draws(&self, c: char) -> bool {
        let Some(font) = self.font() else { return false };
        let (mut context, glyph) = (ScaleContext::new(), font.charmap().map(c));
        let mut scaler = context.builder(font).size(64.0).build();
        let outlined = scaler.scale_outline(glyph).is_some_and(|outline| !outline.is_empty());
        glyph != 0 && (outlined || scaler.scale_color_bitmap(glyph, StrikeWith::LargestSize).is_some())
    }

    fn has_outlines(&self) -> bool {
        self.font().is_some_and(|font| OUTLINES.iter().any(|tag| font.table(tag_from_bytes(tag)).is_some()))
    }

    pub(super) fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(self.data.data(), self.index as usize)
    }
}

/// How many of the characters the face `index` of a font file's bytes can draw.
pub fn covers(bytes: &[u8], index: u32, wanted: &[char]) -> usize {
    let Some(font) = FontRef::from_index(bytes, index as usize) else { return 0 };
    let map = font.charmap();
    wanted.iter().filter(|c| map.map(**c) != 0).count()
}

impl Need {
    /// What a character of `text` asks of a face.
    pub fn of(c: char, text: &str) -> Self {
        let writing = Writing::of(c);
        Self { writing, forms: if writing == Writing::Cjk { Forms::of(text) } else { Forms::default() } }
    }

    /// How well a family of fonts answers it, 0 best.
    pub fn rank(self, family: &str) -> u32 {
        self.writing.rank(family, self.forms)
    }
}

impl Fonts {
    /// The faces an author gives, before those that are compiled in.
    pub fn new(given: Vec<Face>) -> Self {
        Self { given, found: Vec::new() }
    }

    /// Adds a face that was found for a need: it is asked when no other has a character.
    pub fn add(&mut self, need: Need, face: Face) {
        self.found.push((need, face));
    }

    /// True when a face was found for a need.
    pub fn answers(&self, need: Need) -> bool {
        self.found.iter().any(|(of, _)| *of == need)
    }

    /// What a text asks for beside what is compiled in: the characters that none of the faces can draw, and emoji that are made
    /// of several, which only a font of its own has whole.
    pub fn wanted(&self, text: &str) -> Vec<char> {
        let mut wanted = self.lacking(text);
        if script::is_composed(text) {
            wanted.extend(text.chars().filter(|c| Writing::of(*c) == Writing::Emoji));
        }
        wanted
    }

    /// The characters of `text` that none of the faces can draw, each once, in order.
    pub fn lacking(&self, text: &str) -> Vec<char> {
        let has = self.has();
        let mut lacking = Vec::new();
        for c in text.chars().filter(|c| !has(*c)) {
            if !lacking.contains(&c) {
                lacking.push(c);
            }
        }
        lacking
    }

    /// `text` without the characters that none of the faces can draw, and without the spaces that stood between only such:
    /// what is left out takes no room. Empty when nothing would show.
    pub(super) fn drawable(&self, text: &str) -> String {
        let has = self.has();
        let mut left = String::with_capacity(text.len());
        let mut gone = false;
        for c in text.trim().chars() {
            let second_space = gone && c == ' ' && left.chars().next_back().is_none_or(char::is_whitespace);
            if !has(c) {
                gone = true;
            } else if !second_space {
                left.push(c);
                gone = false;
            }
        }
        let shows = |c: char| !c.is_whitespace() && !c.is_control() && !joins(c);
        if left.chars().any(shows) { left.trim().to_owned() } else { String::new() }
    }

    /// Tells whether a face can draw a character, or it needs none.
    fn has(&self) -> impl Fn(char) -> bool {
        let embedded: Vec<_> = EMBEDDED.iter().filter_map(|bytes| FontRef::from_index(bytes, 0)).collect();
        let others = self.given.iter().chain(self.found.iter().map(|(_, face)| face)).filter_map(Face::font);
        let others: Vec<_> = others.collect();
        let any = |fonts: &[FontRef<'_>], c| fonts.iter().any(|font| font.charmap().map(c) != 0);
        move |c| {
            let needs_none = c.is_whitespace() || c.is_control() || joins(c);
            needs_none || any(&others, c) || (!script::is_part(c) && any(&embedded, c))
        }
    }

    /// The faces, each with what it is for.
    pub(super) fn faces(&self) -> Vec<(Use, Face)> {
        let embedded = EMBEDDED.iter().enumerate().map(|(i, bytes)| {
            let of = match i {
                0 => Use::House,
                EMOJI => Use::Emoji,
                _ => Use::Other,
            };
            (of, Face { data: Blob::new(Arc::new(*bytes)), index: 0 })
        });
        let given = self.given.iter().map(|face| {
            // A font of pictures has digits too: parts of keycaps.
            let of = if face.has_outlines() { Use::Given } else { Use::Found(Need::of('\u{1F600}', "")) };
            (of, face.clone())
        });
        let found = self.found.iter().map(|(need, face)| (Use::Found(*need), face.clone()));
        given.chain(embedded).chain(found).collect()
    }
}

/// What a face is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// The author's wish.
    Given,
    /// The house face, drawn bolder.
    House,
    /// Emoji.
    Emoji,
    /// What the ones before it lack.
    Other,
    /// The same, of one script.
    Found(Need),
}

impl Use {
    /// Asked for the characters of a text in this place, the lowest first: a face of the text's own script has its signs too, in
    /// the same hand.
    pub(super) fn order(self, text: &str) -> u32 {
        match self {
            Self::Given | Self::House => 0,
            Self::Found(need) if text.chars().any(|c| Need::of(c, text) == need) => 1,
            Self::Emoji | Self::Other => 2,
            Self::Found(_) => 3,
        }
    }
}

fn joins(c: char) -> bool {
    JOINERS.iter().any(|range| range.contains(&c))
}
