//! The words of cards, set: texts and a style enter, the outlines of lines leave, where they stand on the frame.
use super::caption::pictures;
use super::layout::Layout;
use super::text::{Row, Typesetter};
use crate::display::{Color, Item, Paint, Shape};
use crate::vocabulary::{CardStyle, Credit};
use kurbo::{Affine, Rect};
use std::sync::Arc;

/// What stays free at each side, share of the frame's width: EBU R 95 asks for 5 % beside graphics.
const FREE: f64 = 0.08;
/// Sizes of a title that are tried, the largest first, 1080p pixels.
const SIZES: [f64; 9] = [176.0, 150.0, 132.0, 116.0, 100.0, 86.0, 72.0, 58.0, 44.0];
/// Rows of a title in a frame that is wider than high, and in another.
const ROWS: (usize, usize) = (2, 4);
/// From one baseline of a title to the next, share of its size.
const LEADING: f64 = 1.16;
/// A title's second line: its size, a share of the title's and at least so many 1080p pixels, and how far under the title, share of its own size.
const SUB: (f64, f64, f64) = (0.36, 38.0, 1.15);
/// How far the middle of the letters lies above the baseline, share of the size.
const LETTER_MIDDLE: f64 = 0.335;
/// How much bolder than in captions a title's letters are.
const BOLD: f64 = 1.7;
/// Words in the lower left: the sizes of the title that are tried, 1080p pixels, and the highest line their foot stands on, share of the frame's height: over
/// a caption of two rows.
const LOWER_SIZES: [f64; 3] = [64.0, 52.0, 42.0];
const LOWER_FOOT: f64 = 0.79;
/// Where the middle of words over the scene stands, share of the frame's height.
const OVER_MIDDLE: f64 = 0.26;
/// Credits: the sizes of a heading, a role and a name, 1080p pixels, and their share of a line's height.
const CREDITS: (f64, f64, f64) = (72.0, 38.0, 44.0);
/// Room before a heading, before a role and between names, share of the size.
const ROOM: (f64, f64, f64) = (1.1, 0.55, 1.4);
/// Half the room between the column of roles and that of names, 1080p pixels.
const GUTTER: f64 = 24.0;

/// The colours of a style's words: of what is large, of what is small, and of the rim around both, when they stand on a picture.
#[derive(Clone, Copy)]
pub(super) struct Inks {
    pub large: Color,
    pub small: Color,
    rim: Option<Color>,
}

pub(super) const CREAM: Color = Color::rgb(0xFF, 0xF4, 0xDE);
pub(super) const INK: Color = Color::rgb(0x2A, 0x21, 0x38);
pub(super) const YELLOW: Color = Color::rgb(0xF7, 0xC9, 0x3E);
pub(super) const CORAL: Color = Color::rgb(0xC9, 0x4A, 0x3A);

impl Inks {
    /// A style's.
    pub fn of(style: CardStyle) -> Self {
        match style {
            CardStyle::Card | CardStyle::Lower => Self { large: CREAM, small: YELLOW, rim: None },
            CardStyle::Paper => Self { large: INK, small: CORAL, rim: None },
            CardStyle::Rings | CardStyle::Over => Self { large: CREAM, small: YELLOW, rim: Some(INK) },
        }
    }
}

/// Characters of a text on a card that are set: several times what any frame can show.
const MOST: usize = 1000;

/// As much of a text as is set.
fn cut(text: &str) -> &str {
    text.char_indices().nth(MOST).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// Words as they stand on a frame.
pub(super) struct Set {
    /// The lines in the order in which they come, in pixels of the frame; of credits, from the top of the roll.
    pub lines: Vec<Arc<[Item]>>,
    /// What the words cover, pixels; of credits, without its meaning.
    pub bounds: Rect,
    /// How high all of it is, pixels.
    pub height: f64,
    /// It rolls: credits.
    pub rolls: bool,
}

/// A title and its second line.
pub(super) fn title(
    typesetter: &mut Typesetter,
    (text, sub): (&str, Option<&str>),
    style: CardStyle,
    layout: &Layout,
) -> Set {
    let (unit, lower) = (layout.unit(), style == CardStyle::Lower);
    let whole = layout.width * (1.0 - 2.0 * FREE);
    let widest = match style {
        CardStyle::Lower => whole * 0.75,
        // What fits in the innermost ring with a ring or two to spare around it.
        CardStyle::Rings => whole.min(layout.height * 0.85),
        _ => whole,
    };
    let most = match style {
        CardStyle::Rings => ROWS.1 - 1,
        _ if layout.width > layout.height => ROWS.0,
        _ => ROWS.1,
    };
    let sizes = match style {
        CardStyle::Lower => &LOWER_SIZES[..],
        CardStyle::Rings => &SIZES[2..],
        _ => &SIZES[..],
    };
    let (size, rows) = fitted(typesetter, cut(text), sizes, (widest, most), unit);
    let sub_size = (size * SUB.0).max(SUB.1 * unit * if lower { 0.9 } else { 1.0 });
    let sub = sub.map(|sub| typesetter.set(cut(sub), sub_size, widest, 2)).unwrap_or_default();
    let (leading, sub_leading) = (size * LEADING, sub_size * 1.3);
    let under = if sub.is_empty() { 0.0 } else { sub_size * (SUB.2 - 0.5) + sub.len() as f64 * sub_leading };
    let height = rows.len() as f64 * leading + under;
    let top = match style {
        CardStyle::Lower => layout.height * LOWER_FOOT - height,
        // Above most heads.
        CardStyle::Over => (layout.height * OVER_MIDDLE - height / 2.0).max(layout.height * FREE),
        _ => (layout.height - height) / 2.0,
    };
    let inks = Inks::of(style);
    let mut set = Set { lines: Vec::new(), bounds: Rect::ZERO, height, rolls: false };
    let mut widths = 0.0_f64;
    let mut put = |row: &Row, middle: f64, size: f64, (color, bold): (Color, f64)| {
        let left = if lower { layout.width * FREE + 40.0 * unit } else { (layout.width - row.width) / 2.0 };
        widths = widths.max(row.width);
        let mut items = Vec::new();
        write(row, Affine::translate((left, middle + LETTER_MIDDLE * size)), (color, inks.rim), bold, &mut items);
        set.lines.push(items.into());
    };
    for (i, row) in rows.iter().enumerate() {
        put(row, top + (i as f64 + 0.5) * leading, size, (inks.large, BOLD));
    }
    let below = top + rows.len() as f64 * leading + sub_size * (SUB.2 - 0.5);
    for (i, row) in sub.iter().enumerate() {
        put(row, below + (i as f64 + 0.5) * sub_leading, sub_size, (inks.small, 1.0));
    }
    let left = if lower { layout.width * FREE + 40.0 * unit } else { (layout.width - widths) / 2.0 };
    set.bounds = Rect::new(left, top, left + widths, top + height);
    set
}

/// The largest of the sizes in which no word is broken and the text takes no more than so many rows; else the smallest.
fn fitted(
    typesetter: &mut Typesetter,
    text: &str,
    sizes: &[f64],
    (widest, most): (f64, usize),
    unit: f64,
) -> (f64, Vec<Row>) {
    let mut last = (0.0, Vec::new());
    for size in sizes.iter().map(|size| size * unit) {
        let mut longest =
            |word: &str| typesetter.set(word, size, f64::from(u16::MAX), 1).first().map_or(0.0, |row| row.width);
        let fits = text.split_whitespace().all(|word| longest(word) <= widest);
        let rows = typesetter.set(text, size, widest, 1);
        let done = fits && rows.len() <= most;
        last = (size, rows);
        if done {
            break;
        }
    }
    last
}

/// Credits as one roll: headings in the middle; roles beside names, or over them in a frame that is higher than wide.
pub(super) fn credits(typesetter: &mut Typesetter, lines: &[Credit], style: CardStyle, layout: &Layout) -> Set {
    let mut roll = Roll { typesetter, layout, inks: Inks::of(style), items: Vec::new(), y: 0.0 };
    lines.iter().for_each(|line| roll.line(line));
    Set { height: roll.y, lines: roll.items, bounds: Rect::ZERO, rolls: true }
}

/// Where words stand beside a vertical line.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Middle,
    Right,
}

struct Roll<'a> {
    typesetter: &'a mut Typesetter,
    layout: &'a Layout,
    inks: Inks,
    items: Vec<Arc<[Item]>>,
    y: f64,
}

impl Roll<'_> {
    fn line(&mut self, line: &Credit) {
        let unit = self.layout.unit();
        let (heading, role, name) = (CREDITS.0 * unit, CREDITS.1 * unit, CREDITS.2 * unit);
        let Some(text) = &line.role else {
            let before = if self.items.is_empty() { 0.0 } else { heading * ROOM.0 };
            self.y += before;
            line.names.iter().for_each(|text| self.text(text, heading, Side::Middle, self.inks.large, BOLD));
            self.y += heading * 0.35;
            return;
        };
        self.y += name * ROOM.1;
        if self.layout.width > self.layout.height {
            let start = self.y;
            self.text(text, role, Side::Left, self.inks.small, 1.0);
            let after = std::mem::replace(&mut self.y, start);
            line.names.iter().for_each(|text| self.text(text, name, Side::Right, self.inks.large, 1.0));
            self.y = self.y.max(after);
        } else {
            self.text(text, role, Side::Middle, self.inks.small, 1.0);
            line.names.iter().for_each(|text| self.text(text, name, Side::Middle, self.inks.large, 1.0));
        }
    }

    /// Words in as many rows as they take, under what is there. Roles and names that stand side by side share their baseline.
    fn text(&mut self, text: &str, size: f64, side: Side, color: Color, bold: f64) {
        let (unit, width) = (self.layout.unit(), self.layout.width);
        let whole = width * (1.0 - 2.0 * FREE);
        let widest = if matches!(side, Side::Middle) { whole } else { whole / 2.0 - GUTTER * unit };
        let step = size.max(CREDITS.2 * unit) * ROOM.2;
        for row in self.typesetter.set(cut(text), size, widest, 1) {
            let left = match side {
                Side::Left => width / 2.0 - GUTTER * unit - row.width,
                Side::Middle => (width - row.width) / 2.0,
                Side::Right => width / 2.0 + GUTTER * unit,
            };
            let baseline = self.y + step * 0.5 + LETTER_MIDDLE * size.max(CREDITS.2 * unit);
            let mut items = Vec::new();
            write(&row, Affine::translate((left, baseline)), (color, self.inks.rim), bold, &mut items);
            self.items.push(items.into());
            self.y += step;
        }
    }
}

/// The width of a rim, share of a letter's height, about.
const RIM: f64 = 3.2;

/// A row's outlines; the rim under all of them.
fn write(row: &Row, at: Affine, (color, rim): (Color, Option<Color>), bold: f64, items: &mut Vec<Item>) {
    let pen = row.bolder * bold;
    let (light, plain) = (Arc::new(at * row.light.clone()), Arc::new(at * row.plain.clone()));
    let stroke = |path: &Arc<_>, width: f64, color: Color| Item::Stroke {
        path: Arc::clone(path),
        width,
        paint: Paint::Solid(color),
    };
    let drawn = [&light, &plain].into_iter().filter(|path| !path.is_empty());
    if let Some(rim) = rim {
        items.extend(drawn.clone().map(|path| stroke(path, pen + row.bolder * RIM, rim)));
    }
    if !light.is_empty() {
        items.push(stroke(&light, pen, color));
    }
    items.extend(drawn.map(|path| Item::Fill(Shape::new(Arc::clone(path), Paint::Solid(color)))));
    pictures(row, at, items);
}
