//! The look: how a cast member's body is to be drawn (figures.md §7).
//!
//! Enters: the `look` object of a cast entry, and the template it is about. Leaves: [`Look`], with a warning for every value
//! that is not known; the default is drawn for it. Never draws.
mod colors;
mod palettes;
mod read;

pub use colors::Colors;
pub use palettes::{Palette, palettes};
pub use read::{Look, Stretch};
