//! [`Sparse`]: a surface of which only what shows is held, as runs of pixels. A surface enters, runs leave, and are laid on other
//! surfaces with the very bytes that the whole one would give.
use super::blend::{self, Surface};
use super::bounds::Area;
use crate::display::Blend;
use std::ops::Range;

/// Runs are parted where so many pixels in a row are empty, or opaque beside others that are not: fewer are not worth a run.
const PART: usize = 16;

/// What shows of a surface.
pub(super) struct Sparse {
    area: Area,
    /// Where each row's runs begin, and where the last one's end.
    rows: Vec<u32>,
    runs: Vec<Run>,
    /// Premultiplied RGBA, run after run.
    data: Vec<u8>,
}

/// Pixels side by side.
struct Run {
    x0: i32,
    /// Where they begin among the bytes, and how many pixels they are.
    start: u32,
    count: u32,
    opaque: bool,
}

/// What a stretch of pixels is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Empty,
    Opaque,
    Mixed,
}

impl Sparse {
    /// Holds what shows of a surface.
    pub fn of(surface: &Surface) -> Self {
        let area = surface.area;
        // As much as it can be, once: growing step by step would hold three times as much for a moment. What is not written costs nothing.
        let data = Vec::with_capacity(surface.data.len());
        let mut sparse = Self { area, rows: vec![0], runs: Vec::new(), data };
        for y in area.y0..area.y1 {
            let row = surface.row(y, area.x0, area.x1);
            stretches(row.as_chunks::<4>().0, |kind, columns| sparse.add(kind, columns, area.x0, row));
            sparse.rows.push(sparse.runs.len() as u32);
        }
        sparse.data.shrink_to_fit();
        sparse
    }

    fn add(&mut self, kind: Kind, columns: Range<usize>, left: i32, row: &[u8]) {
        if kind != Kind::Empty {
            let (x0, start, count) = (left + columns.start as i32, self.data.len() as u32, columns.len() as u32);
            self.runs.push(Run { x0, start, count, opaque: kind == Kind::Opaque });
            self.data.extend_from_slice(&row[columns.start * 4..columns.end * 4]);
        }
    }

    /// Bytes held.
    pub fn size(&self) -> usize {
        self.data.len() + self.runs.len() * size_of::<Run>()
    }

    /// The runs of row `y` inside `x0..x1`: where they lie, their bytes, and whether they are opaque.
    fn runs(&self, y: i32, x0: i32, x1: i32) -> impl Iterator<Item = (Range<i32>, &[u8], bool)> {
        let row = (y - self.area.y0) as usize;
        let bound = |row: usize| self.rows.get(row).map_or(0, |at| *at as usize);
        self.runs.get(bound(row)..bound(row + 1)).unwrap_or_default().iter().filter_map(move |run| {
            let columns = run.x0.max(x0)..(run.x0 + run.count as i32).min(x1);
            if columns.is_empty() {
                return None;
            }
            let first = run.start as usize + (columns.start - run.x0) as usize * 4;
            let bytes = self.data.get(first..first + columns.len() * 4)?;
            Some((columns, bytes, run.opaque))
        })
    }

    /// Where it lies on a target that is `by` pixels from it.
    pub fn area(&self, by: (i32, i32)) -> Area {
        self.area.moved(by)
    }

    /// Lays it, moved by so many pixels, on `target` inside `clip`, its opacity multiplied by `opacity` (255 = whole).
    pub fn lay(&self, target: &mut Surface, by: (i32, i32), clip: Area, opacity: u8, blend: Blend) {
        let area = self.area.moved(by).common(clip).common(target.area);
        for y in area.y0..area.y1 {
            for (columns, from, opaque) in self.runs(y - by.1, area.x0 - by.0, area.x1 - by.0) {
                let to = target.row_mut(y, columns.start + by.0, columns.end + by.0);
                if opaque && opacity == 255 && blend == Blend::Normal {
                    to.copy_from_slice(from);
                } else {
                    blend::lay_row(from, to, opacity, blend);
                }
            }
        }
    }

    /// Makes a part of `target` what this surface, which covers it, is there.
    pub fn copy(&self, target: &mut Surface, part: Area) {
        let area = self.area.common(part).common(target.area);
        for y in area.y0..area.y1 {
            let mut done = area.x0;
            for (columns, from, _) in self.runs(y, area.x0, area.x1) {
                target.row_mut(y, done, columns.start).fill(0);
                target.row_mut(y, columns.start, columns.end).copy_from_slice(from);
                done = columns.end;
            }
            target.row_mut(y, done, area.x1).fill(0);
        }
    }
}

/// Parts a row into stretches of one kind; one of empty or opaque pixels is at least [`PART`] long.
fn stretches(row: &[[u8; 4]], mut take: impl FnMut(Kind, Range<usize>)) {
    let kind = |pixel: &[u8; 4]| match pixel {
        [0, 0, 0, 0] => Kind::Empty,
        [_, _, _, 255] => Kind::Opaque,
        _ => Kind::Mixed,
    };
    let (mut mixed, mut at) = (0, 0);
    for same in row.chunk_by(|a, b| kind(a) == kind(b)) {
        let (start, end) = (at, at + same.len());
        at = end;
        let Some(kind) = same.first().map(kind).filter(|kind| *kind != Kind::Mixed && same.len() >= PART) else {
            continue;
        };
        if mixed < start {
            take(Kind::Mixed, mixed..start);
        }
        take(kind, start..end);
        mixed = end;
    }
    if mixed < row.len() {
        take(Kind::Mixed, mixed..row.len());
    }
}
