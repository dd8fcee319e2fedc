//! The words of the language: roles, channels, part words, moods, grades, eases, and the block table. Drives validation,
//! defaults, the schema and `describe`; knows nothing of how a block runs.
pub mod channel;
mod nearest;

pub use channel::{Channel, LimbEnd, PartKey, Role, Side, Spot, View};
pub use nearest::nearest;
