//! Captions beside the film: the timeline enters, cues leave: what the picture would show, when it would.
use super::CliError;
use super::output::film_error;
use crate::engine::{Record, RecordKind};
use crate::film::encode::Spec;
use crate::film::{Cue, Form, PartPicture, Subtitles, Unfinished};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A text of the timeline, and when it is due.
struct Due {
    start: f64,
    end: f64,
    who: Option<Arc<str>>,
    text: Arc<str>,
}

/// The file, which has not got its name yet.
pub(super) fn write(
    subtitles: Subtitles,
    (form, spec): (&Form, &Spec),
    timeline: &[Record],
    names: &BTreeMap<Arc<str>, Arc<str>>,
    begun: impl FnOnce(Unfinished),
) -> Result<PartPicture, CliError> {
    let [from, to] = [spec.frames.start, spec.frames.end].map(|frame| spec.rate.time(frame));
    let text = subtitles.text(&cues(timeline, names, (from, to)));
    let target = form.beside(subtitles.extension());
    PartPicture::of_bytes(text.as_bytes(), &target, begun).map_err(film_error)
}

/// The cues of a part of the cartoon, in seconds from its beginning. As in the picture, it is the latest text that is shown, and with a line the
/// latest that another speaks.
fn cues(timeline: &[Record], names: &BTreeMap<Arc<str>, Arc<str>>, (from, to): (f64, f64)) -> Vec<Cue> {
    let due: Vec<Due> = timeline.iter().filter_map(due).collect();
    let mut moments: Vec<f64> = due.iter().flat_map(|due| [due.start, due.end]).chain([from, to]).collect();
    moments.retain(|t| (from..=to).contains(t));
    moments.sort_by(f64::total_cmp);
    moments.dedup();
    // Each with the number of its text.
    let mut cues: Vec<(usize, Cue)> = Vec::new();
    for pair in moments.windows(2) {
        let &[start, end] = pair else { continue };
        for i in shown(&due, start) {
            let (start, end) = (start - from, end - from);
            if let Some((_, cue)) = cues.iter_mut().rev().find(|(number, cue)| *number == i && cue.end == start) {
                cue.end = end;
            } else if let Some(due) = due.get(i) {
                let name = due.who.as_ref().and_then(|who| names.get(who)).cloned();
                cues.push((i, Cue { start, end, name, text: Arc::clone(&due.text) }));
            }
        }
    }
    cues.into_iter().map(|(_, cue)| cue).collect()
}

fn due(record: &Record) -> Option<Due> {
    let (who, text) = match &record.what {
        RecordKind::Say { who, text, .. } => (Some(who), text),
        RecordKind::Caption { text, .. } => (None, text),
        _ => return None,
    };
    let has_words = text.chars().any(|c| !c.is_whitespace());
    let due = Due { start: record.t, end: record.t + record.dur, who: who.cloned(), text: Arc::clone(text) };
    (has_words && due.end > due.start).then_some(due)
}

/// The numbers of the texts shown at a moment, the earlier first.
fn shown(due: &[Due], t: f64) -> Vec<usize> {
    let now = || due.iter().enumerate().filter(|(_, due)| due.start <= t && t < due.end);
    let by_start = |(i, a): &(usize, &Due), (j, b): &(usize, &Due)| a.start.total_cmp(&b.start).then(i.cmp(j));
    let Some((latest, caption)) = now().max_by(by_start) else { return Vec::new() };
    let another = |(_, due): &(usize, &Due)| caption.who.is_some() && due.who.is_some() && due.who != caption.who;
    now().filter(another).max_by(by_start).map(|(i, _)| i).into_iter().chain([latest]).collect()
}
