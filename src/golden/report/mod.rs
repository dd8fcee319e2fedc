//! The report: outcomes enter, one HTML page leaves that holds all it shows and opens from disk.
use super::difference::AMPLIFIED;
use super::trace::{Cause, Stage};
use super::verdict::{Outcome, Verdict};
use serde_json::{Map, Value, json};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Stills whose pictures are in the report, the worst: of very many a person looks at no more, and the page still opens.
pub const PICTURED: usize = 120;

/// The page of the stills that fail, in the order given, and of files that no case names. `dir` is the option by which the
/// commands that it shows find the golden folder, with a space before it, or nothing.
pub fn report(outcomes: &[Outcome], unlisted: &[String], dir: &str) -> String {
    let failing: Vec<&Outcome> = outcomes.iter().filter(|outcome| !outcome.verdict.passes()).collect();
    let stills: Vec<Value> = failing.iter().map(|one| still(one, dir)).collect();
    let data = json!({
        "stages": Stage::ALL.map(|stage| [stage.word(), stage.name()]),
        "amplified": AMPLIFIED,
        "stills": stills,
        "unlisted": unlisted,
        "prune": format!("jabber-render golden prune{dir}"),
    });
    // In a script a text could otherwise end it.
    let data = data.to_string().replace('<', "\\u003c");
    let title = title(failing.len(), outcomes.len(), unlisted.len());
    filled(&[("@TITLE@", &title), ("@STYLE@", STYLE.trim_end()), ("@SCRIPT@", SCRIPT.trim_end()), ("@DATA@", &data)])
}

/// The page with its gaps filled; what fills one is not looked at again.
fn filled(gaps: &[(&str, &str)]) -> String {
    let mut page = String::with_capacity(PAGE.len() + gaps.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = PAGE;
    while let Some((at, (gap, text))) =
        gaps.iter().filter_map(|gap| Some((rest.find(gap.0)?, *gap))).min_by_key(|(at, _)| *at)
    {
        page.push_str(rest.get(..at).unwrap_or_default());
        page.push_str(text);
        rest = rest.get(at + gap.len()..).unwrap_or_default();
    }
    page.push_str(rest);
    page
}

fn title(failing: usize, all: usize, unlisted: usize) -> String {
    let files = match unlisted {
        1 => "1 file that no case names".to_owned(),
        n => format!("{n} files that no case names"),
    };
    let stills = match failing {
        1 => format!("1 of {all} golden stills fails"),
        n => format!("{n} of {all} golden stills fail"),
    };
    match (failing, unlisted) {
        (0, _) => files,
        (_, 0) => stills,
        _ => format!("{stills}, {files}"),
    }
}

fn still(outcome: &Outcome, dir: &str) -> Value {
    let pictures = outcome.pictures.as_ref();
    let mut all = Map::new();
    let mut put = |key: &str, value: Value| all.insert(key.to_owned(), value);
    put("name", json!(outcome.name));
    put("area", json!(outcome.area()));
    put("file", json!(outcome.file));
    put("note", json!(outcome.note));
    put("verdict", json!(outcome.verdict.word()));
    put("said", json!(outcome.said()));
    put("width", json!(pictures.map(|pictures| pictures.width)));
    put("height", json!(pictures.map(|pictures| pictures.height)));
    put("sheet", json!(!outcome.name.contains('@')));
    if !matches!(outcome.verdict, Verdict::Broken(_)) {
        put("update", json!(format!("jabber-render golden update{dir} '{}'", outcome.name)));
    }
    if let Some(d) = outcome.difference {
        put("pixels", json!(d.pixels));
        put("of", json!(d.of));
        put("bounds", json!(d.bounds.map(|b| [b.x, b.y, b.width, b.height])));
        put("largest", json!(d.largest));
        put("mean", json!(d.mean));
        put("sizes", json!(d.sizes));
    }
    put("stages", outcome.causes().map(Cause::to_json).collect());
    match pictures {
        None => put("bare", json!(true)),
        Some(pictures) => {
            put("e", json!(pictures.expected.as_deref().map(uri)));
            put("a", json!(pictures.actual.as_deref().map(uri)));
            put("d", json!(pictures.difference.as_deref().map(uri)))
        }
    };
    Value::Object(all)
}

/// A PNG as a `data:` address.
fn uri(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", base64(png))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let is_there = i <= three.len();
            let letter = LETTERS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if is_there { char::from(letter) } else { '=' });
        }
    }
    text
}
