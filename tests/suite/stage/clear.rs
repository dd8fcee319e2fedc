//! A stage without its places: what is behind shows through wherever nobody is.
use super::screen::{change, frame, painted, stage};
use jabber_render::frame::{FrameState, Screen};
use jabber_render::paint::{Painter, Picture};
use jabber_render::stage::{Stage, compose};
use jabber_render::vocabulary::Transition as Kind;
use std::sync::Arc;

/// Nothing at all.
const CLEAR: Option<[u8; 4]> = Some([0; 4]);

fn clear() -> Stage {
    let mut stage = stage((320, 180));
    stage.leave_places_out();
    stage
}

/// How many pixels of a picture are opaque, and how many are clear.
fn count(picture: &Picture) -> (usize, usize) {
    let alphas = || picture.data.chunks_exact(4).map(|pixel| pixel[3]);
    (alphas().filter(|alpha| *alpha == 255).count(), alphas().filter(|alpha| *alpha == 0).count())
}

#[test]
fn only_characters_and_their_shadows_are_seen() {
    let stage = clear();
    let plain = painted(&frame(Screen::default()), &stage);
    let (opaque, none) = count(&plain);
    // A person of 0.56 and a dog of 0.38 of the height cover a tenth or so of the frame.
    assert!((1500..12_000).contains(&opaque) && none > 40_000, "{opaque} {none}");
    for grade in ["noir", "bloom", "night"] {
        let graded = painted(&FrameState { grade: grade.into(), ..frame(Screen::default()) }, &stage);
        // Colours change; nothing glows beyond its edge, and no edge of the frame darkens.
        let alphas = |picture: &Picture| picture.data.chunks_exact(4).map(|pixel| pixel[3]).collect::<Vec<_>>();
        assert!(alphas(&graded) == alphas(&plain) && graded != plain, "{grade}");
        // No channel is above its alpha: there is no light without something that gives it.
        assert!(graded.data.chunks_exact(4).all(|pixel| pixel.iter().all(|channel| *channel <= pixel[3])), "{grade}");
    }
    let nobody = FrameState { characters: Vec::new(), ..frame(Screen::default()) };
    assert_eq!(count(&painted(&nobody, &stage)), (0, 320 * 180));
}

#[test]
fn a_wipe_parts_two_clear_pictures() {
    let stage = clear();
    let before = Arc::new(FrameState { characters: Vec::new(), ..frame(Screen::default()) });
    let new = painted(&frame(Screen::default()), &stage);
    let wipe = painted(&frame(change(Kind::Wipe, 0.5, &before)), &stage);
    // The edge is near the middle: the person at 0.3 is there, the dog at 0.7 is not yet.
    for y in 0..180 {
        for x in (0..110).chain(210..320) {
            let expected = if x < 110 { new.pixel(x, y) } else { CLEAR };
            assert_eq!(wipe.pixel(x, y), expected, "{x},{y}");
        }
    }
}

#[test]
fn changes_have_the_same_bytes_alone_and_in_sequence() {
    let stage = clear();
    let before = Arc::new(FrameState { grade: "bloom".into(), ..frame(Screen::default()) });
    for kind in [Kind::Fade, Kind::Wipe, Kind::Iris] {
        let (mut painter, mut picture) = (Painter::default(), Picture::default());
        for i in 0..12 {
            let screen = if i < 10 { change(kind, f64::from(i) / 10.0, &before) } else { Screen::default() };
            let mut state = FrameState { grade: "night".into(), ..frame(screen) };
            state.characters[0].x = 0.3 + f64::from(i) * 0.01;
            painter.paint_next(compose(&state, &stage), &mut picture);
            assert!(picture == painted(&state, &stage), "{kind:?} {i}");
        }
    }
}
