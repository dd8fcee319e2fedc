//! ffmpeg and its encoders: what it answers enters, which form and which option have an encoder leaves.
use super::super::interrupt::Interrupt;
use super::super::mend::{Manager, Thing};
use super::PATIENCE;
use super::report::{Row, Section};
use crate::film::encode::{ask, place};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

/// ffmpeg's encoders that a form or an option asks for, and which.
const ENCODERS: [(&str, &str); 11] = [
    ("libx264", ".mp4"),
    ("libx265", ".mp4 --codec h265"),
    ("libsvtav1", ".mp4 --codec av1"),
    ("libaom-av1", ".mp4 --codec av1 --encoder libaom-av1"),
    ("librav1e", ".mp4 --codec av1 --encoder librav1e"),
    ("prores_ks", ".mov"),
    ("libvpx-vp9", ".webm"),
    ("ffv1", ".mkv"),
    ("aac", "the sound of .mp4"),
    ("libopus", "the sound of .webm"),
    ("flac", "the sound of .mkv"),
];
/// How encoders of hardware begin and end.
const CODECS: [&str; 3] = ["h264_", "hevc_", "av1_"];
const HARDWARE: [&str; 6] = ["_nvenc", "_qsv", "_vaapi", "_videotoolbox", "_amf", "_mf"];

/// An ffmpeg, as it answers.
pub(super) struct Ffmpeg {
    path: PathBuf,
    state: State,
}

enum State {
    /// No such program.
    Missing,
    /// Why it is of no use.
    Useless(String),
    /// Its version and all its encoders.
    There { version: String, encoders: BTreeSet<String> },
}

/// Asks the ffmpeg that films would be made with.
pub(super) fn examine(asked: Option<&Path>, interrupt: &Interrupt) -> Ffmpeg {
    let path = place(asked);
    let start = Instant::now();
    let enough = || interrupt.wanted() || start.elapsed() > PATIENCE;
    let (version, encoders) = thread::scope(|scope| {
        let version = scope.spawn(|| ask(&path, &["-version"], enough));
        (version.join(), ask(&path, &["-encoders"], enough))
    });
    let state = match (version, encoders) {
        (Ok(Ok(Some(version))), Ok(Some(encoders))) => match self::version(&version) {
            Some(version) => State::There { version, encoders: names(&encoders) },
            None => State::Useless("is no ffmpeg: it does not say its version".to_owned()),
        },
        (Ok(Err(error)), _) | (_, Err(error)) if error.kind() == ErrorKind::NotFound => State::Missing,
        (Ok(Err(error)), _) | (_, Err(error)) => {
            State::Useless(format!("does not start: {}", super::super::error::plain(&error)))
        }
        _ => State::Useless(format!("does not answer within {} s", PATIENCE.as_secs())),
    };
    Ffmpeg { path: whole(path), state }
}

/// Where on PATH a bare name is found.
fn whole(path: PathBuf) -> PathBuf {
    if path.components().count() > 1 {
        return path;
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join(&path)).find(|file| file.is_file());
    found.unwrap_or(path)
}

/// `7.1.1` of `ffmpeg version 7.1.1 Copyright …`.
fn version(answer: &str) -> Option<String> {
    let rest = answer.lines().next()?.strip_prefix("ffmpeg version ")?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// The names in lines such as ` V....D libx264   H.264 …`.
fn names(answer: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let mut words = line.split_whitespace();
        let flags = words.next().filter(|flags| flags.len() == 6 && flags.starts_with(['V', 'A', 'S']))?;
        words.next().filter(|name| *name != "=" && !flags.contains('=')).map(str::to_owned)
    };
    answer.lines().filter_map(name).collect()
}

/// The program, and its encoders.
pub(super) fn sections(ffmpeg: &Ffmpeg) -> [Section; 2] {
    let path = ffmpeg.path.display().to_string();
    let add = Manager::here().adds(&[Thing::Ffmpeg]);
    let mend = |there: bool| if there { None } else { add.clone() };
    let none = BTreeSet::new();
    let (row, facts, encoders) = match &ffmpeg.state {
        State::There { version, encoders } => (
            Row::there("ffmpeg", format!("{path}, version {version}")),
            json!({"usable": true, "path": path, "version": version}),
            encoders,
        ),
        State::Useless(why) => (
            Row::missing("ffmpeg", format!("{path} {why}: not used")).mend(add.clone()),
            json!({"usable": false, "path": path, "why": why, "mend": add}),
            &none,
        ),
        State::Missing => (
            Row::missing("ffmpeg", "none: openh264 makes .mp4, and .mov, .webm, .mkv need one").mend(add.clone()),
            json!({"usable": false, "path": null, "why": "there is none", "mend": add}),
            &none,
        ),
    };
    let row_of = |(name, what): (&str, &str)| {
        if encoders.contains(name) {
            Row::there(name, what)
        } else {
            Row::missing(name, what).mend(add.clone())
        }
    };
    let mut rows: Vec<Row> = ENCODERS.into_iter().map(row_of).collect();
    let hardware: Vec<&String> = encoders.iter().filter(|name| is_hardware(name)).collect();
    if !hardware.is_empty() {
        let listed: Vec<&str> = hardware.iter().map(|name| name.as_str()).collect();
        rows.push(Row::told("hardware", format!("named, not tried (--encoder): {}", listed.join(" "))));
    }
    let known = ENCODERS.into_iter().map(|(name, what)| {
        let there = encoders.contains(name);
        json!({"name": name, "for": what, "usable": there, "mend": mend(there)})
    });
    let all = json!({"known": known.collect::<Vec<Value>>(), "hardware": hardware});
    [Section { name: "ffmpeg", rows: vec![row], facts }, Section { name: "encoders", rows, facts: all }]
}

fn is_hardware(name: &str) -> bool {
    CODECS.iter().any(|codec| name.starts_with(codec)) && HARDWARE.iter().any(|end| name.ends_with(end))
}
