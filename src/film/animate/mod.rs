//! Animated pictures, encoded in this process: frames enter one by one, the bytes of a GIF, an APNG or a WebP leave through any writer.
//!
//! However long the animation is, memory holds a few frames at a time. The same frames give the same bytes on every machine.
mod apng;
mod dither;
mod gif;
mod palette;
mod patch;
mod webp;

use super::Quality;
use apng::Apng;
use gif::Gif;
use std::io::{self, Seek, Write};
use std::path::Path;
use webp::Webp;

/// A form of animated picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// Up to 255 colours a shot, whole pixels transparent or not, hundredths of a second.
    Gif,
    /// Every pixel as it is, any alpha.
    Apng,
    /// Nearly as it is, or exactly so for [`Quality::Best`]; any alpha; milliseconds.
    Webp,
}

/// What an animation is told before its first frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation {
    /// Its form.
    pub moving: Moving,
    /// Pixels, 1 to 16383.
    pub width: u32,
    /// Pixels, 1 to 16383.
    pub height: u32,
    /// How many frames will come, 1 or more.
    pub frames: u32,
    /// How often it is shown; 0 for ever.
    pub plays: u16,
    /// True when something may show through it.
    pub alpha: bool,
    /// Effort and looks.
    pub quality: Quality,
}

/// The largest side of a WebP, pixels; the others' are larger.
const SIDE_MAX: u32 = 16_383;

/// An animation at work.
#[derive(Debug)]
pub struct Animator<W: Write + Seek> {
    animation: Animation,
    encoder: Encoder<W>,
}

#[derive(Debug)]
enum Encoder<W: Write + Seek> {
    Gif(Box<Gif<W>>),
    Apng(Box<Apng<W>>),
    Webp(Box<Webp<W>>),
}

impl<W: Write + Seek> Animator<W> {
    /// Begins an animation; `out` is written to from where it stands. A GIF waits in a file of the system's temporary folder that has no
    /// name, for its colours are chosen when all of a shot have been seen.
    ///
    /// # Errors
    /// When a side or the number of frames is out of range, or something cannot be written.
    pub fn new(out: W, animation: Animation) -> io::Result<Self> {
        Self::beside(out, animation, &std::env::temp_dir())
    }

    /// The same with another folder to wait in.
    ///
    /// # Errors
    /// As [`Animator::new`].
    pub fn beside(out: W, animation: Animation, folder: &Path) -> io::Result<Self> {
        let Animation { moving, width, height, frames, .. } = animation;
        let is_side = |side| (1..=SIDE_MAX).contains(&side);
        if !is_side(width) || !is_side(height) || frames == 0 {
            return Err(io::Error::other(format!("no animation has {frames} frames of {width}x{height}")));
        }
        let encoder = match moving {
            Moving::Gif => Encoder::Gif(Box::new(Gif::new(out, animation, folder)?)),
            Moving::Apng => Encoder::Apng(Box::new(Apng::new(out, animation)?)),
            Moving::Webp => Encoder::Webp(Box::new(Webp::new(out, animation)?)),
        };
        Ok(Self { animation, encoder })
    }

    /// Takes the next frame: straight RGBA, rows from the top, `width × height × 4` bytes, shown until second `end` of the animation. It is
    /// the ends that are rounded to what the form can say, so that the animation runs as long as its frames do.
    ///
    /// # Errors
    /// When the frame is not of the animation's size, or something cannot be written.
    pub fn frame(&mut self, rgba: &[u8], end: f64) -> io::Result<()> {
        if rgba.len() != self.animation.width as usize * self.animation.height as usize * 4 {
            return Err(io::Error::other("a frame is not of the animation's size"));
        }
        match &mut self.encoder {
            Encoder::Gif(gif) => gif.frame(rgba, end),
            Encoder::Apng(apng) => apng.frame(rgba, end),
            Encoder::Webp(webp) => webp.frame(rgba, end),
        }
    }

    /// Completes the animation, and says how many frames it has: a GIF leaves out those that nobody could see (two hundredths of a second
    /// is its shortest).
    ///
    /// # Errors
    /// When no frame came, or something cannot be written.
    pub fn finish(self) -> io::Result<u64> {
        match self.encoder {
            Encoder::Gif(gif) => gif.finish(),
            Encoder::Apng(apng) => apng.finish(),
            Encoder::Webp(webp) => webp.finish(),
        }
    }
}
