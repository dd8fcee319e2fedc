//! Text set in lines: words and a width enter, glyph outlines leave, ready to fill.
use super::fonts::{Face, Fonts, Use};
use super::script::{Forms, attaches};
use crate::display::Bitmap;
use kurbo::{BezPath, Point};
use parley::fontique::{Collection, CollectionOptions, FamilyId, SourceCache};
use parley::style::{FontFamily, FontWeight, GenericFamily, OverflowWrap, WordBreak};
use parley::{FontContext, GlyphRun, Layout, LayoutContext, PositionedLayoutItem, StyleProperty};
use std::borrow::Cow;
use std::iter;
use std::ops::Range;
use std::sync::Arc;
use swash::scale::image::{Content, Image};
use swash::scale::{ScaleContext, StrikeWith, outline::Outline};
use swash::zeno::Verb;
use swash::{Charmap, FontRef, GlyphId};

/// Room between letters, share of the size: a face drawn bolder needs more of it. Tuned by eye.
const LETTER_SPACING: f64 = 0.022;
/// How much bolder the house face is drawn, full width of the pen along its outline, share of the size. Tuned by eye: a
/// light face with rounded, heavier stems.
const BOLDER: f64 = 0.062;

/// What weight is asked of a face that has several, as heavy as the house face is drawn.
const WEIGHT: f32 = 600.0;

/// One line of set text, its baseline at y = 0 and its start at x = 0; y down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// Outlines that are drawn as they are.
    pub plain: BezPath,
    /// Outlines that are drawn bolder, by a pen of `bolder`.
    pub light: BezPath,
    /// Pixels.
    pub bolder: f64,
    /// Coloured emoji, each with its upper left corner, at the size they are drawn.
    pub pictures: Vec<(Arc<[Bitmap]>, Point)>,
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
    /// What each face is for, and its family, in the order in which they are asked for a character.
    families: Vec<(Use, String)>,
    /// Identifies the house face, the one drawn bolder.
    house: u64,
    /// The faces that are asked before it, and its own characters.
    before: Vec<Face>,
    own: Vec<Face>,
}

impl Typesetter {
    /// With these fonts.
    pub fn new(fonts: &Fonts) -> Self {
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut context = FontContext { collection: Collection::new(options), source_cache: SourceCache::default() };
        let (mut families, mut before, mut own) = (Vec::new(), Vec::new(), Vec::new());
        let mut house = 0;
        for (of, face) in fonts.faces() {
            let Some(family) = family(&mut context.collection, &face) else { continue };
            if of == Use::Emoji {
                context.collection.append_generic_families(GenericFamily::Emoji, [family].into_iter());
            }
            families.extend(context.collection.family_name(family).map(|name| (of, format!("\"{name}\""))));
            match of {
                Use::House => {
                    house = face.data.id();
                    own.push(face);
                }
                Use::Given => before.push(face),
                _ => {}
            }
        }
        let (layouts, glyphs) = (LayoutContext::new(), ScaleContext::new());
        Self { fonts: context, layouts, glyphs, families, house, before, own }
    }

    /// The rows of `text` at `size` pixels, none wider than `width`; at most `most` rows of one length or nearly so, or as many
    /// as it takes.
    pub fn set(&mut self, text: &str, size: f64, width: f64, most: usize) -> Vec<Row> {
        let mut layout = self.layout(text, size, OverflowWrap::Anywhere);
        layout.break_all_lines(Some(width as f32));
        // An even number of rows fills whole pages of `most`.
        let rows = layout.len().div_ceil(most.max(1)) * most.max(1);
        if layout.len() > 1 {
            // No word is broken that has room in a row.
            let word = f64::from(self.layout(text, size, OverflowWrap::Normal).calculate_content_widths().min);
            let widths = even(&mut layout, rows, (if word < width { word } else { 0.0 }, width));
            break_at(&mut layout, &widths, width);
        }
        let backward = layout.is_rtl();
        layout.lines().map(|line| self.row(text, &line, size, backward)).collect()
    }

    fn layout(&mut self, text: &str, size: f64, wrap: OverflowWrap) -> Layout<()> {
        let mut families: Vec<_> = self.families.iter().map(|(of, name)| (of.order(text), name.as_str())).collect();
        families.sort_by_key(|(order, _)| *order);
        let families: Vec<&str> = families.into_iter().map(|(_, name)| name).collect();
        let families = families.join(", ");
        let roomy = self.roomy(text);
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, false);
        builder.push_default(StyleProperty::FontFamily(FontFamily::Source(Cow::Borrowed(&families))));
        builder.push_default(StyleProperty::FontSize(size as f32));
        builder.push_default(StyleProperty::FontWeight(FontWeight::new(WEIGHT)));
        builder.push_default(StyleProperty::OverflowWrap(wrap));
        if Forms::of(text) == Forms::Korean {
            // Hangul has spaces between its words and is read by them.
            builder.push_default(StyleProperty::WordBreak(WordBreak::KeepAll));
        }
        for range in roomy {
            builder.push(StyleProperty::LetterSpacing((size * LETTER_SPACING) as f32), range);
        }
        builder.build(text)
    }

    /// The stretches of `text` that the house face draws, in bytes. Other faces are not drawn bolder and need no room; letters
    /// that join, as Arabic's do, must have none.
    fn roomy(&self, text: &str) -> Vec<Range<usize>> {
        let (before, own) = (charmaps(&self.before), charmaps(&self.own));
        let any = |maps: &[Charmap<'_>], c: char| maps.iter().any(|map| map.map(c) != 0);
        let mut stretches: Vec<Range<usize>> = Vec::new();
        let mut first = 0;
        for (at, c) in text.char_indices() {
            let (own, end) = (any(&own, c) && !any(&before, c), at + c.len_utf8());
            match stretches.last_mut() {
                Some(last) if own && last.end == at => last.end = end,
                // What belongs to the character before it takes that along to its own face.
                Some(last) if !own && last.end == at && attaches(c) => last.end = first,
                _ if own => stretches.push(at..end),
                _ => {}
            }
            first = at;
        }
        stretches.retain(|stretch| !stretch.is_empty());
        stretches
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
            let at = Point::new(f64::from(glyph.x) - start, f64::from(glyph.y - run.baseline()));
            if id == 0 {
                continue;
            }
            match scaler.scale_color_bitmap(id, StrikeWith::LargestSize) {
                Some(image) => row.pictures.extend(picture(&image, at)),
                None => scaler.scale_outline(id).into_iter().for_each(|outline| append(target, &outline, at)),
            }
        }
    }
}

fn charmaps(faces: &[Face]) -> Vec<Charmap<'_>> {
    faces.iter().filter_map(Face::font).map(|font| font.charmap()).collect()
}

/// Registers a face; its family. A file of several faces gives a family each, in no order: the face's index says which.
fn family(collection: &mut Collection, face: &Face) -> Option<FamilyId> {
    let families = collection.register_fonts(face.data.clone(), None);
    let mut own = families.into_iter().filter(|(_, fonts)| fonts.iter().any(|font| font.index() == face.index));
    own.next().map(|(family, _)| family)
}

/// A coloured glyph at `at` on the baseline. On a whole pixel: it is made for its size.
fn picture(image: &Image, at: Point) -> Option<(Arc<[Bitmap]>, Point)> {
    let (width, height) = (image.placement.width, image.placement.height);
    let whole = image.content == Content::Color && image.data.len() == width as usize * height as usize * 4;
    let shade = |channel: u8, alpha: u8| ((u32::from(channel) * u32::from(alpha) + 127) / 255) as u8;
    let data = image.data.chunks_exact(4).flat_map(|pixel| match *pixel {
        [r, g, b, a] => [shade(r, a), shade(g, a), shade(b, a), a],
        _ => [0; 4],
    });
    let corner =
        Point::new(at.x.round() + f64::from(image.placement.left), at.y.round() - f64::from(image.placement.top));
    whole.then(|| (Arc::from([Bitmap { width, height, data: data.collect() }]), corner))
}

/// Rows that are evened out one by one; in a longer text all have one width.
const EVENED: usize = 8;

/// Widths for the text's rows, the last for all that follow: each the least, from `least` on, in which the rest takes no more rows
/// than are left of `rows`. Then they are as even as its words allow, and the last is not much shorter than others.
fn even(layout: &mut Layout<()>, rows: usize, (least, width): (f64, f64)) -> Vec<f64> {
    let mut widths = Vec::new();
    for _ in 1..rows.clamp(2, EVENED) {
        let (mut low, mut high) = (least, widths.last().copied().unwrap_or(width));
        // Twelve halvings: to a 4096th of the width.
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            widths.push(middle);
            break_at(layout, &widths, width);
            widths.pop();
            if layout.len() <= rows {
                high = middle;
            } else {
                low = middle;
            }
        }
        widths.push(high);
        if rows > EVENED {
            break;
        }
    }
    widths
}

/// Breaks a text into rows of these widths, the last for all that follow; none is wider than `width`.
fn break_at(layout: &mut Layout<()>, widths: &[f64], width: f64) {
    let mut lines = layout.break_lines();
    lines.state_mut().set_layout_max_advance(width as f32);
    let last = widths.last().copied().unwrap_or(width);
    for row in widths.iter().copied().chain(iter::repeat(last)) {
        lines.state_mut().set_line_max_advance(row.min(width) as f32);
        if lines.break_next().is_none() {
            break;
        }
    }
    lines.finish();
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
