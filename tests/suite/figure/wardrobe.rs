//! Laws of the wardrobe of person and kid: it holds together with any joint at its limit; palettes; drapes; what builds do to a nose.
use super::laws::{apart_at_limits, seen, views};
use super::{acting, drawn, figure, shipped};
use jabber_render::figure::Figure;
use jabber_render::figure::kit::hull;
use jabber_render::figure::look::palettes;
use jabber_render::figure::template::{ROLES, Template, color, shipped_names};
use jabber_render::frame::Pose;
use jabber_render::vocabulary::View;
use jabber_render::vocabulary::words::PALETTES;
use kurbo::{Point, Shape};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Every choice of every option but the first, which is the default.
fn choices(template: &Template) -> Vec<(String, Value)> {
    let of = |(option, all): (&String, &Vec<String>)| {
        let look = |choice: &String| {
            (format!("{} {option} {choice}", template.name), json!({"options": {option.as_str(): choice}}))
        };
        all.iter().skip(1).map(look).collect::<Vec<_>>()
    };
    template.options.iter().flat_map(of).collect()
}

/// Clothes and hair at the ends of every joint: one region, whatever is worn. The default look has its own law, in more builds.
#[test]
fn what_is_worn_is_one_region_with_any_joint_at_its_limit() {
    let mut faults = BTreeSet::new();
    for name in ["person", "kid"] {
        let template = shipped(name);
        let worn = choices(&template).into_iter().filter(|(what, _)| !what.contains("glasses"));
        for (what, look) in worn {
            let figure = Figure::new(&template, &look).0;
            faults.extend(apart_at_limits(&what, &figure, views(&template)));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_hull_is_convex_and_holds_its_points() {
    let points = [(0.0, 0.0), (40.0, -3.0), (90.0, 0.0), (50.0, 20.0), (100.0, 80.0), (10.0, 90.0), (30.0, 40.0)];
    let path = hull(points.iter().map(|&(x, y)| (Point::new(x, y), 0.0)).collect());
    // The corners that are on it: all but the two inside.
    assert_eq!(path.elements().len(), 5 + 1, "{path:?}");
    for (x, y) in points {
        let inward = Point::new(x, y).lerp(Point::new(50.0, 40.0), 1e-6);
        assert_ne!(path.winding(inward), 0, "({x}, {y})");
    }
    let line = (0..4).map(|i| (Point::new(f64::from(i), f64::from(i)), 1.0)).collect();
    assert!(hull(line).elements().is_empty(), "a line has no inside");
}

/// A skirt covers both knees however the legs stand: seen from the side, in a walk and sitting.
#[test]
fn a_skirt_goes_with_the_knees() {
    for name in ["person", "kid"] {
        let template = shipped(name);
        let figure = Figure::new(&template, &json!({"options": {"top": "dress"}})).0;
        let body = figure.body(Some(View::Side)).unwrap();
        for (near, far) in [(0.0, 0.0), (30.0, -30.0), (-30.0, 30.0), (80.0, 70.0), (60.0, -50.0)] {
            let mut parts = vec![(super::key("leg:-1"), far), (super::key("leg:1"), near)];
            parts.sort_by(|a, b| a.0.cmp(&b.0));
            let pose = Pose { view: Some(View::Side), parts, ..Pose::default() };
            let posed = jabber_render::figure::pose(&figure, &pose, 1.0).unwrap();
            let skirts: Vec<_> = jabber_render::figure::outlines(&figure, &pose, 1.0)
                .into_iter()
                .filter(|(bone, _)| {
                    body.art[*bone]
                        .iter()
                        .any(|piece| matches!(piece.shape, jabber_render::figure::body::Shape::Drape(_)))
                })
                .collect();
            assert!(!skirts.is_empty());
            for knee in ["shin:-1", "shin:1"] {
                let at = posed.joint(&body.bones, body.find(&super::key(knee)).unwrap());
                assert!(skirts.iter().any(|(_, path)| path.winding(at) != 0), "{name} {near} {far}: {knee} at {at:?}");
            }
            let (items, shown) = drawn(&figure, &pose, 1.0);
            assert!(!items.is_empty() && shown.bounds.is_finite(), "{:?}", acting(&pose));
        }
    }
}

#[test]
fn a_palette_has_every_colour_and_a_look_takes_it_by_name() {
    assert_eq!(palettes().len(), 24);
    assert_eq!(palettes().keys().map(String::as_str).collect::<Vec<_>>(), PALETTES, "the words for authors");
    for (name, palette) in palettes() {
        for role in ROLES {
            assert!(palette.get(role).and_then(|text| color(text)).is_some(), "{name} has no {role}");
        }
        assert_eq!(palette.len(), ROLES.len(), "{name}");
        for body in shipped_names() {
            let template = shipped(&body);
            let (by_name, none) = Figure::new(&template, &json!({"colors": name}));
            assert_eq!(none, []);
            let (in_object, none) = Figure::new(&template, &json!({"colors": {"palette": name}}));
            assert_eq!(none, []);
            assert_eq!(format!("{by_name:?}"), format!("{in_object:?}"), "{body} {name}");
            assert_ne!(format!("{by_name:?}"), format!("{:?}", figure(&body)), "{body} {name}");
        }
    }
    // Slots said beside a palette win; the palette gives the rest.
    let person = shipped("person");
    let palette = &palettes()["ocean"];
    let slots = json!({"palette": "ocean", "body": "#123456"});
    let said = json!({"skin": palette["skin"], "hair": palette["hair"], "legs": palette["bottom"],
        "acc": palette["accent"], "hat": palette["accent"], "trim": palette["accent"], "under": palette["accent"],
        "body": "#123456"});
    let of = |colors: &Value| format!("{:?}", Figure::new(&person, &json!({"colors": colors})).0);
    assert_eq!(of(&slots), of(&said));
    for (colors, path) in [(json!("oceann"), "colors"), (json!({"palette": "oceann"}), "colors.palette")] {
        let (_, warnings) = Figure::new(&person, &json!({"colors": colors}));
        let said = warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(warnings.len() == 1 && warnings[0].path == path, "{said}");
        for word in ["did you mean `ocean`", "autumn", "winter"] {
            assert!(said.contains(word), "{word}: {said}");
        }
    }
    // The plain words that blocks take are colours of a look too.
    assert_eq!(Figure::new(&person, &json!({"colors": {"body": "orange"}})).1, []);
    let (_, warnings) = Figure::new(&person, &json!({"colors": {"body": "tael"}}));
    let said = warnings[0].to_string();
    assert!(said.contains("did you mean `teal`") && said.contains("#RRGGBB") && said.contains("marigold"), "{said}");
}

/// A muzzle half as long carries the nose half as far, and leaves it as large as it is drawn.
#[test]
fn a_short_muzzle_does_not_squash_the_nose() {
    let nose = json!({"part": "nose", "pivot": [80, 750], "art": [{"poly": [[60, 740], [100, 740], [100, 760], [60, 760]],
        "fill": "body"}]});
    let view = json!({"stance": 100, "nodes": [{"part": "head", "pivot": [0, 700],
        "art": [{"poly": [[-50, 700], [90, 700], [90, 800], [-50, 800]], "fill": "body"}], "nodes": [nose]}]});
    let template = json!({"name": "t", "legs": 4, "view": "side", "colors": {"body": "#00FF00"}, "views": {"side": view},
        "shapes": {"short": {"muzzle": [[0, 0], [100, 50]]}}});
    let template = Template::from_bytes(template.to_string().as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let figure = Figure::new(&template, &json!({"shape": "short"})).0;
    let body = figure.body(Some(View::Side)).unwrap();
    let nose = body.find(&super::key("nose")).unwrap();
    let outlines = jabber_render::figure::outlines(&figure, &seen(View::Side, Pose::default()), 1.0);
    let covers = |bone: usize| outlines.iter().find(|(own, _)| *own == bone).unwrap().1.bounding_box();
    let of = |bone: usize| (covers(bone).x0, covers(bone).x1);
    // Its pivot comes from 80 to 40.
    assert_eq!(of(nose), (20.0, 60.0));
    assert_eq!(of(body.find(&super::key("head")).unwrap()), (-50.0, 45.0), "the muzzle itself is half as long");
}
