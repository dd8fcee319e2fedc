//! What a head holds, worked out from a head of round numbers: hats go over the hair, glasses fit the eyes and turn with the face, a
//! mouth takes a thing where it can be bitten; and what is wrong with art for that.
use super::compose::character;
use jabber_render::diagnostic::Diagnostic;
use jabber_render::display::{Color, DisplayList, Item, Paint, Shape};
use jabber_render::figure::Figure;
use jabber_render::figure::template::Template;
use jabber_render::frame::{Carried, CharacterState, FrameState, Held, Pose};
use jabber_render::pack::Catalog;
use jabber_render::stage::{Asked, Fonts, Prop, Stage, compose};
use jabber_render::vocabulary::{Hand, View};
use kurbo::{Point, Shape as _};
use serde_json::{Value, json};

const RED: Color = Color::rgb(255, 0, 0);
const BLUE: Color = Color::rgb(0, 0, 255);

/// A head from −100 to 100 and from 700 to 900; hair before it, when it has some, 150 to either side and up to 930. Its eyes are 40 units
/// wide: head on at ±40 or, of a cyclops, in the middle; in profile at 60; all at a height of 800.
fn body(hair: bool, cyclops: bool) -> Figure {
    let board = |l: i32, b: i32, r: i32, t: i32| json!({"poly": [[l, b], [r, b], [r, t], [l, t]], "fill": "body"});
    let mut nodes = vec![];
    if hair {
        nodes.push(json!({"depth": 2, "art": [board(-150, 780, 150, 930)]}));
        // What lies behind the head is no matter, nor what turns by itself.
        nodes.push(json!({"depth": -2, "art": [board(-400, 700, 400, 950)]}));
        nodes.push(json!({"part": "ear:1", "depth": 2, "pivot": [90, 850], "art": [board(90, 820, 300, 990)]}));
    }
    let view = json!({"stance": 100, "nodes": [{"part": "torso", "pivot": [0, 300], "art": [board(-60, 0, 60, 720)],
        "nodes": [{"part": "head", "pivot": [0, 700], "depth": 3, "art": [board(-100, 700, 100, 900)], "nodes": nodes}]}]});
    let eye = |side: i32, x: i32| json!({"side": side, "at": [x, 800], "radius": [20, 30], "pupil": 9});
    let face = |eyes: Value| json!({"unit": 200, "line": 4, "lid": "body", "skin": "body", "eyes": eyes});
    let front = if cyclops { json!([eye(1, 0)]) } else { json!([eye(-1, -40), eye(1, 40)]) };
    let template = json!({"name": "t", "legs": 2, "view": "front", "colors": {"body": "#00FF00"},
        "faces": {"front": face(front), "side": face(json!([eye(1, 60)]))},
        "views": {"front": view, "side": view, "back": view}});
    let template = Template::from_bytes(template.to_string().as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    Figure::new(&template, &json!({})).0
}

/// A picture of 100 × 100 pixels with a red square about (20, 80); in profile a blue one about (80, 20).
fn pictures(facts: &Value) -> impl Fn(&str) -> Result<Vec<u8>, Diagnostic> {
    let art = |size: u32, fill: &str, at: u32| {
        let board = format!(r##"<rect x="{at}" y="{}" width="4" height="4" fill="{fill}"/>"##, 96 - at);
        let frame = format!(r#"viewBox="0 0 {size} {size}" width="{size}" height="{size}""#);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" {frame}><rect width="{size}" height="{size}" fill="#808080"/>{board}</svg>"##
        )
    };
    let facts = facts.to_string();
    move |name| match name {
        "own.svg" => Ok(art(100, "#FF0000", 18).into_bytes()),
        "side.svg" => Ok(art(100, "#0000FF", 78).into_bytes()),
        "small.svg" => Ok(art(50, "#0000FF", 18).into_bytes()),
        "empty.svg" => Ok(br#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>"#.to_vec()),
        "own.json" => Ok(facts.clone().into_bytes()),
        other => Err(Diagnostic::warning("", format!("there is no {other}"))),
    }
}

fn prop(facts: &Value) -> (Prop, Vec<Diagnostic>) {
    let look = json!({"template": "prop", "art": "own.svg"});
    Asked::of(&look).unwrap().prop(&Catalog::shipped(), &pictures(facts), &Fonts::default())
}

/// The frame of a body with feet at (500, 900), a unit a pixel, and a prop, 100 units tall, that it has.
fn drawn(body: Figure, view: View, hand: Hand, grip: Option<&str>, facts: Value) -> DisplayList {
    let (prop, faults) = prop(&facts);
    assert!(faults.is_empty(), "{faults:?}");
    let mut stage = Stage::new(1000, 1000);
    stage.add_figure("a".into(), body);
    stage.add_prop("p".into(), prop);
    let pose = Pose { view: Some(view), ..Pose::default() };
    let who = CharacterState { y: 0.9, h: 1.0, facing: 1.0, pose, ..character("a", 0.5, 0.0) };
    let held = Held { by: "a".into(), hand: Some(hand), grip: grip.map(Into::into) };
    let thing = CharacterState { y: 0.9, h: 1.0, carried: Some(Carried::Held(held)), ..character("p", 0.2, 0.0) };
    compose(&FrameState { characters: vec![who, thing], place: None, ..super::here(0.0) }, &stage)
}

fn middles(items: &[Item], color: Color) -> Vec<Point> {
    let of = |item: &Item| match item {
        Item::Fill(Shape { path, paint: Paint::Solid(own), .. }) if *own == color => vec![path.bounding_box().center()],
        Item::Several(items) => middles(items, color),
        _ => Vec::new(),
    };
    items.iter().flat_map(of).collect()
}

fn near(list: &DisplayList, color: Color, wanted: Point, about: &str) {
    let found = middles(&list.items, color);
    assert!(found.len() == 1 && found[0].distance(wanted) < 1e-6, "{about}: {found:?}, not {wanted:?}");
}

/// What is worn lies with the middle of its lower edge, 30 pixels right of the square and 20 below it, where it is worn.
fn square(worn: Point, scale: f64) -> Point {
    Point::new(worn.x - 30.0 * scale, worn.y - 20.0 * scale)
}

#[test]
fn a_hat_is_as_wide_as_the_head_and_goes_over_the_hair() {
    let facts = || json!({"height": 100, "lean": 0, "wide": 1});
    let bald = drawn(body(false, false), View::Front, Hand::Worn, None, facts());
    // On the crown, 900 up; as wide as the head, 200 units for 100 pixels.
    near(&bald, RED, square(Point::new(500.0, 0.0), 2.0), "a bald head");
    // As wide as the hair, 300 units, and 12 % of the head's height into it.
    let hair = drawn(body(true, false), View::Front, Hand::Worn, None, facts());
    near(&hair, RED, square(Point::new(500.0, 24.0), 3.0), "over the hair");
}

#[test]
fn glasses_fit_both_eyes_and_are_drawn_from_the_side_in_profile() {
    let facts = || json!({"height": 100, "wide": 1.5, "on": "eyes", "side": "side.svg"});
    let worn = |body: Figure, view: View| drawn(body, view, Hand::Worn, None, facts());
    // From the outer edge of one eye to that of the other it is 120 units: 180 for 100 pixels.
    let front = worn(body(false, false), View::Front);
    near(&front, RED, square(Point::new(500.0, 100.0), 1.8), "head on");
    // In profile before the one eye, and no smaller for that; the blue square is 30 pixels right of the middle and 80 above the edge.
    let side = worn(body(false, false), View::Side);
    near(&side, BLUE, Point::new(560.0 + 30.0 * 1.8, 100.0 - 80.0 * 1.8), "in profile");
    assert!(middles(&side.items, RED).is_empty() && middles(&front.items, BLUE).is_empty());
    // An eye by itself, 40 units wide, counts twice; it is no profile.
    near(&worn(body(false, true), View::Front), RED, square(Point::new(500.0, 100.0), 1.2), "a cyclops");
    near(&worn(body(false, true), View::Side), RED, square(Point::new(560.0, 100.0), 1.2), "a cyclops from the side");
    // From behind they lie behind the head.
    let back = worn(body(false, false), View::Back);
    near(&back, RED, square(Point::new(500.0, 100.0), 1.8), "from behind");
}

#[test]
fn a_mouth_takes_a_thing_where_it_can_be_bitten() {
    let facts = || json!({"height": 100, "lean": 0, "grip": {"mouth": [20, 30], "rim": [20, 60]}});
    // The face has no lips: what is held lies between its eyes. The square is 50 pixels below one grip, and 20 below the other.
    let bitten = drawn(body(false, false), View::Front, Hand::Mouth, None, facts());
    near(&bitten, RED, Point::new(500.0, 150.0), "bitten");
    let named = drawn(body(false, false), View::Front, Hand::Mouth, Some("rim"), facts());
    near(&named, RED, Point::new(500.0, 120.0), "by the grip that is named");
    let plain = json!({"height": 100, "lean": 0, "grip": [20, 80]});
    near(
        &drawn(body(false, false), View::Front, Hand::Mouth, None, plain),
        RED,
        Point::new(500.0, 100.0),
        "no such mark",
    );
}

#[test]
fn what_is_wrong_with_art_that_is_worn_is_said() {
    let said = |facts: Value| prop(&facts).1.iter().map(|fault| fault.message.clone()).collect::<Vec<_>>();
    assert_eq!(said(json!({"side": "side.svg"})), Vec::<String>::new());
    for (side, words) in [
        (json!("small.svg"), "small.svg is not as large as own.svg"),
        (json!("none.svg"), "there is no none.svg"),
        (json!(3), "\"side\" is a picture's file, not 3"),
    ] {
        let said = said(json!({"side": side}));
        assert!(said.len() == 1 && said[0].contains(words), "{side}: {said:?}");
    }
    let look = json!({"template": "prop", "art": "empty.svg"});
    let faults = Asked::of(&look).unwrap().check(&Catalog::shipped(), &pictures(&json!({})));
    assert!(faults.len() == 1 && faults[0].message.contains("nothing in it can be drawn"), "{faults:?}");
}
