//! Pages: a text enters; its words, two lines at a time, in a box, outlined, or bare for a bubble, leave.
use crate::display::{Color, Item, Paint, Shape};
use crate::frame::Caption;
use crate::stage::layout::Layout;
use crate::stage::shapes::rounded;
use crate::stage::text::{Row, Typesetter};
use kurbo::{Affine, BezPath, Rect, Shape as _};
use std::sync::Arc;

/// The box, and the words of a bubble: the house ink (style.md §8).
pub const BOX_COLOR: Color = Color::rgb(0x2A, 0x21, 0x38);
/// The words, and a bubble: the house white (style.md §8).
pub const TEXT_COLOR: Color = Color::rgb(0xFF, 0xF9, 0xEE);
/// The box's opacity: over the brightest and the darkest picture alike the words keep their contrast. Tuned by eye.
pub const BOX_OPACITY: f64 = 0.88;
/// A speaker's name on the box and outlined, and in a bubble: told from the words, and as easy to read.
pub const NAME_COLORS: [Color; 2] = [Color::rgb(0xFF, 0xD1, 0x5C), Color::rgb(0x8E, 0x2F, 0x5C)];

/// Measures in 1080p pixels (scaled by min(W, H) / 1080), tuned by eye at arm's length from a phone and across a room.
const TEXT_SIZE: f64 = 35.0;
/// From one baseline to the next.
const ROW_HEIGHT: f64 = 44.0;
/// A name's size and the height of its row.
const NAME: (f64, f64) = (26.0, 34.0);
/// Beside the words, above the first row and below the last: of a box and of a bubble.
const PADDING: [(f64, f64); 2] = [(26.0, 8.0), (34.0, 14.0)];
/// Corner radius.
const RADIUS: f64 = 16.0;
/// How far the middle of the letters lies above the baseline, share of the size.
const LETTER_MIDDLE: f64 = 0.335;
/// What stays free at each side and below, share of the frame's width and height. At the sides more than the safe area of
/// EBU R 95 (3.5 %); below a little less, so that one line lies under the feet of the characters, not on them.
pub(super) const FREE: (f64, f64) = (0.06, 0.025);
/// Longest line of a box and of a bubble, 1080p pixels: about 45 letters are read at a glance, and a bubble belongs to one of
/// several who stand side by side.
const LONGEST: [f64; 2] = [980.0, 560.0];
/// A bubble's width at most, share of the frame's: two hang side by side.
const BUBBLE: f64 = 0.46;
/// Rows shown at once.
const ROWS: usize = 2;
/// How far an outline reaches around the letters, share of the size: told from the picture at any distance. Tuned by eye.
const OUTLINE: f64 = 0.13;
/// How long an unbounded text is read: seconds a character and beside them (language text §7.4, the length of a line).
const READING: (f64, f64) = (0.06, 0.25);

/// How words are set off from the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// On a dark box.
    Boxed,
    /// With a dark outline.
    Outlined,
    /// Dark and bare: a bubble is drawn under them.
    Bare,
}

/// One page of a caption.
#[derive(Clone, Debug)]
pub struct Page {
    /// The words and what they stand on, the middle of its foot at the origin.
    pub items: Arc<[Item]>,
    /// Pixels.
    pub width: f64,
    /// Pixels.
    pub height: f64,
    /// How many characters it shows.
    pub characters: usize,
}

/// What is to be set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wording {
    pub text: Arc<str>,
    pub name: Option<Arc<str>>,
    pub form: Form,
}

impl Form {
    fn at(self) -> usize {
        usize::from(self == Form::Bare)
    }

    /// The colour of words and names.
    fn colors(self) -> [Color; 2] {
        let [light, dark] = NAME_COLORS;
        if self == Form::Bare { [BOX_COLOR, dark] } else { [TEXT_COLOR, light] }
    }
}

/// Characters of a text that are set: an hour of talk without a break. What is set takes two kilobytes each.
const MOST: usize = 50_000;

/// The pages of a wording whose characters the typesetter can draw. In a bubble all are as large as the largest.
pub(super) fn set(typesetter: &mut Typesetter, wording: &Wording, layout: &Layout) -> Arc<[Page]> {
    let (unit, form) = (layout.unit(), wording.form);
    let (free, _) = FREE;
    let (beside, _) = PADDING[form.at()];
    let room = if form == Form::Bare { BUBBLE } else { 1.0 - 2.0 * free };
    let widest = (layout.width * room - 2.0 * beside * unit).min(LONGEST[form.at()] * unit).max(1.0);
    let name = wording.name.as_ref().and_then(|name| {
        let rows = typesetter.set(name, NAME.0 * unit, widest, 1);
        rows.into_iter().next()
    });
    let end = wording.text.char_indices().nth(MOST).map_or(wording.text.len(), |(at, _)| at);
    let text = wording.text.get(..end).unwrap_or_default();
    let rows = typesetter.set(text, TEXT_SIZE * unit, widest, ROWS);
    let shown: Vec<&[Row]> = rows.chunks(ROWS).filter(|rows| rows.iter().any(|row| row.characters > 0)).collect();
    let sizes: Vec<(f64, f64)> = shown.iter().map(|rows| size(rows, name.as_ref(), form, unit)).collect();
    let largest = sizes.iter().fold((0.0, 0.0), |(w, h): (f64, f64), (width, height)| (w.max(*width), h.max(*height)));
    let of = |(rows, size): (&&[Row], &(f64, f64))| {
        page(rows, name.as_ref(), form, if form == Form::Bare { largest } else { *size }, unit)
    };
    shown.iter().zip(&sizes).map(of).collect()
}

/// Width and height of a page, pixels.
fn size(rows: &[Row], name: Option<&Row>, form: Form, unit: f64) -> (f64, f64) {
    let (beside, above) = PADDING[form.at()];
    let words = rows.iter().chain(name).map(|row| row.width).fold(0.0, f64::max);
    let named = if name.is_some() { NAME.1 } else { 0.0 };
    let height = (rows.len() as f64 * ROW_HEIGHT + named + 2.0 * above) * unit;
    ((words / 2.0 + beside * unit).ceil() * 2.0, height.ceil())
}

fn page(rows: &[Row], name: Option<&Row>, form: Form, (width, height): (f64, f64), unit: f64) -> Page {
    let mut items = Vec::new();
    if form == Form::Boxed {
        let outline = rounded(Rect::new(-width / 2.0, -height, width / 2.0, 0.0), RADIUS * unit);
        items.push(Item::fill(outline, BOX_COLOR.with_opacity(BOX_OPACITY)));
    }
    let own = rows.len() as f64 * ROW_HEIGHT + if name.is_some() { NAME.1 } else { 0.0 };
    // Fewer rows than the largest page has stand in the middle.
    let mut y = (-height - own * unit) / 2.0;
    let [of_words, of_name] = form.colors();
    let named = name.map(|name| (name, NAME, of_name));
    let lines = named.into_iter().chain(rows.iter().map(|row| (row, (TEXT_SIZE, ROW_HEIGHT), of_words)));
    for (row, (size, tall), color) in lines {
        let baseline = y + (tall / 2.0 + LETTER_MIDDLE * size) * unit;
        let at = Affine::translate((-row.width / 2.0, baseline));
        if form == Form::Outlined {
            items.extend(around(row, at, OUTLINE * size * unit));
        }
        write(row, at, color, &mut items);
        y += tall * unit;
    }
    Page { items: items.into(), width, height, characters: rows.iter().map(|row| row.characters).sum() }
}

/// A row's letters, as bold as they are drawn.
fn write(row: &Row, at: Affine, color: Color, items: &mut Vec<Item>) {
    if !row.light.is_empty() {
        let path = Arc::new(at * row.light.clone());
        items.push(Item::Stroke { path: Arc::clone(&path), width: row.bolder, paint: Paint::Solid(color) });
        items.push(Item::Fill(Shape::new(path, Paint::Solid(color))));
    }
    if !row.plain.is_empty() {
        items.push(Item::fill(at * row.plain.clone(), color));
    }
    pictures(row, at, items);
}

/// A row's coloured emoji, on whole pixels.
pub(in crate::stage) fn pictures(row: &Row, at: Affine, items: &mut Vec<Item>) {
    for (sizes, corner) in &row.pictures {
        let Some(picture) = sizes.first() else { continue };
        let corner = at * *corner;
        let corner = (corner.x.round(), corner.y.round());
        let (width, height) = (f64::from(picture.width), f64::from(picture.height));
        let path = Rect::from_origin_size(corner, (width, height)).to_path(0.1);
        let paint = Paint::Picture { sizes: Arc::clone(sizes), transform: Affine::translate(corner) };
        items.push(Item::Fill(Shape::new(path, paint)));
    }
}

/// What lies around a row's letters, so many pixels wide.
fn around(row: &Row, at: Affine, reach: f64) -> Vec<Item> {
    let stroke = |path: &BezPath, bolder: f64| Item::Stroke {
        path: Arc::new(at * path.clone()),
        width: bolder + 2.0 * reach,
        paint: Paint::Solid(BOX_COLOR),
    };
    let parts = [(&row.light, row.bolder), (&row.plain, 0.0)];
    parts.into_iter().filter(|(path, _)| !path.is_empty()).map(|(path, bolder)| stroke(path, bolder)).collect()
}

/// The page shown at time `t`: each has a share of the caption's time by how much there is to read on it.
pub(super) fn page_at<'a>(pages: &'a [Page], caption: &Caption, t: f64) -> Option<&'a Page> {
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
