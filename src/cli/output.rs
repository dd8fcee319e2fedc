//! Opening the film's output: which form, which encoder, and what to tell people about it.
use super::error::plain;
use super::interrupt::Interrupt;
use super::{CliError, out};
use crate::film::encode::{EMBEDDED_IS_PLAIN, Embedded, Encoder, Ffmpeg, Folder, Found, Spec, find};
use crate::film::{FilmError, Form, KNOWN_FORMS, SoundFile};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;

/// The form that the output's name asks for.
pub(super) fn form(output: &Path) -> Result<Form, CliError> {
    Form::of(output).ok_or_else(|| {
        let message = match output.extension() {
            Some(extension) => format!("{}: no film form is named .{}", output.display(), extension.to_string_lossy()),
            None => format!("{}: the name does not say which form the film has", output.display()),
        };
        let still = output.extension().is_some_and(|e| e.eq_ignore_ascii_case("png"));
        let known = format!("known forms: {KNOWN_FORMS}");
        let hint = if still {
            format!("{known}; for one picture: jabber-render still FILE --at T -o NAME.png")
        } else {
            known
        };
        CliError::usage(message).hint(hint)
    })
}

/// An ffmpeg is being looked for: it takes a tenth of a second to say what it can do, in which the cartoon is read and the stage set.
/// Dropping it ends the looking.
pub(super) struct Looking {
    enough: Arc<AtomicBool>,
    thread: Option<JoinHandle<Found>>,
}

impl Looking {
    /// Begins, where the form wants an ffmpeg.
    pub(super) fn begin(form: &Form, ffmpeg: Option<&Path>, interrupt: &Interrupt) -> Self {
        let (enough, stop, asked) = (Arc::default(), Arc::clone(&interrupt.stop), ffmpeg.map(Path::to_owned));
        let over: Arc<AtomicBool> = Arc::clone(&enough);
        let look = move || find(asked.as_deref(), || over.load(Relaxed) || stop.load(Relaxed));
        Self { enough, thread: matches!(form, Form::Mp4(_)).then(|| std::thread::spawn(look)) }
    }

    /// Waits for what is found.
    pub(super) fn found(mut self) -> Option<Found> {
        let thread = self.thread.take()?;
        Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
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
    form: &Form,
    spec: &Spec,
    (ffmpeg, found): (Option<&Path>, Option<Found>),
    sound: Option<SoundFile>,
    quiet: bool,
    interrupt: &Interrupt,
) -> Result<Encoder, CliError> {
    let path = match form {
        Form::Folder(path) => return Ok(Encoder::Folder(Folder::create(path).map_err(film_error)?)),
        Form::Mp4(path) => path,
    };
    let notice = |text: String| {
        if !quiet {
            out::notice(text);
        }
    };
    let (width, height) = form.size(spec.width, spec.height);
    if (width, height) != (spec.width, spec.height) {
        notice(format!("H.264 needs even sides: the film is padded to {width}x{height}"));
    }
    let embedded = |why: &str, sound: Option<SoundFile>| {
        let slow = if EMBEDDED_IS_PLAIN { ", slowly, for it was built without nasm" } else { "" };
        notice(format!("{why}: the embedded encoder makes the film{slow}, about half as large again"));
        let embedded = Embedded::create(path, spec, sound).map_err(film_error)?;
        Ok(Encoder::Embedded(Box::new(embedded)))
    };
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    match (found.unwrap_or(Found::Missing), ffmpeg) {
        (Found::Usable(program), _) => {
            Ok(Encoder::Ffmpeg(Ffmpeg::create(&program, path, spec, sound).map_err(film_error)?))
        }
        (Found::Missing, None) => embedded("no ffmpeg found", sound),
        (Found::WithoutX264(_), None) => embedded("the ffmpeg found has no libx264", sound),
        (Found::Silent(_), None) => embedded("the ffmpeg found does not answer", sound),
        (Found::Missing, Some(asked)) => Err(CliError::machine(format!("{} is no ffmpeg that runs", asked.display()))),
        (Found::WithoutX264(_), Some(asked)) => Err(CliError::machine(format!("{} has no libx264", asked.display()))),
        (Found::Silent(_), Some(asked)) => Err(CliError::machine(format!("{} does not answer", asked.display()))),
    }
}

/// The film's error in the house's words and codes.
pub(super) fn film_error(error: FilmError) -> CliError {
    match error {
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
        _ => failed,
    }
}
