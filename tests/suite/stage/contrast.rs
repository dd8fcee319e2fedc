//! The contrast of captions as painted: in every style, on every shipped place, under every grade, at the pixels around the
//! letters.
use super::{contrast, share};
use jabber_render::display::{Color, DisplayList, Item};
use jabber_render::frame::{Caption, FrameState, Screen};
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::paint::{Kept, Painter, Picture};
use jabber_render::stage::{BOX_COLOR, GRADES, Lettering, Setting, Stage, TEXT_COLOR, compose};
use jabber_render::vocabulary::CaptionStyle;
use std::sync::Arc;

const SIZE: (u32, u32) = (640, 360);
/// How far around a letter its ground is looked at, pixels: beyond its soft edge, within the outline of the outlined style.
const AROUND: i64 = 1;

fn frame(place: &str, grade: &str, speaker: Option<&str>) -> FrameState {
    let text = "mmm Ill WWW good morning, is it? mmm Ill WWW once more";
    FrameState {
        t: 0.5,
        scene: None,
        place: Some(place.into()),
        background: Some(place.into()),
        grade: grade.into(),
        caption: Some(Caption { text: text.into(), speaker: speaker.map(Into::into), start: 0.0, end: 1.0 }),
        characters: Vec::new(),
        screen: Screen::default(),
    }
}

/// The least contrast between `words` and the pixels about its letters that are no part of them, and how many letters' pixels
/// there are. A letter's own soft edge is a mix of both: where a picture without the letters has the same colour, it is the ground.
fn least(picture: &Picture, ground: &Picture, words: Color) -> (f64, usize) {
    let (width, height) = (i64::from(SIZE.0), i64::from(SIZE.1));
    let at = |picture: &Picture, x: i64, y: i64| picture.pixel(x as u32, y as u32).unwrap();
    let ink = [words.r, words.g, words.b, 255];
    // A cloud may have the words' colour: letters are where the picture without them has not.
    let inked = |x: i64, y: i64| at(picture, x, y) == ink && at(ground, x, y) != ink;
    let (mut least, mut letters) = (f64::INFINITY, 0);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|(x, y)| inked(*x, *y)) {
        letters += 1;
        for (x, y) in (-AROUND..=AROUND).flat_map(|i| (-AROUND..=AROUND).map(move |j| (x + i, y + j))) {
            if (0..width).contains(&x) && (0..height).contains(&y) && !inked(x, y) {
                let [r, g, b, _] = at(ground, x, y);
                least = least.min(contrast(share(words), share(Color::rgb(r, g, b))));
            }
        }
    }
    (least, letters)
}

/// The list without what has the words' colour.
fn wordless(list: &DisplayList, words: Color) -> DisplayList {
    let is_words = |item: &Item| match item {
        Item::Fill(shape) => shape.paint == jabber_render::display::Paint::Solid(words),
        Item::Stroke { paint, .. } => *paint == jabber_render::display::Paint::Solid(words),
        _ => false,
    };
    let mut list = list.clone();
    if let Some(Item::Group { items, .. }) = list.items.last_mut() {
        *items = items.iter().filter(|item| !is_words(item)).cloned().collect();
    }
    list
}

#[test]
fn captions_keep_their_contrast_on_every_place_under_every_grade() {
    let catalog = Catalog::shipped();
    let places: Vec<String> =
        catalog.of_kind(PackKind::Place).map(|pack| pack.id.trim_start_matches("c4c:place:").to_owned()).collect();
    assert!(places.iter().any(|place| place == "park"), "{places:?}");
    let kept = Arc::new(Kept::default());
    for (style, speaker, words) in [
        (CaptionStyle::Box, None, TEXT_COLOR),
        (CaptionStyle::Outline, None, TEXT_COLOR),
        (CaptionStyle::Bubble, Some("a"), BOX_COLOR),
    ] {
        for place in &places {
            let mut stage = Stage::new(SIZE.0, SIZE.1);
            let none = |_: &str| unreachable!("it is shipped");
            stage.add_place(place.as_str().into(), Setting::of(place).place(&catalog, &none).0);
            stage.letter(Lettering { style, ..Lettering::default() });
            let mut painter = Painter::new(Arc::clone(&kept));
            for grade in GRADES {
                let list = compose(&frame(place, grade, speaker), &stage);
                let (picture, ground) = (painter.paint(&list), painter.paint(&wordless(&list, words)));
                let (found, letters) = least(&picture, &ground, words);
                assert!(letters > 150, "{style:?} on {place}, {grade}: {letters} pixels of letters");
                assert!(found >= 4.5, "{style:?} on {place}, {grade}: {found}");
            }
        }
    }
}
