//! Captions (§7.6, ruling 40): the latest-started one still showing is on screen. Kept: only those that may still show, and
//! those with a `for` that has not run out.
use super::loss::Loss;
use super::record::RecordKind;
use super::{Director, ROUNDING, scope_of};
use crate::engine::error::Fault;
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use std::cmp::Ordering;
use std::sync::Arc;

/// A caption block that may still show.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Order of starting, among lines and captions.
    pub seq: u64,
    /// Its text.
    pub text: Arc<str>,
    /// Runtime seconds.
    pub start: f64,
    /// Runtime seconds; infinite when only its scope ends it.
    pub end: f64,
}

/// A caption block whose `for` has not run out; the one that ends first is the greatest.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    end: f64,
    start: f64,
    text: Arc<str>,
    record: Option<usize>,
}

impl Eq for Timed {}

impl PartialOrd for Timed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timed {
    fn cmp(&self, other: &Self) -> Ordering {
        other.end.total_cmp(&self.end).then(other.start.total_cmp(&self.start)).then(other.record.cmp(&self.record))
    }
}

/// The `caption` block.
pub fn caption(state: &mut State, id: ThreadId, text: &Arc<str>, for_: Option<&Value>) -> Result<Flow, Fault> {
    let seconds = match for_ {
        Some(value) => read(state, id, value)?,
        None => f64::INFINITY,
    };
    let (now, seq) = (state.now, state.queue.next_seq());
    let (Some(director), Some(thread)) = (&mut state.director, state.threads.get(id)) else { return Ok(Flow::Next) };
    let dur = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    let record = director.record(now, dur, || RecordKind::Caption { text: text.clone() });
    if seconds > 0.0 {
        let end = now + seconds;
        let scope = scope_of(director, thread);
        // It hides for good every one that ends no later, those that have ended among them.
        while scope.captions.last().is_some_and(|older| older.end <= end) {
            scope.captions.pop();
        }
        scope.captions.push(Shown { seq, text: text.clone(), start: now, end });
        if end.is_finite() {
            while scope.timed.peek().is_some_and(|timed| timed.end <= now) {
                scope.timed.pop();
            }
            scope.timed.push(Timed { end, start: now, text: text.clone(), record });
        } else {
            scope.open.extend(record);
        }
    }
    Ok(Flow::Next)
}

/// A scope has ended: a caption in it whose `for` has not run out is cut off.
pub fn cut_off(director: &mut Director, timed: &Timed, now: f64) {
    if timed.end <= now {
        return;
    }
    director.set_dur(timed.record, now - timed.start);
    if timed.end > now + ROUNDING {
        let (done, of) = (now - timed.start, timed.end - timed.start);
        director.lose(|| Loss::Caption { text: timed.text.clone(), done, of });
    }
}

/// The caption block of a scope that shows at `now`, if any.
fn showing(captions: &[Shown], now: f64) -> Option<&Shown> {
    // Ends fall towards the newest: all that have ended are at the end of the list.
    let living = captions.partition_point(|shown| shown.end > now);
    captions.get(living.checked_sub(1)?)
}

/// The caption on screen at `now`.
pub fn on_screen(director: &Director, now: f64) -> Option<crate::frame::Caption> {
    let blocks = director.scopes.values().filter_map(|scope| showing(&scope.captions, now)).map(|shown| {
        let Shown { seq, text, start, end } = shown;
        (*seq, text, None, *start, *end)
    });
    let lines = director
        .lines
        .last_key_value()
        .map(|(seq, line)| (*seq, &line.text, Some(line.character), line.start, line.end));
    let (_, text, speaker, start, end) = blocks.chain(lines).max_by_key(|(seq, ..)| *seq)?;
    let who = director.cast.iter().position(|character| Some(*character) == speaker);
    let speaker = who.map(|who| super::who_id(director, who));
    Some(crate::frame::Caption { text: text.clone(), speaker, start, end })
}
