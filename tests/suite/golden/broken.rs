//! What cannot be drawn as it says is not golden: stand-ins, and what a case asks for that is not there.
use super::{Project, STAR};
use crate::cli::Desk;
use std::fs;

/// Changes of the cartoon after which something else would be drawn: what is replaced by what, and what is said.
const STAND_INS: [(&str, &str, &[&str]); 3] = [
    (r#""template": "star""#, r#""template": "perso""#, &["film.json:3", "no template \"perso\"", "\"person\"?"]),
    (r#""name": "one""#, r#""name": "one", "place": "prak""#, &["film.json:5", "\"prak\"", "\"park\"?"]),
    (
        r#"{"op": "wait", "for": 0.5},"#,
        r#"{"op": "does", "who": "mia", "behaviour": "c4c:beh:wvae", "for": 0.5}, {"op": "wait", "for": 0.5},"#,
        &["film.json:6", "c4c:beh:wvae"],
    ),
];

#[test]
fn a_stand_in_is_neither_checked_nor_taken() {
    for (from, to, words) in STAND_INS {
        let project = Project::new();
        let before = fs::read(project.png()).unwrap();
        project.change("film.json", from, to);
        let broken = project.desk.run(&["golden", "check"]);
        broken.says(1, words).says(1, &["error: ", "1 is broken"]);
        assert!(!broken.said.contains("golden update"), "{}", broken.said);
        project.desk.run(&["golden", "update"]).says(1, words);
        assert!(fs::read(project.png()).unwrap() == before, "{to} was taken");
        fs::remove_dir_all(project.desk.path("golden")).unwrap();
        project.desk.run(&["golden", "init", "film.json"]).says(1, words);
        assert!(!project.desk.path("golden").exists(), "{to} was listed");
    }
}

#[test]
fn a_template_that_is_wrong_breaks_the_stills_of_whoever_wears_it() {
    let project = Project::new();
    project.change("templates/star.json", "\"views\"", "\"veiws\"");
    let told = project.check(1, &[]);
    let said = told["failing"][0]["said"].as_str().unwrap();
    assert_eq!(told["failing"][0]["verdict"], "broken");
    assert!(said.starts_with("film.json:3: ") && said.contains("templates/star.json"), "{said}");
}

#[test]
fn what_is_odd_is_said_once_and_what_is_wrong_once_a_file() {
    let list = r#"{"cases": [
        {"name": "film/one", "file": "film.json", "at": [1.2, 2]},
        {"name": "film/two", "file": "film.json", "at": 1.2, "size": "160x90", "note": "small"}
    ]}"#;
    let project = Project::of(list);
    // A letter that no font here draws, a style that is not there: the picture stays, and the text beside it is out of date.
    project.change("film.json", "\"text\": \"First\"", "\"text\": \"First\u{10a80}\"");
    for (from, to, line, letters) in [
        (r#""template": "star""#, r#""template": "star", "style": "inkk""#, "film.json:3", 1),
        ("\"op\": \"setPart\"", "\"op\": \"setPrat\"", "film.json:9", 0),
    ] {
        project.change("film.json", from, to);
        let ran = project.desk.run(&["golden", "check"]);
        ran.says(1, &[line]);
        assert_eq!(ran.said.matches(&format!("--> {line}")).count(), 1, "{}", ran.said);
        assert_eq!(ran.said.matches("no font at hand has Old North Arabian").count(), letters, "{}", ran.said);
    }
}

#[test]
fn what_a_case_asks_for_is_there_or_a_fault_at_its_place() {
    let desk = Desk::new();
    fs::create_dir(desk.path("golden")).unwrap();
    desk.write("nod.json", include_str!("../../../examples/nod.json")).write("star.json", STAR);
    let nod = r#""file": "nod.json", "at": 0.5"#;
    let cases: [(&str, &str, &[&str]); 6] = [
        (
            nod,
            r#"{"look": {"template": "dgo"}}"#,
            &["cases.0.options.look.template", "\"dgo\"", "did you mean \"dog\"?"],
        ),
        (
            nod,
            r#"{"look": {"template": "dog", "style": "inkk"}}"#,
            &["cases.0.options.look.style", "did you mean `ink`?"],
        ),
        (nod, r#"{"params": {"deeg": 20}}"#, &["cases.0.options.params.deeg", "no param \"deeg\"", "\"deg\"?"]),
        (nod, r#"{"params": {"deg": "=1+"}}"#, &["cases.0.options.params.deg"]),
        (nod, r#"{"packs": "nowhere"}"#, &["cases.0.options.packs", "there is no folder nowhere"]),
        (
            r#""file": "star.json""#,
            r#"{"look": {"style": "inkk"}}"#,
            &["cases.0.options.look.style", "did you mean `ink`?"],
        ),
    ];
    for (file, options, words) in cases {
        let sound = format!(r#"{{"name": "a/sound", {nod}}}"#);
        desk.write(
            "golden/golden.json",
            format!(r#"{{"cases": [{{"name": "a/b", {file}, "options": {options}}}, {sound}]}}"#),
        );
        // The other case is taken all the same.
        desk.run(&["golden", "update"]).says(1, words).says(1, &["golden/golden.json:1", "2 stills: 1 new, 1 broken"]);
        fs::remove_dir_all(desk.path("golden/a")).unwrap();
    }
}

#[test]
fn who_stands_in_a_place_may_have_a_template_of_the_projects_own() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("show/templates")).unwrap();
    fs::create_dir(desk.path("golden")).unwrap();
    desk.write("show/park.json", include_str!("../../../packs/places/park.json"));
    // Four legs, where a body that nothing is said of has two.
    desk.write("show/templates/hound.json", include_str!("../../../templates/dog.json"));
    let case = r#"{"name": "a/b", "file": "show/park.json", "at": 1, "size": "128x72", "note": "small", "options": {"look": {"template": "hound"}}}"#;
    let ran = desk.write("golden/golden.json", format!("{{\"cases\": [{case}]}}")).run(&["golden", "update"]);
    assert!(!ran.says(0, &["1 new"]).said.contains("legs"), "{}", ran.said);
}
