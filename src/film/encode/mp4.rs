//! An MP4 film of H.264 access units as it grows, with its sound between its seconds. For what is encoded here, and for what was encoded
//! earlier in pieces.
use super::embedded::failed;
use super::{Finished, Spec};
use crate::film::container::{Coded, Container, Track, a_second};
use crate::film::part::PartFile;
use crate::film::soundtrack::{Samples, samples};
use crate::film::{FilmError, SoundFile, Unfinished, even};
use crate::sound::flac;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// The kind of NAL unit that holds a sequence parameter set (ITU-T H.264 table 7-1).
const SPS: u8 = 7;
/// The kind of NAL unit that holds a picture parameter set (ITU-T H.264 table 7-1).
const PPS: u8 = 8;

/// An unfinished film.
pub(super) struct Mp4 {
    spec: Spec,
    part: PartFile,
    /// `None` until the first frame has brought the parameter sets.
    container: Option<Container<BufWriter<File>>>,
    sound: Option<Sound>,
    /// Frames written.
    frames: u64,
}

impl std::fmt::Debug for Mp4 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mp4").field("spec", &self.spec).field("part", &self.part).finish_non_exhaustive()
    }
}

/// The sound that lies between the frames.
struct Sound {
    file: SoundFile,
    samples: Samples,
    /// FLAC frames written.
    frames: u64,
}

impl Sound {
    fn new(file: SoundFile) -> std::io::Result<Sound> {
        Ok(Sound { samples: file.read()?, file, frames: 0 })
    }

    /// The FLAC frames up to a sample; all that are left when it is the last.
    fn until(&mut self, sample: u64) -> std::io::Result<Vec<Vec<u8>>> {
        let mut out = Vec::new();
        while self.frames * (flac::BLOCK as u64) < sample {
            let block = self.samples.next(flac::BLOCK)?;
            if block.is_empty() {
                break;
            }
            out.push(flac::frame(&block, self.frames));
            self.frames += 1;
        }
        Ok(out)
    }
}

impl Mp4 {
    pub fn new(part: PartFile, spec: &Spec, sound: Option<SoundFile>) -> Result<Self, FilmError> {
        let sound = sound.map(Sound::new).transpose().map_err(FilmError::write(part.target()))?;
        Ok(Self { spec: spec.clone(), part, container: None, sound, frames: 0 })
    }

    pub fn unfinished(&self) -> Unfinished {
        Unfinished::new(self.part.path(), None)
    }

    /// Writes the NAL units of the next frame, without start codes; the first frame's have the parameter sets among them.
    pub fn frame(&mut self, units: &[&[u8]], key: bool) -> Result<(), FilmError> {
        let target = self.part.target();
        let container = match &mut self.container {
            Some(container) => container,
            empty => {
                let sound = self.sound.as_ref().map(|sound| sound.file.samples());
                let track = Track { sound, ..track(&self.spec, units)? };
                let file = self.part.file().try_clone().map_err(FilmError::write(target))?;
                let container = Container::begin(BufWriter::new(file), track).map_err(FilmError::write(target))?;
                empty.insert(container)
            }
        };
        let second = u64::from(a_second(self.spec.rate));
        if let Some(sound) = self.sound.as_mut().filter(|_| self.frames.is_multiple_of(second)) {
            let start = self.spec.frames.start;
            let shown = samples(self.spec.rate, &(start..start + self.frames + second));
            let piece = sound.until(shown.len() as u64).map_err(FilmError::write(target))?;
            container.sound(&piece).map_err(FilmError::write(target))?;
        }
        self.frames += 1;
        let samples = units.iter().copied().filter(|unit| !matches!(kind(unit), SPS | PPS));
        container.sample(samples, key).map_err(FilmError::write(target))
    }

    pub fn finish(self) -> Result<Finished, FilmError> {
        let mut container = self.container.ok_or_else(|| failed("no frame came"))?;
        if let Some(mut sound) = self.sound {
            let rest = sound.until(sound.file.samples()).map_err(FilmError::write(self.part.target()))?;
            container.sound(&rest).map_err(FilmError::write(self.part.target()))?;
        }
        container.finish().map_err(FilmError::write(self.part.target()))?;
        Ok(Finished { size: self.part.keep()?, elsewhere: None, frames: None })
    }
}

/// Puts films that the embedded encoder made without sound one behind the other, under the name of `part`; the spec is that of them all.
///
/// # Errors
/// When one cannot be read, or the film cannot be written.
pub(super) fn rejoin(
    films: &[PathBuf],
    spec: &Spec,
    sound: Option<SoundFile>,
    part: PartFile,
) -> Result<Finished, FilmError> {
    let mut film = Mp4::new(part, spec, sound)?;
    for path in films {
        let unreadable = |error: io::Error| FilmError::Encoder(format!("cannot read {}: {error}", path.display()));
        let coded = read(path).map_err(unreadable)?;
        for k in 0..coded.len() {
            let (units, key) = coded.frame(k).map_err(unreadable)?;
            film.frame(&units, key)?;
        }
    }
    film.finish()
}

fn read(path: &Path) -> io::Result<Coded> {
    Coded::read(fs::read(path)?)
}

/// A NAL unit's type, the low five bits of its first byte.
fn kind(unit: &[u8]) -> u8 {
    unit.first().map_or(0, |byte| byte & 31)
}

fn track(spec: &Spec, units: &[&[u8]]) -> Result<Track, FilmError> {
    let set = |wanted, name| {
        let found = units.iter().find(|unit| kind(unit) == wanted);
        found.map(|unit| unit.to_vec()).ok_or_else(|| failed(format!("the first frame has no {name} parameter set")))
    };
    let side = |side| u16::try_from(even(side)).map_err(failed);
    Ok(Track {
        width: side(spec.width)?,
        height: side(spec.height)?,
        rate: spec.rate,
        frames: spec.frames.end.saturating_sub(spec.frames.start),
        sps: set(SPS, "sequence")?,
        pps: set(PPS, "picture")?,
        sound: None,
    })
}
