//! Moods and views: whose writing wins (§2, §8.5, ruling 6).
use super::state::{Character, State};
use crate::vocabulary::View;
use std::sync::Arc;

/// The mood of a character: the latest written by its behaviours or the scene; at one time the later instance wins, and the
/// scene before all.
pub fn mood_of(state: &State, index: usize) -> Option<Arc<str>> {
    let character = state.characters.get(index)?;
    let mut latest: Option<(&Arc<str>, f64)> = None;
    let instances = character.instances.iter().filter_map(|id| state.instances.get(*id)?.mood.as_ref());
    let scene = state.director.as_ref().and_then(|director| director.mood(index));
    for (mood, at) in instances.chain(scene) {
        if latest.is_none_or(|(_, latest)| *at >= latest) {
            latest = Some((mood, *at));
        }
    }
    latest.map(|(mood, _)| mood.clone())
}

/// The view of a character: the latest written; at one time the later instance wins.
pub fn view_of(state: &State, character: &Character) -> Option<View> {
    let mut latest: Option<(View, f64)> = None;
    for (view, at) in character.instances.iter().filter_map(|id| state.instances.get(*id)?.view) {
        if latest.is_none_or(|(_, latest)| at >= latest) {
            latest = Some((view, at));
        }
    }
    latest.map(|(view, _)| view)
}

/// Keeps the history of the mood a character shows; called after everything that may change it. Changes within one instant
/// count as one.
pub fn note(state: &mut State, index: usize) {
    let (mood, now) = (mood_of(state, index), state.now);
    let Some(character) = state.characters.get_mut(index) else { return };
    let shown = &mut character.shown;
    if shown.mood == mood {
        return;
    }
    let before = std::mem::replace(&mut shown.mood, mood);
    if shown.since != now {
        (shown.before, shown.since) = (before, now);
    }
}
