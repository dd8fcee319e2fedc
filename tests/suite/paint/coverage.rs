//! What shapes cover: areas worked out by formula against the opacity that is painted.
use jabber_render::display::{Color, DisplayList, Item, Rule};
use jabber_render::maths::{cos, sin};
use jabber_render::paint::Painter;
use kurbo::{Affine, BezPath, Point, Shape};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const SIDE: u32 = 64;
const INK: Color = Color::rgb(0, 0, 0);

/// The opacity of each pixel of items painted on nothing, row by row.
fn opacity(items: Vec<Item>, (width, height): (u32, u32)) -> Vec<u8> {
    let picture = Painter::default().paint(&DisplayList { width, height, items });
    picture.data.chunks_exact(4).map(|pixel| pixel[3]).collect()
}

fn polygon(points: &[(f64, f64)]) -> BezPath {
    let mut path = BezPath::new();
    for (i, point) in points.iter().enumerate() {
        if i == 0 { path.move_to(*point) } else { path.line_to(*point) }
    }
    path.close_path();
    path
}

#[test]
fn a_pixel_is_as_opaque_as_it_is_covered() {
    // From 1.25 to 3.5 across, from 0.5 to 2 down: shares of ¾, 1 and ½ across, of ½ and 1 down.
    let rect = polygon(&[(1.25, 0.5), (3.5, 0.5), (3.5, 2.0), (1.25, 2.0)]);
    let across = [0.0, 0.75, 1.0, 0.5, 0.0];
    let down = [0.5, 1.0, 0.0];
    let painted = opacity(vec![Item::fill(rect, INK)], (5, 3));
    for (y, down) in down.iter().enumerate() {
        for (x, across) in across.iter().enumerate() {
            let (wanted, is) = (255.0 * across * down, f64::from(painted[y * 5 + x]));
            // Levels are cut off, not rounded.
            assert!((wanted - is).abs() <= 1.0, "pixel {x},{y}: {is}, not {wanted}");
        }
    }
}

#[test]
fn rules_tell_what_is_inside() {
    let twice =
        polygon(&[(1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0), (1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0)]);
    let at_middle = |rule| {
        let Item::Fill(mut shape) = Item::fill(twice.clone(), INK) else { return 1 };
        shape.rule = rule;
        opacity(vec![Item::Fill(shape)], (6, 6))[2 * 6 + 2]
    };
    assert_eq!((at_middle(Rule::NonZero), at_middle(Rule::EvenOdd)), (255, 0));
}

fn points(least: usize) -> impl Strategy<Value = Vec<(f64, f64)>> {
    prop::collection::vec((1.0..63.0, 1.0..63.0), least..9)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..ProptestConfig::default() })]

    /// The sum of what a triangle covers is its area.
    #[test]
    fn areas_are_kept(corners in prop::array::uniform3((1.0..63.0, 1.0..63.0))) {
        let path = polygon(&corners);
        let sum: f64 = opacity(vec![Item::fill(path.clone(), INK)], (SIDE, SIDE)).iter().map(|a| f64::from(*a) / 255.0).sum();
        // Half a level a pixel of the edge, and corners to a 256th of a pixel.
        let edge = path.perimeter(0.1);
        prop_assert!((sum - path.area().abs()).abs() <= edge * (1.5 / 255.0 + 1.0 / 256.0) + 0.1, "{} {}", sum, path.area());
    }

    /// A curve covers what its area is, however finely it is cut.
    #[test]
    fn curves_are_cut_finely_enough(x in 20.0..44.0, y in 20.0..44.0, radius in 2.0..18.0) {
        let disc = kurbo::Circle::new((x, y), radius).to_path(1e-4);
        let sum: f64 = opacity(vec![Item::fill(disc, INK)], (SIDE, SIDE)).iter().map(|a| f64::from(*a) / 255.0).sum();
        let (area, edge) = (std::f64::consts::PI * radius * radius, std::f64::consts::TAU * radius);
        // Chords lie inside the circle by a tenth of a pixel at most, two thirds of that on the average.
        prop_assert!((sum - area).abs() <= edge * 0.08 + 0.2, "{} {}", sum, area);
    }

    /// Shapes that share an edge leave no gap and do not overlap, whichever way round they go.
    #[test]
    fn neighbours_meet(a in (2.0..62.0, 2.0..62.0), b in (2.0..62.0, 2.0..62.0)) {
        let left = polygon(&[(-9.0, -9.0), a, b, (-9.0, 73.0)]);
        let right = polygon(&[b, a, (-9.0, -9.0), (73.0, -9.0), (73.0, 73.0), (-9.0, 73.0)]);
        // With the one above the other both are simple polygons, and share out the square.
        prop_assume!(a.1 + 1.0 < b.1);
        let [left, right] = [left, right].map(|path| opacity(vec![Item::fill(path, INK)], (SIDE, SIDE)));
        // Two halves are 128 levels each.
        for (left, right) in left.iter().zip(&right) {
            let both = i32::from(*left) + i32::from(*right);
            prop_assert!((253..=256).contains(&both), "{} {}", left, right);
        }
    }

    /// What lies beyond the picture does not change what is seen of a path.
    #[test]
    fn a_part_is_as_the_whole(corners in points(3), (dx, dy) in (0_i32..40, 0_i32..40)) {
        let path = polygon(&corners);
        let whole = opacity(vec![Item::fill(path.clone(), INK)], (SIDE, SIDE));
        let moved = Affine::translate((-f64::from(dx), -f64::from(dy))) * path;
        let part = opacity(vec![Item::fill(moved, INK)], (20, 20));
        for y in 0..20 {
            for x in 0..20 {
                prop_assert_eq!(part[y * 20 + x], whole[(y + dy as usize) * SIDE as usize + x + dx as usize]);
            }
        }
    }

    /// However far a path goes, and however often it winds, nothing breaks.
    #[test]
    fn far_points_do_no_harm(corners in prop::collection::vec((-1e12..1e12, -1e12..1e12), 3..6)) {
        let path = polygon(&corners);
        let whole = opacity(vec![Item::fill(path.clone(), INK)], (8, 8));
        // A pixel deep inside or outside is so whatever the rounding.
        let inside = path.winding(Point::new(4.0, 4.0)) != 0;
        let near = corners.iter().zip(corners.iter().cycle().skip(1)).any(|(a, b)| {
            let (a, b) = (Point::from(*a), Point::from(*b));
            (b - a).cross(Point::new(4.0, 4.0) - a).abs() / (b - a).hypot() < 1e6
        });
        let wanted = if inside { 255 } else { 0 };
        prop_assert!(near || whole[4 * 8 + 4] == wanted, "{} not {}", whole[4 * 8 + 4], wanted);
    }
}

/// A shape of two million pixels is worked on in bands of rows; seen through a window of one band it is the same.
#[test]
fn a_large_shape_is_what_its_parts_are() {
    let wave = |i: usize| {
        let turn = i as f64 / 40.0 * std::f64::consts::TAU;
        let reach = 700.0 + 60.0 * sin(turn * 7.0);
        (1000.3 + reach * 1.3 * cos(turn), 600.7 + reach * sin(turn))
    };
    let shape = polygon(&(0..40).map(wave).collect::<Vec<_>>());
    let (width, height, rows) = (2000_u32, 1200_u32, 200_u32);
    let whole = opacity(vec![Item::fill(shape.clone(), INK)], (width, height));
    for top in (0..height).step_by(rows as usize) {
        let moved = Affine::translate((0.0, -f64::from(top))) * shape.clone();
        let part = opacity(vec![Item::fill(moved, INK)], (width, rows));
        let start = (top * width) as usize;
        assert!(whole[start..start + part.len()] == part, "the rows from {top} on");
    }
}
