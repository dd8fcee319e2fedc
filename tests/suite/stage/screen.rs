//! What lies between the stage and the eye, as drawn: the camera stays in the place and keeps heads in, depths part, changes begin with the
//! one picture and end with the other, and nothing covers a caption.
use super::SIZES;
use jabber_render::display::{DisplayList, Item};
use jabber_render::figure::{Figure, template};
use jabber_render::frame::{
    Camera, Caption, Card, CardWords, CharacterState, Fade, FrameState, Pose, Screen, Transition,
};
use jabber_render::pack::Catalog;
use jabber_render::paint::{Painter, Picture};
use jabber_render::stage::{Life, Place, Setting, Stage, compose};
use jabber_render::vocabulary::{CardStyle, Transition as Kind};
use std::sync::Arc;

pub(super) fn stage((width, height): (u32, u32)) -> Stage {
    let mut stage = Stage::new(width, height);
    let none = |_: &str| unreachable!("it is shipped");
    stage.add_place("park".into(), Setting::of("park").place(&Catalog::shipped(), &none).0);
    for (id, name) in [("a", "person"), ("b", "dog")] {
        let template = template::shipped(name).unwrap().unwrap();
        stage.add_figure(id.into(), Figure::new(&template, &serde_json::json!({})).0);
    }
    stage
}

/// The same stage in a place of one piece a depth, without life.
fn bare(size: (u32, u32)) -> Stage {
    let rect = |id: &str, at: &str| format!("<g id='{id}'><path d='{at}' fill='#7a9'/></g>");
    let art = [
        ("far", "M0 0h1920v1080h-1920z"),
        ("mid", "M0 500h1920v580h-1920z"),
        ("near", "M0 700h1920v380h-1920z"),
        ("front", "M0 1000h90v80h-90z"),
    ];
    let art: String = art.iter().map(|(id, at)| rect(id, at)).collect();
    let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' width='1920' height='1080'>{art}</svg>");
    let mut stage = stage(size);
    stage.add_place("park".into(), Place::from_svg(svg.as_bytes(), &Life::default()).unwrap().0);
    stage
}

fn character(id: &str, x: f64, facing: f64) -> CharacterState {
    CharacterState { h: if id == "a" { 0.56 } else { 0.38 }, facing, ..super::compose::character(id, x, 0.0) }
}

pub(super) fn frame(screen: Screen) -> FrameState {
    let characters = vec![character("a", 0.3, 1.0), character("b", 0.7, -1.0)];
    let park = || Some("park".into());
    FrameState { place: park(), background: park(), characters, screen, ..super::here(1.0) }
}

fn camera(x: f64, y: f64, zoom: f64) -> Screen {
    Screen { camera: Some(Camera { x, y, zoom, ..Camera::default() }), ..Screen::default() }
}

pub(super) fn painted(frame: &FrameState, stage: &Stage) -> Picture {
    Painter::default().paint(&compose(frame, stage))
}

#[test]
fn a_camera_that_sees_the_whole_stage_changes_no_byte() {
    let stage = stage((480, 270));
    let plain = painted(&frame(Screen::default()), &stage);
    assert!(painted(&frame(camera(0.5, 0.5, 1.0)), &stage) == plain);
    // Held in the place, wherever it would look; a number that is none is the middle.
    for (x, y, zoom) in [(0.0, 1.0, 1.0), (9.0, -9.0, 0.2), (f64::NAN, f64::INFINITY, f64::NAN)] {
        assert!(painted(&frame(camera(x, y, zoom)), &stage) == plain, "{x} {y} {zoom}");
    }
}

/// The art of every depth covers the frame wherever the camera looks, and however it shakes.
#[test]
fn nothing_beyond_the_place_is_ever_seen() {
    for size in SIZES.map(|(width, height)| (width / 6, height / 6)) {
        let stage = stage(size);
        for zoom in [1.0, 1.3, 2.5, 16.0] {
            for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)] {
                for shake in [(0.0, 0.0), (-60.0, 60.0), (60.0, -60.0)] {
                    let camera = Camera { x, y, zoom, shake, reach: 60.0, ..Camera::default() };
                    let screen = Screen { camera: Some(camera), ..Screen::default() };
                    let picture = painted(&frame(screen), &stage);
                    assert!(picture.is_opaque(), "{size:?} {zoom} {x},{y} {shake:?}");
                }
            }
        }
    }
}

/// Where the groups of the place's pieces lie: what the transform makes of the frame's middle and of its width.
fn depths(list: &DisplayList) -> Vec<(f64, f64)> {
    let place = |item: &Item| match item {
        Item::Group { transform, .. } => Some((transform.as_coeffs()[4], transform.as_coeffs()[0])),
        _ => None,
    };
    list.items.iter().filter_map(place).collect()
}

#[test]
fn what_is_far_moves_and_grows_less_than_what_is_near() {
    let stage = bare((1920, 1080));
    let list = |screen| depths(&compose(&frame(screen), &stage));
    let (whole, left, right) = (list(Screen::default()), list(camera(0.3, 0.5, 2.0)), list(camera(0.7, 0.5, 2.0)));
    assert!(whole.len() > 3);
    // Far, mid, near, then the pieces of the front.
    let moved: Vec<f64> = left.iter().zip(&right).map(|(left, right)| left.0 - right.0).collect();
    let grown: Vec<f64> = whole.iter().zip(&left).map(|(whole, left)| left.1 / whole.1).collect();
    for list in [&moved, &grown] {
        assert!(list[0] < list[1] && list[1] < list[2], "{list:?}");
        assert!(list[3..].iter().all(|front| *front > list[2]), "{list:?}");
    }
    // Where the characters stand the frame moves by what the camera does: 0.4 of the width, twice as large.
    assert!((moved[2] - 0.4 * 1920.0 * 2.0).abs() < 1e-6 && (grown[2] - 2.0).abs() < 1e-9, "{moved:?} {grown:?}");
}

/// A head as pixels: what a lone character paints above its shoulders on a plain ground is inside the frame when it is followed.
#[test]
fn a_followed_head_stays_in() {
    let stage = bare((640, 360));
    let empty = |screen: Screen| {
        let mut state = frame(screen);
        state.characters.clear();
        painted(&state, &stage)
    };
    for (id, facing) in [("a", 1.0), ("b", 1.0), ("b", -1.0)] {
        for (x, dx, dy, zoom) in
            [(0.5, 0.0, 0.0, 2.2), (0.5, 160.0, -90.0, 2.2), (0.4, -160.0, 0.0, 1.6), (0.16, 0.0, 0.0, 2.0)]
        {
            // Framed as the engine frames it: by where it stands alone.
            let own = character(id, x, facing);
            let size = 1.0 / zoom;
            let y = own.y - own.h - f64::max(0.14 * size, (size - own.h) / 2.0) + size / 2.0;
            let follows = vec![(own.id.clone(), 1.0)];
            let followed = Camera { x, y, zoom, follows, ..Camera::default() };
            let mut state = frame(Screen { camera: Some(followed.clone()), ..Screen::default() });
            state.characters = vec![CharacterState { pose: Pose { dx, dy, ..Pose::default() }, ..own }];
            let picture = painted(&state, &stage);
            // Without the character the camera would follow nobody: compare with the place under the same transforms.
            let list = compose(&state, &stage);
            let place: Vec<Item> = list.items.into_iter().filter(|item| matches!(item, Item::Group { .. })).collect();
            let ground = Painter::default().paint(&DisplayList { width: 640, height: 360, items: place });
            let differs = |x: u32, y: u32| picture.pixel(x, y) != ground.pixel(x, y);
            // Nothing of it reaches the top, and in the upper half nothing the sides: the head is whole.
            let top = (0..640).any(|x| differs(x, 0));
            assert!(!top, "{id} {facing} {x} {dx} {dy} {zoom}: cut off above");
            assert!((0..360).any(|y| (0..640).any(|x| differs(x, y))), "it is there");
            let side = (0..120).any(|y| differs(0, y) || differs(639, y));
            assert!(!side, "{id} {facing} {x} {dx} {dy} {zoom}: cut off at the side");
        }
    }
    assert!(empty(Screen::default()).is_opaque());
}

pub(super) fn change(kind: Kind, progress: f64, from: &Arc<FrameState>) -> Screen {
    let transition = Transition { kind, progress, from: Arc::clone(from) };
    Screen { transition: Some(transition), ..Screen::default() }
}

#[test]
fn a_change_begins_with_the_old_picture_and_ends_with_the_new() {
    let stage = stage((320, 180));
    for (old_grade, new_grade) in [("noir", "bloom"), ("normal", "night"), ("sunset", "normal")] {
        let mut before = frame(camera(0.7, 0.6, 2.0));
        before.grade = old_grade.into();
        let old = painted(&before, &stage);
        let before = Arc::new(before);
        let new = |screen| FrameState { grade: new_grade.into(), ..frame(screen) };
        let plain = painted(&new(Screen::default()), &stage);
        for kind in [Kind::Fade, Kind::Wipe, Kind::Iris] {
            let at = |progress| painted(&new(change(kind, progress, &before)), &stage);
            assert!(at(0.0) == old, "{kind:?} {old_grade}: the old picture to the pixel");
            assert!(at(1.0) == plain, "{kind:?} {new_grade}: the new picture to the pixel");
            let middle = at(0.5);
            assert!(middle != old && middle != plain && middle.is_opaque());
        }
    }
}

/// At half its time a wipe shows the new picture at the left and the old one at the right; an iris nothing at all.
#[test]
fn changes_look_as_they_are_called() {
    let stage = stage((320, 180));
    let before = Arc::new(FrameState { grade: "noir".into(), ..frame(Screen::default()) });
    let (old, new) = (painted(&before, &stage), painted(&frame(Screen::default()), &stage));
    let wipe = painted(&frame(change(Kind::Wipe, 0.5, &before)), &stage);
    for y in 0..180 {
        assert_eq!((wipe.pixel(2, y), wipe.pixel(317, y)), (new.pixel(2, y), old.pixel(317, y)), "row {y}");
    }
    let iris = painted(&frame(change(Kind::Iris, 0.5, &before)), &stage);
    let dark = iris.pixel(0, 0);
    assert!((0..180).all(|y| (0..320).all(|x| iris.pixel(x, y) == dark)));
    let closing = painted(&frame(change(Kind::Iris, 0.35, &before)), &stage);
    // Two heads, of a person at 0.3 and a dog at 0.7: it closes between them.
    let open: Vec<u32> = (0..320).filter(|x| (0..180).any(|y| closing.pixel(*x, y) != dark)).collect();
    let middle = (open[0] + open[open.len() - 1]) / 2;
    assert!((120..=200).contains(&middle), "{middle}");
}

/// One after another and alone, by one painter and by many, a change has the same bytes.
#[test]
fn a_change_has_the_same_bytes_alone_and_in_sequence() {
    let stage = stage((320, 180));
    let before = Arc::new(FrameState { grade: "bloom".into(), ..frame(camera(0.4, 0.5, 1.5)) });
    for kind in [Kind::Fade, Kind::Wipe, Kind::Iris] {
        let states: Vec<FrameState> = (0..12)
            .map(|i| {
                let screen = if i < 10 { change(kind, f64::from(i) / 10.0, &before) } else { Screen::default() };
                FrameState { grade: "night".into(), ..frame(screen) }
            })
            .collect();
        let mut painter = Painter::default();
        let mut picture = Picture::default();
        for state in &states {
            painter.paint_next(compose(state, &stage), &mut picture);
            assert!(picture == painted(state, &stage), "{kind:?}");
        }
    }
}

#[test]
fn a_grade_on_its_way_is_neither_and_starts_and_ends_as_each() {
    let stage = stage((320, 180));
    let mixed = |share: f64| {
        let looks = vec![("normal".into(), 1.0 - share), ("noir".into(), share)];
        painted(&FrameState { grade: "noir".into(), ..frame(Screen { looks, ..Screen::default() }) }, &stage)
    };
    let of = |grade: &str| painted(&FrameState { grade: grade.into(), ..frame(Screen::default()) }, &stage);
    assert!(mixed(0.0) == of("normal") && mixed(1.0) == of("noir"));
    // How much colour is left falls all the way.
    let color = |picture: &Picture| -> u64 {
        let spread = |p: &[u8]| u64::from(p[0].max(p[1]).max(p[2]) - p[0].min(p[1]).min(p[2]));
        picture.data.chunks_exact(4).map(spread).sum()
    };
    let left: Vec<u64> = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| color(&mixed(share))).into();
    assert!(left.windows(2).all(|pair| pair[1] < pair[0] * 9 / 10), "{left:?}");
}

#[test]
fn a_fade_goes_from_the_picture_to_its_colour() {
    let stage = stage((320, 180));
    let faded = |amount: f64| {
        let fade = Fade { color: [200, 100, 0], amount };
        painted(&frame(Screen { fade: Some(fade), ..Screen::default() }), &stage)
    };
    let (plain, half, whole) = (painted(&frame(Screen::default()), &stage), faded(0.5), faded(1.0));
    assert!(whole.data.chunks_exact(4).all(|pixel| pixel == [200, 100, 0, 255]));
    // Half is 128/255 of the colour and the rest of the picture.
    for (half, plain) in half.data.chunks_exact(4).zip(plain.data.chunks_exact(4)) {
        for (i, color) in [200.0, 100.0, 0.0].into_iter().enumerate() {
            let expected = (color * 128.0 + f64::from(plain[i]) * 127.0) / 255.0;
            assert!((f64::from(half[i]) - expected).abs() <= 1.5, "{} {expected}", half[i]);
        }
    }
}

/// A caption is read whatever lies on the picture.
#[test]
fn nothing_covers_a_caption() {
    let stage = stage((640, 360));
    let before = Arc::new(frame(Screen::default()));
    let words = CardWords::Title { text: "A long enough title".into(), sub: None };
    let card = |style| Card { words: words.clone(), style, start: 0.0, end: 2.0 };
    let fade = Some(Fade { color: [0, 0, 0], amount: 1.0 });
    let mut screens =
        vec![Screen { fade, ..Screen::default() }, camera(0.2, 0.9, 3.0), change(Kind::Iris, 0.5, &before)];
    screens.extend(CardStyle::WORDS.iter().map(|(_, style)| Screen { card: Some(card(*style)), ..Screen::default() }));
    let said = |screen| {
        let caption = Caption { text: "mmmm mmmm".into(), speaker: None, start: 0.0, end: 2.0 };
        painted(&FrameState { caption: Some(caption), ..frame(screen) }, &stage)
    };
    let plain = said(Screen::default());
    let white = [0xFF, 0xF9, 0xEE, 255];
    let silent = painted(&frame(Screen::default()), &stage);
    let is_white = |picture: &Picture, i: usize| picture.data[i * 4..i * 4 + 4] == white;
    let letters: Vec<usize> = (0..640 * 360).filter(|i| is_white(&plain, *i) && !is_white(&silent, *i)).collect();
    assert!(letters.len() > 40, "{}", letters.len());
    for screen in screens {
        let picture = said(screen.clone());
        assert!(letters.iter().all(|i| is_white(&picture, *i)), "{screen:?}");
    }
}
