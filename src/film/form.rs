//! Which form a film takes, told from the output's name.
use std::path::{Path, PathBuf};

/// A film's form and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// H.264 in an MP4 file.
    Mp4(PathBuf),
    /// PNG pictures named by frame number in a folder.
    Folder(PathBuf),
}

/// How the known forms are written, for messages.
pub const KNOWN_FORMS: &str = ".mp4, or a name that ends in / for a folder of PNGs";

impl Form {
    /// The form that `output`'s name asks for: an existing folder or a name ending in `/` is a folder of PNGs, `.mp4` (in
    /// any case) a film file. `None` when it is neither.
    pub fn of(output: &Path) -> Option<Self> {
        let ends_in_separator = output.as_os_str().as_encoded_bytes().last().is_some_and(|b| is_separator(*b));
        if ends_in_separator || output.is_dir() {
            return Some(Self::Folder(output.to_owned()));
        }
        let extension = output.extension()?.to_str()?;
        extension.eq_ignore_ascii_case("mp4").then(|| Self::Mp4(output.to_owned()))
    }

    /// Where it goes.
    pub fn path(&self) -> &Path {
        match self {
            Self::Mp4(path) | Self::Folder(path) => path,
        }
    }
}

fn is_separator(byte: u8) -> bool {
    std::path::is_separator(char::from(byte))
}
