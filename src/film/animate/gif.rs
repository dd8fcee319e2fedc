//! A GIF in two passes: patches wait in a nameless file while the colours of their shot are counted; then each becomes numbers of its shot's
//! palette, many side by side.
use super::dither::Weaver;
use super::palette::{Census, Rgb};
use super::patch::{Differ, Patch};
use super::{Animation, Quality};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The shortest that programs show a frame, hundredths of a second; shorter ones most of them show five times as long.
const SHORTEST: u64 = 2;
/// A new shot begins with a frame of which more than this share changes, after one of which less does.
const CUT: f64 = 0.5;
/// Frames that are made into numbers at once, a thread.
const AT_ONCE: usize = 4;
/// Alpha from which a pixel is there.
const THERE: u8 = 128;

/// A GIF at work.
pub(super) struct Gif<W: Write> {
    out: W,
    animation: Animation,
    differ: Differ,
    waiting: BufWriter<File>,
    frames: Vec<Waiting>,
    census: Census,
    palettes: Vec<Vec<Rgb>>,
    /// The last frame changed more than a share of the picture.
    jumped: bool,
    /// The frame with its alpha rounded.
    rounded: Vec<u8>,
}

/// A frame in the file.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// x, y, width, height.
    area: [u32; 4],
    /// Which palette it has.
    shot: usize,
    /// Bytes in the file.
    bytes: usize,
    /// When it begins and ends, hundredths of a second.
    begin: u64,
    end: u64,
}

impl<W: Write> std::fmt::Debug for Gif<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gif").field("frames", &self.frames.len()).finish_non_exhaustive()
    }
}

impl<W: Write> Gif<W> {
    pub fn new(out: W, animation: Animation, folder: &Path) -> io::Result<Self> {
        Ok(Self {
            out,
            animation,
            differ: Differ::new(animation.width, false),
            waiting: BufWriter::new(tempfile::tempfile_in(folder)?),
            frames: Vec::new(),
            census: Census::new(),
            palettes: Vec::new(),
            jumped: true,
            rounded: Vec::new(),
        })
    }

    pub fn frame(&mut self, rgba: &[u8], end: f64) -> io::Result<()> {
        let end = (end * 100.0).round() as u64;
        let begin = self.frames.last().map_or(0, |last| last.end);
        if let Some(last) = self.frames.last_mut().filter(|last| begin < last.begin + SHORTEST) {
            // Nobody could see the frame that follows one so short: the earlier one stays a little.
            last.end = end.max(last.end);
            return Ok(());
        }
        let patch = if self.animation.alpha { self.whole(rgba) } else { self.differ.next(rgba) };
        let jumped = patch.changed as f64 > CUT * f64::from(self.animation.width) * f64::from(self.animation.height);
        if jumped && !self.jumped {
            let census = std::mem::replace(&mut self.census, Census::new());
            self.palettes.push(census.palette()?);
        }
        self.jumped = jumped;
        self.census.count(if self.animation.alpha { &self.rounded } else { rgba });
        let bytes = packed(&patch)?;
        self.waiting.write_all(&bytes)?;
        let area = [patch.x, patch.y, patch.width, patch.height];
        self.frames.push(Waiting { area, shot: self.palettes.len(), bytes: bytes.len(), begin, end });
        Ok(())
    }

    /// The whole of what is there of a frame through which something shows: the one before is taken away for it.
    fn whole(&mut self, rgba: &[u8]) -> Patch {
        self.rounded.clear();
        for pixel in rgba.as_chunks::<4>().0 {
            let [r, g, b, alpha] = *pixel;
            self.rounded.extend_from_slice(&if alpha < THERE { [0; 4] } else { [r, g, b, 255] });
        }
        let changed = self.differ.next(&self.rounded).changed;
        // What differs from nothing.
        let mut against = Differ::new(self.animation.width, false);
        against.next(&vec![0; rgba.len()]);
        Patch { changed, ..against.next(&self.rounded) }
    }

    /// What was too short to be seen at the end: the frame before stays in its place.
    fn settle_end(&mut self) -> io::Result<()> {
        let [.., before, last] = &mut self.frames[..] else {
            let only = self.frames.last_mut().ok_or_else(|| io::Error::other("no frame came"))?;
            only.end = only.end.max(SHORTEST);
            return Ok(());
        };
        if last.end < last.begin + SHORTEST {
            before.end = last.end;
            self.frames.pop();
        }
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<u64> {
        self.settle_end()?;
        self.palettes.push(self.census.palette()?);
        let mut waiting = self.waiting.into_inner().map_err(io::IntoInnerError::into_error)?;
        waiting.seek(SeekFrom::Start(0))?;
        let (global, alpha) = (self.palettes.first().cloned().unwrap_or_default(), self.animation.alpha);
        let [width, height] = [self.animation.width, self.animation.height].map(|side| side as u16);
        let mut encoder = Encoder::new(self.out, width, height, &table(&global)).map_err(failed)?;
        match self.animation.plays {
            0 => encoder.set_repeat(Repeat::Infinite).map_err(failed)?,
            // Once is what a GIF without a word does; the word says how often it is shown again.
            1 => {}
            plays => encoder.set_repeat(Repeat::Finite(plays - 1)).map_err(failed)?,
        }
        let mut waiting = BufReader::new(waiting);
        let weaves = self.animation.quality != Quality::Draft;
        for frames in self.frames.chunks(AT_ONCE * rayon::current_num_threads().max(1)) {
            let read = |frame: &Waiting| {
                let mut bytes = vec![0; frame.bytes];
                waiting.read_exact(&mut bytes).map(|()| (*frame, bytes))
            };
            let read: Vec<(Waiting, Vec<u8>)> = frames.iter().map(read).collect::<io::Result<_>>()?;
            let palettes = &self.palettes;
            let made = read.into_par_iter().map_init(|| None, |weaver, frame| made(frame, palettes, weaves, weaver));
            for (mut frame, waiting) in made.collect::<io::Result<Vec<_>>>()? {
                if alpha {
                    frame.dispose = DisposalMethod::Background;
                }
                let palette = self.palettes.get(waiting.shot).filter(|_| waiting.shot > 0);
                frame.palette = palette.map(|palette| table(palette));
                encoder.write_lzw_pre_encoded_frame(&frame).map_err(failed)?;
            }
        }
        encoder.into_inner().map_err(failed)?.flush()?;
        Ok(self.frames.len() as u64)
    }
}

/// What the writer says, in its own words.
fn failed(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// A palette as the form has it: 256 colours, of which the last says: nothing here.
fn table(palette: &[Rgb]) -> Vec<u8> {
    let mut table = palette.concat();
    table.resize(256 * 3, 0);
    table
}

/// The number that says: nothing here.
const CLEAR: u8 = 255;

fn made<'a>(
    (waiting, bytes): (Waiting, Vec<u8>),
    palettes: &'a [Vec<Rgb>],
    weaves: bool,
    weaver: &mut Option<Weaver<'a>>,
) -> io::Result<(Frame<'static>, Waiting)> {
    let palette = palettes.get(waiting.shot).map_or(&[][..], Vec::as_slice);
    if weaver.as_ref().is_none_or(|weaver| !weaver.is_of(palette)) {
        *weaver = Some(Weaver::new(palette, CLEAR, weaves));
    }
    let patch = unpacked(&bytes, waiting.area)?;
    let numbers = weaver.as_mut().map(|weaver| weaver.numbers(&patch)).unwrap_or_default();
    let [left, top, width, height] = waiting.area.map(|side| side as u16);
    let delay = u16::try_from(waiting.end - waiting.begin).unwrap_or(u16::MAX);
    let transparent = Some(CLEAR);
    let mut frame = Frame { delay, transparent, left, top, width, height, buffer: numbers.into(), ..Frame::default() };
    frame.make_lzw_pre_encoded();
    Ok((frame, waiting))
}

/// A patch as it waits.
fn packed(patch: &Patch) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, patch.width, patch.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&patch.rgba)?;
    writer.finish()?;
    Ok(out)
}

fn unpacked(bytes: &[u8], [x, y, width, height]: [u32; 4]) -> io::Result<Patch> {
    let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().map_err(io::Error::other)?;
    let mut rgba = vec![0; width as usize * height as usize * 4];
    reader.next_frame(&mut rgba).map_err(io::Error::other)?;
    Ok(Patch { x, y, width, height, rgba, over: true, changed: 0 })
}
