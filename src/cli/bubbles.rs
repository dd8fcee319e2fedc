//! Where bubbles hang: a studio and a cartoon at its start enter; each line of it, looked at from its start to its end, has its place.
use super::studio::Studio;
use crate::engine::{RecordKind, Runtime};
use crate::film::Rate;

/// How often a line is looked at, seconds: meanwhile nobody walks far.
const EVERY: f64 = 0.125;

/// Looks at the lines that begin until `until` seconds; `start` gives the cartoon at its start. What fails here fails in the film too, and
/// is said there.
pub(super) fn settle(studio: &mut Studio, start: impl FnOnce() -> Option<Runtime>, rate: Rate, until: f64) {
    let Some(mut runtime) = Some(start).filter(|_| studio.has_bubbles()).and_then(|start| start()) else { return };
    let spans = runtime.timeline().iter().filter_map(|record| {
        let is_line = matches!(record.what, RecordKind::Say { .. }) && record.t <= until;
        Some((record.t, record.t + record.dur)).filter(|(_, end)| is_line && end.is_finite())
    });
    let spans: Vec<(f64, f64)> = spans.collect();
    let last = spans.iter().fold(0.0, |last: f64, (_, end)| last.max(*end));
    let mut rooms = Default::default();
    let mut looked = f64::NEG_INFINITY;
    for k in 0.. {
        let (t, next) = (rate.time(k), rate.time(k + 1));
        // The clock goes as in the film: what polls does so once a frame.
        if t > last || runtime.step_to(t).is_err() {
            break;
        }
        let spoken = || spans.iter().filter(|(start, end)| *start <= t && t < *end);
        let is_first_or_last = spoken().any(|(start, end)| t - *start < next - t || *end <= next);
        if is_first_or_last || (t - looked >= EVERY && spoken().next().is_some()) {
            looked = t;
            let Ok(frame) = runtime.frame() else { break };
            studio.note(&frame, &mut rooms);
        }
    }
    studio.settle(rooms);
}
