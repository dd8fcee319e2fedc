//! Ended from outside at moments that a seed draws: no film that is not whole has its name, an earlier one is untouched, no process goes on.
use super::watched;
use crate::cli::cartoon;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Moments of each signal and each way to make a film.
const MOMENTS: u32 = 10;
/// What a film takes from its first frame on, about: the moments lie in it.
const SPAN: u32 = 150;
/// Far more than an end takes.
const SOON: Duration = Duration::from_secs(30);

/// The moments, milliseconds: a linear congruence, the same on every machine.
fn moments(seed: u32) -> impl Iterator<Item = Duration> {
    let mut state = seed;
    (0..MOMENTS).map(move |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Duration::from_millis(u64::from((state >> 8) % SPAN))
    })
}

/// A film by one of the encoders, in a folder where an earlier one lies.
fn begin(folder: &Path, name: &str, by_ffmpeg: bool, resume: bool) -> Child {
    fs::write(
        folder.join("toon.json"),
        cartoon(r#"{"op": "say", "who": "A", "text": "Hello there, all of you"}, {"op": "wait", "for": 60}"#),
    )
    .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_jabber-render"));
    command.args(["toon.json", "-o", name, "--size", "320x180", "-q"]).current_dir(folder);
    if resume {
        command.arg("--resume");
    }
    if !by_ffmpeg {
        command.env("PATH", "/nonexistent");
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Whether any process has an argument with this text.
fn runs(text: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| String::from_utf8_lossy(&line).contains(text))
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < SOON, "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// Ends films of that name with each signal at each moment.
fn ended(name: &str, by_ffmpeg: bool) {
    let folder = name.ends_with('/');
    let plain = name.trim_end_matches('/');
    for (signal, seed) in [(Signal::SIGINT, 1), (Signal::SIGTERM, 2), (Signal::SIGKILL, 3)] {
        for moment in moments(seed) {
            let desk = tempfile::tempdir().unwrap();
            let earlier = if folder { desk.path().join(plain).join("000000.png") } else { desk.path().join(plain) };
            fs::create_dir_all(earlier.parent().unwrap()).unwrap();
            fs::write(&earlier, "an earlier film").unwrap();
            let mut child = begin(desk.path(), name, by_ffmpeg, false);
            // From when it has begun to be written.
            until("it does not begin", || names(desk.path()).iter().any(|name| name.ends_with(".part")));
            sleep(moment);
            let pid = Pid::from_raw(i32::try_from(child.id()).unwrap());
            kill(pid, signal).unwrap();
            let start = Instant::now();
            let status = child.wait().unwrap();
            assert!(start.elapsed() < SOON, "{name} {signal}: {:?}", start.elapsed());
            let after = format!("{name} {signal} after {moment:?}");
            assert_eq!(fs::read(&earlier).unwrap(), b"an earlier film", "{after}");
            let left = names(desk.path());
            if signal == Signal::SIGKILL {
                assert!(
                    left.iter().all(|left| left.ends_with(".part") || left == plain || left == "toon.json"),
                    "{after}: {left:?}"
                );
            } else {
                assert_eq!(status.code(), Some(130), "{after}");
                let mut expected = [plain, "toon.json"];
                expected.sort_unstable();
                assert_eq!(left, expected, "{after}");
            }
            // ffmpeg names the unfinished file, which lies in this very folder; of a killed program it ends as its input does.
            let path = desk.path().to_string_lossy().into_owned();
            until("ffmpeg goes on", || !runs(&path) && !runs(&format!("{plain}.orphan")));
        }
    }
}

#[test]
fn a_film_by_ffmpeg() {
    if crate::tools::ffmpeg().is_some() {
        ended("film.mp4", true);
    }
}

#[test]
fn a_film_by_the_embedded_encoder() {
    ended("film.mp4", false);
}

#[test]
fn a_folder_of_frames() {
    ended("frames/", false);
}

/// What a killed render left goes with the next one of the film, and the film is the one that was never killed.
#[test]
fn a_killed_film_is_made_again() {
    let desk = tempfile::tempdir().unwrap();
    let args = ["toon.json", "-o", "film.gif", "--size", "32x32", "-q"];
    let mut child = begin(desk.path(), "film.gif", false, false);
    until("it does not begin", || names(desk.path()).iter().any(|name| name.ends_with(".part")));
    child.kill().unwrap();
    child.wait().unwrap();
    // One that may not be locked yet is spared.
    sleep(Duration::from_millis(2100));
    let mut again = Command::new(env!("CARGO_BIN_EXE_jabber-render"));
    again.args(args).current_dir(desk.path());
    assert_eq!(watched(again, SOON).code, Some(0));
    assert_eq!(names(desk.path()), ["film.gif", "toon.json"]);
}

/// Where the program can resume, a film that was killed goes on, and is the film that was not.
#[test]
fn a_killed_film_is_resumed() {
    let help = Command::new(env!("CARGO_BIN_EXE_jabber-render")).arg("--help").output().unwrap();
    if !String::from_utf8_lossy(&help.stdout).contains("--resume") || crate::tools::ffmpeg().is_none() {
        return;
    }
    let film = |killed: bool| {
        let desk = tempfile::tempdir().unwrap();
        for moment in moments(4).take(if killed { 3 } else { 0 }) {
            let mut child = begin(desk.path(), "film.mp4", true, true);
            sleep(moment * 4);
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(!desk.path().join("film.mp4").exists());
        }
        assert!(begin(desk.path(), "film.mp4", true, true).wait().unwrap().success());
        fs::read(desk.path().join("film.mp4")).unwrap()
    };
    assert!(film(true) == film(false), "a resumed film is another");
}
