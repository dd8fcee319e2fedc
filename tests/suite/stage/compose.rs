//! Whole frames: what is drawn over what, shadows on the ground, and the same bytes whatever was drawn before.
use jabber_render::display::{DisplayList, Item, Paint, Shape};
use jabber_render::figure::{Figure, Place as Standing, template};
use jabber_render::frame::{Caption, CharacterState, FrameState, Pose, Screen};
use jabber_render::pack::Catalog;
use jabber_render::paint::{Kept, Painter};
use jabber_render::stage::{Setting, Stage, compose};
use kurbo::{Rect, Shape as _};
use std::sync::Arc;

const SIZE: (u32, u32) = (480, 270);

fn stage() -> Stage {
    let mut stage = Stage::new(SIZE.0, SIZE.1);
    let none = |_: &str| unreachable!("it is shipped");
    stage.add_place("park".into(), Setting::of("park").place(&Catalog::shipped(), &none).0);
    for id in ["a", "b"] {
        let template = template::shipped("person").unwrap().unwrap();
        stage.add_figure(id.into(), Figure::new(&template, &serde_json::json!({})).0);
    }
    stage
}

pub(super) fn character(id: &str, x: f64, dy: f64) -> CharacterState {
    CharacterState {
        id: id.into(),
        x,
        y: 0.92,
        h: 0.5,
        facing: 1.0,
        visible: true,
        pose: Pose { dy, ..Pose::default() },
        talking: 0.0,
        loud: 0.0,
        mood_before: None,
        mood_since: f64::NEG_INFINITY,
        line: None,
        carried: None,
    }
}

fn frame(characters: Vec<CharacterState>) -> FrameState {
    let caption = Caption { text: "Is it?".into(), speaker: None, start: 0.0, end: 2.0 };
    FrameState {
        t: 1.0,
        scene: None,
        place: Some("park".into()),
        background: Some("park".into()),
        grade: "normal".into(),
        caption: Some(caption),
        characters,
        screen: Screen::default(),
    }
}

/// Where the shadows lie: the translucent plain fills at the top of the list.
fn shadows(list: &DisplayList) -> Vec<(Rect, u8)> {
    let shadow = |item: &Item| match item {
        Item::Fill(Shape { path, paint: Paint::Solid(color), .. }) => Some((path.bounding_box(), color.a)),
        _ => None,
    };
    list.items.iter().filter_map(shadow).collect()
}

#[test]
fn a_frame_is_painted_from_back_to_front() {
    let mut state = frame(vec![character("a", 0.3, 0.0), character("b", 0.6, 0.0), character("nobody", 0.5, 0.0)]);
    state.grade = "bloom".into();
    let list = compose(&state, &stage());
    let kinds: String = list
        .items
        .iter()
        .map(|item| match item {
            Item::Group { .. } => 'g',
            // What lives in a place stands by itself.
            Item::Several(items) if matches!(items[..], [Item::Group { .. }]) => 'g',
            Item::Fill(_) => 's',
            Item::Several(_) => 'f',
            Item::Grade(_) => 'G',
            Item::Stroke { .. } => '?',
        })
        .collect();
    // Far, mid, near and what lives in them; two shadows; two figures; the front in its pieces; grade; caption.
    let parts: Vec<&str> = kinds.split("ssff").collect();
    let all = |part: &str, least: usize| part.len() >= least && part.bytes().all(|kind| kind == b'g');
    assert!(parts.len() == 2 && all(parts[0], 3), "{kinds}");
    assert!(parts[1].strip_suffix("Gg").is_some_and(|front| all(front, 1)), "{kinds}");
    state.characters[1].visible = false;
    state.caption = None;
    state.grade = "normal".into();
    let fewer = compose(&state, &stage());
    assert_eq!(shadows(&fewer).len(), 1);
    assert_eq!(fewer.items.len(), list.items.len() - 4);
}

#[test]
fn characters_are_as_tall_in_a_frame_of_any_shape() {
    let template = template::shipped("person").unwrap().unwrap();
    let figure = Figure::new(&template, &serde_json::json!({})).0;
    for (width, height) in super::SIZES {
        let place = Standing::new(&character("a", 0.3, 0.0), &figure, f64::from(width), f64::from(height));
        // Half the stage's height (§7.2: h is a fraction of it), the feet at 30 % and 92 %.
        assert!((place.unit * figure.height - 0.5 * f64::from(height)).abs() < 1e-9, "{width}x{height}");
        assert!(place.feet.distance((0.3 * f64::from(width), 0.92 * f64::from(height)).into()) < 1e-9);
    }
}

#[test]
fn later_characters_stand_before_earlier_ones() {
    let paint = |order: [&str; 2]| {
        let at = |id: &str| character(id, if id == "a" { 0.5 } else { 0.53 }, 0.0);
        Painter::default().paint(&compose(&frame(order.map(at).to_vec()), &stage()))
    };
    assert!(paint(["a", "b"]) != paint(["b", "a"]));
}

#[test]
fn a_shadow_stays_on_the_ground_and_shrinks_and_fades_as_its_owner_rises() {
    let at = |dy: f64| shadows(&compose(&frame(vec![character("a", 0.4, dy)]), &stage()))[0];
    let ((low, dark), (high, pale)) = (at(0.0), at(-120.0));
    let ground = f64::from(SIZE.1) * 0.92;
    assert!((low.center().y - ground).abs() < 1e-6 && (high.center().y - ground).abs() < 1e-6);
    assert!(high.width() < low.width() * 0.95, "{} {}", high.width(), low.width());
    assert!(pale < dark, "{pale} {dark}");
    assert!((low.height() / low.width() - 0.13).abs() < 1e-3, "13 % as high as wide");
    let feet = f64::from(SIZE.0) * 0.4;
    assert!(low.center().x > feet, "the light comes from the left");
    let gone = shadows(&compose(&frame(vec![character("a", 0.4, -2000.0)]), &stage()));
    assert!(gone.is_empty(), "{gone:?}");
}

#[test]
fn values_that_are_not_numbers_draw_and_do_not_spread() {
    let mut odd = character("a", f64::NAN, f64::INFINITY);
    odd.h = f64::NAN;
    odd.facing = f64::NAN;
    let list = compose(&frame(vec![odd, character("b", 0.5, f64::NAN)]), &stage());
    let rest = compose(&frame(vec![character("b", 0.5, 0.0)]), &stage());
    assert!(Painter::default().paint(&list) == Painter::default().paint(&rest), "NaN is rest; nowhere is nowhere");
}

/// The sky lights a lawn's shade, and takes red from it most. It cannot turn sand blue: that is left most of its red and least of
/// its blue, and violet rock keeps both (style.md §3).
#[test]
fn a_shadow_keeps_the_hue_of_a_warm_ground() {
    let share = |name: &str| {
        let none = |_: &str| unreachable!("it is shipped");
        let (place, _) = Setting::of(name).place(&Catalog::shipped(), &none);
        let (ground, mut stage) = (place.ground, stage());
        stage.add_place(name.into(), place);
        let state = FrameState { place: Some(name.into()), ..frame(vec![character("a", 0.4, 0.0)]) };
        let colors = compose(&state, &stage).items.into_iter().filter_map(|item| match item {
            Item::Fill(Shape { paint: Paint::Solid(color), .. }) => Some(color),
            _ => None,
        });
        let shade = colors.last().unwrap();
        [(shade.r, ground.r), (shade.g, ground.g), (shade.b, ground.b)].map(|(s, g)| f64::from(s) / f64::from(g))
    };
    let [lawn, sand, rock] = ["park", "beach", "space"].map(share);
    assert!(lawn[0] < lawn[1] && lawn[1] < lawn[2], "{lawn:?}");
    assert!(sand[2] < sand[1] && sand[1] < sand[0], "{sand:?}");
    assert!(rock[1] < rock[0] && rock[1] < rock[2], "{rock:?}");
    assert!([lawn, sand, rock].as_flattened().iter().all(|share| *share < 0.6));
}

#[test]
fn a_frame_has_the_same_bytes_alone_and_after_any_others() {
    let stage = stage();
    let states: Vec<FrameState> = (0..6)
        .map(|i| {
            let mut state = frame(vec![character("a", 0.2 + 0.1 * f64::from(i), -20.0 * f64::from(i % 3))]);
            state.grade = if i % 2 == 0 { "normal" } else { "bloom" }.into();
            state.place = Some(if i == 4 { "nowhere" } else { "park" }.into());
            state
        })
        .collect();
    let alone: Vec<_> = states.iter().map(|state| Painter::default().paint(&compose(state, &stage))).collect();
    let kept = Arc::new(Kept::default());
    let mut painters = [Painter::new(kept.clone()), Painter::new(kept)];
    for (round, i) in [0, 5, 4, 3, 3, 2, 1, 0, 4, 5].into_iter().enumerate() {
        let picture = painters[round % 2].paint(&compose(&states[i], &stage));
        assert!(picture == alone[i], "frame {i}");
        assert!(picture.is_opaque());
    }
}
