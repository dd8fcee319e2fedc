//! The contact sheet: the stills that fail in one picture, a row each: expected, actual, and the difference between them.
use super::difference::AMPLIFIED;
use super::pictures::Pictures;
use super::pixels::Pixels;
use super::verdict::Outcome;
use crate::display::{Color, DisplayList, Item};
use crate::paint::{Kept, Painter, Picture};
use crate::stage::Words;
use kurbo::{Point, Rect, Shape};
use std::sync::Arc;

/// Rows of a contact sheet, the worst stills: more do not make it easier to look at.
pub const CONTACT_ROWS: usize = 30;

/// Measures, pixels: a picture's width, what lies around and between, and the words over a row and over the columns.
const PICTURE: u32 = 320;
const GAP: u32 = 12;
const HEADING: u32 = 40;
const TITLES: u32 = 30;
/// Sizes of a name and of what is said of it, pixels.
const NAME: f64 = 15.0;
const SAID: f64 = 11.5;
/// Letters of that size in the sheet's width.
const LETTERS: usize = 150;
/// Paper, ink, what is said less loudly, and where there is no picture.
const PAPER: Color = Color::rgb(0xF4, 0xF4, 0xF1);
const INK: Color = Color::rgb(0x1D, 0x1C, 0x22);
const DIM: Color = Color::rgb(0x62, 0x60, 0x6B);
const WELL: Color = Color::rgb(0xDE, 0xDE, 0xDB);

/// The contact sheet of the stills that fail, in the order given; `None` when none has a picture.
pub fn contact(outcomes: &[Outcome]) -> Option<Pixels> {
    let pictured = outcomes.iter().filter_map(|outcome| Some(Line::of(outcome, outcome.pictures.as_ref()?)));
    let rows: Vec<Line<'_>> = pictured.filter(|row| row.height() > 0).take(CONTACT_ROWS).collect();
    if rows.is_empty() {
        return None;
    }
    let width = GAP + 3 * (PICTURE + GAP);
    let whole: u32 = rows.iter().map(|row| HEADING + row.height() + GAP).sum();
    let mut sheet = page(&rows, width, TITLES + whole + GAP);
    let mut top = TITLES;
    for row in &rows {
        for (column, picture) in row.pictures.iter().enumerate() {
            if let Some(picture) = picture {
                lay(&mut sheet, picture, left(column as u32), top + HEADING);
            }
        }
        top += HEADING + row.height() + GAP;
    }
    Some(sheet)
}

/// A row of the sheet: its still, and the pictures in their columns.
struct Line<'a> {
    outcome: &'a Outcome,
    pictures: [Option<Pixels>; 3],
}

impl<'a> Line<'a> {
    fn of(outcome: &'a Outcome, pictures: &Pictures) -> Self {
        let pictures = [&pictures.expected, &pictures.actual, &pictures.difference];
        Self { outcome, pictures: pictures.map(|png| Pixels::from_png(png.as_deref()?).ok()) }
    }

    fn height(&self) -> u32 {
        let heights = self.pictures.iter().flatten().map(|picture| picture.height.div_ceil(step(picture)));
        heights.max().unwrap_or(0)
    }
}

/// Where a column begins.
fn left(column: u32) -> u32 {
    GAP + column * (PICTURE + GAP)
}

/// How many pixels of a picture become one: sheets are wider than a column.
fn step(picture: &Pixels) -> u32 {
    picture.width.div_ceil(PICTURE).max(1)
}

/// The paper with the words on it.
fn page(rows: &[Line<'_>], width: u32, height: u32) -> Pixels {
    let mut words = Words::default();
    let rect =
        |x: u32, y: u32, w: u32, h: u32| Rect::new(x.into(), y.into(), (x + w).into(), (y + h).into()).to_path(0.1);
    let mut items = vec![Item::fill(rect(0, 0, width, height), PAPER)];
    let room = f64::from(width - 2 * GAP);
    let at = |x: u32, y: f64| Point::new(x.into(), y);
    let titles = ["expected".to_owned(), "actual".to_owned(), format!("difference ×{AMPLIFIED}")];
    for (column, title) in (0..).zip(&titles) {
        items.extend(words.line(title, (SAID, room), at(left(column), f64::from(TITLES) - 10.0), 0.0, DIM));
    }
    let mut top = TITLES;
    for row in rows {
        let (base, outcome) = (f64::from(top), row.outcome);
        items.extend(words.line(&outcome.name, (NAME, room), at(GAP, base + 15.0), 0.0, INK));
        let said = [outcome.said(), outcome.cause.as_ref().map(ToString::to_string)];
        let said = short(&said.into_iter().flatten().collect::<Vec<_>>().join(";  "));
        items.extend(words.line(&said, (SAID, room), at(GAP, base + 32.0), 0.0, DIM));
        for (column, _) in (0..).zip(&row.pictures).filter(|(_, picture)| picture.is_none()) {
            items.push(Item::fill(rect(left(column), top + HEADING, PICTURE, row.height()), WELL));
        }
        top += HEADING + row.height() + GAP;
    }
    let mut picture = Picture::default();
    Painter::new(Arc::new(Kept::default())).paint_into(&DisplayList { width, height, items }, &mut picture);
    Pixels::from(&picture)
}

/// As many letters as a line of the sheet has room for.
fn short(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Lays a picture on the sheet, its pixels averaged when it is wider than a column.
fn lay(sheet: &mut Pixels, picture: &Pixels, left: u32, top: u32) {
    let step = step(picture);
    for y in 0..picture.height.div_ceil(step) {
        for x in 0..picture.width.div_ceil(step) {
            let block = (0..step).flat_map(|dy| (0..step).map(move |dx| (x * step + dx, y * step + dy)));
            let pixels: Vec<[u8; 4]> = block.filter_map(|(x, y)| picture.pixel(x, y)).collect();
            let count = pixels.len().max(1) as u32;
            let mean =
                |i: usize| ((pixels.iter().map(|pixel| u32::from(pixel[i])).sum::<u32>() + count / 2) / count) as u8;
            let start = ((top + y) as usize * sheet.width as usize + (left + x) as usize) * 4;
            if let Some(target) = sheet.data.get_mut(start..start + 3) {
                target.copy_from_slice(&[mean(0), mean(1), mean(2)]);
            }
        }
    }
}
