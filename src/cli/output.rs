//! Opening the film's output: which form, which encoder, and what to tell people about it.
use super::error::plain;
use super::forms::Wanted;
use super::interrupt::Interrupt;
use super::mend::add_ffmpeg;
use super::{CliError, out};
use crate::film::encode::{
    Animated, EMBEDDED_IS_PLAIN, Embedded, Encoder, Ffmpeg, Folder, Found, Recipe, Spec, Stream, find,
};
use crate::film::{Bytes, FilmError, Kind, Quality, SoundFile};
use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

/// Looks for an ffmpeg, once for all films of a call that want the same encoder.
pub(super) struct Finder<'a> {
    /// The one that the command line names.
    pub asked: Option<&'a Path>,
    interrupt: &'a Interrupt,
    looked: RefCell<HashMap<String, Looking>>,
}

impl<'a> Finder<'a> {
    /// Nothing has been looked for yet.
    pub fn new(asked: Option<&'a Path>, interrupt: &'a Interrupt) -> Self {
        Self { asked, interrupt, looked: RefCell::default() }
    }

    /// Begins to look, where the form wants an ffmpeg: what it can do it says while the cartoon is read and the stage set.
    pub fn begin(&self, wanted: &Wanted) {
        if let Some(recipe) = &wanted.recipe {
            let encoder = recipe.encoder().to_owned();
            let mut looked = self.looked.borrow_mut();
            let looking = |encoder: &String| Looking::begin(encoder.clone(), self.asked, self.interrupt);
            looked.entry(encoder).or_insert_with_key(looking);
        }
    }

    /// Waits for what is found.
    pub fn found(&self, wanted: &Wanted) -> Option<Found> {
        self.begin(wanted);
        let recipe = wanted.recipe.as_ref()?;
        self.looked.borrow_mut().get_mut(recipe.encoder()).map(Looking::found)
    }
}

/// An ffmpeg is being looked for: it takes a tenth of a second to say what it can do. Dropping it ends the looking.
struct Looking {
    enough: Arc<AtomicBool>,
    thread: Option<JoinHandle<Found>>,
    found: Option<Found>,
}

impl Looking {
    fn begin(encoder: String, ffmpeg: Option<&Path>, interrupt: &Interrupt) -> Self {
        let (enough, stop, asked) = (Arc::default(), Arc::clone(&interrupt.stop), ffmpeg.map(Path::to_owned));
        let over: Arc<AtomicBool> = Arc::clone(&enough);
        let look = move || find(asked.as_deref(), &encoder, || over.load(Relaxed) || stop.load(Relaxed));
        Self { enough, thread: Some(std::thread::spawn(look)), found: None }
    }

    fn found(&mut self) -> Found {
        if let Some(thread) = self.thread.take() {
            self.found = Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        self.found.clone().unwrap_or(Found::Missing)
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        self.enough.store(true, Relaxed);
        // Whatever it found, nobody asks any more.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Opens the output with the ffmpeg that was looked for: nothing can be drawn in vain for want of an encoder or of the right to write.
pub(super) fn open(
    wanted: &Wanted,
    spec: &Spec,
    (ffmpeg, found): (Option<&Path>, Option<Found>),
    sound: Option<SoundFile>,
    quiet: bool,
    interrupt: &Interrupt,
) -> Result<Encoder, CliError> {
    let Wanted { form, quality, transparent, plays, .. } = wanted;
    let path = form.path();
    let file = (!form.is_pipe()).then_some(path);
    if !quiet {
        wanted.tell((spec.width, spec.height), spec.rate.per_second());
    }
    let encoder = match form.kind {
        Kind::Pngs => Folder::create(path).map(Encoder::Folder),
        Kind::Y4m => Stream::create(file, spec, Bytes::Yuv420).map(Encoder::Stream),
        Kind::Rgba => Stream::create(file, spec, Bytes::Rgba).map(Encoder::Stream),
        Kind::Moving(moving) => Animated::create(path, spec, (moving, *plays), (*transparent, *quality))
            .map(|animated| Encoder::Animated(Box::new(animated))),
        Kind::Mp4 | Kind::Mov | Kind::Webm | Kind::Mkv => {
            if interrupt.wanted() {
                return Err(CliError::interrupted());
            }
            maker(wanted, (ffmpeg, found), quiet)?.open(path, spec, sound)
        }
    };
    encoder.map_err(film_error)
}

/// Who encodes a video.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Maker {
    /// The ffmpeg at this path.
    Ffmpeg(PathBuf, Recipe),
    /// The embedded encoder.
    Embedded(Quality),
}

impl Maker {
    /// The same for a film that says nothing of itself.
    pub fn unnoted(self) -> Self {
        match self {
            Maker::Ffmpeg(program, recipe) => Maker::Ffmpeg(program, Recipe { note: None, ..recipe }),
            embedded => embedded,
        }
    }

    /// Opens the encoder of a film.
    ///
    /// # Errors
    /// When it cannot be started, or the film cannot be written.
    pub fn open(&self, path: &Path, spec: &Spec, sound: Option<SoundFile>) -> Result<Encoder, FilmError> {
        match self {
            Maker::Ffmpeg(program, recipe) => Ffmpeg::create(program, path, spec, recipe, sound).map(Encoder::Ffmpeg),
            Maker::Embedded(quality) => {
                Embedded::create(path, spec, *quality, sound).map(|embedded| Encoder::Embedded(Box::new(embedded)))
            }
        }
    }
}

/// Who makes a video: ffmpeg, or if that can be the embedded encoder.
pub(super) fn maker(
    wanted: &Wanted,
    (asked, found): (Option<&Path>, Option<Found>),
    quiet: bool,
) -> Result<Maker, CliError> {
    let recipe = wanted.recipe.clone().unwrap_or_default();
    let found = found.unwrap_or(Found::Missing);
    let missed = match (&found, asked) {
        (Found::Usable(program), _) => return Ok(Maker::Ffmpeg(program.clone(), recipe)),
        (Found::Missing, Some(asked)) => {
            return Err(CliError::machine(format!("{} is no ffmpeg that runs", asked.display())));
        }
        (Found::Without(_), Some(asked)) => {
            return Err(CliError::machine(format!("{} has no {}", asked.display(), recipe.encoder())));
        }
        (Found::Silent(_), Some(asked)) => {
            return Err(CliError::machine(format!("{} does not answer", asked.display())));
        }
        (Found::Missing, None) => "no ffmpeg found".to_owned(),
        (Found::Without(_), None) => format!("the ffmpeg found has no {}", recipe.encoder()),
        (Found::Silent(_), None) => "the ffmpeg found does not answer".to_owned(),
    };
    if !recipe.is_plain() {
        let made = Kind::all().filter(|kind| !kind.needs_ffmpeg()).map(Kind::word).collect::<Vec<_>>().join(", ");
        let what = format!("{missed}, and this {} film needs one with {}", wanted.form.kind.word(), recipe.encoder());
        let hint = format!("{} adds one; without it: {made}, with no word on codecs or encoders", add_ffmpeg());
        return Err(CliError::machine(what).hint(hint));
    }
    if !quiet {
        let slow = if EMBEDDED_IS_PLAIN { ", slowly, for it was built without nasm" } else { "" };
        out::notice(format!("{missed}: the embedded encoder makes the film{slow}, about half as large again"));
    }
    Ok(Maker::Embedded(wanted.quality))
}

/// The film's error in the house's words and codes.
pub(super) fn film_error(error: FilmError) -> CliError {
    match error {
        // What goes to a pipe that is closed is wanted no more.
        FilmError::Write { error, .. } if error.kind() == std::io::ErrorKind::BrokenPipe => CliError::nobody_listens(),
        FilmError::Write { path, error } => unwritable(&path, &error),
        FilmError::NotAFrame { .. } => CliError::usage(error.to_string()).hint("give a new or empty folder"),
        FilmError::Stopped => CliError::interrupted(),
        FilmError::Ffmpeg { .. } | FilmError::Encoder(_) | FilmError::Threads(_) => {
            CliError::machine(error.to_string())
        }
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    let failed = CliError::machine(format!("cannot write {}: {}", path.display(), plain(error)));
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.exists() => {
            failed.hint(format!("there is no folder {}", folder.display()))
        }
        _ if error.kind() == std::io::ErrorKind::IsADirectory => {
            failed.hint("give the name of a file; a name that ends in / is a folder of PNGs")
        }
        // This program's own words, not the system's.
        _ if error.kind() == std::io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() => {
            failed.hint("another name, or the right to write to it (chmod u+w)")
        }
        _ if error.kind() == std::io::ErrorKind::InvalidInput && error.raw_os_error().is_none() => {
            failed.hint("give the name of a file; --format y4m or rgba go to a pipe as they are")
        }
        _ => failed,
    }
}
