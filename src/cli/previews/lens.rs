//! Where the camera stands: a stage and the states of a motion enter; the same states leave, with a camera that sees all of it.
use crate::cli::args;
use crate::cli::studio::Studio;
use crate::frame::{Camera, FrameState};
use kurbo::Rect;

/// Room about what moves, share of its size: beside it and over it, and under its feet.
const BESIDE: f64 = 0.12;
const ABOVE: f64 = 0.1;
const BELOW: f64 = 0.1;
/// The camera comes so near at most: a small body is not to seem a large one.
const NEAREST: f64 = 1.75;

/// What everybody and everything covers in all states, pixels; `None` when there is nothing.
fn covered(states: &[FrameState], studio: &Studio) -> Option<Rect> {
    let of = |state: &FrameState| {
        let all = state.characters.iter().filter_map(|one| studio.covers(&one.id, state));
        all.reduce(|a, b| a.union(b))
    };
    states.iter().filter_map(of).reduce(|a, b| a.union(b))
}

/// Sets the camera of the states so that all who are there are seen whole and large in all of them; those who need more room than there
/// is stand smaller.
pub(super) fn frame(states: &mut [FrameState], studio: &Studio, size: args::Size) {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let room = |bounds: Rect| {
        let (w, h) = (bounds.width(), bounds.height());
        Rect::new(bounds.x0 - w * BESIDE, bounds.y0 - h * ABOVE, bounds.x1 + w * BESIDE, bounds.y1 + h * BELOW)
    };
    let fits = |room: Rect| (width / room.width()).min(height / room.height());
    let Some(mut seen) = covered(states, studio).map(room) else { return };
    if fits(seen) < 1.0 {
        // Some ways do not shrink with the body: a second look.
        for _ in 0..2 {
            let share = fits(seen).min(1.0);
            states.iter_mut().flat_map(|state| &mut state.characters).for_each(|one| one.h *= share);
            seen = covered(states, studio).map_or(seen, room);
        }
    }
    let center = seen.center();
    let camera = Camera {
        x: center.x / width,
        y: center.y / height,
        zoom: fits(seen).clamp(1.0, NEAREST),
        ..Camera::default()
    };
    states.iter_mut().for_each(|state| state.screen.camera = Some(camera.clone()));
}
