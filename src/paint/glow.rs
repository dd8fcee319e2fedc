//! The veil of a grade, its glow and its vignette: made on a small copy of the frame and laid on the whole one, row by row.
//! A grade and pixels enter, changed pixels leave; whole numbers throughout once the weights are made.
use crate::display::{Color, Glow, Grade, Vignette};
use std::ops::Range;

/// Rows of the small copy, about: a veil has no detail finer than this. At 1080p one cell is 8 × 8 pixels.
const ROWS: usize = 135;
/// Box blurs in a row that together are a Gaussian to the eye.
const BLURS: usize = 3;

/// The light of a cell: red, green and blue, 65535 = 1.
type Light = [u16; 3];
/// What happens to the channels of a pixel, alpha last: four factors, then four addends, 65535 = 1. Side by side, so that one
/// pixel's eight numbers are worked in one step.
type Cell = [u16; 8];

/// The veil of one frame.
#[derive(Default)]
pub(super) struct Veil {
    /// Pixels a side of a cell.
    step: usize,
    columns: usize,
    rows: usize,
    light: Vec<Light>,
    other: Vec<Light>,
    cells: Vec<Cell>,
    /// The pixels of a row by the cell before them.
    runs: Vec<Run>,
    /// For each channel of a row the weight of the next cell.
    weights: Vec<u16>,
    /// The cells of the present row.
    line: Vec<Cell>,
    factors: Vec<u16>,
    addends: Vec<u16>,
}

/// Channels `start..end` of a row lie between `cell` and the next.
struct Run {
    cell: usize,
    start: usize,
    end: usize,
}

impl Veil {
    /// Makes the veil of this frame (premultiplied RGBA).
    pub fn prepare(&mut self, grade: &Grade, data: &[u8], width: usize, height: usize) {
        self.step = (width.min(height) / ROWS).max(1);
        (self.columns, self.rows) = (width.div_ceil(self.step), height.div_ceil(self.step));
        self.lay_out_row(width);
        self.light.clear();
        self.light.resize(self.columns * self.rows, [0; 3]);
        if let Some(glow) = &grade.glow {
            self.gather(glow, data, width, height);
            self.blur(glow.radius * width.min(height) as f64 / self.step as f64);
        }
        self.combine(grade.vignette.as_ref());
    }

    fn lay_out_row(&mut self, width: usize) {
        self.runs.clear();
        self.weights.clear();
        for x in 0..width {
            let (cell, weight) = self.between_cells(x, self.columns);
            match self.runs.last_mut() {
                Some(run) if run.cell == cell => run.end += 4,
                _ => self.runs.push(Run { cell, start: x * 4, end: x * 4 + 4 }),
            }
            self.weights.extend([weight; 4]);
        }
    }

    /// The cell before the middle of pixel `x` and the weight of the next one.
    fn between_cells(&self, x: usize, cells: usize) -> (usize, u16) {
        let half = 2 * self.step;
        // In half steps of 1/step cell: the pixel's middle, less the first cell's middle.
        let place = (2 * x + 1).saturating_sub(self.step).min(half * (cells - 1));
        let (cell, rest) = (place / half, place % half);
        if cell + 1 >= cells {
            return (cells.saturating_sub(2), if cells > 1 { u16::MAX } else { 0 });
        }
        (cell, (rest * usize::from(u16::MAX) / half) as u16)
    }

    /// Each cell gets the light of its pixels.
    fn gather(&mut self, glow: &Glow, data: &[u8], width: usize, height: usize) {
        let gain = Gain::of(glow);
        for row in 0..self.rows {
            let (y0, y1) = (row * self.step, ((row + 1) * self.step).min(height));
            for column in 0..self.columns {
                let (x0, x1) = (column * self.step, ((column + 1) * self.step).min(width));
                let mut sum = [0_u32; 3];
                for y in y0..y1 {
                    for pixel in data[(y * width + x0) * 4..(y * width + x1) * 4].chunks_exact(4) {
                        for (sum, c) in sum.iter_mut().zip(pixel) {
                            *sum += u32::from(*c);
                        }
                    }
                }
                let count = ((y1 - y0) * (x1 - x0)) as u32;
                self.light[row * self.columns + column] = gain.light(sum.map(|sum| (sum + count / 2) / count));
            }
        }
    }

    fn blur(&mut self, deviation: f64) {
        // Three boxes of side s have the variance (s² − 1) / 4.
        let side = (4.0 * deviation * deviation + 1.0).sqrt();
        let reach = ((side - 1.0) / 2.0).round().clamp(0.0, 1e4) as usize;
        if reach == 0 {
            return;
        }
        for _ in 0..BLURS {
            self.other.clone_from(&self.light);
            for row in 0..self.rows {
                box_blur(&self.light, &mut self.other, row * self.columns, 1, self.columns, reach);
            }
            for column in 0..self.columns {
                box_blur(&self.other, &mut self.light, column, self.columns, self.rows, reach);
            }
        }
    }

    /// Screening light L on a channel c and darkening to the share T is c·(1 − L)·T + L·T.
    fn combine(&mut self, vignette: Option<&Vignette>) {
        let (columns, rows) = (self.columns, self.rows);
        self.cells.clear();
        self.cells.extend(self.light.iter().enumerate().map(|(i, light)| {
            let through = vignette.map_or([u16::MAX; 3], |vignette| {
                let u = ((i % columns) as f64 + 0.5) / columns as f64 * 2.0 - 1.0;
                let v = ((i / columns) as f64 + 0.5) / rows as f64 * 2.0 - 1.0;
                through(vignette, ((u * u + v * v) / 2.0).sqrt())
            });
            let factor = |i: usize| share(u16::MAX - light[i], through[i]);
            let add = |i: usize| share(light[i], through[i]);
            [factor(0), factor(1), factor(2), u16::MAX, add(0), add(1), add(2), 0]
        }));
    }

    /// Lays the veil on pixels of row `y` from `x` on.
    pub fn lay_on(&mut self, row: &mut [u8], y: usize, x: usize) {
        let channels = x * 4..x * 4 + row.len();
        let (cell, weight) = self.between_cells(y, self.rows);
        let (first, next) = (cell.min(self.rows - 1) * self.columns, (cell + 1).min(self.rows - 1) * self.columns);
        let pairs = self.cells[first..first + self.columns].iter().zip(&self.cells[next..next + self.columns]);
        self.line.clear();
        self.line.extend(pairs.map(|(a, b)| mix(a, b, weight)));
        spread(&mut self.factors, &self.line, 0, &self.runs, &self.weights, &channels);
        spread(&mut self.addends, &self.line, 4, &self.runs, &self.weights, &channels);
        let opaque = row.chunks_exact(4).all(|pixel| pixel[3] == 255);
        for ((c, factor), addend) in row.iter_mut().zip(&self.factors[channels.clone()]).zip(&self.addends[channels]) {
            let lit = share(u16::from(*c) * 257, *factor).saturating_add(*addend);
            // A 257th, rounded.
            *c = ((lit - (lit >> 8)).saturating_add(128) >> 8) as u8;
        }
        if !opaque {
            row.chunks_exact_mut(4).for_each(hold_to_alpha);
        }
    }
}

/// One half of a row's veil (its factors or its addends) for some of its channels at least, between the cells they lie between.
fn spread(out: &mut Vec<u16>, line: &[Cell], first: usize, runs: &[Run], weights: &[u16], channels: &Range<usize>) {
    out.resize(weights.len(), 0);
    let half = |cell: usize| {
        let cell = line.get(cell).or(line.last()).copied().unwrap_or_default();
        let [r, g, b, a] = [cell[first], cell[first + 1], cell[first + 2], cell[first + 3]];
        // Two pixels at a time.
        [r, g, b, a, r, g, b, a]
    };
    for run in runs.iter().filter(|run| run.end > channels.start && run.start < channels.end) {
        let (a, b) = (half(run.cell), half(run.cell + 1));
        let (out, weights) = (&mut out[run.start..run.end], &weights[run.start..run.end]);
        let ((pairs, odd), (pair_weights, odd_weights)) = (out.as_chunks_mut::<8>(), weights.as_chunks::<8>());
        for (out, weights) in pairs.iter_mut().zip(pair_weights) {
            for i in 0..8 {
                out[i] = share(a[i], u16::MAX - weights[i]) + share(b[i], weights[i]);
            }
        }
        for (i, (out, weight)) in odd.iter_mut().zip(odd_weights).enumerate() {
            *out = share(a[i], u16::MAX - *weight) + share(b[i], *weight);
        }
    }
}

/// Light stays within what a premultiplied pixel covers.
fn hold_to_alpha(pixel: &mut [u8]) {
    let alpha = pixel[3];
    pixel.iter_mut().for_each(|c| *c = (*c).min(alpha));
}

/// What the vignette lets through, by channel, at this distance from the middle (1 = the corners).
fn through(vignette: &Vignette, from_middle: f64) -> [u16; 3] {
    let Color { r, g, b, .. } = vignette.color;
    let share = ((from_middle - vignette.start) / (1.0 - vignette.start).max(1e-6)).clamp(0.0, 1.0);
    let veiled = share * share * (3.0 - 2.0 * share) * vignette.strength.clamp(0.0, 1.0);
    [r, g, b].map(|c| ((1.0 - veiled * (1.0 - f64::from(c) / 255.0)) * f64::from(u16::MAX)).round() as u16)
}

/// a·b of two fractions of 65536.
fn share(a: u16, b: u16) -> u16 {
    ((u32::from(a) * u32::from(b)) >> 16) as u16
}

fn mix(a: &Cell, b: &Cell, weight: u16) -> Cell {
    let rest = u16::MAX - weight;
    let mut out = [0; 8];
    for i in 0..8 {
        out[i] = share(a[i], rest) + share(b[i], weight);
    }
    out
}

/// One line of cells, `count` of them `stride` apart, each the mean of those within `reach`; the ends repeat.
fn box_blur(from: &[Light], to: &mut [Light], start: usize, stride: usize, count: usize, reach: usize) {
    let at = |i: usize| from[start + i.min(count - 1) * stride];
    let (size, mut sum) = (2 * reach as u32 + 1, [0_u32; 3]);
    for i in 0..=reach * 2 {
        add(&mut sum, at(i.saturating_sub(reach)));
    }
    for i in 0..count {
        let cell = &mut to[start + i * stride];
        for (c, sum) in cell.iter_mut().zip(sum) {
            *c = ((sum + size / 2) / size) as u16;
        }
        add(&mut sum, at(i + reach + 1));
        for (sum, c) in sum.iter_mut().zip(at(i.saturating_sub(reach))) {
            *sum -= u32::from(c);
        }
    }
}

fn add(sum: &mut [u32; 3], cell: Light) {
    for (sum, c) in sum.iter_mut().zip(cell) {
        *sum += u32::from(c);
    }
}

/// How much light a colour gives.
struct Gain {
    threshold: f64,
    factor: [f64; 3],
}

impl Gain {
    fn of(glow: &Glow) -> Self {
        let Color { r, g, b, .. } = glow.tint;
        Self { threshold: glow.threshold, factor: [r, g, b].map(|c| f64::from(c) / 255.0 * glow.strength * 257.0) }
    }

    /// Grows with the square of what lies above the threshold, so that it has no edge.
    fn light(&self, color: [u32; 3]) -> Light {
        let [r, g, b] = color.map(f64::from);
        let bright = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0;
        let above = ((bright - self.threshold) / (1.0 - self.threshold).max(1e-6)).clamp(0.0, 1.0);
        let share = above * above * (3.0 - 2.0 * above);
        let one = |c: f64, factor: f64| (c * share * factor).round().clamp(0.0, f64::from(u16::MAX)) as u16;
        [one(r, self.factor[0]), one(g, self.factor[1]), one(b, self.factor[2])]
    }
}
