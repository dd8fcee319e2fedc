//! Frames as PNG pictures in a folder, named by frame number.
use super::Finished;
use crate::film::part::PartFolder;
use crate::film::{FilmError, Unfinished};
use std::fs;
use std::path::Path;

/// A folder of frames being written.
#[derive(Debug)]
pub struct Folder {
    part: PartFolder,
    size: u64,
}

impl Folder {
    /// Makes the unfinished folder.
    ///
    /// # Errors
    /// When it cannot be made, or `output` holds anything but frames.
    pub fn create(output: &Path) -> Result<Self, FilmError> {
        Ok(Self { part: PartFolder::create(output)?, size: 0 })
    }

    pub(super) fn unfinished(&self) -> Unfinished {
        Unfinished::new(self.part.path(), None)
    }

    pub(super) fn write(&mut self, frame: u64, png: &[u8]) -> Result<(), FilmError> {
        fs::write(self.part.frame(frame), png).map_err(FilmError::write(self.part.target()))?;
        self.size += png.len() as u64;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Finished, FilmError> {
        self.part.keep()?;
        Ok(Finished { size: self.size, elsewhere: None, frames: None })
    }
}
