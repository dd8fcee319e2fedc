//! How far two pictures differ, and a picture of it.
use super::pixels::Pixels;

/// How many times a difference is brighter in [`amplified`] than it is.
pub const AMPLIFIED: u32 = 8;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Its left column.
    pub x: u32,
    /// Its top row.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// How far two pictures differ. Where one picture has no pixel the other's is wholly different.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Pixels that differ at all.
    pub pixels: u64,
    /// Of so many.
    pub of: u64,
    /// The smallest rectangle around them; `None` when none differs.
    pub bounds: Option<Bounds>,
    /// The largest difference of a channel, 0..255.
    pub largest: u8,
    /// The mean over all pixels of a pixel's largest channel difference, 0..255.
    pub mean: f64,
    /// The sizes when they are not the same: expected, actual.
    pub sizes: Option<[(u32, u32); 2]>,
}

impl Difference {
    /// True when every pixel is the same.
    pub fn is_none(&self) -> bool {
        self.pixels == 0 && self.sizes.is_none()
    }
}

/// The largest difference of a channel of two pixels.
fn apart(a: Option<[u8; 4]>, b: Option<[u8; 4]>) -> u8 {
    match (a, b) {
        (Some(a), Some(b)) => a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0),
        (None, None) => 0,
        _ => 255,
    }
}

/// How far `actual` is from `expected`.
pub fn difference(expected: &Pixels, actual: &Pixels) -> Difference {
    let (width, height) = (expected.width.max(actual.width), expected.height.max(actual.height));
    let (mut pixels, mut largest, mut sum) = (0, 0, 0u64);
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for y in 0..height {
        for x in 0..width {
            let apart = apart(expected.pixel(x, y), actual.pixel(x, y));
            if apart > 0 {
                pixels += 1;
                largest = largest.max(apart);
                sum += u64::from(apart);
                (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
            }
        }
    }
    let of = u64::from(width) * u64::from(height);
    let sizes = [(expected.width, expected.height), (actual.width, actual.height)];
    Difference {
        pixels,
        of,
        bounds: (pixels > 0).then(|| Bounds { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }),
        largest,
        mean: if of > 0 { sum as f64 / of as f64 } else { 0.0 },
        sizes: (sizes[0] != sizes[1]).then_some(sizes),
    }
}

/// Every channel's difference times [`AMPLIFIED`] on black, opaque; magenta where only one picture has a pixel.
pub fn amplified(expected: &Pixels, actual: &Pixels) -> Pixels {
    let (width, height) = (expected.width.max(actual.width), expected.height.max(actual.height));
    let mut data = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            let pixel = match (expected.pixel(x, y), actual.pixel(x, y)) {
                (Some(a), Some(b)) => {
                    // What differs in opacity alone shows grey.
                    let alpha = a[3].abs_diff(b[3]);
                    let channel = |i: usize| (u32::from(a[i].abs_diff(b[i]).max(alpha)) * AMPLIFIED).min(255) as u8;
                    [channel(0), channel(1), channel(2), 255]
                }
                (None, None) => [0, 0, 0, 255],
                _ => [255, 0, 255, 255],
            };
            data.extend(pixel);
        }
    }
    Pixels { width, height, data }
}
