//! Laying one surface on another, pixel by pixel, in whole numbers: the same bytes on every machine. A source and a target
//! of premultiplied RGBA enter, the target is changed; knows nothing of shapes.
use super::bounds::Area;
use super::coverage::Coverage;
use crate::display::{Blend, Color};

/// A buffer that covers `area` of the frame.
pub(super) struct Surface {
    pub area: Area,
    pub data: Vec<u8>,
}

impl Surface {
    pub fn row(&self, y: i32, x0: i32, x1: i32) -> &[u8] {
        let start = ((y - self.area.y0) as usize * self.area.width() as usize + (x0 - self.area.x0) as usize) * 4;
        self.data.get(start..start + (x1 - x0) as usize * 4).unwrap_or_default()
    }

    /// Makes a part transparent.
    pub fn clear(&mut self, part: Area) {
        let part = part.common(self.area);
        (part.y0..part.y1).for_each(|y| self.row_mut(y, part.x0, part.x1).fill(0));
    }

    pub fn row_mut(&mut self, y: i32, x0: i32, x1: i32) -> &mut [u8] {
        let start = ((y - self.area.y0) as usize * self.area.width() as usize + (x0 - self.area.x0) as usize) * 4;
        self.data.get_mut(start..start + (x1 - x0) as usize * 4).unwrap_or_default()
    }
}

/// a·b/255, rounded; exact for 0..255 × 0..255.
pub(super) fn times(a: u8, b: u8) -> u8 {
    // At most 65153, and with its own 256th 65407: sixteen bits hold it, and more of them are worked at once.
    let product = u16::from(a) * u16::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// The part of `source` inside `clip` and `target` laid on it, its opacity multiplied by `opacity` (255 = whole).
pub(super) fn lay(source: &Surface, target: &mut Surface, clip: Area, opacity: u8, blend: Blend) {
    let area = source.area.common(clip).common(target.area);
    if area.is_empty() {
        return;
    }
    for y in area.y0..area.y1 {
        lay_row(source.row(y, area.x0, area.x1), target.row_mut(y, area.x0, area.x1), opacity, blend);
    }
}

/// As [`lay`], of pixels side by side.
pub(super) fn lay_row(from: &[u8], to: &mut [u8], opacity: u8, blend: Blend) {
    match blend {
        Blend::Normal if opacity == 255 => over(from, to),
        _ => blended(from, to, opacity, blend),
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
    match blend {
        Blend::Normal => each(from, to, opacity, |s, d, sa, _| s.saturating_add(times(d, 255 - sa))),
        Blend::Screen => each(from, to, opacity, |s, d, _, _| s.saturating_add(times(d, 255 - s))),
        Blend::Multiply => each(from, to, opacity, |s, d, sa, da| {
            times(s, 255 - da).saturating_add(times(d, 255 - sa)).saturating_add(times(s, d))
        }),
    }
}

/// Each pixel by `mix`, which is given a channel of both and both opacities, and leaves what is under nothing; the opacity that comes out is
/// always that of one over the other.
fn each(from: &[u8], to: &mut [u8], opacity: u8, mix: impl Fn(u8, u8, u8, u8) -> u8) {
    for (s, d) in from.as_chunks::<4>().0.iter().zip(to.as_chunks_mut::<4>().0) {
        if *s == [0; 4] {
            continue;
        }
        let [r, g, b, a] = [times(s[0], opacity), times(s[1], opacity), times(s[2], opacity), times(s[3], opacity)];
        let under = d[3];
        let over = a.saturating_add(times(under, 255 - a));
        *d = [mix(r, d[0], a, under), mix(g, d[1], a, under), mix(b, d[2], a, under), over];
    }
}

/// Keeps of the surface what is covered; nothing without a coverage.
pub(super) fn cover(surface: &mut Surface, coverage: Option<&Coverage>) {
    let area = surface.area;
    for y in area.y0..area.y1 {
        let row = surface.row_mut(y, area.x0, area.x1).as_chunks_mut::<4>().0;
        let mut done = 0;
        for run in coverage.filter(|coverage| coverage.area.has_row(y)).iter().flat_map(|c| c.runs(y, area.x0, area.x1))
        {
            row[done..run.columns.start].fill([0; 4]);
            done = run.columns.end;
            if run.share < 255 {
                row[run.columns].iter_mut().for_each(|pixel| *pixel = pixel.map(|channel| times(channel, run.share)));
            }
        }
        row[done..].fill([0; 4]);
    }
}

/// A colour as surfaces hold it.
pub(super) fn premultiplied(color: Color) -> [u8; 4] {
    let [r, g, b] = [color.r, color.g, color.b].map(|channel| times(channel, color.a));
    [r, g, b, color.a]
}
