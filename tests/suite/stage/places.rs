//! Places: names, depths, anchors, and that every shipped one covers a frame of any shape.
use super::{SIZES, here, paint};
use jabber_render::diagnostic::Diagnostic;
use jabber_render::display::{Blend, Color, Item, Paint, Shape};
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::stage::{Anchor, Depth, GROUND, Layout, Life, Place, Setting, Stage, compose};
use kurbo::{Affine, Point};

/// No picture lies beside the cartoon.
fn none(name: &str) -> Result<Vec<u8>, Diagnostic> {
    Err(Diagnostic::warning("", format!("no {name}")))
}

fn place(name: &str, catalog: &Catalog) -> (Place, Vec<Diagnostic>) {
    Setting::of(name).place(catalog, &none)
}

fn shipped() -> Vec<(String, Place)> {
    let catalog = Catalog::shipped();
    let packs: Vec<_> = catalog.of_kind(PackKind::Place).map(|pack| pack.id.to_string()).collect();
    packs
        .into_iter()
        .map(|id| {
            let (found, warnings) = place(&id, &catalog);
            assert!(warnings.is_empty(), "{id}: {warnings:?}");
            (id, found)
        })
        .collect()
}

#[test]
fn the_twelve_places_are_there() {
    let mut words = "park street kitchen bedroom classroom forest beach night_hill space stage office castle"
        .split(' ')
        .map(|word| format!("c4c:place:{word}"))
        .collect::<Vec<_>>();
    words.sort();
    assert_eq!(shipped().into_iter().map(|(id, _)| id).collect::<Vec<_>>(), words);
}

#[test]
fn every_shipped_place_has_its_depths_and_covers_any_frame_at_any_time() {
    let places = shipped();
    for (id, place) in places.into_iter().chain([("plain".to_owned(), Place::plain())]) {
        assert!(place.pieces.windows(2).all(|pair| pair[0].depth <= pair[1].depth), "{id}");
        if id != "plain" {
            for depth in [Depth::Far, Depth::Mid, Depth::Near, Depth::Front] {
                assert!(place.pieces.iter().any(|piece| piece.depth == depth), "{id} has no {depth:?}");
            }
        }
        let behind = place.pieces.iter().filter(|piece| piece.depth != Depth::Front).cloned().collect();
        let place = Place { pieces: behind, ..place };
        for (i, (width, height)) in SIZES.into_iter().enumerate() {
            let mut stage = Stage::new(width / 4, height / 4);
            stage.add_place("here".into(), place.clone());
            let list = compose(&here(7.3 * i as f64), &stage);
            assert!(paint(width / 4, height / 4, list.items).is_opaque(), "{id} leaves a hole at {width}x{height}");
        }
    }
}

#[test]
fn the_ground_sets_off_light_and_dark_figures() {
    for (id, place) in shipped() {
        let (width, height) = (160, 90);
        let mut stage = Stage::new(width, height);
        stage.add_place("here".into(), place);
        let picture = paint(width, height, compose(&here(0.0), &stage).items);
        // Where the feet of all but the outermost stand.
        let stand =
            (height * 84 / 100..height * 97 / 100).flat_map(|y| (width / 5..width * 4 / 5).map(move |x| (x, y)));
        let lightness = stand.map(|(x, y)| {
            let [r, g, b, _] = picture.pixel(x, y).unwrap();
            (f64::from(r.max(g).max(b)) + f64::from(r.min(g).min(b))) / 510.0
        });
        let lightness: Vec<f64> = lightness.collect();
        let mean = lightness.iter().sum::<f64>() / lightness.len() as f64;
        assert!((0.58..=0.71).contains(&mean), "{id}: {mean}");
    }
}

#[test]
fn the_feet_line_of_a_place_is_the_frames() {
    let place = Place::plain();
    for (width, height) in SIZES {
        let layout = Layout::new(width, height);
        let feet = layout.place(&place, Anchor::Place) * Point::new(place.width / 2.0, place.height * GROUND);
        let wanted = Point::new(f64::from(width) / 2.0, f64::from(height) * GROUND);
        assert!(feet.distance(wanted) < 1e-6, "{width}x{height}: {feet:?}");
    }
}

#[test]
fn anchored_pieces_stay_at_their_edge_of_the_frame() {
    let place = Place::plain();
    let (top_left, lower_right) = (Point::ZERO, Point::new(place.width, place.height));
    for (width, height) in SIZES {
        let (layout, w, h) = (Layout::new(width, height), f64::from(width), f64::from(height));
        let at = |anchor, corner| layout.place(&place, anchor) * corner;
        let left: Point = at(Anchor::Left, top_left);
        assert!(left.x <= 1e-9 && left.x > -0.2 * w && left.y.abs() < 1e-9, "{width}x{height} {left:?}");
        let right = at(Anchor::Right, Point::new(place.width, 0.0));
        assert!(right.x >= w - 1e-9 && right.x < 1.2 * w && right.y.abs() < 1e-9, "{width}x{height} {right:?}");
        let (a, b) = (at(Anchor::LowerLeft, Point::new(0.0, place.height)), at(Anchor::LowerRight, lower_right));
        assert!(a.distance(Point::new(0.0, h)) < 1e-6 && b.distance(Point::new(w, h)) < 1e-6, "{width}x{height}");
    }
}

#[test]
fn a_name_nobody_knows_gets_a_plain_place_and_the_nearest_name() {
    let catalog = Catalog::shipped();
    let (found, warnings) = place("prak", &catalog);
    assert_eq!(found.pieces.len(), Place::plain().pieces.len());
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].message.contains("prak"));
    assert_eq!(warnings[0].hint.as_deref(), Some("did you mean \"park\"?"));
    let (_, warnings) = place("the bottom of the sea", &catalog);
    assert!(warnings[0].hint.as_deref().is_some_and(|hint| hint.contains("park")), "{warnings:?}");
    for (typed, meant) in [("beech", "beach"), ("kitchn", "kitchen"), ("nighthill", "night_hill"), ("castel", "castle")]
    {
        let (_, warnings) = place(typed, &catalog);
        assert_eq!(warnings[0].hint, Some(format!("did you mean \"{meant}\"?")));
    }
    for name in ["park", "c4c:place:park"] {
        assert!(place(name, &catalog).1.is_empty(), "{name}");
    }
}

#[test]
fn no_name_leads_out_of_the_shipped_folder() {
    for name in ["../behaviours/walk", "/etc/hostname", "..", "", "places/park"] {
        let (_, faults) = place(name, &Catalog::shipped());
        assert!(faults.len() == 1 && faults[0].message.contains("no place is called"), "{name}: {faults:?}");
    }
    let (_, faults) = place("park.svg", &Catalog::shipped());
    assert_eq!(faults[0].message, "no park.svg: a plain place is drawn", "a picture is looked for beside the cartoon");
}

fn svg(body: &str) -> Place {
    let (place, _) = read(body);
    place
}

fn read(body: &str) -> (Place, Vec<Diagnostic>) {
    let text = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">{body}</svg>"#);
    Place::from_svg(text.as_bytes(), &Life::default()).unwrap()
}

#[test]
fn groups_named_after_depths_and_anchors_become_pieces_in_order() {
    let rect = r#"<rect width="9" height="9"/>"#;
    let place = svg(&format!(
        r#"<g id="front">{rect}<g id="b@right">{rect}{rect}</g></g><g transform="scale(2)"><g id="near">{rect}</g></g>{rect}"#
    ));
    let pieces: Vec<_> = place.pieces.iter().map(|piece| (piece.depth, piece.anchor, piece.items.len())).collect();
    let wanted = [
        (Depth::Far, Anchor::Place, 1),
        (Depth::Near, Anchor::Place, 1),
        (Depth::Front, Anchor::Place, 1),
        (Depth::Front, Anchor::Right, 2),
    ];
    assert_eq!(pieces, wanted);
    assert_eq!((place.width, place.height), (100.0, 50.0));
}

#[test]
fn the_ground_is_the_colour_under_the_feet() {
    // The feet are at (50, 46): in the lower rectangle, behind nothing but the front.
    let body = r##"<g id="near"><rect width="100" height="50" fill="#111111"/><rect y="40" width="100" height="10" fill="#80A040"/>
        </g><g id="front"><rect width="100" height="50" fill="#FF0000"/></g>"##;
    assert_eq!(svg(body).ground, Color::rgb(0x80, 0xA0, 0x40));
}

#[test]
fn opacity_clips_and_strokes_come_through() {
    let place = svg(r##"<clipPath id="c"><rect x="1" y="2" width="3" height="4"/></clipPath>
        <g opacity=".5" style="mix-blend-mode:multiply"><rect width="9" height="9"/></g>
        <g clip-path="url(#c)"><rect width="9" height="9"/></g>
        <g transform="scale(3)"><path d="M0 0L9 0" fill="none" stroke="#123456" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></g>
        <path d="M0 5L9 5" fill="none" stroke="#123456" stroke-width="2"/>"##);
    let items = &place.pieces[0].items;
    assert!(matches!(&items[0], Item::Group { opacity, blend: Blend::Multiply, .. } if (opacity - 0.5).abs() < 1e-6));
    let Item::Group { clip: Some(clip), .. } = &items[1] else { panic!("{:?}", items[1]) };
    assert_eq!(clip.control_box(), kurbo::Rect::new(1.0, 2.0, 4.0, 6.0));
    assert!(matches!(&items[2], Item::Stroke { width, .. } if (width - 6.0).abs() < 1e-6), "{:?}", items[2]);
    // A butt end is not a round one: the outline goes from 0 to 9, not from −1 to 10.
    let Item::Fill(Shape { path, .. }) = &items[3] else { panic!("{:?}", items[3]) };
    assert_eq!(path.control_box(), kurbo::Rect::new(0.0, 4.0, 9.0, 6.0));
}

#[test]
fn a_gradient_slanted_by_its_transform_keeps_its_lines_of_one_colour() {
    // Offset 0 along x = 0, offset 1 along x = 10, then skewed by x += y: lines of one colour run along (1, 1).
    let place = svg(
        r##"<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="10" y2="0"><stop stop-color="#000"/>
        <stop offset="1" stop-color="#fff"/></linearGradient>
        <g transform="matrix(1 0 1 1 0 0)"><rect width="9" height="9" fill="url(#g)"/></g>"##,
    );
    let Item::Fill(Shape { paint: Paint::Linear { start, end, .. }, .. }) = &place.pieces[0].items[0] else {
        panic!("linear")
    };
    let share = |p: Point| (p - *start).dot(*end - *start) / (*end - *start).hypot2();
    for (point, wanted) in
        [((0.0, 0.0), 0.0), ((7.0, 7.0), 0.0), ((10.0, 0.0), 1.0), ((13.0, 3.0), 1.0), ((5.0, 0.0), 0.5)]
    {
        let found = share(Point::from(point));
        assert!((found - wanted).abs() < 1e-5, "{point:?}: {found}");
    }
    assert!(Affine::IDENTITY.is_finite());
}

#[test]
fn what_cannot_be_drawn_is_said_and_what_is_no_svg_is_refused() {
    let (_, warnings) = read(
        r##"<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g filter="url(#f)"><rect width="9" height="9"/></g>"##,
    );
    assert!(warnings.iter().any(|warning| warning.message.contains("filters")), "{warnings:?}");
    for bytes in [&b""[..], b"GIF89a", b"<svg", &[0xFF; 64]] {
        assert!(Place::from_svg(bytes, &Life::default()).is_err());
    }
}
