//! The soundtrack of a film: what the timeline has to be heard, mixed, as a file that the film is made with or that lies beside it.
use super::hearing::{Hearing, once};
use super::interrupt::Interrupt;
use super::load::Script;
use super::{CliError, out, output};
use crate::diagnostic::Diagnostic;
use crate::engine::{Record, RecordKind, Runtime};
use crate::film::encode::Spec;
use crate::film::{Form, SoundFile};
use crate::sound::mix::Mix;
use crate::sound::spool::Spool;
use crate::sound::{LOUDNESS, soundtrack};
use std::path::{Path, PathBuf};

/// What is heard of a film.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Heard {
    /// Write the soundtrack as NAME.wav beside the film, or the folder of pictures
    #[arg(long, value_name = "FORM")]
    audio: Option<Audio>,
    /// Make a film without sound
    #[arg(long, conflicts_with = "audio")]
    no_audio: bool,
    /// Loudness of the soundtrack, LUFS, -40 to -5
    #[arg(long, value_name = "LUFS", default_value_t = LOUDNESS, value_parser = loudness, allow_negative_numbers = true)]
    loudness: f64,
}

impl Heard {
    /// The soundtrack's own file, where one is asked for.
    pub fn beside(&self, form: &Form) -> Option<PathBuf> {
        self.audio.map(|_| form.beside("wav"))
    }
}

/// A form of soundtrack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Audio {
    /// 48 kHz, 16 bits, two channels
    Wav,
}

fn loudness(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(lufs) if (-40.0..=-5.0).contains(&lufs) => Ok(lufs),
        _ => Err("give LUFS from -40 to -5, for example -16".to_owned()),
    }
}

/// Quieter than this, LUFS, there is nothing to be made loud.
const SILENCE: f64 = -70.0;
/// So much less than was asked for, LU, is told.
const MISSED: f64 = 1.0;

/// What the film is made with, and what lies beside it.
#[derive(Debug, Default)]
pub(super) struct Soundtrack {
    /// For the film.
    pub film: Option<SoundFile>,
    /// For its own name.
    pub beside: Option<SoundFile>,
}

/// Mixes the whole cartoon and writes the part that is filmed. A cartoon in which nothing is heard has no soundtrack, unless one is asked for.
pub(super) fn make(
    args: &Heard,
    form: &Form,
    spec: &Spec,
    of: (&Script, &Hearing, &Runtime),
    interrupt: &Interrupt,
) -> Result<Soundtrack, CliError> {
    make_in(None, args, (form, spec), of, interrupt)
}

/// The same with what is for the film in a folder of its own, until the film is made.
pub(super) fn make_in(
    room: Option<&Path>,
    args: &Heard,
    (form, spec): (&Form, &Spec),
    (script, hearing, runtime): (&Script, &Hearing, &Runtime),
    interrupt: &Interrupt,
) -> Result<Soundtrack, CliError> {
    let in_film = form.kind.holds_sound() && !args.no_audio;
    if form.is_pipe() && args.audio.is_some() {
        return Err(CliError::usage("a pipe has no place beside it for a soundtrack").hint("give the film a name"));
    }
    if !in_film && args.audio.is_none() {
        return Ok(Soundtrack::default());
    }
    hearing.make_all();
    let timeline = runtime.timeline();
    let cues = soundtrack::cues(timeline, &hearing.booth, &hearing.recordings);
    let rate = spec.rate;
    let frames = runtime.duration().map_or(spec.frames.end, |duration| rate.count(duration).max(spec.frames.end));
    let seconds = rate.time(frames);
    script.tell(once(late(timeline, seconds)));
    if cues.is_empty() && args.audio.is_none() {
        return Ok(Soundtrack::default());
    }
    let heard = !cues.is_empty();
    let mix = Mix::new(&hearing.spool, cues, seconds, args.loudness);
    is_whole(&hearing.spool)?;
    if (SILENCE..args.loudness - MISSED).contains(&mix.loudness()) {
        let (is, asked) = (mix.loudness(), args.loudness);
        out::warning(format!("the soundtrack is {is:.1} LUFS, not {asked}: its peaks leave no room for more"));
    }
    let write = |target: PathBuf| {
        let begun = |unfinished| interrupt.covers(unfinished);
        SoundFile::write(&mix, (rate, &spec.frames), &target, begun).map_err(output::film_error)
    };
    let soundtrack = Soundtrack {
        film: (in_film && heard)
            .then(|| write(room.map_or_else(|| plain(form), |room| room.join("sound"))))
            .transpose()?,
        beside: args.beside(form).map(write).transpose()?,
    };
    is_whole(&hearing.spool)?;
    Ok(soundtrack)
}

/// A film's path without its last slash.
fn plain(form: &Form) -> PathBuf {
    form.path().components().collect()
}

/// The folder where sounds wait to be mixed: the one in which the soundtrack will need as much room. The system's own may lie in memory.
pub(super) fn folder(form: &Form) -> PathBuf {
    match form.path().components().as_path().parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Refuses a soundtrack of which something could not be kept, or not read back.
fn is_whole(spool: &Spool) -> Result<(), CliError> {
    spool.fault().map_or(Ok(()), |fault| Err(CliError::machine(fault)))
}

/// Says that what is heard in a cartoon does not go along, where it does not.
pub(super) fn tell(args: &Heard, form: &Form, timeline: &[Record]) {
    let heard = |record: &Record| match &record.what {
        RecordKind::Say { .. } | RecordKind::Sound { .. } => true,
        RecordKind::Music { file, .. } => file.is_some(),
        _ => false,
    };
    if form.kind.holds_sound() || args.no_audio || args.audio.is_some() || !timeline.iter().any(heard) {
        return;
    }
    let instead = if form.is_pipe() { "" } else { "; --audio wav writes it beside" };
    out::notice(format!("{} holds no sound{instead}", form.kind.word()));
}

/// Sounds that are to be heard when the cartoon is over.
fn late(timeline: &[Record], seconds: f64) -> Vec<Diagnostic> {
    let late = timeline.iter().filter_map(|record| match &record.what {
        RecordKind::Sound { name, file, at: Some(at), path, .. } if *at >= seconds => {
            let what = name.or(file.as_deref()).unwrap_or_default();
            let message = format!("the sound {what} is to be heard at {at} s, after the cartoon's end");
            Some(Diagnostic::warning(format!("{path}.at"), message))
        }
        _ => None,
    });
    late.collect()
}
