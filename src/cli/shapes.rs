//! What pictures depend on: packs, cartoons and what they refer to enter, a text leaves that differs when they do, for a hash of it.
use super::Beside;
use crate::pack::{Catalog, Pack, PackKind, Source, sha256, shipped, shipped_file};
use crate::stage::is_picture;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path};
use std::sync::{Arc, LazyLock};

/// The program that draws: its version, and a fingerprint of its sources and templates.
pub(super) const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("JABBER_FINGERPRINT"));

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

/// All that some content refers to, as it is gathered.
pub(super) struct Shapes<'a> {
    catalog: &'a Catalog,
    text: String,
    seen: BTreeSet<&'a str>,
    waiting: Vec<&'a Arc<Pack>>,
}

impl<'a> Shapes<'a> {
    /// Nothing yet, under these options.
    pub fn new(catalog: &'a Catalog, options: &str) -> Self {
        let text = format!("{PROGRAM}\n{options}\n");
        Self { catalog, text, seen: BTreeSet::new(), waiting: Vec::new() }
    }

    /// Adds a pack and all that it refers to; `words` are looked up for every pack beside its own.
    pub fn pack(&mut self, pack: &'a Arc<Pack>, words: &str) {
        self.seen.insert(&pack.id);
        self.waiting.push(pack);
        self.follow(words);
    }

    /// Adds a cartoon, what lies beside it and all that it refers to.
    pub fn cartoon(&mut self, content: &Value, beside: &Beside, words: &str) {
        let mut named = BTreeSet::new();
        gather(content, &mut named);
        named.extend(words.split(' '));
        self.text.push_str(&format!("{}\n", sha256(content.to_string().as_bytes())));
        for word in named {
            self.word(word, Some(beside));
        }
        self.follow(words);
    }

    /// The hash of it all.
    pub fn hash(&self) -> String {
        sha256(self.text.as_bytes())
    }

    fn follow(&mut self, more: &str) {
        while let Some(pack) = self.waiting.pop() {
            self.text.push_str(&format!("{} {}\n", pack.id, pack.whole_hash()));
            let mut words = BTreeSet::new();
            gather(&pack.content, &mut words);
            pack.preview.iter().for_each(|preview| gather(preview, &mut words));
            words.extend(more.split(' '));
            let beside = matches!(pack.source, Source::File(_)).then(|| beside(pack));
            for word in words {
                self.word(word, beside.as_ref());
            }
        }
    }

    /// The packs and the files that a word may name.
    fn word(&mut self, word: &str, beside: Option<&Beside>) {
        let tail = word.rsplit(':').next().unwrap_or(word);
        for (.., short) in PackKind::ALL {
            let named = self.catalog.get(&format!("c4c:{short}:{tail}"), None);
            self.waiting.extend(named.filter(|named| self.seen.insert(&named.id)));
        }
        let text = &mut self.text;
        files(word, tail, beside, &mut |bytes| text.push_str(&format!("{word} {}\n", sha256(bytes))));
    }
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

/// The files that a word may name: a shipped drawing, a picture, a recording or a template beside what names it.
fn files(word: &str, tail: &str, beside: Option<&Beside>, add: &mut dyn FnMut(&[u8])) {
    for path in DRAWINGS.get(tail).into_iter().flatten() {
        shipped_file(path).iter().for_each(|bytes| add(bytes));
    }
    let Some(beside) = beside else { return };
    if is_picture(word) {
        beside.picture(word).iter().for_each(|bytes| add(bytes));
    } else if !word.is_empty() && Path::new(word).components().all(|step| matches!(step, Component::Normal(_))) {
        if Path::new(word).extension().is_some() {
            beside.recording(word).iter().for_each(|bytes| add(bytes));
        }
        for folder in [beside.folder.join("templates"), beside.folder.clone()] {
            std::fs::read(folder.join(format!("{word}.json"))).iter().for_each(|bytes| add(bytes));
        }
    }
}

/// What lies beside a pack's file.
pub(super) fn beside(pack: &Pack) -> Beside {
    match &pack.source {
        Source::File(path) => Beside::new(path, None),
        _ => Beside::new(Path::new(""), None).compiled(pack.beside.clone()),
    }
}
