//! Films whose pictures are encoded already become one: pieces that follow each other and a sound enter, a film leaves in which every
//! picture is as it was, at the time that its number says.
use super::ffmpeg::{Process, ended, told};
use super::{Finished, Recipe, Spec, mp4};
use crate::film::part::PartFile;
use crate::film::{FilmError, SoundFile, Unfinished};
use ffmpeg_sidecar::command::FfmpegCommand;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A film that is a part of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its file.
    pub path: PathBuf,
    /// How many frames it has.
    pub frames: u64,
}

/// Who puts pieces together.
#[derive(Clone, Copy, Debug)]
pub enum Joiner<'a> {
    /// The ffmpeg at this path, to a film of this recipe, in which the pieces are encoded.
    Ffmpeg(&'a Path, &'a Recipe),
    /// This program, of what its embedded encoder made.
    Embedded,
}

/// Puts the pieces together, with a sound for all of them, as `output`; until it is whole it lies in `room`, a folder of the same disk. `begun`
/// hears of it, and of who writes it. The spec is that of the whole.
///
/// # Errors
/// When a piece cannot be read, or the film cannot be written.
pub fn splice(
    joiner: Joiner<'_>,
    pieces: &[Piece],
    (spec, sound): (&Spec, Option<SoundFile>),
    (output, room): (&Path, &Path),
    begun: impl Fn(Unfinished),
) -> Result<Finished, FilmError> {
    let part = PartFile::create_in(room, output)?;
    begun(Unfinished::at(part.path()));
    let Joiner::Ffmpeg(program, recipe) = joiner else {
        let films: Vec<PathBuf> = pieces.iter().map(|piece| piece.path.clone()).collect();
        return mp4::rejoin(&films, spec, sound, part);
    };
    let list = PartFile::create_in(room, &room.join("list"))?;
    begun(Unfinished::at(list.path()));
    let text = listed(pieces, spec).map_err(FilmError::write(list.target()))?;
    list.file().write_all(&text).map_err(FilmError::write(list.target()))?;
    let mut command = FfmpegCommand::new_with_path(program);
    command.args(["-hide_banner", "-nostats", "-benchmark", "-y", "-f", "concat", "-safe", "0"]);
    command.args(["-auto_convert", "0", "-i"]).arg(list.path());
    if let Some(sound) = &sound {
        command.args(["-f", "wav", "-i"]).arg(sound.path()).args(["-map", "0:v:0", "-map", "1:a:0"]);
        command.args(recipe.sound()).args(["-flags:a", "+bitexact"]);
    } else {
        command.args(["-map", "0:v:0"]);
    }
    command.args(recipe.copied(spec.rate)).arg(part.path());
    let mut process = Process::start(program, command, part.path())?;
    begun(Unfinished::new(part.path(), Some(process.running.clone())));
    let words = process.end().map_err(|error| told(error, &part))?;
    if !fs::metadata(part.path()).is_ok_and(|file| file.len() > 0) {
        return Err(told(ended("ended well, but wrote no film", words), &part));
    }
    Ok(Finished { size: part.keep()?, elsewhere: words.seconds, frames: None })
}

/// The list that ffmpeg's concat demuxer reads: each piece, and how many seconds it lasts.
fn listed(pieces: &[Piece], spec: &Spec) -> io::Result<Vec<u8>> {
    let mut text = b"ffconcat version 1.0\n".to_vec();
    // In whole microseconds from the beginning, so that no rounding adds up.
    let micros = |frame: u64| (spec.rate.time(frame) * 1e6).round() as u64;
    let mut frame = 0;
    for Piece { path, frames } in pieces {
        text.extend(b"file '");
        // A quote ends the quotes, stands escaped, and begins them again.
        let path = fs::canonicalize(path)?;
        let name = bytes(path.as_os_str());
        if name.contains(&b'\n') {
            return Err(io::Error::other("ffmpeg takes no name with a line's end in it"));
        }
        text.extend(name.split(|byte| *byte == b'\'').collect::<Vec<_>>().join(&b"'\\''"[..]));
        let lasts = micros(frame + frames) - micros(frame);
        text.extend(format!("'\nduration {}us\n", lasts).bytes());
        frame += frames;
    }
    Ok(text)
}

/// A name as ffmpeg reads it.
fn bytes(name: &OsStr) -> Vec<u8> {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStrExt::as_bytes(name).to_vec();
    #[cfg(not(unix))]
    name.to_string_lossy().into_owned().into_bytes()
}
