//! The rig: a tree of nodes and a pose in, a posed skeleton out (figures.md §2).
//!
//! Knows nothing of art, colours or pixels.
mod bone;
mod contact;
mod depth;
mod ik;
mod nod;
mod planted;
mod posed;
mod reach;
mod reads;
mod stride;
mod yielding;

pub use bone::{Bone, bones};
pub use contact::set_down;
pub use depth::{depths, order};
pub use ik::{Bend, shortest, two_bones};
pub use nod::nod;
pub use planted::plant;
pub use posed::Posed;
pub use reach::{Chain, bend_of, reach};
pub use reads::{Around, Reads};
pub use stride::stride;
pub use yielding::give_way;
