//! Painting: a [`crate::display::DisplayList`] enters, a [`Picture`] of RGBA bytes leaves. The only user of tiny-skia; knows
//! nothing of characters.
//!
//! A picture is a pure function of its list: the same bytes whatever was painted before, by which thread, with what kept.
mod blend;
mod bounds;
mod convert;
mod glow;
mod grading;
mod kept;
mod painter;
mod picture;
mod png;

pub use kept::Kept;
pub use painter::Painter;
pub use picture::Picture;
pub use png::write_png;
