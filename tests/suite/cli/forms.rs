//! Every form of film from a small cartoon: what ffprobe and the decoders say of it, what shows through it, and
//! what it cannot hold.
use super::super::tools;
use super::{Desk, Ran};
use std::ffi::OsStr;
use std::io::Cursor;

/// A kid in the park, two lines that overlap, a caption before them. Lines last max(0.6, 0.06·n + 0.25)/speed (ruling 18): half a second each.
const TOON: &str = r#"{"v": 1, "kind": "cartoon",
 "cast": {"a": {"name": "Sunny", "look": {"template": "kid"}, "at": {"x": 0.5, "y": 0.92, "h": 0.6}},
          "b": {"name": "Di & Jo", "look": {"template": "dog"}, "legs": 4, "at": {"x": 0.8, "y": 0.92, "h": 0.3}}},
 "scripts": [{"hat": {"on": "scene", "name": "one", "place": "park"}, "body": [
  {"op": "caption", "text": "Once <again>", "for": 0.25},
  {"op": "wait", "for": 0.5},
  {"op": "together", "branches": [
   [{"op": "say", "who": "a", "text": "Hello!", "speed": 1.22}],
   [{"op": "wait", "for": 0.25}, {"op": "say", "who": "b", "text": "No.", "speed": 1.2}]]}
 ]}]}
"#;

pub(super) fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("toon.json", TOON);
    desk
}

impl Desk {
    pub(super) fn film(&self, name: &str, more: &[&str]) -> Ran {
        self.run(&[&["toon.json", "-o", name, "--size", "96x64", "--to", "0.5"], more].concat())
    }

    pub(super) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The film's streams, a line each, as ffprobe tells them.
    fn probe(&self, name: &str) -> Option<String> {
        let fields = "stream=codec_name,width,height,pix_fmt,nb_read_frames,channels";
        let path = self.path(name);
        let args = ["-v", "error", "-count_frames", "-show_entries", fields, "-of", "csv=p=0"].map(OsStr::new);
        tools::run("ffprobe", args.into_iter().chain([path.as_os_str()])).map(|text| text.trim().to_owned())
    }

    /// All frames as RGBA.
    fn rgba(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.path(name);
        // ffmpeg's own decoder of VP9 knows no alpha.
        let by: &[&str] = if name.ends_with("webm") { &["-c:v", "libvpx-vp9"] } else { &[] };
        let before = ["-v", "error"].iter().chain(by).chain(&["-i"]).map(OsStr::new);
        let after = ["-f", "rawvideo", "-pix_fmt", "rgba", "-"].map(OsStr::new);
        tools::bytes("ffmpeg", before.chain([path.as_os_str()]).chain(after))
    }
}

/// An ffmpeg with every encoder that the forms ask for.
fn has_all() -> bool {
    let Some(list) = tools::run("ffmpeg", ["-v", "error", "-encoders"].map(OsStr::new)) else { return false };
    ["libx264", "libx265", "libsvtav1", "prores_ks", "libvpx-vp9", "ffv1", "libopus"]
        .iter()
        .all(|name| list.contains(name))
}

#[test]
fn ffmpegs_forms_hold_the_frames_and_the_sound() {
    if !has_all() {
        return;
    }
    // Twelve frames of half a second, and two channels.
    for (name, more, pictures, sound) in [
        ("a.mp4", &[][..], "h264,96,64,yuv420p,12", "aac,2"),
        ("b.mp4", &["--codec", "h265"], "hevc,96,64,yuv420p,12", "aac,2"),
        ("c.mp4", &["--codec", "av1"], "av1,96,64,yuv420p,12", "aac,2"),
        ("a.mov", &[], "prores,96,64,yuv444p12le,12", "pcm_s16le,2"),
        ("b.mov", &["--transparent"], "prores,96,64,yuva444p12le,12", "pcm_s16le,2"),
        ("a.webm", &[], "vp9,96,64,yuv420p,12", "opus,2"),
        ("a.mkv", &[], "ffv1,96,64,bgr0,12", "flac,2"),
        ("b.mkv", &["--transparent"], "ffv1,96,64,bgra,12", "flac,2"),
        // A form of another name; sides that four pixels share, and those that they do not.
        ("a.film", &["--format", "mkv"], "ffv1,97,65,bgr0,12", "flac,2"),
        ("c.mov", &[], "prores,97,65,yuv444p12le,12", "pcm_s16le,2"),
        ("b.webm", &[], "vp9,98,66,yuv420p,12", "opus,2"),
        ("d.mp4", &["--codec", "h265", "--quality", "draft"], "hevc,98,66,yuv420p,12", "aac,2"),
    ] {
        let desk = desk();
        let size = if pictures.contains(",96,64,") { "96x64" } else { "97x65" };
        let args = ["toon.json", "-o", name, "--to", "0.5", "--size", size];
        desk.run(&[&args[..], more].concat()).says(0, &["12 frames"]);
        let facts = desk.probe(name).unwrap();
        let lines: Vec<&str> = facts.lines().collect();
        assert_eq!(lines.len(), 2, "{name}: {facts}");
        // ProRes is decoded to 10 or 12 bits, as the ffmpeg's age is.
        let plain = |line: &str| line.replace("444p10le", "444p12le");
        assert_eq!(plain(lines[0]), pictures, "{name}");
        assert!(lines[1].starts_with(sound), "{name}: {facts}");
        assert_eq!(desk.names(), [name, "toon.json"]);
    }
}

#[test]
fn the_embedded_forms_need_no_ffmpeg_and_say_what_they_lack() {
    for name in ["a.mp4", "a.gif", "a.apng", "a.webp", "a.y4m", "a.rgba", "frames/"] {
        let desk = desk();
        let ran = desk.run_bare(&["toon.json", "-o", name, "--size", "97x65", "--to", "0.5", "--json"]);
        ran.says(0, &["12 frames"]);
        let silent = if name == "frames/" { "png holds no sound" } else { &format!("{} holds no sound", &name[2..]) };
        assert_eq!(ran.said.contains(silent), name != "a.mp4", "{}", ran.said);
        let padded = matches!(name, "a.mp4" | "a.y4m");
        assert_eq!(ran.said.contains("padded to 98x66"), padded, "{}", ran.said);
        let result: serde_json::Value = serde_json::from_str(&ran.gave).unwrap();
        assert_eq!((&result["frames"], &result["width"]), (&12.into(), &if padded { 98.into() } else { 97.into() }));
        assert_eq!(desk.names(), [name.trim_end_matches('/'), "toon.json"]);
        // A soundtrack beside it is as good as one inside.
        let ran = desk.run_bare(&["toon.json", "-o", name, "--size", "16x16", "--to", "0.1", "--audio", "wav"]);
        assert!(!ran.said.contains("holds no sound"), "{}", ran.said);
    }
}

#[test]
fn the_lossless_forms_show_the_pictures_of_the_folder() {
    let desk = desk();
    desk.film("frames/", &[]).says(0, &[]);
    let frames: Vec<Vec<u8>> = (0..12)
        .map(|k| image::open(desk.path(&format!("frames/{k:06}.png"))).unwrap().into_rgba8().into_raw())
        .collect();
    desk.film("a.rgba", &[]).says(0, &[]);
    assert!(desk.bytes("a.rgba") == frames.concat());
    desk.film("a.apng", &[]).says(0, &[]);
    let reader = image::codecs::png::PngDecoder::new(Cursor::new(desk.bytes("a.apng"))).unwrap();
    let apng = image::AnimationDecoder::into_frames(reader.apng().unwrap());
    assert!(apng.map(|frame| frame.unwrap().into_buffer().into_raw()).eq(frames.iter().cloned()));
    desk.film("a.webp", &["--quality", "best"]).says(0, &[]);
    let webp = desk.bytes("a.webp");
    let webp = webp::AnimDecoder::new(&webp).decode().unwrap();
    assert!((0..12).all(|k| webp.get_frame(k).unwrap().get_image() == frames[k]));
    if has_all() {
        desk.film("a.mkv", &[]).says(0, &[]);
        assert!(desk.rgba("a.mkv").unwrap() == frames.concat());
    }
}

/// The alphas of a frame's upper left corner and of the kid's belly.
fn alphas(rgba: &[u8]) -> [u8; 2] {
    let at = |x: usize, y: usize| rgba[(y * 96 + x) * 4 + 3];
    [at(2, 2), at(48, 48)]
}

#[test]
fn without_the_place_it_shows_through_where_a_form_has_alpha() {
    let desk = desk();
    let frame = |name: &str, more: &[&str]| -> Option<Vec<u8>> {
        desk.film(name, more).says(0, &[]);
        let bytes = || desk.bytes(name);
        match name.rsplit('.').next()? {
            "rgba" => Some(bytes()),
            "gif" => {
                let mut options = gif::DecodeOptions::new();
                options.set_color_output(gif::ColorOutput::RGBA);
                let mut decoder = options.read_info(Cursor::new(bytes())).unwrap();
                let mut canvas = vec![0; 96 * 64 * 4];
                let frame = decoder.read_next_frame().unwrap().unwrap();
                let (left, top, width) = (frame.left as usize, frame.top as usize, frame.width as usize);
                for (y, row) in frame.buffer.chunks(width * 4).enumerate() {
                    let at = ((top + y) * 96 + left) * 4;
                    canvas[at..at + row.len()].copy_from_slice(row);
                }
                Some(canvas)
            }
            "apng" => Some(image::load_from_memory(&bytes()).unwrap().into_rgba8().into_raw()),
            "webp" => {
                let bytes = bytes();
                let animation = webp::AnimDecoder::new(&bytes).decode().unwrap();
                Some(animation.get_frame(0)?.get_image().to_vec())
            }
            _ => desk.rgba(name),
        }
    };
    let mut names = vec!["a.rgba", "a.gif", "a.apng", "a.webp"];
    if has_all() {
        names.extend(["a.mov", "a.webm", "a.mkv"]);
    }
    for name in names {
        let nothing = ["--captions", "none"];
        let [corner, belly] = alphas(&frame(name, &[&["--transparent"], &nothing[..]].concat()).unwrap());
        assert!(corner == 0 && belly >= 250, "{name}: {corner} {belly}");
        let [corner, belly] = alphas(&frame(name, &nothing).unwrap());
        assert!(corner == 255 && belly == 255, "{name}: {corner} {belly}");
    }
    for name in ["b.mp4", "b.y4m", "-"] {
        let ran = desk.film(name, &["--transparent"]);
        ran.says(2, &["has no alpha", "mov, webm, mkv, gif, apng, webp, png, rgba"]);
        assert_eq!(ran.gave, "");
    }
}

#[test]
fn the_number_of_frames_is_that_of_the_rate() {
    // ceil(1 · F) of one second (ruling 15).
    for (fps, frames) in [("1", 1), ("24", 24), ("240", 240), ("30000/1001", 30)] {
        for name in ["a.apng", "a.webp", "a.y4m", "a.gif"] {
            let desk = desk();
            let args = ["toon.json", "-o", name, "--size", "32x24", "--to", "1", "--fps", fps, "--json"];
            let ran = desk.run_bare(&args);
            ran.says(0, &[]);
            let result: serde_json::Value = serde_json::from_str(&ran.gave).unwrap();
            let count = result["frames"].as_u64().unwrap();
            if (name, fps) == ("a.gif", "240") {
                ran.says(0, &["50 frames a second at most"]);
                assert!((40..=50).contains(&count), "{count}");
            } else {
                assert_eq!(count, frames, "{name} at {fps}");
            }
            if name == "a.y4m" {
                let bytes = desk.bytes(name);
                let rate = if fps.contains('/') { fps.replace('/', ":") } else { format!("{fps}:1") };
                let head = format!("YUV4MPEG2 W32 H24 F{rate} Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n");
                assert!(bytes.starts_with(head.as_bytes()));
                assert_eq!(bytes.len() as u64, head.len() as u64 + frames * (6 + 32 * 24 * 3 / 2));
            }
        }
    }
}

#[test]
fn quality_is_bytes_and_the_same_words_give_the_same_bytes() {
    let desk = desk();
    for form in ["mp4", "webp", "gif", "apng"] {
        let made = ["draft", "good", "best"].map(|quality| {
            let name = format!("{quality}.{form}");
            let args = ["toon.json", "-o", &name, "--size", "192x108", "--to", "0.4", "--quality", quality];
            desk.run_bare(&args).says(0, &[]);
            let again = format!("again.{form}");
            let args = ["toon.json", "-o", &again, "--size", "192x108", "--to", "0.4", "--quality", quality];
            desk.run_bare(&[&args[..], &["--threads", "1"]].concat()).says(0, &[]);
            assert!(desk.bytes(&name) == desk.bytes(&again), "{name}");
            desk.bytes(&name).len()
        });
        match form {
            "mp4" => assert!(made[0] < made[1] && made[1] < made[2], "{form}: {made:?}"),
            "webp" => assert!(made[1] < made[2], "{form}: {made:?}"),
            // Lossless: effort buys bytes.
            "apng" => assert!(made[0] > made[1], "{form}: {made:?}"),
            _ => {}
        }
    }
}
