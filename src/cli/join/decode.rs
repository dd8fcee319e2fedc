//! Parts as they are decoded: their files enter, straight RGBA frames and the samples of their sound leave, by way of ffmpeg.
use super::probe::Part;
use crate::film::encode::{Decoder, Spec};
use crate::film::{FilmError, SoundFile, Unfinished, samples};
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

/// Bytes of a sample of both channels.
const SAMPLE: u64 = 4;

/// The frames of parts, one after the other.
pub(super) struct Pictures<'a> {
    program: &'a Path,
    parts: VecDeque<&'a Part>,
    /// The part that is read, its decoder and how many frames are still to come.
    now: Option<(&'a Part, Decoder, u64)>,
    begun: &'a dyn Fn(Unfinished),
}

impl<'a> Pictures<'a> {
    pub fn new(program: &'a Path, parts: &'a [Part], begun: &'a dyn Fn(Unfinished)) -> Self {
        Self { program, parts: parts.iter().collect(), now: None, begun }
    }

    fn read(&mut self) -> Result<Option<Vec<u8>>, FilmError> {
        loop {
            match self.now.take() {
                Some((part, mut decoder, left)) if left > 0 => {
                    let mut frame = vec![0; part.size.0 as usize * part.size.1 as usize * 4];
                    decoder.fill(&mut frame)?;
                    self.now = Some((part, decoder, left - 1));
                    return Ok(Some(frame));
                }
                Some((_, decoder, _)) => decoder.end()?,
                None => {}
            }
            let Some(part) = self.parts.pop_front() else { return Ok(None) };
            // Times from the rate alone: none is doubled or left out, however the file rounds them.
            let rate = part.rate.to_string();
            let decoder = Decoder::start(
                self.program,
                &["-r", &rate],
                &part.path,
                &["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "rgba"],
            )?;
            (self.begun)(decoder.unfinished());
            self.now = Some((part, decoder, part.frames));
        }
    }
}

impl Iterator for Pictures<'_> {
    type Item = Result<Vec<u8>, FilmError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// The sound of all parts, each cut to its frames; `None` when they have none.
pub(super) fn sound(
    program: &Path,
    parts: &[Part],
    spec: &Spec,
    output: &Path,
    begun: &dyn Fn(Unfinished),
) -> Result<Option<SoundFile>, FilmError> {
    if !parts.first().is_some_and(|part| part.heard) {
        return Ok(None);
    }
    // The path without its last slash.
    let target: PathBuf = output.components().collect();
    let mut first = spec.frames.start;
    let lengths = parts.iter().map(|part| {
        let span = first..first + part.frames;
        first = span.end;
        samples(spec.rate, &span).len() as u64
    });
    let lengths: Vec<u64> = lengths.collect();
    SoundFile::gather(lengths.iter().sum(), &target, begun, |out| {
        for (part, length) in parts.iter().zip(&lengths) {
            let words = ["-map", "0:a:0", "-f", "s16le", "-ac", "2", "-ar", "48000"];
            let mut decoder = Decoder::start(program, &[], &part.path, &words).map_err(io::Error::other)?;
            begun(decoder.unfinished());
            decoder.copy(out, length * SAMPLE)?;
        }
        Ok(())
    })
    .map(Some)
}
