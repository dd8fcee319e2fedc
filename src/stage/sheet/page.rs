//! The page: rows of cells under headings, ruled, fit to print.
use super::cell::{Cell, Focus};
use crate::display::{Color, DisplayList, Item, Paint};
use crate::stage::words::Words;
use kurbo::{BezPath, Point, Rect, Shape as _};
use std::sync::Arc;

/// Paper, words, rules and shadows, after the house sheets.
const PAPER: Color = Color::rgb(0xD6, 0xE4, 0xE3);
const WORDS: Color = Color::rgb(0x4A, 0x66, 0x70);
const RULE: Color = Color::rgb(0xAF, 0xC6, 0xC8);
const SHADOW: Color = Color::rgb(0x9C, 0xBC, 0xBE);
const INK: Color = Color::rgb(0x2A, 0x21, 0x38);

/// Shares of the page's width.
const MARGIN: f64 = 0.02;
const HEADING: f64 = 0.016;
const LABEL: f64 = 0.0095;

/// A row of cells under a heading; it breaks into as many lines as it takes.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The words over it; empty for none.
    pub heading: String,
    /// Cells side by side.
    pub columns: usize,
    /// Height of a cell over its width.
    pub tall: f64,
    /// The cells in order.
    pub cells: Vec<Cell<'a>>,
}

/// The sheet of `rows`, `width` pixels wide.
pub fn sheet(rows: &[Row], width: u32) -> DisplayList {
    let mut page = Page::new(f64::from(width));
    rows.iter().for_each(|row| page.row(row));
    page.finish()
}

/// A page that is filled from the top.
pub(super) struct Page {
    pub width: f64,
    pub margin: f64,
    /// Where the next row begins.
    pub y: f64,
    pub items: Vec<Item>,
    words: Words,
}

impl Page {
    pub fn new(width: f64) -> Self {
        let margin = width * MARGIN;
        Page { width, margin, y: margin, items: Vec::new(), words: Words::default() }
    }

    /// The page on its paper, as tall as what it holds.
    pub fn finish(mut self) -> DisplayList {
        let height = (self.y + self.margin).ceil().clamp(1.0, f64::from(u16::MAX)) as u32;
        let paper = Rect::new(0.0, 0.0, self.width, f64::from(height)).to_path(0.1);
        let mut items = vec![Item::fill(paper, PAPER)];
        items.append(&mut self.items);
        DisplayList { width: self.width as u32, height, items }
    }

    /// Words over a rule; nothing for none.
    pub fn heading(&mut self, words: &str) {
        if !words.is_empty() {
            let size = self.width * HEADING;
            self.write(words, size, Point::new(self.margin, self.y + size), 0.0);
            self.y += size * 1.6;
            self.rule(self.y);
            self.y += size * 0.4;
        }
    }

    /// The words under a cell whose lower edge has its middle at `at`.
    pub fn label(&mut self, words: &str, at: Point) {
        let size = self.width * LABEL;
        self.write(words, size, Point::new(at.x, at.y + size), 0.5);
    }

    /// Goes on below the labels of a row.
    pub fn under_labels(&mut self) {
        self.y += self.width * LABEL * 2.2;
    }

    fn row(&mut self, row: &Row) {
        self.heading(&row.heading);
        let columns = row.columns.max(1);
        let width = (self.width - 2.0 * self.margin) / columns as f64;
        let height = width * row.tall;
        // Figures of one row are drawn at one scale; a hand fills its cell.
        let whole = |cell: &&Cell| matches!(cell.focus, Focus::Whole | Focus::Silhouette);
        let extents = row.cells.iter().filter(whole).map(Cell::extent);
        let common = extents.reduce(|a, b| {
            let half = a.width().max(b.width()) / 2.0;
            Rect::new(-half, a.y0.min(b.y0), half, a.y1.max(b.y1))
        });
        // Faces are compared: heads of one row are of one size too, each about its own middle.
        let heads = row.cells.iter().filter(|cell| cell.focus == Focus::Head).map(Cell::extent);
        let largest = heads.fold((0.0, 0.0), |(w, h): (f64, f64), head| (w.max(head.width()), h.max(head.height())));
        for line in row.cells.chunks(columns) {
            for (i, cell) in line.iter().enumerate() {
                let left = self.margin + i as f64 * width;
                let frame = Rect::new(left, self.y, left + width, self.y + height);
                let own = match (cell.extent(), &cell.focus) {
                    (own, Focus::Head) => Rect::from_center_size(own.center(), largest),
                    (own, _) => own,
                };
                let extent = match common.filter(|_| whole(&cell)) {
                    // The scale is common, the middle is the figure's own.
                    Some(common) => {
                        Rect::from_center_size((own.center().x, common.center().y), (common.width(), common.height()))
                    }
                    None => own,
                };
                let shade = if cell.focus == Focus::Silhouette { INK } else { SHADOW };
                cell.fit(frame, extent, shade, &mut self.items);
                self.label(&cell.label, Point::new(frame.center().x, frame.y1));
            }
            self.y += height;
            self.under_labels();
        }
    }

    fn rule(&mut self, y: f64) {
        let mut path = BezPath::new();
        path.move_to((self.margin, y));
        path.line_to((self.width - self.margin, y));
        self.items.push(Item::Stroke { path: Arc::new(path), width: self.width / 1600.0, paint: Paint::Solid(RULE) });
    }

    /// Writes words on one baseline: `at` is their start (share 0), middle (0.5) or end (1).
    fn write(&mut self, text: &str, size: f64, at: Point, share: f64) {
        let line = self.words.line(text, (size, self.width), at, share, WORDS);
        self.items.extend(line);
    }
}
