//! Painting: a [`crate::display::DisplayList`] enters, a [`Picture`] of RGBA bytes leaves. The only user of
//! tiny-skia, which strokes and shades radially; knows nothing of characters.
//!
//! A picture is a pure function of its list: the same bytes whatever was painted before, by which thread, with what kept.
mod blend;
mod bounds;
mod changes;
mod convert;
mod coverage;
mod glow;
mod gradient;
mod ground;
mod group;
mod grading;
mod kept;
mod layer;
mod light;
mod painter;
mod picture;
mod png;
mod raster;
mod sample;
mod sparse;
mod together;

pub use bounds::Area;
pub use changes::Parts;
pub use kept::Kept;
pub use painter::Painter;
pub use picture::Picture;
pub use png::{write_png, write_straight_png};
