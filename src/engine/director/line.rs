//! Lines (§7.4): who speaks, how long, the mood they speak in, and the talking input meanwhile.
use super::loss::Loss;
use super::record::RecordKind;
use super::{Line, ROUNDING, Underway, set_mood, wait_out, who_id};
use crate::engine::error::Fault;
use crate::engine::ids::ThreadId;
use crate::engine::instance::set_talking;
use crate::engine::read::read;
use crate::engine::speech::{Spoken, heard, seconds};
use crate::engine::state::State;
use crate::engine::thread::Flow;
use crate::expression::Value;
use crate::frame::voice::Heard;
use std::sync::Arc;

/// A `say` as written, its numbers aside.
pub struct Written<'a> {
    /// The cast entry that speaks.
    pub who: usize,
    /// What.
    pub text: &'a Arc<str>,
    /// In which voice.
    pub voice: Option<&'a Arc<str>>,
    /// In which mood.
    pub mood: Option<&'a Arc<str>>,
    /// Recorded in which file.
    pub clip: Option<&'a Arc<str>>,
    /// Sung.
    pub sung: bool,
}

/// The `say` block.
pub fn say(
    state: &mut State,
    id: ThreadId,
    written: &Written,
    speed: Option<&Value>,
    pitch: Option<&Value>,
    seconds_of: Option<&Value>,
) -> Result<Flow, Fault> {
    let speed = speed.map(|speed| read(state, id, speed)).transpose()?;
    let pitch = pitch.map(|pitch| read(state, id, pitch)).transpose()?;
    let lasts =
        seconds_of.map(|lasts| read(state, id, lasts)).transpose()?.filter(|lasts| *lasts > 0.0 && lasts.is_finite());
    let Some(director) = &state.director else { return Ok(Flow::Next) };
    let Some(character) = director.cast.get(written.who).copied() else { return Ok(Flow::Next) };
    let voice = written.voice.or_else(|| director.voices.get(written.who)?.as_ref());
    let line = Spoken {
        who: who_id(director, written.who),
        text: written.text.clone(),
        voice: voice.cloned(),
        mood: written.mood.cloned(),
        speed,
        pitch,
        seconds: lasts,
        clip: written.clip.cloned(),
        sung: written.sung,
    };
    let length = seconds(state, &line);
    if let Some(mood) = written.mood {
        set_mood(state, written.who, mood);
    }
    let track = heard(state, &line);
    Ok(speak(state, id, character, line, length, track))
}

fn speak(
    state: &mut State,
    id: ThreadId,
    character: usize,
    line: Spoken,
    length: f64,
    track: Option<Arc<Heard>>,
) -> Flow {
    let (start, seq, depth) = (state.now, state.queue.next_seq(), state.ready.len());
    let Some(director) = &mut state.director else { return Flow::Next };
    let text = line.text.clone();
    let placement = director.placements.get(character).filter(|placement| placement.visible);
    let x = placement.map(|placement| placement.x.at(start));
    let Spoken { who, text: said, voice, mood, speed, pitch, seconds, clip, sung } = line;
    let what = || RecordKind::Say { who, text: said, voice, mood, speed, pitch, seconds, clip, sung, x };
    let record = director.record(start, length, what);
    director.lines.insert(seq, Line { character, text, start, end: start + length, track: track.clone(), record });
    let speaking = director.speaking.get_mut(character).map_or(0, |speaking| {
        *speaking += 1;
        *speaking
    });
    if let (Some(speaker), Some(track)) = (state.characters.get_mut(character), track) {
        speaker.heard.push((seq, start, track));
    }
    if speaking == 1 {
        set_talking(state, character, 1.0);
    }
    wait_out(state, id, Underway::Line(seq), length, depth)
}

/// A line ends: at its time, or cut off before it.
pub fn finish(state: &mut State, seq: u64) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Some(line) = director.lines.remove(&seq) else { return };
    if let Some(speaker) = state.characters.get_mut(line.character) {
        speaker.heard.retain(|(heard, ..)| *heard != seq);
    }
    if now < line.end {
        director.set_dur(line.record, now - line.start);
        if line.end > now + ROUNDING {
            let who = director.cast.iter().position(|character| *character == line.character).unwrap_or_default();
            let (who, done, of) = (who_id(director, who), now - line.start, line.end - line.start);
            director.lose(|| Loss::Line { who, text: line.text.clone(), done, of });
        }
    }
    let silent = director.speaking.get_mut(line.character).is_some_and(|speaking| {
        *speaking = speaking.saturating_sub(1);
        *speaking == 0
    });
    if silent {
        set_talking(state, line.character, 0.0);
    }
}
