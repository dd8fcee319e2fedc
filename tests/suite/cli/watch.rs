//! `watch`: what is made follows the cartoon and all that it reads, and nothing else.
use super::faults::cartoon;
use super::{Desk, Ran};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long an event may take: a debug build on a busy machine.
const LONG: Duration = Duration::from_secs(60);
/// So long nothing may come where nothing is to come: longer than it takes the program to look at the files by itself.
const SHORT: Duration = Duration::from_millis(1500);

/// A watch at work, ended when dropped.
struct Watch<'a> {
    desk: &'a Desk,
    child: Child,
    events: Receiver<Value>,
}

impl<'a> Watch<'a> {
    fn of(desk: &'a Desk, args: &[&str]) -> Self {
        let args = [&["watch", "toon.json", "--json"], args].concat();
        let mut child = desk.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (send, events) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(event(&line))));
        Self { desk, child, events }
    }

    /// The next event, which must be of this name.
    fn next(&self, name: &str) -> Value {
        let event = self.events.recv_timeout(LONG).unwrap_or_else(|_| panic!("no event {name} came"));
        assert_eq!(event["event"], name, "{event}");
        event
    }

    /// The next event, which must be that something was made because these files changed.
    fn made(&self, changed: &[&str]) {
        let event = self.next("made");
        let names = event["changed"].as_array().unwrap().iter().map(|path| path.as_str().unwrap());
        let names: Vec<&str> = names.map(|path| path.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, changed, "{event}");
    }

    /// The same, and the picture is the still of the cartoon as it is now.
    fn drew(&self, changed: &[&str]) {
        self.made(changed);
        let aside = tempfile::tempdir().unwrap();
        let direct = aside.path().join("direct.png");
        let args = ["still", "toon.json", "--frame", "6", "--size", "96x64", "-o", direct.to_str().unwrap()];
        self.desk.run(&args).says(0, &[]);
        assert!(fs::read(self.desk.path("out.png")).unwrap() == fs::read(&direct).unwrap(), "{changed:?}");
    }

    fn nothing_comes(&self, why: &str) {
        match self.events.recv_timeout(SHORT) {
            Err(RecvTimeoutError::Timeout) => {}
            other => panic!("{why}: {other:?}"),
        }
    }

    /// Ends it as Ctrl-C does.
    fn interrupt(mut self) -> Ran {
        let kill = format!("kill -INT {}", self.child.id());
        assert!(Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
        let deadline = Instant::now() + LONG;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end");
            sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        std::io::Read::read_to_string(&mut self.child.stderr.take().unwrap(), &mut said).unwrap();
        Ran { code: status.code(), said, gave: String::new() }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn event(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| panic!("no event: {line}"))
}

/// A cartoon of a line and half a second, in the place of that name.
fn says(text: &str, place: &str) -> String {
    cartoon(&format!(r#"{{"op": "say", "who": "A", "text": "{text}"}}, {{"op": "wait", "for": 0.5}}"#))
        .replace(r#""place": "park""#, &format!(r#""place": "{place}""#))
}

/// A place of one colour.
fn art(color: &str) -> String {
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><rect width="160" height="90" fill="{color}"/></svg>"##
    )
}

const STILL: [&str; 5] = ["-o", "out.png", "--size", "96x64", "--frame"];

#[test]
fn a_picture_follows_every_way_of_saving_and_nothing_else() {
    let desk = Desk::new();
    desk.write("toon.json", says("One", "park"));
    let watch = Watch::of(&desk, &[&STILL[..], &["6"]].concat());
    watch.next("watching");
    watch.drew(&[]);
    // As editors save: another file takes the name; the file is written over; it is taken away and made anew.
    desk.write("toon.json~", says("Two", "park"));
    fs::rename(desk.path("toon.json~"), desk.path("toon.json")).unwrap();
    watch.drew(&["toon.json"]);
    desk.write("toon.json", says("Three", "park"));
    watch.drew(&["toon.json"]);
    fs::remove_file(desk.path("toon.json")).unwrap();
    desk.write("toon.json", says("Four", "park"));
    watch.drew(&["toon.json"]);
    // What was made, the same bytes again, and what the cartoon does not read are no news.
    desk.write("toon.json", says("Four", "park")).write("other.json", "{").write("other.svg", art("red"));
    watch.nothing_comes("nothing has changed");
    // A fault leaves the picture as it is.
    let before = fs::read(desk.path("out.png")).unwrap();
    desk.write("toon.json", says("Five", "park").replacen('{', "", 1));
    let failed = watch.next("failed");
    assert_eq!(
        (&failed["error"]["exit"], &failed["changed"]),
        (&1.into(), &serde_json::json!(["toon.json"])),
        "{failed}"
    );
    assert_eq!(failed["error"]["faults"][0]["line"], 1, "{failed}");
    assert!(fs::read(desk.path("out.png")).unwrap() == before);
    desk.write("toon.json", says("Five", "park"));
    watch.drew(&["toon.json"]);
    // Away for a while.
    fs::remove_file(desk.path("toon.json")).unwrap();
    watch.next("gone");
    desk.write("toon.json", says("Six", "park"));
    watch.drew(&["toon.json"]);
    let ran = watch.interrupt();
    ran.says(130, &["error: ", "toon.json:1:"]);
    assert_eq!(desk.names(), ["other.json", "other.svg", "out.png", "toon.json"]);
}

#[test]
fn a_picture_follows_what_the_cartoon_reads_be_it_there_yet_or_not() {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    desk.write("toon.json", says("One", "art/hill.svg"));
    let watch = Watch::of(&desk, &[&STILL[..], &["6", "--packs", "mine"]].concat());
    watch.next("watching");
    watch.made(&[]);
    let plain = fs::read(desk.path("out.png")).unwrap();
    fs::create_dir(desk.path("art")).unwrap();
    desk.write("art/hill.svg", art("#40a060"));
    watch.drew(&["hill.svg"]);
    assert!(fs::read(desk.path("out.png")).unwrap() != plain);
    desk.write("art/new.svg", art("#a04060"));
    fs::rename(desk.path("art/new.svg"), desk.path("art/hill.svg")).unwrap();
    watch.drew(&["hill.svg"]);
    // Another name in a folder of packs is a pack more, whoever needs it.
    desk.write("mine/hat.json", "{}");
    watch.made(&["mine"]);
    // A body beside the cartoon.
    let star = include_str!("../../../examples/templates/star.json");
    desk.write("toon.json", says("One", "park").replace("person", "star"));
    watch.made(&["toon.json"]);
    fs::create_dir(desk.path("templates")).unwrap();
    desk.write("templates/star.json", star);
    watch.drew(&["star.json"]);
    watch.interrupt().says(130, &[]);
}

/// Waits until a film is being made.
fn is_begun(desk: &Desk) {
    let deadline = Instant::now() + LONG;
    while !desk.names().iter().any(|name| name.ends_with(".part")) {
        assert!(Instant::now() < deadline, "no film is begun");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_save_breaks_a_film_off_that_is_being_made_and_the_newest_is_whole() {
    let desk = Desk::new();
    let wait = |seconds: u32| cartoon(&format!(r#"{{"op": "wait", "for": {seconds}}}"#));
    desk.write("toon.json", wait(3000));
    let args = ["-o", "film.y4m", "--size", "64x64", "--fps", "60"];
    let watch = Watch::of(&desk, &args);
    watch.next("watching");
    is_begun(&desk);
    desk.write("toon.json", wait(1));
    watch.next("broken off");
    watch.made(&["toon.json"]);
    assert_eq!(desk.names(), ["film.y4m", "toon.json"]);
    desk.run(&["toon.json", "-o", "direct.y4m", "--size", "64x64", "--fps", "60", "--quality", "draft"]).says(0, &[]);
    assert!(fs::read(desk.path("film.y4m")).unwrap() == fs::read(desk.path("direct.y4m")).unwrap());
    fs::remove_file(desk.path("direct.y4m")).unwrap();
    // Ctrl-C in the midst of one leaves the last.
    desk.write("toon.json", wait(3000));
    is_begun(&desk);
    watch.interrupt().says(130, &[]);
    assert_eq!(desk.names(), ["film.y4m", "toon.json"]);
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let desk = Desk::new();
    desk.write("toon.json", says("One", "park"));
    for (args, code, word) in [
        (&["toon.jsn", "-o", "a.png"][..], 1, "did you mean toon.json?"),
        (&["c4c:toon:good_morning", "-o", "a.png"], 2, "jabber-render new NAME --from"),
        (&["toon.json", "-o", "a.png", "--from", "1"], 2, "--from is of a film"),
        (&["toon.json", "-o", "a.mp4", "--at", "1"], 2, "--at is of a picture"),
        (&["toon.json", "-o", "-"], 2, "a pipe cannot be written anew"),
        (&["toon.json", "-o", "a.avi"], 2, "no film form is named .avi"),
        (&["toon.json"], 2, "--output"),
    ] {
        desk.run(&[&["watch"], args].concat()).says(code, &[word]);
    }
    assert_eq!(desk.names(), ["toon.json"]);
}
