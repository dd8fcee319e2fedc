//! The stage: a frame's state enters, its display list leaves: place, shadows, characters, front, grade, caption. Knows
//! nothing of tiny-skia or of what painted pixels are kept.
mod grade;
mod layout;
mod place;
mod svg;
mod svg_paint;

pub use grade::{GRADES, grade};
pub use layout::Layout;
pub use place::{Anchor, Depth, GROUND, PLACE_SIZE, Piece, Place};
