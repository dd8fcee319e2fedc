//! The scene blocks (§7.3) as a thread reaches them, and the ends of what they have under way and of the scopes it lives in.
use super::idle::stop_idling;
use super::record::RecordKind;
use super::state::{Director, StageScope, Underway};
use super::{camera, caption, card, does, end_item, fade, holding, line, placing, sound, staging, transition};
use crate::engine::error::Fault;
use crate::engine::ids::{InstanceId, ScopeId, ThreadId};
use crate::engine::mood;
use crate::engine::state::{Ready, State};
use crate::engine::thread::{self, Flow, Thread};
use crate::engine::wait::sleep_for;
use crate::frame::CardWords;
use crate::program::tree::Op;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was due to end at most so many seconds after its scene is no loss: rounding (§7.6).
pub(super) const ROUNDING: f64 = 1e-6;

/// Makes room for every character; their number only grows.
pub fn make_room(director: &mut Director, characters: usize) {
    director.items_of.resize_with(characters, BTreeSet::new);
    director.speaking.resize(characters, 0);
    director.moods.resize(characters, None);
    director.carried.resize(characters, None);
}

/// Runs a scene block.
///
/// # Errors
/// When a value names something unknown, or the timeline is full.
pub fn act(state: &mut State, id: ThreadId, op: &Op) -> Result<Flow, Fault> {
    if let Some(director) = &state.director
        && director.recording
        && director.timeline.len() >= state.options.max_records
    {
        return Err(Fault::TooManyRecords(state.options.max_records));
    }
    match op {
        Op::Say { who, text, voice, mood, speed, pitch, for_, clip, sung } => {
            let (voice, mood, clip) = (voice.as_ref(), mood.as_ref(), clip.as_ref());
            let written = line::Written { who: *who, text, voice, mood, clip, sung: *sung };
            line::say(state, id, &written, speed.as_ref(), pitch.as_ref(), for_.as_ref())
        }
        Op::Sound { name, file, volume, at } => sound::sound(state, id, *name, file.as_ref(), volume, at.as_ref()),
        Op::Music { file, volume, from, fade, again } => {
            sound::music(state, id, file.as_ref(), [volume, from, fade], *again)
        }
        Op::Does { who, behaviour, params, for_, also } => {
            does::does(state, id, *who, behaviour, params, for_.as_ref(), *also)
        }
        Op::Enter { who, from, placing, over, ease } => placing::enter(state, id, *who, *from, placing, (over, *ease)),
        Op::Exit { who, to, over, ease, facing } => placing::exit(state, id, *who, *to, (over, *ease), facing.as_ref()),
        Op::Place { who, placing, over, ease } => placing::place(state, id, *who, placing, (over, *ease)),
        Op::Cut { place, mood, with, over } => {
            transition::cut(state, id, place.as_ref(), mood.as_ref(), (*with, over.as_ref()))
        }
        Op::Camera { zoom, x, y, who, over, ease } => {
            let written = camera::Written { zoom: zoom.as_ref(), x: x.as_ref(), y: y.as_ref(), who: *who };
            camera::camera(state, id, &written, (over, *ease))
        }
        Op::CameraShake { amount, for_ } => camera::shake(state, id, amount, for_),
        Op::Hold { who, prop, hand, grip } => Ok(holding::hold(state, *who, *prop, *hand, grip.as_ref())),
        Op::Drop { prop, x, y, over } => holding::drop(state, id, *prop, (x.as_ref(), y.as_ref()), over),
        Op::Fade { to, over, ease } => fade::fade(state, id, *to, (over, *ease)),
        Op::Title { text, sub, for_, style } => {
            let words = CardWords::Title { text: text.clone(), sub: sub.clone() };
            card::show(state, id, words, Some(for_), *style)
        }
        Op::Credits { lines, for_, style } => {
            card::show(state, id, CardWords::Credits { lines: lines.clone() }, for_.as_ref(), *style)
        }
        Op::Caption { text, for_ } => caption::caption(state, id, text, for_.as_ref()),
        Op::Seen { who, shown } => Ok(staging::seen(state, *who, *shown)),
        Op::Layer { who, z } => staging::layer(state, id, *who, z),
        Op::Face { who, to, over, ease } => staging::face(state, id, *who, to, (over, *ease)),
        Op::Mood { who, mood } => {
            let t = state.now;
            set_mood(state, *who, mood);
            if let Some(director) = &mut state.director {
                let who = who_id(director, *who);
                director.record(t, 0.0, || RecordKind::Mood { who, mood: mood.clone() });
            }
            Ok(Flow::Next)
        }
        _ => Ok(Flow::Next),
    }
}

/// The id of a cast entry.
pub(super) fn who_id(director: &Director, who: usize) -> Arc<str> {
    director.program.cast.get(who).map_or_else(|| "".into(), |entry| entry.id.clone())
}

/// Writes a character's scene mood.
pub(super) fn set_mood(state: &mut State, who: usize, word: &Arc<str>) {
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    let Some(character) = director.cast.get(who).copied() else { return };
    if let Some(mood) = director.moods.get_mut(character) {
        *mood = Some((word.clone(), now));
    }
    mood::note(state, character);
}

/// Keeps the count of threads that keep the scene going.
pub fn count_busy(state: &mut State, instance: InstanceId, before: bool, now: bool) {
    if before == now {
        return;
    }
    if let Some(director) = state.director.as_mut().filter(|director| director.instance == instance) {
        director.busy = if now { director.busy + 1 } else { director.busy.saturating_sub(1) };
    }
}

/// Ends what a thread has under way: at its time it has landed, before it is cut off there.
pub fn finish(state: &mut State, underway: Underway) {
    match underway {
        Underway::Line(seq) => line::finish(state, seq),
        Underway::Glide(glide) => placing::finish(state, &glide),
        Underway::Camera(glide) => camera::finish(state, &glide),
        Underway::Fade(glide) => fade::finish(state, &glide),
        Underway::Fall(thing, glide) => holding::finish(state, thing, &glide),
        Underway::Card(seq) => card::finish(state, seq),
    }
}

/// Waits for what a block has under way; at once over, it ends after what it made ready beyond `depth` has run.
pub(super) fn wait_out(state: &mut State, id: ThreadId, underway: Underway, seconds: f64, depth: usize) -> Flow {
    if let Some(thread) = state.threads.get_mut(id) {
        thread.underway = thread::Underway::Stage(underway);
    }
    match sleep_for(state, id, seconds) {
        Flow::Next => state.ready.insert(depth, Ready::Land(id)),
        Flow::Yield => {}
    }
    Flow::Yield
}

/// Ends what the scene started in a scope.
pub fn close_scope(state: &mut State, scope: ScopeId) {
    let Some(living) = state.director.as_mut().and_then(|director| director.scopes.remove(&scope)) else { return };
    for item in living.items {
        end_item(state, item);
    }
    let now = state.now;
    let Some(director) = &mut state.director else { return };
    for timed in living.timed.into_sorted_vec().iter().rev() {
        caption::cut_off(director, timed, now);
    }
    living.shakes.iter().for_each(|shake| camera::cut_off(director, shake, now));
    for record in living.open {
        let start = director.timeline.get(record).map_or(now, |record| record.t);
        director.set_dur(Some(record), now - start);
    }
}

/// Ends everything that scenes started.
pub fn clear(state: &mut State) {
    stop_idling(state, |_| true);
    let scopes = state.director.as_ref().map(|director| director.scopes.keys().copied().collect::<Vec<_>>());
    scopes.unwrap_or_default().into_iter().for_each(|scope| close_scope(state, scope));
}

/// The scope a thread is in, with room for what lives in it.
pub(super) fn scope_of<'a>(director: &'a mut Director, thread: &Thread) -> &'a mut StageScope {
    director.scopes.entry(thread.scope).or_default()
}
