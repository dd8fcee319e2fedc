//! `jabber-render join PART … -o OUT`: parts of a film become the film. Lossless parts are decoded and encoded once, as the film itself would
//! be; pictures of other parts are taken as they are.
mod decode;
pub(super) mod note;
mod probe;

use super::interrupt::{self, Interrupt};
use super::mend::add_ffmpeg;
use super::progress::Progress;
use super::{CliError, args, events, forms, input, out, output, render};
use crate::film::encode::{Codec, Found, Joiner, Piece, Recipe, Spec, find, splice};
use crate::film::{self, Kind, Made, Reel, Unfinished};
use note::Note;
use probe::Part;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// Join parts of a film, made with --frames A..B, to the film
///
/// Lossless parts (-o PART.mkv) are encoded once: the film is byte for byte what one render makes. Parts in another codec are joined
/// without encoding their pictures again; OUT has their form then. Needs ffmpeg.
#[derive(clap::Args)]
#[command(mut_arg("captions", |arg| arg.hide(true)))]
pub(super) struct Args {
    /// The parts, in their order
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// The film, in any form of render
    #[arg(short, long = "output", value_name = "OUT")]
    output: PathBuf,
    #[command(flatten)]
    forms: forms::Writing,
    /// The ffmpeg to read and encode with (default: beside this program, then on PATH)
    #[arg(long, value_name = "PATH")]
    ffmpeg: Option<PathBuf>,
    #[command(flatten)]
    telling: args::Telling,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let start = Instant::now();
    if args.forms.has_captions_beside() {
        let message = "--captions is for render: parts have no captions of their own any more";
        return Err(CliError::usage(message).hint("jabber-render FILE -o OUT --captions srt writes them"));
    }
    if args.telling.json && args.output.as_os_str() == "-" {
        events::leave_output();
        let message = "standard output cannot have both the film and its result";
        return Err(CliError::usage(message).hint("give the film a name, or leave out --json"));
    }
    apart(args)?;
    let interrupt = interrupt::listen()?;
    let enough = || interrupt.wanted();
    let program = match find(args.ffmpeg.as_deref(), "rawvideo", enough) {
        Found::Usable(program) => program,
        _ if interrupt.wanted() => return Err(CliError::interrupted()),
        _ => {
            let asked = args.ffmpeg.as_ref().map(|asked| format!("{} is no ffmpeg that runs", asked.display()));
            let message = asked.unwrap_or_else(|| "no ffmpeg found: join reads the parts with it".to_owned());
            return Err(CliError::machine(message).hint(format!("{} adds one", add_ffmpeg())));
        }
    };
    let parts = args.parts.iter().map(|part| Part::of(part, &program, enough));
    let parts = parts.collect::<Result<Vec<_>, _>>();
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    let parts = parts?;
    probe::check(&parts)?;
    let Some(first) = parts.first() else { return Err(CliError::usage("no parts given")) };
    let begin = first.note.as_ref().map_or(0, |note| note.frames.start);
    let frames = begin..begin + parts.iter().map(|part| part.frames).sum::<u64>();
    let spec = Spec { width: first.size.0, height: first.size.1, rate: first.rate, frames };
    let notes: Option<Vec<Note>> = parts.iter().map(|part| part.note.clone()).collect();
    let note = notes.and_then(|notes| Note::of_all(&notes)).map(|note| note.to_string());
    let film = Film { args, program: &program, parts: &parts, spec: &spec, note, interrupt: &interrupt };
    let made = if first.is_lossless() { film.encoded() } else { film.copied(first) };
    let made = match made {
        Err(_) if interrupt.wanted() => return Err(CliError::interrupted()),
        made => made?,
    };
    tell(args, &film, &made, start.elapsed());
    Ok(())
}

/// Refuses parts that are not there, and a film that would take the place of one.
fn apart(args: &Args) -> Result<(), CliError> {
    let output = std::fs::canonicalize(&args.output).ok();
    for part in &args.parts {
        let file = std::fs::canonicalize(part).map_err(|error| input::unreadable(part, &error))?;
        if !file.is_file() {
            return Err(CliError::input(format!("{} is no film: parts are files", part.display())));
        }
        if Some(&file) == output.as_ref() {
            let message = format!("{} is one of the parts: the film needs another name", args.output.display());
            return Err(CliError::usage(message));
        }
    }
    Ok(())
}

/// The film that the parts become.
struct Film<'a> {
    args: &'a Args,
    program: &'a Path,
    parts: &'a [Part],
    spec: &'a Spec,
    /// What it says of itself, if it is a part too.
    note: Option<String>,
    interrupt: &'a Interrupt,
}

impl Film<'_> {
    /// Decodes the parts, and encodes what they show as the film would have been.
    fn encoded(&self) -> Result<Made, CliError> {
        let Film { args, program, parts, spec, interrupt, .. } = *self;
        let alpha = parts.first().is_some_and(Part::has_alpha);
        let mut wanted = args.forms.of_pictures(&args.output, alpha)?;
        if let Some(recipe) = &mut wanted.recipe {
            recipe.note = self.note.clone();
        }
        // What the parts are read with need not have the film's encoder.
        let finder = output::Finder::new(args.ffmpeg.as_deref(), interrupt);
        finder.begin(&wanted);
        let begun = |unfinished: Unfinished| interrupt.covers(unfinished);
        let sound = if wanted.form.kind.holds_sound() {
            decode::sound(program, parts, spec, &args.output, &begun).map_err(output::film_error)?
        } else {
            None
        };
        let found = (finder.asked, finder.found(&wanted));
        let encoder = output::open(&wanted, spec, found, sound, args.telling.quiet, interrupt)?;
        encoder.unfinished().into_iter().for_each(begun);
        events::event("start", json!({"unit": "frames", "of": spec.frames.end - spec.frames.start}));
        let progress = Progress::new(spec.frames.end - spec.frames.start, args.telling.quiet);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let reel = Reel { spec, threads, stop: &interrupt.stop, progress: &|frames| progress.set(frames) };
        let made = film::pour(&reel, encoder, decode::Pictures::new(program, parts, &begun));
        progress.clear();
        made.map_err(output::film_error)
    }

    /// Takes the parts' pictures as they are; their sound is encoded anew, for it begins and ends between two of its own frames.
    fn copied(&self, first: &Part) -> Result<Made, CliError> {
        let Film { args, program, parts, spec, interrupt, .. } = *self;
        let codec = args.forms.says_nothing().then(|| codec(first)).flatten();
        let fits = |codec: &Codec| args.forms.kind_of(&args.output) == Some(kind(*codec));
        let Some(codec) = codec.filter(fits) else { return Err(self.lossy(first)) };
        let recipe = Recipe { codec, alpha: first.has_alpha(), note: self.note.clone(), ..Recipe::default() };
        let begun = |unfinished: Unfinished| interrupt.covers(unfinished);
        let sound = decode::sound(program, parts, spec, &args.output, &begun).map_err(output::film_error)?;
        let pieces = parts.iter().map(|part| Piece { path: part.path.clone(), frames: part.frames });
        let pieces: Vec<Piece> = pieces.collect();
        let room = args.output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let joiner = Joiner::Ffmpeg(program, &recipe);
        let finished = splice(joiner, &pieces, (spec, sound), (&args.output, room), begun);
        let finished = finished.map_err(output::film_error)?;
        Ok(Made { frames: spec.frames.end - spec.frames.start, finished, spent: Default::default() })
    }

    /// Why parts that have lost something cannot become the film that is asked for.
    fn lossy(&self, first: &Part) -> CliError {
        let (name, codec) = (first.path.display(), &first.codec);
        let message = format!("the pictures of {name} ({codec}) would be encoded twice, which loses each time");
        let keep = match self::codec(first) {
            Some(codec) => format!("joined as they are they become .{}, with nothing said of codecs; ", kind(codec).word()),
            None => String::new(),
        };
        let hint = format!("{keep}lossless parts (--frames A..B -o part.mkv) become any form");
        CliError::usage(message).hint(hint)
    }
}

/// The codec of a part, if its pictures can be taken as they are.
fn codec(part: &Part) -> Option<Codec> {
    match part.codec.as_str() {
        "h264" => Some(Codec::H264),
        "hevc" => Some(Codec::H265),
        "av1" => Some(Codec::Av1),
        "prores" => Some(Codec::ProRes),
        "vp9" => Some(Codec::Vp9),
        _ => None,
    }
}

/// The form of films in a codec.
fn kind(codec: Codec) -> Kind {
    match codec {
        Codec::H264 | Codec::H265 | Codec::Av1 => Kind::Mp4,
        Codec::ProRes => Kind::Mov,
        Codec::Vp9 => Kind::Webm,
        Codec::Ffv1 => Kind::Mkv,
    }
}

/// Says what was made.
fn tell(args: &Args, film: &Film<'_>, made: &Made, took: Duration) {
    let (output, spec, took) = (args.output.display(), film.spec, took.as_secs_f64());
    let length = render::short((spec.frames.end - spec.frames.start) as f64 / spec.rate.per_second());
    let (frames, parts, bytes) = (made.frames, film.parts.len(), made.finished.size);
    if !args.telling.quiet && !events::are_told() {
        let megabytes = bytes as f64 / 1e6;
        out::plain(format_args!(
            "{output}: {parts} parts, {frames} frames, {length} s, {megabytes:.2} MB, made in {took:.1} s"
        ));
    }
    events::done(json!({
        "output": output.to_string(), "parts": parts, "frames": frames, "first": spec.frames.start,
        "width": spec.width, "height": spec.height, "fps": spec.rate.to_string(), "duration": length,
        "bytes": bytes, "seconds": render::short(took),
    }));
}
