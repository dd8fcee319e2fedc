//! A film that is read: an ffmpeg process decodes it, its bytes come out of a pipe, its last words are kept for the error.
use super::ffmpeg::{ended, hung};
use super::watch::Watch;
use super::words::{Listening, Words};
use crate::film::running::{Running, alone};
use crate::film::{FilmError, Unfinished};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};

/// Bytes that are copied at once.
const PIECE: u64 = 1 << 16;

/// An ffmpeg at work; ended when dropped.
pub struct Decoder {
    running: Running,
    output: Option<ChildStdout>,
    words: Option<Listening>,
    watch: Watch,
    file: PathBuf,
}

impl Decoder {
    /// Starts the ffmpeg at `program` on a file, with words for the way in and for the way out.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &Path, before: &[&str], file: &Path, after: &[&str]) -> Result<Self, FilmError> {
        let mut command = Command::new(program);
        command.args(["-hide_banner", "-nostats", "-v", "error"]).args(before);
        // Absolute, so that no name is taken for a protocol.
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        command.arg("-i").arg(absolute).args(after).arg("pipe:1");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = alone(&mut command).spawn().map_err(|error| FilmError::Ffmpeg {
            message: format!("ffmpeg ({}) cannot be started: {error}", program.display()),
            lines: Vec::new(),
        })?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let running = Running::new(child);
        let watch = Watch::begin(running.clone(), file.to_owned());
        let words = errors.map(|errors| Listening::begin(errors, watch.clone()));
        Ok(Self { running, output, words, watch, file: file.to_owned() })
    }

    /// What is to be ended when this program must end at once; no file of it is.
    pub fn unfinished(&self) -> Unfinished {
        Unfinished::process(self.running.clone())
    }

    /// Fills a buffer.
    ///
    /// # Errors
    /// When there is not so much left.
    pub fn fill(&mut self, buffer: &mut [u8]) -> Result<(), FilmError> {
        self.watch.waits(true);
        let read = match &mut self.output {
            Some(output) => output.read_exact(buffer),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        };
        self.watch.waits(false);
        self.watch.took(buffer.len());
        read.map_err(|_| {
            self.running.kill();
            if self.watch.ended_it() {
                return hung(self.words());
            }
            ended(&format!("read less of {} than there is", self.file.display()), self.words())
        })
    }

    /// Copies so many bytes; what the file has not is zeros, what it has more is left.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn copy(&mut self, out: &mut dyn Write, count: u64) -> io::Result<()> {
        let mut copied = 0;
        self.watch.waits(true);
        if let Some(output) = &mut self.output {
            copied = io::copy(&mut output.take(count), out)?;
        }
        self.watch.waits(false);
        while copied < count {
            let piece = (count - copied).min(PIECE);
            out.write_all(&vec![0; usize::try_from(piece).map_err(io::Error::other)?])?;
            copied += piece;
        }
        Ok(())
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// When something went wrong, or more comes than was read.
    pub fn end(mut self) -> Result<(), FilmError> {
        let more = self.output.take().is_some_and(|mut output| matches!(output.read(&mut [0]), Ok(1)));
        if more {
            self.running.kill();
            return Err(ended(&format!("reads more of {} than there is", self.file.display()), self.words()));
        }
        self.watch.waits(true);
        match self.running.wait(|| false) {
            _ if self.watch.ended_it() => Err(hung(self.words())),
            Ok(Some(status)) if status.success() => Ok(()),
            Ok(Some(status)) => Err(ended(&format!("ended with {status}"), self.words())),
            Ok(None) => Err(ended("has not ended", self.words())),
            Err(error) => Err(ended(&format!("cannot be waited for: {error}"), self.words())),
        }
    }

    fn words(&mut self) -> Words {
        self.words.take().map(|words| words.words()).unwrap_or_default()
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        self.watch.end();
        self.running.kill();
    }
}
