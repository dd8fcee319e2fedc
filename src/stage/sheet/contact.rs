//! Contact sheets: finished pictures in rows under headings, labelled and ruled.
use super::page::Page;
use crate::display::{Bitmap, DisplayList, Item, Paint, Shape};
use kurbo::{Affine, Point, Rect, Shape as _};
use std::sync::Arc;

/// Room between two pictures, share of the page's width.
const GAP: f64 = 0.006;

/// Pictures in rows under a heading.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The words over it; empty for none.
    pub heading: String,
    /// Rows from the top; each is a list of pictures with the words under them.
    pub rows: Vec<Vec<(String, Bitmap)>>,
}

/// The height at which pictures of these shapes, width over height each, fill a row of a page so wide, pixels.
pub fn fitting(shapes: &[f64], width: u32) -> f64 {
    let page = Page::new(f64::from(width));
    let gaps = GAP * page.width * shapes.len().saturating_sub(1) as f64;
    (page.width - 2.0 * page.margin - gaps) / shapes.iter().sum::<f64>().max(f64::MIN_POSITIVE)
}

/// The sheet of `strips`, `width` pixels wide; its pictures are laid pixel on pixel.
pub fn contact(strips: Vec<Strip>, width: u32) -> DisplayList {
    let mut page = Page::new(f64::from(width));
    let gap = (GAP * page.width).round();
    for strip in strips {
        page.heading(&strip.heading);
        for row in strip.rows {
            let height = row.iter().map(|(_, bitmap)| bitmap.height).max().unwrap_or_default();
            let (mut x, y) = (page.margin.round(), page.y.round());
            for (label, bitmap) in row {
                let (w, h) = (f64::from(bitmap.width), f64::from(bitmap.height));
                let transform = Affine::translate((x, y));
                let paint = Paint::Picture { sizes: Arc::new([bitmap]), transform };
                page.items.push(Item::Fill(Shape::new(Rect::new(x, y, x + w, y + h).to_path(0.1), paint)));
                page.label(&label, Point::new(x + w / 2.0, y + f64::from(height)));
                x += w + gap;
            }
            page.y = y + f64::from(height);
            page.under_labels();
        }
    }
    page.finish()
}
