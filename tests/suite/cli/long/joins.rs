//! `join`.
use super::super::super::tools;
use super::super::{Desk, names};
use super::{SMALL, decoded, film, same_times};

#[test]
fn lossless_parts_joined_are_byte_for_byte_the_film() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    desk.example();
    for (name, span) in [("a.mkv", "..50"), ("b.mkv", "50..51"), ("c.mkv", "51..")] {
        desk.makes(&film(name, &["--frames", span]));
    }
    let forms: [(&str, &[&str]); 4] =
        [("film.mp4", &["--quality", "draft"]), ("film.mkv", &[]), ("film.gif", &["--plays", "2"]), ("film.y4m", &[])];
    for (name, more) in forms {
        desk.makes(&film(name, more));
        let joined = format!("joined-{name}");
        desk.makes(&[&["join", "a.mkv", "b.mkv", "c.mkv", "-q", "-o", &joined], more].concat());
        assert!(desk.bytes(name) == desk.bytes(&joined), "{name}");
    }
    // Parts of a part are that part.
    desk.makes(&film("part.mkv", &["--frames", "..51"]));
    let ran = desk.makes(&["join", "a.mkv", "b.mkv", "-o", "joined.mkv", "--json"]);
    assert!(desk.bytes("part.mkv") == desk.bytes("joined.mkv"));
    let result: serde_json::Value = serde_json::from_str(&ran.gave).unwrap();
    assert_eq!((&result["frames"], &result["first"], &result["parts"]), (&51.into(), &0.into(), &2.into()));
    assert_eq!((&result["fps"], &result["width"]), (&"6".into(), &64.into()));
    // Pictures keep their numbers.
    desk.makes(&["join", "b.mkv", "-q", "-o", "one/"]);
    assert_eq!(names(&desk.path("one")), ["000050.png"]);
}

#[test]
fn what_shows_through_parts_shows_through_the_film() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    desk.example();
    let part = |name, span| {
        film(name, &["--transparent", "--frames", span]).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    for (name, span) in [("a.mkv", "..10"), ("b.mkv", "10..20")] {
        let args = part(name, span);
        desk.makes(&args.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for name in ["film.apng", "film/"] {
        desk.makes(&film(name, &["--transparent", "--frames", "..20"]));
        let joined = format!("joined-{name}");
        desk.makes(&["join", "a.mkv", "b.mkv", "-q", "-o", &joined]);
        let file = |name: &str| if name.ends_with('/') { format!("{name}000015.png") } else { name.to_owned() };
        assert!(desk.bytes(&file(name)) == desk.bytes(&file(&joined)), "{name}");
    }
    desk.run(&["join", "a.mkv", "b.mkv", "-o", "film.mp4"]).says(2, &["mp4 has no alpha"]);
}

#[test]
fn parts_that_are_no_film_together_are_refused() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    let text = include_str!("../../../../examples/good-morning.json");
    desk.example().write("other.json", text.replace("Good morning", "Good evening"));
    let parts: [(&str, &[&str]); 8] = [
        ("whole.mkv", &["--to", "2"]),
        ("a.mkv", &["--frames", "0..5"]),
        ("b.mkv", &["--frames", "5..9"]),
        ("c.mkv", &["--frames", "7..12"]),
        ("d.mkv", &["--frames", "12..14"]),
        ("seed.mkv", &["--frames", "5..9", "--seed", "2"]),
        ("mute.mkv", &["--frames", "5..9", "--no-audio"]),
        ("a.mp4", &["--frames", "0..5"]),
    ];
    for (name, more) in parts {
        desk.makes(&film(name, more));
    }
    desk.makes(&[&["other.json", "-o", "other.mkv"], SMALL.as_slice(), &["--frames", "5..9"]].concat());
    desk.makes(&["morning.json", "-o", "size.mkv", "--size", "66x36", "--fps", "6", "--frames", "5..9", "-q"]);
    desk.makes(&["morning.json", "-o", "rate.mkv", "--size", "64x36", "--fps", "5", "--frames", "5..9", "-q"]);
    desk.write("text.mkv", "no film").write("short.mkv", &desk.bytes("a.mkv")[..300]);
    let table: [(&[&str], i32, &[&str]); 14] = [
        (&["a.mkv", "whole.mkv"], 1, &["whole.mkv does not say which frames it has, and a.mkv does"]),
        (&["a.mkv", "d.mkv"], 1, &["frames 5 to 11 lie between a.mkv and d.mkv"]),
        (&["b.mkv", "c.mkv"], 1, &["frames 7 to 8 are in both b.mkv and c.mkv"]),
        (&["b.mkv", "a.mkv"], 1, &["a.mkv (frames 0..5) lies before b.mkv (5..9)"]),
        (&["a.mkv", "a.mkv"], 1, &["frames 0 to 4 are in both"]),
        (&["a.mkv", "other.mkv"], 1, &["other.mkv is of another cartoon than a.mkv"]),
        (&["a.mkv", "seed.mkv"], 1, &["made with other options"]),
        (&["a.mkv", "mute.mkv"], 1, &["sound without sound, not with sound"]),
        (&["a.mkv", "size.mkv"], 1, &["size 66x36, not 64x36"]),
        (&["a.mkv", "rate.mkv"], 1, &["rate 5 frames a second, not 6 frames a second"]),
        (&["a.mkv", "a.mp4"], 1, &["codec h264, not ffv1"]),
        (&["a.mkv", "gone.mkv"], 1, &["gone.mkv"]),
        (&["a.mkv", "text.mkv"], 1, &["text.mkv is no film that is whole"]),
        (&["a.mkv", "short.mkv"], 1, &["short.mkv is no film that is whole"]),
    ];
    for (parts, code, words) in table {
        let ran = desk.run(&[&["join", "-o", "film.mp4"], parts].concat());
        ran.says(code, words);
        assert!(!desk.path("film.mp4").exists(), "{parts:?}");
    }
    desk.run(&["join", "a.mkv", "b.mkv", "-o", "./b.mkv"]).says(2, &["is one of the parts"]);
    desk.run(&["join", "a.mkv", "-o", "film.mp4", "--captions", "srt"]).says(2, &["--captions is for render"]);
    desk.run(&["join", "a.mkv", "-o", "film.webm", "--transparent"]).says(2, &["--transparent comes too late"]);
    for more in [["-o", "film.webm", "-q"], ["-o", "film.mp4", "--crf=3"]] {
        desk.run(&[&["join", "a.mp4"], more.as_slice()].concat()).says(2, &["encoded twice", "lossless parts"]);
    }
    // What cannot be checked is joined, and that is said.
    desk.run(&["join", "whole.mkv", "whole.mkv", "-o", "twice.mkv"]).says(0, &["no part says which frames it has"]);
    // Nothing is begun where nothing can be read.
    desk.run_bare(&["join", "a.mkv", "b.mkv", "-o", "film.mp4"]).says(3, &["no ffmpeg found", "adds one"]);
}

/// Whether a film says of itself that something shows through.
fn says_alpha(desk: &Desk, name: &str) -> bool {
    let path = desk.path(name);
    let args = ["-v", "error", "-select_streams", "v", "-show_entries", "stream_tags", path.to_str().unwrap()];
    tools::run("ffprobe", args.map(std::ffi::OsStr::new))
        .is_some_and(|told| told.to_lowercase().contains("alpha_mode=1"))
}

#[test]
fn a_webm_of_parts_says_that_something_shows_through() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    desk.example();
    desk.makes(&film("direct.webm", &["--transparent", "--frames", "..12"]));
    desk.makes(&film("a.webm", &["--transparent", "--frames", "..5"]));
    desk.makes(&film("b.webm", &["--transparent", "--frames", "5..12"]));
    desk.makes(&["join", "-q", "a.webm", "b.webm", "-o", "joined.webm"]);
    desk.makes(&film("resumed.webm", &["--transparent", "--frames", "..12", "--resume"]));
    for name in ["direct.webm", "joined.webm", "resumed.webm"] {
        assert!(says_alpha(&desk, name), "{name}");
    }
}

#[test]
fn parts_in_the_films_own_codec_keep_their_pictures() {
    if tools::ffmpeg().is_none() {
        return;
    }
    let desk = Desk::new();
    desk.example();
    for name in ["film.mp4", "film.webm", "film.mov"] {
        let end = name.rsplit('.').next().unwrap();
        let parts: Vec<String> = ["..61", "61..62", "62.."]
            .iter()
            .enumerate()
            .map(|(i, span)| {
                let part = format!("{i}.{end}");
                desk.makes(&film(&part, &["--frames", span]));
                part
            })
            .collect();
        desk.makes(&film(&format!("direct.{end}"), &[]));
        let args: Vec<&str> = ["join", "-q", "-o", name].into_iter().chain(parts.iter().map(String::as_str)).collect();
        desk.makes(&args);
        let kept: Vec<String> = parts.iter().flat_map(|part| decoded(&desk, part).unwrap()).collect();
        assert_eq!(decoded(&desk, name).unwrap(), kept, "{name}");
        same_times(&desk, name, &format!("direct.{end}"));
    }
}
