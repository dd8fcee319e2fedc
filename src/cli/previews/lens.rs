//! Where the camera stands: the bodies of a motion and its states enter; the same states leave, with a camera that sees all of it.
use crate::cli::{Beside, args, casting};
use crate::figure::{Acting, Figure, Place, draw};
use crate::frame::{Camera, FrameState};
use crate::pack::Catalog;
use crate::program::tree::Program;
use kurbo::Rect;

/// Room about what moves, share of its size: beside it and over it, and under its feet.
const BESIDE: f64 = 0.12;
const ABOVE: f64 = 0.1;
const BELOW: f64 = 0.1;
/// The camera comes so near at most: a small body is not to seem a large one.
const NEAREST: f64 = 1.75;

/// What the figure of a cast entry covers in all states, pixels; `None` when it has none.
fn covered(states: &[FrameState], (who, figure): (&str, &Figure), size: args::Size) -> Option<Rect> {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let of = |state: &FrameState| {
        let character = state.characters.iter().find(|character| *character.id == *who)?;
        let place = Place::new(character, figure, width, height);
        let drawn = draw(figure, &Acting::new(character, state.t), &place, &mut Vec::new());
        Some(drawn.bounds.union_pt(place.feet))
    };
    states.iter().filter_map(of).filter(|bounds| bounds.is_finite()).reduce(|a, b| a.union(b))
}

/// Sets the camera of the states so that the first character is seen whole and large in all of them; one who needs more room than there
/// is stands smaller.
pub(super) fn frame(states: &mut [FrameState], program: &Program, beside: &Beside, catalog: &Catalog, size: args::Size) {
    let bodies = casting::Bodies::new(&program.cast, catalog, &beside.folder);
    let Some(entry) = program.cast.first() else { return };
    let Some(figure) = casting::figure(entry, catalog, &bodies) else { return };
    let who = (&*entry.id, &figure);
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let room = |bounds: Rect| {
        let (w, h) = (bounds.width(), bounds.height());
        Rect::new(bounds.x0 - w * BESIDE, bounds.y0 - h * ABOVE, bounds.x1 + w * BESIDE, bounds.y1 + h * BELOW)
    };
    let fits = |room: Rect| (width / room.width()).min(height / room.height());
    let Some(mut seen) = covered(states, who, size).map(room) else { return };
    if fits(seen) < 1.0 {
        // Some ways do not shrink with the body: a second look.
        for _ in 0..2 {
            let share = fits(seen).min(1.0);
            let all = states.iter_mut().flat_map(|state| &mut state.characters);
            all.filter(|one| one.id == entry.id).for_each(|one| one.h *= share);
            seen = covered(states, who, size).map_or(seen, room);
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
