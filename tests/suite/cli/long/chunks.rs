//! `--resume`.
use super::super::super::tools;
use super::super::{Desk, Ran, names};
use super::{decoded, film, same_times};
use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Larger, so that there is time to end it: 530 frames, of which chunks have 240.
const LARGE: [&str; 4] = ["--size", "96x54", "-q", "--no-system-fonts"];

fn large<'a>(output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["morning.json", "-o", output], LARGE.as_slice(), more].concat()
}

/// Starts a film that is resumed.
fn start(desk: &Desk, args: &[&str], path: Option<&str>) -> Child {
    let mut command = desk.command(args);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the folder of chunks holds a name that begins so; false when the film was made before.
fn wait(desk: &Desk, folder: &str, begins: &str, child: &mut Child) -> bool {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let there = desk.path(folder).is_dir() && names(&desk.path(folder)).iter().any(|name| name.starts_with(begins));
        if there {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(Instant::now() < deadline, "{begins} did not appear");
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_film_of_chunks_is_the_film() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    desk.example();
    let around = ["--from", "9", "--to", "11"];
    let forms: [(&str, &str, &[&str]); 6] = [
        ("film.mkv", "6", &[]),
        ("film.mp4", "30000/1001", &["--frames", "280..320"]),
        ("film.mov", "6", &["--frames", "55..65"]),
        ("film.webm", "6", &[around.as_slice(), &["--transparent"]].concat()),
        ("h265.mp4", "6", &[around.as_slice(), &["--codec", "h265"]].concat()),
        ("av1.mp4", "6", &[around.as_slice(), &["--codec", "av1", "--no-audio"]].concat()),
    ];
    for (name, fps, more) in forms {
        let direct = format!("direct-{name}");
        let args = |name: &str| {
            let words = ["morning.json", "-o", name, "--size", "64x64", "--fps", fps, "-q"];
            words.iter().chain(more).map(|word| (*word).to_owned()).collect::<Vec<_>>()
        };
        let run = |args: Vec<String>| desk.makes(&args.iter().map(String::as_str).collect::<Vec<_>>());
        run([args(name), vec!["--resume".to_owned()]].concat());
        run(args(&direct));
        assert!(!desk.path(&format!("{name}.chunks")).exists(), "{name}");
        same_times(&desk, name, &direct);
        let (chunks, whole) = (decoded(&desk, name).unwrap(), decoded(&desk, &direct).unwrap());
        assert_eq!(chunks.len(), whole.len(), "{name}");
        // Each frame of these stands for itself.
        if name.ends_with(".mkv") || name.ends_with(".mov") {
            assert_eq!(chunks, whole, "{name}");
        }
    }
}

#[test]
fn a_film_that_was_killed_goes_on_and_has_the_same_bytes() {
    // While the first chunk is made, as soon as one is whole, while the last is made; and whatever the moment is.
    let moments = [("making-000000", 0), ("000000-", 1), ("making-000002", 1)];
    let pauses = [60, 170, 400];
    let by_ffmpeg = (None, ["--captions", "srt"], moments.as_slice(), pauses.as_slice());
    let embedded = (Some("/nonexistent"), ["--seed", "3"], &moments[1..], &pauses[2..]);
    for (path, more, moments, pauses) in [by_ffmpeg, embedded] {
        if path.is_none() && tools::ffmpeg().is_none() {
            continue;
        }
        let desk = Desk::new();
        desk.example();
        let args = large("film.mp4", &[&more[..], &["--resume"]].concat());
        let run = || {
            let mut command = desk.command(&args);
            path.iter().for_each(|path| _ = command.env("PATH", path));
            Ran::of(&command.output().unwrap())
        };
        run().says(0, &[]);
        let whole = desk.bytes("film.mp4");
        let left = desk.names();
        fs::remove_file(desk.path("film.mp4")).unwrap();
        for &(moment, kept) in moments {
            let mut child = start(&desk, &args, path);
            assert!(wait(&desk, "film.mp4.chunks", moment, &mut child), "{moment}: the film was made before");
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(!desk.path("film.mp4").exists());
            let names = names(&desk.path("film.mp4.chunks"));
            let chunks = names.iter().filter(|name| name.starts_with("00000"));
            assert!(chunks.count() >= kept, "{moment}: {names:?}");
        }
        for &pause in pauses {
            let mut child = start(&desk, &args, path);
            sleep(Duration::from_millis(pause));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        run().says(0, &[]);
        assert!(desk.bytes("film.mp4") == whole, "{more:?}");
        assert_eq!(desk.names(), left);
        // A chunk that has lost some of its bytes, or all of them, is made anew.
        for length in [0, 2000] {
            fs::remove_file(desk.path("film.mp4")).unwrap();
            let mut child = start(&desk, &args, path);
            assert!(wait(&desk, "film.mp4.chunks", "000000-", &mut child));
            child.kill().unwrap();
            child.wait().unwrap();
            let folder = desk.path("film.mp4.chunks");
            let name = names(&folder).into_iter().find(|name| name.starts_with("000000-")).unwrap();
            File::options().write(true).open(folder.join(name)).unwrap().set_len(length).unwrap();
            run().says(0, &["damaged, and made anew: 0-10 s"]);
            assert!(desk.bytes("film.mp4") == whole, "{more:?}, cut to {length}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_says_what_is_kept() {
    let desk = Desk::new();
    desk.example().write("film.mp4", "an earlier film");
    let args = large("film.mp4", &["--resume"]);
    let mut child = start(&desk, &args, Some("/nonexistent"));
    assert!(wait(&desk, "film.mp4.chunks", "000000-", &mut child));
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
    Ran::of(&child.wait_with_output().unwrap())
        .says(130, &["interrupted; ", " of 3 chunks are kept in film.mp4.chunks", "the same command goes on"]);
    assert_eq!(desk.bytes("film.mp4"), b"an earlier film");
    let names = names(&desk.path("film.mp4.chunks"));
    assert!(names.iter().all(|name| name == "lock" || name.starts_with("0000")), "{names:?}");
    // It says how many there are, unless it is to be quiet.
    let loud: Vec<&str> = args.iter().copied().filter(|word| *word != "-q").collect();
    desk.run_bare(&loud).says(0, &["film.mp4.chunks: ", " of 3 chunks are there", "530 frames"]);
    assert_eq!(desk.names(), ["film.mp4", "morning.json"]);
}

#[test]
fn only_chunks_that_show_something_else_are_made_anew() {
    let desk = Desk::new();
    let text = include_str!("../../../../examples/good-morning.json");
    let args = large("film.mp4", &["--resume"]);
    let loud: Vec<&str> = args.iter().copied().filter(|word| *word != "-q").collect();
    let begin = || {
        desk.example();
        let mut child = start(&desk, &args, Some("/nonexistent"));
        assert!(wait(&desk, "film.mp4.chunks", "000001-", &mut child));
        child.kill().unwrap();
        child.wait().unwrap();
    };
    // The last of the cartoon's 22 s changes, then its first line.
    let late = text.replace(r#""for": 1.3, "note""#, r#""for": 1.4, "note""#);
    assert!(late != text);
    begin();
    let ran = desk.write("morning.json", late).run_bare(&loud);
    ran.says(0, &["2 of 3 chunks are there"]);
    assert!(!ran.said.contains("made anew"), "{}", ran.said);
    begin();
    let early = text.replacen("Good morning", "Good evening", 1);
    let ran = desk.write("morning.json", early).run_bare(&loud);
    ran.says(0, &["chunks are there", "made anew, for what is shown there has changed: 0-10 s"]);
    begin();
    let ran = desk.run_bare(&[loud.as_slice(), &["--quality", "draft"]].concat());
    ran.says(0, &["chunks of another program, encoder or size are thrown away"]);
    assert!(!ran.said.contains("chunks are there"), "{}", ran.said);
    assert_eq!(desk.names(), ["film.mp4", "morning.json"]);
}

#[test]
fn two_at_once_and_forms_without_chunks_are_refused() {
    let desk = Desk::new();
    desk.example();
    for name in ["film.gif", "film/", "film.y4m"] {
        desk.run(&film(name, &["--resume"])).says(2, &["--resume is for mp4, mov, webm and mkv"]);
    }
    fs::create_dir(desk.path("film.mp4.chunks")).unwrap();
    let lock = File::create(desk.path("film.mp4.chunks/lock")).unwrap();
    lock.lock().unwrap();
    let args = film("film.mp4", &["--resume", "--frames", "..5"]);
    desk.run_bare(&args).says(3, &["another jabber-render is at work on this film"]);
    lock.unlock().unwrap();
    // What is somebody's stays.
    desk.write("film.mp4.chunks/notes.txt", "mine");
    desk.run_bare(&args).says(0, &["film.mp4.chunks stays: something else lies in it"]);
    assert_eq!(names(&desk.path("film.mp4.chunks")), ["notes.txt"]);
    // Nor does a file of that name go, or a folder in the film's place.
    fs::remove_dir_all(desk.path("film.mp4.chunks")).unwrap();
    desk.write("film.mp4.chunks", "mine");
    desk.run_bare(&args).says(3, &["film.mp4.chunks"]);
    assert_eq!(desk.bytes("film.mp4.chunks"), b"mine");
    fs::create_dir(desk.path("there.mp4")).unwrap();
    desk.run_bare(&film("there.mp4", &["--resume"])).says(3, &["there.mp4", "is a directory"]);
    assert!(!desk.path("there.mp4.chunks").exists());
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_dies_leaves_the_chunks_before() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    // It makes the first chunk with the true one, and the second one not.
    let script = "case \"$film\" in *making-000001*) echo 'no more' >&2; exit 1;; esac\nexec ffmpeg \"$@\"";
    desk.example().stand_in(script);
    let args = film("film.mp4", &["--resume", "--ffmpeg", "./ffmpeg"]);
    desk.run(&args).says(3, &["no more", "1 of 3 chunks are kept in film.mp4.chunks"]);
    assert!(!desk.path("film.mp4").exists());
    let names = names(&desk.path("film.mp4.chunks"));
    assert!(names.iter().filter(|name| *name != "lock").all(|name| name.starts_with("000000-")), "{names:?}");
}
