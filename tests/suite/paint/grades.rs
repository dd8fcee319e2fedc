//! Grades on pixels: the formula, the glow's and the vignette's reach, transparency kept.
use super::rect;
use jabber_render::display::{Color, DisplayList, Glow, Grade, Item, Vignette};
use jabber_render::paint::{Painter, Picture};
use std::sync::Arc;

const SIDE: u32 = 270;

fn graded(items: Vec<Item>, grade: Grade) -> Picture {
    let mut items = items;
    items.push(Item::Grade(Arc::new(grade)));
    Painter::default().paint(&DisplayList { width: SIDE, height: SIDE, items })
}

fn whole(color: Color) -> Item {
    Item::fill(rect(0.0, 0.0, f64::from(SIDE), f64::from(SIDE)), color)
}

const COLORS: [Color; 5] = [
    Color::rgb(0, 0, 0),
    Color::rgb(255, 255, 255),
    Color::rgb(200, 40, 20),
    Color::rgb(90, 200, 120),
    Color::rgb(17, 99, 180),
];

#[test]
fn the_plain_grade_changes_nothing() {
    for color in COLORS {
        assert_eq!(graded(vec![whole(color)], Grade::default()).pixel(9, 9), Some([color.r, color.g, color.b, 255]));
    }
}

#[test]
fn a_grey_is_made_of_the_channels_it_names() {
    // As through a red glass: half of the red, a quarter of each other. (200, 100, 40) is 135; (0, 80, 240) is 80.
    let grade = Grade { grey: [0.5, 0.25, 0.25], saturation: 0.0, ..Grade::default() };
    for (color, grey) in [(Color::rgb(200, 100, 40), 135), (Color::rgb(0, 80, 240), 80), (Color::rgb(9, 9, 9), 9)] {
        assert_eq!(graded(vec![whole(color)], grade).pixel(9, 9), Some([grey, grey, grey, 255]), "{color:?}");
    }
}

#[test]
fn channels_follow_saturation_then_slope_offset_power_then_contrast() {
    let grade = Grade {
        saturation: 0.6,
        slope: [1.1, 0.9, 0.5],
        offset: [-0.05, 0.0, 0.1],
        power: [1.3, 0.8, 1.0],
        contrast: 0.4,
        ..Grade::default()
    };
    for color in COLORS {
        let straight = [color.r, color.g, color.b].map(|c| f64::from(c) / 255.0);
        let grey = 0.2126 * straight[0] + 0.7152 * straight[1] + 0.0722 * straight[2];
        let found = graded(vec![whole(color)], grade).pixel(9, 9).unwrap();
        for i in 0..3 {
            let c = (grey + (straight[i] - grey) * 0.6).clamp(0.0, 1.0);
            let c = (c * grade.slope[i] + grade.offset[i]).clamp(0.0, 1.0);
            let c = libm::pow(c, grade.power[i]);
            let wanted = (c + (c * c * (3.0 - 2.0 * c) - c) * 0.4) * 255.0;
            assert!((f64::from(found[i]) - wanted).abs() <= 1.5, "{color:?} {i}: {} {wanted}", found[i]);
        }
    }
}

fn lamp(radius: f64) -> Grade {
    let glow = Glow { threshold: 0.5, radius, strength: 0.5, tint: Color::rgb(255, 255, 255) };
    Grade { glow: Some(glow), ..Grade::default() }
}

#[test]
fn glow_spreads_from_what_is_bright_and_fades_with_the_distance() {
    let dark = Color::rgb(30, 30, 30);
    let bright = Item::fill(rect(115.0, 115.0, 155.0, 155.0), Color::rgb(255, 255, 255));
    let picture = graded(vec![whole(dark), bright], lamp(0.04));
    let at = |x: u32| picture.pixel(x, 135).unwrap()[0];
    assert!(at(160) > at(170) && at(170) > at(185), "{} {} {}", at(160), at(170), at(185));
    assert_eq!(at(250), 30, "far away nothing is lit");
    assert_eq!(at(135), 255);
    let none = graded(vec![whole(dark)], lamp(0.04));
    assert_eq!(none.pixel(135, 135), Some([30, 30, 30, 255]), "nothing bright, no light");
}

#[test]
fn light_is_screened_on() {
    // A whole frame of one colour has nothing to spread: the light is the colour's own, smoothed by its brightness.
    let color = Color::rgb(204, 204, 204);
    let above = (0.8 - 0.5) / 0.5;
    let light = 0.8 * above * above * (3.0 - 2.0 * above) * 0.5;
    let wanted = (0.8 + light * 0.2) * 255.0;
    let found = graded(vec![whole(color)], lamp(0.04)).pixel(100, 50).unwrap();
    assert!((f64::from(found[1]) - wanted).abs() <= 1.5, "{found:?} {wanted}");
}

#[test]
fn a_vignette_darkens_the_corners_only() {
    let vignette = Vignette { start: 0.5, strength: 0.5, color: Color::rgb(0, 0, 0) };
    let picture =
        graded(vec![whole(Color::rgb(200, 200, 200))], Grade { vignette: Some(vignette), ..Grade::default() });
    let at = |x: u32, y: u32| picture.pixel(x, y).unwrap()[0];
    assert_eq!(at(135, 135), 200);
    assert!(at(0, 0).abs_diff(100) <= 4, "half of it in the corner: {}", at(0, 0));
    for (x, y) in [(269, 0), (0, 269), (269, 269)] {
        assert!(at(x, y).abs_diff(at(0, 0)) <= 1, "alike in all corners");
    }
}

#[test]
fn a_transparent_picture_stays_within_its_alpha() {
    let half = Item::fill(rect(0.0, 0.0, 100.0, 100.0), Color { a: 128, ..Color::rgb(250, 240, 230) });
    let vignette = Vignette { start: 0.2, strength: 0.5, color: Color::rgb(90, 0, 90) };
    let grade = Grade { slope: [1.2, 1.0, 0.7], vignette: Some(vignette), ..lamp(0.05) };
    let picture = graded(vec![half], grade);
    assert!(picture.data.chunks_exact(4).all(|pixel| pixel[..3].iter().all(|c| *c <= pixel[3])));
    assert_eq!(picture.pixel(50, 50).unwrap()[3], 128);
    assert_eq!(picture.pixel(200, 200), Some([0; 4]), "light does not make a hole opaque");
}

#[test]
fn any_size_can_be_graded() {
    for (width, height) in [(1, 1), (2, 3), (1, 400), (333, 7), (200, 201)] {
        let vignette = Vignette { start: 0.3, strength: 0.4, color: Color::rgb(0, 0, 0) };
        let grade = Item::Grade(Arc::new(Grade { vignette: Some(vignette), ..lamp(0.1) }));
        let items = vec![Item::fill(rect(0.0, 0.0, 400.0, 400.0), Color::rgb(255, 255, 255)), grade];
        let picture = Painter::default().paint(&DisplayList { width, height, items });
        assert!(picture.is_opaque() && picture.data.len() == (width * height * 4) as usize);
    }
}
