//! Text set in lines: words and a width enter, glyph outlines leave, ready to fill. Fonts come as bytes; none is looked for on
//! the machine.
use kurbo::{BezPath, Point};
use parley::fontique::{Blob, Collection, CollectionOptions, SourceCache};
use parley::style::{FontFamily, GenericFamily, OverflowWrap};
use parley::{FontContext, GlyphRun, Layout, LayoutContext, PositionedLayoutItem, StyleProperty};
use std::borrow::Cow;
use std::sync::Arc;
use swash::scale::{ScaleContext, outline::Outline};
use swash::zeno::Verb;
use swash::{FontRef, GlyphId};

/// Room between letters, share of the size: a face drawn bolder needs more of it. Tuned by eye.
const LETTER_SPACING: f64 = 0.022;
/// How much bolder the house face is drawn, full width of the pen along its outline, share of the size. Tuned by eye: a
/// light face with rounded, heavier stems.
const BOLDER: f64 = 0.062;

/// The fonts in the order in which they are asked for a character: the house face, emoji, symbols.
const EMBEDDED: [&[u8]; 4] = [
    epaint_default_fonts::UBUNTU_LIGHT,
    epaint_default_fonts::NOTO_EMOJI_REGULAR,
    epaint_default_fonts::HACK_REGULAR,
    epaint_default_fonts::EMOJI_ICON,
];
/// Characters that shape others and show nothing themselves: joiners and variation selectors (Unicode).
const JOINERS: [char; 5] = ['\u{200C}', '\u{200D}', '\u{FE0E}', '\u{FE0F}', '\u{2060}'];

/// One line of set text, its baseline at y = 0 and its start at x = 0; y down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// Outlines that are drawn as they are.
    pub plain: BezPath,
    /// Outlines that are drawn bolder, by a pen of `bolder`.
    pub light: BezPath,
    /// Pixels.
    pub bolder: f64,
    /// From its start to its end without the spaces there, pixels.
    pub width: f64,
    /// How many characters it shows.
    pub characters: usize,
}

/// Sets text. Holds the fonts and what can be used again; the same words give the same rows whatever was set before.
pub(super) struct Typesetter {
    fonts: FontContext,
    layouts: LayoutContext<()>,
    glyphs: ScaleContext,
    /// The families in the order in which they are asked for a character.
    families: String,
    /// Identifies the house face, the one drawn bolder.
    house: u64,
}

impl Typesetter {
    /// With the embedded fonts: the house face, emoji, and symbols.
    pub fn new() -> Self {
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut fonts = FontContext { collection: Collection::new(options), source_cache: SourceCache::default() };
        let mut names = Vec::new();
        let mut house = 0;
        for (i, bytes) in EMBEDDED.into_iter().enumerate() {
            let blob = Blob::new(Arc::new(bytes));
            if i == 0 {
                house = blob.id();
            }
            for (family, _) in fonts.collection.register_fonts(blob, None) {
                if i == 1 {
                    fonts.collection.append_generic_families(GenericFamily::Emoji, [family].into_iter());
                }
                names.extend(fonts.collection.family_name(family).map(|name| format!("\"{name}\"")));
            }
        }
        let (layouts, glyphs) = (LayoutContext::new(), ScaleContext::new());
        Self { fonts, layouts, glyphs, families: names.join(", "), house }
    }

    /// The rows of `text` at `size` pixels, none wider than `width`; at most `most` rows of one length or nearly so, or as many
    /// as it takes.
    pub fn set(&mut self, text: &str, size: f64, width: f64, most: usize) -> Vec<Row> {
        let mut layout = self.layout(text, size);
        layout.break_all_lines(Some(width as f32));
        // An even number of rows fills whole pages of `most`.
        let rows = layout.len().div_ceil(most.max(1)) * most.max(1);
        if layout.len() > 1 {
            let narrow = narrowest(&mut layout, rows, width);
            layout.break_all_lines(Some(narrow as f32));
        }
        let backward = layout.is_rtl();
        layout.lines().map(|line| self.row(text, &line, size, backward)).collect()
    }

    /// The characters of `text` that none of the fonts can draw, each once, in order.
    pub fn lacks(text: &str) -> Vec<char> {
        let has = has();
        let mut lacking = Vec::new();
        for c in text.chars().filter(|c| !has(*c)) {
            if !lacking.contains(&c) {
                lacking.push(c);
            }
        }
        lacking
    }

    /// `text` without the characters that none of the fonts can draw, and without the spaces that stood between only such:
    /// what is left out takes no room. Empty when nothing would show.
    pub fn drawable(text: &str) -> String {
        let has = has();
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
        let shows = |c: char| !c.is_whitespace() && !c.is_control() && !JOINERS.contains(&c);
        if left.chars().any(shows) { left.trim().to_owned() } else { String::new() }
    }

    fn layout(&mut self, text: &str, size: f64) -> Layout<()> {
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::Source(Cow::Borrowed(&self.families))));
        builder.push_default(StyleProperty::FontSize(size as f32));
        builder.push_default(StyleProperty::LetterSpacing((size * LETTER_SPACING) as f32));
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::Anywhere));
        builder.build(text)
    }

    fn row(&mut self, text: &str, line: &parley::Line<'_, ()>, size: f64, backward: bool) -> Row {
        let metrics = line.metrics();
        let mut row = Row {
            width: f64::from(metrics.advance - metrics.hanging_advance).max(0.0),
            bolder: size * BOLDER,
            characters: text.get(line.text_range()).map_or(0, |shown| shown.trim().chars().count()),
            ..Row::default()
        };
        // Read from the right, the spaces at the end of a line hang out at its left.
        let start = if backward { f64::from(metrics.hanging_advance) } else { 0.0 };
        for item in line.items() {
            if let PositionedLayoutItem::GlyphRun(run) = item {
                self.outline(&run, start, &mut row);
            }
        }
        row
    }

    fn outline(&mut self, run: &GlyphRun<'_, ()>, start: f64, row: &mut Row) {
        let data = run.run().font();
        let Some(font) = FontRef::from_index(data.data.as_ref(), data.index as usize) else { return };
        let coords = run.run().normalized_coords().iter().map(|coord| coord.to_bits());
        let mut scaler =
            self.glyphs.builder(font).size(run.run().font_size()).hint(false).normalized_coords(coords).build();
        let target = if data.data.id() == self.house { &mut row.light } else { &mut row.plain };
        for glyph in run.positioned_glyphs() {
            let id = GlyphId::try_from(glyph.id).unwrap_or_default();
            // Glyph 0 stands for a character the font has not: a gap is better than a box. `lacks` names it beforehand.
            if let Some(outline) = Some(id).filter(|id| *id != 0).and_then(|id| scaler.scale_outline(id)) {
                let at = Point::new(f64::from(glyph.x) - start, f64::from(glyph.y - run.baseline()));
                append(target, &outline, at);
            }
        }
    }
}

/// Tells whether a font can draw a character, or it needs none.
fn has() -> impl Fn(char) -> bool {
    let fonts: Vec<_> = EMBEDDED.iter().filter_map(|bytes| FontRef::from_index(bytes, 0)).collect();
    move |c| {
        let needs_none = c.is_whitespace() || c.is_control() || JOINERS.contains(&c);
        needs_none || fonts.iter().any(|font| font.charmap().map(c) != 0)
    }
}

/// The least width in which the text takes no more than `rows` rows: then they are as even as its words allow.
fn narrowest(layout: &mut Layout<()>, rows: usize, width: f64) -> f64 {
    let (mut low, mut high) = (0.0, width);
    // Twelve halvings: to a 4096th of the width.
    for _ in 0..12 {
        let middle = (low + high) / 2.0;
        layout.break_all_lines(Some(middle as f32));
        if layout.len() <= rows && layout.width() <= middle as f32 + 0.5 {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Adds a glyph (y up) at `at` (y down).
fn append(path: &mut BezPath, outline: &Outline, at: Point) {
    let (mut points, verbs) = (outline.points().iter(), outline.verbs());
    let mut next = || points.next().map_or(at, |p| Point::new(at.x + f64::from(p.x), at.y - f64::from(p.y)));
    for verb in verbs {
        match verb {
            Verb::MoveTo => path.move_to(next()),
            Verb::LineTo => path.line_to(next()),
            Verb::QuadTo => path.quad_to(next(), next()),
            Verb::CurveTo => path.curve_to(next(), next(), next()),
            Verb::Close => path.close_path(),
        }
    }
}
