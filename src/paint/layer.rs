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
        for y in area.y0..area.y1 {
            let extent = self.coverage.extent(y, area.x0, area.x1);
            if !extent.is_empty() {
                let pixels = target.row_mut(y, extent.start, extent.end).as_chunks_mut::<4>().0;
                self.lay_row(&mut Row { y, x0: extent.start, pixels }, spare);
            }
        }
    }

    fn lay_row(&self, to: &mut Row, spare: &mut Vec<Vec<Pixel>>) {
        let x1 = to.x0 + to.pixels.len() as i32;
        if !self.coverage.area.has_row(to.y) {
            return;
        }
        if self.marks.is_empty() {
            let runs = self.coverage.runs(to.y, to.x0, x1);
            return match &self.source {
                Source::Solid(color) => runs.for_each(|run| solid(*color, run, to.pixels)),
                Source::Linear(linear) => runs.for_each(|run| {
                    let mut colors = linear.row(to.y, to.x0 + run.columns.start as i32);
                    lay_each(|| colors.next().unwrap_or_default(), run, to.pixels);
                }),
                Source::Pixels(_) => {
                    let from = self.pixels(to.y, to.x0, x1);
                    runs.for_each(|run| {
                        let mut colors = from.get(run.columns.clone()).unwrap_or_default().iter();
                        lay_each(|| colors.next().copied().unwrap_or_default(), run, to.pixels);
                    });
                }
            };
        }
        let extent = self.coverage.extent(to.y, to.x0, x1);
        if extent.is_empty() {
            return;
        }
        // What shows inside the shape is painted apart, then laid through its coverage.
        let mut inside = spare.pop().unwrap_or_default();
        self.fill(to.y, extent.start, extent.len(), &mut inside);
        let mut row = Row { y: to.y, x0: extent.start, pixels: &mut inside };
        self.marks.iter().for_each(|mark| mark.lay_row(&mut row, spare));
        let start = (extent.start - to.x0) as usize;
        let pixels = to.pixels.get_mut(start..start + inside.len()).unwrap_or_default();
        // Marks on what is opaque leave it opaque.
        let whole = matches!(self.source, Source::Solid([.., 255]));
        for run in self.coverage.runs(to.y, extent.start, extent.end) {
            if whole && run.share == 255 {
                pixels[run.columns.clone()].copy_from_slice(&inside[run.columns]);
            } else {
                let mut colors = inside[run.columns.clone()].iter();
                lay_each(|| colors.next().copied().unwrap_or_default(), run, pixels);
            }
        }
        spare.push(inside);
    }

    /// The source's own colours, `width` pixels from column `x0`.
    fn fill(&self, y: i32, x0: i32, width: usize, to: &mut Vec<Pixel>) {
        to.clear();
        match &self.source {
            Source::Solid(color) => to.resize(width, *color),
            Source::Linear(linear) => to.extend(linear.row(y, x0).take(width)),
            Source::Pixels(_) => to.extend_from_slice(self.pixels(y, x0, x0 + width as i32)),
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

/// One premultiplied colour over what is there.
fn solid(color: Pixel, run: Run, to: &mut [Pixel]) {
    let pixels = &mut to[run.columns];
    if run.share == 255 && color[3] == 255 {
        pixels.fill(color);
    } else {
        pixels.iter_mut().for_each(|pixel| *pixel = mixed(color, run.share, *pixel));
    }
}

/// Premultiplied colours over what is there.
fn lay_each(mut color: impl FnMut() -> Pixel, run: Run, to: &mut [Pixel]) {
    for to in &mut to[run.columns] {
        let color = color();
        *to = if run.share == 255 && color[3] == 255 { color } else { mixed(color, run.share, *to) };
    }
}

/// A premultiplied colour of which `share` covers the pixel, over what is there, rounded once: a colour on itself stays.
fn mixed(color: Pixel, share: u8, under: Pixel) -> Pixel {
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
