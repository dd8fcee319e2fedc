//! The rig: a tree of nodes and a pose in, a posed skeleton out (figures.md §2).
//!
//! Knows nothing of art, colours or pixels.
mod bone;
mod depth;
mod posed;
mod reads;

pub use bone::{Bone, bones};
pub use depth::{depths, order};
pub use posed::Posed;
pub use reads::{Around, Reads};
