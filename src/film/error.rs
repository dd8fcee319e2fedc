//! Why a film could not be written.
use crate::diagnostic::plain;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a film could not be written. Whatever it was, nothing of the film is left on disk.
#[derive(Debug)]
pub enum FilmError {
    /// A file or folder could not be written.
    Write {
        /// Which one.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The output folder holds something that is no frame.
    NotAFrame {
        /// The folder.
        folder: PathBuf,
        /// What was found in it.
        found: String,
    },
    /// ffmpeg could not be started, or ended with an error.
    Ffmpeg {
        /// What happened.
        message: String,
        /// Its last lines.
        lines: Vec<String>,
    },
    /// The embedded encoder or a picture format failed.
    Encoder(String),
    /// Threads could not be started.
    Threads(String),
    /// Stopped from outside before the end.
    Stopped,
}

impl FilmError {
    /// A folder lies where the film is to go.
    pub fn is_a_folder(path: &std::path::Path) -> Self {
        Self::write(path)(io::ErrorKind::IsADirectory.into())
    }

    /// For `map_err` on what writes to `path`.
    pub(super) fn write(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Write { path, error }
    }
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write { path, error } => write!(f, "cannot write {}: {}", path.display(), plain(error)),
            Self::NotAFrame { folder, found } => {
                write!(f, "the folder {} holds {found}, which is no frame of a film", folder.display())
            }
            Self::Ffmpeg { message, lines } => {
                f.write_str(message)?;
                lines.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Self::Encoder(message) | Self::Threads(message) => f.write_str(message),
            Self::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl std::error::Error for FilmError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Write { error, .. } => Some(error),
            _ => None,
        }
    }
}
