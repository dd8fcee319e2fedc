//! Frames as they are, one after the other, to a pipe or a file: Y4M with its words between them, RGBA without any.
use super::{Finished, Spec};
use crate::film::part::{PartFile, is_pipe};
use crate::film::{Bytes, FilmError, Unfinished, even};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A stream of frames.
pub struct Stream {
    out: Box<dyn Write + Send>,
    /// `None` for a pipe.
    part: Option<PartFile>,
    /// What it is called in messages.
    target: PathBuf,
    bytes: Bytes,
    /// Before the first frame.
    head: String,
    size: u64,
}

/// Before each frame of a Y4M.
const FRAME: &[u8] = b"FRAME\n";

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("part", &self.part).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Stream {
    /// To standard output, a pipe or a device, or a file that is made unfinished. With [`Bytes::Yuv420`] it is a Y4M.
    ///
    /// # Errors
    /// When the file cannot be made, or there is no standard output.
    pub fn create(output: Option<&Path>, spec: &Spec, bytes: Bytes) -> Result<Self, FilmError> {
        // What somebody reads at the other end is written to as it is.
        let pipe = output.filter(|output| is_pipe(output));
        let part = output.filter(|_| pipe.is_none()).map(PartFile::create).transpose()?;
        let out: Box<dyn Write + Send> = match (&part, pipe) {
            (Some(part), _) => Box::new(part.file().try_clone().map_err(FilmError::write(part.target()))?),
            (None, Some(pipe)) => Box::new(fs::File::options().write(true).open(pipe).map_err(FilmError::write(pipe))?),
            (None, None) => standard().map_err(FilmError::write(PIPE))?,
        };
        let target = output.unwrap_or(Path::new(PIPE)).to_owned();
        let (width, height, rate) = (even(spec.width), even(spec.height), spec.rate);
        let head = match bytes {
            // Each colour is that of four pixels' middle, as in JPEG; its range is that of video.
            Bytes::Yuv420 => {
                format!(
                    "YUV4MPEG2 W{width} H{height} F{}:{} Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n",
                    rate.num, rate.den
                )
            }
            _ => String::new(),
        };
        Ok(Self { out, part, target, bytes, head, size: 0 })
    }

    /// What it takes.
    pub fn bytes(&self) -> Bytes {
        self.bytes
    }

    pub(super) fn unfinished(&self) -> Option<Unfinished> {
        self.part.as_ref().map(|part| Unfinished::new(part.path(), None))
    }

    pub(super) fn write(&mut self, frame: &[u8]) -> Result<(), FilmError> {
        let head = std::mem::take(&mut self.head);
        let word = if self.bytes == Bytes::Yuv420 { FRAME } else { &[] };
        self.size += (head.len() + word.len() + frame.len()) as u64;
        let parts = [head.as_bytes(), word, frame];
        parts.into_iter().try_for_each(|part| self.out.write_all(part)).map_err(FilmError::write(&self.target))
    }

    pub(super) fn finish(mut self) -> Result<Finished, FilmError> {
        self.out.flush().map_err(FilmError::write(&self.target))?;
        let size = self.part.map_or(Ok(self.size), PartFile::keep)?;
        Ok(Finished { size, elsewhere: None, frames: None })
    }
}

/// What a pipe is called in messages.
const PIPE: &str = "standard output";

/// Standard output without the buffer that looks for ends of lines.
fn standard() -> io::Result<Box<dyn Write + Send>> {
    #[cfg(unix)]
    let out = std::fs::File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?);
    #[cfg(not(unix))]
    let out = io::stdout();
    Ok(Box::new(out))
}
