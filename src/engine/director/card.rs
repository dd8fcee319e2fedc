//! Cards of words (an extension): titles and credits. A card is shown in sequence, so its script waits for it, as for a line.
use super::loss::Loss;
use super::record::RecordKind;
use super::{Director, ROUNDING, Underway, wait_out};
use crate::engine::error::Fault;
use crate::engine::glide::span;
use crate::engine::ids::ThreadId;
use crate::engine::read::read;
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::frame::{self, CardWords};
use crate::vocabulary::CardStyle;

/// How long credits roll that do not say: seconds for the way over the screen, and for each name. Tuned by reading aloud.
const ROLL: (f64, f64) = (5.0, 0.55);

/// A card that shows.
#[derive(Clone, Debug)]
pub struct Card {
    card: frame::Card,
    record: Option<usize>,
}

/// The `title` and `credits` blocks.
///
/// # Errors
/// When a value names something unknown.
pub fn show(
    state: &mut State,
    id: ThreadId,
    words: CardWords,
    for_: Option<&Value>,
    style: CardStyle,
) -> Result<Flow, Fault> {
    let seconds = match (for_, &words) {
        (Some(value), _) => span(read(state, id, value)?),
        (None, CardWords::Credits { lines }) => {
            let (way, each) = ROLL;
            way + each * lines.iter().map(|line| line.names.len().max(1)).sum::<usize>() as f64
        }
        (None, _) => 0.0,
    };
    let (start, seq, depth) = (state.now, state.queue.next_seq(), state.ready.len());
    let Some(director) = &mut state.director else { return Ok(Flow::Next) };
    let record = director.record(start, seconds, || RecordKind::Card { words: words.clone(), style });
    director.cards.insert(seq, Card { card: frame::Card { words, style, start, end: start + seconds }, record });
    Ok(wait_out(state, id, Underway::Card(seq), seconds, depth))
}

/// A card ends: at its time, or cut off before it.
pub fn finish(state: &mut State, seq: u64) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Some(Card { card, record }) = director.cards.remove(&seq) else { return };
    if now < card.end {
        director.set_dur(record, now - card.start);
        if card.end > now + ROUNDING && card.end.is_finite() {
            let what = match &card.words {
                CardWords::Title { text, .. } => format!("the title \"{text}\" was cut off"),
                CardWords::Credits { .. } => "the credits were cut off".to_owned(),
            };
            director.lose(|| Loss::Screen { what, done: now - card.start, of: card.end - card.start });
        }
    }
}

/// The card that shows: the latest started.
pub fn showing(director: &Director) -> Option<frame::Card> {
    director.cards.last_key_value().map(|(_, card)| card.card.clone())
}
