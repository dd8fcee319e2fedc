//! Captions: a text, a frame's measures and the time enter; a box with the words in it leaves, where it can be read on any
//! picture and hides little of it. Long texts are turned like pages.
use super::layout::Layout;
use super::shapes::rounded;
use super::text::{Row, Typesetter};
use crate::diagnostic::Diagnostic;
use crate::display::{Blend, Color, Item, Paint, Shape};
use crate::frame::Caption;
use kurbo::{Affine, Rect};
use std::sync::{Arc, Mutex, PoisonError};

/// The box: the house ink (style.md §8).
pub const BOX_COLOR: Color = Color::rgb(0x2A, 0x21, 0x38);
/// The words: the house white (style.md §8).
pub const TEXT_COLOR: Color = Color::rgb(0xFF, 0xF9, 0xEE);
/// The box's opacity: over the brightest and the darkest picture alike the words keep their contrast. Tuned by eye.
pub const BOX_OPACITY: f64 = 0.88;

/// Measures in 1080p pixels (scaled by min(W, H) / 1080), tuned by eye at arm's length from a phone and across a room.
const TEXT_SIZE: f64 = 35.0;
/// From one baseline to the next.
const ROW_HEIGHT: f64 = 44.0;
/// Beside the words, above the first row and below the last.
const PADDING: (f64, f64) = (26.0, 8.0);
/// Corner radius.
const RADIUS: f64 = 16.0;
/// How far the middle of the letters lies above the baseline, share of the size.
const LETTER_MIDDLE: f64 = 0.335;
/// What stays free at each side and below, share of the frame's width and height. At the sides more than the safe area of
/// EBU R 95 (3.5 %); below a little less, so that one line lies under the feet of the characters, not on them.
const FREE: (f64, f64) = (0.06, 0.025);
/// Longest line, 1080p pixels: about 45 letters are read at a glance.
const LONGEST: f64 = 980.0;
/// Rows shown at once.
const ROWS: usize = 2;
/// Captions whose outlines are kept.
const KEPT: usize = 32;
/// How long an unbounded text is read: seconds a character and beside them (language text §7.4, the length of a line).
const READING: (f64, f64) = (0.06, 0.25);

/// One page of a caption.
#[derive(Clone, Debug)]
pub struct Page {
    /// The box and its words, the middle of the box's foot at the origin.
    pub items: Arc<[Item]>,
    /// Pixels.
    pub width: f64,
    /// Pixels.
    pub height: f64,
    /// How many characters it shows.
    pub characters: usize,
}

struct Cache {
    typesetter: Typesetter,
    /// The latest last.
    pages: Vec<(Arc<str>, Arc<[Page]>)>,
}

/// Sets captions for frames of one size, each text once.
pub struct Captions {
    layout: Layout,
    cache: Mutex<Cache>,
}

impl Captions {
    /// Captions for frames of this layout.
    pub fn new(layout: Layout) -> Self {
        Self { layout, cache: Mutex::new(Cache { typesetter: Typesetter::new(), pages: Vec::new() }) }
    }

    /// A warning that names the characters of `text` no font can draw, if there are any.
    pub fn check(text: &str) -> Option<Diagnostic> {
        let lacking: String = Typesetter::lacks(text).into_iter().collect();
        let warning = Diagnostic::warning("", format!("no font at hand can draw {lacking}: left out of the caption"));
        (!lacking.is_empty()).then_some(warning)
    }

    /// The caption as it stands at time `t`; `None` when it has no words.
    pub fn draw(&self, caption: &Caption, t: f64) -> Option<Item> {
        let pages = self.pages(&caption.text);
        let page = page_at(&pages, caption, t)?;
        let (_, free) = FREE;
        let foot = (self.layout.width / 2.0, self.layout.height * (1.0 - free));
        // On whole pixels, so that its edges are as sharp as they can be.
        let transform = Affine::translate((foot.0.round(), foot.1.round()));
        Some(Item::Group { transform, opacity: 1.0, blend: Blend::Normal, clip: None, items: Arc::clone(&page.items) })
    }

    /// The pages of a text.
    pub fn pages(&self, text: &Arc<str>) -> Arc<[Page]> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, pages)) = cache.pages.iter().find(|(known, _)| known == text) {
            return Arc::clone(pages);
        }
        let pages = set(&mut cache.typesetter, text, &self.layout);
        if cache.pages.len() >= KEPT {
            cache.pages.remove(0);
        }
        cache.pages.push((Arc::clone(text), Arc::clone(&pages)));
        pages
    }
}

fn set(typesetter: &mut Typesetter, text: &str, layout: &Layout) -> Arc<[Page]> {
    let unit = layout.unit();
    let (free, _) = FREE;
    let (beside, _) = PADDING;
    let widest = (layout.width * (1.0 - 2.0 * free) - 2.0 * beside * unit).min(LONGEST * unit).max(1.0);
    let rows = typesetter.set(&Typesetter::drawable(text), TEXT_SIZE * unit, widest, ROWS);
    rows.chunks(ROWS).filter(|rows| rows.iter().any(|row| row.characters > 0)).map(|rows| page(rows, unit)).collect()
}

fn page(rows: &[Row], unit: f64) -> Page {
    let (beside, above) = (PADDING.0 * unit, PADDING.1 * unit);
    let words = rows.iter().map(|row| row.width).fold(0.0, f64::max);
    let width = (words / 2.0 + beside).ceil() * 2.0;
    let height = (rows.len() as f64 * ROW_HEIGHT * unit + 2.0 * above).ceil();
    let outline = rounded(Rect::new(-width / 2.0, -height, width / 2.0, 0.0), RADIUS * unit);
    let mut items = vec![Item::fill(outline, BOX_COLOR.with_opacity(BOX_OPACITY))];
    for (i, row) in rows.iter().enumerate() {
        let middle = -height + above + (i as f64 + 0.5) * ROW_HEIGHT * unit;
        write(row, Affine::translate((-row.width / 2.0, middle + LETTER_MIDDLE * TEXT_SIZE * unit)), &mut items);
    }
    Page { items: items.into(), width, height, characters: rows.iter().map(|row| row.characters).sum() }
}

fn write(row: &Row, at: Affine, items: &mut Vec<Item>) {
    if !row.light.is_empty() {
        let path = Arc::new(at * row.light.clone());
        items.push(Item::Stroke { path: Arc::clone(&path), width: row.bolder, paint: Paint::Solid(TEXT_COLOR) });
        items.push(Item::Fill(Shape::new(path, Paint::Solid(TEXT_COLOR))));
    }
    if !row.plain.is_empty() {
        items.push(Item::fill(at * row.plain.clone(), TEXT_COLOR));
    }
}

/// The page shown at time `t`: each has a share of the caption's time by how much there is to read on it.
fn page_at<'a>(pages: &'a [Page], caption: &Caption, t: f64) -> Option<&'a Page> {
    let characters: usize = pages.iter().map(|page| page.characters).sum();
    let (each, beside) = READING;
    let lasts = caption.end - caption.start;
    let lasts = if lasts.is_finite() { lasts } else { characters as f64 * each + beside };
    let read = ((t - caption.start) / lasts.max(1e-9)).max(0.0) * characters as f64;
    let mut before = 0;
    let turned = pages.iter().find(|page| {
        before += page.characters;
        read < before as f64
    });
    turned.or(pages.last())
}
