//! A prop's picture: the bytes of an SVG, PNG, JPEG or WebP and what is said beside it enter, items and marks leave.
use super::facts::Facts;
use crate::diagnostic::Diagnostic;
use crate::display::{Color, Item};
use crate::stage::alive::Life;
use crate::stage::place::Piece;
use crate::stage::places::is_svg;
use crate::stage::{photo, svg};
use kurbo::{Point, Rect, Shape as _};
use std::collections::BTreeMap;

/// A prop's drawing: units are the picture's pixels, y down from its upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Art {
    pub items: Vec<Item>,
    /// Drawn instead in profile, when not empty.
    pub side: Vec<Item>,
    pub size: (f64, f64),
    /// `ground`, `pivot`, `worn`, `grip` and `grip-…`.
    pub marks: BTreeMap<String, Point>,
    /// Room for words.
    pub text: Option<Rect>,
}

/// The ids of marks.
fn is_mark(id: &str) -> bool {
    matches!(id, "ground" | "pivot" | "grip" | "worn") || id.starts_with("grip-")
}

impl Art {
    /// Reads a picture; what the facts say goes before what its elements say.
    ///
    /// # Errors
    /// One diagnostic when the bytes are no picture.
    pub fn read(bytes: &[u8], facts: &Facts) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let mut warnings = Vec::new();
        let mut art = if is_svg(bytes) {
            let art = svg::read(bytes, &Life::default())
                .map_err(|fault| Diagnostic::error("", format!("not a readable SVG: {fault}")))?;
            warnings = art.warnings;
            let boxes = svg::boxes(bytes);
            let items = art.pieces.iter().flat_map(|piece: &Piece| piece.items.iter().cloned()).collect();
            let marks = boxes.iter().filter(|(id, _)| is_mark(id)).map(|(id, at)| (id.clone(), at.center())).collect();
            Self { items, side: Vec::new(), size: (art.width, art.height), marks, text: boxes.get("text").copied() }
        } else {
            let (item, size, _) = photo::picture(bytes)?;
            Self { items: vec![item], side: Vec::new(), size, marks: BTreeMap::new(), text: None }
        };
        art.marks.extend(facts.marks.iter().map(|(name, at)| (name.clone(), *at)));
        art.text = facts.text.or(art.text);
        Ok((art, warnings))
    }

    /// What stands for art that is not there.
    pub fn plain() -> Self {
        let board = |rect: Rect, color: Color| Item::fill(rect.to_path(0.1), color);
        let items = vec![
            board(Rect::new(0.0, 0.0, 120.0, 120.0), Color::rgb(0xB9, 0x73, 0x3F)),
            board(Rect::new(8.0, 8.0, 112.0, 112.0), Color::rgb(0xD9, 0xA0, 0x66)),
        ];
        Self { items, side: Vec::new(), size: (120.0, 120.0), marks: BTreeMap::new(), text: None }
    }

    /// A mark, or where it is without one: the ground at the middle of the lower edge, the others in the middle.
    pub fn mark(&self, name: &str) -> Point {
        let (width, height) = self.size;
        self.marks.get(name).copied().unwrap_or(match name {
            "ground" | "worn" => Point::new(width / 2.0, height),
            _ => Point::new(width / 2.0, height / 2.0),
        })
    }
}
