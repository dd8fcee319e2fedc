//! What a template and a look may say, and what is said about it when it is wrong.
use super::shipped;
use jabber_render::figure::Figure;
use jabber_render::figure::template::{self, Template};
use jabber_render::vocabulary::Role;
use jabber_render::vocabulary::part::DRAWN_BESIDE;
use kurbo::Point;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const STAR: &str = r##"{"name": "star", "legs": 2, "view": "front", "colors": {"body": "#F7B733", "rim": "body.shade"},
    "options": {"hat": ["none", "cap"]}, "shapes": {"low": {"heights": [[0, 0], [300, 100], [500, 300]]}},
    "guises": [{"when": {"hat": "cap"}, "builds": {"front": {"heights": [[0, 0], [300, 150], [500, 350]], "breadth": [[0, 2]], "carry": [10, -20]}}}],
    "views": {"front": {"stance": 100, "nodes": [{"part": "torso", "pivot": [0, 300], "limits": {"min": -20, "max": 20},
        "art": [{"blob": [[0, 0], [100, 100], [0, 200]], "fill": "body", "shade": 10, "name": "trunk"},
                {"limb": {"joints": ["arm:1", "hand:1"], "widths": [40, 20], "body": "trunk"}, "fill": "rim"}],
        "nodes": [{"part": "arm:1", "pivot": [50, 300], "nodes": [{"part": "hand:1", "pivot": [150, 300]}]},
                  {"part": "head", "pivot": [5, 300], "nodes": [{"part": "nose", "pivot": [5, 400]}]}]}]}}}"##;

#[test]
fn a_template_is_told_where_it_is_wrong_and_what_would_be_right() {
    assert!(Template::from_bytes(STAR.as_bytes()).is_ok());
    // The program does not look them over when it runs.
    let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("templates")).unwrap();
    let files =
        folder.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|ext| ext == "json"));
    let wrong: Vec<_> =
        files.filter_map(|file| Some((file.clone(), Template::from_bytes(&fs::read(file).unwrap()).err()?))).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    // What is changed, where the fault is said to be, and a word of the message or the hint.
    let cases = [
        (r#""fill": "body""#, r#""fill": "bodi""#, "views.front.nodes.0.art.0.fill", "did you mean `body`"),
        (
            r#""arm:1", "hand:1"]"#,
            r#""arm:1", "hnad:1"]"#,
            "views.front.nodes.0.art.1.limb.joints.1",
            "did you mean `hand:1`",
        ),
        (r#""body": "trunk""#, r#""body": "trnk""#, "views.front.nodes.0.art.1.limb.body", "did you mean `trunk`"),
        (r#""widths": [40, 20]"#, r#""widths": [40]"#, "views.front.nodes.0.art.1.limb", "a width for each"),
        (r#""min": -20"#, r#""min": 5"#, "views.front.nodes.0.limits", "min ≤ 0 ≤ max"),
        (r#""part": "hand:1""#, r#""part": "arm:1""#, "views.front.nodes.0.nodes.0.nodes.0.part", "twice"),
        (r#""part": "hand:1""#, r#""part": "Hand""#, "views.front.nodes.0.nodes.0.nodes.0.part", "role[:side][#index]"),
        (r#""rim": "body.shade""#, r#""rim": "body.dark""#, "colors.rim", "a colour is"),
        (r#""blob": [[0, 0]"#, r#""blob": [[0]"#, "views.front.nodes.0.art.0.blob.0", "a point is"),
        (r#""shade": 10"#, r#""shadow": 10"#, "views.front.nodes.0.art.0.shadow", "unknown field `shadow`"),
        (r#""hat": "cap"}"#, r#""hat": "cup"}"#, "guises.0.when.hat", "did you mean `cap`"),
        (r#""front": {"heights""#, r#""font": {"heights""#, "guises.0.builds", "`font` is not a view"),
        (r#""view": "front""#, r#""view": "side""#, "view", "no side view"),
        (r#""legs": 2"#, r#""legs": "two""#, "legs", "expected a whole number"),
    ];
    for (right, wrong, path, word) in cases {
        let text = STAR.replacen(right, wrong, 1);
        let faults = Template::from_bytes(text.as_bytes()).expect_err(wrong);
        let said = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(faults.iter().any(|fault| fault.path == path), "{wrong}: {said}");
        assert!(said.contains(word), "{wrong}: {said}");
    }
    // Every field that is not known is told, wherever it is, and nothing that only follows from it.
    let wrong = [
        (r#""stance""#, r#""stanse""#),
        (r#""pivot": [50, 300]"#, r#""pivott": [50, 300]"#),
        (r#""fill": "rim""#, r#""fil": "rim""#),
    ];
    let text = wrong.iter().fold(STAR.to_owned(), |text, (right, wrong)| text.replacen(right, wrong, 1));
    let faults = Template::from_bytes(text.as_bytes()).expect_err("three fields");
    let mut said: Vec<_> = faults.iter().map(|fault| (fault.path.as_str(), fault.message.as_str())).collect();
    said.sort_unstable();
    let wanted = [
        ("views.front.nodes.0.art.1.fil", "unknown field `fil`"),
        ("views.front.nodes.0.nodes.0.pivott", "unknown field `pivott`"),
        ("views.front.stanse", "unknown field `stanse`"),
    ];
    assert_eq!(said, wanted);
    for (limits, hint) in [(r#""min": 20, "max": -20"#, "`min`"), (r#""min": 5, "max": 20"#, "from rest")] {
        let text = STAR.replacen(r#""min": -20, "max": 20"#, limits, 1);
        let faults = Template::from_bytes(text.as_bytes()).expect_err(limits);
        assert!(faults.iter().any(|fault| fault.hint.as_ref().is_some_and(|said| said.contains(hint))), "{faults:?}");
    }
    // What reads well and cannot be drawn.
    let ranges = [
        (r#""min": -20"#, r#""min": -900"#, "views.front.nodes.0.limits", "360 degrees"),
        (r#"[300, 150]"#, r#"[300, -1]"#, "guises.0.builds.front.heights.1", "heights rise"),
        (r#"[[0, 2]]"#, r#"[[0, 0]]"#, "guises.0.builds.front.breadth.0", "more than 0"),
        (r#""legs": 2"#, r#""legs": 2, "height": 1e300"#, "height", "beyond 100000"),
        (r##""rim": "body.shade""##, r#""rim": "rim.shade""#, "colors.rim", "rim → rim"),
    ];
    for (right, wrong, path, word) in ranges {
        let text = STAR.replacen(right, wrong, 1);
        assert_ne!(text, STAR, "{right}");
        let faults = Template::from_bytes(text.as_bytes()).expect_err(wrong);
        assert!(faults.iter().any(|fault| fault.path == path && fault.message.contains(word)), "{faults:?}");
    }
    for broken in ["", "{", "[]", "null", "{\"name\": 1}", "\u{feff}"] {
        assert!(Template::from_bytes(broken.as_bytes()).is_err());
    }
}

/// With the cap all up to 300 is half as high and twice as broad, and the head is then carried by 10 and −20: its pivot to 130.
/// The low shape takes 150 to 50 and 130 to 43 1/3, and leaves the nose 100 above the head's pivot, as it does with no guise.
#[test]
fn a_guise_reshapes_the_body_with_its_choice() {
    let template = Template::from_bytes(STAR.as_bytes()).unwrap();
    let cap = json!({"hat": "cap"});
    for (look, wanted) in [
        (json!({}), [(150.0, 300.0), (5.0, 300.0), (5.0, 400.0)]),
        (json!({"shape": "low"}), [(150.0, 100.0), (5.0, 100.0), (5.0, 200.0)]),
        (json!({"options": cap}), [(300.0, 150.0), (20.0, 130.0), (20.0, 230.0)]),
        (json!({"shape": "low", "options": cap}), [(300.0, 50.0), (20.0, 130.0 / 3.0), (20.0, 100.0 + 130.0 / 3.0)]),
    ] {
        let figure = Figure::new(&template, &look).0;
        let body = figure.body(None).unwrap();
        for (part, (x, y)) in ["hand:1", "head", "nose"].into_iter().zip(wanted) {
            let at = body.bones[body.find(&super::key(part)).unwrap()].pivot;
            assert!((at - Point::new(x, y)).hypot() < 1e-9, "{look} {part}: {at:?}");
        }
    }
}

/// Eyes, brows, cheeks and beaks hang on options, and a word that there is not is told where it stands.
#[test]
fn what_options_choose_of_a_face_is_looked_over() {
    let beak = r##""at": [0, 0], "half": 9, "upper": [[0, 5], [5, 0], [-5, 0]], "lower": [[0, -5], [5, 0], [-5, 0]],
        "hollow": [[0, -5], [5, 0], [-5, 0]], "lips": [], "line": [2], "color": "body", "under": "rim", "opens": 0.5,
        "tongue": [0, 0, 2, 1]"##;
    let kinds = [
        ("eyes", r#""side": 1, "at": [0, 0], "radius": [9, 9], "pupil": 4"#),
        ("brows", r#""side": 1, "at": [0, 9], "length": 9, "width": 3"#),
        ("cheeks", r#""side": 1, "at": [0, 9], "radius": [9, 9]"#),
        ("beaks", beak),
    ];
    for (kind, numbers) in kinds {
        let template = |choice: &str| {
            let face = format!(
                r#""faces": {{"front": {{"unit": 99, "line": 3, "lid": "body", "skin": "body",
                "{kind}": [{{{numbers}, "when": {{"hat": "{choice}"}}}}]}}}}, "views""#
            );
            Template::from_bytes(STAR.replacen(r#""views""#, &face, 1).as_bytes())
        };
        assert!(template("cap").is_ok(), "{kind}: {:?}", template("cap").err());
        let faults = template("cpa").expect_err(kind);
        let path = format!("faces.front.{kind}.0.when.hat");
        let told = faults.iter().any(|fault| fault.path == path && fault.to_string().contains("did you mean `cap`"));
        assert!(told, "{kind}: {faults:?}");
    }
}

#[test]
fn an_unknown_word_of_a_look_is_a_warning_with_the_choices_and_the_default_is_drawn() {
    let template = Template::from_bytes(STAR.as_bytes()).unwrap();
    let cases = [
        (json!({"style": "inky"}), "style", "flat, ink, soft"),
        (json!({"options": {"hat": "crown"}}), "options.hat", "none, cap"),
        (json!({"options": {"hats": "cap"}}), "options.hats", "did you mean `hat`"),
        (json!({"colors": {"bodie": "#FFFFFF"}}), "colors.bodie", "did you mean `body`"),
        (json!({"colors": {"body": "yellowish"}}), "colors.body", "#RRGGBB"),
        (json!({"stretch": {"x": 900}}), "stretch.x", "0.25 to 4"),
        (json!({"shape": "round"}), "shape", "unknown shape"),
        (json!("star"), "", "object"),
        (json!({"options": 3}), "options", "object"),
    ];
    let (plain, none) = Figure::new(&template, &serde_json::Value::Null);
    assert!(none.is_empty());
    for (look, path, word) in cases {
        let (figure, warnings) = Figure::new(&template, &look);
        let said = warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert_eq!(warnings.len(), 1, "{look}: {said}");
        assert!(warnings[0].path == path && said.contains(word), "{look}: {said}");
        assert_eq!(format!("{figure:?}"), format!("{plain:?}"), "{look}");
    }
    let (_, warnings) =
        Figure::new(&template, &json!({"style": "ink", "options": {"hat": "cap"}, "colors": {"body": "teal"}}));
    assert!(warnings.is_empty());
}

#[test]
fn a_slot_that_steps_from_another_follows_it() {
    let person = shipped("person");
    let knit = |look: serde_json::Value| {
        let tint = serde_json::from_value(json!("knit")).unwrap();
        jabber_render::figure::look::Look::read(&look, &person).0.colors.get(&tint)
    };
    // style.md §3: marigold → #FACB68 in the light, tomato → #ED886E.
    assert_eq!(knit(json!({})), jabber_render::display::Color::rgb(0xFA, 0xCB, 0x68));
    assert_eq!(knit(json!({"colors": {"body": "#E4523C"}})), jabber_render::display::Color::rgb(0xED, 0x88, 0x6E));
}

/// The roles outside the vocabulary that count as drawn are those that shipped templates draw.
#[test]
fn a_role_beside_the_vocabulary_is_known_as_drawn_when_a_shipped_body_draws_it() {
    let mut drawn = BTreeSet::new();
    for name in template::shipped_names() {
        let template = shipped(&name);
        let (figure, _) = Figure::new(&template, &serde_json::Value::Null);
        for view in template.views.keys() {
            let keys = figure.body(Some(*view)).unwrap().bones.iter().filter_map(|bone| bone.key.clone());
            drawn.extend(keys.filter(|key| matches!(key.role, Role::Other(_))).map(|key| key.role.to_string()));
        }
    }
    assert_eq!(drawn, DRAWN_BESIDE.map(str::to_owned).into());
}
