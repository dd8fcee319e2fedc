//! The words on a prop: a text and its room enter, items leave, as large as they fit. Sets lines, draws nothing else.
use crate::display::{Color, Item, Paint, Shape};
use crate::stage::fonts::Fonts;
use crate::stage::text::{Row, Typesetter};
use kurbo::{Affine, BezPath, Rect};
use std::sync::Arc;

/// The largest size, share of the room's height; each try is the next share of the one before. Tuned by eye on the sign.
const LARGEST: f64 = 0.72;
const NEXT: f64 = 0.93;
/// Tries: down to a fortieth of the room's height.
const TRIES: usize = 46;
/// From one baseline to the next, and the height of capitals; shares of the size.
const LINE: f64 = 1.14;
const CAPITALS: f64 = 0.7;

/// The words in the middle of `room`; nothing when there are none.
pub(super) fn set(text: &str, room: Rect, color: Color, fonts: &Fonts) -> Vec<Item> {
    let mut typesetter = Typesetter::new(fonts);
    let text = fonts.drawable(text);
    let fits = |typesetter: &mut Typesetter, size: f64| {
        let widest = text
            .split_whitespace()
            .map(|word| typesetter.set(word, size, f64::MAX, 1).iter().map(|row| row.width).fold(0.0, f64::max));
        let whole = widest.fold(0.0, f64::max) <= room.width();
        let rows = typesetter.set(&text, size, room.width(), 1);
        let tall = (rows.len() as f64 - 1.0) * LINE * size + CAPITALS * size;
        (whole && tall <= room.height()).then_some(rows)
    };
    let mut size = room.height() * LARGEST;
    for _ in 0..TRIES {
        if let Some(rows) = fits(&mut typesetter, size) {
            return lines(rows, size, room, color);
        }
        size *= NEXT;
    }
    Vec::new()
}

fn lines(rows: Vec<Row>, size: f64, room: Rect, color: Color) -> Vec<Item> {
    let tall = (rows.len() as f64 - 1.0) * LINE * size + CAPITALS * size;
    let first = room.center().y - tall / 2.0 + CAPITALS * size;
    let mut items = Vec::new();
    for (i, row) in rows.into_iter().enumerate() {
        let to = Affine::translate((room.center().x - row.width / 2.0, first + i as f64 * LINE * size));
        let mut put = |path: BezPath, bolder: f64| {
            if path.is_empty() {
                return;
            }
            let path = Arc::new(to * path);
            if bolder > 0.0 {
                items.push(Item::Stroke { path: Arc::clone(&path), width: bolder, paint: Paint::Solid(color) });
            }
            items.push(Item::Fill(Shape::new(path, Paint::Solid(color))));
        };
        put(row.light, row.bolder);
        put(row.plain, 0.0);
    }
    items
}
