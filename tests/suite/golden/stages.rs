//! Each stage is broken in turn, beside a golden still, and must be the one that is named, with its first differing number.
use super::{Project, STAR};
use jabber_render::golden::Pixels;
use serde_json::{Value, json};
use std::fs;

/// What is named as the cause, and that the stills do differ.
fn cause(project: &Project) -> (String, Value) {
    let told = project.check(1, &[]);
    let one = &told["failing"][0];
    assert_eq!(one["verdict"], "differs", "{told:#}");
    assert!(one["pixels"].as_u64().unwrap() > 0);
    (one["stage"].as_str().unwrap().to_owned(), one["first"].clone())
}

#[test]
fn a_block_that_takes_longer_breaks_the_timeline() {
    let project = Project::new();
    project.change("film.json", r#"{"op": "wait", "for": 0.5}"#, r#"{"op": "wait", "for": 0.75}"#);
    let (stage, first) = cause(&project);
    assert_eq!(stage, "timeline");
    // The scene is record 0, at second 0; the caption after the wait is the next.
    assert_eq!(
        first,
        json!({"name": "caption \"First\": starts", "expected": "0.5", "actual": "0.75", "place": "record 1"})
    );
}

#[test]
fn an_angle_breaks_the_frame_state() {
    let project = Project::new();
    project.change("film.json", r#""deg": 12.5"#, r#""deg": 13"#);
    let (stage, first) = cause(&project);
    assert_eq!(stage, "frame");
    assert_eq!(first, json!({"name": "characters.mia.pose.torso", "expected": "12.5", "actual": "13", "place": null}));
}

#[test]
fn a_colour_breaks_the_display_list() {
    let project = Project::new();
    project.change("templates/star.json", r#""body": "marigold""#, r##""body": "#112233""##);
    let (stage, first) = cause(&project);
    assert_eq!(stage, "list");
    assert!(first["name"].as_str().unwrap().starts_with("figure of mia, path "), "{first}");
    assert!(first["name"].as_str().unwrap().ends_with(": paint"), "{first}");
    // The house's marigold (style.md §3) is #F7B733; what is named is it or a shade of it, as the golden still has it.
    let text = || fs::read_to_string(project.text()).unwrap();
    let paints = |text: &str, paint: &str| text.split_whitespace().any(|word| word == paint);
    let paint = |key: &str| first[key].as_str().unwrap().to_owned();
    assert!(paints(&text(), "#f7b733") && paints(&text(), &paint("expected")) && !paints(&text(), "#112233"));
    project.desk.run(&["golden", "update"]).says(0, &[]);
    assert!(paints(&text(), "#112233") && paints(&text(), &paint("actual")) && !paints(&text(), "#f7b733"));
}

#[test]
fn a_templates_path_breaks_the_display_list() {
    let project = Project::new();
    assert!(STAR.contains("\"tip\": [446, 650]"));
    project.change("templates/star.json", "\"tip\": [446, 650]", "\"tip\": [446, 750]");
    let (stage, first) = cause(&project);
    assert_eq!(stage, "list");
    let name = first["name"].as_str().unwrap();
    // A tip that is higher moves its arm's middle.
    assert!(name.starts_with("figure of mia, path ") && name.contains(": middle "), "{first}");
    assert!(first["place"].as_str().unwrap().starts_with("fill #"), "{first}");
    let number = |key: &str| first[key].as_str().unwrap().parse::<f64>().unwrap();
    assert!((number("expected") - number("actual")).abs() > 0.1, "{first}");
    // All of it is told in eighty columns: where it stands has a line of its own.
    let ran = project.desk.run(&["golden", "check"]);
    ran.says(1, &[&format!("display list: {name} "), &format!("({})", first["place"].as_str().unwrap())]);
    assert!(ran.said.lines().all(|line| line.chars().count() <= 80), "{}", ran.said);
}

/// One pixel of the golden still is another, and its text says so: as if it were painted otherwise now.
fn repaint(project: &Project, at: (u32, u32), color: [u8; 3]) -> [u8; 3] {
    let mut pixels = Pixels::from_png(&fs::read(project.png()).unwrap()).unwrap();
    let before = pixels.hash();
    let start = ((at.1 * pixels.width + at.0) * 4) as usize;
    let was = [pixels.data[start], pixels.data[start + 1], pixels.data[start + 2]];
    pixels.data[start..start + 3].copy_from_slice(&color);
    fs::write(project.png(), pixels.to_png().unwrap()).unwrap();
    project.change("golden/film/one@1.2.txt", &format!("{before:016x}"), &format!("{:016x}", pixels.hash()));
    was
}

#[test]
fn a_painter_that_paints_otherwise_breaks_the_picture() {
    let project = Project::new();
    let was = repaint(&project, (17, 9), [1, 2, 3]);
    let (stage, first) = cause(&project);
    assert_eq!(stage, "picture");
    let now = format!("#{:02x}{:02x}{:02x}", was[0], was[1], was[2]);
    assert_eq!(first, json!({"name": "pixel 17,9", "expected": "#010203", "actual": now, "place": null}));
    let told = project.check(1, &[]);
    assert_eq!((&told["failing"][0]["pixels"], &told["failing"][0]["bounds"]), (&json!(1), &json!([17, 9, 1, 1])));
}

#[test]
fn a_tolerance_holds_what_it_says_and_no_more() {
    let list = |pixels: u32, by: u32| {
        let tolerance = json!({"pixels": pixels, "by": by, "why": "a test"});
        json!({"cases": [{"name": "film/one", "file": "film.json", "at": 1.2, "tolerance": tolerance}]}).to_string()
    };
    let project = Project::new();
    let was = repaint(&project, (0, 0), [0, 0, 0]);
    repaint(&project, (1, 0), [0, 0, 0]);
    let far = u32::from(*was.iter().max().unwrap());
    let judged = |pixels, by, code| {
        project.desk.write("golden/golden.json", list(pixels, by));
        project.check(code, &[])
    };
    let told = judged(2, far, 0);
    assert_eq!((&told["ok"], &told["same"]), (&json!(true), &json!(0)));
    assert_eq!(judged(1, far, 1)["failing"][0]["verdict"], "differs");
    assert_eq!(judged(2, far - 1, 1)["failing"][0]["verdict"], "differs");
}

#[test]
fn what_comes_after_a_still_leaves_it_and_its_text_alone() {
    let project = Project::new();
    project.change("film.json", r#"{"op": "wait", "for": 5}"#, r#"{"op": "wait", "for": 6}"#);
    project.check(0, &[]);
}

#[test]
fn a_harmless_difference_hides_no_later_one() {
    let project = Project::new();
    project.change("film.json", r#""name": "one""#, r#""name": "two""#);
    project.change("templates/star.json", r#""body": "marigold""#, r##""body": "#112233""##);
    let told = project.check(1, &[]);
    let one = &told["failing"][0];
    // The earliest is the one that is named; the scene's name paints nothing, the colour does.
    let first = json!({"name": "scene: name", "expected": "\"one\"", "actual": "\"two\"", "place": "record 0"});
    assert_eq!((&one["stage"], &one["first"]), (&json!("timeline"), &first));
    let stages = one["stages"].as_array().unwrap();
    let words: Vec<&str> = stages.iter().map(|one| one["stage"].as_str().unwrap()).collect();
    assert_eq!(words, ["timeline", "frame", "list", "picture"]);
    assert_eq!(stages[0]["path"], "scene: name");
    assert_eq!((&stages[1]["path"], &stages[1]["actual"]), (&json!("scene"), &json!("\"two\"")));
    assert!(stages[2]["path"].as_str().unwrap().ends_with(": paint"), "{told:#}");
    assert!(stages[3]["path"].as_str().unwrap().starts_with("pixel "), "{told:#}");
}

#[test]
fn another_size_is_said_and_no_stage_is_blamed() {
    let project = Project::new();
    project.change("golden/golden.json", r#""at": 1.2"#, r#""at": 1.2, "size": "256x144", "note": "a test""#);
    let told = project.check(1, &[]);
    let one = &told["failing"][0];
    assert_eq!((&one["verdict"], &one["stage"]), (&json!("differs"), &Value::Null), "{told:#}");
    assert_eq!(one["said"], "another size: 256x144 instead of 320x180");
    assert_eq!(one["size"], json!({"expected": "320x180", "actual": "256x144"}));
    let ran = project.desk.run(&["golden", "check"]);
    ran.says(1, &["another size: 256x144 instead of 320x180"]);
    assert!(!ran.said.contains("display list") && !ran.said.contains("→"), "{}", ran.said);
}
