//! Animated pictures from made-up frames, read back by the crates' own decoders, and counted by ffprobe.
use super::super::tools;
use image::AnimationDecoder;
use jabber_render::film::Quality;
use jabber_render::film::animate::{Animation, Animator, Moving};
use std::io::{BufReader, Cursor};

const FORMS: [Moving; 3] = [Moving::Gif, Moving::Apng, Moving::Webp];

/// Straight RGBA of one frame.
type Rgba = Vec<u8>;

/// What a decoder shows: pictures and how long each is shown, seconds.
type Shown = Vec<(Rgba, f64)>;

const PLAIN: Animation =
    Animation { moving: Moving::Gif, width: 37, height: 23, frames: 0, plays: 0, alpha: false, quality: Quality::Good };

/// Pixels by their place.
fn picture((width, height): (u32, u32), pixel: impl Fn(u32, u32) -> [u8; 4]) -> Rgba {
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect()
}

/// A square of 8 that moves by three pixels a frame over a ground.
fn square(k: u32, (x, y): (u32, u32)) -> bool {
    (k * 3..k * 3 + 8).contains(&x) && (8..16).contains(&y)
}

/// Three colours: every form can hold them.
fn flat(k: u32) -> Rgba {
    picture((37, 23), |x, y| match (square(k, (x, y)), y < 12) {
        (true, _) => [250, 240, 40, 255],
        (false, true) => [30, 90, 200, 255],
        (false, false) => [60, 160, 50, 255],
    })
}

/// 851 colours and the square.
fn ramp(k: u32) -> Rgba {
    picture((37, 23), |x, y| if square(k, (x, y)) { [250, 240, 40, 255] } else { [x as u8 * 6, 90, y as u8 * 10, 255] })
}

/// The square alone, its right half half there.
fn clear(k: u32) -> Rgba {
    let half = |x| if x < k * 3 + 4 { 255 } else { 90 };
    picture((37, 23), |x, y| if square(k, (x, y)) { [250, 140, 40, half(x)] } else { [0; 4] })
}

fn encoded(animation: Animation, pictures: &[Rgba], fps: f64) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    let mut animator = Animator::new(&mut out, Animation { frames: pictures.len() as u32, ..animation }).unwrap();
    for (k, picture) in pictures.iter().enumerate() {
        animator.frame(picture, (k + 1) as f64 / fps).unwrap();
    }
    animator.finish().unwrap();
    out.into_inner()
}

fn decoded(moving: Moving, bytes: &[u8]) -> Shown {
    let frames = |frames: image::Frames<'_>| {
        let shown = |frame: image::Frame| {
            let (ms, parts) = frame.delay().numer_denom_ms();
            (frame.into_buffer().into_raw(), f64::from(ms) / f64::from(parts) / 1000.0)
        };
        frames.map(|frame| shown(frame.unwrap())).collect()
    };
    let reader = BufReader::new(Cursor::new(bytes));
    match moving {
        Moving::Gif => gif_frames(bytes),
        Moving::Apng => frames(image::codecs::png::PngDecoder::new(reader).unwrap().apng().unwrap().into_frames()),
        Moving::Webp => webp_frames(bytes),
    }
}

/// By libwebp's own player, which tells when each frame ends.
fn webp_frames(bytes: &[u8]) -> Shown {
    let animation = webp::AnimDecoder::new(bytes).decode().unwrap();
    let mut begin = 0;
    let frames = animation.get_frames(0..animation.len()).unwrap().into_iter().map(|frame| {
        let end = frame.get_time_ms();
        let seconds = f64::from(end - begin) / 1000.0;
        begin = end;
        (frame.get_image().to_vec(), seconds)
    });
    frames.collect()
}

/// The pictures of a GIF, laid one over the other as its frames say.
fn gif_frames(bytes: &[u8]) -> Shown {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let (mut canvas, mut shown) = (vec![0; width * height * 4], Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, across] = [frame.left, frame.top, frame.width].map(usize::from);
        for (i, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let at = ((top + i / across) * width + left + i % across) * 4;
            canvas[at..at + 4].copy_from_slice(pixel);
        }
        shown.push((canvas.clone(), f64::from(frame.delay) / 100.0));
        if frame.dispose == gif::DisposalMethod::Background {
            canvas.fill(0);
        }
    }
    shown
}

/// The largest difference of a channel, and the mean one, of pixels that are there.
fn apart(a: &[u8], b: &[u8]) -> (u8, f64) {
    let there = a.chunks(4).zip(b.chunks(4)).filter(|(a, b)| a[3] > 0 || b[3] > 0);
    let steps: Vec<u8> = there.flat_map(|(a, b)| (0..4).map(|i| a[i].abs_diff(b[i])).collect::<Vec<_>>()).collect();
    let mean = steps.iter().map(|step| f64::from(*step)).sum::<f64>() / steps.len().max(1) as f64;
    (steps.into_iter().max().unwrap_or(0), mean)
}

#[test]
fn few_colours_come_back_as_they_were() {
    // The square stands still for three frames, and the last frame is the first.
    let pictures = [0, 1, 2, 2, 2, 3, 0].map(flat);
    for moving in FORMS {
        let quality = if moving == Moving::Webp { Quality::Best } else { Quality::Good };
        let shown = decoded(moving, &encoded(Animation { moving, quality, ..PLAIN }, &pictures, 10.0));
        assert_eq!(shown.len(), 7, "{moving:?}");
        for (k, (picture, (seen, _))) in pictures.iter().zip(&shown).enumerate() {
            assert!(picture == seen, "{moving:?}: frame {k} differs by {:?}", apart(picture, seen));
        }
    }
}

#[test]
fn many_colours_come_back_nearly_so() {
    let pictures: Vec<Rgba> = (0..9).map(ramp).collect();
    // The bounds: exact; below what is seen in a picture beside another; half of the step between colours that 255 can keep of 851,
    // which is 8 of 1.8 times as many a side.
    for (moving, quality, mean) in [
        (Moving::Apng, Quality::Draft, 0.0),
        (Moving::Apng, Quality::Best, 0.0),
        (Moving::Webp, Quality::Best, 0.0),
        (Moving::Webp, Quality::Good, 3.0),
        (Moving::Webp, Quality::Draft, 6.0),
        (Moving::Gif, Quality::Good, 4.0),
        (Moving::Gif, Quality::Draft, 4.0),
    ] {
        let shown = decoded(moving, &encoded(Animation { moving, quality, ..PLAIN }, &pictures, 10.0));
        assert_eq!(shown.len(), 9);
        for (k, (picture, (seen, _))) in pictures.iter().zip(&shown).enumerate() {
            let (_, off) = apart(picture, seen);
            assert!(off <= mean, "{moving:?} {quality:?}: frame {k} is {off:.2} off");
        }
    }
}

#[test]
fn a_gif_of_shots_has_colours_for_each() {
    // 200 greys, then 200 reds, then 200 blues: too many for one palette, few enough for three.
    let shot = |channel: usize, k: u8| {
        picture((20, 10), |x, y| {
            let mut pixel = [0, 0, 0, 255];
            pixel[channel] = (x + y * 20) as u8;
            if x < 2 && y < 2 {
                pixel[channel] = k;
            }
            pixel
        })
    };
    let pictures: Vec<Rgba> = (0..9).map(|k| shot(k / 3, k as u8)).collect();
    let animation = Animation { width: 20, height: 10, ..PLAIN };
    for (k, (seen, _)) in decoded(Moving::Gif, &encoded(animation, &pictures, 10.0)).iter().enumerate() {
        assert_eq!(apart(seen, &pictures[k]), (0, 0.0), "frame {k}");
    }
}

#[test]
fn what_is_clear_stays_clear() {
    let pictures: Vec<Rgba> = (0..6).map(clear).collect();
    let rounded = |picture: &Rgba| -> Rgba {
        let pixel = |p: &[u8]| if p[3] < 128 { [0; 4] } else { [p[0], p[1], p[2], 255] };
        picture.chunks(4).flat_map(pixel).collect()
    };
    for moving in FORMS {
        let animation = Animation { moving, alpha: true, quality: Quality::Best, ..PLAIN };
        let shown = decoded(moving, &encoded(animation, &pictures, 10.0));
        for (k, (picture, (seen, _))) in pictures.iter().zip(&shown).enumerate() {
            let expected = if moving == Moving::Gif { rounded(picture) } else { picture.clone() };
            assert_eq!(apart(&expected, seen), (0, 0.0), "{moving:?}: frame {k}");
        }
    }
    // Colours may be off in a lossy one; its alpha is not.
    let animation = Animation { moving: Moving::Webp, alpha: true, ..PLAIN };
    for (picture, (seen, _)) in pictures.iter().zip(decoded(Moving::Webp, &encoded(animation, &pictures, 10.0))) {
        assert!(picture.chunks(4).zip(seen.chunks(4)).all(|(a, b)| a[3] == b[3]));
    }
}

#[test]
fn frames_are_shown_as_long_as_they_last() {
    // Steps of each form, seconds, and frames a second.
    for (moving, step) in [(Moving::Gif, 0.01), (Moving::Apng, 1.0 / 12_000.0), (Moving::Webp, 0.001)] {
        for fps in [1.0, 24.0, 30_000.0 / 1001.0, 50.0, 240.0] {
            let count = if fps < 2.0 { 3 } else { 25 };
            let pictures: Vec<Rgba> = (0..count).map(|k| flat(k % 9)).collect();
            let shown = decoded(moving, &encoded(Animation { moving, ..PLAIN }, &pictures, fps));
            let all: f64 = shown.iter().map(|(_, seconds)| seconds).sum();
            // The decoder rounds an APNG's to milliseconds, each by itself.
            let slack = if moving == Moving::Apng { 0.001 * f64::from(count) } else { step / 2.0 + 1e-9 };
            assert!((all - f64::from(count) / fps).abs() <= slack, "{moving:?} at {fps}: {all} s");
            if moving == Moving::Gif && fps > 50.0 {
                // 25 frames of 1/240 s take 0.104 s, in which there is room for five of 0.02 s.
                assert_eq!(shown.len(), 5);
                assert!(shown.iter().all(|(_, seconds)| *seconds >= 0.02 - 1e-9), "{fps}");
            } else {
                assert_eq!(shown.len(), pictures.len(), "{moving:?} at {fps}");
                let off = |seconds: &f64| (seconds - 1.0 / fps).abs() <= step.max(0.001) + 1e-9;
                assert!(shown.iter().all(|(_, seconds)| off(seconds)), "{moving:?} at {fps}");
            }
        }
    }
}

#[test]
fn each_form_says_how_often_it_is_shown() {
    let pictures = [0, 1].map(flat);
    for plays in [0_u16, 1, 2, 7] {
        let bytes = |moving| encoded(Animation { moving, plays, ..PLAIN }, &pictures, 10.0);
        // A GIF says how often it is shown again (NETSCAPE2.0), and nothing when that is never.
        let mut decoder = gif::DecodeOptions::new().read_info(Cursor::new(bytes(Moving::Gif))).unwrap();
        while decoder.read_next_frame().unwrap().is_some() {}
        let expected = if plays == 0 { gif::Repeat::Infinite } else { gif::Repeat::Finite(plays - 1) };
        assert_eq!(decoder.repeat(), expected, "{plays}");
        let apng = png::Decoder::new(Cursor::new(bytes(Moving::Apng))).read_info().unwrap();
        let control = apng.info().animation_control.unwrap();
        assert_eq!((control.num_plays, control.num_frames), (u32::from(plays), 2));
        // RFC 9649 §2.7.1.1: ANIM, its length, the ground's colour, the count.
        let webp = bytes(Moving::Webp);
        let at = webp.windows(4).position(|four| four == b"ANIM").unwrap();
        assert_eq!(webp[at + 12..at + 14], plays.to_le_bytes());
    }
}

#[test]
fn the_same_frames_give_the_same_bytes_on_any_number_of_threads() {
    let pictures: Vec<Rgba> = (0..30).map(|k| ramp(k % 9)).collect();
    for moving in FORMS {
        let made = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| encoded(Animation { moving, ..PLAIN }, &pictures, 24.0))
        });
        assert!(made[0] == made[1] && made[0] == made[2], "{moving:?}");
    }
}

#[test]
fn ffprobe_counts_what_was_put_in() {
    let folder = tempfile::tempdir().unwrap();
    for (moving, name) in [(Moving::Gif, "a.gif"), (Moving::Apng, "a.apng")] {
        for (quality, alpha) in [(Quality::Good, false), (Quality::Best, true)] {
            let pictures: Vec<Rgba> = (0..12).map(|k| if alpha { clear(k % 7) } else { ramp(k % 9) }).collect();
            let path = folder.path().join(name);
            std::fs::write(&path, encoded(Animation { moving, alpha, quality, ..PLAIN }, &pictures, 24.0)).unwrap();
            let fields = "stream=width,height,nb_read_frames";
            let args = ["-v", "error", "-count_frames", "-show_entries", fields, "-of", "csv=p=0"];
            let args = args.iter().map(|arg| arg.as_ref()).chain([path.as_os_str()]);
            let Some(facts) = tools::run("ffprobe", args) else { return };
            assert_eq!(facts.trim(), "37,23,12", "{name}");
        }
    }
}

#[test]
fn what_cannot_be_an_animation_is_refused() {
    for (width, height, frames) in [(0, 4, 1), (4, 0, 1), (16_384, 4, 1), (4, 4, 0)] {
        for moving in FORMS {
            let animation = Animation { moving, width, height, frames, ..PLAIN };
            assert!(Animator::new(Cursor::new(Vec::new()), animation).is_err(), "{animation:?}");
        }
    }
    for moving in FORMS {
        let mut out = Cursor::new(Vec::new());
        let mut animator = Animator::new(&mut out, Animation { moving, frames: 2, ..PLAIN }).unwrap();
        assert!(animator.frame(&[0; 8], 0.1).is_err(), "{moving:?}");
        assert!(animator.finish().is_err(), "{moving:?}: no frame came");
    }
}
