//! The soundtrack of a film as a file beside it: a mix enters, a WAV of exactly the film's frames leaves, under a temporary name until it is whole.
use super::part::PartFile;
use super::{FilmError, FrameRange, Rate, Unfinished};
use crate::sound::mix::Mix;
use crate::sound::{SAMPLE_RATE, wav};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

/// Channels, and bytes of a sample of each.
const CHANNELS: u16 = 2;
const BYTES: u64 = 2;
/// Bytes of a WAV file before its samples.
const HEAD: u64 = 44;

/// A soundtrack's file.
#[derive(Debug)]
pub struct SoundFile {
    part: PartFile,
    samples: u64,
}

/// The samples that are heard while frames are shown: no more and no less, so that parts of a film put together are the film.
pub fn samples(rate: Rate, frames: &FrameRange) -> Range<usize> {
    // Exact: a sample's number is a whole number of 1/num seconds.
    let at = |frame: u64| {
        let exact = u128::from(frame) * u128::from(rate.den) * SAMPLE_RATE as u128;
        let num = u128::from(rate.num);
        usize::try_from((2 * exact + num) / (2 * num)).unwrap_or(usize::MAX)
    };
    at(frames.start)..at(frames.end)
}

impl SoundFile {
    /// Writes the part of a mix that is heard while `frames` are shown; `begun` hears of the file before it grows.
    ///
    /// # Errors
    /// When it cannot be written; nothing is left of it then.
    pub fn write(
        mix: &Mix,
        (rate, frames): (Rate, &FrameRange),
        target: &Path,
        begun: impl FnOnce(Unfinished),
    ) -> Result<Self, FilmError> {
        let range = samples(rate, frames);
        Self::gather(range.len() as u64, target, begun, |out| {
            mix.make(range, |samples| out.write_all(&wav::bytes(samples)))
        })
    }

    /// Writes a soundtrack of so many samples, whose bytes `make` writes: 16 bits, left and right in turn; `begun` hears of the file before
    /// it grows.
    ///
    /// # Errors
    /// As [`SoundFile::write`].
    pub fn gather(
        samples: u64,
        target: &Path,
        begun: impl FnOnce(Unfinished),
        make: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<Self, FilmError> {
        let part = PartFile::create(target)?;
        begun(Unfinished::new(part.path(), None));
        let mut out = BufWriter::new(part.file());
        let head = wav::head(CHANNELS, samples * u64::from(CHANNELS) * BYTES);
        let written = out.write_all(&head).and_then(|()| make(&mut out)).and_then(|()| out.flush());
        drop(out);
        written.map_err(FilmError::write(target))?;
        Ok(Self { part, samples })
    }

    /// Where it is for now.
    pub fn path(&self) -> &Path {
        self.part.path()
    }

    /// Samples a channel.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Its samples from the beginning.
    pub(super) fn read(&self) -> std::io::Result<Samples> {
        let mut file = File::open(self.part.path())?;
        file.seek(SeekFrom::Start(HEAD))?;
        Ok(Samples { file: BufReader::new(file), left: self.samples })
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn keep(self) -> Result<u64, FilmError> {
        self.part.keep()
    }
}

/// The samples of a soundtrack, in turn.
#[derive(Debug)]
pub(super) struct Samples {
    file: BufReader<File>,
    left: u64,
}

impl Samples {
    /// At most so many, left and right; none at the end.
    pub fn next(&mut self, count: usize) -> std::io::Result<Vec<[i16; 2]>> {
        let count = (count as u64).min(self.left);
        self.left -= count;
        let mut bytes = vec![0; usize::try_from(count * u64::from(CHANNELS) * BYTES).map_err(std::io::Error::other)?];
        self.file.read_exact(&mut bytes)?;
        let pair = |b: &[u8]| [i16::from_le_bytes([b[0], b[1]]), i16::from_le_bytes([b[2], b[3]])];
        Ok(bytes.chunks_exact(4).map(pair).collect())
    }
}
