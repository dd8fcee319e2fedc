//! Frames in order become a file: the frame rate, the drawing pool, the encoders, the containers.
//!
//! Enters: an iterator of frame states and a function that draws one. Leaves: a film under its name, whole or not at all.
//! Knows nothing of cartoons.
mod rate;

pub use rate::{FrameRange, Rate};
