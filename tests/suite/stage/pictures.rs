//! Pictures of an author's own as places: pixels where they belong, and nothing that unpacks to more than fits.
use super::{SIZES, here, paint};
use jabber_render::diagnostic::Diagnostic;
use jabber_render::display::{Bitmap, Item, Paint, Shape};
use jabber_render::pack::Catalog;
use jabber_render::paint::Picture;
use jabber_render::stage::{Setting, Stage, compose, is_picture};
use kurbo::{Affine, Rect, Shape as _};
use std::time::{Duration, Instant};

/// A PNG of this size whose pixel at (x, y) is given.
fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let data: Vec<u8> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| pixel(x, y)).collect();
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    bytes
}

/// The frame of this size that a picture beside the cartoon makes, and what is said of it.
fn shown(name: &str, bytes: &[u8], (width, height): (u32, u32)) -> (Picture, Vec<Diagnostic>) {
    let (place, faults) = Setting::of(name).place(&Catalog::shipped(), &|_| Ok(bytes.to_vec()));
    let mut stage = Stage::new(width, height);
    stage.add_place("here".into(), place);
    let list = compose(&here(0.0), &stage);
    (paint(width, height, list.items), faults)
}

#[test]
fn a_picture_covers_a_frame_of_any_shape() {
    let red_left = png(32, 18, |x, _| if x < 16 { [200, 40, 40, 255] } else { [40, 40, 200, 255] });
    for (width, height) in SIZES.map(|(width, height)| (width / 4, height / 4)) {
        let (picture, faults) = shown("photo.png", &red_left, (width, height));
        assert!(faults.is_empty() && picture.is_opaque(), "{width}x{height}: {faults:?}");
        // The middle stays in the middle: a quarter of the frame from it one side is red, the other blue.
        let at = |x: u32| picture.pixel(x, height / 2).unwrap();
        assert_eq!((at(width / 4), at(width * 3 / 4)), ([200, 40, 40, 255], [40, 40, 200, 255]), "{width}x{height}");
    }
}

#[test]
fn the_feet_line_of_a_picture_is_the_frames() {
    // Red down to 92 % of the height, blue below: in a square, which cuts the sides off, and in a wide frame, which cuts above and below.
    let bytes = png(100, 100, |_, y| if y < 92 { [200, 40, 40, 255] } else { [40, 40, 200, 255] });
    for (width, height) in [(100, 100), (200, 100)] {
        let (picture, _) = shown("photo.png", &bytes, (width, height));
        let at = |y: u32| picture.pixel(width / 2, y).unwrap();
        assert_eq!((at(89), at(95)), ([200, 40, 40, 255], [40, 40, 200, 255]), "{width}x{height}");
    }
}

#[test]
fn what_a_picture_lets_through_is_a_plain_place() {
    let holes = png(16, 9, |_, _| [0, 0, 0, 0]);
    let (plain, _) = shown("nowhere", &[], (64, 36));
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"></svg>"#;
    for (name, bytes) in [("a.png", &holes[..]), ("a.svg", svg)] {
        let (picture, _) = shown(name, bytes, (64, 36));
        assert!(picture.is_opaque());
        assert_eq!(picture.pixel(3, 3), plain.pixel(3, 3), "{name}");
    }
}

/// What a bitmap paints on 4 × 4 pixels, moved so.
fn painted(sizes: Vec<Bitmap>, transform: Affine) -> Picture {
    let whole = Rect::new(0.0, 0.0, 4.0, 4.0).to_path(0.1);
    paint(4, 4, vec![Item::Fill(Shape::new(whole, Paint::Picture { sizes: sizes.into(), transform }))])
}

#[test]
fn pixels_are_mixed_by_their_shares() {
    let gray = |width: u32, values: &[u8]| Bitmap {
        width,
        height: values.len() as u32 / width,
        data: values.iter().flat_map(|value| [*value, *value, *value, 255]).collect(),
    };
    let row = |picture: &Picture, y: u32| [0, 1, 2, 3].map(|x| picture.pixel(x, y).unwrap()[0]);
    let two = || gray(2, &[0, 100, 0, 100]);
    // Twice as large: the middles of the two pixels lie at 1 and 3; between them at 1.5 and 2.5 there are a quarter and three quarters of
    // the way, beyond them the pixels themselves.
    assert_eq!(row(&painted(vec![two()], Affine::scale(2.0)), 1), [0, 25, 75, 100]);
    // As large as it is: the pixels, and the last one beyond the edge.
    assert_eq!(row(&painted(vec![two()], Affine::IDENTITY), 1), [0, 100, 100, 100]);
    // Half as large, each pixel is the mean of four.
    let eight = gray(8, &[0, 100, 50, 50, 8, 8, 255, 255].repeat(8));
    let half = eight.half();
    assert_eq!(half.data.chunks_exact(4).take(4).map(|pixel| pixel[0]).collect::<Vec<_>>(), [50, 50, 8, 255]);
    assert_eq!(row(&painted(vec![eight, half], Affine::scale(0.5)), 2), [50, 50, 8, 255]);
}

#[test]
fn other_forms_are_read_and_what_is_no_picture_is_said() {
    let blue = image::RgbImage::from_pixel(16, 9, image::Rgb([30, 60, 200]));
    for (name, format) in [
        ("a.jpg", image::ImageFormat::Jpeg),
        ("a.webp", image::ImageFormat::WebP),
        ("a.JPEG", image::ImageFormat::Jpeg),
    ] {
        let mut bytes = std::io::Cursor::new(Vec::new());
        blue.write_to(&mut bytes, format).unwrap();
        let (picture, faults) = shown(name, &bytes.into_inner(), (32, 18));
        let [r, g, b, _] = picture.pixel(16, 9).unwrap();
        assert!(
            faults.is_empty() && r.abs_diff(30) < 6 && g.abs_diff(60) < 6 && b.abs_diff(200) < 6,
            "{name} {r} {g} {b}"
        );
    }
    let broken = &png(16, 9, |_, _| [1, 2, 3, 255])[..40];
    for bytes in [&b"GIF89a"[..], b"", b"\x1F\x8B\x08", broken, b"<svg", b"<html></html>"] {
        let (picture, faults) = shown("a.png", bytes, (32, 18));
        assert!(faults.len() == 1 && faults[0].message.contains("a plain place is drawn"), "{bytes:?}: {faults:?}");
        assert!(picture.is_opaque());
    }
    assert!(is_picture("hills.svg") && is_picture("a/b.PNG") && !is_picture("hills") && !is_picture("hills.txt"));
}

/// What unpacks to more than fits is refused, or cut short, at once.
#[test]
fn bombs_do_not_go_off() {
    // Ten groups, each ten times the one before: ten thousand million shapes.
    let mut laughs =
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><rect id="u0" width="1" height="1"/>"#
            .to_owned();
    for i in 1..=10 {
        laughs += &format!(r##"<g id="u{i}">{}</g>"##, format!(r##"<use href="#u{}"/>"##, i - 1).repeat(10));
    }
    laughs += r##"</defs><use href="#u10"/></svg>"##;
    let entities = format!(
        r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">{}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>&e9;</title></svg>"#,
        (1..10)
            .map(|i| format!(
                r#"<!ENTITY e{i} "{}">"#,
                format!("&{};", if i == 1 { "a".to_owned() } else { format!("e{}", i - 1) }).repeat(20)
            ))
            .collect::<String>()
    );
    let deep = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}<rect/>{}</svg>"#,
        "<g opacity='.5'>".repeat(100_000),
        "</g>".repeat(100_000)
    );
    let dashes = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0L1e9 0" stroke="red" stroke-dasharray="1e-6"/></svg>"#;
    // A clip of many points, cut out of for many groups.
    let clip = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><clipPath id="c"><path d="M0 0{}"/></clipPath>{}</svg>"##,
        "L1 1L2 0".repeat(50_000),
        r##"<g clip-path="url(#c)"><rect width="3" height="3"/></g>"##.repeat(500)
    );
    // Says that it is 60000 pixels wide and high.
    let mut huge = png(1, 1, |_, _| [0; 4]);
    huge[16..24].copy_from_slice(&[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
    let crc = crc(&huge[12..29]).to_be_bytes();
    huge[29..33].copy_from_slice(&crc);
    let start = Instant::now();
    for (what, bytes) in [
        ("uses", laughs.as_bytes()),
        ("entities", entities.as_bytes()),
        ("depth", deep.as_bytes()),
        ("dashes", dashes.as_bytes()),
        ("clips", clip.as_bytes()),
        ("size", &huge),
    ] {
        let (picture, faults) = shown("a.svg", bytes, (32, 18));
        assert!(!faults.is_empty() || what == "dashes", "{what} passes");
        assert!(picture.is_opaque(), "{what}");
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

/// The checksum of a PNG's chunk (PNG, annex D).
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}
