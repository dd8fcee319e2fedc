//! What lies between the stage and the eye at a moment, for the frame.
use super::{Director, camera, card};
use crate::engine::state::Character;
use crate::frame::{Camera, Screen};

/// The screen at `t`.
pub fn screen(director: &Director, characters: &[Character], t: f64) -> Screen {
    Screen {
        camera: seen(director, characters, t),
        looks: director.looks.at(t, &director.stage.grade),
        transition: director.transition.as_ref().and_then(|transition| transition.at(t)),
        fade: director.fade.at(t),
        card: card::showing(director),
    }
}

/// The camera, unless it sees the whole stage and stands still.
fn seen(director: &Director, characters: &[Character], t: f64) -> Option<Camera> {
    let view = director.camera.view(&director.placements, t);
    let (shake, reach) = camera::shaken(director, t);
    let id = |character: usize| characters.get(character).map(|character| character.id.clone());
    let follows = director.camera.follows(t).filter_map(|(who, share)| Some((id(who)?, share))).collect();
    let all = Camera { x: view.x, y: view.y, zoom: 1.0 / view.size, follows, shake, reach };
    (all.zoom > 1.0 || reach > 0.0).then_some(all)
}
