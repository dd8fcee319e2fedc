//! An animated picture as a film: its file and when each frame ends.
use super::{Finished, Spec};
use crate::film::animate::{Animation, Animator, Moving};
use crate::film::part::PartFile;
use crate::film::{FilmError, Quality, Unfinished};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// An animated picture on an unfinished file.
#[derive(Debug)]
pub struct Animated {
    animator: Animator<BufWriter<File>>,
    part: PartFile,
    spec: Spec,
}

impl Animated {
    /// Makes the unfinished file; `plays` is how often the film is shown, 0 for ever.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn create(
        output: &Path,
        spec: &Spec,
        (moving, plays): (Moving, u16),
        (alpha, quality): (bool, Quality),
    ) -> Result<Self, FilmError> {
        let count = spec.frames.end.saturating_sub(spec.frames.start);
        let frames =
            u32::try_from(count).map_err(|_| FilmError::Encoder(format!("an animated picture of {count} frames")))?;
        let part = PartFile::create(output)?;
        let animation = Animation { moving, width: spec.width, height: spec.height, frames, plays, alpha, quality };
        let out = part.file().try_clone().map_err(FilmError::write(output))?;
        // Beside the film there is the room that the film needs; the system's folder may lie in memory.
        let animator = Animator::beside(BufWriter::new(out), animation, part.folder());
        Ok(Self { animator: animator.map_err(FilmError::write(output))?, part, spec: spec.clone() })
    }

    pub(super) fn unfinished(&self) -> Unfinished {
        Unfinished::new(self.part.path(), None)
    }

    pub(super) fn write(&mut self, number: u64, rgba: &[u8]) -> Result<(), FilmError> {
        let end = self.spec.rate.time(number + 1 - self.spec.frames.start);
        self.animator.frame(rgba, end).map_err(FilmError::write(self.part.target()))
    }

    pub(super) fn finish(self) -> Result<Finished, FilmError> {
        let frames = self.animator.finish().map_err(FilmError::write(self.part.target()))?;
        Ok(Finished { size: self.part.keep()?, elsewhere: None, frames: Some(frames) })
    }
}
