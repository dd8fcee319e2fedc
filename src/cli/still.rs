//! `jabber-render still FILE --at T -o name.png`: single frames of the film as pictures.
use super::hearing::Hearing;
use super::interrupt::{self, Interrupt};
use super::load::Script;
use super::render::short;
use super::studio::{Artist, Studio};
use super::{CliError, args, bubbles, events, load, out, output, play};
use crate::engine::{RecordKind, Runtime};
use crate::film::{PartPicture, Rate};
use crate::sound::spool::Spool;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Write single frames of the film as PNG pictures
#[derive(clap::Args)]
#[group(id = "moments", required = true, multiple = false, args = ["at", "frame"])]
pub(super) struct Args {
    /// The cartoon, a file or a pack's id
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Seconds, several with commas: 2.5,4,7.25
    #[arg(long, value_name = "T[,T…]", value_delimiter = ',', value_parser = args::seconds)]
    pub at: Vec<f64>,
    /// Frame numbers, several with commas
    #[arg(long, value_name = "N[,N…]", value_delimiter = ',')]
    pub frame: Vec<u64>,
    /// The picture; of several, NAME.png becomes NAME@T.png
    #[arg(short, long = "output", value_name = "NAME.png")]
    pub output: PathBuf,
    #[command(flatten)]
    pub picture: args::Picture,
    /// Say nothing but warnings and errors
    #[arg(short, long)]
    pub quiet: bool,
    /// Give the result as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// One picture to take.
struct Shot {
    frame: u64,
    path: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    if !args.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png")) {
        return Err(CliError::usage(format!("{}: a still is a .png", args.output.display())));
    }
    draw(args, &*interrupt::listen()?).map(drop)
}

/// Draws and writes the pictures; the seconds of their frames.
///
/// # Errors
/// What is wrong, or that an end was asked for; then there are none.
pub(super) fn draw(args: &Args, interrupt: &Interrupt) -> Result<Vec<f64>, CliError> {
    let plan = &args.picture.plan;
    let catalog = plan.packs.catalog()?;
    let input = load::Input::open(&args.file, &catalog, plan.assets.as_deref())?;
    let script = load::drawn_program(input, &catalog, &plan.cast, &args.picture.captions.shelf()?)?;
    let hearing = Hearing::of(&script, &catalog, plan, (args.picture.fps.time(1), Spool::default()));
    let options = hearing.answers(play::options(&args.picture, &catalog, interrupt));
    let mut runtime = play::start(&script, options.clone())?;
    let shots = shots(args, &runtime)?;
    let timeline = runtime.timeline();
    let lettering = args.picture.captions.lettering(&script.program, &script.fonts, timeline, &catalog);
    let times: Vec<f64> = shots.iter().map(|shot| args.picture.fps.time(shot.frame)).collect();
    let until = times.last().copied().unwrap_or(0.0);
    // Neither needs the other, and together they are a good part of a still's time.
    let set = || Studio::new(&script.program, &script.beside, timeline, &catalog, args.picture.size, lettering);
    let (mut studio, ()) = rayon::join(set, || hearing.make_at(timeline, &times));
    if shots.len() == 1 {
        studio = studio.once();
    }
    bubbles::settle(&mut studio, || play::ahead(&script.program, options), args.picture.fps, until);
    shots.iter().try_for_each(|shot| script.beside.spares(&shot.path))?;
    let told = runtime.warnings().len();
    let pictures = take((&script, &mut runtime), args.picture.fps, &studio, &shots, interrupt)?;
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    pictures.into_iter().try_for_each(PartPicture::keep).map_err(output::film_error)?;
    runtime.warnings().iter().skip(told).for_each(out::warning);
    events::answer(json!({"pictures": shots.iter().map(|shot| told_of(shot, args)).collect::<Vec<_>>()}));
    Ok(times)
}

/// A picture for programs.
fn told_of(shot: &Shot, args: &Args) -> Value {
    let args::Picture { size, fps, .. } = &args.picture;
    json!({
        "output": shot.path.to_string_lossy(), "frame": shot.frame, "t": fps.time(shot.frame),
        "width": size.width, "height": size.height,
    })
}

/// The pictures asked for, the earliest first.
fn shots(args: &Args, runtime: &Runtime) -> Result<Vec<Shot>, CliError> {
    let rate = args.picture.fps;
    let several = args.at.len() + args.frame.len() > 1;
    let shot = |frame, name: String| Shot { frame, path: numbered(&args.output, several.then_some(name)) };
    let by_time = args.at.iter().map(|t| shot(rate.frame_at(*t), t.to_string()));
    let by_number = args.frame.iter().map(|k| shot(*k, k.to_string()));
    let mut shots: Vec<Shot> = by_time.chain(by_number).collect();
    if shots.is_empty() {
        shots.push(shot(rate.frame_at(telling(runtime)), String::new()));
    }
    if let Some(end) = runtime.duration() {
        let beyond = |what: String| CliError::usage(format!("{what}: the cartoon lasts {} s", short(end)));
        if let Some(t) = args.at.iter().find(|t| **t > end) {
            return Err(beyond(format!("--at {t}")));
        }
        if let Some(k) = args.frame.iter().find(|k| **k >= rate.count(end)) {
            return Err(beyond(format!("--frame {k}")));
        }
    }
    let plan = &args.picture.plan;
    args.at.iter().try_for_each(|t| plan.allows(&format!("--at {t}"), *t))?;
    args.frame.iter().try_for_each(|k| plan.allows(&format!("--frame {k}"), rate.time(*k)))?;
    shots.sort_by(|a, b| (a.frame, &a.path).cmp(&(b.frame, &b.path)));
    shots.dedup_by(|a, b| a.path == b.path);
    Ok(shots)
}

/// The second that shows most of a cartoon when nobody says which: the middle of its first line, or where none is spoken its own.
fn telling(runtime: &Runtime) -> f64 {
    let line = runtime.timeline().iter().find(|record| matches!(record.what, RecordKind::Say { .. }));
    line.map_or_else(|| runtime.duration().unwrap_or(0.0) / 2.0, |line| line.t + line.dur / 2.0)
}

/// `name@2.5.png` of `name.png`.
fn numbered(output: &Path, name: Option<String>) -> PathBuf {
    let Some(name) = name else { return output.to_owned() };
    let mut file = output.file_stem().map_or_else(OsString::new, OsString::from);
    file.push(format!("@{name}."));
    file.push(output.extension().unwrap_or_default());
    output.with_file_name(file)
}

/// Steps through every frame, as the film does, and takes the pictures on the way. They get their names when all are whole.
fn take(
    (script, runtime): (&Script, &mut Runtime),
    rate: Rate,
    studio: &Studio,
    shots: &[Shot],
    interrupt: &Interrupt,
) -> Result<Vec<PartPicture>, CliError> {
    let mut pictures = Vec::with_capacity(shots.len());
    let mut artist = Artist::new(studio);
    let mut next = 0;
    for shot in shots {
        for k in next..=shot.frame {
            runtime.step_to(rate.time(k)).map_err(|fault| script.run_error(&fault))?;
        }
        next = shot.frame + 1;
        let state = runtime.frame().map_err(|fault| script.run_error(&fault))?;
        let begun = |unfinished| interrupt.covers(unfinished);
        let picture = PartPicture::write(artist.draw(studio, &state).0, &shot.path, begun);
        pictures.push(picture.map_err(output::film_error)?);
    }
    Ok(pictures)
}
