//! Which form a film takes, told by a word or from the output's name.
use super::animate::Moving;
use super::even;
use std::path::{Path, PathBuf};

/// A form of film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// H.264, H.265 or AV1, with AAC.
    Mp4,
    /// ProRes 4444, with PCM.
    Mov,
    /// VP9, with Opus.
    Webm,
    /// FFV1, lossless, with FLAC.
    Mkv,
    /// An animated picture.
    Moving(Moving),
    /// PNG pictures named by frame number in a folder.
    Pngs,
    /// YUV4MPEG2: frames as they are, with a word of their size and rate.
    Y4m,
    /// Frames as they are: straight RGBA, rows from the top, nothing between them.
    Rgba,
}

use Kind::{Mkv, Mov, Mp4, Pngs, Rgba, Webm, Y4m};

/// The forms, each with its word, which is also its extension.
const KINDS: [(&str, Kind); 10] = [
    ("mp4", Mp4),
    ("mov", Mov),
    ("webm", Webm),
    ("mkv", Mkv),
    ("gif", Kind::Moving(Moving::Gif)),
    ("apng", Kind::Moving(Moving::Apng)),
    ("webp", Kind::Moving(Moving::Webp)),
    ("png", Pngs),
    ("y4m", Y4m),
    ("rgba", Rgba),
];

/// How the known forms are written, for messages.
pub const KNOWN_FORMS: &str =
    ".mp4, .mov, .webm, .mkv, .gif, .apng, .webp, .y4m, a name that ends in / for a folder of PNGs, or - for a pipe";

impl Kind {
    /// Every form.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(|(_, kind)| kind)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }

    /// The form of a word, in any case.
    pub fn parse(word: &str) -> Option<Self> {
        KINDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, kind)| *kind)
    }

    /// Whether what is behind may show through its pictures.
    pub fn keeps_alpha(self) -> bool {
        !matches!(self, Mp4 | Y4m)
    }

    /// Whether sound goes along.
    pub fn holds_sound(self) -> bool {
        matches!(self, Mp4 | Mov | Webm | Mkv)
    }

    /// Whether another program must make it.
    pub fn needs_ffmpeg(self) -> bool {
        matches!(self, Mov | Webm | Mkv)
    }

    /// Whether its colours, one for four pixels, need even sides.
    fn is_even(self) -> bool {
        matches!(self, Mp4 | Webm | Y4m)
    }
}

/// A film's form and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// What it is.
    pub kind: Kind,
    path: PathBuf,
}

impl Form {
    /// The form of an output: `format` if that is given, else what its name asks for: one ending in `/` is a folder of PNGs, one with a
    /// form's extension (in any case) that form, `-` Y4M for a pipe, and any other existing folder a folder of PNGs. `None` when it is
    /// none of them, or a form that no pipe takes.
    pub fn of(output: &Path, format: Option<Kind>) -> Option<Self> {
        let form = |kind| Some(Self { kind, path: output.to_owned() });
        if output.as_os_str() == "-" {
            return form(format.unwrap_or(Y4m)).filter(|form| matches!(form.kind, Y4m | Rgba));
        }
        if let Some(kind) = format {
            return form(kind);
        }
        if output.as_os_str().as_encoded_bytes().last().is_some_and(|byte| is_separator(*byte)) {
            return form(Pngs);
        }
        // A folder named like a film is no place for pictures that nobody asked for.
        let named = output.extension().and_then(|extension| Kind::parse(extension.to_str()?));
        match named.filter(|kind| *kind != Pngs) {
            Some(kind) => form(kind),
            None if output.is_dir() => form(Pngs),
            None => None,
        }
    }

    /// Whether it goes to standard output.
    pub fn is_pipe(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// The width and height, pixels, of a film of pictures of this size.
    pub fn size(&self, width: u32, height: u32) -> (u32, u32) {
        if self.kind.is_even() { (even(width), even(height)) } else { (width, height) }
    }

    /// Where it goes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file beside it: `NAME.wav` of `NAME.mp4` and of the folder `NAME/`, whatever dots its name has.
    pub fn beside(&self, extension: &str) -> PathBuf {
        // The path without its last slash.
        let name: PathBuf = self.path.components().collect();
        if self.kind != Pngs {
            return name.with_extension(extension);
        }
        let mut file = name.file_name().unwrap_or_default().to_owned();
        file.push(format!(".{extension}"));
        name.with_file_name(file)
    }
}

fn is_separator(byte: u8) -> bool {
    std::path::is_separator(char::from(byte))
}
