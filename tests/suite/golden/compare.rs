//! How far pictures differ, worked out by hand; PNGs of every kind; patterns.
use super::Project;
use jabber_render::golden::{Bounds, Pattern, Pixels, Trace, amplified, difference};
use proptest::prelude::*;
use std::sync::OnceLock;

fn pixels(width: u32, height: u32, rgba: &[[u8; 4]]) -> Pixels {
    Pixels { width, height, data: rgba.concat() }
}

const GREY: [u8; 4] = [100, 100, 100, 255];

#[test]
fn the_numbers_of_a_difference() {
    let mut other = vec![GREY; 12];
    let same = pixels(4, 3, &[GREY; 12]);
    assert!(difference(&same, &same).is_none());
    // (1, 0) by 4 in red, (2, 2) by 30 in blue and 7 in green.
    other[1] = [104, 100, 100, 255];
    other[10] = [100, 93, 70, 255];
    let far = difference(&same, &pixels(4, 3, &other));
    assert_eq!((far.pixels, far.of, far.largest), (2, 12, 30));
    assert_eq!(far.bounds, Some(Bounds { x: 1, y: 0, width: 2, height: 3 }));
    assert_eq!(far.mean, 34.0 / 12.0);
    assert_eq!(far.to_string(), "2 pixels differ by 30 at most, within 2x3 at 1,0");
    // Eight times, and no further than white.
    let seen = amplified(&same, &pixels(4, 3, &other));
    assert_eq!(
        (seen.pixel(0, 0), seen.pixel(1, 0), seen.pixel(2, 2)),
        (Some([0, 0, 0, 255]), Some([32, 0, 0, 255]), Some([0, 56, 240, 255]))
    );
    assert_eq!(
        amplified(&pixels(1, 1, &[GREY]), &pixels(1, 1, &[[200, 100, 100, 255]])).pixel(0, 0),
        Some([255, 0, 0, 255])
    );
    // Opacity alone.
    let far = difference(&pixels(1, 1, &[GREY]), &pixels(1, 1, &[[100, 100, 100, 250]]));
    assert_eq!((far.pixels, far.largest), (1, 5));
}

#[test]
fn pictures_of_two_sizes_differ_where_one_has_no_pixel() {
    let (wide, tall) = (pixels(2, 1, &[GREY; 2]), pixels(1, 2, &[GREY; 2]));
    let far = difference(&wide, &tall);
    // Of 2 × 2 pixels one is in both, one in neither.
    assert_eq!((far.pixels, far.of, far.largest, far.sizes), (2, 4, 255, Some([(2, 1), (1, 2)])));
    assert_eq!(far.to_string(), "another size: 1x2 instead of 2x1");
    assert_eq!(amplified(&wide, &tall).pixel(1, 0), Some([255, 0, 255, 255]));
}

#[test]
fn a_still_is_written_small_and_read_back_whole() {
    let all: Vec<[u8; 4]> = (0..64 * 64).map(|i| [(i % 64) as u8 * 4, (i / 64) as u8 * 4, 7, 255]).collect();
    let opaque = pixels(64, 64, &all);
    let png = opaque.to_png().unwrap();
    assert_eq!(Pixels::from_png(&png), Ok(opaque.clone()));
    assert!(png.len() <= opaque.to_quick_png().unwrap().len());
    assert_eq!(opaque.to_png(), Ok(png));
    let sheer = pixels(2, 1, &[[1, 2, 3, 4], [5, 6, 7, 0]]);
    assert_eq!(Pixels::from_png(&sheer.to_png().unwrap()), Ok(sheer));
}

#[test]
fn a_png_that_another_program_made_smaller_is_the_same_picture() {
    let written = |color, palette: Option<&[u8]>, depth, data: &[u8]| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if let Some(palette) = palette {
            encoder.set_palette(palette.to_vec());
        }
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        Pixels::from_png(&bytes).unwrap()
    };
    let expected = pixels(2, 1, &[[9, 9, 9, 255], [200, 200, 200, 255]]);
    let palette = [9, 9, 9, 200, 200, 200];
    assert_eq!(written(png::ColorType::Indexed, Some(&palette), png::BitDepth::One, &[0b0100_0000]), expected);
    assert_eq!(written(png::ColorType::Grayscale, None, png::BitDepth::Eight, &[9, 200]), expected);
    assert_eq!(written(png::ColorType::GrayscaleAlpha, None, png::BitDepth::Eight, &[9, 255, 200, 255]), expected);
    let sixteen = [9, 9, 9, 9, 9, 9, 200, 200, 200, 200, 200, 200];
    assert_eq!(written(png::ColorType::Rgb, None, png::BitDepth::Sixteen, &sixteen), expected);
    assert!(Pixels::from_png(b"no picture").is_err());
}

#[test]
fn patterns_fit_names() {
    let cases = [
        ("", "a/b@1", true),
        ("b", "a/b@1", true),
        ("c", "a/b@1", false),
        ("*", "a/b@1", true),
        ("a/*", "a/b@1", true),
        ("b*", "a/b@1", false),
        ("*@1", "a/b@1", true),
        ("*@1", "a/b@1.5", false),
        ("a*b*1", "a/b@1", true),
        ("a*b*b*1", "a/b@1", false),
        ("a/b@1*", "a/b@1", true),
        ("aa*aa", "aaa", false),
        ("*moods*", "s/dog-moods", true),
    ];
    for (pattern, name, fits) in cases {
        assert_eq!(Pattern::new(pattern).fits(name), fits, "{pattern} {name}");
    }
}

/// The text beside a still.
fn text() -> String {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| std::fs::read_to_string(Project::new().text()).unwrap()).clone()
}

#[test]
fn a_trace_is_read_as_it_was_written() {
    let text = text();
    let trace = Trace::parse(&text).unwrap();
    assert_eq!(trace.to_string(), text);
    assert_eq!(trace.first_apart(&trace), None);
    assert!(Trace::begins(text.as_bytes()) && !Trace::begins(b"jabber"));
    // As a version control may hand it out on another system.
    assert_eq!(Trace::parse(&text.replace('\n', "\r\n")), Some(trace));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever happened to a text, it is read as something or as nothing, and what is read can be compared.
    #[test]
    fn any_text_is_read_and_compared(at in 0usize..9000, removed in 0usize..40, put in "[ -~é\\n]{0,12}", other in 0usize..9000) {
        let whole = text();
        let trace = Trace::parse(&whole).unwrap();
        let from = at.min(whole.len());
        let mut spoilt: Vec<u8> = whole.bytes().collect();
        spoilt.splice(from..(from + removed).min(whole.len()), put.bytes());
        let end = spoilt.len() - other.min(spoilt.len());
        for text in [String::from_utf8_lossy(&spoilt), String::from_utf8_lossy(&spoilt[..end])] {
            if let Some(other) = Trace::parse(&text) {
                prop_assert_eq!(trace.first_apart(&other).is_some(), other.first_apart(&trace).is_some());
                if let Some(cause) = trace.first_apart(&other) {
                    prop_assert!(!cause.to_string().is_empty());
                }
            }
        }
    }
}
