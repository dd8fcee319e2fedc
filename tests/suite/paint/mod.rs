//! Painting: what each item does to pixels, by formula, and the laws that make keeping and threads harmless.
mod grades;
mod coverage;
mod digests;
mod items;
mod laws;

use jabber_render::display::{Blend, Color, DisplayList, Item};
use kurbo::{Affine, BezPath, Rect, Shape};
use std::sync::Arc;

/// An axis-aligned rectangle.
pub fn rect(x0: f64, y0: f64, x1: f64, y1: f64) -> BezPath {
    Rect::new(x0, y0, x1, y1).to_path(0.1)
}

/// A plain group: nothing but items painted together.
pub fn group(items: Arc<[Item]>) -> Item {
    Item::Group { transform: Affine::IDENTITY, opacity: 1.0, blend: Blend::Normal, clip: None, items }
}

/// A list of 8 × 8 pixels.
pub fn list(items: Vec<Item>) -> DisplayList {
    DisplayList { width: 8, height: 8, items }
}

/// The whole of an 8 × 8 picture in one colour.
pub fn ground(color: Color) -> Item {
    Item::fill(rect(0.0, 0.0, 8.0, 8.0), color)
}
