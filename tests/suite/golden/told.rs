//! What the commands say, write and leave alone: reports that are not theirs, names that are meant whole, lists that are wrong.
use super::{CARTOON, LIST, Project, STAR};
use crate::cli::Desk;
use jabber_render::engine::LONGEST;
use jabber_render::golden::{HEAVIEST, LATEST};
use serde_json::{Value, json};
use std::fs;

#[test]
fn a_pass_takes_away_only_what_a_check_has_written() {
    let project = Project::new();
    fs::create_dir(project.desk.path("mine")).unwrap();
    project.desk.write("mine/report.html", "<p>mine").write("mine/contact.png", "mine too");
    project.check(0, &["--report", "mine"]);
    assert_eq!(fs::read(project.desk.path("mine/report.html")).unwrap(), b"<p>mine");
    assert_eq!(fs::read(project.desk.path("mine/contact.png")).unwrap(), b"mine too");
    // A folder of that name cannot be removed as a file: the check passes all the same.
    project.change("film.json", r#""deg": 12.5"#, r#""deg": 40"#);
    project.check(1, &["--report", "ours"]);
    fs::remove_file(project.desk.path("ours/contact.png")).unwrap();
    fs::create_dir(project.desk.path("ours/contact.png")).unwrap();
    project.desk.write("film.json", CARTOON);
    project.check(0, &["--report", "ours"]);
    fs::remove_dir(project.desk.path("ours/contact.png")).unwrap();
    // A check of some stills says nothing of the others.
    project.check(0, &["--report", "ours", "one"]);
    assert!(project.desk.path("ours/report.html").exists());
    project.check(0, &["--report", "ours"]);
    assert!(!project.desk.path("ours/report.html").exists());
}

#[test]
fn a_whole_name_means_that_alone() {
    let list = r#"{"cases": [
        {"name": "film/one", "file": "film.json", "at": [1, 1.2]}, {"name": "film/one-more", "file": "film.json", "at": 2},
        {"name": "my/film/one", "file": "film.json", "at": 1}
    ]}"#;
    let project = Project::of(list);
    for (pattern, stills) in [("film/one@1", 1), ("film/one", 2), ("film/one*", 3), ("ilm/one", 4), ("ilm/one@1", 3)] {
        assert_eq!(project.check(0, &[pattern])["stills"], stills, "{pattern}");
    }
}

#[test]
fn hints_are_about_the_same_folder_and_stills() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("it's me")).unwrap();
    desk.write("film.json", CARTOON).write("star.json", STAR).write("it's me/golden.json", LIST);
    let ran = desk.run(&["golden", "check", "--dir", "it's me", "*@1.2"]);
    ran.says(1, &[r"jabber-render golden update --dir 'it'\''s me' '*@1.2'"]);
    desk.write("it's me/left.png", "");
    desk.run(&["golden", "update", "--dir", "it's me"]).says(0, &[r"golden prune --dir 'it'\''s me' removes"]);
}

#[test]
fn what_was_found_is_told_before_what_could_not_be_written() {
    let project = Project::new();
    project.change("film.json", r#""deg": 12.5"#, r#""deg": 40"#);
    fs::create_dir_all(project.desk.path("taken/report.html")).unwrap();
    for args in [&["--junit", "taken"][..], &["--report", "taken"], &["--report", "film.json"]] {
        let ran = project.desk.run(&[&["golden", "check", "--json"], args].concat());
        ran.says(3, &["1 differs"]);
        let (found, failed) = (ran.said.find("1 differs").unwrap(), ran.said.find("error: ").unwrap());
        assert!(found < failed, "{}", ran.said);
        let told: Value = serde_json::from_str(&ran.gave).unwrap();
        assert_eq!(told["failing"][0]["verdict"], "differs");
    }
}

#[test]
fn a_still_that_is_too_large_is_not_taken_and_a_size_that_fits_is_named() {
    let project = Project::new();
    project.change("film.json", r#""name": "one""#, r#""name": "one", "place": "park""#);
    let list = |size: &str| {
        let case = json!({"name": "film/big", "file": "film.json", "at": 1.2, "size": size, "note": "why"});
        project.desk.write("golden/golden.json", json!({"cases": [case]}).to_string());
    };
    list("1920x1080");
    let ran = project.desk.run(&["golden", "update"]);
    ran.says(1, &["heavy", "film/big@1.2", "40 at most: not taken", "1 still: 1 too large to take"]);
    assert!(!project.desk.path("golden/film/big@1.2.png").exists());
    let size = ran.said.split("\"size\": \"").nth(1).unwrap().split('"').next().unwrap();
    list(size);
    project.desk.run(&["golden", "update"]).says(0, &["1 new"]);
    assert!(fs::metadata(project.desk.path("golden/film/big@1.2.png")).unwrap().len() <= HEAVIEST);
    // It is the largest of the shares tried: the one before it is too large.
    let shares = ["1920x1080", "1536x864", "1152x648", "768x432", "480x270", "288x162", "192x108", "134x75"];
    let at = shares.iter().position(|share| *share == size).unwrap();
    fs::remove_dir_all(project.desk.path("golden/film")).unwrap();
    list(shares[at - 1]);
    project.desk.run(&["golden", "update"]).says(1, &["1 too large to take"]);
}

#[test]
fn a_check_of_nothing_or_of_a_list_that_is_wrong_fails_in_every_form() {
    let project = Project::new();
    for (list, word) in
        [(r#"{"cases": []}"#, "no cases"), (r#"{"caes": []}"#, "unknown field"), ("", "golden/golden.json")]
    {
        project.desk.write("golden/golden.json", list);
        let told = project.check(1, &["--junit", "junit.xml"]);
        assert_eq!((&told["ok"], &told["failing"][0]["verdict"]), (&json!(false), &json!("broken")), "{told}");
        assert!(told["failing"][0]["said"].as_str().unwrap().contains(word), "{told}");
        let xml = fs::read_to_string(project.desk.path("junit.xml")).unwrap();
        assert!(xml.contains("failures=\"1\"") && xml.contains(word), "{xml}");
    }
    project.desk.write("golden/golden.json", r#"{"cases": []}"#);
    project.desk.run(&["golden", "check"]).says(1, &["nothing is checked", "golden init CARTOON"]);
}

#[test]
fn a_list_goes_no_further_than_a_film() {
    assert_eq!(LATEST, LONGEST);
}

#[test]
fn init_writes_the_list_before_the_stills() {
    let project = Project::new();
    fs::remove_dir_all(project.desk.path("golden")).unwrap();
    fs::create_dir(project.desk.path("golden")).unwrap();
    // A file where the area's folder should be ends the command at its first still.
    project.desk.write("golden/film", "").run(&["golden", "init", "film.json"]).says(3, &["golden/film"]);
    fs::remove_file(project.desk.path("golden/film")).unwrap();
    assert_eq!(project.check(1, &[])["failing"][0]["verdict"], "missing");
    project.desk.run(&["golden", "update"]).says(0, &["new"]);
    project.check(0, &[]);
}
