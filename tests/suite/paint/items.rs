//! One item at a time against the pixel values its definition gives.
use super::{ground, group, list, rect};
use jabber_render::display::{Blend, Color, Item, Paint, Rule, Shape, Stop};
use jabber_render::paint::{Painter, Picture, write_png};
use kurbo::{Affine, BezPath, Point};
use std::sync::Arc;

const RED: Color = Color::rgb(200, 40, 20);
const BLUE: Color = Color::rgb(10, 90, 240);

fn paint(items: Vec<Item>) -> Picture {
    Painter::default().paint(&list(items))
}

fn near(found: Option<[u8; 4]>, wanted: [u8; 4], within: u8) -> bool {
    found.is_some_and(|found| found.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= within))
}

#[test]
fn a_rectangle_on_the_grid_fills_its_pixels_and_no_other() {
    let picture = paint(vec![Item::fill(rect(2.0, 3.0, 5.0, 6.0), RED)]);
    for y in 0..8 {
        for x in 0..8 {
            let inside = (2..5).contains(&x) && (3..6).contains(&y);
            assert_eq!(picture.pixel(x, y), Some(if inside { [200, 40, 20, 255] } else { [0; 4] }), "{x} {y}");
        }
    }
}

#[test]
fn half_a_pixel_is_half_covered() {
    let picture = paint(vec![Item::fill(rect(2.5, 0.0, 8.0, 8.0), Color::rgb(255, 255, 255))]);
    assert!(near(picture.pixel(2, 4), [128; 4], 3), "{:?}", picture.pixel(2, 4));
}

#[test]
fn the_last_item_is_on_top() {
    assert_eq!(paint(vec![ground(RED), ground(BLUE)]).pixel(4, 4), Some([10, 90, 240, 255]));
    assert_eq!(paint(vec![ground(BLUE), ground(RED)]).pixel(4, 4), Some([200, 40, 20, 255]));
}

#[test]
fn even_odd_leaves_the_hole_that_non_zero_fills() {
    let mut path = rect(0.0, 0.0, 8.0, 8.0);
    path.extend(rect(2.0, 2.0, 6.0, 6.0).iter());
    let filled = |rule| paint(vec![Item::Fill(Shape { rule, ..Shape::new(path.clone(), Paint::Solid(RED)) })]);
    assert_eq!(filled(Rule::EvenOdd).pixel(4, 4), Some([0; 4]));
    assert_eq!(filled(Rule::NonZero).pixel(4, 4), Some([200, 40, 20, 255]));
}

#[test]
fn a_stroke_is_as_wide_as_it_says_under_any_scale() {
    // A horizontal line at y = 4, 2 wide: rows 3 and 4 are whole, rows 2 and 5 empty.
    let line = |y: f64| {
        let mut path = BezPath::new();
        path.move_to((-20.0, y));
        path.line_to((40.0, y));
        Arc::new(path)
    };
    let wrap = |transform, item| {
        let items = vec![item].into();
        vec![Item::Group { transform, opacity: 1.0, blend: Blend::Normal, clip: None, items }]
    };
    let plain = Item::Stroke { path: line(4.0), width: 2.0, paint: Paint::Solid(RED) };
    let small = Item::Stroke { path: line(2.0), width: 1.0, paint: Paint::Solid(RED) };
    let stretched = Affine::new([5.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
    let mirrored = Affine::new([-2.0, 0.0, 0.0, 2.0, 8.0, 0.0]);
    for items in
        [vec![plain], wrap(Affine::scale(2.0), small.clone()), wrap(stretched, small.clone()), wrap(mirrored, small)]
    {
        let picture = paint(items);
        let rows: Vec<_> = (0..8).map(|y| picture.pixel(4, y).map(|p| p[3])).collect();
        assert_eq!(rows, [0, 0, 0, 255, 255, 0, 0, 0].map(Some));
    }
}

#[test]
fn gradients_run_from_their_first_colour_to_their_last() {
    let stops: Arc<[Stop]> = [(0.0, RED), (1.0, BLUE)].map(|(offset, color)| Stop { offset, color }).into();
    let fill = |paint| {
        let whole = Arc::new(rect(0.0, 0.0, 8.0, 8.0));
        Painter::default().paint(&list(vec![Item::Fill(Shape::new(whole, paint))]))
    };
    // Pixel centres lie at 0.5, 1.5 …: the share there is (x + 0.5) / 8.
    let linear = fill(Paint::Linear { start: Point::new(0.0, 0.0), end: Point::new(8.0, 0.0), stops: stops.clone() });
    for x in 0..8_u32 {
        let share = (f64::from(x) + 0.5) / 8.0;
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        assert!(near(linear.pixel(x, 3), [mix(200, 10), mix(40, 90), mix(20, 240), 255], 1), "{x}");
    }
    // Centre (0, 4), radius 8 after the gradient's own stretch: along the row it is the linear one.
    let own = Affine::new([2.0, 0.0, 0.0, 2.0, 0.0, 3.5]);
    let radial = fill(Paint::Radial { center: Point::ZERO, radius: 4.0, stops, transform: own });
    for x in 0..8 {
        let (Some(a), Some(b)) = (radial.pixel(x, 3), linear.pixel(x, 3)) else { panic!("inside") };
        assert!(near(Some(a), b, 2), "{x}: {a:?} {b:?}");
    }
}

fn blended(opacity: f64, blend: Blend) -> Option<[u8; 4]> {
    let items = vec![ground(RED)].into();
    let top = Item::Group { transform: Affine::IDENTITY, opacity, blend, clip: None, items };
    paint(vec![ground(BLUE), top]).pixel(4, 4)
}

#[test]
fn groups_blend_by_the_textbook() {
    let each = |f: fn(f64, f64) -> f64| {
        let channel = |s: u8, d: u8| (f(f64::from(s) / 255.0, f64::from(d) / 255.0) * 255.0).round() as u8;
        [channel(200, 10), channel(40, 90), channel(20, 240), 255]
    };
    assert!(near(blended(1.0, Blend::Multiply), each(|s, d| s * d), 1));
    assert!(near(blended(1.0, Blend::Screen), each(|s, d| s + d - s * d), 1));
    assert!(near(blended(0.25, Blend::Normal), each(|s, d| s * 0.25 + d * 0.75), 1));
    assert!(near(blended(0.25, Blend::Multiply), each(|s, d| s * d * 0.25 + d * 0.75), 1));
    assert_eq!(blended(0.0, Blend::Normal), Some([10, 90, 240, 255]));
    assert_eq!(blended(f64::NAN, Blend::Normal), Some([10, 90, 240, 255]), "no opacity at all");
}

#[test]
fn opacity_is_the_groups_not_the_items() {
    let items = vec![ground(BLUE), ground(RED)].into();
    let both = Item::Group { transform: Affine::IDENTITY, opacity: 0.5, blend: Blend::Normal, clip: None, items };
    assert!(near(paint(vec![both]).pixel(4, 4), [100, 20, 10, 128], 1), "no blue shines through");
}

#[test]
fn a_clip_shows_only_what_is_inside_it() {
    let clipped = Item::Group {
        transform: Affine::translate((1.0, 0.0)),
        opacity: 1.0,
        blend: Blend::Normal,
        clip: Some(Arc::new(rect(1.0, 1.0, 3.0, 3.0))),
        items: vec![ground(RED)].into(),
    };
    let picture = paint(vec![ground(BLUE), clipped]);
    for (x, y, inside) in [(2, 1, true), (3, 2, true), (1, 1, false), (4, 2, false), (2, 3, false)] {
        let wanted = if inside { [200, 40, 20, 255] } else { [10, 90, 240, 255] };
        assert_eq!(picture.pixel(x, y), Some(wanted), "{x} {y}");
    }
}

#[test]
fn what_cannot_be_painted_is_left_out() {
    let mut bad = BezPath::new();
    bad.move_to((f64::NAN, 0.0));
    bad.line_to((f64::INFINITY, 1e300));
    bad.line_to((1.0, 1.0));
    let flat = Paint::Linear { start: Point::ZERO, end: Point::ZERO, stops: Vec::new().into() };
    let items = vec![
        Item::fill(bad.clone(), RED),
        Item::fill(BezPath::new(), RED),
        Item::Stroke { path: Arc::new(bad), width: f64::NAN, paint: Paint::Solid(RED) },
        Item::Fill(Shape::new(rect(0.0, 0.0, 8.0, 8.0), flat)),
        group(Vec::new().into()),
    ];
    let picture = paint(items);
    assert!(picture.data.iter().all(|byte| *byte == 0));
    let nothing = jabber_render::display::DisplayList { width: 0, height: 5, items: vec![ground(RED)] };
    assert!(Painter::default().paint(&nothing).data.is_empty());
}

#[test]
fn a_png_reads_back_as_it_was_painted() {
    for items in [vec![ground(RED)], vec![Item::fill(rect(0.0, 0.0, 4.0, 8.0), RED.with_opacity(0.5))]] {
        let picture = paint(items);
        let mut bytes = Vec::new();
        write_png(&picture, &mut bytes).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut read).unwrap();
        let straight = picture.straight();
        match info.color_type {
            png::ColorType::Rgb => {
                assert!(read.chunks_exact(3).zip(straight.chunks_exact(4)).all(|(a, b)| *a == b[..3]))
            }
            _ => assert_eq!(read, straight),
        }
        assert_eq!(info.color_type == png::ColorType::Rgb, picture.is_opaque());
    }
}

#[test]
fn what_is_laid_on_mixes_pixel_by_pixel_where_it_is_neither_empty_nor_whole() {
    // Columns: empty, a quarter, half, whole and so on in turn, so that neighbours worked together differ.
    let column = |x: u8| {
        let at = f64::from(x);
        Item::fill(rect(at, 0.0, at + 1.0, 8.0), Color { a: [0, 64, 128, 255][usize::from(x) % 4], ..RED })
    };
    let together = group((0..8).map(column).collect());
    let picture = paint(vec![ground(BLUE), together]);
    for x in 0..8_u32 {
        let share = [0.0, 64.0, 128.0, 255.0][x as usize % 4] / 255.0;
        let mix = |s: u8, d: u8| (f64::from(s) * share + f64::from(d) * (1.0 - share)).round() as u8;
        assert!(near(picture.pixel(x, 3), [mix(200, 10), mix(40, 90), mix(20, 240), 255], 1), "{x}");
    }
}

#[test]
fn a_mark_shows_only_inside_what_it_lies_on_and_takes_its_edge() {
    // A square whose right edge halves a pixel; a blue mark that covers all of it and more; on the mark a green one that reaches out.
    let square = Shape::new(rect(2.0, 2.0, 5.5, 6.0), Paint::Solid(RED));
    let blue = Shape::new(rect(3.0, 0.0, 9.0, 9.0), Paint::Solid(Color::rgb(0, 0, 255)));
    let green = Shape::new(rect(0.0, 4.0, 9.0, 9.0), Paint::Solid(Color::rgb(0, 255, 0)));
    let picture = paint(vec![Item::Fill(square.with(vec![blue.with(vec![green])]))]);
    assert_eq!(picture.pixel(2, 3), Some([200, 40, 20, 255]), "beside the marks");
    assert_eq!(picture.pixel(4, 3), Some([0, 0, 255, 255]), "on the mark");
    assert_eq!(picture.pixel(4, 5), Some([0, 255, 0, 255]), "on the mark's mark");
    assert_eq!(picture.pixel(2, 5), Some([200, 40, 20, 255]), "the inner mark shows only inside the outer");
    let half = picture.pixel(5, 3).unwrap();
    assert!(
        half[0] == 0 && half[2] == half[3] && half[3].abs_diff(128) <= 1,
        "nothing of the base shows at the edge: {half:?}"
    );
    assert_eq!(picture.pixel(6, 3), Some([0; 4]));
}

#[test]
fn holes_are_left_out_even_where_an_outline_lies_over_itself() {
    // The same square twice: it covers each pixel once, and a hole takes it away once.
    let mut twice = rect(1.0, 1.0, 7.0, 7.0);
    twice.extend(rect(1.0, 1.0, 7.0, 7.0));
    let hole = Arc::new(rect(3.0, 3.0, 5.5, 5.0));
    let picture = paint(vec![Item::Fill(Shape::new(twice, Paint::Solid(RED)).without(vec![hole]))]);
    assert_eq!((picture.pixel(2, 2), picture.pixel(4, 4)), (Some([200, 40, 20, 255]), Some([0; 4])));
    assert!(picture.pixel(5, 4).unwrap()[3].abs_diff(128) <= 1, "{:?}", picture.pixel(5, 4));
}

#[test]
fn what_lies_within_another_outline_is_cut_to_it() {
    let item = Item::Fill(Shape::new(rect(1.0, 1.0, 5.0, 5.0), Paint::Solid(RED)).within(rect(3.0, 0.0, 9.0, 9.0)));
    let picture = paint(vec![item]);
    assert_eq!((picture.pixel(2, 2), picture.pixel(3, 2)), (Some([0; 4]), Some([200, 40, 20, 255])));
    assert_eq!((picture.pixel(4, 4), picture.pixel(6, 6)), (Some([200, 40, 20, 255]), Some([0; 4])));
}

#[test]
fn shapes_far_larger_than_the_frame_cover_it_alike() {
    // A path that reaches further than the rasteriser counts is cut to the frame; a slanted edge through it stays where it is.
    let mut path = BezPath::new();
    path.move_to((-90_000.0, 90_008.0));
    path.line_to((90_000.0, -89_992.0));
    path.line_to((90_000.0, 90_008.0));
    path.close_path();
    let mut near = BezPath::new();
    near.move_to((-10.0, 18.0));
    near.line_to((30.0, -22.0));
    near.line_to((30.0, 18.0));
    near.close_path();
    let (far, near) = (paint(vec![Item::fill(path, RED)]), paint(vec![Item::fill(near, RED)]));
    assert!(far.data.iter().zip(&near.data).all(|(a, b)| a.abs_diff(*b) <= 2));
    assert_eq!((far.pixel(0, 0), far.pixel(7, 7)), (Some([0; 4]), Some([200, 40, 20, 255])));
}

#[test]
fn a_path_with_a_point_that_is_no_number_paints_nothing() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut path = rect(1.0, 1.0, 7.0, 7.0);
        path.move_to((2.0, 2.0));
        path.curve_to((3.0, odd), (4.0, 4.0), (5.0, 2.0));
        let mark = Shape::new(path.clone(), Paint::Solid(RED));
        let ground = Shape::new(rect(0.0, 0.0, 8.0, 8.0), Paint::Solid(BLUE));
        let holed = ground.clone().without(vec![Arc::new(path.clone())]);
        let stroke = Item::Stroke { path: Arc::new(path), width: 2.0, paint: Paint::Solid(RED) };
        let items = vec![Item::Fill(ground.with(vec![mark.clone()])), Item::Fill(holed), Item::Fill(mark), stroke];
        let picture = paint(items);
        assert!((0..64).all(|i| picture.pixel(i % 8, i / 8) == Some([10, 90, 240, 255])), "{odd}");
    }
}

#[test]
fn a_point_that_a_transform_makes_no_number_is_as_far_as_any() {
    // A skew of 10 to one side, of as much to the other: infinity less infinity across, a number down.
    let transform = Affine::new([10.0, 0.0, -10.0, 0.1, 0.0, 0.0]);
    for corner in [(1e308, 1e308), (-1e308, -1e308), (1e308, 40.0)] {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        path.line_to((3.0, 300.0));
        path.line_to(corner);
        path.curve_to((2.0, 9.0), corner, (-4.0, 90.0));
        path.close_path();
        let items: Arc<[Item]> = vec![Item::fill(path, RED)].into();
        let mut painter = Painter::default();
        painter.paint(&list(vec![Item::Group { transform, opacity: 1.0, blend: Blend::Normal, clip: None, items }]));
        // What is painted next finds the painter's buffers as they should be.
        let plain = || vec![Item::fill(rect(3.0, 3.0, 9.5, 9.5), BLUE)];
        assert!(painter.paint(&list(plain())) == paint(plain()));
    }
}

#[test]
fn paths_of_any_size_are_painted_or_left_out() {
    for far in [1e5, 1e9, 1e19, 1e150, 1e300, f64::MAX] {
        let mut path = BezPath::new();
        path.move_to((-far, -far));
        path.curve_to((far, -far), (far, far), (-far, far));
        path.line_to((far / 3.0, -far));
        path.close_path();
        let stroke = Item::Stroke { path: Arc::new(path.clone()), width: far / 7.0, paint: Paint::Solid(BLUE) };
        paint(vec![Item::fill(path, RED), stroke]);
    }
}
