//! A shape with its marks, laid on a surface row by row, in whole numbers: the same bytes on every machine, and the same for any
//! part of the surface. Shapes enter with their coverages; works out no coverage.
use super::blend::{Surface, times};
use super::bounds::Area;
use super::coverage::{Coverage, Run};
use super::gradient::Linear;

/// A premultiplied pixel: red, green, blue, opacity.
pub(super) type Pixel = [u8; 4];

/// Where a layer's colours come from.
#[derive(Debug)]
pub(super) enum Source {
    /// One colour.
    Solid(Pixel),
    /// Worked out where it is wanted.
    Linear(Linear),
    /// A colour a pixel over the coverage's area.
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

/// Pixels of one row of the frame, the first in column `x0`.
struct Row<'a> {
    y: i32,
    x0: i32,
    pixels: &'a mut [Pixel],
}

impl Layer {
    /// Lays it on `target` inside `clip`; `spare` are buffers that are used again.
    pub fn lay(&self, target: &mut Surface, clip: Area, spare: &mut Vec<Vec<Pixel>>) {
        let area = self.coverage.area.common(clip).common(target.area);
        if area.is_empty() {
            return;
        }
        if let Some((color, marks)) = self.plain() {
            for y in area.y0..area.y1 {
                let pixels = target.row_mut(y, area.x0, area.x1).as_chunks_mut::<4>().0;
                plain(color, &self.coverage, marks, &mut Row { y, x0: area.x0, pixels });
            }
            return;
        }
        for y in area.y0..area.y1 {
            let extent = self.coverage.extent(y, area.x0, area.x1);
            if !extent.is_empty() {
                let pixels = target.row_mut(y, extent.start, extent.end).as_chunks_mut::<4>().0;
                self.lay_row(&mut Row { y, x0: extent.start, pixels }, spare);
            }
        }
    }

    /// The colour and the marks of a layer in plain colours, which is most of what a figure is made of.
    fn plain(&self) -> Option<(Pixel, &[Layer])> {
        let Source::Solid(color) = self.source else { return None };
        let marked = color[3] == 255 && self.marks.len() <= PLAIN_MARKS;
        let plain = |mark: &Layer| mark.marks.is_empty() && matches!(mark.source, Source::Solid(_));
        (self.marks.is_empty() || marked && self.marks.iter().all(plain)).then_some((color, &self.marks))
    }

    fn lay_row(&self, to: &mut Row, spare: &mut Vec<Vec<Pixel>>) {
        let x1 = to.x0 + to.pixels.len() as i32;
        if !self.coverage.area.has_row(to.y) {
            return;
        }
        if let Some((color, marks)) = self.plain() {
            return plain(color, &self.coverage, marks, to);
        }
        if self.marks.is_empty() {
            let runs = self.coverage.runs(to.y, to.x0, x1);
            return match &self.source {
                Source::Solid(_) => {}
                Source::Linear(linear) => {
                    let mut colors = spare.pop().unwrap_or_default();
                    runs.for_each(|run| {
                        let x0 = to.x0 + run.columns.start as i32;
                        let pixels = to.pixels.get_mut(run.columns.clone()).unwrap_or_default();
                        if let [pixel] = pixels {
                            *pixel = mixed(linear.pixel(to.y, x0), run.share, *pixel);
                        } else if run.share == 255 && linear.is_opaque() {
                            linear.row(to.y, x0, pixels);
                        } else {
                            let colors = some(&mut colors, pixels.len());
                            linear.row(to.y, x0, colors);
                            lay_each(colors, run.share, pixels);
                        }
                    });
                    spare.push(colors);
                }
                Source::Pixels(_) => {
                    let from = self.pixels(to.y, to.x0, x1);
                    runs.for_each(|run| {
                        let colors = from.get(run.columns.clone()).unwrap_or_default();
                        lay_each(colors, run.share, to.pixels.get_mut(run.columns).unwrap_or_default());
                    });
                }
            };
        }
        let extent = self.coverage.extent(to.y, to.x0, x1);
        if extent.is_empty() {
            return;
        }
        // What shows inside the shape is painted apart, then laid through its coverage.
        let mut buffer = spare.pop().unwrap_or_default();
        let inside = some(&mut buffer, extent.len());
        self.fill(to.y, extent.start, inside);
        let mut row = Row { y: to.y, x0: extent.start, pixels: inside };
        self.marks.iter().for_each(|mark| mark.lay_row(&mut row, spare));
        let start = (extent.start - to.x0) as usize;
        let pixels = to.pixels.get_mut(start..start + inside.len()).unwrap_or_default();
        // Marks on what is opaque leave it opaque.
        let whole = match &self.source {
            Source::Solid(color) => color[3] == 255,
            Source::Linear(linear) => linear.is_opaque(),
            Source::Pixels(_) => false,
        };
        for run in self.coverage.runs(to.y, extent.start, extent.end) {
            if whole && run.share == 255 {
                pixels[run.columns.clone()].copy_from_slice(&inside[run.columns]);
            } else {
                lay_each(&inside[run.columns.clone()], run.share, &mut pixels[run.columns]);
            }
        }
        spare.push(buffer);
    }

    /// The source's own colours from column `x0` on.
    fn fill(&self, y: i32, x0: i32, to: &mut [Pixel]) {
        match &self.source {
            Source::Solid(color) => fill(to, *color),
            Source::Linear(linear) => linear.row(y, x0, to),
            Source::Pixels(_) => {
                let from = self.pixels(y, x0, x0 + to.len() as i32);
                to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
            }
        }
    }

    fn pixels(&self, y: i32, x0: i32, x1: i32) -> &[Pixel] {
        let Source::Pixels(data) = &self.source else { return &[] };
        let area = self.coverage.area;
        let x1 = x1.min(area.x1);
        let start = (y - area.y0) as usize * area.width() as usize + (x0 - area.x0) as usize;
        data.as_chunks::<4>().0.get(start..start + (x1 - x0) as usize).unwrap_or_default()
    }
}

/// So many pixels of a buffer, whatever they hold.
fn some(buffer: &mut Vec<Pixel>, count: usize) -> &mut [Pixel] {
    buffer.resize(buffer.len().max(count), [0; 4]);
    buffer.get_mut(..count).unwrap_or_default()
}

/// Marks that are laid together with what they lie on; more are painted one after the other.
const PLAIN_MARKS: usize = 4;

/// A colour, opaque if it has marks, and marks in plain colours on it, over what is there: all in one go, run by run.
fn plain(color: Pixel, coverage: &Coverage, marks: &[Layer], to: &mut Row) {
    let runs = coverage.runs(to.y, to.x0, to.x0 + to.pixels.len() as i32);
    match marks {
        [] => {
            let color = Ink::of(color);
            runs.for_each(|run| color.lay(run, to.pixels));
        }
        [mark] => marked(color, runs, [mark], to),
        [a, b] => marked(color, runs, [a, b], to),
        [a, b, c] => marked(color, runs, [a, b, c], to),
        [a, b, c, d, ..] => marked(color, runs, [a, b, c, d], to),
    }
}

fn marked<const N: usize>(base: Pixel, runs: impl Iterator<Item = Run>, marks: [&Layer; N], to: &mut Row) {
    let mut walks = marks.map(|mark| mark.coverage.walk(to.y, to.x0));
    let colors = marks.map(|mark| Ink::of(if let Source::Solid(color) = mark.source { color } else { [0; 4] }));
    for run in runs {
        let mut start = run.columns.start;
        while start < run.columns.end {
            let (mut end, mut color) = (run.columns.end, base);
            for (walk, mark) in walks.iter_mut().zip(colors) {
                let share = walk.share(start as i32);
                if share > 0 {
                    color = mark.over(share, color);
                }
                end = end.min(walk.end() as usize);
            }
            let pixels = to.pixels.get_mut(start..end).unwrap_or_default();
            if run.share == 255 {
                fill(pixels, color);
            } else {
                pixels.iter_mut().for_each(|pixel| *pixel = mixed(color, run.share, *pixel));
            }
            start = end;
        }
    }
}

/// A premultiplied colour made ready to be laid on many pixels.
#[derive(Clone, Copy)]
struct Ink {
    pixel: Pixel,
    /// Its channels sixteen bits apart.
    lanes: u64,
    alpha: u8,
}

impl Ink {
    fn of(pixel: Pixel) -> Self {
        Self { pixel, lanes: lanes(pixel), alpha: pixel[3] }
    }

    /// Over what is there.
    fn lay(self, Run { columns, share }: Run, to: &mut [Pixel]) {
        match to.get_mut(columns).unwrap_or_default() {
            [pixel] => *pixel = self.over(share, *pixel),
            pixels if share == 255 && self.alpha == 255 => fill(pixels, self.pixel),
            pixels => pixels.iter_mut().for_each(|pixel| *pixel = mixed(self.pixel, share, *pixel)),
        }
    }

    /// As [`mixed`].
    fn over(self, share: u8, under: Pixel) -> Pixel {
        mix(self.lanes, self.alpha, share, under)
    }
}

/// As `fill`, whose loop for a few pixels at the end takes longer than writing some of them twice.
fn fill(pixels: &mut [Pixel], color: Pixel) {
    let (fours, rest) = pixels.as_chunks_mut::<4>();
    if fours.is_empty() {
        return rest.fill(color);
    }
    fours.fill([color; 4]);
    if let Some(last) = pixels.last_chunk_mut::<4>() {
        *last = [color; 4];
    }
}

/// Premultiplied colours over what is there.
fn lay_each(colors: &[Pixel], share: u8, to: &mut [Pixel]) {
    for (color, to) in colors.iter().zip(to) {
        match color[3] {
            0 => {}
            255 if share == 255 => *to = *color,
            _ => *to = mixed(*color, share, *to),
        }
    }
}

/// A premultiplied colour of which `share` covers the pixel, over what is there, rounded once: a colour on itself stays.
fn mixed(color: Pixel, share: u8, under: Pixel) -> Pixel {
    mix(lanes(color), color[3], share, under)
}

/// As [`mixed`], of a colour's lanes. All channels are worked out at once, each in a quarter of a word: none exceeds its opacity, so that
/// sixteen bits hold the sum.
#[inline]
fn mix(color: u64, alpha: u8, share: u8, under: Pixel) -> Pixel {
    let rest = 255 - u64::from(times(alpha, share));
    let sum = color
        .wrapping_mul(u64::from(share))
        .wrapping_add(lanes(under).wrapping_mul(rest))
        .wrapping_add(0x0080_0080_0080_0080);
    let lanes = sum.wrapping_add(sum >> 8 & LANES) >> 8 & LANES;
    ((lanes | lanes >> 24) as u32).to_le_bytes()
}

const LANES: u64 = 0x00FF_00FF_00FF_00FF;

/// Red, blue, green, opacity, sixteen bits each.
fn lanes(pixel: Pixel) -> u64 {
    let pixel = u64::from(u32::from_le_bytes(pixel));
    (pixel | pixel << 24) & LANES
}
