//! Films as they are heard: together with their pictures, to the sample, and never silent without a word.
use crate::cli::Desk;
use crate::tools;
use jabber_render::figure::face::{Speech, lips};
use jabber_render::sound::clip::decode;
use jabber_render::sound::take::Take;
use jabber_render::sound::wav;
use serde_json::{Value, json};

const RATE: f64 = 48_000.0;

/// A click: 0.25 s of a loud tone from the first sample on.
fn click() -> Vec<u8> {
    let samples: Vec<f32> = (0..12_000).map(|i| 0.4 * (i as f32 * 0.13).cos() * (1.0 - i as f32 / 12_000.0)).collect();
    let mut bytes = wav::head(1, 24_000);
    bytes.extend(samples.iter().flat_map(|x| wav::bits(*x).to_le_bytes()));
    bytes
}

fn cartoon(blocks: Value) -> String {
    let at = json!({"x": 0.3, "y": 0.92, "h": 0.5});
    let cast = json!({"A": {"name": "Sunny", "pack": "c4c:char:sunny", "at": at}});
    json!({"v": 1, "kind": "cartoon", "cast": cast, "scripts": [{"hat": {"on": "scene", "name": "s", "place": "park"}, "body": blocks}]}).to_string()
}

/// The places where a sound begins after a silence, seconds.
fn onsets(x: &[f32]) -> Vec<f64> {
    let (mut out, mut quiet) = (Vec::new(), usize::MAX / 2);
    for (i, x) in x.iter().enumerate() {
        if x.abs() > 0.02 {
            if quiet > 4800 {
                out.push(i as f64 / RATE);
            }
            quiet = 0;
        } else {
            quiet = quiet.saturating_add(1);
        }
    }
    out
}

fn clicks() -> String {
    let say = |text: &str| json!({"op": "say", "who": "A", "text": text, "clip": "click.wav"});
    let wait = |seconds: f64| json!({"op": "wait", "for": seconds});
    cartoon(json!([wait(0.5), say("Ah"), wait(0.313), say("Oh"), wait(0.77), say("Ha")]))
}

#[test]
fn sound_and_picture_are_together_within_5_ms() {
    let desk = Desk::new();
    desk.write("click.wav", click()).write("clicks.json", clicks());
    let ran = desk.run(&["timeline", "clicks.json"]);
    let timeline: Value = serde_json::from_str(&ran.gave).unwrap();
    let records = timeline["timeline"].as_array().unwrap().iter().filter(|record| record["kind"] == "say");
    let wanted: Vec<f64> = records.map(|record| record["t"].as_f64().unwrap()).collect();
    assert_eq!(wanted.len(), 3);
    // By the embedded encoder, whatever machine this is.
    let film = desk
        .command(&["clicks.json", "-o", "film.mp4", "--size", "64x64", "-q"])
        .env("PATH", "/nonexistent")
        .output()
        .unwrap();
    assert!(film.status.success(), "{}", String::from_utf8_lossy(&film.stderr));
    let sound = decode(std::fs::read(desk.path("film.mp4")).unwrap(), Some("mp4")).unwrap();
    let heard = onsets(&sound.left);
    assert_eq!(heard.len(), 3, "{heard:?}");
    for (heard, wanted) in heard.iter().zip(&wanted) {
        assert!((heard - wanted).abs() < 0.005, "{heard} for {wanted}");
    }
    // The frame on which a click is first heard shows an open mouth.
    let take = Take::recorded(decode(click(), None).unwrap().left, "Ah");
    let track = take.track(1.0 / 24.0);
    for start in wanted {
        let frame = (start * 24.0).ceil() / 24.0;
        let jaw = lips(&Speech { text: "Ah", time: frame - start, length: 0.25, track: Some(&track) }).units.jaw;
        assert!(jaw > 0.1 && track.loud_at(frame - start) > 0.3, "{start}: jaw {jaw}");
    }
}

/// Where the sound of an MP4 file begins, samples of it, as its edit list tells players: what an encoder puts before the first sample is not heard.
fn begins(film: &[u8]) -> f64 {
    let find = |word: &[u8], from: usize| film[from..].windows(4).position(|bytes| bytes == word).map(|at| from + at);
    let sound = find(b"soun", find(b"moov", 0).unwrap()).unwrap();
    let mut list = None;
    let mut from = find(b"moov", 0).unwrap();
    while let Some(at) = find(b"elst", from).filter(|at| *at < sound) {
        (list, from) = (Some(at), at + 4);
    }
    // Version and flags, how many, then a duration and a time, of 32 bits each.
    let list = &film[list.unwrap() + 4..][..16];
    let word = |at: usize| u32::from_be_bytes(list[at..at + 4].try_into().unwrap());
    assert_eq!((word(0), word(4)), (0, 1));
    f64::from(word(12))
}

#[test]
fn aac_is_heard_when_its_edit_list_says_and_as_ffmpeg_plays_it() {
    let Some(ffmpeg) = tools::ffmpeg() else { return };
    let desk = Desk::new();
    desk.write("click.wav", click()).write("clicks.json", clicks());
    for fps in ["24", "24000/1001", "1", "240"] {
        desk.run(&["clicks.json", "-o", "film.mp4", "--size", "64x64", "-q", "--fps", fps]).says(0, &[]);
        let film = std::fs::read(desk.path("film.mp4")).unwrap();
        let skipped = begins(&film) / RATE;
        assert!(skipped > 0.0);
        // The bare decoder hears all that the encoder wrote; ffmpeg plays as a player does.
        let bare = decode(film, Some("mp4")).unwrap();
        let heard: Vec<f64> = onsets(&bare.left).into_iter().map(|onset| onset - skipped).collect();
        let path = desk.path("film.mp4");
        let args = ["-v", "error", "-i", path.to_str().unwrap(), "-f", "f32le", "-ac", "1", "-"];
        let out = std::process::Command::new(&ffmpeg).args(args).output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let played: Vec<f32> = out.stdout.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
        for heard in [heard, onsets(&played)] {
            assert_eq!(heard.len(), 3, "{fps}: {heard:?}");
            for (heard, wanted) in heard.iter().zip([0.5, 1.063, 2.083]) {
                assert!((heard - wanted).abs() < 0.005, "{fps}: {heard} for {wanted}");
            }
        }
    }
}

#[test]
fn recordings_lie_beside_the_cartoon_or_in_the_assets_and_are_never_waited_for() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("assets")).unwrap();
    desk.write("assets/click.wav", click()).write("assets/short.wav", &click()[..6000]);
    let say = |clip: &str| json!({"op": "say", "who": "A", "text": "Ah", "clip": clip});
    let music = json!({"op": "music", "file": "click.wav", "from": 3});
    desk.write("a.json", cartoon(json!([say("click.wav"), say("./click.wav"), say("short.wav"), say(""), music])));
    // Two clicks of 0.25 s; the others are spoken, 0.6 s each.
    for command in [&["timeline", "a.json"][..], &["frames", "a.json", "--at", "0"]] {
        let ran = desk.run(&[command, &["--assets", "assets"]].concat());
        ran.says(
            0,
            &[
                "short.wav: it breaks off after 0.06 of 0.25 s; a voice speaks the line",
                "scripts.0.body.2.clip",
                "no recording has an empty name",
                "click.wav lasts 0.250 s: from 3 s on nothing is heard",
                "scripts.0.body.4.from",
            ],
        );
        if command[0] == "timeline" {
            let timeline: Value = serde_json::from_str(&ran.gave).unwrap();
            assert_eq!(timeline["duration"], json!(0.25 + 0.25 + 0.6 + 0.6));
        }
    }
    desk.run(&["timeline", "a.json"]).says(0, &["there is no recording click.wav", "--assets"]);
    desk.run(&["validate", "a.json", "--assets", "assets"]).says(0, &[]);
    #[cfg(unix)]
    {
        // Nobody writes into this pipe.
        assert!(std::process::Command::new("mkfifo").arg(desk.path("pipe.wav")).status().unwrap().success());
        desk.write("b.json", cartoon(json!([say("pipe.wav")])));
        desk.run(&["timeline", "b.json"]).says(0, &["pipe.wav is no file", "a voice speaks the line"]);
    }
}

#[test]
fn what_cannot_be_kept_is_said_once() {
    let desk = Desk::new();
    let say = |text: &str| json!({"op": "say", "who": "A", "text": text});
    desk.write("a.json", cartoon(json!([say("One"), say("Two"), say("Three")]))).write("file", "no folder");
    let ran = desk.run(&["timeline", "a.json", "--speech-dir", "file"]);
    ran.says(0, &["file cannot be written to", "scripts.0.body.0"]);
    assert_eq!(ran.said.matches("warning").count(), 1, "{}", ran.said);
}

#[test]
fn a_soundtrack_is_as_long_as_its_frames_and_parts_of_it_are_the_whole() {
    let desk = Desk::new();
    desk.write("click.wav", click()).write("clicks.json", clicks());
    let wav = |name: &str, more: &[&str]| {
        let output = format!("{name}/");
        let args = ["clicks.json", "-o", &output, "--size", "32x32", "-q", "--audio", "wav", "--fps", "30000/1001"];
        desk.run(&[&args, more].concat()).says(0, &[]);
        wav::samples(&std::fs::read(desk.path(&format!("{name}.wav"))).unwrap()).unwrap()
    };
    let whole = wav("whole", &[]);
    let frames = std::fs::read_dir(desk.path("whole")).unwrap().count();
    assert_eq!(whole.len() / 2, (frames as f64 * 1001.0 / 30_000.0 * RATE).round() as usize);
    let (first, second) = (wav("first", &["--to", "1"]), wav("second", &["--from", "1"]));
    assert_eq!([first, second].concat(), whole);
}

#[test]
fn a_film_says_what_it_cannot_hear_where_it_was_written() {
    let desk = Desk::new();
    desk.write("broken.ogg", include_bytes!("clips/broken.ogg"));
    let blocks = json!([
        {"op": "say", "who": "A", "text": "One", "clip": "lines/one.wav"},
        {"op": "say", "who": "A", "text": "Two", "clip": "broken.ogg"},
        {"op": "say", "who": "A", "text": "Three", "voice": "jabber:grany"},
        {"op": "sound", "file": "../outside.wav"},
        {"op": "music", "file": "tune.ogg"},
    ]);
    desk.write("faults.json", cartoon(blocks));
    let ran = desk.run(&["still", "faults.json", "--at", "0", "-o", "still.png", "--size", "32x32"]);
    ran.says(
        0,
        &[
            "faults.json:1",
            "scripts.0.body.0.clip",
            "there is no recording lines/one.wav",
            "scripts.0.body.1.clip",
            "no WAV, FLAC, OGG, MP3 or M4A",
            "a voice speaks the line",
            "scripts.0.body.2.voice",
            "there is no voice grany",
            "did you mean granny?",
            "scripts.0.body.3.file",
            "leads out of the cartoon's folder",
            "scripts.0.body.4.file",
            "there is no recording tune.ogg",
        ],
    );
    // The film is as long as if a voice had spoken all of it, and that is what it does.
    let timeline: Value = serde_json::from_str(&desk.run(&["timeline", "faults.json"]).gave).unwrap();
    assert_eq!(timeline["duration"], json!(0.6 * 3.0));
}

#[test]
fn jabber_and_nobody_give_the_same_timeline() {
    let desk = Desk::new();
    desk.example();
    let timeline = |voice: &str| desk.run(&["timeline", "morning.json", "--voice", voice]).says(0, &[]).gave.clone();
    assert_eq!(timeline("jabber"), timeline("none"));
}

#[test]
fn sounds_and_music_and_song_are_in_the_timeline() {
    let desk = Desk::new();
    desk.write("tune.wav", click());
    let blocks = json!([
        {"op": "music", "file": "tune.wav", "loop": true},
        {"op": "sound", "name": "boing", "volume": 0.5},
        {"op": "sound", "name": "pop", "at": 1},
        {"op": "sing", "who": "A", "text": "La la", "at": 2, "for": 1.5},
        {"op": "music"},
        {"op": "wait", "for": 0.5},
    ]);
    desk.write("song.json", cartoon(blocks));
    let timeline: Value = serde_json::from_str(&desk.run(&["timeline", "song.json"]).says(0, &[]).gave).unwrap();
    let of = |kind: &str| -> Vec<Value> {
        timeline["timeline"].as_array().unwrap().iter().filter(|record| record["kind"] == kind).cloned().collect()
    };
    assert_eq!(
        of("music")[0],
        json!({"t": 0.0, "dur": 3.5, "kind": "music", "file": "tune.wav", "volume": 0.5, "from": 0.0, "fade": 0.5, "loop": true})
    );
    assert_eq!(of("music")[1], json!({"t": 3.5, "dur": 0.5, "kind": "music", "file": null}));
    assert_eq!(of("sound")[0], json!({"t": 0.0, "dur": 0.0, "kind": "sound", "name": "boing", "volume": 0.5}));
    assert_eq!(of("sound")[1]["at"], json!(1.0));
    let sing = &of("sing")[0];
    assert_eq!((&sing["t"], &sing["dur"], &sing["text"]), (&json!(2.0), &json!(1.5), &json!("La la")));
    assert_eq!(timeline["duration"], json!(4.0));
    desk.run(&["text", "song.json"]).says(0, &[]);
    let text = desk.run(&["text", "song.json"]).gave;
    for line in [
        "music tune.wav, loop",
        "sound boing, volume × 0.5",
        "sound pop at 1 s",
        "A sings \"La la\" at 2 s for 1.5 s",
        "no music",
    ] {
        assert!(text.contains(line), "{line} is not in: {text}");
    }
}

#[test]
fn a_film_without_sound_has_none() {
    let desk = Desk::new();
    desk.write("quiet.json", cartoon(json!([{"op": "wait", "for": 0.2}])));
    desk.write("loud.json", cartoon(json!([{"op": "sound", "name": "pop"}, {"op": "wait", "for": 0.2}])));
    let sound = |file: &str, more: &[&str]| {
        let args = [&[file, "-o", "film.mp4", "--size", "32x32", "-q"], more].concat();
        let ran = desk.command(&args).env("PATH", "/nonexistent").output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        decode(std::fs::read(desk.path("film.mp4")).unwrap(), Some("mp4")).map(|sound| sound.len())
    };
    assert!(sound("quiet.json", &[]).is_err() && sound("loud.json", &["--no-audio"]).is_err());
    // 0.2 s are 5 frames at 24.
    assert_eq!(sound("loud.json", &[]), Ok(10_000));
}

#[test]
fn nothing_of_the_soundtrack_stays_behind() {
    let desk = Desk::new();
    desk.write("click.wav", click()).write("clicks.json", clicks());
    desk.run(&["clicks.json", "-o", "film.mp4", "--size", "32x32", "-q", "--to", "0.5"]).says(0, &[]);
    assert_eq!(desk.names(), ["click.wav", "clicks.json", "film.mp4"]);
}

#[test]
fn espeak_speaks_where_it_is_and_where_it_is_not_jabber_does() {
    let desk = Desk::new();
    let blocks = json!([
        {"op": "say", "who": "A", "text": "Good morning to all of you", "voice": "espeak:en-gb"},
        {"op": "say", "who": "A", "text": "Hello", "voice": "espeak:xx-nowhere"},
    ]);
    desk.write("two.json", cartoon(blocks));
    let ran = desk.run(&["timeline", "two.json"]);
    ran.says(0, &["jabber speaks"]);
    let timeline: Value = serde_json::from_str(&ran.gave).unwrap();
    let says: Vec<f64> = timeline["timeline"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|r| r["kind"] == "say")
        .map(|r| r["dur"].as_f64().unwrap())
        .collect();
    // 26 letters; what espeak-ng takes for them is about as much, and never just that.
    let estimate = 0.06 * 26.0 + 0.25;
    if ran.said.contains("not installed") {
        assert_eq!(says[0], estimate);
    } else {
        assert!((0.8..2.6).contains(&says[0]) && says[0] != estimate, "{says:?}");
        ran.says(0, &["espeak-ng has no voice xx-nowhere"]);
    }
    assert_eq!(says[1], 0.6);
}

#[test]
fn a_sound_after_the_end_is_told_at_its_line() {
    let desk = Desk::new();
    let late = json!({"op": "sound", "name": "pop", "at": 99});
    let blocks =
        json!([{"op": "wait", "for": 0.2}, {"op": "repeat", "times": 2, "body": [{"op": "wait", "for": 0.1}, late]}]);
    // A line to each block.
    desk.write("late.json", cartoon(blocks).replace("{\"op\"", "\n{\"op\"").replace("{\"at\":99", "\n{\"at\":99"));
    let ran = desk.run(&["late.json", "-o", "film.mp4", "--size", "16x16", "--fps", "2", "-q"]);
    ran.says(
        0,
        &[
            "the sound pop is to be heard at 99 s, after the cartoon's end",
            "scripts.0.body.1.body.1.at",
            "late.json:5:",
        ],
    );
    assert_eq!(ran.said.matches("after the cartoon's end").count(), 1, "{}", ran.said);
}
