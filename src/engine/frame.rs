//! The frame at the present moment (§7.8), with what drawing needs beside it.
use super::director::{Director, Placement, Stage, Status, on_screen, screen};
use super::error::RunError;
use super::pose::pose_into;
use super::read::truth;
use super::state::{Character, State};
use crate::frame::{CharacterState, FrameState, Line, Pose};

/// Everything the frame shows.
///
/// # Errors
/// When a live value names something unknown.
pub fn frame(state: &mut State) -> Result<FrameState, RunError> {
    let count = state.characters.len();
    let mut poses = Vec::with_capacity(count);
    for index in 0..count {
        let mut pose = Pose::default();
        pose_into(state, index, &mut pose)?;
        poses.push(pose);
    }
    let (t, director) = (state.now, state.director.as_deref());
    let stage = director.map_or_else(Stage::default, |director| director.stage.clone());
    let scene = director.and_then(|director| match director.status {
        Status::Running(scene) => director.scenes.get(scene)?.name.clone(),
        _ => None,
    });
    let characters = poses.into_iter().enumerate();
    let mut characters: Vec<(f64, CharacterState)> = characters
        .filter_map(|(i, pose)| Some((layer(director, i), one(director, &state.characters, pose, i, t)?)))
        .collect();
    // Those of one layer stay in their order.
    characters.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    Ok(FrameState {
        t,
        scene,
        place: stage.place,
        background: stage.background,
        grade: stage.grade,
        caption: director.and_then(|director| on_screen(director, t)),
        characters: characters.into_iter().map(|(_, character)| character).collect(),
        screen: director.map(|director| screen(director, &state.characters, t)).unwrap_or_default(),
    })
}

/// One character at the present moment; `None` when there is none of this number, or a live value names something unknown.
pub fn character(state: &mut State, index: usize) -> Option<CharacterState> {
    let mut pose = Pose::default();
    pose_into(state, index, &mut pose).ok()?;
    one(state.director.as_deref(), &state.characters, pose, index, state.now)
}

/// What a character is drawn before: those with less of it.
fn layer(director: Option<&Director>, index: usize) -> f64 {
    // 0 and −0 are one layer.
    director.and_then(|director| director.placements.get(index)).map_or(0.0, |placement| placement.z + 0.0)
}

fn one(
    director: Option<&Director>,
    characters: &[Character],
    pose: Pose,
    index: usize,
    t: f64,
) -> Option<CharacterState> {
    let character = characters.get(index)?;
    let placed = director.and_then(|director| director.placements.get(index).copied());
    let placement = placed.unwrap_or_else(|| Placement::spread(index, characters.len(), true));
    let carry = director.and_then(|director| director.carried.get(index)?.as_ref());
    Some(CharacterState {
        id: character.id.clone(),
        x: placement.x.at(t),
        y: placement.y.at(t),
        h: placement.h.at(t),
        facing: placement.facing.at(t),
        visible: placement.visible,
        pose,
        talking: f64::from(u8::from(truth(character.talking))),
        loud: character.loud_at(t),
        mood_before: character.shown.before.clone(),
        mood_since: character.shown.since,
        line: director.and_then(|director| line_of(director, index)),
        carried: carry.and_then(|carry| carry.at(characters, t)),
    })
}

/// The line a character speaks, the latest started.
fn line_of(director: &Director, index: usize) -> Option<Line> {
    let line = director.lines.values().rev().find(|line| line.character == index)?;
    Some(Line { text: line.text.clone(), start: line.start, end: line.end, track: line.track.clone() })
}
