//! What a preview depends on: a pack, everything it refers to and what was asked for enter, a hash leaves.
use super::subjects::beside;
use crate::pack::{Catalog, Pack, PackKind, Source, sha256, shipped, shipped_file};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
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

/// The hash of all that the preview of a pack depends on, under these options.
pub(super) fn key(pack: &Arc<Pack>, catalog: &Catalog, options: &str) -> String {
    let mut all = format!("{PROGRAM}\n{options}\n");
    let (mut seen, mut waiting) = (BTreeSet::from([&*pack.id]), vec![pack]);
    while let Some(pack) = waiting.pop() {
        all.push_str(&format!("{} {}\n", pack.id, pack.whole_hash()));
        let mut words = BTreeSet::new();
        gather(&pack.content, &mut words);
        pack.preview.iter().for_each(|preview| gather(preview, &mut words));
        // Whom it is shown on, an option may say.
        words.extend(options.split(' '));
        for word in words {
            let tail = word.rsplit(':').next().unwrap_or(word);
            for (.., short) in PackKind::ALL {
                let named = catalog.get(&format!("c4c:{short}:{tail}"), None);
                waiting.extend(named.filter(|named| seen.insert(&named.id)));
            }
            files(word, tail, pack, &mut |bytes| all.push_str(&format!("{word} {}\n", sha256(bytes))));
        }
    }
    sha256(all.as_bytes())
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

/// The files that a word of a pack may name: a shipped drawing, a picture or a template beside it.
fn files(word: &str, tail: &str, pack: &Pack, add: &mut dyn FnMut(&[u8])) {
    for path in DRAWINGS.get(tail).into_iter().flatten() {
        shipped_file(path).iter().for_each(|bytes| add(bytes));
    }
    if !matches!(pack.source, Source::File(_)) {
        return;
    }
    let beside = beside(pack);
    if crate::stage::is_picture(word) {
        beside.picture(word).iter().for_each(|bytes| add(bytes));
    } else if !word.is_empty() && Path::new(word).components().all(|step| matches!(step, Component::Normal(_))) {
        for folder in [beside.folder.join("templates"), beside.folder.clone()] {
            std::fs::read(folder.join(format!("{word}.json"))).iter().for_each(|bytes| add(bytes));
        }
    }
}
