//! An encoder in an ffmpeg process: frames go in through its standard input, a film comes out, its last words are kept for the error.
use super::pipe::Pipe;
use super::watch::{Watch, patience};
use super::words::{Listening, Words};
use super::{Finished, Frame, Recipe, Spec};
use crate::film::part::PartFile;
use crate::film::running::{Running, alone};
use crate::film::{Bytes, FilmError, SoundFile, Unfinished};
use ffmpeg_sidecar::command::FfmpegCommand;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// What looking for an ffmpeg found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// One that has the encoder.
    Usable(PathBuf),
    /// One that was built without the encoder.
    Without(PathBuf),
    /// One that was asked and did not answer in time.
    Silent(PathBuf),
    /// None that runs.
    Missing,
}

/// glibc gives a frame's memory back to the system with each frame and takes it anew, cleared: kept, the film costs 3 % less processor
/// time and 4 % less wall time (measured at 1080p). Other C libraries do not read it.
const TUNABLES: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.malloc.mmap_threshold=67108864:glibc.malloc.trim_threshold=268435456");

/// SVT-AV1 says nothing but errors, which are then among the last words.
const SVT_LOG: (&str, &str) = ("SVT_LOG", "1");

/// How long an ffmpeg has to say what it can, at most: a hundred times what one takes from a cold disk.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of an answer that are read; the longest of ffmpeg's is a tenth of that.
const LONGEST_ANSWER: u64 = 1 << 20;
/// How long the end of an answer may take to be read when who gave it has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Where an ffmpeg is, or would be: the one asked for, or one beside this program or on PATH.
pub fn place(asked: Option<&Path>) -> PathBuf {
    asked.map_or_else(ffmpeg_sidecar::paths::ffmpeg_path, Path::to_owned)
}

/// Looks for an ffmpeg: the one asked for, or one beside this program or on PATH, and asks it for an encoder by ffmpeg's name. Its answer is no
/// longer waited for once `enough` says so.
pub fn find(asked: Option<&Path>, encoder: &str, enough: impl Fn() -> bool) -> Found {
    let path = place(asked);
    match ask(&path, &["-h", &format!("encoder={encoder}")], enough) {
        Ok(Some(answer)) if answer.contains(&format!("Encoder {encoder}")) => Found::Usable(path),
        Ok(Some(_)) => Found::Without(path),
        Ok(None) => Found::Silent(path),
        Err(_) => Found::Missing,
    }
}

/// What an ffmpeg, or an ffprobe, says to some words on its standard output, UTF-8 or not; `None` when it does not end in time, or `enough` says
/// so before.
///
/// # Errors
/// When it does not start.
pub fn ask(program: &Path, words: &[impl AsRef<OsStr>], enough: impl Fn() -> bool) -> io::Result<Option<String>> {
    let mut command = Command::new(program);
    command.arg("-hide_banner").args(words);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    Ok(answer(alone(&mut command).spawn()?, enough))
}

/// All that it writes; `None` when it does not end in time.
fn answer(mut child: Child, enough: impl Fn() -> bool) -> Option<String> {
    let output = child.stdout.take();
    let (told, hears) = mpsc::channel();
    std::thread::spawn(move || {
        let mut answer = Vec::new();
        // Half an answer is judged by what it says, and nobody hears it when the time is over.
        let _ = output.map(|output| output.take(LONGEST_ANSWER).read_to_end(&mut answer));
        let _ = told.send(answer);
    });
    let (running, start, limit) = (Running::new(child), Instant::now(), PATIENCE.min(patience()));
    let ended = running.wait(|| enough() || start.elapsed() > limit);
    running.kill();
    ended.ok()??;
    let answer = hears.recv_timeout(LAST_WORDS).ok()?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

/// An ffmpeg at work on an unfinished file.
pub struct Ffmpeg {
    // Dropped first: the process must be gone before its file is removed.
    process: Process,
    part: PartFile,
    bytes: Bytes,
    /// It reads this while it works.
    _sound: Option<SoundFile>,
}

impl std::fmt::Debug for Ffmpeg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ffmpeg").field("part", &self.part).finish_non_exhaustive()
    }
}

impl Ffmpeg {
    /// Makes the unfinished file and starts the ffmpeg at `program` on it.
    ///
    /// # Errors
    /// When the file cannot be made or ffmpeg cannot be started.
    pub fn create(
        program: &Path,
        output: &Path,
        spec: &Spec,
        recipe: &Recipe,
        sound: Option<SoundFile>,
    ) -> Result<Self, FilmError> {
        let part = PartFile::create(output)?;
        let mut command = FfmpegCommand::new_with_path(program);
        arguments(&mut command, (spec, recipe), sound.as_ref()).arg(part.path());
        let process = Process::start(program, command, part.path())?;
        Ok(Self { process, part, bytes: recipe.bytes(), _sound: sound })
    }

    /// What it takes.
    pub fn bytes(&self) -> Bytes {
        self.bytes
    }

    pub(super) fn unfinished(&self) -> Unfinished {
        Unfinished::new(self.part.path(), Some(self.process.running.clone()))
    }

    pub(super) fn write(&mut self, frame: &Frame) -> Result<(), FilmError> {
        let watch = &self.process.watch;
        watch.waits(true);
        let written = match &mut self.process.input {
            Some(input) => input.write(frame, |count| watch.took(count)),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        watch.waits(false);
        // It ended before the film did: why, its own words say better than the pipe.
        written.map_err(|_| match self.process.end() {
            Err(error) => told(error, &self.part),
            Ok(words) => told(ended("ended before the film did", words), &self.part),
        })
    }

    pub(super) fn finish(mut self) -> Result<Finished, FilmError> {
        let words = self.process.end().map_err(|error| told(error, &self.part))?;
        if !fs::metadata(self.part.path()).is_ok_and(|file| file.len() > 0) {
            return Err(told(ended("ended well, but wrote no film", words), &self.part));
        }
        Ok(Finished { size: self.part.keep()?, elsewhere: words.seconds, frames: None })
    }
}

/// The process at work; killed when dropped.
pub(super) struct Process {
    pub running: Running,
    input: Option<Pipe>,
    words: Option<Listening>,
    watch: Watch,
}

impl Process {
    /// Starts the ffmpeg at `program`, which writes a file.
    pub fn start(program: &Path, mut command: FfmpegCommand, writes: &Path) -> Result<Self, FilmError> {
        for (name, value) in [TUNABLES, SVT_LOG] {
            if std::env::var_os(name).is_none() {
                command.as_inner_mut().env(name, value);
            }
        }
        let mut child = alone(command.as_inner_mut()).spawn().map_err(|error| FilmError::Ffmpeg {
            message: format!("ffmpeg ({}) cannot be started: {error}", program.display()),
            lines: Vec::new(),
        })?;
        // The film goes to a file; nothing comes here.
        drop(child.stdout.take());
        let input = child.stdin.take().map(Pipe::new);
        let errors = child.stderr.take();
        let running = Running::new(child);
        let watch = Watch::begin(running.clone(), writes.to_owned());
        let words = errors.map(|errors| Listening::begin(errors, watch.clone()));
        Ok(Self { running, input, words, watch })
    }

    /// Closes its input and waits for its end.
    pub fn end(&mut self) -> Result<Words, FilmError> {
        let held = self.input.take().map(Pipe::close);
        self.watch.waits(true);
        let status = self.running.wait(|| false);
        self.watch.end();
        drop(held);
        let words = self.words.take().map(|words| words.words()).unwrap_or_default();
        if self.watch.ended_it() {
            return Err(hung(words));
        }
        match status {
            Ok(Some(status)) if status.success() => Ok(words),
            Ok(Some(status)) => Err(ended(&format!("ended with {status}"), words)),
            Ok(None) => Err(ended("has not ended", words)),
            Err(error) => Err(ended(&format!("cannot be waited for: {error}"), words)),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watch.end();
        self.running.kill();
    }
}

/// An error with the film's name where it speaks of the unfinished file; that the disk is full goes before all else.
pub(super) fn told(error: FilmError, part: &PartFile) -> FilmError {
    let FilmError::Ffmpeg { message, mut lines } = error else { return error };
    let (path, target) = (part.path().display().to_string(), part.target());
    if lines.iter().any(|line| line.contains("No space left on device")) {
        return FilmError::write(target)(io::ErrorKind::StorageFull.into());
    }
    lines.iter_mut().for_each(|line| *line = line.replace(&path, &target.display().to_string()));
    FilmError::Ffmpeg { message, lines }
}

/// That a program was ended because it hung.
pub(super) fn hung(words: Words) -> FilmError {
    let seconds = patience().as_secs_f64();
    ended(&format!("hangs: for {seconds} s or more it took nothing and wrote nothing; it was ended"), words)
}

pub(super) fn ended(how: &str, words: Words) -> FilmError {
    FilmError::Ffmpeg { message: format!("ffmpeg {how}"), lines: words.lines() }
}

fn arguments<'a>(
    command: &'a mut FfmpegCommand,
    (spec, recipe): (&Spec, &Recipe),
    sound: Option<&SoundFile>,
) -> &'a mut FfmpegCommand {
    command.args(["-hide_banner", "-nostats", "-benchmark", "-y"]).args(recipe.input(spec)).args(["-i", "pipe:0"]);
    if let Some(sound) = sound {
        command.args(["-f", "wav", "-i"]).arg(sound.path());
        command.args(["-map", "0:v:0", "-map", "1:a:0"]).args(recipe.sound()).args(["-flags:a", "+bitexact"]);
    }
    command.args(recipe.output())
}
