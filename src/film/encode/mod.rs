//! The encoders: frames' bytes enter in order, an output that is not yet whole grows, and gets its name at the end.
mod animated;
mod chunked;
mod decoder;
mod embedded;
mod ffmpeg;
mod folder;
mod mp4;
mod pipe;
mod recipe;
mod splice;
mod stream;
mod watch;
mod words;

pub use animated::Animated;
pub use chunked::{Chunked, Open, Seal};
pub use decoder::Decoder;
pub use embedded::{Embedded, LARGEST as EMBEDDED_LARGEST, PLAIN as EMBEDDED_IS_PLAIN};
pub use ffmpeg::{Ffmpeg, Found, ask, find, place};
pub use folder::Folder;
pub use recipe::{Codec, Recipe};
pub use splice::{Joiner, Piece, splice};
pub use stream::Stream;

use super::frames::Frame;
use super::{Bytes, FilmError, FrameRange, Rate, Unfinished};

/// What every encoder is told before the first frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Pixels, as drawn.
    pub width: u32,
    /// Pixels, as drawn.
    pub height: u32,
    /// Frames per second.
    pub rate: Rate,
    /// Which frames will come.
    pub frames: FrameRange,
}

/// An encoder at work. Dropping it before [`Encoder::finish`] leaves nothing on disk.
#[derive(Debug)]
pub enum Encoder {
    /// An encoder in an ffmpeg process.
    Ffmpeg(Ffmpeg),
    /// openh264, compiled in.
    Embedded(Box<Embedded>),
    /// PNG pictures.
    Folder(Folder),
    /// An animated picture.
    Animated(Box<Animated>),
    /// Frames as they are.
    Stream(Stream),
    /// Pieces that stay.
    Chunked(Box<Chunked>),
}

impl Encoder {
    /// What it takes.
    pub fn bytes(&self) -> Bytes {
        match self {
            Self::Ffmpeg(ffmpeg) => ffmpeg.bytes(),
            Self::Embedded(_) => Bytes::Yuv420,
            Self::Folder(_) => Bytes::Png,
            Self::Animated(_) => Bytes::Rgba,
            Self::Stream(stream) => stream.bytes(),
            Self::Chunked(chunked) => chunked.bytes(),
        }
    }

    /// What is to be ended and removed when this program must end at once; nothing of what goes to a pipe.
    pub fn unfinished(&self) -> Option<Unfinished> {
        match self {
            Self::Ffmpeg(ffmpeg) => Some(ffmpeg.unfinished()),
            Self::Embedded(embedded) => Some(embedded.unfinished()),
            Self::Folder(folder) => Some(folder.unfinished()),
            Self::Animated(animated) => Some(animated.unfinished()),
            Self::Stream(stream) => stream.unfinished(),
            // Whoever opens the encoders of chunks tells of them.
            Self::Chunked(_) => None,
        }
    }

    /// Takes the next frame.
    ///
    /// # Errors
    /// When the output cannot be written or the encoder fails.
    pub fn write(&mut self, number: u64, frame: &Frame) -> Result<(), FilmError> {
        match self {
            Self::Ffmpeg(ffmpeg) => ffmpeg.write(frame),
            Self::Embedded(embedded) => embedded.write(frame),
            Self::Folder(folder) => folder.write(number, frame),
            Self::Animated(animated) => animated.write(number, frame),
            Self::Stream(stream) => stream.write(frame),
            Self::Chunked(chunked) => chunked.write(number, frame),
        }
    }

    /// Completes the film and gives it its name.
    ///
    /// # Errors
    /// When the output cannot be written or the encoder fails.
    pub fn finish(self) -> Result<Finished, FilmError> {
        match self {
            Self::Ffmpeg(ffmpeg) => ffmpeg.finish(),
            Self::Embedded(embedded) => embedded.finish(),
            Self::Folder(folder) => folder.finish(),
            Self::Animated(animated) => animated.finish(),
            Self::Stream(stream) => stream.finish(),
            Self::Chunked(chunked) => chunked.finish(),
        }
    }
}

/// A film that is whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finished {
    /// Bytes on disk.
    pub size: u64,
    /// Processor seconds that another process spent on it, when it says.
    pub elsewhere: Option<f64>,
    /// How many frames it has, when that need not be all it was given.
    pub frames: Option<u64>,
}
