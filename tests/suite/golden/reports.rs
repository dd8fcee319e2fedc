//! The report, the contact sheet and the JUnit XML of stills that fail on purpose.
use super::Project;
use jabber_render::golden::{Pixels, amplified};
use serde_json::Value;
use std::fs;

const TWO: &str = r#"{"cases": [
  {"name": "film/one", "file": "film.json", "at": [0.25, 1.2], "note": "</script><b>\"quoted\" & 'so'"},
  {"name": "film/gone", "file": "film.json", "at": 2}
]}"#;

/// Two stills that differ, the worse one at 1.2 s, and one that is missing; what was there before is kept.
fn failing() -> Project {
    let project = Project::of(TWO);
    project.change("templates/star.json", r#""body": "marigold""#, r##""body": "#112233""##);
    project.change("film.json", r#""deg": 12.5"#, r#""deg": 40"#);
    fs::remove_file(project.desk.path("golden/film/gone@2.png")).unwrap();
    project
}

/// What the page's script draws from.
fn data(page: &str) -> Value {
    let after = page.split("<script type=\"application/json\" id=\"data\">").nth(1).unwrap();
    serde_json::from_str(after.split("</script>").next().unwrap()).unwrap()
}

fn decoded(uri: &Value) -> Pixels {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = uri.as_str().unwrap().strip_prefix("data:image/png;base64,").unwrap();
    assert!(text.len().is_multiple_of(4));
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for letter in text.trim_end_matches('=').chars() {
        bits = bits << 6 | LETTERS.find(letter).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    Pixels::from_png(&bytes).unwrap()
}

#[test]
fn the_report_holds_all_that_it_shows_the_worst_first() {
    let project = failing();
    project.check(1, &[]);
    let page = fs::read_to_string(project.desk.path("target/golden/report.html")).unwrap();
    // Nothing is fetched: no address but those of pictures within.
    for outside in ["http:", "https:", "src=\"", "url(", "@import", "<link rel=\"stylesheet"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "a text ends the script");
    assert!(page.contains("<title>3 of 3 golden stills fail</title>"));
    let data = data(&page);
    let stills = data["stills"].as_array().unwrap();
    let names: Vec<&str> = stills.iter().map(|still| still["name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "film/gone@2");
    assert!(names.contains(&"film/one@1.2") && names.contains(&"film/one@0.25"));
    let mean = |i: usize| stills[i]["mean"].as_f64().unwrap();
    assert!(mean(1) >= mean(2));
    let one = stills.iter().find(|still| still["name"] == "film/one@1.2").unwrap();
    let stages = &one["stages"];
    assert_eq!((&stages[0]["stage"], &stages[0]["path"]), (&"frame".into(), &"characters.mia.pose.torso".into()));
    assert_eq!((&stages[1]["stage"], &stages[2]["stage"]), (&"list".into(), &"picture".into()));
    assert_eq!(one["file"], "film.json");
    assert_eq!(one["note"], "</script><b>\"quoted\" & 'so'");
    assert_eq!(one["update"], "jabber-render golden update 'film/one@1.2'");
    let expected = Pixels::from_png(&fs::read(project.png()).unwrap()).unwrap();
    assert_eq!(decoded(&one["e"]), expected);
    assert_eq!(decoded(&one["d"]), amplified(&expected, &decoded(&one["a"])));
    assert!(stills[0]["e"].is_null() && !stills[0]["a"].is_null());
}

#[test]
fn a_report_goes_when_all_is_well_again() {
    let project = failing();
    project.check(1, &["--report", "elsewhere/deep"]);
    let report = project.desk.path("elsewhere/deep");
    assert_eq!(fs::read_dir(&report).unwrap().count(), 2);
    project.desk.write("elsewhere/deep/mine.html", "");
    project.desk.run(&["golden", "update"]).says(0, &[]);
    project.check(0, &["--report", "elsewhere/deep"]);
    assert_eq!(fs::read_dir(&report).unwrap().count(), 1);
    assert!(!project.desk.path("target").exists());
}

#[test]
fn the_contact_sheet_shows_expected_actual_and_difference_in_rows() {
    let project = failing();
    project.check(1, &["one@1.2"]);
    let sheet = Pixels::from_png(&fs::read(project.desk.path("target/golden/contact.png")).unwrap()).unwrap();
    let page = fs::read_to_string(project.desk.path("target/golden/report.html")).unwrap();
    let one = &data(&page)["stills"][0];
    // Three pictures of 320 side by side with 12 between; the first row lies under the titles (30) and its name (40).
    assert_eq!(sheet.width, 3 * 320 + 4 * 12);
    for (column, picture) in ["e", "a", "d"].map(|key| decoded(&one[key])).iter().enumerate() {
        for (x, y) in [(0, 0), (319, 0), (160, 90), (150, 120), (319, 179)] {
            let at = (12 + column as u32 * 332 + x, 70 + y);
            assert_eq!(sheet.pixel(at.0, at.1), picture.pixel(x, y), "column {column}, {x},{y}");
        }
    }
}

#[test]
fn junit_has_a_case_for_every_still_and_every_file_too_many() {
    let project = failing();
    fs::copy(project.png(), project.desk.path("golden/a<b.png")).unwrap();
    project.check(1, &["--junit", "out/junit.xml"]);
    let xml = fs::read_to_string(project.desk.path("out/junit.xml")).unwrap();
    assert!(xml.contains("<testsuites name=\"golden\" tests=\"4\" failures=\"4\""), "{xml}");
    assert_eq!((xml.matches("<testcase ").count(), xml.matches("<failure ").count()), (4, 4));
    assert_eq!(xml.matches("<testcase ").count(), xml.matches("</testcase>").count());
    for part in ["classname=\"golden.film\" name=\"one@1.2\"", "type=\"missing\"", "a&lt;b.png", "torso 12.5 → 40"] {
        assert!(xml.contains(part), "{part} is not in {xml}");
    }
    project.desk.run(&["golden", "update"]).says(0, &[]);
    project.desk.run(&["golden", "prune"]).says(0, &[]);
    project.check(0, &["--junit", "out/junit.xml"]);
    let xml = fs::read_to_string(project.desk.path("out/junit.xml")).unwrap();
    assert!(xml.contains("tests=\"3\" failures=\"0\"") && xml.matches("<testcase ").count() == 3, "{xml}");
}

#[test]
fn what_is_told_fits_eighty_columns_and_says_where_to_look() {
    let project = failing();
    let ran = project.desk.run(&["golden", "check"]);
    ran.says(1, &["0 of 3 stills are the same, 2 differ, 1 is missing", "report: target/golden/report.html"]);
    ran.says(1, &["frame state: characters.mia.pose.torso 12.5 → 40", "golden update"]);
    assert!(ran.said.lines().all(|line| line.chars().count() <= 80), "{}", ran.said);
    assert!(ran.gave.is_empty());
}

#[test]
fn the_report_counts_files_that_no_case_names_in_its_title() {
    let project = failing();
    let left = project.desk.path("golden/left.png");
    fs::copy(project.png(), &left).unwrap();
    let title = || {
        project.check(1, &[]);
        let page = fs::read_to_string(project.desk.path("target/golden/report.html")).unwrap();
        let after = page.split("<title>").nth(1).unwrap().to_owned();
        (after.split("</title>").next().unwrap().to_owned(), data(&page)["unlisted"].clone())
    };
    assert_eq!(
        title(),
        ("3 of 3 golden stills fail, 1 file that no case names".to_owned(), serde_json::json!(["left.png"]))
    );
    project.desk.run(&["golden", "update"]).says(0, &[]);
    assert_eq!(title().0, "1 file that no case names");
}
