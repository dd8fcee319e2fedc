//! Drawing the stills of a list: cases that play the same cartoon share one run of it; every still is drawn by any thread.
use super::super::interrupt::Interrupt;
use super::super::progress::Progress;
use super::super::render::short;
use super::super::studio::{Artist, Studio};
use super::super::{CliError, load, output, report, sheet};
use super::files::{Book, Folder};
use super::subject::{self, Blame, Film, Subject, subject};
use crate::diagnostic::Diagnostic;
use crate::figure::template::Template;
use crate::film::in_order;
use crate::frame::FrameState;
use crate::golden::{Case, Pixels, Record, Trace};
use crate::pack::Catalog;
use crate::paint::{Kept, Painter, Picture};
use std::collections::HashMap;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A still to draw.
#[derive(Clone, Debug)]
pub(super) struct Still<'a> {
    /// `area/case@seconds`.
    pub name: String,
    /// Its case.
    pub case: &'a Case,
    at: Option<f64>,
}

/// A still as drawn.
pub(super) struct Drawn {
    /// It.
    pub picture: Pixels,
    /// What it was drawn from.
    pub trace: Trace,
}

/// The stills of a list.
pub(super) fn stills(book: &Book) -> Vec<Still<'_>> {
    let of = |case| Case::stills(case).into_iter().map(move |(name, at)| Still { name, case, at });
    book.list.cases.iter().flat_map(of).collect()
}

/// What a still is drawn from.
enum Ready {
    Frame { studio: Arc<Studio>, timeline: Arc<Vec<Record>>, state: Box<FrameState> },
    Sheet(Arc<Template>, Arc<sheet::Args>),
    Broken(Arc<Blame>),
}

/// Draws `stills` on so many threads and hands what `job` makes of each to the result, in their order. What cannot be drawn is
/// shown, once for each file.
///
/// # Errors
/// When the person wants an end, threads cannot be started, or `job` fails.
pub(super) fn shoot<T: Send>(
    (folder, book, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    interrupt: &Interrupt,
    job: impl Fn(&Still<'_>, Result<Drawn, String>) -> Result<T, CliError> + Sync,
) -> Result<Vec<T>, CliError> {
    let ready = ready(folder, stills, threads, interrupt)?;
    let mut shown: Vec<*const Blame> = Vec::new();
    for one in &ready {
        if let Ready::Broken(blame) = one
            && !shown.contains(&Arc::as_ptr(blame))
        {
            shown.push(Arc::as_ptr(blame));
            show(blame, book)?;
        }
    }
    let progress = Progress::of(stills.len() as u64, ("stills", "a second"), !std::io::stderr().is_terminal());
    let done = AtomicU64::new(0);
    let counted = |still: &Still<'_>, drawn| {
        let made = job(still, drawn);
        progress.set(done.fetch_add(1, Relaxed) + 1);
        made
    };
    let made = draw(stills, ready, threads, interrupt, counted);
    progress.clear();
    made
}

/// The same of stills that were drawn before: nothing is shown.
///
/// # Errors
/// As [`shoot`].
pub(super) fn silent<T: Send>(
    (folder, _, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    interrupt: &Interrupt,
    job: impl Fn(&Still<'_>, Result<Drawn, String>) -> Result<T, CliError> + Sync,
) -> Result<Vec<T>, CliError> {
    draw(stills, ready(folder, stills, threads, interrupt)?, threads, interrupt, job)
}

fn draw<T: Send>(
    stills: &[Still<'_>],
    ready: Vec<Ready>,
    threads: usize,
    interrupt: &Interrupt,
    job: impl Fn(&Still<'_>, Result<Drawn, String>) -> Result<T, CliError> + Sync,
) -> Result<Vec<T>, CliError> {
    let draw = |_: &mut (), (still, ready): (&Still<'_>, Ready)| {
        if interrupt.wanted() {
            return Err(CliError::interrupted());
        }
        job(still, drawn(ready))
    };
    let mut made = Vec::with_capacity(stills.len());
    let take = |one| {
        made.push(one);
        Ok(())
    };
    in_order(threads, stills.iter().zip(ready), || (), draw, take).map_err(output::film_error)?;
    made.into_iter().collect()
}

/// Shows why something cannot be drawn, at its line.
fn show(blame: &Blame, book: &Book) -> Result<(), CliError> {
    match blame {
        Blame::Stopped => return Err(CliError::interrupted()),
        Blame::List(faults) => book.show(faults),
        Blame::File { path, source, faults } => report::show(path, source, faults),
    }
    Ok(())
}

/// Plays every cartoon once for the stills that share it.
fn ready(folder: &Folder, stills: &[Still<'_>], threads: usize, interrupt: &Interrupt) -> Result<Vec<Ready>, CliError> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for (i, still) in stills.iter().enumerate() {
        let Case { file, size, options, .. } = still.case;
        let key = format!("{file}\n{size:?}{options:?}{}", still.at.is_some());
        let group = *known.entry(key).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        if let Some(group) = groups.get_mut(group) {
            group.push(i);
        }
    }
    let catalogs = catalogs(folder, stills)?;
    let play = |_: &mut (), group: &Vec<usize>| {
        let members: Vec<&Still<'_>> = group.iter().filter_map(|i| stills.get(*i)).collect();
        let catalog = members.first().and_then(|still| catalogs.get(&still.case.options.packs));
        let played = catalog.map_or(Err(Blame::Stopped), |catalog| played(folder, &members, catalog, &interrupt.stop));
        played.unwrap_or_else(|blame| {
            let blame = Arc::new(blame);
            members.iter().map(|_| Ready::Broken(Arc::clone(&blame))).collect()
        })
    };
    let mut ready: Vec<(usize, Ready)> = Vec::with_capacity(stills.len());
    let mut group = 0;
    let take = |made: Vec<Ready>| {
        ready.extend(groups.get(group).into_iter().flatten().copied().zip(made));
        group += 1;
        Ok(())
    };
    in_order(threads, groups.iter(), || (), play, take).map_err(output::film_error)?;
    ready.sort_by_key(|(still, _)| *still);
    Ok(ready.into_iter().map(|(_, ready)| ready).collect())
}

/// The packs of every folder that a case names.
fn catalogs(folder: &Folder, stills: &[Still<'_>]) -> Result<HashMap<Option<String>, Arc<Catalog>>, CliError> {
    let mut catalogs = HashMap::new();
    for packs in stills.iter().map(|still| &still.case.options.packs) {
        if !catalogs.contains_key(packs) {
            let own = packs.as_ref().map(|packs| folder.file(packs));
            catalogs.insert(packs.clone(), load::catalog(own.as_deref())?);
        }
    }
    Ok(catalogs)
}

/// What each of the stills of one group is drawn from, in their order.
fn played(
    folder: &Folder,
    stills: &[&Still<'_>],
    catalog: &Arc<Catalog>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Ready>, Blame> {
    let Some(case) = stills.first().map(|still| still.case) else { return Ok(Vec::new()) };
    let last = stills.iter().filter_map(|still| still.at).fold(0.0, f64::max);
    match subject(case, &folder.file(&case.file), last)? {
        Subject::Sheet(template, args) => {
            let args = Arc::new(*args);
            Ok(stills.iter().map(|_| Ready::Sheet(Arc::clone(&template), Arc::clone(&args))).collect())
        }
        Subject::Film(film) => frames(&film, stills, case, catalog, stop),
    }
}

fn frames(
    film: &Film,
    stills: &[&Still<'_>],
    case: &Case,
    catalog: &Arc<Catalog>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Ready>, Blame> {
    let rate = subject::rate(case);
    let mut runtime = film.start(case, catalog, stop)?;
    let end = runtime.duration().unwrap_or(f64::INFINITY);
    let folder = load::folder(&film.path);
    let studio = Studio::silent(&film.program, folder, runtime.timeline(), catalog, subject::size(case));
    let studio = Arc::new(studio);
    let record = |record: &crate::engine::Record| Record { t: record.t, dur: record.dur, value: record.to_json() };
    let timeline: Arc<Vec<Record>> = Arc::new(runtime.timeline().iter().map(record).collect());
    let mut order: Vec<(usize, f64)> = stills.iter().map(|still| still.at.unwrap_or(0.0)).enumerate().collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let mut next = 0;
    let mut states = Vec::with_capacity(order.len());
    for (i, at) in order {
        if let Some(still) = stills.get(i).filter(|_| at > end) {
            states.push((i, Ready::Broken(Arc::new(beyond(still, at, end)))));
            continue;
        }
        let frame = rate.frame_at(at);
        for k in next..=frame {
            runtime.step_to(rate.time(k)).map_err(|error| film.blame(&error))?;
        }
        next = next.max(frame + 1);
        let state = Box::new(runtime.frame().map_err(|error| film.blame(&error))?);
        states.push((i, Ready::Frame { studio: Arc::clone(&studio), timeline: Arc::clone(&timeline), state }));
    }
    states.sort_by_key(|(i, _)| *i);
    Ok(states.into_iter().map(|(_, ready)| ready).collect())
}

fn beyond(still: &Still<'_>, at: f64, end: f64) -> Blame {
    let message = format!("{at} s: the cartoon lasts {} s", short(end));
    Blame::List(vec![Diagnostic::error(format!("{}.at", still.case.path), message)])
}

fn drawn(ready: Ready) -> Result<Drawn, String> {
    match ready {
        Ready::Broken(blame) => Err(blame.said()),
        Ready::Frame { studio, timeline, state } => {
            let list = studio.list(&state);
            let picture = Pixels::from(Artist::new(&studio).paint(&list));
            let trace = Trace::of_frame(&timeline, &state, &list, &picture);
            Ok(Drawn { picture, trace })
        }
        Ready::Sheet(template, args) => {
            let list = sheet::drawn(&[template], &args).map_err(|error| error.message)?;
            let mut picture = Picture::default();
            Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
            let picture = Pixels::from(&picture);
            let trace = Trace::of_sheet(&list, &picture);
            Ok(Drawn { picture, trace })
        }
    }
}
