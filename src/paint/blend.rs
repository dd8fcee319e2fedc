//! Laying one surface on another, pixel by pixel, in whole numbers: the same bytes on every machine. A source and a target
//! of premultiplied RGBA enter, the target is changed; knows nothing of shapes.
use super::bounds::Area;
use crate::display::Blend;

/// A buffer that covers `area` of the frame.
pub(super) struct Surface {
    pub area: Area,
    pub data: Vec<u8>,
}

impl Surface {
    fn row(&self, y: i32, x0: i32, x1: i32) -> &[u8] {
        let start = ((y - self.area.y0) as usize * self.area.width() as usize + (x0 - self.area.x0) as usize) * 4;
        self.data.get(start..start + (x1 - x0) as usize * 4).unwrap_or_default()
    }

    fn row_mut(&mut self, y: i32, x0: i32, x1: i32) -> &mut [u8] {
        let start = ((y - self.area.y0) as usize * self.area.width() as usize + (x0 - self.area.x0) as usize) * 4;
        self.data.get_mut(start..start + (x1 - x0) as usize * 4).unwrap_or_default()
    }
}

/// a·b/255, rounded; exact for 0..255 × 0..255.
fn times(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// The part of `source` inside `target` laid on it, its opacity multiplied by `opacity` (255 = whole).
pub(super) fn lay(source: &Surface, target: &mut Surface, opacity: u8, blend: Blend) {
    let (x0, x1) = (source.area.x0.max(target.area.x0), source.area.x1.min(target.area.x1));
    let (y0, y1) = (source.area.y0.max(target.area.y0), source.area.y1.min(target.area.y1));
    if x0 >= x1 {
        return;
    }
    for y in y0..y1 {
        let (from, to) = (source.row(y, x0, x1), target.row_mut(y, x0, x1));
        match blend {
            Blend::Normal if opacity == 255 => over(from, to),
            _ => blended(from, to, opacity, blend),
        }
    }
}

/// Source over, whole, four pixels at a time: most of a layer is either empty or opaque, and then there is nothing to work
/// out.
fn over(from: &[u8], to: &mut [u8]) {
    let ((fours, rest), (fours_to, rest_to)) = (from.as_chunks::<16>(), to.as_chunks_mut::<16>());
    for (s, d) in fours.iter().zip(fours_to) {
        if s[3] & s[7] & s[11] & s[15] == 255 {
            *d = *s;
        } else if *s != [0; 16] {
            over_each(s, d);
        }
    }
    over_each(rest, rest_to);
}

fn over_each(from: &[u8], to: &mut [u8]) {
    for (s, d) in from.chunks_exact(4).zip(to.chunks_exact_mut(4)) {
        let rest = 255 - s[3];
        for (d, s) in d.iter_mut().zip(s) {
            *d = s.saturating_add(times(*d, rest));
        }
    }
}

fn blended(from: &[u8], to: &mut [u8], opacity: u8, blend: Blend) {
    for (s, d) in from.chunks_exact(4).zip(to.chunks_exact_mut(4)) {
        let source = [times(s[0], opacity), times(s[1], opacity), times(s[2], opacity), times(s[3], opacity)];
        let (sa, da) = (source[3], d[3]);
        for (i, (d, s)) in d.iter_mut().zip(source).enumerate() {
            *d = match blend {
                Blend::Multiply if i < 3 => {
                    times(s, 255 - da).saturating_add(times(*d, 255 - sa)).saturating_add(times(s, *d))
                }
                Blend::Screen => s.saturating_add(times(*d, 255 - s)),
                _ => s.saturating_add(times(*d, 255 - sa)),
            };
        }
    }
}

/// Multiplies the surface by a coverage of one byte a pixel, of the same size.
pub(super) fn cover(surface: &mut Surface, coverage: &[u8]) {
    for (pixel, share) in surface.data.chunks_exact_mut(4).zip(coverage) {
        for channel in pixel {
            *channel = times(*channel, *share);
        }
    }
}
