//! Bubbles: in the frame, on nobody's head, with a tail to the mouth, still while the speaker stands and never jumping while it
//! walks.
use super::SIZES;
use jabber_render::display::{Color, Item, Paint};
use jabber_render::figure::{Figure, template};
use jabber_render::frame::{Camera, Caption, CharacterState, FrameState, Line};
use jabber_render::stage::{Lettering, Rooms, Seen, Spoken, Stage, TEXT_COLOR, compose};
use jabber_render::vocabulary::CaptionStyle;
use kurbo::{Affine, BezPath, Point, Rect, Shape as _};

const TEXTS: [&str; 2] = ["Is it?", "I saved you half my sandwich, and then I ate most of it on the way here."];

fn stage((width, height): (u32, u32)) -> Stage {
    let mut stage = Stage::new(width, height);
    for (id, body) in [("a", "kid"), ("b", "person"), ("c", "dog")] {
        let template = template::shipped(body).unwrap().unwrap();
        stage.add_figure(id.into(), Figure::new(&template, &serde_json::json!({})).0);
    }
    stage.letter(Lettering { style: CaptionStyle::Bubble, ..Lettering::default() });
    stage
}

/// Somebody who stands at `x`, `h` of the frame tall.
fn character(id: &str, x: f64, h: f64) -> CharacterState {
    CharacterState { h, ..super::compose::character(id, x, 0.0) }
}

/// A frame in which the first speaks, and the second too when there are two texts; the others listen.
fn frame(mut characters: Vec<CharacterState>, texts: &[&str]) -> FrameState {
    for ((i, text), character) in texts.iter().enumerate().zip(&mut characters) {
        character.talking = 1.0;
        character.line = Some(Line { text: (*text).into(), start: i as f64 * 0.2, end: 4.0, track: None });
    }
    let latest = &characters[texts.len() - 1];
    let line = latest.line.clone().unwrap();
    let caption = Caption { text: line.text, speaker: Some(latest.id.clone()), start: line.start, end: line.end };
    FrameState { place: None, caption: Some(caption), characters, ..super::here(1.0) }
}

/// The outlines of the bubbles, the earlier line's first: the last white shapes, each under its line.
fn bubbles(stage: &Stage, frame: &FrameState, texts: &[&str]) -> Vec<BezPath> {
    let list = compose(frame, stage);
    let own = &list.items[list.items.len() - 3 * texts.len()..];
    let outlines = own.iter().filter_map(|item| match item {
        Item::Fill(shape) if shape.paint == Paint::Solid(TEXT_COLOR) => Some((*shape.path).clone()),
        _ => None,
    });
    let outlines: Vec<BezPath> = outlines.collect();
    assert_eq!(outlines.len(), texts.len());
    outlines
}

/// A bubble without its tail: what is as wide as it is in the middle of its height.
fn body(outline: &BezPath) -> Rect {
    // The straight sides: the longest upright lines.
    let sides: Vec<(Point, Point)> = outline
        .segments()
        .filter_map(|segment| match segment {
            kurbo::PathSeg::Line(line) if (line.p0.x - line.p1.x).abs() < 1e-9 => Some((line.p0, line.p1)),
            _ => None,
        })
        .collect();
    let around = outline.bounding_box();
    // A flat bubble has no straight side: its corners meet half-way.
    let tops = sides.iter().flat_map(|(a, b)| [a.y, b.y]);
    let (low, high) = tops.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), y| (l.min(y), h.max(y)));
    let flat: Vec<f64> = outline
        .segments()
        .filter_map(|segment| match segment {
            kurbo::PathSeg::Line(line) if (line.p0.y - line.p1.y).abs() < 1e-9 => Some(line.p0.y),
            _ => None,
        })
        .collect();
    let top = flat.iter().copied().fold(f64::INFINITY, f64::min);
    let foot = flat.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert!(top < foot && (low.is_infinite() || (top <= low && high <= foot)));
    Rect::new(around.x0, top, around.x1, foot)
}

/// The heads as the figures draw them: the eyes' whites are in every one of them; here the whole figure's top third.
fn heads(size: (u32, u32), frame: &FrameState) -> Vec<Rect> {
    let of = |character: &CharacterState| {
        let body = match &*character.id {
            "a" => "kid",
            "b" => "person",
            _ => "dog",
        };
        let template = template::shipped(body).unwrap().unwrap();
        let figure = Figure::new(&template, &serde_json::json!({})).0;
        let place = jabber_render::figure::Place::new(character, &figure, size.0.into(), size.1.into());
        let acting = jabber_render::figure::Acting::new(character, frame.t);
        jabber_render::figure::draw(&figure, &acting, &place, &mut Vec::new()).face
    };
    frame.characters.iter().map(of).collect()
}

#[test]
fn a_bubble_is_in_the_frame_and_hides_no_face() {
    for size in SIZES {
        let stage = stage(size);
        let frame_rect = Rect::new(0.0, 0.0, size.0.into(), size.1.into());
        for (text, x) in TEXTS.iter().flat_map(|text| [0.02, 0.2, 0.5, 0.8, 0.98].map(|x| (text, x))) {
            for h in [0.3, 0.5, 0.62] {
                let others = vec![character("a", x, h), character("b", 1.0 - x * 0.9, 0.55), character("c", 0.6, 0.2)];
                let frame = frame(others, &[text]);
                let outline = &bubbles(&stage, &frame, &[text])[0];
                let body = body(outline);
                assert_eq!(body.intersect(frame_rect), body, "{size:?} {x} {h} {text}");
                for face in heads(size, &frame) {
                    let both = body.intersect(face);
                    assert!(both.width() <= 0.0 || both.height() <= 0.0, "{size:?} {x} {h} {text}: {body:?} {face:?}");
                }
            }
        }
    }
}

#[test]
fn the_tail_points_at_the_mouth_and_stays_off_the_face() {
    let size = (1920, 1080);
    let stage = stage(size);
    for x in [0.2, 0.5, 0.8] {
        let frame = frame(vec![character("a", x, 0.5)], &TEXTS[..1]);
        let outline = &bubbles(&stage, &frame, &TEXTS[..1])[0];
        let body = body(outline);
        let tip = outline.elements().iter().filter_map(kurbo::PathEl::end_point).max_by(|a, b| a.y.total_cmp(&b.y));
        let (tip, face) = (tip.unwrap(), heads(size, &frame)[0]);
        assert!(tip.y > body.y1 + 20.0, "there is a tail: {tip:?} {body:?}");
        assert!((tip.x - face.center().x).abs() < face.width() / 2.0, "it points at the face: {tip:?} {face:?}");
        assert!(tip.y <= face.y0 + 1.0, "and ends before it: {tip:?} {face:?}");
    }
}

#[test]
fn the_tail_of_somebody_outside_ends_within_the_frame() {
    for size in SIZES {
        let stage = stage(size);
        let within = Rect::new(0.0, 0.0, size.0.into(), size.1.into());
        for x in [-1.0, -0.25, 1.25, 2.0] {
            let outline = &bubbles(&stage, &frame(vec![character("a", x, 0.4)], &TEXTS[..1]), &TEXTS[..1])[0];
            let around = outline.bounding_box();
            assert_eq!(around.intersect(within), around, "{size:?} {x}");
            assert!(around.height() > 1.1 * body(outline).height(), "{size:?} {x}: there is a tail");
        }
    }
}

#[test]
fn a_bubble_keeps_to_one_side_of_its_speaker_while_a_camera_draws_back() {
    let (size, text) = ((1920, 1080), TEXTS[0]);
    let mut stage = stage(size);
    let lines = [Spoken { who: "a".into(), text: text.into(), start: 0.0, end: 4.0, scene: 1 }].into();
    stage.letter(Lettering { style: CaptionStyle::Bubble, lines, ..Lettering::default() });
    let frames = (0..=60).map(|i| {
        let (zoom, follows) = (2.2 - f64::from(i) / 50.0, vec![("a".into(), 1.0)]);
        let mut frame = frame(vec![character("a", 0.4, 0.5)], &[text]);
        frame.screen.camera = Some(Camera { zoom, follows, x: 0.4, y: 0.6, ..Camera::default() });
        frame
    });
    let frames: Vec<FrameState> = frames.collect();
    let farthest = |stage: &Stage| {
        let places: Vec<Rect> = frames.iter().map(|frame| body(&bubbles(stage, frame, &[text])[0])).collect();
        assert!(places.iter().all(|place| place.y0 > 0.0 && place.x0 > 0.0 && place.x1 < 1920.0), "{places:?}");
        places.windows(2).map(|pair| pair[0].center().distance(pair[1].center())).fold(0.0, f64::max)
    };
    // At first there is no room over the head, at last there is.
    let by_itself = farthest(&stage);
    let mut rooms = Rooms::default();
    frames.iter().for_each(|frame| stage.note(frame, &mut rooms));
    stage.settle(rooms);
    let settled = farthest(&stage);
    assert!(by_itself > 300.0 && settled < 40.0, "{by_itself} {settled}");
}

#[test]
fn a_speaker_who_trembles_has_a_still_bubble() {
    let stage = stage((1920, 1080));
    let mut places = Vec::new();
    for i in 0..24 {
        let mut speaker = character("a", 0.4, 0.5);
        let phase = f64::from(i) / 24.0 * std::f64::consts::TAU;
        speaker.pose.dx = 30.0 * libm::sin(phase);
        speaker.pose.dy = 20.0 * libm::cos(phase);
        speaker.pose.rot = 8.0 * libm::sin(2.0 * phase);
        speaker.pose.sy = 1.0 + 0.05 * libm::sin(phase);
        places.push(body(&bubbles(&stage, &frame(vec![speaker], &TEXTS[1..]), &TEXTS[1..])[0]));
    }
    assert!(places.iter().all(|place| place == &places[0]), "{places:?}");
}

#[test]
fn a_bubble_goes_with_a_walking_speaker_without_a_jump() {
    let size = (1920, 1080);
    let stage = stage(size);
    // Past somebody as tall, half a hundredth of the frame a step.
    let places: Vec<Rect> = (0..=200)
        .map(|i| {
            let all = vec![character("a", f64::from(i) / 200.0, 0.45), character("b", 0.5, 0.55)];
            body(&bubbles(&stage, &frame(all, &TEXTS[1..]), &TEXTS[1..])[0])
        })
        .collect();
    let step = f64::from(size.0) / 200.0;
    for pair in places.windows(2) {
        let (dx, dy) = ((pair[1].x0 - pair[0].x0).abs(), (pair[1].y1 - pair[0].y1).abs());
        assert!(dx <= 3.0 * step && dy <= 4.0 * step, "{pair:?}");
    }
    assert!(places[0].y1 - places[100].y1 > 50.0, "it is lifted over whoever stands there");
    assert!((places[0].y1 - places[200].y1).abs() <= 1.0);
}

#[test]
fn two_bubbles_lie_apart() {
    for size in SIZES {
        let stage = stage(size);
        for apart in [0.15, 0.3, 0.5] {
            let all = vec![character("a", 0.5 - apart / 2.0, 0.42), character("b", 0.5 + apart / 2.0, 0.5)];
            let both = bubbles(&stage, &frame(all, &TEXTS), &TEXTS);
            let (first, second) = (body(&both[0]), body(&both[1]));
            let shared = first.intersect(second);
            assert!(shared.width() <= 0.0 || shared.height() <= 0.0, "{size:?} {apart}: {first:?} {second:?}");
        }
    }
}

#[test]
fn seen_through_a_camera_it_is_where_the_camera_shows_it() {
    let seen = Seen {
        id: "a".into(),
        mouth: Point::new(10.0, 20.0),
        face: Rect::new(0.0, 10.0, 20.0, 30.0),
        head: Rect::new(-5.0, 0.0, 25.0, 40.0),
    };
    let camera = Affine::scale(2.0) * Affine::translate((1.0, -10.0));
    let found = seen.through(camera);
    assert_eq!(found.mouth, Point::new(22.0, 20.0));
    assert_eq!((found.face, found.head), (Rect::new(2.0, 0.0, 42.0, 40.0), Rect::new(-8.0, -20.0, 52.0, 60.0)));
    assert_eq!(Color::from_hex("#FFF9EE"), Some(TEXT_COLOR), "the house white");
}
