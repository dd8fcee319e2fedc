//! A bitmap as a paint: its pixels and where they lie enter, the pixels of a surface leave, mixed in whole numbers.
use super::blend::Surface;
use crate::display::Bitmap;
use kurbo::{Affine, Point};

/// Fraction bits of a place between two pixels.
const BITS: u32 = 8;
const ONE: i64 = 1 << BITS;

/// Fills a surface with a picture that `transform` moves from its own pixels into the frame's; of `sizes`, each half as large as the one before, the smallest
/// is taken that is not drawn larger than it is. `None` when there is none or it has no extent.
pub(super) fn shade(sizes: &[Bitmap], transform: Affine, surface: &mut Surface) -> Option<()> {
    let back = transform.inverse();
    if !back.is_finite() {
        return None;
    }
    let [a, b, c, d, ..] = back.as_coeffs();
    // Pixels of the whole picture that one pixel of the surface spans.
    let spans = crate::maths::hypot(a, b).max(crate::maths::hypot(c, d));
    let level = (0..sizes.len()).rev().find(|level| f64::from(1_u32 << level.min(&31)) <= spans).unwrap_or(0);
    let bitmap = sizes.get(level)?;
    let first = sizes.first()?;
    let shrink = Affine::scale_non_uniform(
        f64::from(bitmap.width) / f64::from(first.width.max(1)),
        f64::from(bitmap.height) / f64::from(first.height.max(1)),
    );
    let back = shrink * back;
    let area = surface.area;
    for y in area.y0..area.y1 {
        for (x, pixel) in (area.x0..).zip(surface.row_mut(y, area.x0, area.x1).chunks_exact_mut(4)) {
            // In the frame's own pixels: the same colour there, whatever part of it is painted.
            let at = back * Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            pixel.copy_from_slice(&mixed(bitmap, at));
        }
    }
    Some(())
}

/// The colour at a point of a bitmap, between the middles of its pixels.
fn mixed(bitmap: &Bitmap, at: Point) -> [u8; 4] {
    // Beyond these the nearest pixel is the same.
    let fixed = |value: f64| ((value - 0.5).clamp(-1.0, 1e9) * ONE as f64).round() as i64;
    let (x, y) = (fixed(at.x), fixed(at.y));
    let ((x0, dx), (y0, dy)) = ((x >> BITS, x & (ONE - 1)), (y >> BITS, y & (ONE - 1)));
    let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| bitmap.pixel(x0 + i, y0 + j));
    let shares = [(ONE - dx) * (ONE - dy), dx * (ONE - dy), (ONE - dx) * dy, dx * dy];
    [0, 1, 2, 3].map(|i| {
        let sum: i64 = four.iter().zip(shares).map(|(pixel, share)| i64::from(pixel[i]) * share).sum();
        ((sum + ONE * ONE / 2) >> (2 * BITS)) as u8
    })
}
