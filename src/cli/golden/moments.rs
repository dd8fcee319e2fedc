//! The cases that show a file: of a cartoon a still for every scene, line and cut; of a behaviour three moments; of a
//! template its sheets; of a place or a character one still.
use super::super::fonts::Shelf;
use super::film::Film;
use super::subject::{self, Blame, Subject};
use crate::engine::{Record, RecordKind, Runtime};
use crate::figure::template::Template;
use crate::frame::FrameState;
use crate::golden::{Case, Options};
use crate::pack::Catalog;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Seconds into a scene or a cut at which it is shown, if it lasts twice as long: whoever comes in is there.
const INTO: f64 = 1.0;
/// The sides of the stage within which somebody shows, share of its width.
const ON_STAGE: std::ops::RangeInclusive<f64> = 0.04..=0.96;
/// Words of a line that name its still.
const WORDS: usize = 4;
/// Letters of a name.
const LETTERS: usize = 40;

/// A case to be: its name without the area, its times, its options.
pub(super) struct Row {
    /// Without the area.
    pub name: String,
    /// None for a sheet.
    pub at: Option<Value>,
    /// What `options` says.
    pub options: Option<Value>,
}

impl Row {
    fn at(name: impl Into<String>, at: impl Into<Value>) -> Self {
        Self { name: name.into(), at: Some(at.into()), options: None }
    }
}

/// The cases that show a file.
///
/// # Errors
/// When it cannot be read or played.
pub(super) fn rows(path: &Path, catalog: &Arc<Catalog>, stop: &Arc<AtomicBool>) -> Result<Vec<Row>, Blame> {
    let case = |at: &[f64]| Case {
        name: String::new(),
        file: String::new(),
        at: at.to_vec(),
        size: None,
        options: Options::default(),
        note: None,
        tolerance: None,
        path: String::new(),
    };
    // Whatever has times is asked for one; a template has none.
    let (found, case) = match subject::subject(&case(&[0.0]), path, (catalog, &Shelf::default()), 0.0) {
        Ok(found) => (found, case(&[0.0])),
        Err(blame) => (subject::subject(&case(&[]), path, (catalog, &Shelf::default()), 0.0).map_err(|_| blame)?, case(&[])),
    };
    match found {
        Subject::Sheet(template, _) => Ok(sheets(&template)),
        Subject::Film(film) if film.is_cartoon() => cartoon(&film, film.start(&case, catalog, stop)?.0, &case),
        Subject::Film(film) => Ok(preview(&film)),
    }
}

fn sheets(template: &Template) -> Vec<Row> {
    let sheet = |name: &str, options: Value| Row { name: name.to_owned(), at: None, options: Some(options) };
    let mut rows: Vec<Row> = ["flat", "ink", "soft"].map(|style| sheet(style, json!({"look": {"style": style}}))).into();
    if template.faces.contains_key(&template.view) {
        rows.push(sheet("moods", json!({"grid": "moods"})));
    }
    rows
}

/// A quarter, a half and nine tenths of a behaviour; half a second of what only stands there.
fn preview(film: &Film) -> Vec<Row> {
    let hundredths = |t: f64| (t * 100.0).round() / 100.0;
    match film.lasts {
        Some(dur) => vec![Row::at("plays", json!([0.25, 0.5, 0.9].map(|share| hundredths(share * dur))))],
        None => vec![Row::at("stands", 0.5)],
    }
}

/// A moment that a cartoon's still is wanted at.
struct Wish {
    name: String,
    at: f64,
    /// Until when it may be moved, to a moment at which somebody shows.
    until: f64,
}

fn cartoon(film: &Film, mut runtime: Runtime, case: &Case) -> Result<Vec<Row>, Blame> {
    let rate = subject::rate(case);
    let end = runtime.duration().unwrap_or(f64::INFINITY);
    let mut wishes: Vec<Wish> = runtime.timeline().iter().filter_map(|record| wish(record, end)).collect();
    wishes.sort_by(|a, b| a.at.total_cmp(&b.at));
    let (mut frames, mut names, mut rows) = (HashSet::new(), HashSet::new(), Vec::new());
    let mut next = 0;
    for wish in wishes {
        let last = rate.frame_at(wish.until).max(rate.frame_at(wish.at));
        let mut frame = rate.frame_at(wish.at).max(next);
        loop {
            for k in next..=frame {
                runtime.step_to(rate.time(k)).map_err(|error| film.blame(&error))?;
            }
            next = next.max(frame);
            if frame >= last || shows(&runtime.frame().map_err(|error| film.blame(&error))?) {
                break;
            }
            frame += 1;
        }
        let moved = frame > rate.frame_at(wish.at);
        // Nobody came: the moment itself is as good as any.
        let at = if moved && frame < last { rate.time(frame) + 0.5 / rate.per_second() } else { wish.at };
        let at = (at * 100.0).round() / 100.0;
        if at <= end && frames.insert(rate.frame_at(at)) {
            rows.push(Row::at(unique(&wish.name, &mut names), at));
        }
    }
    Ok(rows)
}

/// When a record is best seen; `None` of what needs no still.
fn wish(record: &Record, end: f64) -> Option<Wish> {
    let until = (record.t + record.dur).min(end);
    let dur = (until - record.t).max(0.0);
    let (name, into) = match &record.what {
        RecordKind::Scene { name, .. } => (format!("scene {}", name.as_deref().unwrap_or_default()), INTO.min(dur / 2.0)),
        RecordKind::Cut { place, .. } => (format!("cut {}", place.as_deref().unwrap_or_default()), INTO.min(dur / 2.0)),
        RecordKind::Say { who, text, .. } => (format!("{who} {text}"), dur / 2.0),
        RecordKind::Card { .. } => (record.what.word().to_owned(), dur / 2.0),
        _ => return None,
    };
    // A line or a card is seen in its middle, whoever is there.
    let until = if matches!(record.what, RecordKind::Say { .. } | RecordKind::Card { .. }) { record.t + into } else { until };
    (dur.is_finite() && dur > 0.0).then(|| Wish { name: slug(&name), at: record.t + into, until })
}

/// Whether anybody is on the stage.
fn shows(frame: &FrameState) -> bool {
    frame.characters.iter().any(|one| one.visible && ON_STAGE.contains(&one.x))
}

/// The first words of a text as a part of a file's name.
fn slug(text: &str) -> String {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = words.take(WORDS + 1).collect::<Vec<_>>().join("-");
    slug.truncate(LETTERS);
    slug.trim_matches('-').to_owned()
}

/// The name, with a number when it is taken.
pub(super) fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let name = if name.is_empty() { "still" } else { name };
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    free
}
