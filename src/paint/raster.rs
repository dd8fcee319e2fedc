//! A path enters, its [`Coverage`] leaves: exact areas in whole numbers, the same on every machine, and the same for any part of
//! the frame. Knows no colours.
//!
//! As in every scanline rasteriser of exact areas (Raph Levien's `font-rs` and FreeType's `ftgrays` describe it), each line adds to the pixels it crosses how far it goes down there
//! and how much of the pixel lies left of it; the sum from the left is what is covered. Here only pixels that a line crosses
//! are looked at: between them the coverage stays as it is.
use super::bounds::{self, Area};
use super::coverage::{Coverage, Step};
use crate::display::Rule;
use crate::maths::{flatten, flatten_into};
use kurbo::{Affine, BezPath, Point, Rect};

/// Parts into which a pixel's side is divided, and their bits. It makes an outline's bytes independent of whole-pixel shifts and of noise far
/// below what can be seen.
const BITS: u32 = 8;
const ONE: i32 = 1 << BITS;
/// Twice the area of a pixel, in parts: the sum where all is covered.
const WHOLE: i32 = 2 * ONE * ONE;
/// A path larger than this is cut at the surface's edges first, so that sums stay within 32 bits, pixels.
const LARGEST: f64 = 65_536.0;
/// Largest distance of lines from the curves they stand for, pixels: tuned by eye on golden sheets at eight times their size.
const TOLERANCE: f64 = 0.1;
/// Pixels worked on at once; a larger shape is done in bands of rows. Each thread that draws holds so many sums.
const BAND: usize = 1 << 20;
/// Bits of a word of `touched`.
const WORD: usize = 64;
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
    /// Changes a row, whole words of `touched`.
    stride: usize,
    /// The points of a path's lines; each contour ends where it began.
    spots: Vec<Spot>,
    /// Where each contour's points end.
    contours: Vec<usize>,
    spare: Vec<Coverage>,
}

impl Raster {
    /// The coverage of a path moved by `transform` inside `within`, or `None` where it covers nothing or is not finite.
    pub fn coverage(&mut self, path: &BezPath, rule: Rule, transform: Affine, within: Area) -> Option<Coverage> {
        self.coverage_in(bounds::of_path(path, transform), path, rule, transform, within)
    }

    /// As [`Self::coverage`], of a path whose box is known.
    pub fn coverage_in(
        &mut self,
        reach: Rect,
        path: &BezPath,
        rule: Rule,
        transform: Affine,
        within: Area,
    ) -> Option<Coverage> {
        let area = within.touched_by(reach);
        if area.is_empty() || !(reach.width() + reach.height()).is_finite() || !transform.is_finite() || path.is_nan() {
            return None;
        }
        let moved = Affine::translate((-f64::from(area.x0), -f64::from(area.y0))) * transform;
        let cut = (reach.width().max(reach.height()) > LARGEST)
            .then(|| cut(&(moved * path), f64::from(area.width()), f64::from(area.height())));
        let (path, moved) = cut.as_ref().map_or((path, moved), |cut| (cut, Affine::IDENTITY));
        let mut coverage = Coverage::of(area, self.spare.pop().unwrap_or_default());
        let rows = (BAND / stride(area.width() as usize)).clamp(1, area.height() as usize);
        for top in (0..area.height() as usize).step_by(rows) {
            self.begin(area.width() as usize, rows.min(area.height() as usize - top));
            self.trace(path, moved, top as i32);
            self.gather(&mut coverage, rule);
        }
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

    fn begin(&mut self, width: usize, rows: usize) {
        (self.width, self.height) = (width as i32, rows as i32);
        self.stride = stride(width);
        // All 0, they need not be copied to where there is room for more.
        if self.changes.len() < self.stride * rows {
            self.changes = vec![0; self.stride * rows];
            self.touched = vec![0; self.stride / WORD * rows];
        }
    }

    /// Adds a path's lines, from row `top` of it on.
    fn trace(&mut self, path: &BezPath, transform: Affine, top: i32) {
        let (spots, contours, top) = (&mut self.spots, &mut self.contours, top << BITS);
        spots.clear();
        contours.clear();
        flatten_into(
            path,
            |p| on_grid(transform * p),
            TOLERANCE,
            |point, begins| {
                if begins {
                    close(spots, contours);
                }
                spots.push(Spot { x: parts(point.x), y: parts(point.y) - top });
            },
        );
        close(spots, contours);
        let lines = Lines {
            changes: &mut self.changes,
            touched: &mut self.touched,
            width: self.width,
            height: self.height,
            stride: self.stride,
        };
        lines.add(spots, contours);
    }

    /// Sums up what the lines have left, row after row, and clears it.
    fn gather(&mut self, coverage: &mut Coverage, rule: Rule) {
        match rule {
            Rule::NonZero => self.gather_by(coverage, i32::unsigned_abs),
            Rule::EvenOdd => self.gather_by(coverage, folded),
        }
    }

    /// As [`Self::gather`], what is covered told from a pixel's sum by `covered`.
    fn gather_by(&mut self, coverage: &mut Coverage, covered: impl Fn(i32) -> u32) {
        let rows = self.changes.chunks_exact_mut(self.stride).zip(self.touched.chunks_exact_mut(self.stride / WORD));
        for (changes, touched) in rows.take(self.height as usize) {
            let (mut sum, mut before) = (0_i32, 0);
            coverage.add(self.stride, |steps| {
                let mut count = 0;
                for (i, (word, changes)) in touched.iter_mut().zip(changes.as_chunks_mut::<WORD>().0).enumerate() {
                    let mut bits = std::mem::take(word);
                    while bits != 0 {
                        let at = bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        sum = sum.wrapping_add(std::mem::take(&mut changes[at % WORD]));
                        let share = share(covered(sum));
                        // Whether it is a step is not foreseen: without a branch it is written, and stays where it is one.
                        if let Some(step) = steps.get_mut(count) {
                            *step = Step::new(i * WORD + at, share);
                        }
                        count += usize::from(share != before);
                        before = share;
                    }
                }
                count
            });
            coverage.end_row((before != 0).then_some(self.width as usize));
        }
    }
}

/// Ends the open contour where it began.
fn close(spots: &mut Vec<Spot>, contours: &mut Vec<usize>) {
    if let Some(first) = spots.get(contours.last().copied().unwrap_or(0)).copied() {
        spots.push(first);
        contours.push(spots.len());
    }
}

/// Where lines leave what they change: a raster's, lent for a path.
struct Lines<'a> {
    changes: &'a mut [i32],
    touched: &'a mut [u64],
    width: i32,
    height: i32,
    stride: usize,
}

impl Lines<'_> {
    /// Adds the lines between points; each contour's end where `contours` says.
    fn add(mut self, spots: &[Spot], contours: &[usize]) {
        let mut start = 0;
        for end in contours {
            let contour = spots.get(start..*end).unwrap_or_default();
            contour.iter().zip(contour.iter().skip(1)).for_each(|(from, to)| self.line(*from, *to));
            start = *end;
        }
    }

    /// Adds a line. Both ways it crosses the same pixels by the same amounts, so that shapes that share it leave no gap.
    #[inline(always)]
    fn line(&mut self, from: Spot, to: Spot) {
        if from.y == to.y {
            return;
        }
        let (top, bottom, way) = if from.y < to.y { (from, to, 1) } else { (to, from, -1) };
        let (first, last) = ((top.y >> BITS).max(0), ((bottom.y - 1) >> BITS).min(self.height - 1));
        if first > last {
            return;
        }
        let (dx, dy) = (bottom.x - top.x, bottom.y - top.y);
        let (left, right) = (top.x.min(bottom.x) >> BITS, top.x.max(bottom.x) >> BITS);
        // A short line inside one row or column needs no ratio: a division takes longer than the rest of it.
        let steep = if left == right { 0 } else { fixed(dy, dx.abs()) };
        let slant = if top.y >> BITS == (bottom.y - 1) >> BITS { 0 } else { fixed(dx, dy) };
        let line = Line { top, bottom, slant, steep, rises: dx < 0, way };
        let inside = left >= 0 && right < self.width;
        let mut here = if first << BITS > top.y { line.at(first << BITS) } else { top };
        let mut start = first as usize * self.stride;
        for row in first..=last {
            let next = line.until((row + 1) << BITS);
            if inside {
                self.row(start, here, next, &line)
            } else {
                self.row_at_edge(start, here, next, &line)
            }
            (start, here) = (start + self.stride, next);
        }
    }

    /// Adds what of a line lies inside the row whose changes begin at `start`, none of it beyond the surface's edges.
    #[inline(always)]
    fn row(&mut self, start: usize, from: Spot, to: Spot, line: &Line) {
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (first, last) = (left >> BITS, right >> BITS);
        let i = start + first as usize;
        // Most pieces lie inside one pixel or two.
        if first == last {
            let Some([here, next]) = self.changes.get_mut(i..i + 2) else { return };
            change(here, next, line.way * (to.y - from.y), (left & (ONE - 1)) + (right & (ONE - 1)));
            self.touch_few(i, 0b11);
        } else if first + 1 == last {
            let Some([here, middle, next]) = self.changes.get_mut(i..i + 3) else { return };
            let done = line.down(last << BITS, from, to);
            change(here, middle, line.way * done, (left & (ONE - 1)) + ONE);
            change(middle, next, line.way * (to.y - from.y - done), right & (ONE - 1));
            self.touch_few(i, 0b111);
        } else {
            self.row_of_many(start, (from, to), (left, right), line);
        }
    }

    /// As [`Self::row`], of a line that crosses more than two pixels there.
    #[inline(never)]
    fn row_of_many(&mut self, start: usize, (from, to): (Spot, Spot), (left, right): (i32, i32), line: &Line) {
        let (first, last) = (left >> BITS, right >> BITS);
        let start = start + first as usize;
        let Some(changes) = self.changes.get_mut(start..start + (last - first) as usize + 2) else { return };
        let (mut done, mut column, mut edge) = (0, first << BITS, left);
        for i in 1..changes.len() {
            let after = column + ONE;
            let (reached, until) =
                if after > right { (to.y - from.y, right) } else { (line.down(after, from, to), after) };
            if let [here, next] = &mut changes[i - 1..=i] {
                change(here, next, line.way * (reached - done), edge + until - 2 * column);
            }
            (done, column, edge) = (reached, after, after);
        }
        self.touch(start, start + (last - first) as usize + 1);
    }

    /// As [`Self::row`], where the line leaves the surface at its left or right edge.
    #[inline(never)]
    fn row_at_edge(&mut self, start: usize, from: Spot, to: Spot, line: &Line) {
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (first, last) = (left >> BITS, right >> BITS);
        if first >= self.width {
            return;
        }
        let (low, high) = (first.max(0), last.min(self.width - 1).max(0));
        self.touch(start + low as usize, start + high as usize + 1);
        let changes = self.changes.get_mut(start..start + self.stride).unwrap_or_default();
        let mut put = |column: i32, height: i32, from_left: i32| {
            if let Some([here, next]) = changes.get_mut(column as usize..column as usize + 2) {
                change(here, next, line.way * height, from_left);
            }
        };
        let height = to.y - from.y;
        let mut done = 0;
        if first < 0 {
            // All that lies left of the surface counts alike.
            done = if last < 0 { height } else { line.down(0, from, to) };
            put(0, done, 0);
        }
        for column in low..=high.min(last) {
            let edge = column << BITS;
            let reached = if column == last { height } else { line.down(edge + ONE, from, to) };
            put(column, reached - done, edge.max(left) + (edge + ONE).min(right) - 2 * edge);
            done = reached;
        }
    }

    /// Notes that pixel `i` changes and those after it, up to three, a bit for each.
    #[inline(always)]
    fn touch_few(&mut self, i: usize, bits: u64) {
        let (word, at) = (i / WORD, i % WORD);
        if let Some(touched) = self.touched.get_mut(word) {
            *touched |= bits << at;
        }
        if at >= WORD - 2
            && let Some(touched) = self.touched.get_mut(word + 1)
        {
            *touched |= bits >> (WORD - at);
        }
    }

    /// Notes that the pixels `first..=last` of a row change.
    fn touch(&mut self, first: usize, last: usize) {
        let (start, end) = (!0 << (first % WORD), !0 >> (WORD - 1 - last % WORD));
        match self.touched.get_mut(first / WORD..=last / WORD).unwrap_or_default() {
            [word] => *word |= start & end,
            [begin, between @ .., finish] => {
                *begin |= start;
                between.fill(!0);
                *finish |= end;
            }
            [] => {}
        }
    }
}

/// Changes a row of so many pixels: a line in the last one still changes what follows. Whole words, so that one index does for both.
fn stride(width: usize) -> usize {
    (width + 1).next_multiple_of(WORD)
}

/// A point in parts of a pixel.
#[derive(Clone, Copy, Default)]
struct Spot {
    x: i32,
    y: i32,
}

/// A line from its upper end down.
struct Line {
    top: Spot,
    bottom: Spot,
    /// How far it goes to the right for each part down, and how far down for each part to either side; 32 bits behind the point.
    slant: i64,
    steep: i64,
    /// It goes up to the right.
    rises: bool,
    /// 1 when its path goes down it, -1 up.
    way: i32,
}

impl Line {
    /// Where it is at `y`: the same whichever part of it is looked at.
    fn at(&self, y: i32) -> Spot {
        Spot { x: self.top.x + ((self.slant * i64::from(y - self.top.y)) >> 32) as i32, y }
    }

    /// Where it is at `y`, or its lower end.
    fn until(&self, y: i32) -> Spot {
        if y < self.bottom.y { self.at(y) } else { self.bottom }
    }

    /// How far it goes down from its left end to `x`, of what lies between `from` and `to`.
    fn down(&self, x: i32, from: Spot, to: Spot) -> i32 {
        let y = self.top.y + ((self.steep * i64::from((x - self.top.x).abs())) >> 32) as i32;
        let y = y.max(from.y).min(to.y);
        if self.rises { to.y - y } else { y - from.y }
    }
}

/// A ratio with 32 bits behind the point.
fn fixed(a: i32, b: i32) -> i64 {
    (f64::from(a) / f64::from(b) * (1_u64 << 32) as f64) as i64
}

/// Adds a line inside a pixel: it goes down `height` parts (up: negative), and its ends lie `from_left` parts from the pixel's left
/// edge, both together.
fn change(here: &mut i32, next: &mut i32, height: i32, from_left: i32) {
    let later = height * from_left;
    *here = here.wrapping_add(2 * ONE * height - later);
    *next = next.wrapping_add(later);
}

/// What an even-odd rule makes of a sum: each whole pixel more turns it round.
fn folded(sum: i32) -> u32 {
    let folded = sum & (2 * WHOLE - 1);
    folded.min(2 * WHOLE - folded) as u32
}

/// How much of a pixel is covered, 0..255, from twice its area in parts.
fn share(covered: u32) -> u8 {
    (covered >> (BITS + 1)).min(255) as u8
}

/// To the nearest part of a pixel; a half goes up, wherever on the frame it lies.
fn on_grid(p: Point) -> Point {
    let one = f64::from(ONE);
    Point::new(f64::from(parts(p.x)) / one, f64::from(parts(p.y)) / one)
}

/// A coordinate in parts of a pixel, rounded; one far beyond any surface stays there. What is added puts the whole parts at one place among a
/// float's bits, whatever they are: a cast has to look for what is too large for it. What is no number, as of a transform that overflows, is far
/// as well.
#[expect(clippy::manual_clamp, reason = "`clamp` leaves what is no number as it is")]
fn parts(value: f64) -> i32 {
    const FAR: f64 = 1e6;
    const SHIFT: f64 = 1.5 * (1_u64 << 30) as f64;
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1 - 30;
    let whole = |value: f64| (value.to_bits() >> FRACTION) as i32;
    whole(value.max(-FAR).min(FAR) * f64::from(ONE) + (SHIFT + 0.5)).wrapping_sub(whole(SHIFT))
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
