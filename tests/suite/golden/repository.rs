//! The repository's own golden stills: all are as they were taken, and nothing that is shipped goes without.
use crate::cli::Desk;
use jabber_render::figure::template::shipped_names;
use jabber_render::golden::{Case, List};
use jabber_render::pack::{Catalog, PackKind};
use jabber_render::stage::GRADES;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn list() -> List {
    List::read(&fs::read(root().join("golden/golden.json")).unwrap()).unwrap()
}

#[test]
fn every_still_is_as_it_was_taken() {
    let report = root().join("target/golden");
    let desk = Desk::new();
    let mut command = desk.command(&["golden", "check", "--report"]);
    let output = command.arg(&report).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() { files(&entry, found) } else { found.push(entry) }
    }
}

#[test]
fn the_stills_are_few_and_small() {
    let mut found = Vec::new();
    files(&root().join("golden"), &mut found);
    let bytes: u64 = found.iter().map(|file| file.metadata().unwrap().len()).sum();
    assert!(bytes < 12 << 20, "{bytes} bytes");
    let stills: usize = list().cases.iter().map(|case| case.stills().len()).sum();
    assert!(stills < 500, "{stills} stills");
    for file in found.iter().filter(|file| file.extension().is_some_and(|extension| extension == "png")) {
        assert!(file.metadata().unwrap().len() <= 40 << 10, "{}", file.display());
    }
}

#[test]
fn whatever_is_shipped_has_its_stills() {
    let list = list();
    let of = |file: &str| list.cases.iter().filter(|case| case.file == file).collect::<Vec<&Case>>();
    for body in shipped_names() {
        let cases = of(&format!("templates/{body}.json"));
        for style in ["flat", "ink", "soft"] {
            let is_style = |case: &&Case| case.options.look.as_ref().is_some_and(|look| look["style"] == style);
            assert!(cases.iter().any(is_style), "{body} in {style}");
        }
        assert!(cases.iter().any(|case| case.options.grid.as_deref() == Some("moods")), "the moods of {body}");
    }
    let catalog = Catalog::shipped();
    let packs = |kind| catalog.of_kind(kind).map(|pack| pack.id.rsplit(':').next().unwrap().to_owned());
    for id in packs(PackKind::Behaviour) {
        let cases = ["behaviours", "skeleton"].map(|folder| of(&format!("packs/{folder}/{id}.json"))).concat();
        let moments: usize = cases.iter().map(|case| case.at.len()).sum();
        assert!(moments >= 3, "the behaviour {id}");
    }
    for id in packs(PackKind::Look) {
        assert!(!of(&format!("packs/looks/{id}.json")).is_empty(), "the look {id}");
    }
    for id in packs(PackKind::Character) {
        assert!(!of(&format!("packs/characters/{id}.json")).is_empty(), "the character {id}");
    }
    for id in packs(PackKind::Place) {
        let cases = of(&format!("packs/places/{id}.json"));
        let is = |grade: &str, upright: bool| {
            let shape = |case: &&&Case| case.size.is_some_and(|(width, height)| upright == (width < height));
            cases.iter().filter(shape).any(|case| case.options.grade.as_deref() == Some(grade))
        };
        let grades = if id == "park" { &GRADES[..] } else { &["normal"] };
        assert!(grades.iter().all(|grade| is(grade, false)) && is("normal", true), "{id}");
    }
    let mut examples = Vec::new();
    files(&root().join("examples"), &mut examples);
    // A picture is seen in the cartoon that it lies beside.
    for example in examples.iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        let name = example.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        assert!(!of(&name).is_empty(), "{name}");
    }
}
