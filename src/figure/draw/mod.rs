//! Draws a figure in a pose.
//!
//! Enters: a [`Figure`], what it acts ([`Acting`]) and where it stands. Leaves: display items in pixels, and [`Drawn`]: what a
//! stage needs to know of them. The pose is never changed.
mod figure;
mod grip;
mod ground;
mod holding;
mod limb;
mod painter;
mod place;
mod reaching;

pub use figure::{Acting, Drawn, Figure, Shadow, draw, draw_holding, outlines, pose};
pub use holding::{Hold, Spot, Worn};
pub use place::Place;
