//! An animated WebP: each frame's patch of the last picture is encoded by libwebp, by itself and beside others; their chunks are put one after
//! the other here (RFC 9649 §2.7), so that nothing of the animation waits in memory.
use super::patch::{Differ, Patch};
use super::{Animation, Quality};
use rayon::prelude::*;
use std::io::{self, Seek, SeekFrom, Write};
use webp::{Encoder, PixelLayout, WebPConfig};

/// Flags of the header: animated, with alpha (a patch that is laid over a picture has some).
const FLAGS: u8 = 0b0001_0010;
/// A frame's flag: in the place of what was there.
const IN_PLACE: u8 = 0b10;
/// Bytes of a frame's chunk before its picture.
const FRAME: u32 = 16;
/// Patches of which more than this share changes are encoded as they stand: a mask would cost more than it saves.
const MOSTLY: f64 = 0.7;
/// The longest a frame is shown, ms.
const LONGEST: u64 = (1 << 24) - 1;

/// A WebP at work.
pub(super) struct Webp<W: Write + Seek> {
    out: W,
    begin: u64,
    config: WebPConfig,
    animation: Animation,
    differ: Differ,
    /// Patches that wait to be encoded side by side, each with when it ends, ms.
    waiting: Vec<(Patch, u64)>,
    at_once: usize,
    frames: u64,
    /// When the last frame written ends, ms.
    end: u64,
}

impl<W: Write + Seek> std::fmt::Debug for Webp<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Webp").field("frames", &self.frames).finish_non_exhaustive()
    }
}

impl<W: Write + Seek> Webp<W> {
    pub fn new(mut out: W, animation: Animation) -> io::Result<Self> {
        let begin = out.stream_position()?;
        // The length comes at the end.
        out.write_all(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0")?;
        out.write_all(&[FLAGS, 0, 0, 0])?;
        out.write_all(&three(animation.width - 1))?;
        out.write_all(&three(animation.height - 1))?;
        out.write_all(b"ANIM\x06\0\0\0\0\0\0\0")?;
        out.write_all(&animation.plays.to_le_bytes())?;
        Ok(Self {
            out,
            begin,
            config: config(animation.quality)?,
            animation,
            differ: Differ::new(animation.width, true),
            waiting: Vec::new(),
            at_once: rayon::current_num_threads().max(1),
            frames: 0,
            end: 0,
        })
    }

    pub fn frame(&mut self, rgba: &[u8], end: f64) -> io::Result<()> {
        let mut patch = self.differ.next(rgba);
        let share = patch.changed as f64 / f64::from(patch.width * patch.height);
        // What is lost on a mask's edge would stay behind as specks.
        let is_lossy = self.animation.quality == Quality::Draft;
        if patch.over && (is_lossy || self.animation.quality != Quality::Best && share > MOSTLY) {
            patch = patch.placed(rgba, self.animation.width);
        }
        self.waiting.push((patch, (end * 1000.0).round() as u64));
        if self.waiting.len() < self.at_once { Ok(()) } else { self.write() }
    }

    /// Encodes and writes what waits.
    fn write(&mut self) -> io::Result<()> {
        let config = &self.config;
        let encode = |(patch, end): (Patch, u64)| picture(&patch, config).map(|picture| (patch, picture, end));
        let encoded: io::Result<Vec<_>> = self.waiting.par_drain(..).map(encode).collect();
        for (patch, picture, end) in encoded? {
            let size = u32::try_from(picture.len()).map_err(io::Error::other)? + FRAME;
            let shown = end.saturating_sub(self.end).min(LONGEST);
            self.end = end;
            self.out.write_all(b"ANMF")?;
            self.out.write_all(&size.to_le_bytes())?;
            let numbers = [patch.x / 2, patch.y / 2, patch.width - 1, patch.height - 1, shown as u32];
            numbers.into_iter().try_for_each(|number| self.out.write_all(&three(number)))?;
            self.out.write_all(&[if patch.over { 0 } else { IN_PLACE }])?;
            self.out.write_all(&picture)?;
            self.frames += 1;
        }
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<u64> {
        self.write()?;
        if self.frames == 0 {
            return Err(io::Error::other("no frame came"));
        }
        let end = self.out.stream_position()?;
        let too_large = |_| io::Error::other("an animated WebP holds at most 4 GB");
        let size = u32::try_from(end - self.begin - 8).map_err(too_large)?;
        self.out.seek(SeekFrom::Start(self.begin + 4))?;
        self.out.write_all(&size.to_le_bytes())?;
        self.out.seek(SeekFrom::Start(end))?;
        self.out.flush()?;
        Ok(self.frames)
    }
}

fn config(quality: Quality) -> io::Result<WebPConfig> {
    let mut config = WebPConfig::new().map_err(|()| io::Error::other("libwebp is not the one this was built for"))?;
    // Masks must be exact; more threads than one would gain nothing beside frames that are encoded side by side.
    (config.alpha_quality, config.thread_level) = (100, 0);
    match quality {
        Quality::Draft => (config.quality, config.method) = (60.0, 1),
        // Flat art keeps its outlines, which a lossy picture surrounds with specks, and is hardly larger (measured).
        Quality::Good => (config.lossless, config.near_lossless, config.quality, config.method) = (1, 40, 50.0, 3),
        Quality::Best => (config.lossless, config.quality, config.method) = (1, 70.0, 4),
    }
    Ok(config)
}

/// The chunks of a patch's picture, without what stands before them in a file of its own.
fn picture(patch: &Patch, config: &WebPConfig) -> io::Result<Vec<u8>> {
    let encoder = Encoder::new(&patch.rgba, PixelLayout::Rgba, patch.width, patch.height);
    let failed = |error| io::Error::other(format!("libwebp failed: {error:?}"));
    let file = encoder.encode_advanced(config).map_err(failed)?;
    // RIFF, its length, WEBP.
    let mut rest = file.get(12..).unwrap_or_default();
    let mut chunks = Vec::with_capacity(rest.len());
    while let Some((head, body)) = rest.split_at_checked(8) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let (chunk, after) = body.split_at_checked(length.next_multiple_of(2)).unwrap_or((body, &[]));
        if &head[..4] != b"VP8X" {
            chunks.extend_from_slice(head);
            chunks.extend_from_slice(chunk);
        }
        rest = after;
    }
    Ok(chunks)
}

/// The lower 24 bits, the lowest first.
fn three(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}
