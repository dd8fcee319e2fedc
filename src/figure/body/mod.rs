//! A body: one view of a template in one look, ready to be posed and drawn.
//!
//! Enters: template and look. Leaves: bones and their art with colours and builds worked out. Knows no pose.
mod bake;
mod edge;
mod piece;
mod reshape;
mod whole;

pub use piece::{Carried, Joint, LimbShape, Outline, Piece, Shape};
pub use reshape::{Reshape, along_muzzle};
pub use whole::Body;
