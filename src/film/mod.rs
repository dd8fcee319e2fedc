//! Frames in order become a file: the frame rate, the drawing pool, the encoders, the containers.
//!
//! Enters: an iterator of frame states and a function that draws one. Leaves: a film under its name, whole or not at all.
//! Knows nothing of cartoons.
pub mod animate;
pub mod chunks;
mod container;
mod convert;
pub mod encode;
mod error;
mod form;
mod frames;
mod make;
mod part;
mod pool;
mod quality;
mod rate;
mod running;
mod soundtrack;
mod stale;
mod subtitles;
mod unfinished;

pub use container::{Coded, Container, Track};
pub use convert::{Bytes, convert, even};
pub use error::FilmError;
pub use form::{Form, KNOWN_FORMS, Kind};
pub use make::{Made, Reel, Spent, make, make_some, pour};
pub use part::PartPicture;
pub use pool::in_order;
pub use quality::Quality;
pub use rate::{FrameRange, Rate};
pub use soundtrack::{SoundFile, samples};
pub use subtitles::{Cue, Subtitles};
pub use unfinished::Unfinished;
