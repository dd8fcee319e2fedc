//! A shape with its marks, laid on a surface, in whole numbers: the same bytes on every machine, and the same for any
//! part of the surface. Shapes enter with their coverages; works out no coverage.
use super::blend::{Surface, times};
use super::bounds::Area;
use super::coverage::Coverage;

/// Where a layer's colours come from.
#[derive(Debug)]
pub(super) enum Source {
    /// One colour, premultiplied RGBA.
    Solid([u8; 4]),
    /// A colour a pixel over the coverage's area, premultiplied RGBA.
    Pixels(Vec<u8>),
}

/// A shape ready to be laid.
#[derive(Debug)]
pub(super) struct Layer {
    pub coverage: Coverage,
    pub source: Source,
    /// Shown inside it alone.
    pub marks: Vec<Layer>,
}

impl Layer {
    /// Lays it on `target` inside `clip`; `spare` are buffers that are used again.
    pub fn lay(&self, target: &mut Surface, clip: Area, spare: &mut Vec<Vec<u8>>) {
        let area = self.coverage.area.common(clip).common(target.area);
        if area.is_empty() {
            return;
        }
        if self.marks.is_empty() {
            for y in area.y0..area.y1 {
                let (coverage, to) = (self.coverage.row(y, area.x0, area.x1), target.row_mut(y, area.x0, area.x1));
                match &self.source {
                    Source::Solid(color) => solid(*color, coverage, to),
                    Source::Pixels(_) => pixels(self.pixels(y, area.x0, area.x1), coverage, to),
                }
            }
            return;
        }
        if let (Source::Solid(dark @ [.., 255]), [Layer { source: Source::Solid(lit @ [.., 255]), marks, coverage }]) =
            (&self.source, &self.marks[..])
            && marks.is_empty()
        {
            return self.lay_two(*dark, *lit, coverage, target, area);
        }
        // What shows inside the shape is painted apart, then laid through its coverage.
        let mut inside = Surface { area, data: spare.pop().unwrap_or_default() };
        inside.data.resize(area.bytes(), 0);
        match &self.source {
            Source::Solid(color) => inside.data.as_chunks_mut::<4>().0.fill(*color),
            Source::Pixels(_) => (area.y0..area.y1).for_each(|y| {
                inside.row_mut(y, area.x0, area.x1).copy_from_slice(self.pixels(y, area.x0, area.x1));
            }),
        }
        for mark in &self.marks {
            mark.lay(&mut inside, area, spare);
        }
        for y in area.y0..area.y1 {
            let (coverage, to) = (self.coverage.row(y, area.x0, area.x1), target.row_mut(y, area.x0, area.x1));
            let from = inside.row(y, area.x0, area.x1);
            match self.source {
                // Marks on what is opaque leave it opaque.
                Source::Solid([.., 255]) => opaque(from, coverage, to),
                _ => pixels(from, coverage, to),
            }
        }
        spare.push(inside.data);
    }

    /// The shape with one plain mark, which is most of what a figure is made of: both in one go.
    fn lay_two(&self, dark: [u8; 4], lit: [u8; 4], light: &Coverage, target: &mut Surface, area: Area) {
        let inner = light.area.common(area);
        for y in area.y0..area.y1 {
            let (coverage, to) = (self.coverage.row(y, area.x0, area.x1), target.row_mut(y, area.x0, area.x1));
            if inner.is_empty() || !inner.has_row(y) {
                solid(dark, coverage, to);
                continue;
            }
            let (a, b) = ((inner.x0 - area.x0) as usize, (inner.x1 - area.x0) as usize);
            solid(dark, &coverage[..a], &mut to[..a * 4]);
            two(dark, lit, &coverage[a..b], light.row(y, inner.x0, inner.x1), &mut to[a * 4..b * 4]);
            solid(dark, &coverage[b..], &mut to[b * 4..]);
        }
    }

    fn pixels(&self, y: i32, x0: i32, x1: i32) -> &[u8] {
        let Source::Pixels(data) = &self.source else { return &[] };
        let area = self.coverage.area;
        let start = ((y - area.y0) as usize * area.width() as usize + (x0 - area.x0) as usize) * 4;
        data.get(start..start + (x1 - x0) as usize * 4).unwrap_or_default()
    }
}

/// Pixels whose coverage is looked at together.
const BLOCK: usize = 8;

/// One premultiplied colour, by coverage, over what is there.
fn solid(color: [u8; 4], coverage: &[u8], to: &mut [u8]) {
    let whole = color[3] == 255;
    let one = |shares: &[u8], to: &mut [u8]| {
        for (share, to) in shares.iter().zip(to.as_chunks_mut::<4>().0) {
            match *share {
                0 => {}
                255 if whole => *to = color,
                share => *to = mixed(color, share, *to),
            }
        }
    };
    let (blocks, rest) = coverage.as_chunks::<BLOCK>();
    let (blocks_to, rest_to) = to.as_chunks_mut::<{ BLOCK * 4 }>();
    for (shares, to) in blocks.iter().zip(blocks_to) {
        if *shares == [0; BLOCK] {
            continue;
        }
        if whole && *shares == [255; BLOCK] {
            to.as_chunks_mut::<4>().0.fill(color);
        } else {
            one(shares, to);
        }
    }
    one(rest, rest_to);
}

/// An opaque colour on which another lies where the light is, by coverage, over what is there.
fn two(dark: [u8; 4], lit: [u8; 4], coverage: &[u8], light: &[u8], to: &mut [u8]) {
    let color = |light: u8| match light {
        0 => dark,
        255 => lit,
        light => mixed(lit, light, dark),
    };
    let one = |shares: &[u8], light: &[u8], to: &mut [u8]| {
        for ((share, light), to) in shares.iter().zip(light).zip(to.as_chunks_mut::<4>().0) {
            match *share {
                0 => {}
                255 => *to = color(*light),
                share => *to = mixed(color(*light), share, *to),
            }
        }
    };
    let (blocks, rest) = coverage.as_chunks::<BLOCK>();
    let (blocks_light, rest_light) = light.as_chunks::<BLOCK>();
    let (blocks_to, rest_to) = to.as_chunks_mut::<{ BLOCK * 4 }>();
    for ((shares, light), to) in blocks.iter().zip(blocks_light).zip(blocks_to) {
        match (*shares == [255; BLOCK], *light == [255; BLOCK], *light == [0; BLOCK]) {
            (true, true, _) => to.as_chunks_mut::<4>().0.fill(lit),
            (true, _, true) => to.as_chunks_mut::<4>().0.fill(dark),
            _ if *shares == [0; BLOCK] => {}
            _ => one(shares, light, to),
        }
    }
    one(rest, rest_light, rest_to);
}

/// Opaque pixels, by coverage, over what is there.
fn opaque(from: &[u8], coverage: &[u8], to: &mut [u8]) {
    let one = |from: &[u8], shares: &[u8], to: &mut [u8]| {
        for ((from, share), to) in from.as_chunks::<4>().0.iter().zip(shares).zip(to.as_chunks_mut::<4>().0) {
            match *share {
                0 => {}
                255 => *to = *from,
                share => *to = mixed(*from, share, *to),
            }
        }
    };
    let (blocks, rest) = coverage.as_chunks::<BLOCK>();
    let (blocks_from, rest_from) = from.as_chunks::<{ BLOCK * 4 }>();
    let (blocks_to, rest_to) = to.as_chunks_mut::<{ BLOCK * 4 }>();
    for ((shares, from), to) in blocks.iter().zip(blocks_from).zip(blocks_to) {
        if *shares == [255; BLOCK] {
            *to = *from;
        } else if *shares != [0; BLOCK] {
            one(from, shares, to);
        }
    }
    one(rest_from, rest, rest_to);
}

/// Premultiplied pixels, by coverage, over what is there.
fn pixels(from: &[u8], coverage: &[u8], to: &mut [u8]) {
    for ((from, share), to) in from.as_chunks::<4>().0.iter().zip(coverage).zip(to.as_chunks_mut::<4>().0) {
        if *share != 0 && from[3] != 0 {
            *to = if *share == 255 && from[3] == 255 { *from } else { mixed(*from, *share, *to) };
        }
    }
}

/// A premultiplied colour of which `share` covers the pixel, over what is there, rounded once: a colour on itself stays.
fn mixed(color: [u8; 4], share: u8, under: [u8; 4]) -> [u8; 4] {
    let (share, rest) = (u16::from(share), 255 - u16::from(times(color[3], share)));
    // No channel exceeds its opacity, so that sixteen bits hold the sum.
    let channel = |color: u8, under: u8| {
        let sum = u16::from(color).wrapping_mul(share).wrapping_add(u16::from(under).wrapping_mul(rest));
        let sum = sum.wrapping_add(128);
        (sum.wrapping_add(sum >> 8) >> 8) as u8
    };
    // Not by `map`, which stays a call of its own for each pixel.
    let ([r, g, b, a], [under_r, under_g, under_b, under_a]) = (color, under);
    [channel(r, under_r), channel(g, under_g), channel(b, under_b), channel(a, under_a)]
}
