//! A path enters, its [`Coverage`] leaves: exact areas in whole numbers, the same on every machine, and the same for any part of
//! the frame. Knows no colours.
//!
//! As in every scanline rasteriser of exact areas (Raph Levien's `font-rs` and FreeType's `ftgrays` describe it), each line adds to the pixels it crosses how far it goes down there
//! and how much of the pixel lies left of it; the sum from the left is what is covered. Here only pixels that a line crosses
//! are looked at: between them the coverage stays as it is.
use super::bounds::{self, Area};
use super::coverage::Coverage;
use crate::display::Rule;
use crate::maths::{flatten, flatten_into};
use kurbo::{Affine, BezPath, Point};

/// Parts into which a pixel's side is divided, and their bits. It makes an outline's bytes independent of whole-pixel shifts and of noise far
/// below what can be seen.
const BITS: u32 = 8;
const ONE: i32 = 1 << BITS;
/// Twice the area of a pixel, in parts: the sum where all is covered.
const WHOLE: i32 = 2 * ONE * ONE;
/// A path larger than this is cut at the surface's edges first, so that sums stay within 32 bits, pixels.
const LARGEST: f64 = 65_536.0;
/// Largest distance of lines from the curves they stand for, pixels: an eighth of what an area of 1/255 could show on a long edge.
const TOLERANCE: f64 = 0.04;
/// Buffers kept for coverages to come; a figure's largest part has some twenty marks.
const SPARE: usize = 32;

/// Makes coverages; owns buffers that are used again.
#[derive(Default)]
pub(super) struct Raster {
    /// For each pixel what the sum changes by; all 0 between two coverages.
    changes: Vec<i32>,
    /// A bit for each pixel whose change may not be 0; all 0 between two coverages.
    touched: Vec<u64>,
    width: i32,
    height: i32,
    spare: Vec<Coverage>,
}

impl Raster {
    /// The coverage of a path moved by `transform` inside `within`, or `None` where it covers nothing or is not finite.
    pub fn coverage(&mut self, path: &BezPath, rule: Rule, transform: Affine, within: Area) -> Option<Coverage> {
        let reach = bounds::of_path(path, transform);
        let area = within.touched_by(reach);
        if area.is_empty() || !(reach.width() + reach.height()).is_finite() || !transform.is_finite() || path.is_nan() {
            return None;
        }
        self.begin(area);
        let moved = Affine::translate((-f64::from(area.x0), -f64::from(area.y0))) * transform;
        if reach.width().max(reach.height()) > LARGEST {
            let cut = cut(&(moved * path), f64::from(area.width()), f64::from(area.height()));
            self.trace(&cut, Affine::IDENTITY);
        } else {
            self.trace(path, moved);
        }
        let coverage = self.gather(area, rule);
        if coverage.is_empty() {
            self.give_back(coverage);
            return None;
        }
        Some(coverage)
    }

    /// Takes away what an outline covers.
    pub fn leave_out(&mut self, coverage: &mut Coverage, hole: &BezPath, transform: Affine) {
        if let Some(hole) = self.coverage(hole, Rule::NonZero, transform, coverage.area) {
            let used = self.spare.pop().unwrap_or_default();
            let used = coverage.leave_out(&hole, used);
            self.give_back(used);
            self.give_back(hole);
        }
    }

    /// Takes buffers back.
    pub fn give_back(&mut self, coverage: Coverage) {
        if self.spare.len() < SPARE {
            self.spare.push(coverage);
        }
    }

    fn begin(&mut self, area: Area) {
        (self.width, self.height) = (area.width() as i32, area.height() as i32);
        let grow = |length: usize, wanted: usize| length.max(wanted);
        let changes = self.stride() * self.height as usize;
        self.changes.resize(grow(self.changes.len(), changes), 0);
        self.touched.resize(grow(self.touched.len(), self.words() * self.height as usize), 0);
    }

    /// Changes a row: a line in the last pixel still changes what follows.
    fn stride(&self) -> usize {
        self.width as usize + 1
    }

    fn words(&self) -> usize {
        self.stride().div_ceil(64)
    }

    fn trace(&mut self, path: &BezPath, transform: Affine) {
        flatten_into(path, |p| on_grid(transform * p), TOLERANCE, |from, to| {
            self.line(parts(from.x), parts(from.y), parts(to.x), parts(to.y));
        });
    }

    /// Adds a line, in parts of a pixel. Both ways it crosses the same pixels by the same amounts, so that shapes that share it leave no gap.
    fn line(&mut self, x0: i32, y0: i32, x1: i32, y1: i32) {
        if y0 == y1 {
            return;
        }
        let (x0, y0, x1, y1, way) = if y0 < y1 { (x0, y0, x1, y1, 1) } else { (x1, y1, x0, y0, -1) };
        let (first, last) = ((y0 >> BITS).max(0), ((y1 - 1) >> BITS).min(self.height - 1));
        if first > last {
            return;
        }
        let (dx, dy) = (i64::from(x1) - i64::from(x0), i64::from(y1) - i64::from(y0));
        let at = |y: i32| {
            let product = dx * (i64::from(y) - i64::from(y0));
            (x0 + product.div_euclid(dy) as i32, product.rem_euclid(dy))
        };
        let top = (first << BITS).max(y0);
        let (mut x, mut rest) = at(top);
        if first == last {
            let bottom = ((first + 1) << BITS).min(y1);
            let end = if bottom == y1 { x1 } else { at(bottom).0 };
            return self.row(first, x, end, bottom - top, way);
        }
        // From one row's edge to the next the line goes the same way, with the same remainder.
        let (step, step_rest) = ((dx << BITS).div_euclid(dy) as i32, (dx << BITS).rem_euclid(dy));
        for row in first..=last {
            let (from, to) = ((row << BITS).max(y0), ((row + 1) << BITS).min(y1));
            let end = if to == y1 {
                x1
            } else if to - from < ONE {
                let (end, end_rest) = at(to);
                rest = end_rest;
                end
            } else {
                rest += step_rest;
                let over = rest >= dy;
                rest -= if over { dy } else { 0 };
                x + step + i32::from(over)
            };
            self.row(row, x, end, to - from, way);
            x = end;
        }
    }

    /// Adds a line that goes down `height` parts inside a row, from `x0` to `x1`.
    fn row(&mut self, row: i32, x0: i32, x1: i32, height: i32, way: i32) {
        let (left, right) = if x0 <= x1 { (x0, x1) } else { (x1, x0) };
        let (first, last) = (left >> BITS, right >> BITS);
        if first == last {
            return self.pixel(row, first, way * height, (left & (ONE - 1)) + (right & (ONE - 1)));
        }
        if last < 0 {
            return self.pixel(row, last, way * height, 0);
        }
        let width = i64::from(right - left);
        // How far down it is where it crosses the left edge of a column.
        let down = |column: i32| (i64::from(height) * i64::from((column << BITS) - left) / width) as i32;
        // All that lies left of the surface counts alike.
        let (mut column, mut done) = (first.max(-1), 0);
        while column <= last.min(self.width - 1) {
            let (from, to) = ((column << BITS).max(left), ((column + 1) << BITS).min(right));
            let reached = if column == last { height } else { down(column + 1) };
            self.pixel(row, column, way * (reached - done), from + to - (column << (BITS + 1)));
            done = reached;
            column += 1;
        }
    }

    /// Adds a line inside a pixel: it goes down `height` parts (up: negative), and its ends lie `from_left` parts from the pixel's left
    /// edge, both together.
    fn pixel(&mut self, row: i32, column: i32, height: i32, from_left: i32) {
        if column >= self.width || height == 0 {
            return;
        }
        let (right, left) = if column < 0 { (2 * ONE * height, 0) } else { (height * (2 * ONE - from_left), height * from_left) };
        let column = column.max(0) as usize;
        let (at, bits) = (row as usize * self.stride() + column, row as usize * self.words());
        if let Some([here, next]) = self.changes.get_mut(at..at + 2) {
            *here = here.wrapping_add(right);
            *next = next.wrapping_add(left);
        }
        for column in [column, column + 1] {
            if let Some(word) = self.touched.get_mut(bits + column / 64) {
                *word |= 1 << (column % 64);
            }
        }
    }

    /// Sums up what the lines have left, and clears it.
    fn gather(&mut self, area: Area, rule: Rule) -> Coverage {
        let mut coverage = Coverage::of(area, self.spare.pop().unwrap_or_default());
        let (stride, words) = (self.stride(), self.words());
        let rows = self.changes.chunks_exact_mut(stride).zip(self.touched.chunks_exact_mut(words));
        for (changes, touched) in rows.take(area.height() as usize) {
            let (mut sum, mut last) = (0_i32, 0);
            for (i, word) in touched.iter_mut().enumerate() {
                let mut bits = std::mem::take(word);
                while bits != 0 {
                    let column = i * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    sum = sum.wrapping_add(std::mem::take(&mut changes[column]));
                    let share = share(sum, rule);
                    if share != last {
                        coverage.step(column, share);
                        last = share;
                    }
                }
            }
            if last != 0 {
                coverage.step(stride - 1, 0);
            }
            coverage.end_row();
        }
        coverage
    }
}

/// How much of a pixel is covered, 0..255, where the lines left of it add up to `sum`.
fn share(sum: i32, rule: Rule) -> u8 {
    let covered = match rule {
        Rule::NonZero => sum.saturating_abs(),
        Rule::EvenOdd => {
            let folded = sum & (2 * WHOLE - 1);
            folded.min(2 * WHOLE - folded)
        }
    };
    (covered >> (BITS + 1)).min(255) as u8
}

/// To the nearest part of a pixel; a half goes up, wherever on the frame it lies.
fn on_grid(p: Point) -> Point {
    let one = f64::from(ONE);
    Point::new(f64::from(parts(p.x)) / one, f64::from(parts(p.y)) / one)
}

/// A coordinate in parts of a pixel, rounded; one far beyond any surface stays there. By a cast, since `floor` is a call on older processors.
fn parts(value: f64) -> i32 {
    const FAR: f64 = 1e6;
    const SHIFT: i64 = 1 << 30;
    ((value.clamp(-FAR, FAR) * f64::from(ONE) + (SHIFT as f64 + 0.5)) as i64 - SHIFT) as i32
}

/// The path as lines that go no further than just beyond a surface of this size: it covers the same there.
fn cut(path: &BezPath, width: f64, height: f64) -> BezPath {
    let mut out = BezPath::new();
    for contour in flatten(path, TOLERANCE) {
        for (i, (&from, &to)) in contour.iter().zip(contour.iter().cycle().skip(1)).enumerate() {
            if i == 0 {
                out.move_to(inside(from, width, height));
            }
            let mut ways = vec![1.0];
            crossings(&mut ways, from.x, to.x, [-1.0, width + 1.0]);
            crossings(&mut ways, from.y, to.y, [-1.0, height + 1.0]);
            ways.sort_by(f64::total_cmp);
            ways.into_iter().for_each(|way| out.line_to(inside(from.lerp(to, way), width, height)));
        }
        out.close_path();
    }
    out
}

/// Where on the way from `from` to `to` it crosses `edges`, shares 0..1.
fn crossings(ways: &mut Vec<f64>, from: f64, to: f64, edges: [f64; 2]) {
    let way = |edge: f64| (edge - from) / (to - from);
    ways.extend(edges.into_iter().map(way).filter(|way| *way > 0.0 && *way < 1.0));
}

fn inside(point: Point, width: f64, height: f64) -> Point {
    Point::new(point.x.clamp(-1.0, width + 1.0), point.y.clamp(-1.0, height + 1.0))
}
