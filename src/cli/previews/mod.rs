//! `jabber-render previews DIR|ID… -o OUT`: packs as pictures and clips, and a page that shows them.
//!
//! Enters: packs. Leaves: in one folder their pictures, `index.html`, and the record of what was made of what. One queue over all
//! cores; what is unchanged is not drawn again.
mod body;
mod card;
mod clip;
mod faults;
mod films;
mod gallery;
mod key;
mod lens;
mod motion;
mod record;
mod seam;
mod sheets;
mod show;
mod subjects;
mod things;
mod used;
mod work;

use super::fonts::Shelf;
use super::interrupt::{self, Interrupt};
use super::library::Packs;
use super::progress::Progress;
use super::render::short;
use super::{CliError, Size, args, events, out};
use crate::display::Color;
use crate::film::Unfinished;
use crate::film::animate::Moving;
use crate::pack::{Pack, PackKind, sha256};
use crate::stage::Ground;
use card::Card;
use clip::Folder;
use record::{Made, Record};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;
use subjects::Subjects;

/// Show packs: a picture and a clip of each, and a gallery, index.html, that opens from disk
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folders of packs, or ids of packs; without any, every pack there is
    #[arg(value_name = "DIR|ID")]
    what: Vec<String>,
    /// The folder of previews; what lies there of packs that are not shown any more is removed, if it was made here
    #[arg(short, long = "output", value_name = "OUT")]
    output: PathBuf,
    /// What clips are made as
    #[arg(long, value_enum, value_name = "FORM", default_value = "webp")]
    format: Format,
    /// Width and height of pictures in pixels; scenes and cartoons are 16:9, as wide
    #[arg(long, value_name = "WxH", default_value = "480x480")]
    size: Size,
    /// Whom behaviours are shown on: a template, a look's or a character's id, or a look as JSON [default: as each pack says]
    #[arg(long, value_name = "LOOK")]
    on: Option<String>,
    /// Packs drawn at once [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    #[command(flatten)]
    packs: Packs,
    #[command(flatten)]
    telling: args::Telling,
}

/// What clips are made as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// Animated WebP
    Webp,
    /// GIF
    Gif,
    /// H.264
    Mp4,
    /// Animated PNG
    Png,
}

impl Format {
    /// The form of animated picture; `None` of a film.
    fn moving(self) -> Option<Moving> {
        match self {
            Format::Webp => Some(Moving::Webp),
            Format::Gif => Some(Moving::Gif),
            Format::Png => Some(Moving::Apng),
            Format::Mp4 => None,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Format::Webp => "webp",
            Format::Gif => "gif",
            Format::Mp4 => "mp4",
            Format::Png => "png",
        }
    }
}

/// What all that draw share.
pub(super) struct Desk<'a> {
    subjects: &'a Subjects,
    size: Size,
    format: Format,
    on: Option<Value>,
    shelf: Shelf,
    interrupt: &'a Interrupt,
}

/// The wall and the floor that a kind of pack is shown before.
fn tint(kind: PackKind) -> [&'static str; 2] {
    match kind {
        PackKind::Behaviour => ["#DCE7EC", "#BFD1D9"],
        PackKind::Character => ["#F3E6D4", "#DFCBB2"],
        PackKind::Look => ["#E1EADB", "#C5D3BB"],
        PackKind::Prop => ["#F2E1DA", "#DFC4B9"],
        PackKind::Voice => ["#E7E3F0", "#CFC8DF"],
        PackKind::Place | PackKind::Scene | PackKind::Cartoon => ["#E4E4E4", "#CCCCCC"],
    }
}

/// The same for posters.
fn ground_of(kind: PackKind) -> Ground {
    let color = |hex: &str| Color::from_hex(hex).unwrap_or(Color::CLEAR);
    let [wall, floor] = tint(kind).map(color);
    let dim = |c: u8| (f64::from(c) * 0.66) as u8;
    Ground { wall, floor, shade: Color::rgb(dim(floor.r), dim(floor.g), dim(floor.b)) }
}

/// What is drawn first: the longest, so that no core waits for it at the end.
fn cost(kind: PackKind) -> usize {
    use PackKind::{Behaviour, Cartoon, Character, Look, Place, Prop, Scene, Voice};
    [Cartoon, Scene, Behaviour, Character, Look, Place, Prop, Voice].iter().position(|of| *of == kind).unwrap_or(0)
}

/// `beh-wave` of `c4c:beh:wave`.
fn stem(id: &str) -> String {
    id.trim_start_matches("c4c:").replace(':', "-")
}

fn draw(pack: &Arc<Pack>, desk: &Desk, folder: Folder) -> Result<Card, String> {
    match pack.kind {
        PackKind::Behaviour => motion::behaviour(pack, desk, folder),
        PackKind::Character => sheets::character(pack, desk, folder),
        PackKind::Look => sheets::look(pack, desk, folder),
        PackKind::Place => things::place(pack, desk, folder),
        PackKind::Prop => things::prop(pack, desk, folder),
        PackKind::Voice => things::voice(pack, desk, folder),
        PackKind::Scene | PackKind::Cartoon => films::film(pack, desk, folder),
    }
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let start = Instant::now();
    let interrupt = interrupt::listen()?;
    let subjects = Subjects::gather(args)?;
    let on = args.on.as_deref().map(|on| json!(on));
    let shelf = Shelf::of_system();
    let desk = Desk { subjects: &subjects, size: args.size, format: args.format, on, shelf, interrupt: &interrupt };
    if let Some(on) = &desk.on {
        faults::shown_on(on, &desk)?;
    }
    let earlier = Record::read(&args.output).map_err(|path| foreign(&path))?;
    let Size { width, height } = args.size;
    let options = format!("{} {width}x{height} {}", args.format.extension(), args.on.as_deref().unwrap_or("-"));
    let mut record = Record::default();
    let mut jobs: Vec<(&Arc<Pack>, String)> = Vec::new();
    for pack in subjects.asked.values() {
        let key = key::key(pack, &subjects.catalog, &options);
        match earlier.fresh(&pack.id, &key, &args.output) {
            Some(made) => _ = record.made.insert(pack.id.to_string(), made.clone()),
            None => jobs.push((pack, key)),
        }
    }
    let names = jobs.iter().flat_map(|(pack, _)| record::names(pack, args.format.extension()));
    if let Some(path) = earlier.foreign(&args.output, names.chain([record::PAGE.to_owned()])) {
        return Err(foreign(&path));
    }
    std::fs::create_dir_all(&args.output).map_err(|error| CliError::unwritable(&args.output, &error))?;
    jobs.sort_by_key(|(pack, _)| cost(pack.kind));
    let kept = record.made.len();
    // What is known of the folder at any moment, lest files that got their names be somebody's own after a hard end.
    let so_far = Mutex::new(earlier.clone());
    let made = make(args, &desk, &jobs, &so_far)?;
    let mut broken = subjects.broken.clone();
    let count = made.iter().flatten().filter(|made| made.is_ok()).count();
    for ((pack, _), made) in jobs.iter().zip(made) {
        match made {
            Some(Ok(made)) => _ = record.made.insert(pack.id.to_string(), made),
            Some(Err(why)) if !interrupt.wanted() => broken.push((pack.id.to_string(), faults::home(pack, &why))),
            _ => {}
        }
    }
    let machine = |why: String| CliError::machine(why);
    let mut so_far = so_far.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    if interrupt.wanted() {
        // What is whole stays, and is known the next time.
        let mut all = so_far;
        all.made.extend(record.made);
        all.write(&args.output, &interrupt).map_err(machine)?;
        return Err(CliError { message: "interrupted; what was whole is kept".to_owned(), ..CliError::interrupted() });
    }
    let page = gallery::page(&subjects, &record);
    if !subjects.broken.is_empty() {
        // What is not there may be meant, by a name mistyped: nothing is cleared, and all of it stays known.
        earlier.made.iter().for_each(|(id, made)| _ = record.made.entry(id.clone()).or_insert_with(|| made.clone()));
    }
    record.page = sha256(page.as_bytes());
    so_far.announce([(record::PAGE.to_owned(), record.page.clone())], &args.output, &interrupt).map_err(machine)?;
    record::write(&args.output.join(record::PAGE), page.as_bytes(), &interrupt).map_err(machine)?;
    record.write(&args.output, &interrupt).map_err(machine)?;
    let gone = if subjects.broken.is_empty() { record.clear(&earlier, &args.output) } else { 0 };
    tell(args, (count, kept, gone), &broken, start)
}

/// That a file would have to be overwritten which is somebody's own.
fn foreign(path: &Path) -> CliError {
    let error = CliError::input(format!("{} was not made here, or has been changed since", path.display()));
    error.hint("another folder for the previews: -o OUT; or take the file away")
}

/// What is to be drawn, each with its hash.
type Jobs<'a> = [(&'a Arc<Pack>, String)];
/// What became of each; `None` of what was not begun.
type Results = Vec<Option<Result<Made, String>>>;

/// Draws what is to be drawn, each pack in a folder of its own beside the pictures; whole, its files get their names.
fn make(args: &Args, desk: &Desk, jobs: &Jobs, so_far: &Mutex<Record>) -> Result<Results, CliError> {
    let room = tempfile::Builder::new().prefix(".previews-").suffix(".part").tempdir_in(&args.output);
    let room = room.map_err(|error| CliError::unwritable(&args.output, &error))?;
    desk.interrupt.covers(Unfinished::at(room.path()));
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.jobs.map_or_else(cores, usize::from);
    events::event("start", json!({"unit": "packs", "of": jobs.len()}));
    let progress = Progress::of(jobs.len() as u64, ("packs", "packs/s"), args.telling.quiet);
    let done = AtomicU64::new(0);
    let made = work::all(jobs, threads, &desk.interrupt.stop, |(pack, key)| {
        let made = one((pack, key), desk, room.path(), (&args.output, so_far));
        // Files are spoken of as those that they are to be.
        let (theirs, own) = (room.path().join(stem(&pack.id)).display().to_string(), args.output.display().to_string());
        let made = made.map_err(|why| why.replace(&theirs, &own));
        progress.set(done.fetch_add(1, Relaxed) + 1);
        made
    });
    progress.clear();
    Ok(made)
}

fn one(
    (pack, key): (&Arc<Pack>, &str),
    desk: &Desk,
    room: &Path,
    (output, so_far): (&Path, &Mutex<Record>),
) -> Result<Made, String> {
    let stem = stem(&pack.id);
    let path = room.join(&stem);
    std::fs::create_dir_all(&path).map_err(|error| subjects::unwritable(&path, &error))?;
    let card = draw(pack, desk, Folder { path: &path, stem: &stem })?;
    if desk.interrupt.wanted() {
        return Err("interrupted".to_owned());
    }
    let files = record::move_in(&path, output, so_far, desk.interrupt)?;
    let made = Made { key: key.to_owned(), files, card };
    let mut record = so_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    record.made.insert(pack.id.to_string(), made.clone());
    Ok(made)
}

/// Says what was made.
fn tell(
    args: &Args,
    (made, kept, gone): (usize, usize, usize),
    broken: &[(String, String)],
    start: Instant,
) -> Result<(), CliError> {
    for (what, why) in broken {
        // What names it already names it once.
        out::row("failed", true, if why.contains(&**what) { why.clone() } else { format!("{what}: {why}") });
    }
    let index = args.output.join("index.html").display().to_string();
    let took = start.elapsed().as_secs_f64();
    if !args.telling.quiet && !events::are_told() {
        let cleared = if gone == 0 { String::new() } else { format!(", {gone} of its files cleared") };
        out::plain(format_args!("{index}: {made} drawn, {kept} unchanged, {} failed{cleared}, in {took:.1} s", broken.len()));
    }
    let failed: Vec<Value> = broken.iter().map(|(what, why)| json!({"what": what, "why": why})).collect();
    events::done(json!({
        "gallery": index, "drawn": made, "unchanged": kept, "failed": failed, "cleared": gone, "seconds": short(took),
    }));
    // It is the disk when nothing else was wrong.
    match broken.iter().all(|(_, why)| why.starts_with(subjects::UNWRITABLE)) {
        _ if broken.is_empty() => Ok(()),
        true => Err(CliError::machine("")),
        false => Err(CliError::reported()),
    }
}
