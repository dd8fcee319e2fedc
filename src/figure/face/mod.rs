//! Faces from numbers (figures.md §6): mood, blink, jaw and speech become action units, and the units become eyes, brows and
//! a mouth.
//!
//! Enters: a [`Feeling`] and a template's [`Face`]. Leaves: items through the kit's pen. Nothing is remembered between
//! frames, and no mood has a drawing of its own.
mod beak;
mod brow;
mod chosen;
mod config;
mod expression;
mod eye;
mod fang;
mod mouth;
mod paint;
mod snout;
mod speech;
mod units;

pub use config::{Beak, Brow, Cheek, Eye, Face, Fang, Mouth, Snout};
pub use expression::{Expression, Feeling, express, speak};
pub use paint::{Palette, Piece, draw};
pub use speech::{Lips, Speech, Viseme, lips};
pub use units::{Units, mood, mood_words};
