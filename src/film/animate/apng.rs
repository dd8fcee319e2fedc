//! An animated PNG: each frame's patch of the last picture, every pixel as it is.
use super::patch::Differ;
use super::{Animation, Quality};
use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, SrgbRenderingIntent, Writer};
use std::io::{self, Write};

/// Parts of a second that an end is rounded to: whole ones for every common rate.
const PARTS: u16 = 12_000;
/// What a delay is divided by, beginning with the finest; each holds 65535 of its parts at most.
const COARSER: [u16; 3] = [1, 12, 12_000];

/// An APNG at work.
pub(super) struct Apng<W: Write> {
    writer: Writer<W>,
    differ: Differ,
    frames: u64,
    /// When the last frame ends, in parts.
    end: u64,
}

impl<W: Write> std::fmt::Debug for Apng<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Apng").field("frames", &self.frames).finish_non_exhaustive()
    }
}

impl<W: Write> Apng<W> {
    pub fn new(out: W, animation: Animation) -> io::Result<Self> {
        let mut encoder = Encoder::new(out, animation.width, animation.height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(match animation.quality {
            Quality::Draft => Compression::Fast,
            // More effort does not make flat art smaller (measured).
            Quality::Good | Quality::Best => Compression::Balanced,
        });
        encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        encoder.set_animated(animation.frames, u32::from(animation.plays))?;
        encoder.validate_sequence(true);
        Ok(Self { writer: encoder.write_header()?, differ: Differ::new(animation.width, false), frames: 0, end: 0 })
    }

    pub fn frame(&mut self, rgba: &[u8], end: f64) -> io::Result<()> {
        let patch = self.differ.next(rgba);
        let end = (end * f64::from(PARTS)).round() as u64;
        let (num, den) = delay(end.saturating_sub(self.end));
        self.end = end;
        let writer = &mut self.writer;
        // The last frame's place may not go with this one's size.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(patch.width, patch.height)?;
        writer.set_frame_position(patch.x, patch.y)?;
        writer.set_frame_delay(num, den)?;
        writer.set_blend_op(if patch.over { BlendOp::Over } else { BlendOp::Source })?;
        writer.write_image_data(&patch.rgba)?;
        self.frames += 1;
        Ok(())
    }

    pub fn finish(self) -> io::Result<u64> {
        self.writer.finish()?;
        Ok(self.frames)
    }
}

/// So many parts as a fraction of a second; longer ones are rounded.
fn delay(parts: u64) -> (u16, u16) {
    let fits = |by: &u16| Some((u16::try_from((parts + u64::from(*by) / 2) / u64::from(*by)).ok()?, PARTS / by));
    COARSER.iter().find_map(fits).unwrap_or((u16::MAX, 1))
}
