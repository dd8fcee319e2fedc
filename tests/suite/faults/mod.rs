//! Faults, injected: each case is a row of `cases/*.json`, and the page docs/faults.md is made of the same rows.
//!
//! A case sets a folder up, runs a command and says what the command says (`…` stands for anything), its exit code, and what it leaves. All
//! else in the folder is as it was: so an earlier film is untouched, and nothing unfinished stays.
mod inputs;
mod made;
mod page;
mod signals;

use crate::cli::cartoon;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Far more than any case takes in a test build on a busy machine.
const SOON: Duration = Duration::from_secs(60);
/// Bytes that no case takes.
const MUCH: u64 = 500 << 20;

/// The groups, in the page's order.
const GROUPS: [(&str, &str); 7] = [
    ("ffmpeg", include_str!("cases/ffmpeg.json")),
    ("disk", include_str!("cases/disk.json")),
    ("places", include_str!("cases/places.json")),
    ("readers", include_str!("cases/readers.json")),
    ("pictures", include_str!("cases/pictures.json")),
    ("names", include_str!("cases/names.json")),
    ("numbers", include_str!("cases/numbers.json")),
];

/// Cases that have something in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    title: String,
    about: String,
    cases: Vec<Case>,
}

/// One fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What is wrong, for people.
    what: String,
    /// Shell, before.
    #[serde(default)]
    setup: String,
    /// Shell of a program in ffmpeg's place.
    #[serde(default)]
    ffmpeg: Option<String>,
    /// Files that are made by a rule (made.rs), by their names.
    #[serde(default)]
    made: BTreeMap<String, String>,
    /// The size of a disk that is mounted as `disk`, in mount's words.
    #[serde(default)]
    disk: Option<String>,
    /// The command, a line of shell.
    run: String,
    /// What it says.
    #[serde(default)]
    says: String,
    code: i32,
    /// The files it makes or changes.
    #[serde(default)]
    left: Vec<String>,
}

impl Group {
    fn read(name: &str) -> Group {
        let (_, text) = GROUPS.iter().find(|(group, _)| *group == name).unwrap();
        serde_json::from_str(text).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }
}

/// The short cartoon of most cases, and a long one: one line each, so that a fault's line is known.
fn cartoons() -> [(&'static str, String); 2] {
    let says = r#"{"op": "say", "who": "A", "text": "Hello"}, {"op": "wait", "for": 1}"#;
    [("toon.json", cartoon(says)), ("long.json", cartoon(&says.replace("1}", "20}")))]
}

/// All that lies in a folder, by its name inside it: files with their bytes, and what else there is with a word.
fn lies(folder: &Path, within: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder.join(within)).unwrap().flatten() {
        let name = within.join(entry.file_name());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            into.insert(name.clone(), b"a folder".to_vec());
            lies(folder, &name, into);
        } else if kind.is_file() {
            into.insert(name, fs::read(entry.path()).unwrap_or_default());
        } else {
            let leads = fs::read_link(entry.path()).unwrap_or_default();
            into.insert(name, format!("no file {}", leads.display()).into_bytes());
        }
    }
}

/// What a run left, without what the test itself puts there.
fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    lies(folder, Path::new(""), &mut found);
    found.retain(|name, _| !name.starts_with(".disk") && !name.starts_with(".home"));
    found
}

/// A command as it ended.
struct Ended {
    code: Option<i32>,
    said: String,
    took: Duration,
    /// The most memory, bytes, as often as it was looked at.
    most: u64,
}

/// The most memory that a process has had, bytes.
fn most(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// Runs a command to its end, at most so long; what it says goes through a file, so that nobody has to read meanwhile.
fn watched(mut command: Command, limit: Duration) -> Ended {
    let mut said = tempfile::tempfile().unwrap();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said.try_clone().unwrap()).process_group(0);
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(most(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > limit {
            let group = i32::try_from(child.id()).unwrap();
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
            break child.wait().unwrap();
        }
        sleep(Duration::from_millis(2));
    };
    let mut text = Vec::new();
    std::io::Seek::rewind(&mut said).unwrap();
    std::io::Read::read_to_end(&mut said, &mut text).unwrap();
    let said = String::from_utf8_lossy(&text).into_owned();
    Ended { code: status.code(), said, took: start.elapsed(), most: peak }
}

/// Whether a text is as a pattern says, in which `…` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('…');
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        let Some((_, after)) = rest.split_once(piece) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

/// Whether a disk of its own can be mounted.
fn mounts() -> bool {
    let mounted = Command::new("unshare").args(["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).output();
    mounted.is_ok_and(|output| output.status.success())
}

/// Runs one case; what is not as it says.
fn faults(case: &Case) -> Vec<String> {
    let desk = tempfile::tempdir().unwrap();
    let folder = desk.path();
    for (name, text) in cartoons() {
        fs::write(folder.join(name), text).unwrap();
    }
    if let Some(script) = &case.ffmpeg {
        let says = "case \"$*\" in *encoder=libx264*) echo Encoder libx264; exit;; esac";
        fs::write(folder.join("ffmpeg"), format!("#!/bin/sh\n{says}\nfor film; do :; done\n{script}\n")).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder.join("ffmpeg"), mode).unwrap();
    }
    for (name, rule) in &case.made {
        fs::write(folder.join(name), made::file(rule)).unwrap();
    }
    let program = env!("CARGO_BIN_EXE_jabber-render");
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", &script.replace("jabber-render", program)]).current_dir(folder).env_remove("CI");
        command.env("JABBER_PATIENCE", "2").env("JABBER_HOME", folder.join(".home")).env_remove("JABBER_PACKS");
        command
    };
    let mut script = case.run.clone();
    if let Some(size) = &case.disk {
        let (setup, run) = (&case.setup, &case.run);
        script = format!(
            "unshare -rm sh -c 'mkdir disk .disk; mount -t tmpfs -o size={size} tmpfs disk; {setup}\n cp -a disk .disk/before; {run}\n\
             code=$?; cp -a disk .disk/after; exit $code'"
        );
    } else if !case.setup.is_empty() {
        let output = shell(&case.setup).output().unwrap();
        assert!(output.status.success(), "{}: {}", case.what, String::from_utf8_lossy(&output.stderr));
    }
    let before = all(folder);
    let ended = watched(shell(&script), SOON);
    let mut wrong = Vec::new();
    if !fits(&case.says, ended.said.trim_end()) {
        wrong.push(format!("it says\n{}\nand not\n{}", ended.said.trim_end(), case.says));
    }
    if ended.code != Some(case.code) {
        wrong.push(format!("it ends with {:?} and not {}: {}", ended.code, case.code, ended.said));
    }
    if ended.most > MUCH || ended.took > SOON {
        wrong.push(format!("it took {} MiB and {:?}", ended.most >> 20, ended.took));
    }
    let mut changed = differ(&before, &all(folder));
    if case.disk.is_some() {
        changed.retain(|name| name != "disk");
        let inside = differ(&all(&folder.join(".disk/before")), &all(&folder.join(".disk/after")));
        changed.extend(inside.iter().map(|name| format!("disk/{name}")));
    }
    if changed != case.left {
        wrong.push(format!("it leaves {changed:?} and not {:?}", case.left));
    }
    wrong.into_iter().map(|fault| format!("{} ({}): {fault}", case.what, case.run)).collect()
}

/// The names of what was made, changed or taken away.
fn differ(before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let mut names: Vec<&PathBuf> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    names.retain(|name| before.get(*name) != after.get(*name));
    names.into_iter().map(|name| name.to_string_lossy().into_owned()).collect()
}

fn holds(name: &str) {
    let group = Group::read(name);
    let wrong: Vec<String> = group.cases.iter().flat_map(faults).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), group.cases.len(), wrong.join("\n\n"));
}

#[test]
fn ffmpeg() {
    holds("ffmpeg");
}

#[test]
fn disk() {
    if !mounts() || crate::tools::ffmpeg().is_none() {
        return crate::tools::absent("unshare -rm (a disk of one's own)");
    }
    holds("disk");
}

#[test]
fn places() {
    holds("places");
}

#[test]
fn readers() {
    holds("readers");
}

#[test]
fn pictures() {
    holds("pictures");
}

#[test]
fn names() {
    holds("names");
}

#[test]
fn numbers() {
    holds("numbers");
}

#[test]
fn patterns_fit_what_they_say() {
    for (pattern, text, is) in [
        ("a", "a", true),
        ("a", "ab", false),
        ("a…", "ab", true),
        ("…b", "ab", true),
        ("a…c…e", "abcde", true),
        ("a…c…e", "abde", false),
        ("a…b", "a", false),
        ("", "", true),
        ("", "x", false),
    ] {
        assert_eq!(fits(pattern, text), is, "{pattern} {text}");
    }
}
