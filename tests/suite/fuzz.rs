//! The kept corpus of the fuzz targets through their own bodies, without cargo-fuzz, and what makes inputs for them.
#[path = "../../fuzz/src/lib.rs"]
mod targets;

use jabber_render::program::load_value;
use jabber_render::vocabulary::table::{block, blocks};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use targets::made::Maker;
use targets::{dictionary, expression, mutated, pack, picture, program, template};

/// Far more than any input takes in a test build.
const SOON: Duration = Duration::from_secs(10);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

fn corpus(target: &str, run: fn(&[u8])) {
    let mut files: Vec<_> =
        fs::read_dir(folder("corpus").join(target)).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "{} files", files.len());
    for file in files {
        let data = fs::read(&file).unwrap();
        let start = Instant::now();
        // The name of the input stands before what a law says of it.
        eprintln!("{}", file.display());
        run(&data);
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    }
}

#[test]
fn the_corpus_of_formulas_holds() {
    corpus("expression", expression::run);
}

#[test]
fn the_corpus_of_programs_holds() {
    corpus("program", program::run);
}

#[test]
fn the_corpus_of_packs_holds() {
    corpus("pack", pack::run);
}

/// Our own art, whole and with a byte in sixteen of a part of it another.
#[test]
fn templates_and_pictures_hold() {
    let files = |folder: &Path, end: &str| {
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == end));
        files.sort();
        files
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (templates, props) = (files(&root.join("templates"), "json"), files(&root.join("packs/props"), "svg"));
    let pixels = ["png", "jpg", "webp"].map(|end| files(&folder("corpus/picture"), end)).concat();
    assert!(templates.len() > 5 && props.len() > 10 && pixels.len() > 2);
    for (k, file) in templates.iter().chain(&props).chain(&pixels).enumerate() {
        let data = fs::read(file).unwrap();
        let run = if k < templates.len() { template::run } else { picture::run };
        // Whole templates the pack target has.
        if k >= templates.len() {
            run(&data);
        }
        if let Some(other) = mutated::mutated(&data, k as u32) {
            run(&other);
        }
        let mut spoilt = data;
        let from = spoilt.len() / 3;
        spoilt.iter_mut().skip(from).step_by(16).take(9).for_each(|byte| *byte = byte.wrapping_add(k as u8 + 1));
        run(&spoilt);
    }
}

/// `JABBER_WRITE=1 cargo test dictionary` writes it anew.
#[test]
fn the_dictionary_has_every_word_of_the_table() {
    let file = folder("program.dict");
    if std::env::var_os("JABBER_WRITE").is_some() {
        fs::write(&file, dictionary::text()).unwrap();
    }
    assert_eq!(fs::read_to_string(file).unwrap(), dictionary::text());
    for spec in blocks() {
        assert!(dictionary::text().contains(&format!("\"{}\"\n", spec.op)));
    }
}

#[test]
fn what_is_made_validates() {
    let mut wrong = Vec::new();
    for seed in 0..2000 {
        let loaded = load_value(&Maker::new(seed).program());
        wrong.extend(loaded.errors().map(|fault| format!("seed {seed}: {fault}")));
        assert_eq!(loaded.is_ok(), loaded.errors().next().is_none());
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong[..wrong.len().min(9)].join("\n"));
}

#[test]
fn every_block_is_made() {
    let mut words: Vec<&str> = blocks().map(|spec| spec.op).collect();
    for seed in 0..2000 {
        let text = Maker::new(seed).program().to_string();
        words.retain(|word| !text.contains(&format!(r#""op":"{word}""#)));
    }
    assert!(words.is_empty(), "{words:?}");
    let wait = Maker::new(1).block_of(block("wait").unwrap(), false, 0);
    assert!(wait.get("for").is_some() != wait.get("until").is_some(), "{wait}");
}

/// Changed JSON is JSON, mostly another one; what was a program often still is.
#[test]
fn what_is_changed_stays_json() {
    let (mut changed, mut programs) = (0, 0);
    for seed in 0..1000 {
        let before = Maker::new(seed % 50).program();
        let Some(after) = mutated::mutated(before.to_string().as_bytes(), seed) else { continue };
        let after: Value = serde_json::from_slice(&after).unwrap();
        changed += usize::from(after != before);
        programs += usize::from(load_value(&after).is_ok());
    }
    assert!(changed > 700 && programs > 150, "{changed} changed, {programs} programs");
    let (one, two) = (json!([1, 2, 3]).to_string(), json!({"a": "b"}).to_string());
    let crossed = mutated::crossed(one.as_bytes(), two.as_bytes(), 3).unwrap();
    assert!(serde_json::from_slice::<Value>(&crossed).is_ok());
}
