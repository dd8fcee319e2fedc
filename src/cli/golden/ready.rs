//! What every still is drawn from: cases that play the same cartoon share one run of it.
use super::super::captions::Captions;
use super::super::fonts::Shelf;
use super::super::interrupt::Interrupt;
use super::super::looks::Model;
use super::super::render::short;
use super::super::studio::{Artist, Studio};
use super::super::{Beside, CliError, bubbles, library, output, sheet};
use super::files::Folder;
use super::film::Film;
use super::shoot::{Drawn, Still};
use super::subject::{self, Blame, Subject, subject};
use crate::diagnostic::Diagnostic;
use crate::figure::template::Template;
use crate::film::in_order;
use crate::frame::FrameState;
use crate::golden::{Case, Pixels, Record, Trace};
use crate::pack::Catalog;
use crate::paint::{Kept, Painter, Picture};
use crate::vocabulary::CaptionStyle;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a still is drawn from.
pub(super) enum Ready {
    Frame { studio: Arc<Studio>, timeline: Arc<Vec<Record>>, state: Box<FrameState> },
    Sheet(Arc<Template>, Arc<sheet::Args>, Arc<Catalog>),
    Broken(Arc<Blame>),
}

/// What there is to say that is no fault of a still.
#[derive(Default)]
pub(super) struct Odd {
    /// At its line in a file.
    pub files: Vec<Blame>,
    /// In words.
    pub words: Vec<String>,
}

/// Plays every cartoon once for the stills that share it; what each is drawn from, in their order.
///
/// # Errors
/// When the person wants an end, or threads cannot be started.
pub(super) fn ready(
    folder: &Folder,
    stills: &[Still<'_>],
    threads: usize,
    interrupt: &Interrupt,
) -> Result<(Vec<Ready>, Odd), CliError> {
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
    let mut odd = Odd::default();
    let catalogs = catalogs(folder, stills, &mut odd);
    let play = |_: &mut (), group: &Vec<usize>| {
        let members: Vec<&Still<'_>> = group.iter().filter_map(|i| stills.get(*i)).collect();
        let mut odd = Odd::default();
        let played = match members.first().and_then(|still| Some((still, catalogs.get(&still.case.options.packs)?))) {
            None => Err(Blame::Stopped),
            Some((still, Err(error))) => Err(packless(still.case, error)),
            Some((_, Ok(catalog))) => played(folder, &members, catalog, &interrupt.stop, &mut odd),
        };
        let ready = played.unwrap_or_else(|blame| {
            let blame = Arc::new(blame);
            members.iter().map(|_| Ready::Broken(Arc::clone(&blame))).collect()
        });
        (ready, odd)
    };
    let mut ready: Vec<(usize, Ready)> = Vec::with_capacity(stills.len());
    let mut group = 0;
    let take = |(made, of_group): (Vec<Ready>, Odd)| {
        odd.files.extend(of_group.files);
        odd.words.extend(of_group.words);
        ready.extend(groups.get(group).into_iter().flatten().copied().zip(made));
        group += 1;
        Ok(())
    };
    in_order(threads, groups.iter(), || (), play, take).map_err(output::film_error)?;
    ready.sort_by_key(|(still, _)| *still);
    Ok((ready.into_iter().map(|(_, ready)| ready).collect(), odd))
}

/// The packs of every folder that a case names, or why there are none.
type Catalogs = HashMap<Option<String>, Result<Arc<Catalog>, CliError>>;

fn catalogs(folder: &Folder, stills: &[Still<'_>], odd: &mut Odd) -> Catalogs {
    let mut catalogs = Catalogs::new();
    for packs in stills.iter().map(|still| &still.case.options.packs) {
        if catalogs.contains_key(packs) {
            continue;
        }
        // What the person has on this machine would make stills that another machine cannot.
        let own: Vec<_> = packs.iter().map(|packs| library::Folder::Asked(folder.file(packs))).collect();
        let read = library::read(&own).map(|(catalog, of_packs)| {
            let blame = |one: library::Odd| Blame::File { path: one.path, source: one.source, faults: one.faults };
            odd.files.extend(of_packs.into_iter().map(blame));
            catalog
        });
        catalogs.insert(packs.clone(), read);
    }
    catalogs
}

fn packless(case: &Case, error: &CliError) -> Blame {
    let fault = Diagnostic::error(format!("{}.options.packs", case.path), &*error.message);
    Blame::List(vec![error.hint.iter().fold(fault, |fault, hint| fault.hint(hint))])
}

/// What each of the stills of one group is drawn from, in their order.
fn played(
    folder: &Folder,
    stills: &[&Still<'_>],
    catalog: &Arc<Catalog>,
    stop: &Arc<AtomicBool>,
    odd: &mut Odd,
) -> Result<Vec<Ready>, Blame> {
    let Some(case) = stills.first().map(|still| still.case) else { return Ok(Vec::new()) };
    let last = stills.iter().filter_map(|still| still.at).fold(0.0, f64::max);
    let files: Vec<_> = case.options.fonts.iter().map(|file| folder.file(file)).collect();
    let unread = |error: CliError| Blame::List(vec![Diagnostic::error(format!("{}.options.fonts", case.path), error.message)]);
    // The machine's own fonts are not the same everywhere.
    let shelf = Shelf::new(&files, false).map_err(unread)?;
    match subject(case, &folder.file(&case.file), (catalog, &shelf), last)? {
        Subject::Sheet(template, args) => {
            let args = Arc::new(*args);
            Ok(stills.iter().map(|_| Ready::Sheet(Arc::clone(&template), Arc::clone(&args), Arc::clone(catalog))).collect())
        }
        Subject::Film(film) => frames(&film, stills, case, (catalog, stop), odd),
    }
}

fn frames(
    film: &Film,
    stills: &[&Still<'_>],
    case: &Case,
    (catalog, stop): (&Arc<Catalog>, &Arc<AtomicBool>),
    odd: &mut Odd,
) -> Result<Vec<Ready>, Blame> {
    odd.files.extend(film.odd.iter().cloned());
    let rate = subject::rate(case);
    let (mut runtime, unheard) = film.start(case, catalog, stop)?;
    odd.files.extend(unheard);
    let end = runtime.duration().unwrap_or(f64::INFINITY);
    let beside = Beside::new(&film.path, None);
    let style = case.options.captions.as_deref().and_then(CaptionStyle::parse);
    let captions = Captions { style, ..Captions::default() };
    let lettering = captions.lettering(&film.program, &film.fonts, runtime.timeline(), catalog);
    let mut studio = Studio::new(&film.program, &beside, runtime.timeline(), catalog, subject::size(case), lettering);
    let until = stills.iter().filter_map(|still| still.at).fold(0.0, f64::max);
    let ahead = || film.start(case, catalog, stop).ok().map(|(runtime, _)| runtime);
    bubbles::settle(&mut studio, ahead, rate, until);
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
    odd.words.extend(film.warnings(&runtime));
    states.sort_by_key(|(i, _)| *i);
    Ok(states.into_iter().map(|(_, ready)| ready).collect())
}

fn beyond(still: &Still<'_>, at: f64, end: f64) -> Blame {
    let message = format!("{at} s: the cartoon lasts {} s", short(end));
    Blame::List(vec![Diagnostic::error(format!("{}.at", still.case.path), message)])
}

/// Draws it.
///
/// # Errors
/// Why it cannot be drawn.
pub(super) fn drawn(ready: Ready) -> Result<Drawn, String> {
    match ready {
        Ready::Broken(blame) => Err(blame.said()),
        Ready::Frame { studio, timeline, state } => {
            let list = studio.list(&state);
            let picture = Pixels::from(Artist::new(&studio).paint(&list));
            let trace = Trace::of_frame(&timeline, &state, &list, &picture);
            Ok(Drawn { picture, trace })
        }
        Ready::Sheet(template, args, catalog) => {
            let list = sheet::drawn(&[Model::plain(&template, &args)], &args, &catalog).map_err(|error| error.message)?;
            let mut picture = Picture::default();
            Painter::new(Arc::new(Kept::default())).paint_into(&list, &mut picture);
            let picture = Pixels::from(&picture);
            let trace = Trace::of_sheet(&list, &picture);
            Ok(Drawn { picture, trace })
        }
    }
}
