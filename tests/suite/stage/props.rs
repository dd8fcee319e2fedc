//! Props: where a hand holds them, worked out from a body of round numbers; what lies before what; falls; marks, colours and words of
//! art; and that every house prop has what it needs.
use super::compose::character;
use jabber_render::diagnostic::Diagnostic;
use jabber_render::display::{Color, DisplayList, Item, Paint, Shape};
use jabber_render::figure::Figure;
use jabber_render::figure::template::Template;
use jabber_render::frame::{Camera, Carried, CharacterState, Dropped, FrameState, Held, LetGo, Pose, Screen};
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::paint::{Painter, Picture};
use jabber_render::stage::{Asked, Fonts, Prop, Stage, compose};
use jabber_render::vocabulary::{Hand, PartKey, View};
use kurbo::{Point, Rect, Shape as _, Vec2};
use serde_json::{Value, json};
use std::sync::Arc;

/// A body 1000 units tall: arms of 200 units that hang from (±100, 600), a fist whose middle is 30 units beyond the wrist. The right arm is
/// before the body, the left one behind it.
fn body() -> Figure {
    let side = |sign: i32, depth: i32| {
        let (x, l, r) = (100 * sign, 100 * sign - 20, 100 * sign + 20);
        json!({"part": format!("arm:{sign}"), "pivot": [x, 600], "depth": depth, "nodes": [{"part": format!("hand:{sign}"),
            "pivot": [x, 400], "art": [{"blob": [[l, 370], [x, 390], [r, 370], [x, 350]], "fill": "hand"}]}]})
    };
    let view = |mirror: bool| {
        json!({"stance": 100, "mirror": mirror, "nodes": [{"part": "torso", "pivot": [0, 300],
            "art": [{"blob": [[-60, 200], [60, 200], [60, 700], [-60, 700]], "fill": "body"}], "nodes": [side(1, 5), side(-1, -5)]}]})
    };
    let template = json!({"name": "t", "legs": 2, "view": "front", "colors": {"body": "#00FF00", "hand": "#FFFF00"},
        "views": {"front": view(false), "side": view(false), "back": view(true)}});
    let template = Template::from_bytes(template.to_string().as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    Figure::new(&template, &json!({})).0
}

/// A picture of 100 × 100 pixels with a red square at its grip, (20, 80), and a blue one 60 pixels over it.
const ART: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
    <rect width="100" height="100" fill="#808080"/>
    <rect x="18" y="78" width="4" height="4" fill="#FF0000"/><rect x="18" y="18" width="4" height="4" fill="#0000FF"/>
    <circle id="grip" cx="20" cy="80" r="3" visibility="hidden"/><circle id="grip-top" cx="20" cy="20" r="3" fill="none"/></svg>"##;

/// A prop one unit a pixel, that turns with the hand.
fn prop(look: Value, facts: Value) -> (Prop, Vec<Diagnostic>) {
    let mut look = look;
    look["template"] = json!("prop");
    look["art"] = json!("own.svg");
    let pictures = |name: &str| match name {
        "own.svg" => Ok(ART.as_bytes().to_vec()),
        "own.json" => Ok(facts.to_string().into_bytes()),
        other => Err(Diagnostic::warning("", format!("there is no {other}"))),
    };
    Asked::of(&look).unwrap().prop(&Catalog::shipped(), &pictures, &Fonts::default())
}

fn stage() -> Stage {
    let mut stage = Stage::new(1000, 1000);
    stage.add_figure("a".into(), body());
    stage.add_prop("p".into(), prop(json!({}), json!({"height": 100, "lean": 90})).0);
    stage
}

/// Somebody with feet at (500, 900), a unit a pixel.
fn holder(pose: Pose, facing: f64) -> CharacterState {
    CharacterState { y: 0.9, h: 1.0, facing, pose, ..character("a", 0.5, 0.0) }
}

fn held(hand: Option<Hand>, grip: Option<&str>) -> Held {
    Held { by: "a".into(), hand, grip: grip.map(Into::into) }
}

fn thing(carried: Option<Carried>) -> CharacterState {
    CharacterState { y: 0.9, h: 1.0, carried, ..character("p", 0.2, 0.0) }
}

fn frame(characters: Vec<CharacterState>, camera: Option<Camera>) -> FrameState {
    FrameState { characters, screen: Screen { camera, ..Screen::default() }, place: None, ..super::here(0.0) }
}

fn parts(items: &[Item]) -> Vec<(Color, Rect)> {
    let of = |item: &Item| match item {
        Item::Fill(Shape { path, paint: Paint::Solid(color), .. }) => vec![(*color, path.bounding_box())],
        Item::Several(items) => parts(items),
        _ => Vec::new(),
    };
    items.iter().flat_map(of).collect()
}

const RED: Color = Color::rgb(255, 0, 0);
const BLUE: Color = Color::rgb(0, 0, 255);

fn middle(list: &DisplayList, color: Color) -> Point {
    let all = parts(&list.items);
    let found: Vec<_> = all.iter().filter(|(own, _)| *own == color).collect();
    assert_eq!(found.len(), 1, "{color:?}");
    found[0].1.center()
}

fn near(found: Point, wanted: Point, about: &str) {
    assert!(found.distance(wanted) < 1e-6, "{about}: {found:?}, not {wanted:?}");
}

fn posed(part: &str, degrees: f64, view: View, rot: f64) -> Pose {
    Pose { parts: vec![(PartKey::parse(part).unwrap(), degrees)], view: Some(view), rot, ..Pose::default() }
}

fn turned(way: Vec2, degrees: f64) -> Vec2 {
    let (s, c) = jabber_render::maths::sin_cos(degrees.to_radians());
    Vec2::new(c * way.x - s * way.y, s * way.x + c * way.y)
}

#[test]
fn a_grip_lies_in_the_fist_and_the_prop_turns_with_the_hand() {
    let stage = stage();
    for (hand, sign) in [(Hand::Right, 1.0), (Hand::Left, -1.0)] {
        for view in [View::Front, View::Side, View::Back] {
            for (facing, rot) in [(1.0, 0.0), (-1.0, 0.0), (1.0, 25.0), (-1.0, -40.0)] {
                for degrees in [-30.0, 0.0, 20.0, 60.0, 90.0, 150.0] {
                    let about = format!("{hand:?} {view:?} facing {facing} tilted {rot} at {degrees}°");
                    let part = format!("arm:{sign}");
                    let who = holder(posed(&part, degrees, view, rot), facing);
                    let list =
                        compose(&frame(vec![who, thing(Some(Carried::Held(held(Some(hand), None))))], None), &stage);
                    // The figure's own frame, y up: the fist hangs 230 units below the shoulder and turns about it.
                    let way = turned(Vec2::new(0.0, -230.0), degrees);
                    let fist = Vec2::new(sign * 100.0, 600.0) + way;
                    // In profile both hands reach forward, head on each to its own side.
                    let outward = if view == View::Side { 1.0 } else { sign };
                    let lean = 90.0 * way.y / 230.0 * outward;
                    let over = fist + turned(Vec2::new(0.0, 60.0), lean);
                    let mirror = facing * if view == View::Back { -1.0 } else { 1.0 };
                    // The body tilts about the feet, as it is drawn facing right; a back view is mirrored before that.
                    let seen = |own: Vec2| {
                        let own = turned(Vec2::new(own.x * mirror * facing, own.y), rot);
                        Point::new(500.0 + own.x * facing, 900.0 - own.y)
                    };
                    near(middle(&list, RED), seen(fist), &about);
                    near(middle(&list, BLUE), seen(over), &about);
                }
            }
        }
    }
}

#[test]
fn each_hand_holds_its_own() {
    let mut stage = stage();
    stage.add_prop("q".into(), prop(json!({}), json!({"height": 100})).0);
    let other = CharacterState { id: "q".into(), ..thing(Some(Carried::Held(held(Some(Hand::Left), None)))) };
    let cast = vec![other, holder(Pose::default(), 1.0), thing(Some(Carried::Held(held(Some(Hand::Right), None))))];
    let all = parts(&compose(&frame(cast, None), &stage).items);
    let mut grips: Vec<Point> = all.iter().filter(|(color, _)| *color == RED).map(|(_, at)| at.center()).collect();
    grips.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert_eq!(grips.len(), 2);
    // The fists hang at (±100, 370) of the figure.
    near(grips[0], Point::new(400.0, 530.0), "left");
    near(grips[1], Point::new(600.0, 530.0), "right");
}

#[test]
fn a_camera_enlarges_hand_and_prop_alike() {
    let camera = Camera { x: 0.6, y: 0.5, zoom: 2.0, ..Camera::default() };
    let who = holder(posed("arm:1", 90.0, View::Front, 0.0), 1.0);
    let list = compose(&frame(vec![who, thing(Some(Carried::Held(held(None, None))))], Some(camera)), &stage());
    // The fist is at (500 + 100 + 230, 900 − 600); the frame shows 350 to 850 across and 250 to 750 down, twice as large.
    near(middle(&list, RED), Point::new((830.0 - 350.0) * 2.0, (300.0 - 250.0) * 2.0), "grip");
    near(middle(&list, BLUE), Point::new(960.0, 100.0 - 120.0), "over it");
}

#[test]
fn a_named_grip_is_held_instead() {
    let who = holder(posed("arm:1", 90.0, View::Front, 0.0), 1.0);
    let list = compose(&frame(vec![who, thing(Some(Carried::Held(held(None, Some("top")))))], None), &stage());
    near(middle(&list, BLUE), Point::new(830.0, 300.0), "top");
    near(middle(&list, RED), Point::new(830.0, 360.0), "under it");
}

#[test]
fn a_prop_lies_behind_the_hand_and_as_the_hand_before_or_behind_the_body() {
    let (green, yellow) = (Color::rgb(0, 255, 0), Color::rgb(255, 255, 0));
    for (hand, wanted) in [(Hand::Right, "body prop hand"), (Hand::Left, "prop hand body hand")] {
        for before in [true, false] {
            let mut cast = vec![holder(Pose::default(), 1.0), thing(Some(Carried::Held(held(Some(hand), None))))];
            if before {
                // Where the cast has the prop is nothing to a hand.
                cast.reverse();
            }
            let list = compose(&frame(cast, None), &stage());
            let mut order: Vec<&str> = Vec::new();
            for (color, _) in parts(&list.items) {
                let word = match color {
                    RED | BLUE => "prop",
                    color if color == green => "body",
                    color if color == yellow => "hand",
                    _ => continue,
                };
                if order.last() != Some(&word) {
                    order.push(word);
                }
            }
            let order = order.join(" ");
            assert!(order.contains(wanted), "{hand:?}: {order}");
        }
    }
}

#[test]
fn what_nobody_can_hold_is_drawn_where_it_stands() {
    // The middle of the lower edge, (50, 100), stands at (200, 900).
    let stands = |list: &DisplayList| near(middle(list, RED), Point::new(200.0 - 30.0, 900.0 - 20.0), "stands");
    let nobody = Held { by: "nobody".into(), hand: None, grip: None };
    stands(&compose(&frame(vec![thing(Some(Carried::Held(nobody)))], None), &stage()));
    // A body without a face has no mouth.
    let mouth = Carried::Held(held(Some(Hand::Mouth), None));
    stands(&compose(&frame(vec![holder(Pose::default(), 1.0), thing(Some(mouth))], None), &stage()));
    let mut hidden = holder(Pose::default(), 1.0);
    hidden.visible = false;
    let list = compose(&frame(vec![hidden, thing(Some(Carried::Held(held(None, None))))], None), &stage());
    assert!(parts(&list.items).iter().all(|(color, _)| *color != RED), "with its holder it is hidden");
}

fn dropped(degrees: f64, hand: Hand, (x, way, aside): (f64, f64, f64)) -> DisplayList {
    let let_go = Arc::new(holder(
        posed(&format!("arm:{}", if hand == Hand::Left { -1 } else { 1 }), degrees, View::Front, 0.0),
        1.0,
    ));
    let from = LetGo::Hand(held(Some(hand), None), let_go);
    let fallen = CharacterState { x, ..thing(Some(Carried::Dropped(Dropped { from, way, aside }))) };
    compose(&frame(vec![holder(Pose::default(), 1.0), fallen], None), &stage())
}

#[test]
fn a_dropped_prop_falls_from_the_hand_faster_and_faster_and_ends_at_its_spot() {
    // From a level arm: the grip at (830, 300), the middle 30 to the right and 30 above it. It is to stand at (700, 900).
    let grip = |way: f64| middle(&dropped(90.0, Hand::Right, (0.7, way, 0.0)), RED);
    near(grip(0.0), Point::new(830.0, 300.0), "as it is let go");
    near(grip(1.0), Point::new(700.0 - 30.0, 900.0 - 20.0), "as it has landed");
    // Half the time: half the way across, a quarter of the way down; upright in the hand, so that all of it moves alike.
    let half = Point::new((830.0 + 670.0) / 2.0, 300.0 + (880.0 - 300.0) / 4.0);
    near(grip(0.5), half, "on its way");
    // Hanging it lay turned by a quarter; it comes upright as it falls.
    let hanging = |way: f64| dropped(0.0, Hand::Right, (0.7, way, 0.0));
    let (red, blue) = (middle(&hanging(0.0), RED), middle(&hanging(0.0), BLUE));
    near(red, Point::new(600.0, 530.0), "in a hand that hangs");
    near(blue, Point::new(660.0, 530.0), "its top outward");
    let landed = hanging(1.0);
    near(middle(&landed, BLUE), Point::new(670.0, 820.0), "upright");
}

#[test]
fn without_a_spot_it_lands_below_the_hand() {
    for (hand, sign) in [(Hand::Right, 1.0), (Hand::Left, -1.0)] {
        let degrees = 90.0 * sign;
        let at = |way: f64| middle(&dropped(degrees, hand, (0.5, way, 1.0)), RED);
        near(at(0.0), Point::new(500.0 + sign * 330.0, 300.0), "held");
        near(at(0.5), Point::new(500.0 + sign * 330.0, 300.0 + 580.0 / 4.0), "on its way");
        near(at(1.0), Point::new(500.0 + sign * 330.0, 880.0), "landed, mirrored as it was in a left hand");
        let half = middle(&dropped(degrees, hand, (0.5, 1.0, 0.5)), RED);
        assert!((half.x - at(1.0).x).abs() > 1.0 && (half.y - 880.0).abs() < 1e-6, "on its way to a place without it");
    }
}

#[test]
fn a_prop_by_itself_stands_spins_about_its_pivot_and_throws_a_shadow_unless_it_hangs() {
    let stands = |pose: Pose| compose(&frame(vec![CharacterState { pose, ..thing(None) }], None), &stage());
    near(middle(&stands(Pose::default()), RED), Point::new(170.0, 880.0), "stands");
    // Its pivot is the middle of the picture, at (200, 850): half a turn brings the square from (−30, 30) to (30, −30) of it.
    near(middle(&stands(Pose { rot: 180.0, ..Pose::default() }), RED), Point::new(230.0, 820.0), "spins");
    let up = stands(Pose { dy: -108.0, sy: 0.5, ..Pose::default() });
    near(middle(&up, RED), Point::new(170.0, 900.0 - 10.0 - 100.0), "lifted by 100 and half as tall");
    let turned = compose(&frame(vec![CharacterState { facing: -1.0, ..thing(None) }], None), &stage());
    near(middle(&turned, RED), Point::new(230.0, 880.0), "turned round");
    let shadows = |list: &DisplayList| parts(&list.items).iter().filter(|(color, _)| color.a < 255).count();
    assert_eq!(shadows(&stands(Pose::default())), 1);
    let mut hung = Stage::new(1000, 1000);
    hung.add_prop("p".into(), prop(json!({"hangs": true}), json!({"height": 100, "pivot": [20, 80]})).0);
    let list = compose(&frame(vec![thing(None)], None), &hung);
    near(middle(&list, RED), Point::new(200.0, 900.0), "hangs by its pivot");
    assert_eq!(shadows(&list), 0);
}

#[test]
fn a_prop_is_as_large_as_a_person_of_its_height_says() {
    // 250 of a person's 1000 units at a height of 0.4 of 1000 pixels: 100 pixels for 100.
    let mut stage = Stage::new(1000, 1000);
    stage.add_prop("p".into(), prop(json!({}), json!({"height": 250})).0);
    let list = compose(&frame(vec![CharacterState { h: 0.4, ..thing(None) }], None), &stage);
    near(middle(&list, RED), Point::new(170.0, 880.0), "declared");
    stage.add_prop("p".into(), prop(json!({"height": 0.25}), json!({"height": 999})).0);
    let list = compose(&frame(vec![CharacterState { h: 0.4, ..thing(None) }], None), &stage);
    near(middle(&list, RED), Point::new(170.0, 880.0), "as the look says");
}

#[test]
fn colors_are_named_in_the_art_or_as_they_are() {
    let look = json!({"colors": {"mark": "#123456", "#0000FF": "orange"}});
    let (own, faults) = prop(look, json!({"height": 100, "colors": {"mark": "#FF0000"}}));
    assert_eq!(faults.len(), 0, "{faults:?}");
    let mut stage = Stage::new(1000, 1000);
    stage.add_prop("p".into(), own);
    let all = parts(&compose(&frame(vec![thing(None)], None), &stage).items);
    let has = |color: Color| all.iter().any(|(own, _)| *own == color);
    assert!(has(Color::rgb(0x12, 0x34, 0x56)) && has(Color::rgb(0xF2, 0x8A, 0x2E)) && !has(RED) && !has(BLUE));
}

#[test]
fn what_is_wrong_with_a_prop_is_said_where_it_is() {
    let catalog = Catalog::shipped();
    let none = |name: &str| Err(Diagnostic::warning("", format!("there is no picture {name} beside the cartoon")));
    let said = |look: Value| {
        let faults = Asked::of(&look).unwrap().check(&catalog, &none);
        faults
            .iter()
            .map(|f| format!("{}: {} {}", f.path, f.message, f.hint.as_deref().unwrap_or("")))
            .collect::<Vec<_>>()
    };
    let cases = [
        (json!({"template": "prop", "art": "grpaes"}), "art", "did you mean \"grapes\""),
        (json!({"template": "prop"}), "art", "a prop needs \"art\""),
        (json!({"template": "prop", "art": "mine.png"}), "art", "there is no picture mine.png"),
        (
            json!({"template": "prop", "art": "cup", "colors": {"boddy": "#FF0000"}}),
            "colors.boddy",
            "did you mean \"body\"",
        ),
        (json!({"template": "prop", "art": "cup", "colors": {"body": 7}}), "colors.body", "#RRGGBB"),
        (
            json!({"template": "prop", "art": "cup", "colors": {"body": "orang"}}),
            "colors.body",
            "did you mean `orange`? write #RRGGBB or a name: skin1, ",
        ),
        (json!({"template": "prop", "art": "cup", "style": "oil"}), "style", "flat, ink or soft"),
        (json!({"template": "prop", "art": "cup", "text": "Tea"}), "text", "no room for words"),
        (json!({"template": "prop", "art": "cup", "options": {}}), "options", "a prop has no \"options\""),
    ];
    for (look, path, words) in cases {
        let found = said(look.clone());
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("{path}: ")) && found[0].contains(words),
            "{look}: {found:?}"
        );
    }
    assert!(said(json!({"template": "prop", "art": "c4c:prop:cup"})).is_empty(), "the whole id does too");
    let (_, faults) = prop(json!({}), json!({"hieght": 3, "grip": "left", "lean": 400}));
    assert_eq!(faults.len(), 3, "{faults:?}");
}

#[test]
fn every_house_prop_has_its_marks_its_colors_and_art_without_a_fault() {
    let catalog = Catalog::shipped();
    let none = |name: &str| Err(Diagnostic::warning("", format!("asked for {name}")));
    let mut names = Vec::new();
    for pack in catalog.of_kind(PackKind::Prop) {
        let name = pack.id.rsplit(':').next().unwrap();
        names.push(name.to_owned());
        for style in ["flat", "ink", "soft"] {
            let look = json!({"template": "prop", "art": name, "style": style});
            let (prop, faults) = Asked::of(&look).unwrap().prop(&catalog, &none, &Fonts::default());
            assert!(faults.is_empty(), "{name}: {faults:?}");
            let marks: Vec<&str> = prop.marks().iter().map(|(mark, _)| *mark).collect();
            assert!(marks.contains(&"grip") && marks.contains(&"pivot"), "{name}: {marks:?}");
        }
        // A named colour that no fill has would change nothing.
        let plain = json!({"template": "prop", "art": name});
        let shown = |look: &Value| {
            let mut stage = Stage::new(400, 400);
            stage.add_prop("p".into(), Asked::of(look).unwrap().prop(&catalog, &none, &Fonts::default()).0);
            compose(&frame(vec![thing(None)], None), &stage)
        };
        for color in pack.content["colors"].as_object().unwrap().keys().filter(|color| *color != "line") {
            let look = json!({"template": "prop", "art": name, "colors": {color: "#00FF00"}});
            assert!(shown(&look) != shown(&plain), "{name}: {color} changes nothing");
        }
    }
    let wanted = "ball book box cake car chair cheese cup flower glasses grapes hat ladder net phone present rain sign table umbrella vine";
    assert_eq!(names.join(" "), wanted);
}

#[test]
fn words_fill_a_sign_and_read_from_the_left_when_it_is_mirrored() {
    let catalog = Catalog::shipped();
    let none = |_: &str| Err(Diagnostic::warning("", ""));
    let look = json!({"template": "prop", "art": "sign", "text": "L", "colors": {"line": "#FF0000"}});
    let of = |facing: f64| {
        let mut stage = Stage::new(1000, 1000);
        stage.add_prop("p".into(), Asked::of(&look).unwrap().prop(&catalog, &none, &Fonts::default()).0);
        let list = compose(&frame(vec![CharacterState { facing, ..thing(None) }], None), &stage);
        // Of an L more lies in the left half than in the right one, however the sign is turned.
        let glyph = list.items.iter().find_map(|item| match item {
            Item::Several(items) => items.iter().rev().find_map(|item| match item {
                Item::Fill(Shape { path, paint: Paint::Solid(RED), .. }) => Some(Arc::clone(path)),
                _ => None,
            }),
            _ => None,
        });
        let glyph = glyph.expect("a letter");
        let b = glyph.bounding_box();
        let inside = |x: f64| glyph.contains(Point::new(b.x0 + b.width() * x, b.y0 + b.height() * 0.3));
        (inside(0.1), inside(0.9), b)
    };
    let (right, left) = (of(1.0), of(-1.0));
    assert!(right.0 && !right.1 && left.0 && !left.1);
    assert!(right.2.height() > 40.0, "large: {:?}", right.2);
    let long =
        json!({"template": "prop", "art": "sign", "text": "Fresh grapes, half price until noon, foxes pay double"});
    let prop = Asked::of(&long).unwrap().prop(&catalog, &none, &Fonts::default());
    assert!(prop.1.is_empty());
}

#[test]
fn frames_of_held_and_falling_props_are_the_same_bytes_whatever_was_painted_before() {
    let stage = stage();
    let step = |i: u32| {
        let t = f64::from(i) / 10.0;
        let who = holder(posed("arm:1", 90.0 * t, View::Front, 0.0), 1.0);
        let carried = if i < 6 {
            Carried::Held(held(None, None))
        } else {
            let from = LetGo::Hand(held(None, None), Arc::new(holder(Pose::default(), 1.0)));
            Carried::Dropped(Dropped { from, way: f64::from(i - 6) / 4.0, aside: 1.0 })
        };
        compose(&frame(vec![who, CharacterState { x: 0.5, ..thing(Some(carried)) }], None), &stage)
    };
    let (mut painter, mut picture) = (Painter::default(), Picture::default());
    for i in 0..=10 {
        painter.paint_next(step(i), &mut picture);
        assert!(Painter::default().paint(&step(i)).data == picture.data, "frame {i}");
    }
}
