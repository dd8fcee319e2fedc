//! Which form a film takes, told from the output's name.
use super::even;
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
    /// The form that `output`'s name asks for: one ending in `/` is a folder of PNGs, `.mp4` (in any case) a film file, and
    /// any other existing folder a folder of PNGs. `None` when it is none of them.
    pub fn of(output: &Path) -> Option<Self> {
        let ends_in_separator = output.as_os_str().as_encoded_bytes().last().is_some_and(|b| is_separator(*b));
        if ends_in_separator {
            return Some(Self::Folder(output.to_owned()));
        }
        // A folder named like a film is no place for pictures that nobody asked for.
        if output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mp4")) {
            return Some(Self::Mp4(output.to_owned()));
        }
        output.is_dir().then(|| Self::Folder(output.to_owned()))
    }

    /// The width and height, pixels, of a film of pictures of this size: H.264 has even sides.
    pub fn size(&self, width: u32, height: u32) -> (u32, u32) {
        match self {
            Self::Mp4(_) => (even(width), even(height)),
            Self::Folder(_) => (width, height),
        }
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
