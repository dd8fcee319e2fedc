//! What a preview depends on: a pack, everything it refers to and what was asked for enter, a hash leaves.
use super::subjects::{Source, Subjects};
use crate::cli::Beside;
use crate::pack::{PackKind, shipped, shipped_file};
use crate::stage::is_picture;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Component, Path};
use std::sync::{Arc, LazyLock};

/// The program that draws: its version, and a fingerprint of its sources and templates.
const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("JABBER_FINGERPRINT"));

/// The shipped drawings by their names without folder and ending.
static DRAWINGS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut drawings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in shipped() {
        if let Some(name) = path.strip_suffix(".svg").and_then(|path| path.rsplit('/').next()) {
            drawings.entry(name.to_owned()).or_default().push(path);
        }
    }
    drawings
});

/// The hash of bytes, in hexadecimal.
pub(super) fn hashed(bytes: &[u8]) -> String {
    hex(Sha256::new_with_prefix(bytes))
}

fn hex(sha: Sha256) -> String {
    sha.finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The hash of all that the preview of a pack depends on, under these options.
pub(super) fn key(source: &Source, subjects: &Subjects, options: &str) -> String {
    let mut sha = Sha256::new();
    let mut add = |bytes: &[u8]| {
        sha.update((bytes.len() as u64).to_le_bytes());
        sha.update(bytes);
    };
    add(PROGRAM.as_bytes());
    add(options.as_bytes());
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![source]);
    seen.insert(Arc::clone(&source.pack.id));
    while let Some(source) = waiting.pop() {
        add(source.pack.id.as_bytes());
        add(&source.bytes);
        let mut words = BTreeSet::new();
        gather(&source.pack.content, &mut words);
        source.pack.preview.iter().for_each(|preview| gather(preview, &mut words));
        // A preview that says not what it is shown with takes what the option or the program says.
        words.extend(options.split(' '));
        for word in words {
            let tail = word.rsplit(':').next().unwrap_or(word);
            for (.., short) in PackKind::ALL {
                let named = subjects.sources.get(format!("c4c:{short}:{tail}").as_str());
                if let Some(named) = named.filter(|named| seen.insert(Arc::clone(&named.pack.id))) {
                    waiting.push(named);
                }
            }
            files(word, tail, source, &mut add);
        }
    }
    hex(sha)
}

/// Every text in a value, the keys of its objects too: any of them may name something.
fn gather<'a>(value: &'a Value, words: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) => _ = words.insert(text),
        Value::Array(list) => list.iter().for_each(|value| gather(value, words)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            words.insert(key);
            gather(value, words);
        }),
        _ => {}
    }
}

/// The files that a word of a pack may name: a shipped drawing, a picture, a recording or a template beside it.
fn files(word: &str, tail: &str, source: &Source, add: &mut impl FnMut(&[u8])) {
    for path in DRAWINGS.get(tail).into_iter().flatten() {
        shipped_file(path).iter().for_each(|bytes| add(bytes));
    }
    let Some(path) = &source.path else { return };
    let beside = Beside::new(path, None);
    if is_picture(word) {
        beside.picture(word).iter().for_each(|bytes| add(bytes));
    } else if let Some(bytes) = beside.recorded(word).ok().and_then(|file| std::fs::read(file).ok()) {
        add(&bytes);
    } else if !word.is_empty() && Path::new(word).components().all(|step| matches!(step, Component::Normal(_))) {
        for file in [beside.folder.join("templates"), beside.folder.clone()] {
            std::fs::read(file.join(format!("{word}.json"))).iter().for_each(|bytes| add(bytes));
        }
    }
}
