//! Props: drawings that are placed, held and worn. A look, the packs and a picture's bytes enter, a [`Prop`] leaves; with where it
//! stands, or the hand it is in, its items. Knows nothing of who acts.
mod art;
mod colors;
mod draw;
mod facts;
mod look;
mod words;

pub use draw::{Prop, Standing};
pub use facts::prop_reference;
pub use look::{Asked, art_names};
