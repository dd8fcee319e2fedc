//! Templates: a body as data (figures.md §1).
//!
//! Enters: the JSON of a template. Leaves: a [`Template`] whose every reference is known to be good, or diagnostics that say
//! where it is not. It poses nothing and draws nothing.
//!
//! Coordinates are template units at rest: y up, origin at the feet's centre, the body's declared height up to its crown. A
//! pivot and the art of a node are written where they lie on the resting body, so that the frames of all nodes coincide at
//! rest and a model sheet can be read off directly.
mod art;
mod check;
mod file;
mod paint;
mod palette;
mod point;
mod range;
mod reading;
mod shipped;

pub(in crate::figure) use art::when as read_when;

/// The format in words, for people who write one.
pub const REFERENCE: &str = include_str!("reference.txt");

pub use art::{Drape, Form, Limb, Line, Placing, Primitive, When};
pub use file::{Blend, Build, Grip, Guise, Limits, Node, Raised, Slot, SpotAt, Template, ViewArt};
pub use paint::{Step, Tint};
pub use palette::{PALETTE, ROLES, color, color_hint, color_names};
pub use point::{Corner, Xy};
pub use shipped::{shipped, shipped_names};
