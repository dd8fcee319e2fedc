//! [`Words`]: a line of words in the house face, for what is printed beside pictures: sheets and contact sheets.
use super::fonts::Fonts;
use super::text::{Row, Typesetter};
use crate::display::{Color, Item, Paint, Shape};
use kurbo::{Affine, Point};
use std::sync::Arc;

/// Writes lines. The same words give the same items whatever was written before.
pub struct Words {
    typesetter: Typesetter,
}

impl Default for Words {
    fn default() -> Self {
        Self { typesetter: Typesetter::new(&Fonts::default()) }
    }
}

impl Words {
    /// The items of one line, `size` pixels tall and at most `width` wide (what does not fit is left out); `at` is the start
    /// (share 0), the middle (0.5) or the end (1) of its baseline.
    pub fn line(&mut self, text: &str, (size, width): (f64, f64), at: Point, share: f64, color: Color) -> Vec<Item> {
        let rows = self.typesetter.set(&Fonts::default().drawable(text), size, width, 1);
        let Some(Row { plain, light, bolder, width, .. }) = rows.into_iter().next() else { return Vec::new() };
        let to = Affine::translate((at.x - share * width, at.y));
        let mut items = Vec::new();
        if !light.is_empty() {
            let path = Arc::new(to * light);
            items.push(Item::Stroke { path: Arc::clone(&path), width: bolder, paint: Paint::Solid(color) });
            items.push(Item::Fill(Shape::new(path, Paint::Solid(color))));
        }
        if !plain.is_empty() {
            items.push(Item::fill(to * plain, color));
        }
        items
    }
}
