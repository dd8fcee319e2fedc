//! A shape with its marks, laid on a surface row by row, in whole numbers: the same bytes on every machine, and the same for any
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
    /// Lays it on `target` inside `clip`; `rows` are buffers that are used again, one a depth of marks.
    pub fn lay(&self, target: &mut Surface, clip: Area, rows: &mut Vec<Vec<u8>>) {
        let area = self.coverage.area.common(clip).common(target.area);
        if area.is_empty() {
            return;
        }
        for y in area.y0..area.y1 {
            self.lay_row(y, (area.x0, area.x1), target.row_mut(y, area.x0, area.x1), rows, 0);
        }
    }

    /// Lays row `y` on `to`, the pixels from `x0` up to `x1`.
    fn lay_row(&self, y: i32, (x0, x1): (i32, i32), to: &mut [u8], rows: &mut Vec<Vec<u8>>, depth: usize) {
        let coverage = self.coverage.row(y, x0, x1);
        if self.marks.is_empty() {
            return match &self.source {
                Source::Solid(color) => solid(*color, coverage, to),
                Source::Pixels(_) => pixels(self.pixels(y, x0, x1), coverage, to),
            };
        }
        let Some((first, last)) = covered(coverage) else { return };
        let coverage = &coverage[first..last];
        let (x0, x1) = (x0 + first as i32, x0 + last as i32);
        let to = &mut to[first * 4..last * 4];
        if rows.len() <= depth {
            rows.push(Vec::new());
        }
        // What shows inside the shape is painted apart, then laid through its coverage.
        let mut row = std::mem::take(&mut rows[depth]);
        row.resize(coverage.len() * 4, 0);
        match self.source {
            Source::Solid(color) => row.as_chunks_mut::<4>().0.fill(color),
            Source::Pixels(_) => row.copy_from_slice(self.pixels(y, x0, x1)),
        }
        for mark in self.marks.iter().filter(|mark| mark.coverage.area.has_row(y)) {
            let (a, b) = (mark.coverage.area.x0.max(x0), mark.coverage.area.x1.min(x1));
            if a < b {
                let part = (a - x0) as usize * 4..(b - x0) as usize * 4;
                mark.lay_row(y, (a, b), &mut row[part], rows, depth + 1);
            }
        }
        match self.source {
            // Marks on what is opaque leave it opaque.
            Source::Solid([.., 255]) => opaque(&row, coverage, to),
            _ => pixels(&row, coverage, to),
        }
        rows[depth] = row;
    }

    fn pixels(&self, y: i32, x0: i32, x1: i32) -> &[u8] {
        let Source::Pixels(data) = &self.source else { return &[] };
        let area = self.coverage.area;
        let start = ((y - area.y0) as usize * area.width() as usize + (x0 - area.x0) as usize) * 4;
        data.get(start..start + (x1 - x0) as usize * 4).unwrap_or_default()
    }
}

/// From the first covered pixel to behind the last.
fn covered(coverage: &[u8]) -> Option<(usize, usize)> {
    let (blocks, _) = coverage.as_chunks::<16>();
    let skipped = blocks.iter().take_while(|block| **block == [0; 16]).count() * 16;
    let first = skipped + coverage.get(skipped..)?.iter().position(|&share| share != 0)?;
    let (_, blocks) = coverage.as_rchunks::<16>();
    let skipped = blocks.iter().rev().take_while(|block| **block == [0; 16]).count() * 16;
    let last = coverage.get(..coverage.len() - skipped)?.iter().rposition(|&share| share != 0)?;
    Some((first, last + 1))
}

/// Pixels whose coverage is looked at together.
const BLOCK: usize = 16;

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
    let (share, rest) = (u32::from(share), 255 - u32::from(times(color[3], share)));
    [0, 1, 2, 3].map(|i| {
        let sum = u32::from(color[i]) * share + u32::from(under[i]) * rest + 128;
        ((sum + (sum >> 8)) >> 8).min(255) as u8
    })
}
