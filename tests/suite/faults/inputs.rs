//! Two hundred bad cartoons, made by rules: each is refused at its place or played, soon, in little memory, and never with a panic.
use super::{MUCH, watched};
use crate::cli::cartoon;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;
use std::time::Duration;

/// Far more than any takes in a test build on a busy machine; a release build takes five seconds at most.
const LIMIT: Duration = Duration::from_secs(60);
/// A real cartoon.
const MORNING: &str = include_str!("../../../examples/good-morning.json");

/// Cartoons that are wrong in the same way.
pub(super) struct Kind {
    /// In what way.
    pub what: &'static str,
    /// How many are tried.
    pub count: u32,
    /// What is said of those that are refused.
    pub says: &'static str,
    /// The exit codes that are right.
    pub codes: &'static [i32],
    /// The command; the cartoon is `toon.json`.
    run: &'static [&'static str],
    make: fn(u32) -> Vec<u8>,
}

const VALIDATE: &[&str] = &["validate", "toon.json"];
const FILM: &[&str] = &["toon.json", "-o", "film.y4m", "--size", "16x16", "-q"];
const PART: &[&str] = &["toon.json", "-o", "film.y4m", "--size", "16x16", "-q", "--to", "0.2"];

/// A kind of which all are refused.
const fn refused(what: &'static str, count: u32, says: &'static str, make: fn(u32) -> Vec<u8>) -> Kind {
    Kind { what, count, says, codes: &[1], run: VALIDATE, make }
}

/// A kind of which some may be right.
const fn judged(what: &'static str, count: u32, make: fn(u32) -> Vec<u8>) -> Kind {
    Kind { what, count, says: "toon.json:", codes: &[0, 1], run: VALIDATE, make }
}

/// A kind that is right, and is asked for a film.
const fn played(
    what: &'static str,
    says: &'static str,
    codes: &'static [i32],
    run: &'static [&'static str],
    make: fn(u32) -> Vec<u8>,
) -> Kind {
    Kind { what, count: ENDLESS.len() as u32, says, codes, run, make }
}

/// Cartoons that never end though time passes, and others that pass no time.
const ENDLESS: [&str; 5] = [
    r#"{"op": "forever", "body": [{"op": "wait", "for": 0.5}]}"#,
    r#"{"op": "forever", "body": []}"#,
    r#"{"op": "while", "cond": 1, "body": [{"op": "wait", "for": 0}]}"#,
    r#"{"op": "wait", "until": 1e9}"#,
    r#"{"op": "together", "branches": [[{"op": "forever", "body": [{"op": "wait", "for": 9}]}], [{"op": "wait", "until": "=0 > 1"}]]}"#,
];

pub(super) const KINDS: [Kind; 17] = [
    refused("cut short", 40, "toon.json", |k| MORNING.as_bytes()[..MORNING.len() * k as usize / 41].to_vec()),
    refused("nested a million deep", 3, "nests deeper than 200 levels", |k| {
        ["[", "{\"a\":", "{\"op\":\"repeat\",\"times\":1,\"body\":["][k as usize].repeat(1_000_000).into_bytes()
    }),
    refused("larger than 64 MiB", 1, "larger than 64 MiB", |_| vec![b' '; 200 << 20]),
    refused("of more than a million values", 3, "more than 1000000 values", |k| {
        let many = [r#"{"op": "say", "who": "A", "text": "x"}, "#, "0, ", "[], "][k as usize].repeat(1_100_000);
        cartoon(&(many + r#"{"op": "wait"}"#)).into_bytes()
    }),
    refused("a cast, or places, of more than 1000", 2, "at most 1000 can", |k| {
        let many: String = (0..100_000).map(|k| format!(r#""c{k}": "p", "#)).collect();
        let open = ["\"cast\": {", "\"places\": {\"p\": \"park\"}, \"cast\": {"][k as usize];
        let wide = open.replacen('{', &format!("{{{many}"), 1);
        cartoon("").replace("\"cast\": {", &wide).into_bytes()
    }),
    refused("numbers that JSON does not have", 12, "toon.json:", |k| {
        let odd = ["1e400", "-1e400", "1e309", "NaN", "Infinity", "-Infinity", "0x10", "1_000", ".5", "5.", "+1", "01"];
        cartoon(&format!(r#"{{"op": "wait", "for": {}}}"#, odd[k as usize])).into_bytes()
    }),
    refused("a key twice", 3, "is here twice", |k| {
        let twice = [
            (r#""v": 1"#, r#""v": 1, "v": 1"#),
            (r#""op""#, r#""op": "wait", "op""#),
            (r#""legs""#, r#""legs": 2, "legs""#),
        ];
        let (once, twice) = twice[k as usize];
        cartoon(r#"{"op": "wait", "for": 1}"#).replacen(once, twice, 1).into_bytes()
    }),
    refused("bytes that are no UTF-8", 10, "toon.json", |k| changed(k, 10, 0xFF)),
    refused("zero bytes", 8, "toon.json", |k| changed(k, 8, 0)),
    refused("UTF-16", 4, "it seems to be UTF-16", |k| {
        let units =
            std::iter::once(0xFEFF).filter(|_| k % 2 == 0).chain(cartoon("").encode_utf16().collect::<Vec<u16>>());
        units.flat_map(|unit| if k < 2 { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    }),
    judged("another type of value at each place of a cartoon", 82, |k| {
        let mut program: Value = serde_json::from_str(MORNING).unwrap();
        let mut pointers = Vec::new();
        all(&program, String::new(), &mut pointers);
        let at = pointers.len() * k as usize / 82;
        let others = [json!(null), json!(true), json!(-1), json!("x"), json!([]), json!({}), json!(1e300)];
        *program.pointer_mut(&pointers[at]).unwrap() = others[k as usize % others.len()].clone();
        serde_json::to_vec_pretty(&program).unwrap()
    }),
    refused("blocks that there are not", 8, "scripts.0.body.0", |k| {
        let odd = ["\"\"", "\"wiat\"", "\"constructor\"", "\"WAIT\"", "\"wait \"", "null", "7", "[]"][k as usize];
        cartoon(&format!(r#"{{"op": {odd}, "for": 1}}"#)).into_bytes()
    }),
    judged("hostile texts", 9, |k| {
        let long = "ha ".repeat(300_000);
        let odd =
            [r"\u0000", r"\u001b[31m", r"\ud800", r"\u202e", "../../etc/passwd", "%s%n", "{{7*7}}", r"\n\r\t", &long]
                [k as usize];
        let says = format!(r#"{{"op": "say", "who": "A", "text": "{odd}"}}"#);
        cartoon(&says).replace("\"one\"", &format!("\"{}\"", if k < 8 { odd } else { "one" })).into_bytes()
    }),
    Kind {
        codes: &[0, 1],
        ..refused("a text of a megabyte, as a film", 1, "toon.json:", |_| {
            cartoon(&format!(r#"{{"op": "say", "who": "A", "text": "{}"}}"#, "word ".repeat(200_000))).into_bytes()
        })
    }
    .run(PART),
    played("loops without an end, as a film", "toon.json:", &[1], FILM, |k| cartoon(ENDLESS[k as usize]).into_bytes()),
    played("loops without an end, --to 0.2", "", &[0], PART, |k| cartoon(ENDLESS[k as usize]).into_bytes()),
    Kind {
        count: 4,
        ..played("loops of a thousand million blocks", "toon.json:", &[1], FILM, |k| {
            let inner = [
                r#"{"op": "changeVar", "name": "n", "by": 1}"#,
                r#"{"op": "wait", "for": 1e-7}"#,
                r#"{"op": "cut"}"#,
                "",
            ];
            cartoon(&format!(
                r#"{{"op": "repeat", "times": 1000000000, "body": [{}]}}, {{"op": "forever", "body": []}}"#,
                inner[k as usize]
            ))
            .into_bytes()
        })
    },
];

impl Kind {
    const fn run(mut self, run: &'static [&'static str]) -> Kind {
        self.run = run;
        self
    }
}

/// A cartoon with one byte another.
fn changed(k: u32, of: u32, byte: u8) -> Vec<u8> {
    let mut bytes = MORNING.as_bytes().to_vec();
    let at = bytes.len() * (2 * k as usize + 1) / (2 * of as usize);
    bytes[at] = byte;
    bytes
}

/// The places of all values, as JSON pointers.
fn all(value: &Value, at: String, into: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(k, item)| all(item, format!("{at}/{k}"), into)),
        Value::Object(members) => members.iter().for_each(|(key, member)| all(member, format!("{at}/{key}"), into)),
        _ => {}
    }
    into.push(at);
}

fn faults(kind: &Kind, k: u32) -> Vec<String> {
    let desk = tempfile::tempdir().unwrap();
    let source = (kind.make)(k);
    fs::write(desk.path().join("toon.json"), &source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_jabber-render"));
    command.args(kind.run).current_dir(desk.path());
    let ended = watched(command, LIMIT);
    let mut wrong = Vec::new();
    match ended.code {
        Some(code) if kind.codes.contains(&code) => {}
        code => wrong.push(format!("it ends with {code:?}")),
    }
    if ended.code == Some(1) && !ended.said.contains(kind.says) {
        wrong.push("it does not say so".to_owned());
    }
    if ended.said.contains("panicked") || ended.said.chars().any(|c| c.is_control() && c != '\n') {
        wrong.push("it panics, or commands the terminal".to_owned());
    }
    if ended.most > MUCH || ended.took > LIMIT {
        wrong.push(format!("it takes {} MiB and {:?}", ended.most >> 20, ended.took));
    }
    let film = desk.path().join("film.y4m").exists();
    if film != (ended.code == Some(0) && kind.run.len() > 2) || fs::read_dir(desk.path()).unwrap().count() > 2 {
        wrong.push("what it leaves".to_owned());
    }
    let said: String = ended.said.chars().take(300).collect();
    wrong.into_iter().map(|fault| format!("{} {k}: {fault}: {said}", kind.what)).collect()
}

/// Every other kind from `first`: two tests share them.
fn hold(first: usize) {
    let mut wrong = Vec::new();
    for kind in KINDS.iter().skip(first).step_by(2) {
        (0..kind.count).for_each(|k| wrong.extend(faults(kind, k)));
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn bad_cartoons() {
    hold(0);
}

#[test]
fn more_bad_cartoons() {
    hold(1);
}

#[test]
fn they_are_two_hundred() {
    let count: u32 = KINDS.iter().map(|kind| kind.count).sum();
    assert_eq!(count, 200);
}
