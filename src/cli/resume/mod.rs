//! `--resume`: a film made of chunks of ten seconds that are kept beside it, so that a render that was ended goes on where it was.
//!
//! A chunk is named by a hash of all that shapes its frames: the display list of each, the size, the rate, every argument of the encoder,
//! which encoder it is and which program drew. What has the name that would be given anew is not drawn again.
mod missing;

use super::hearing::Hearing;
use super::interrupt::Interrupt;
use super::load::Script;
use super::output::Maker;
use super::progress::Progress;
use super::shapes::PROGRAM;
use super::studio::{Artist, Studio};
use super::{CliError, Exit, forms, out, output, soundtrack};
use crate::engine::Runtime;
use crate::film::chunks::{self, CHUNK, Chunks, Refused};
use crate::film::encode::{Chunked, Encoder, Found, Joiner, Open, Piece, Seal, Spec, ask, splice};
use crate::film::{self, Bytes, FilmError, FrameRange, Kind, Made, Reel};
use crate::pack::sha256;
use missing::{Known, Missing};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The film that is to be made.
pub(super) struct Film<'a> {
    /// Its form.
    pub wanted: &'a forms::Wanted,
    /// Size, rate and frames.
    pub spec: &'a Spec,
    /// What is heard of it.
    pub sound: &'a soundtrack::Heard,
    /// The cartoon, and what it is heard with.
    pub script: &'a Script,
    /// What it is heard with.
    pub hearing: &'a Hearing,
    /// Where it is drawn.
    pub studio: &'a Studio,
    /// `--ffmpeg`.
    pub asked: Option<&'a Path>,
    /// Threads that draw.
    pub threads: usize,
    /// Nothing is said but warnings and errors.
    pub quiet: bool,
    /// Who may end it.
    pub interrupt: &'a Arc<Interrupt>,
}

/// Refuses the forms that have no chunks.
///
/// # Errors
/// When the form is one of them.
pub(super) fn check(wanted: &forms::Wanted) -> Result<(), CliError> {
    if matches!(wanted.form.kind, Kind::Mp4 | Kind::Mov | Kind::Webm | Kind::Mkv) && !wanted.form.is_pipe() {
        return Ok(());
    }
    let message = format!("--resume is for mp4, mov, webm and mkv: {} is made in one go", wanted.form.kind.word());
    Err(CliError::usage(message).hint("--frames A..B makes a part of any form"))
}

/// Makes the film, of what is there of it already and of what is missing. The runtime is at its start.
///
/// # Errors
/// As any film; chunks that are whole stay.
pub(super) fn make(film: &Film<'_>, runtime: &mut Runtime, found: Option<Found>) -> Result<Made, CliError> {
    let path = film.wanted.form.path();
    if path.is_dir() {
        return Err(output::film_error(FilmError::is_a_folder(path)));
    }
    let noted = output::maker(film.wanted, (film.asked, found), film.quiet)?;
    let maker = noted.clone().unnoted();
    if !film.quiet {
        film.wanted.tell((film.spec.width, film.spec.height), film.spec.rate.per_second());
    }
    let chunks = Arc::new(open(film, &maker)?);
    let spans = chunks::chunks(film.spec.rate, &film.spec.frames);
    // With what a hasty end has to say.
    let stays = |count: usize| {
        let (all, folder) = (spans.len(), chunks.folder().display());
        format!("{count} of {all} chunks are kept in {folder}: the same command goes on from there")
    };
    let begun = chunks.whole().map_err(output::film_error)?;
    let begun = begun.keys().filter(|k| spans.contains_key(k)).count();
    film.interrupt.stays(format!("interrupted; {}", stays(begun)));
    if !film.quiet && begun > 0 {
        out::notice(format!("{}: {begun} of {} chunks are there", chunks.folder().display(), spans.len()));
    }
    let made = pieces(film, runtime, (&maker, &noted), (&chunks, &spans));
    made.map_err(|error| {
        let whole = chunks.whole().map_or(0, |whole| whole.keys().filter(|k| spans.contains_key(k)).count());
        // A folder in which nothing is worth keeping is not left behind.
        if whole == 0 && chunks.finish().is_ok() {
            return error;
        }
        if error.exit == Exit::Interrupted {
            return CliError { message: format!("interrupted; {}", stays(whole)), ..error };
        }
        let hint = error.hint.iter().cloned().chain([stays(whole)]).collect::<Vec<_>>().join("; ");
        error.hint(hint)
    })
}

/// The folder of chunks, in which none is left that another encoder, another program or other options made.
fn open(film: &Film<'_>, maker: &Maker) -> Result<Chunks, CliError> {
    let (path, spec) = (film.wanted.form.path(), film.spec);
    let encoder = match maker {
        Maker::Ffmpeg(program, recipe) => {
            let version = ask(program, &["-version"], || film.interrupt.wanted()).ok().flatten();
            if film.interrupt.wanted() {
                return Err(CliError::interrupted());
            }
            let silent = || CliError::machine(format!("{} does not say its version", program.display()));
            format!("{}\n{}", version.ok_or_else(silent)?, recipe.way(spec))
        }
        Maker::Embedded(quality) => format!("embedded {quality:?}"),
    };
    let all = format!("1\n{PROGRAM}\n{}x{} {}\n{encoder}", spec.width, spec.height, spec.rate);
    let opened = Chunks::open(path, film.wanted.form.kind.word(), &sha256(all.as_bytes()));
    let chunks = opened.map_err(|refused| match refused {
        Refused::Busy(folder) => {
            let message = format!("{}: another jabber-render is at work on this film", folder.display());
            CliError::machine(message).hint("wait until it is done, or give the film another name")
        }
        Refused::Failed(error) => output::film_error(error),
    })?;
    let others = chunks.remove_others().map_err(output::film_error)?;
    if others > 0 {
        let folder = chunks.folder().display();
        out::notice(format!("{folder}: {others} chunks of another program, encoder or size are thrown away"));
    }
    let spoiled = chunks.remove_spoiled().map_err(output::film_error)?;
    if !spoiled.is_empty() {
        let which = spoiled.iter().map(|k| format!("{}-{} s", k * CHUNK, (k + 1) * CHUNK)).collect::<Vec<_>>();
        out::warning(format!("{}: damaged, and made anew: {}", chunks.folder().display(), which.join(", ")));
    }
    Ok(chunks)
}

/// Makes the missing chunks and the film of them all.
fn pieces(
    film: &Film<'_>,
    runtime: &mut Runtime,
    (maker, noted): (&Maker, &Maker),
    (chunks, spans): (&Arc<Chunks>, &BTreeMap<u64, FrameRange>),
) -> Result<Made, CliError> {
    let of = (film.script, film.hearing, &*runtime);
    let form = &film.wanted.form;
    let sound = soundtrack::make_in(Some(chunks.folder()), film.sound, (form, film.spec), of, film.interrupt)?;
    let known = Arc::new(Known::default());
    let made = shoot(film, runtime, (maker, chunks, spans), &known)?;
    let pieces = spans.iter().map(|(k, span)| {
        let path = chunks.path(*k, &known.sealed(span))?;
        Ok(Piece { path, frames: span.end - span.start })
    });
    let pieces: Vec<Piece> = pieces.collect::<Result<_, FilmError>>().map_err(output::film_error)?;
    let joiner = match noted {
        Maker::Ffmpeg(program, recipe) => Joiner::Ffmpeg(program, recipe),
        Maker::Embedded(_) => Joiner::Embedded,
    };
    let begun = |unfinished| film.interrupt.covers(unfinished);
    let joined = splice(joiner, &pieces, (film.spec, sound.film), (form.path(), chunks.folder()), begun);
    let finished = match joined {
        Err(_) if film.interrupt.wanted() => return Err(CliError::interrupted()),
        joined => joined.map_err(output::film_error)?,
    };
    if let Some(beside) = sound.beside {
        beside.keep().map_err(output::film_error)?;
    }
    // The film is there: what is left of its making is worth no error.
    if !chunks.finish().unwrap_or(false) {
        out::warning(format!("{} stays: something else lies in it", chunks.folder().display()));
    }
    Ok(Made { frames: film.spec.frames.end - film.spec.frames.start, finished, ..made })
}

/// Draws and encodes what is missing.
fn shoot(
    film: &Film<'_>,
    runtime: &mut Runtime,
    (maker, chunks, spans): (&Maker, &Arc<Chunks>, &BTreeMap<u64, FrameRange>),
    known: &Arc<Known>,
) -> Result<Made, CliError> {
    let (spec, studio, interrupt) = (film.spec, film.studio, film.interrupt);
    let progress = Progress::new(spec.frames.end - spec.frames.start, film.quiet);
    let reel = Reel {
        spec,
        threads: film.threads,
        stop: &interrupt.stop,
        progress: &|frames| progress.set(frames + known.kept.load(Relaxed)),
    };
    let found = chunks.whole().map_err(output::film_error)?;
    let mut missing = Missing::new(film, runtime, (chunks, spans, found), known);
    let encoder = encoder(film, maker, (chunks, spans), known);
    let numbered = std::iter::from_fn(|| missing.next()).map(|(number, state)| (number, (number, state)));
    let made = film::make_some(
        &reel,
        encoder,
        numbered,
        || Artist::new(studio),
        |artist, (number, state)| {
            let list = studio.list(state);
            known.note(*number, &list);
            artist.draw_list(list)
        },
    );
    progress.clear();
    missing.tell(film.quiet);
    match (made, missing.fault) {
        (_, Some(fault)) => Err(fault),
        (Err(_), None) if interrupt.wanted() => Err(CliError::interrupted()),
        (made, None) => made.map_err(output::film_error),
    }
}

/// The encoder of the chunks, each of which has one of its own.
fn encoder(
    film: &Film<'_>,
    maker: &Maker,
    (chunks, spans): (&Arc<Chunks>, &BTreeMap<u64, FrameRange>),
    known: &Arc<Known>,
) -> Encoder {
    let bytes = match maker {
        Maker::Ffmpeg(_, recipe) => recipe.bytes(),
        Maker::Embedded(_) => Bytes::Yuv420,
    };
    let (maker, spec, interrupt) = (maker.clone(), film.spec.clone(), Arc::clone(film.interrupt));
    let open: Open = Box::new(move |path, span| {
        if interrupt.wanted() {
            return Err(FilmError::Stopped);
        }
        let encoder = maker.open(path, &Spec { frames: span.clone(), ..spec.clone() }, None)?;
        encoder.unfinished().into_iter().for_each(|unfinished| interrupt.covers(unfinished));
        Ok(encoder)
    });
    let known = Arc::clone(known);
    let seal: Seal = Arc::new(move |span| known.seal(span));
    Encoder::Chunked(Box::new(Chunked::new(Arc::clone(chunks), spans.clone(), bytes, open, seal)))
}
