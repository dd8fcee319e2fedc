//! Pictures to bytes: BT.709 by its formula (ITU-R BT.709-6 §3), padding, PNG.
use jabber_render::film::{Bytes, convert};
use jabber_render::paint::Picture;

fn plain(width: u32, height: u32, [r, g, b]: [u8; 3]) -> Picture {
    let data = [r, g, b, 255].repeat(width as usize * height as usize);
    Picture { width, height, data }
}

#[test]
fn colours_become_bt709_limited_range() {
    let colours = [[255, 255, 255], [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255], [237, 190, 111], [42, 33, 56]];
    for rgb in colours {
        let [r, g, b] = rgb.map(|c| f64::from(c) / 255.0);
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        let (u, v) = ((b - y) / 1.8556, (r - y) / 1.5748);
        let expected = [16.0 + 219.0 * y, 128.0 + 224.0 * u, 128.0 + 224.0 * v];
        let mut out = Vec::new();
        convert(&plain(32, 16, rgb), Bytes::Yuv420, &mut out).unwrap();
        assert_eq!(out.len(), 32 * 16 * 3 / 2);
        for (plane, expected) in [(&out[..512], expected[0]), (&out[512..640], expected[1]), (&out[640..], expected[2])]
        {
            let near = plane.iter().all(|byte| (f64::from(*byte) - expected).abs() <= 1.0);
            assert!(near, "{rgb:?}: {expected:.1} became {:?}", &plane[..4]);
        }
    }
}

#[test]
fn odd_sides_are_padded_with_the_last_pixels() {
    let mut picture = plain(17, 17, [0, 0, 0]);
    for i in 0..17 {
        for at in [i * 17 + 16, 16 * 17 + i] {
            picture.data[at * 4..at * 4 + 3].copy_from_slice(&[255; 3]);
        }
    }
    let mut out = Vec::new();
    convert(&picture, Bytes::Yuv420, &mut out).unwrap();
    assert_eq!(out.len(), 18 * 18 * 3 / 2);
    for (i, luma) in out[..18 * 18].iter().enumerate() {
        let white = i % 18 >= 16 || i / 18 >= 16;
        assert_eq!(*luma, if white { 235 } else { 16 }, "column {}, row {}", i % 18, i / 18);
    }
}

#[test]
fn a_png_reads_back_as_it_was() {
    let mut picture = plain(31, 7, [1, 2, 3]);
    for (i, byte) in picture.data.iter_mut().enumerate().filter(|(i, _)| i % 4 != 3) {
        *byte = (i * 7919 % 256) as u8;
    }
    let mut out = vec![9; 5];
    convert(&picture, Bytes::Png, &mut out).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(out)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (31, 7, png::ColorType::Rgb));
    let expected: Vec<u8> = picture.data.chunks(4).flat_map(|p| p[..3].to_vec()).collect();
    assert_eq!(pixels, expected);
}
