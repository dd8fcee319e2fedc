//! Faces: the table of moods, what each unit moves and which way, glides, blinks and lips, and that nothing pops.
use jabber_render::display::{Color, DisplayList, Item, Paint, Shape};
use jabber_render::figure::face::{
    Expression, Face, Feeling, Lips, Palette, Piece, Speech, Units, Viseme, draw, express, lips, mood, mood_words,
    speak,
};
use jabber_render::figure::kit::{Pen, Style};
use jabber_render::figure::template::{self, Tint};
use jabber_render::paint::{Painter, Picture};
use kurbo::{Affine, Rect, Shape as _};
use std::sync::Arc;

const INK: Color = Color::rgb(1, 2, 3);

fn face(extra: &str) -> Face {
    let json = format!(
        r##"{{"unit": 250, "line": 9, "lid": "#C08060", "skin": "#F0B080", "brow": "#200000", "white": "#FAFAFA", {extra}
        "eyes": [{{"side": -1, "at": [-41, 866], "radius": [31, 40], "pupil": 20}},
                 {{"side": 1, "at": [41, 866], "radius": [31, 40], "pupil": 20}}],
        "brows": [{{"side": -1, "at": [-48, 920], "length": 58, "width": 14}}, {{"side": 1, "at": [48, 920], "length": 58, "width": 14}}],
        "cheeks": [{{"side": -1, "at": [-75, 818], "radius": [23, 14]}}, {{"side": 1, "at": [75, 818], "radius": [23, 14]}}],
        "mouth": {{"at": [0, 790], "half": 42, "line": 7}}}}"##
    );
    serde_json::from_str(&json).unwrap()
}

/// The colours of a shape and of its marks, each with the box of what shows of it.
fn seen(shape: &Shape, within: Rect, fills: &mut Vec<(Color, Rect)>) {
    let Paint::Solid(color) = shape.paint else { panic!("a face has plain colours") };
    let inside = shape.path.bounding_box().intersect(within);
    if color.a > 0 {
        fills.push((color, Rect::new(inside.x0, -inside.y1, inside.x1, -inside.y0)));
    }
    shape.marks.iter().for_each(|mark| seen(mark, inside, fills));
}

/// Units drawn one to a pixel, y down: height y of the face is row −y.
fn drawn(face: &Face, piece: Piece, shown: &Expression) -> Vec<(Color, Rect)> {
    let mut pen = Pen::new(Style::Flat, Affine::FLIP_Y, 1000.0, 1080.0);
    let resolve = |tint: &Tint| tint.fixed().unwrap();
    draw(&mut pen, face, piece, shown, &Palette { ink: INK, resolve: &resolve });
    let mut fills = Vec::new();
    for item in &pen.items {
        let Item::Fill(shape) = item else { panic!("a face is drawn with fills") };
        seen(shape, Rect::new(-1e6, -1e6, 1e6, 1e6), &mut fills);
    }
    fills
}

fn shown(units: Units) -> Expression {
    speak(units, Lips::default(), 0.0)
}

fn only(name: &str, value: f64) -> Expression {
    shown(Units::default().with(name, value))
}

fn around(items: &[(Color, Rect)]) -> Rect {
    items.iter().map(|(_, r)| *r).reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
}

#[test]
fn the_table_has_the_moods_of_the_spec_and_all_differ() {
    // figures.md §6.
    let words = "neutral happy excited surprised annoyed angry determined curious confused amused smug afraid worried sad \
                 tender disgusted contemptuous embarrassed tired bored deadpan proud dismissive";
    let mut wanted: Vec<&str> = words.split_whitespace().collect();
    wanted.sort_unstable();
    assert_eq!(mood_words().collect::<Vec<_>>(), wanted);
    for a in &wanted {
        for b in wanted.iter().filter(|b| *b != a) {
            assert_ne!(mood(a), mood(b), "{a} {b}");
        }
    }
    // style.md §9, three rows at random.
    let angry = mood("angry").unwrap();
    assert_eq!((angry.brow_down, angry.depress, angry.jaw, angry.pupil), (1.0, 0.65, 0.28, -0.25));
    assert_eq!(mood("smug").unwrap().asymmetry, 1.0);
    assert_eq!(mood("dismissive").unwrap().gaze_x, -0.75);
}

#[test]
fn an_unknown_mood_is_neutral() {
    let of = |mood| express(&Feeling { mood, mood_age: 1.0, ..Feeling::default() });
    assert_eq!(of(Some("hangry")), of(Some("neutral")));
    assert_eq!(of(None), of(Some("neutral")));
}

#[test]
fn a_mood_glides_over_an_eighth_of_a_second_by_time_alone() {
    let at = |age| {
        let feeling = Feeling { mood: Some("angry"), mood_before: Some("happy"), mood_age: age, ..Feeling::default() };
        express(&feeling).units
    };
    assert_eq!(at(0.0), mood("happy").unwrap());
    assert_eq!(at(0.12), mood("angry").unwrap());
    assert_eq!(at(f64::INFINITY), mood("angry").unwrap());
    let half = mood("happy").unwrap().mix(mood("angry").unwrap(), 0.5);
    for name in Units::NAMES {
        assert!((at(0.06).get(name).unwrap() - half.get(name).unwrap()).abs() < 1e-12, "{name}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_rest() {
    let wild = Feeling {
        blink: f64::NAN,
        mouth: f64::INFINITY,
        talking: f64::NEG_INFINITY,
        mood_age: f64::NAN,
        ..Feeling::default()
    };
    assert_eq!(express(&wild), express(&Feeling { mood_age: 1.0, ..Feeling::default() }));
}

#[test]
fn each_unit_moves_what_it_names() {
    let f = face("");
    let brows = |e: &Expression| around(&drawn(&f, Piece::Brows(Some(1)), e));
    let rest = brows(&only("jaw", 0.0));
    assert!(brows(&only("brow_outer", 1.0)).y1 > rest.y1 + 20.0); // .13 U and the arch
    assert!(brows(&only("brow_down", 1.0)).y0 < rest.y0 - 15.0); // the inner end, −.115 U
    assert!(brows(&only("brow_down", 1.0)).x0 < rest.x0 - 4.0); // .03 U inward
    let mouth = |e: &Expression| around(&drawn(&f, Piece::Mouth, e));
    let rest = mouth(&only("jaw", 0.0));
    assert!(mouth(&only("pull", 1.0)).width() > rest.width() + 20.0); // ± .30 w
    assert!(mouth(&only("pucker", 1.0)).width() < rest.width() - 40.0); // ± .56 w
    assert!(mouth(&only("jaw", 1.0)).y0 < rest.y0 - 50.0); // the lower lip, −.25 U
    assert!(mouth(&only("depress", 1.0)).y0 < rest.y0 - 12.0); // the corners, −.075 U
    let pupil = |e: &Expression| {
        let ink = |(color, _): &(Color, Rect)| *color == INK;
        drawn(&f, Piece::Eyes(Some(1)), e).into_iter().find(ink).unwrap().1
    };
    let rest = pupil(&only("jaw", 0.0));
    assert!(pupil(&only("gaze_x", 1.0)).center().x > rest.center().x + 10.0);
    assert!(pupil(&only("gaze_y", 1.0)).center().y > rest.center().y + 10.0);
    assert!((pupil(&only("pupil", 1.0)).height() / rest.height() - 1.38).abs() < 0.02);
    let cheek = |e: &Expression| drawn(&f, Piece::Cheeks(Some(1)), e)[0];
    let (pale, low) = cheek(&only("jaw", 0.0));
    let (deep, high) = cheek(&only("cheek", 1.0));
    assert!(deep.a > pale.a && (high.y0 - low.y0 - 9.0).abs() < 0.01); // 9 units up
}

/// The face painted two units to a pixel on skin; the pieces in the order a head would have them.
fn painted(face: &Face, shown: &Expression) -> Picture {
    let to_px = Affine::new([0.5, 0.0, 0.0, -0.5, 80.0, 510.0]);
    let mut pen = Pen::new(Style::Flat, to_px, 500.0, 1080.0);
    let resolve = |tint: &Tint| tint.fixed().unwrap_or(Color::rgb(0xB0, 0x70, 0x50));
    pen.items.push(Item::fill(Rect::new(0.0, 0.0, 400.0, 240.0).to_path(0.1), Color::rgb(0xF0, 0xB0, 0x80)));
    for piece in [Piece::Jaw, Piece::Cheeks(None), Piece::Eyes(None), Piece::Mouth, Piece::Brows(None)] {
        draw(&mut pen, face, piece, shown, &Palette { ink: INK, resolve: &resolve });
    }
    Painter::new(Arc::default()).paint(&DisplayList { width: 400, height: 240, items: pen.items })
}

/// The faces of a shipped template.
fn template_faces(json: &str) -> Vec<Face> {
    let template: serde_json::Value = serde_json::from_str(json).unwrap();
    let faces = template["faces"].as_object().unwrap();
    faces.values().map(|face| serde_json::from_value(face.clone()).unwrap()).collect()
}

#[test]
fn lids_cover_the_white_step_by_step_until_none_is_left() {
    let f = face("");
    let white = |blink: f64| {
        let picture = painted(&f, &Expression { blink, ..Expression::default() });
        picture.straight().chunks(4).filter(|p| p[0] > 0xE8 && p[2] > 0xE0).count()
    };
    let open: Vec<usize> = (0..=10).map(|i| white(f64::from(i) / 10.0)).collect();
    assert!(open[0] > 1000, "{open:?}"); // two ellipses of 15 × 20 pixels less their pupils
    assert!(open.windows(2).all(|w| w[1] <= w[0]), "{open:?}");
    assert!(open[6] < open[0] / 2 && open[10] == 0, "{open:?}");
}

/// The largest difference of any channel of any pixel.
fn difference(a: &Picture, b: &Picture) -> u8 {
    a.straight().iter().zip(b.straight()).map(|(a, b)| a.abs_diff(b)).max().unwrap()
}

/// What flat edges may change a pixel by when they pass one of the painter's four sample rows: a quarter of the contrast for
/// one edge, a little more where a second one lies in the same pixel.
const STEP: u8 = 80;

/// Draws along a way from 0 to 1; wherever the picture changes most, it must change ever less as one looks closer.
fn sweep(name: &str, at: impl Fn(f64) -> Picture) {
    const STEPS: usize = 16;
    let pictures: Vec<Picture> = (0..=STEPS).map(|i| at(i as f64 / STEPS as f64)).collect();
    let worst = (0..STEPS).max_by_key(|&i| difference(&pictures[i], &pictures[i + 1])).unwrap();
    let (mut low, mut high) = (worst as f64 / STEPS as f64, (worst + 1) as f64 / STEPS as f64);
    for _ in 0..9 {
        let middle = (low + high) / 2.0;
        let half = at(middle);
        if difference(&at(low), &half) > difference(&half, &at(high)) { high = middle } else { low = middle }
    }
    let left = difference(&at(low), &at(high));
    assert!(left <= STEP, "{name} jumps by {left} at {low}");
}

/// Every unit from end to end and moods into one another, lips and snouts alike: nothing appears at once.
#[test]
fn nothing_pops() {
    let mut faces = template_faces(include_str!("../../../templates/dog.json"));
    faces.push(face(""));
    let slack = Units::default();
    for (i, f) in faces.iter().enumerate() {
        let units = |name: &str, from: Units, to: Units| {
            sweep(&format!("face {i}: {name}"), |u| painted(f, &shown(from.mix(to, u))));
        };
        sweep(&format!("face {i}: blink"), |u| painted(f, &Expression { blink: u, ..shown(slack) }));
        for name in Units::NAMES {
            let least = if name.starts_with("gaze") || *name == "pupil" { -1.0 } else { 0.0 };
            units(name, slack.with(name, least), slack.with(name, 1.0));
        }
        for (a, b) in
            [("happy", "angry"), ("surprised", "smug"), ("excited", "afraid"), ("sad", "amused"), ("curious", "tired")]
        {
            units(a, mood(a).unwrap(), mood(b).unwrap());
        }
    }
}

#[test]
fn letters_have_their_shapes() {
    use Viseme::*;
    let of = |text: &str| text.chars().map(Viseme::of).collect::<Vec<_>>();
    assert_eq!(of("mamba"), [MBP, AI, MBP, MBP, AI]);
    assert_eq!(of("Owl!"), [O, U, L, Rest]);
    assert_eq!(of("fée"), [FV, E, E]);
}

#[test]
fn lips_close_on_m_b_p_and_rest_before_and_after_the_line() {
    // Fifteen letters over two seconds: 7.5 shapes a second is a letter a shape.
    let at = |time| lips(&Speech { text: "abababababababa", time, length: 2.0, track: None }).units;
    for slot in 1..14 {
        let units = at((f64::from(slot) + 0.1) / 7.5);
        if slot % 2 == 1 {
            assert!(units.jaw < 0.01 && units.press > 0.3, "{slot} {units:?}");
        } else {
            assert!(units.jaw > 0.3, "{slot} {units:?}");
        }
    }
    for time in [-0.1, 0.0, 2.0, 2.1, f64::NAN] {
        assert_eq!(at(time), Units::default(), "{time}");
    }
    assert_eq!(lips(&Speech { text: "", time: 0.1, length: 1.0, track: None }), Lips::default());
}

#[test]
fn a_mouth_that_speaks_moves_and_keeps_its_mood() {
    let line = |time| Feeling {
        mood: Some("angry"),
        mood_age: 9.0,
        talking: 1.0,
        speech: Some(Speech { text: "Good morning, park!", time, length: 1.6, track: None }),
        ..Feeling::default()
    };
    let jaws: Vec<f64> = (0..38).map(|frame| express(&line(f64::from(frame) / 24.0)).units.jaw).collect();
    assert!(jaws.iter().copied().fold(0.0, f64::max) > 0.5);
    let flaps = jaws.windows(2).filter(|w| w[0] < 0.25 && w[1] >= 0.25).count();
    assert!(flaps >= 4, "{flaps} {jaws:?}"); // good, mor, ning, park at least
    assert_eq!(express(&line(0.7)).units.brow_down, 1.0);
}

#[test]
fn the_jaw_of_the_pose_opens_the_mouth_over_any_mood() {
    for word in mood_words() {
        let open = express(&Feeling { mood: Some(word), mood_age: 9.0, mouth: 1.0, ..Feeling::default() });
        assert_eq!((open.units.jaw, open.chin), (1.0, 1.0), "{word}");
    }
}

#[test]
fn a_face_asks_for_its_words() {
    let wrong = serde_json::from_str::<Face>(r#"{"unit": 1, "line": 1, "lid": "a", "skin": "a", "browz": []}"#);
    assert!(wrong.unwrap_err().to_string().contains("browz"));
    assert_eq!(Piece::parse("eyes"), Some(Piece::Eyes(None)));
    assert_eq!(Piece::parse("ears"), None);
}

fn piece_words(value: &serde_json::Value, into: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(map) => {
            into.extend(map.get("face").and_then(|word| word.as_str()).map(str::to_owned));
            map.values().for_each(|inner| piece_words(inner, into));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|inner| piece_words(inner, into)),
        _ => {}
    }
}

#[test]
fn every_shipped_template_loads_and_its_views_with_a_face_draw_known_pieces() {
    let names = template::shipped_names();
    assert!(names.iter().any(|name| name == "dog"), "{names:?}");
    for name in names {
        let loaded = template::shipped(&name).unwrap_or_else(|| panic!("{name}"));
        assert!(loaded.is_ok(), "{name}: {:?}", loaded.err());
        let text = std::fs::read_to_string(format!("{}/templates/{name}.json", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(!template_faces(&text).is_empty(), "{name}");
        for view in json["faces"].as_object().unwrap().keys() {
            let mut words = Vec::new();
            piece_words(&json["views"][view], &mut words);
            assert!(words.iter().any(|word| word.starts_with("eye")), "{name} {view}: {words:?}");
            assert!(words.iter().all(|word| Piece::parse(word).is_some()), "{name} {view}: {words:?}");
        }
    }
}
