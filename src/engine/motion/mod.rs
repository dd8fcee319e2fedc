//! Motions (§3, §8.2, §8.3): continuous functions of time. A block starts one, with the values that are fixed then; a pose
//! read evaluates it exactly at its moment. Files: one a kind.
mod chain;
mod follow;
mod gait;
mod hop;
mod running;
mod start;
mod wave;

pub use follow::{Follower, tick};
pub use running::{Kind, Motion};
pub use start::start;
