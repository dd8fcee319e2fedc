//! The hash of a list: the same for the same picture, another for every change that may be seen.
use super::{group, list, rect};
use jabber_render::display::{
    Bitmap, Blend, Color, Digests, DisplayList, Glow, Grade, Item, Paint, Rule, Shape, Stop, Vignette,
};
use kurbo::{Affine, BezPath, Point};
use std::collections::BTreeMap;
use std::sync::Arc;

const RED: Color = Color::rgb(200, 10, 10);
const BLUE: Color = Color::rgb(10, 10, 200);

fn square() -> BezPath {
    rect(1.0, 1.0, 5.0, 5.0)
}

fn stops(last: f64) -> Arc<[Stop]> {
    [Stop { offset: 0.0, color: RED }, Stop { offset: last, color: BLUE }].into()
}

fn bitmap(byte: u8) -> Arc<[Bitmap]> {
    [Bitmap { width: 1, height: 2, data: vec![byte; 8] }].into()
}

fn filled(paint: Paint) -> Item {
    Item::Fill(Shape::new(square(), paint))
}

fn laid(transform: Affine, opacity: f64, blend: Blend, clip: Option<BezPath>, items: Vec<Item>) -> Item {
    Item::Group { transform, opacity, blend, clip: clip.map(Arc::new), items: items.into() }
}

/// Lists of which no two are the same picture's, each with what it is.
fn different() -> Vec<(&'static str, DisplayList)> {
    let solid = || Paint::Solid(RED);
    let red = || filled(solid());
    let shape = || Shape::new(square(), solid());
    let curved = |f: fn(&mut BezPath)| {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        f(&mut path);
        Item::fill(path, RED)
    };
    let linear = |end, last| Paint::Linear { start: Point::ZERO, end: Point::new(end, 0.0), stops: stops(last) };
    let radial = |radius, shift| Paint::Radial {
        center: Point::ZERO,
        radius,
        stops: stops(1.0),
        transform: Affine::translate((shift, 0.0)),
    };
    let pixels = |byte, shift| Paint::Picture { sizes: bitmap(byte), transform: Affine::translate((shift, 0.0)) };
    let stroke = |width, color| Item::Stroke { path: Arc::new(square()), width, paint: Paint::Solid(color) };
    let plain = || laid(Affine::IDENTITY, 1.0, Blend::Normal, None, vec![red()]);
    let grade = |grade: Grade| Item::Grade(Arc::new(grade));
    let glow = Glow { threshold: 0.5, radius: 0.1, strength: 0.5, tint: RED };
    let edge = Vignette { start: 0.5, strength: 0.5, color: RED };
    let items: Vec<(&str, Vec<Item>)> = vec![
        ("nothing", vec![]),
        ("a square", vec![red()]),
        ("twice", vec![red(), red()]),
        ("twice as one", vec![Item::Several(vec![red(), red()])]),
        ("another colour", vec![filled(Paint::Solid(BLUE))]),
        ("less of it", vec![filled(Paint::Solid(RED.with_opacity(0.5)))]),
        ("elsewhere", vec![Item::fill(rect(1.0, 1.0, 5.0, 5.000_000_1), RED)]),
        ("even-odd", vec![Item::Fill(Shape { rule: Rule::EvenOdd, ..shape() })]),
        ("with a hole", vec![Item::Fill(shape().without(vec![Arc::new(square())]))]),
        ("with a mark", vec![Item::Fill(shape().with(vec![shape()]))]),
        ("with two", vec![Item::Fill(shape().with(vec![shape(), shape()]))]),
        ("a mark with one", vec![Item::Fill(shape().with(vec![shape().with(vec![shape()])]))]),
        ("a line", vec![curved(|path| path.line_to((4.0, 4.0)))]),
        (
            "a closed one",
            vec![curved(|path| {
                path.line_to((4.0, 4.0));
                path.close_path();
            })],
        ),
        ("a parabola", vec![curved(|path| path.quad_to((1.0, 2.0), (4.0, 4.0)))]),
        ("a cubic", vec![curved(|path| path.curve_to((1.0, 2.0), (1.0, 2.0), (4.0, 4.0)))]),
        ("linear", vec![filled(linear(4.0, 1.0))]),
        ("longer", vec![filled(linear(5.0, 1.0))]),
        ("sooner over", vec![filled(linear(4.0, 0.9))]),
        ("radial", vec![filled(radial(4.0, 0.0))]),
        ("wider", vec![filled(radial(5.0, 0.0))]),
        ("moved", vec![filled(radial(4.0, 1.0))]),
        ("pixels", vec![filled(pixels(1, 0.0))]),
        ("other pixels", vec![filled(pixels(2, 0.0))]),
        ("pixels moved", vec![filled(pixels(1, 1.0))]),
        ("a stroke", vec![stroke(1.0, RED)]),
        ("a broad one", vec![stroke(2.0, RED)]),
        ("a blue one", vec![stroke(1.0, BLUE)]),
        ("a group", vec![plain()]),
        ("a group of two", vec![group([red(), red()].into())]),
        ("a group moved", vec![laid(Affine::translate((1.0, 0.0)), 1.0, Blend::Normal, None, vec![red()])]),
        ("a faint group", vec![laid(Affine::IDENTITY, 0.5, Blend::Normal, None, vec![red()])]),
        ("multiplied", vec![laid(Affine::IDENTITY, 1.0, Blend::Multiply, None, vec![red()])]),
        ("screened", vec![laid(Affine::IDENTITY, 1.0, Blend::Screen, None, vec![red()])]),
        ("clipped", vec![laid(Affine::IDENTITY, 1.0, Blend::Normal, Some(square()), vec![red()])]),
        ("graded", vec![red(), grade(Grade::default())]),
        ("pale", vec![red(), grade(Grade { saturation: 0.5, ..Grade::default() })]),
        ("hard", vec![red(), grade(Grade { contrast: 0.5, ..Grade::default() })]),
        ("glowing", vec![red(), grade(Grade { glow: Some(glow), ..Grade::default() })]),
        ("dark edges", vec![red(), grade(Grade { vignette: Some(edge), ..Grade::default() })]),
    ];
    let mut lists: Vec<_> = items.into_iter().map(|(what, items)| (what, list(items))).collect();
    lists.push(("a wider frame", DisplayList { width: 9, ..list(vec![]) }));
    lists.push(("a higher frame", DisplayList { height: 9, ..list(vec![]) }));
    lists
}

#[test]
fn the_same_list_has_the_same_hash_and_no_other_has() {
    let (digests, others) = (Digests::default(), Digests::default());
    let mut seen = BTreeMap::new();
    // Each list is made twice: its art lies elsewhere the second time.
    for ((what, list), (_, again)) in different().into_iter().zip(different()) {
        let hash = digests.of(&list);
        assert_eq!(hash, digests.of(&list), "{what}, asked again");
        assert_eq!(hash, digests.of(&again), "{what}, made again");
        assert_eq!(hash, others.of(&again), "{what}, by another");
        if let Some(other) = seen.insert(hash, what) {
            panic!("{what} is taken for {other}");
        }
    }
}

#[test]
fn art_that_is_gone_is_not_taken_for_what_lies_there_now() {
    let digests = Digests::default();
    let mut seen = BTreeMap::new();
    // Shared art is remembered by its address, and freed: the next often gets the same one.
    for byte in 0..=255 {
        let items: Arc<[Item]> = [Item::fill(square(), Color::rgb(byte, 0, 0))].into();
        let hash = digests.of(&list(vec![group(Arc::clone(&items)), group(items)]));
        assert_eq!(seen.insert(hash, byte), None, "{byte}");
    }
}
