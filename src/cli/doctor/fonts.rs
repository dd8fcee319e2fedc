//! The fonts: letters of each script enter, whether they are built in, on this machine or nowhere leaves.
use super::super::fonts::machine_draws;
use super::super::mend::{Manager, Thing};
use super::report::{Row, Section};
use crate::stage::{Fonts, Writing};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Letters that a font of the script has: its first, or of Chinese, Japanese and Korean some of each; an emoji, and one made of two.
const SAMPLES: [&str; 29] = [
    "abc", "αβγ", "бвг", "աբգ", "აბგ", "אבג", "ابت", "ܐܒܓ", "अकख", "অকখ", "ਅਕਖ", "અકખ", "ଅକଖ", "அகச", "అకఖ", "ಅಕಖ", "അകഖ",
    "අකඛ", "กขค", "ກຂຄ", "ကခဂ", "ཀཁག", "កខគ", "ሀለሐ", "ᏣᎳᎩ", "ᠠᠡᠢ", "漢かカ한", "😀", "🇪🇺",
];

pub(super) fn section() -> Section {
    let built_in = Fonts::default();
    let (own, others): (Vec<&str>, Vec<&str>) =
        SAMPLES.into_iter().partition(|sample| built_in.wanted(sample).is_empty());
    let machine = machine_draws(&others);
    let (mut there, mut missing) = (Vec::new(), BTreeMap::<&str, Vec<String>>::new());
    for (sample, drawn) in others.iter().zip(machine) {
        if drawn {
            there.push(name(sample));
        } else {
            missing.entry(writing(sample).package()).or_default().push(name(sample));
        }
    }
    let own: Vec<String> = own.into_iter().map(name).collect();
    let mut rows = vec![Row::told("built in", own.join(", "))];
    if !there.is_empty() {
        rows.push(Row::there("of this machine", there.join(", ")));
    }
    let mut lacking = Vec::new();
    for (package, names) in &missing {
        let mend = Manager::here().adds(&[Thing::Fonts(package)]);
        let otherwise = || "a font file, with --font FILE".to_owned();
        rows.push(Row::missing("of no font", names.join(", ")).mend(Some(mend.clone().unwrap_or_else(otherwise))));
        lacking.extend(names.iter().map(|name| json!({"name": name, "mend": mend})));
    }
    let facts = json!({"built in": own, "machine": there, "missing": Value::Array(lacking)});
    Section { name: "fonts", rows, facts }
}

fn writing(sample: &str) -> Writing {
    sample.chars().next().map_or(Writing::Signs, Writing::of)
}

fn name(sample: &str) -> String {
    match (writing(sample), sample.chars().count()) {
        (Writing::Emoji, 1) => "emoji in one colour".to_owned(),
        (Writing::Emoji, _) => "emoji in colours, and made of several".to_owned(),
        (writing, _) => writing.name(),
    }
}
