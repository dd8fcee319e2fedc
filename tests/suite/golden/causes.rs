//! What is named as the first difference of two timelines and of two display lists, worked out by hand.
use jabber_render::display::{Blend, Color, DisplayList, Item};
use jabber_render::frame::{CharacterState, FrameState, Pose, Screen};
use jabber_render::golden::{Pixels, Record, Stage, Trace};
use kurbo::{Affine, BezPath, Rect, Shape as _};
use serde_json::{Value, json};

/// Seconds of the still: every record has begun and ended.
const AT: f64 = 200.0;

fn trace(records: &[Record], items: Vec<Item>) -> Trace {
    let mia = CharacterState {
        id: "mia".into(),
        x: 0.5,
        y: 0.9,
        h: 0.5,
        facing: 1.0,
        visible: true,
        pose: Pose::default(),
        talking: 0.0,
        loud: 0.0,
        mood_before: None,
        mood_since: f64::NEG_INFINITY,
        line: None,
        carried: None,
    };
    let frame = FrameState {
        t: AT,
        scene: None,
        place: None,
        background: None,
        grade: "normal".into(),
        caption: None,
        characters: vec![mia],
        screen: Screen::default(),
    };
    let picture = Pixels { width: 1, height: 1, data: vec![0, 0, 0, 255] };
    Trace::of_frame(records, &frame, &DisplayList { width: 64, height: 64, items }, &picture)
}

/// Name, expected, actual and place of the first difference; the expected trace comes from its text, as in a check.
fn cause(stage: Stage, expected: &Trace, actual: &Trace) -> [String; 4] {
    let read = Trace::parse(&expected.to_string()).unwrap();
    assert_eq!(&read, expected);
    let cause = read.first_apart(actual).unwrap();
    assert_eq!(cause.stage, stage, "{cause}");
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
    [cause.name, or_none(cause.expected), or_none(cause.actual), or_none(cause.place)]
}

fn record(t: f64, dur: f64, mut value: Value) -> Record {
    value["t"] = json!(t);
    value["dur"] = json!(dur);
    Record { t, dur, value }
}

/// A scene of 100 s and, from second 1 on, a walk of half a second each second: a hundred records, of which a text holds the
/// last 48 whole.
fn records() -> Vec<Record> {
    let walk =
        |t: i32| record(t.into(), 0.5, json!({"kind": "does", "who": "A", "behaviour": "c4c:beh:walk", "also": true}));
    let scene = record(0.0, 100.0, json!({"kind": "scene", "name": "One"}));
    std::iter::once(scene).chain((1..100).map(walk)).collect()
}

fn timeline_cause(change: impl Fn(&mut Vec<Record>)) -> [String; 4] {
    let mut changed = records();
    change(&mut changed);
    cause(Stage::Timeline, &trace(&records(), Vec::new()), &trace(&changed, Vec::new()))
}

#[test]
fn the_first_of_very_many_records_is_the_first() {
    let text = trace(&records(), Vec::new()).to_string();
    assert_eq!(text.lines().filter(|line| line.contains('{')).count(), 48);
    assert!(text.lines().any(|line| line.starts_with(" 3.does 3.0 0.5 ")), "{text}");
    // All from the third on are half a second late, and so the scene is longer.
    let late = timeline_cause(|all| {
        all.iter_mut().skip(3).for_each(|one| *one = record(one.t + 0.5, one.dur, one.value.clone()));
        all[0] = record(0.0, 100.5, all[0].value.clone());
    });
    assert_eq!(late, ["A does walk: starts", "3", "3.5", "record 3"]);
    let longer = timeline_cause(|all| all[5] = record(5.0, 0.75, all[5].value.clone()));
    assert_eq!(longer, ["A does walk: lasts", "0.5", "0.75", "record 5"]);
    let word = timeline_cause(|all| all[90].value["behaviour"] = json!("c4c:beh:run"));
    assert_eq!(word, ["A does: behaviour", "\"c4c:beh:walk\"", "\"c4c:beh:run\"", "record 90"]);
    // Of an early one only a hash is kept of its words.
    let [name, expected, actual, place] = timeline_cause(|all| all[4].value["who"] = json!("B"));
    assert_eq!((&*name, &*place), ("B does walk: a word", "record 4"));
    assert!(expected.starts_with("hash ") && actual.starts_with("hash ") && expected != actual);
}

#[test]
fn a_record_that_came_or_went_is_said() {
    let more = |all: &mut Vec<Record>| {
        all.insert(7, record(6.5, 0.0, json!({"kind": "mood", "who": "A", "mood": "happy"})));
        all[0] = record(0.0, 101.0, all[0].value.clone());
    };
    let mut longer = records();
    more(&mut longer);
    assert_eq!(timeline_cause(more), ["record", "none", "A mood happy at 6.5", "record 7"]);
    let (old, new) = (trace(&longer, Vec::new()), trace(&records(), Vec::new()));
    // What went is among those in brief: its mood is not kept.
    assert_eq!(cause(Stage::Timeline, &old, &new), ["record", "mood at 6.5", "none", "record 7"]);
}

const BLUE: Color = Color::rgb(0, 0, 255);

fn polygon(points: &[(f64, f64)], color: Color) -> Item {
    let mut path = BezPath::new();
    for (i, point) in points.iter().enumerate() {
        if i == 0 { path.move_to(*point) } else { path.line_to(*point) }
    }
    path.close_path();
    Item::fill(path, color)
}

fn group(x: f64) -> Item {
    let items = vec![Item::fill(Rect::new(x, 0.0, x + 4.0, 4.0).to_path(0.1), BLUE)];
    Item::Group { transform: Affine::IDENTITY, opacity: 1.0, blend: Blend::Normal, clip: None, items: items.into() }
}

const DIAMOND: [(f64, f64); 4] = [(5.0, 0.0), (10.0, 5.0), (5.0, 10.0), (0.0, 5.0)];
const NOTCHED: [(f64, f64); 6] = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (4.0, 5.0), (6.0, 5.0)];

/// Two pieces of a place, a shadow, and a figure of a notched square and a diamond.
fn items(shadow: f64, figure: Vec<Item>) -> Vec<Item> {
    let shade = Item::fill(Rect::new(shadow, 0.0, shadow + 8.0, 2.0).to_path(0.1), BLUE.with_opacity(0.5));
    vec![group(0.0), group(8.0), shade, Item::Several(figure)]
}

fn figure() -> Vec<Item> {
    vec![polygon(&NOTCHED, BLUE), polygon(&DIAMOND, BLUE)]
}

fn list_cause(changed: Vec<Item>) -> [String; 4] {
    cause(Stage::List, &trace(&[], items(0.0, figure())), &trace(&[], changed))
}

#[test]
fn a_path_that_differs_has_a_name_and_a_number() {
    let of = |first: &[(f64, f64)], second: &[(f64, f64)]| {
        list_cause(items(0.0, vec![polygon(first, BLUE), polygon(second, BLUE)]))
    };
    // Two corners move apart: the middle stays.
    let wide = of(&NOTCHED, &[(5.0, 0.0), (11.0, 5.0), (5.0, 10.0), (-1.0, 5.0)]);
    assert_eq!(wide, ["figure of mia, path 1: width", "10", "12", "fill #0000ff, items.3.1"]);
    // Its notch is wider, all else stays: 30 + √41 + 2 = 38.403 and 30 + √34 + 4 = 39.831, in sixteenths 614 and 637.
    let mut notched = NOTCHED;
    (notched[4].0, notched[5].0) = (3.0, 7.0);
    let long = of(&notched, &DIAMOND);
    assert_eq!(long, ["figure of mia, path 0: length", "38.375", "39.8125", "fill #0000ff, items.3.0"]);
    // Less than what the text holds still has a number.
    notched = NOTCHED;
    notched[4].0 = 4.001;
    let [name, expected, actual, _] = of(&notched, &DIAMOND);
    assert_eq!(name, "figure of mia, path 0: below 1/16 px, or shading");
    assert!(expected.starts_with("hash ") && actual.starts_with("hash ") && expected != actual);
    let red = list_cause(items(0.0, vec![polygon(&NOTCHED, BLUE), polygon(&DIAMOND, Color::rgb(255, 0, 0))]));
    assert_eq!(red, ["figure of mia, path 1: paint", "#0000ff", "#ff0000", "fill at 5,5, items.3.1"]);
    let shadow = list_cause(items(1.0, figure()));
    // Half of 255, rounded, is 0x80; a rectangle's path has its four corners: x 0, 8, 8, 0.
    assert_eq!(shadow, ["shadow of mia, path 0: middle x", "4", "5", "fill #0000ff80, items.2.0"]);
}

#[test]
fn another_order_and_another_number_of_things_are_said() {
    let mut swapped = figure();
    swapped.reverse();
    // The notched square's points have their mean at (30 / 6, 30 / 6).
    let told = "fill #0000ff at 5,5";
    let order = list_cause(items(0.0, swapped));
    assert_eq!(order, ["figure of mia, order of paths", told, told, "from items.3.0 on"]);
    let mut pieces = items(0.0, figure());
    pieces.swap(0, 1);
    assert_eq!(list_cause(pieces), ["order of items", "place", "place", "from items.0 on"]);
    let mut more = figure();
    more.push(polygon(&DIAMOND, BLUE));
    let more = list_cause(items(0.0, more));
    assert_eq!(more, ["figure of mia, paths", "2", "3", "from items.3.2 on, fill #0000ff at 5,5"]);
    let mut front = items(0.0, figure());
    front.push(group(0.0));
    assert_eq!(list_cause(front), ["items", "4", "5", "from items.4 on: front"]);
}
