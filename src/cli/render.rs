//! `jabber-render FILE -o OUT`: a cartoon becomes a film. Of several, one after another: [`super::batch`].
use super::fonts::Shelf;
use super::forms::Wanted;
use super::hearing::Hearing;
use super::interrupt::Interrupt;
use super::join::note::With;
use super::load::Script;
use super::names::Job;
use super::numbers::Numbers;
use super::progress::Progress;
use super::studio::{Artist, Studio};
use super::{CliError, args, bubbles, events, forms, join, load, out, output, play, resume, soundtrack, subtitles};
use crate::engine::{RunError, Runtime};
use crate::film::encode::{Encoder, Spec};
use crate::film::{self, Form, FrameRange, Made, Reel};
use crate::frame::FrameState;
use crate::pack::Catalog;
use crate::sound::spool::{ROOM, Spool};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The default command. Its two required arguments are optional to Rust, since a subcommand goes without them.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Cartoons, JSON programs in the block language: files, patterns ('films/*.json'), or packs by their ids: c4c:toon:good_morning
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The film: NAME.mp4, .mov, .webm, .mkv, .gif, .apng, .webp or .y4m, NAME/ for a folder of PNGs, - for a pipe. Of several
    /// cartoons '{name}.mp4' ({name} is each one's name, {number} its number), or FOLDER/ for NAME.mp4, or another --format, in there
    #[arg(short, long = "output", value_name = "OUT", required = true)]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub picture: args::Picture,
    #[command(flatten)]
    pub forms: forms::Writing,
    #[command(flatten)]
    pub sound: soundtrack::Heard,
    /// Start at this second of the cartoon
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    pub from: Option<f64>,
    /// End at this second of the cartoon
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    pub to: Option<f64>,
    /// The frames A to B - 1 of the cartoon, by their numbers from 0; A.. and ..B leave an end open
    #[arg(long, value_name = "A..B", conflicts_with_all = ["from", "to"])]
    pub frames: Option<Numbers>,
    /// Make the film in chunks of 10 s, kept beside it in OUT.chunks until it is whole: the same command goes on after an
    /// interruption
    #[arg(long)]
    pub resume: bool,
    /// Threads that draw (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// The ffmpeg to encode with (default: beside this program, then on PATH); without one the embedded encoder makes
    /// films up to 3840x2160
    #[arg(long, value_name = "PATH")]
    pub ffmpeg: Option<PathBuf>,
    #[command(flatten)]
    pub telling: args::Telling,
    /// Say where the time went
    #[arg(long, hide = true)]
    pub timings: bool,
}

/// What the films of one call share.
pub(super) struct Shop<'a> {
    /// The command line.
    pub args: &'a Args,
    /// Every pack there is.
    pub catalog: Arc<Catalog>,
    /// The fonts.
    pub shelf: Shelf,
    /// The ffmpeg.
    pub finder: output::Finder<'a>,
}

/// A film that has been made.
#[derive(Clone, Debug)]
pub(super) struct Film {
    /// Pictures in it.
    pub frames: u64,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Seconds that it lasts.
    pub length: f64,
    /// Bytes on the disk.
    pub bytes: u64,
    /// Seconds that it took.
    pub took: f64,
    /// All of it, for programs.
    pub result: Value,
}

/// Makes the film of one cartoon; a fault of it sets the stop of `interrupt`.
///
/// # Errors
/// When it cannot be made; nothing is left of it.
pub(super) fn film(shop: &Shop, job: &Job, wanted: &Wanted, interrupt: &Arc<Interrupt>) -> Result<Film, CliError> {
    let Shop { args, catalog, shelf, finder } = shop;
    let start = Instant::now();
    let (form, picture) = (&wanted.form, args.forms.picture(&args.picture));
    finder.begin(wanted);
    let plan = &args.picture.plan;
    let input = load::Input::open(&job.input, catalog, plan.assets.as_deref())?;
    let script = load::drawn_program(input, catalog, &plan.cast, shelf)?;
    if job.makes_folder {
        let folder = soundtrack::folder(form);
        fs::create_dir_all(&folder).map_err(|error| CliError::unwritable(&folder, &error))?;
    }
    let spool = Spool::new(Some(soundtrack::folder(form)), ROOM);
    let hearing = Hearing::of(&script, catalog, plan, (args.picture.fps.time(1), spool));
    let options = hearing.answers(play::options(&args.picture, catalog, interrupt));
    let mut runtime = play::start(&script, options.clone())?;
    let frames = span(&script, &runtime, args)?;
    // The lines are spoken while the stage is set.
    let mut studio = thread::scope(|scope| {
        scope.spawn(|| hearing.make_all());
        let lettering = picture.captions.lettering(&script.program, &script.fonts, runtime.timeline(), catalog);
        Studio::new(&script.program, &script.beside, runtime.timeline(), catalog, args.picture.size, lettering)
    });
    if wanted.transparent {
        studio.leave_places_out();
    }
    let spec = spec(args, frames);
    let with = With { script: &script, runtime: &runtime, catalog, picture: &picture, sound: &args.sound };
    let noted = args.frames.map(|_| join::note::noted(wanted, &spec, &with));
    let wanted = noted.as_ref().unwrap_or(wanted);
    announce(job, form, &spec);
    let until = spec.rate.time(spec.frames.end);
    bubbles::settle(&mut studio, || play::ahead(&script.program, options), spec.rate, until);
    script.beside.spares(form.path())?;
    args.sound.beside(form).map_or(Ok(()), |soundtrack| script.beside.spares(&soundtrack))?;
    let captions = |runtime: &Runtime| {
        let written = wanted.subtitles.map(|subtitles| {
            let names = picture.captions.shown_names(&script.program, catalog);
            let begun = |unfinished| interrupt.covers(unfinished);
            subtitles::write(subtitles, (form, &spec), runtime.timeline(), &names, begun)
        });
        written.transpose()
    };
    if args.resume {
        let film = resume::Film {
            wanted,
            spec: &spec,
            sound: &args.sound,
            script: &script,
            hearing: &hearing,
            studio: &studio,
            asked: finder.asked,
            threads: threads(args),
            quiet: args.telling.quiet,
            interrupt,
        };
        let told = runtime.warnings().len();
        let made = resume::make(&film, &mut runtime, finder.found(wanted))?;
        runtime.warnings().iter().skip(told).for_each(out::warning);
        if let Some(captions) = captions(&runtime)? {
            captions.keep().map_err(output::film_error)?;
        }
        return Ok(tell(args, form, &spec, &made, start.elapsed()));
    }
    let begun = Instant::now();
    let sound = soundtrack::make(&args.sound, form, &spec, (&script, &hearing, &runtime), interrupt)?;
    let mixing = begun.elapsed();
    if !args.telling.quiet {
        soundtrack::tell(&args.sound, form, runtime.timeline());
    }
    let captions = captions(&runtime)?;
    let found = (finder.asked, finder.found(wanted));
    let encoder = output::open(wanted, &spec, found, sound.film, args.telling.quiet, interrupt)?;
    encoder.unfinished().into_iter().for_each(|unfinished| interrupt.covers(unfinished));
    let told = runtime.warnings().len();
    let made = shoot(args, &spec, (&script, &mut runtime), &studio, encoder, interrupt)?;
    if let Some(beside) = sound.beside {
        beside.keep().map_err(output::film_error)?;
    }
    if let Some(captions) = captions {
        captions.keep().map_err(output::film_error)?;
    }
    runtime.warnings().iter().skip(told).for_each(out::warning);
    let film = tell(args, form, &spec, &made, start.elapsed());
    if args.timings {
        out::plain(timings(&made, hearing.booth.spent(), mixing));
    }
    Ok(film)
}

/// Tells programs which film is begun.
fn announce(job: &Job, form: &Form, spec: &Spec) {
    let (width, height) = form.size(spec.width, spec.height);
    events::event(
        "start",
        json!({
            "input": job.input.to_string_lossy(), "output": form.path().to_string_lossy(), "unit": "frames",
            "frames": spec.frames.end - spec.frames.start, "width": width, "height": height, "fps": spec.rate.to_string(),
        }),
    );
}

fn spec(args: &Args, frames: FrameRange) -> Spec {
    let size = args.picture.size;
    Spec { width: size.width, height: size.height, rate: args.picture.fps, frames }
}

/// The frames to film: the cartoon's own, between `--from` and `--to`.
fn span(script: &Script, runtime: &Runtime, args: &Args) -> Result<FrameRange, CliError> {
    let rate = args.picture.fps;
    if let Some(numbers) = args.frames {
        return numbers.of(script, runtime, (rate, &args.picture.plan));
    }
    let from = args.from.unwrap_or(0.0);
    let to = match (runtime.duration(), args.to) {
        (Some(end), to) if from < end || from == 0.0 => to.unwrap_or(end).min(end),
        (Some(end), _) => return Err(CliError::usage(format!("--from {from}: the cartoon lasts {} s", short(end)))),
        (None, Some(to)) => {
            args.picture.plan.allows(&format!("--to {to}"), to)?;
            to
        }
        (None, None) => {
            return Err(play::unending(script, runtime, &args.picture.plan, "--to SECONDS says where the film ends"));
        }
    };
    if let Some(asked) = args.to.filter(|asked| *asked <= from) {
        return Err(CliError::usage(format!("--to {asked} is not later than --from {from}")));
    }
    match rate.range(from, to) {
        frames if !frames.is_empty() => Ok(frames),
        _ if to == 0.0 => Err(CliError::input("the cartoon lasts no time: there is nothing to film")),
        _ => Err(CliError::usage(format!("no frame lies between {from} s and {} s at {rate} a second", short(to)))),
    }
}

/// Seconds as people read them: three places at most.
pub(super) fn short(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// How many threads draw.
fn threads(args: &Args) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    args.threads.map_or_else(cores, usize::from)
}

/// Draws and encodes.
fn shoot(
    args: &Args,
    spec: &Spec,
    (script, runtime): (&Script, &mut Runtime),
    studio: &Studio,
    encoder: Encoder,
    interrupt: &Interrupt,
) -> Result<Made, CliError> {
    let progress = Progress::new(spec.frames.end - spec.frames.start, args.telling.quiet);
    let reel = Reel { spec, threads: threads(args), stop: &interrupt.stop, progress: &|frames| progress.set(frames) };
    let mut fault = None;
    let states = states(runtime, spec, &mut fault, &interrupt.stop);
    let worker = || Artist::new(studio);
    let made = film::make(&reel, encoder, states, worker, |artist, state| artist.draw(studio, state));
    progress.clear();
    match (made, fault) {
        (_, Some(fault)) => Err(script.run_error(&fault)),
        (Err(_), None) if interrupt.wanted() => Err(CliError::interrupted()),
        (made, None) => made.map_err(output::film_error),
    }
}

/// The states of the spec's frames. The runtime steps through every frame from the first of the cartoon, since what polls
/// does so once a frame. A fault ends the film: it goes into `fault`, and `stop` keeps what is there from becoming a film.
fn states<'a>(
    runtime: &'a mut Runtime,
    spec: &'a Spec,
    fault: &'a mut Option<RunError>,
    stop: &'a AtomicBool,
) -> impl Iterator<Item = FrameState> + 'a {
    let mut next = 0;
    std::iter::from_fn(move || {
        let wanted = next.max(spec.frames.start);
        if wanted >= spec.frames.end {
            return None;
        }
        let state = (next..=wanted).try_for_each(|k| runtime.step_to(spec.rate.time(k))).and_then(|()| runtime.frame());
        next = wanted + 1;
        state.inspect_err(|_| stop.store(true, Relaxed)).map_err(|error| *fault = Some(error)).ok()
    })
}

/// Says what was made.
fn tell(args: &Args, form: &Form, spec: &Spec, made: &Made, took: Duration) -> Film {
    let output = form.path().display().to_string();
    let (width, height) = form.size(spec.width, spec.height);
    // A GIF may leave frames out; it lasts as long.
    let length = short((spec.frames.end - spec.frames.start) as f64 / spec.rate.per_second());
    let took = took.as_secs_f64();
    if !args.telling.quiet && !events::are_told() {
        let megabytes = made.finished.size as f64 / 1e6;
        let fps = made.frames as f64 / took;
        out::plain(format_args!(
            "{output}: {} frames, {length} s, {width}x{height}, {megabytes:.2} MB, made in {took:.1} s ({fps:.1} fps)",
            made.frames
        ));
    }
    let result = json!({
        "output": output, "frames": made.frames, "first": spec.frames.start, "width": width, "height": height,
        "fps": spec.rate.to_string(), "duration": length, "bytes": made.finished.size, "seconds": short(took),
    });
    Film { frames: made.frames, size: (width, height), length, bytes: made.finished.size, took, result }
}

/// Seconds of each activity, summed over threads.
fn timings(made: &Made, lines: Duration, mixing: Duration) -> String {
    let spent = &made.spent;
    let [states, drawing, converting, encoding] =
        [spent.states, spent.drawing, spent.converting, spent.encoding].map(|spent| spent.as_secs_f64());
    let elsewhere = made.finished.elsewhere.map_or(String::new(), |cpu| format!(", ffmpeg {cpu:.2} s of CPU"));
    format!(
        "states {states:.2} s, drawing {drawing:.2} s, converting {converting:.2} s, encoding {encoding:.2} s{elsewhere}; lines {:.3} s, mixing {:.3} s",
        lines.as_secs_f64(),
        mixing.as_secs_f64()
    )
}
