//! Whole films from made-up frames, read back by ffmpeg and ffprobe.
use super::super::tools;
use jabber_render::film::encode::{Embedded, Encoder, Ffmpeg, Folder, Found, Recipe, Spec, find};
use jabber_render::film::{FilmError, Made, Quality, Rate, Reel, make};
use jabber_render::maths;
use jabber_render::paint::{Area, Parts, Picture};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// Frame `k`: a coloured ramp with a bright square that moves four pixels a frame.
fn draw(picture: &mut Picture, k: u64, width: u32, height: u32) {
    picture.reset(width, height);
    for y in 0..height {
        for x in 0..width {
            let inside = (x + 8 >= k as u32 * 4) && x < k as u32 * 4 && (8..16).contains(&y);
            let rgb = if inside { [250, 240, 40] } else { [(x * 2) as u8, 90, (y * 3) as u8] };
            let at = (y * width + x) as usize * 4;
            picture.data[at..at + 3].copy_from_slice(&rgb);
            picture.data[at + 3] = 255;
        }
    }
}

fn spec(width: u32, height: u32, frames: std::ops::Range<u64>) -> Spec {
    Spec { width, height, rate: Rate { num: 24, den: 1 }, frames }
}

/// A picture of which every pixel may have changed.
fn whole(picture: &Picture) -> (&Picture, Parts) {
    (picture, Parts::one(Area::of(picture.width, picture.height)))
}

fn render(spec: &Spec, encoder: Encoder, threads: usize) -> Result<Made, FilmError> {
    let reel = Reel { spec, threads, stop: &AtomicBool::new(false), progress: &|_| () };
    make(&reel, encoder, spec.frames.clone(), Picture::default, |picture, k| {
        draw(picture, *k, spec.width, spec.height);
        whole(picture)
    })
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn embedded(path: &Path, spec: &Spec) -> Encoder {
    Encoder::Embedded(Box::new(Embedded::create(path, spec, Quality::Good, None).unwrap()))
}

/// Size, pixel format, rate, colour tags and the counted frames of the film's one stream.
const FIELDS: &str =
    "stream=width,height,pix_fmt,r_frame_rate,color_range,color_space,color_transfer,color_primaries,nb_read_frames";

fn probe(film: &Path) -> Option<String> {
    let args = ["-v", "error", "-count_frames", "-show_entries", FIELDS, "-of", "csv=p=0"];
    tools::run("ffprobe", args.iter().map(|arg| arg.as_ref()).chain([film.as_os_str()]))
}

/// The picture of the decoded frames as planar YUV.
fn decoded(film: &Path) -> Option<Vec<u8>> {
    let before = ["-v", "error", "-i"].map(AsRef::as_ref);
    let after = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-"].map(AsRef::as_ref);
    tools::bytes("ffmpeg", before.into_iter().chain([film.as_os_str()]).chain(after))
}

/// Mean squared difference of the lumas, as decibels below full scale.
fn psnr(a: &[u8], b: &[u8]) -> f64 {
    let sum: f64 = a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b)) * f64::from(a.abs_diff(*b))).sum();
    10.0 * maths::ln(255.0 * 255.0 * a.len() as f64 / sum.max(1e-9)) / maths::ln(10.0)
}

fn check_film(film: &Path, width: u32, height: u32, frames: usize, least_psnr: f64) {
    let Some(facts) = probe(film) else { return };
    let expected = format!("{width},{height},yuv420p,tv,bt709,bt709,bt709,24/1,{frames}");
    assert_eq!(facts.trim(), expected);
    let Some(yuv) = decoded(film) else { return };
    let one = (width * height * 3 / 2) as usize;
    assert_eq!(yuv.len(), one * frames);
    for (k, frame) in yuv.chunks(one).enumerate() {
        let (mut picture, mut original) = (Picture::default(), Vec::new());
        draw(&mut picture, k as u64, width, height);
        jabber_render::film::convert(&picture, jabber_render::film::Bytes::Yuv420, &mut original).unwrap();
        let db = psnr(&original, frame);
        assert!(db > least_psnr, "frame {k} came back at {db:.1} dB");
    }
}

#[test]
fn the_embedded_encoder_writes_a_film_that_others_read() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.mp4");
    let spec = spec(128, 96, 0..30);
    let made = render(&spec, embedded(&film, &spec), 2).unwrap();
    assert_eq!((made.frames, made.finished.size), (30, fs::metadata(&film).unwrap().len()));
    assert_eq!(names(folder.path()), ["film.mp4"]);
    check_film(&film, 128, 96, 30, 32.0);
}

#[test]
fn the_embedded_encoder_leaves_out_no_frame_however_costly() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.mp4");
    let spec = spec(128, 96, 0..60);
    let reel = Reel { spec: &spec, threads: 2, stop: &AtomicBool::new(false), progress: &|_| () };
    // Noise, brighter by three a frame: it costs far more than the encoder's budget, and each frame tells its number.
    let noise = |picture: &mut Picture, k: u64| {
        picture.reset(128, 96);
        let mut seed = k as u32 + 1;
        for pixel in picture.data.chunks_exact_mut(4) {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let grey = (k * 3) as u8 + (seed >> 26) as u8;
            pixel.copy_from_slice(&[grey, grey, grey, 255]);
        }
    };
    make(&reel, embedded(&film, &spec), 0..60, Picture::default, |picture, k| {
        noise(picture, *k);
        whole(picture)
    })
    .unwrap();
    let Some(yuv) = decoded(&film) else { return };
    let means: Vec<f64> = (yuv.chunks(128 * 96 * 3 / 2))
        .map(|frame| frame[..128 * 96].iter().map(|y| f64::from(*y)).sum::<f64>() / (128.0 * 96.0))
        .collect();
    assert_eq!(means.len(), 60);
    for (k, mean) in means.iter().enumerate() {
        // Luma 16 + 219/255 of the grey, whose noise has the mean 31.5.
        let expected = 16.0 + 219.0 / 255.0 * (3.0 * k as f64 + 31.5);
        assert!((mean - expected).abs() < 1.3, "frame {k}: mean luma {mean:.1} for {expected:.1}");
    }
}

#[test]
fn ffmpeg_writes_a_film_with_bt709_tags() {
    let Some(program) = tools::ffmpeg() else { return };
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.mp4");
    let spec = spec(128, 96, 0..30);
    render(&spec, Encoder::Ffmpeg(Ffmpeg::create(&program, &film, &spec, &Recipe::default(), None).unwrap()), 2)
        .unwrap();
    assert_eq!(names(folder.path()), ["film.mp4"]);
    check_film(&film, 128, 96, 30, 35.0);
    // Faststart: the index lies before the samples.
    let bytes = fs::read(&film).unwrap();
    let at = |name: &[u8]| bytes.windows(4).position(|four| four == name).unwrap();
    assert!(at(b"moov") < at(b"mdat"));
}

#[test]
fn an_odd_size_becomes_even() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.mp4");
    let spec = spec(125, 97, 0..5);
    render(&spec, embedded(&film, &spec), 2).unwrap();
    if let Some(facts) = probe(&film) {
        assert!(facts.starts_with("126,98,"), "{facts}");
    }
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(64, 48, 0..40);
    let films = [1, 2, 8].map(|threads| {
        let path = folder.path().join(format!("{threads}.mp4"));
        render(&spec, embedded(&path, &spec), threads).unwrap();
        fs::read(path).unwrap()
    });
    assert_eq!(films[0], films[1]);
    assert_eq!(films[0], films[2]);
}

#[test]
fn a_folder_holds_the_frames_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let frames = folder.path().join("frames");
    let write = |range| {
        let spec = spec(16, 16, range);
        render(&spec, Encoder::Folder(Folder::create(&frames).unwrap()), 2)
    };
    write(98..102).unwrap();
    assert_eq!(names(&frames), ["000098.png", "000099.png", "000100.png", "000101.png"]);
    // New frames take the place of all the old ones.
    write(0..2).unwrap();
    assert_eq!(names(&frames), ["000000.png", "000001.png"]);
    assert_eq!(names(folder.path()), ["frames"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_have_its_name_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let frames = folder.path().join("frames");
    let spec = spec(16, 16, 0..2);
    let encoder = Encoder::Folder(Folder::create(&frames).unwrap());
    // While the frames are drawn somebody makes a link to nowhere of that name.
    std::os::unix::fs::symlink("nowhere", &frames).unwrap();
    assert!(matches!(render(&spec, encoder, 1), Err(FilmError::Write { .. })));
    assert_eq!(names(folder.path()), ["frames"]);
    assert!(matches!(Folder::create(&frames), Err(FilmError::Write { .. })));
    assert_eq!(names(folder.path()), ["frames"]);
}

#[test]
fn a_folder_with_anything_else_is_refused_untouched() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["notes.txt", "1.png", "0000a1.png", ".hidden"] {
        let frames = folder.path().join(format!("with {name}"));
        fs::create_dir(&frames).unwrap();
        fs::write(frames.join("000000.png"), "old").unwrap();
        fs::write(frames.join(name), "mine").unwrap();
        let refused = Folder::create(&frames);
        assert!(matches!(refused, Err(FilmError::NotAFrame { found, .. }) if found == name));
        assert_eq!(names(&frames).len(), 2);
    }
}

#[test]
fn stopping_leaves_nothing_and_an_earlier_film_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.mp4");
    fs::write(&film, "an earlier film").unwrap();
    let spec = spec(32, 32, 0..1000);
    let stop = AtomicBool::new(false);
    let progress = |frames| stop.store(frames >= 5, SeqCst);
    let reel = Reel { spec: &spec, threads: 2, stop: &stop, progress: &progress };
    let result = make(&reel, embedded(&film, &spec), spec.frames.clone(), Picture::default, |picture, k| {
        draw(picture, *k, 32, 32);
        whole(picture)
    });
    assert!(matches!(result, Err(FilmError::Stopped)));
    assert_eq!(names(folder.path()), ["film.mp4"]);
    assert_eq!(fs::read(&film).unwrap(), b"an earlier film");
}

#[test]
fn a_frame_of_another_size_is_no_part_of_the_film() {
    let folder = tempfile::tempdir().unwrap();
    let frames = folder.path().join("frames");
    let spec = spec(16, 16, 0..5);
    let reel = Reel { spec: &spec, threads: 2, stop: &AtomicBool::new(false), progress: &|_| () };
    let encoder = Encoder::Folder(Folder::create(&frames).unwrap());
    let result = make(&reel, encoder, 0..5, Picture::default, |picture, k| {
        draw(picture, *k, 16, if *k == 3 { 18 } else { 16 });
        whole(picture)
    });
    assert!(matches!(result, Err(FilmError::Encoder(message)) if message.contains("16x18")));
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_picture_too_large_for_the_embedded_encoder_is_refused_before_any_frame() {
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(7680, 4320, 0..1);
    assert!(matches!(
        Embedded::create(&folder.path().join("a.mp4"), &spec, Quality::Good, None),
        Err(FilmError::Encoder(_))
    ));
    assert!(names(folder.path()).is_empty());
}

/// A stand-in for ffmpeg that does what `script` says.
#[cfg(unix)]
pub(super) fn stand_in(folder: &Path, script: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let program = folder.join("ffmpeg-stand-in");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_fails_is_quoted_and_leaves_nothing() {
    let tools = tempfile::tempdir().unwrap();
    let program = stand_in(tools.path(), "seq 1 20 | sed 's/^/line /' >&2; head -c 3000 >/dev/null; exit 7");
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(64, 48, 0..100);
    let encoder = Encoder::Ffmpeg(
        Ffmpeg::create(&program, &folder.path().join("film.mp4"), &spec, &Recipe::default(), None).unwrap(),
    );
    let Err(FilmError::Ffmpeg { message, lines }) = render(&spec, encoder, 2) else { panic!("it failed") };
    assert!(message.contains('7'), "{message}");
    assert_eq!(lines, (15..=20).map(|i| format!("line {i}")).collect::<Vec<_>>());
    assert!(names(folder.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_that_talks_without_end_blocks_nothing() {
    let tools = tempfile::tempdir().unwrap();
    let script = "for film; do :; done; seq 1 200000 >&2; cat >/dev/null; echo film >\"$film\"; seq 1 200000 >&2";
    let program = stand_in(tools.path(), script);
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(64, 48, 0..50);
    let encoder = Encoder::Ffmpeg(
        Ffmpeg::create(&program, &folder.path().join("film.mp4"), &spec, &Recipe::default(), None).unwrap(),
    );
    assert_eq!(render(&spec, encoder, 2).unwrap().frames, 50);
}

#[cfg(unix)]
#[test]
fn an_ffmpeg_without_x264_is_told_apart_from_none() {
    let tools = tempfile::tempdir().unwrap();
    let program = stand_in(tools.path(), "echo \"Codec 'libx264' is not recognized by FFmpeg.\"");
    assert_eq!(find(Some(&program), "libx264", || false), Found::Without(program.clone()));
    assert_eq!(find(Some(&tools.path().join("none")), "libx264", || false), Found::Missing);
}
