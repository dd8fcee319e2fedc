//! The drawing kit: its colours against the house style's own table, its curves and cuts against geometry.
use jabber_render::display::{Color, Item, Paint};
use jabber_render::figure::kit::{self, Fold, HANDLE, Knot, Part, Pen, Style};
use jabber_render::maths::flatten;
use kurbo::{Affine, BezPath, Point, Shape, Vec2};

fn hex(c: Color) -> String {
    format!("#{:02X}{:02X}{:02X}", c.r, c.g, c.b)
}

fn square(x: f64, y: f64, size: f64) -> BezPath {
    kurbo::Rect::new(x, y, x + size, y + size).to_path(0.1)
}

#[test]
fn shades_and_lights_are_those_of_the_house_style() {
    // style.md §3, "e.g.": base, shade, light.
    for (base, shade, light) in [
        ("#F3AF86", "#DD8D6B", "#F7C59F"),
        ("#8A5138", "#6F4539", "#B2876B"),
        ("#F8E6C4", "#E3C9A6", "#FAEAC8"),
        ("#F7B733", "#DA922A", "#FACB68"),
        ("#E4523C", "#C53C35", "#ED886E"),
        ("#2F3E70", "#252851", "#55598F"),
        ("#66789B", "#515778", "#9AA1AD"),
        ("#8E6BC4", "#7247A5", "#B499C8"),
    ] {
        let color = Color::from_hex(base).unwrap();
        assert_eq!((hex(kit::shade(color)).as_str(), hex(kit::light(color)).as_str()), (shade, light), "{base}");
    }
}

#[test]
fn a_blob_passes_through_its_points_and_turns_with_them() {
    let knots = [(0.0, 0.0), (90.0, 10.0), (100.0, 80.0), (-10.0, 60.0)].map(|(x, y)| Knot::smooth(x, y));
    let path = kit::blob(&knots, true, HANDLE);
    for knot in &knots {
        assert!(path.segments().any(|s| kurbo::ParamCurve::start(&s) == knot.at));
    }
    let turn = jabber_render::maths::rotate_about(33.0, Point::new(5.0, 7.0)) * Affine::scale_non_uniform(-1.0, 1.0);
    let turned = kit::blob(&knots.map(|k| Knot { at: turn * k.at, ..k }), true, HANDLE);
    for (a, b) in flatten(&(turn * &path), 0.1).concat().iter().zip(flatten(&turned, 0.1).concat()) {
        assert!(a.distance(b) < 1e-9);
    }
}

#[test]
fn a_straight_limb_is_as_wide_as_asked() {
    let joints = [Point::new(0.0, 0.0), Point::new(0.0, 100.0), Point::new(0.0, 200.0)];
    let path = kit::limb(&joints, &[40.0, 30.0, 20.0], 1.0, 0.0, 0.46);
    let bounds = path.bounding_box();
    // A round cap of radius 20 below the root, a flat end at the last joint.
    assert!((bounds.y0 + 20.0).abs() < 1.0 && (bounds.y1 - 200.0).abs() < 1.0, "{bounds:?}");
    assert!((bounds.width() - 40.0).abs() < 1.0, "{bounds:?}");
    // The trapezoid of 200 × (40 + 20) / 2 and half a disc of radius 20.
    let area = 6000.0 + std::f64::consts::PI * 200.0;
    assert!((path.area().abs() - area).abs() < 0.02 * area, "{}", path.area());
}

#[test]
fn a_bent_limb_covers_its_joints_at_any_angle() {
    for degrees in [-150.0, -90.0, 0.0, 60.0, 120.0, 150.0_f64] {
        let (s, c) = jabber_render::maths::sin_cos(degrees.to_radians());
        let joints = [Point::new(0.0, 0.0), Point::new(100.0, 0.0), Point::new(100.0 + 90.0 * c, 90.0 * s)];
        let path = kit::limb(&joints, &[40.0, 32.0, 26.0], 1.0, 0.9, 0.46);
        let run = kit::ease(&joints, &[40.0, 32.0, 26.0], 0.46);
        assert!(run.points.iter().all(|&p| path.winding(p) != 0), "{degrees}");
    }
}

/// In a sharp fold nothing lies in the shade: the strip of a limb would cross itself there. Away from it the strip is there.
#[test]
fn a_folded_limb_has_no_shade_in_its_fold() {
    let widths = [40.0, 36.0, 32.0];
    for degrees in [-150.0, -120.0, 120.0, 150.0_f64] {
        let (s, c) = jabber_render::maths::sin_cos(degrees.to_radians());
        let joints = [Point::new(0.0, 0.0), Point::new(200.0, 0.0), Point::new(200.0 + 200.0 * c, 200.0 * s)];
        let run = kit::ease(&joints, &widths, 0.46);
        for away in [Vec2::new(0.7, -0.7), Vec2::new(-0.7, 0.7), Vec2::new(0.7, 0.7)] {
            let shaded = |folds: &[Fold], near: f64, far: f64| {
                let mut outline = kit::outline(&run, 1.0, 0.9);
                outline.extend(kit::filled(&outline, folds));
                let mut lit = kit::limb_light(&run, 0.3, away, [1.0, 0.9], folds);
                let whole: Vec<Fold> = folds.iter().copied().map(Fold::in_light).collect();
                lit.extend(kit::filled(&lit, &whole));
                let grid = (-60..=280).flat_map(|x| (-240..=240).map(move |y| Point::new(f64::from(x), f64::from(y))));
                let within = grid.filter(|point| (near..far).contains(&(*point - joints[1]).hypot()));
                within.filter(|&point| outline.winding(point) != 0 && lit.winding(point) == 0).count()
            };
            let folds = Fold::all(&joints, &widths, 0.46);
            assert_eq!(folds.len(), 1, "{degrees}");
            assert_eq!(shaded(&folds, 0.0, 36.0), 0, "{degrees} {away:?}");
            // A strip of its whole breadth, 11 units, would cover 66 there.
            let beside = shaded(&folds, 36.0, 42.0);
            assert!(beside < 15, "{degrees} {away:?}: {beside}");
            assert!(shaded(&folds, 80.0, 200.0) > 200, "{degrees} {away:?}: {}", shaded(&folds, 80.0, 200.0));
        }
    }
}

/// A part's colour.
const BASE: Color = Color::rgb(240, 180, 60);

/// How far the part's shade lies to the right of its light.
fn shaded_side(to_px: Affine) -> f64 {
    let mut pen = Pen::new(Style::Flat, to_px, 100.0, 100.0);
    pen.part(&Part { crescent: 10.0, ..Part::new(kit::ellipse(Point::ZERO, 50.0, 50.0, 0.0), BASE) });
    let [Item::Fill(part)] = &pen.items[..] else { panic!("one part") };
    let [lit] = &part.marks[..] else { panic!("a part has one light") };
    assert_eq!((&part.paint, &lit.paint), (&Paint::Solid(kit::shade(BASE)), &Paint::Solid(BASE)));
    part.path.bounding_box().center().x - lit.path.bounding_box().center().x
}

#[test]
fn the_light_stays_in_the_upper_left_of_the_stage() {
    let upright = Affine::new([1.0, 0.0, 0.0, -1.0, 200.0, 200.0]);
    let mirrored = upright * Affine::scale_non_uniform(-1.0, 1.0);
    let turned = upright * jabber_render::maths::rotate_about(170.0, Point::ZERO);
    for to_px in [upright, mirrored, turned] {
        assert!(shaded_side(to_px) > 1.0, "{to_px:?}");
    }
}

#[test]
fn the_styles_differ_as_they_should() {
    let part = Part { crescent: 5.0, ..Part::new(square(0.0, 0.0, 80.0), Color::rgb(240, 180, 60)) };
    let count = |style| {
        let mut pen = Pen::new(style, Affine::IDENTITY, 100.0, 1080.0);
        pen.part(&part);
        pen.items.iter().map(Item::count).sum::<usize>()
    };
    assert_eq!(count(Style::Flat), 2); // base, shade
    assert_eq!(count(Style::Ink), 3); // ink, base, shade
    assert_eq!(count(Style::Soft), 2); // gradient, rim
}

#[test]
fn a_grown_outline_goes_on_by_the_pens_reach_and_is_round_at_corners() {
    let area = |path: &BezPath, by: f64| {
        let grown = kit::grown(path, by, 0.01);
        // Both ways round it grows outward.
        let back = kit::grown(&path.reverse_subpaths(), by, 0.01);
        assert!((grown.area().abs() - back.area().abs()).abs() < 1e-6);
        grown.area().abs()
    };
    let (side, by) = (80.0, 3.0);
    let quarters = std::f64::consts::PI * by * by;
    let wanted = side * side + 4.0 * side * by + quarters;
    assert!((area(&square(0.0, 0.0, side), by) - wanted).abs() < 0.02 * quarters, "a square");
    let disc = kit::ellipse(Point::ZERO, 40.0, 40.0, 0.0);
    let wanted = std::f64::consts::PI * 43.0 * 43.0;
    assert!((area(&disc, by) - wanted).abs() < 0.002 * wanted, "a disc");
    // An inner corner: what lies by it is covered, and nothing beyond the reach.
    let mut corner = BezPath::new();
    corner.move_to((0.0, 0.0));
    [(60.0, 0.0), (60.0, 30.0), (30.0, 30.0), (30.0, 60.0), (0.0, 60.0)].iter().for_each(|p| corner.line_to(*p));
    corner.close_path();
    let grown = kit::grown(&corner, by, 0.01);
    for (x, y, inside) in
        [(32.0, 32.0, true), (32.9, 50.0, true), (33.1, 50.0, false), (33.1, 33.1, false), (31.0, 31.0, true)]
    {
        assert_eq!(grown.winding(Point::new(x, y)) != 0, inside, "{x}, {y}");
    }
}
