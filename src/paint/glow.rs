//! The veil of a grade, its glow and its vignette: made on a small copy of the frame and laid on the whole one, row by row.
//! A grade and pixels enter, changed pixels leave; whole numbers throughout once the weights are made.
use super::blend::Surface;
use super::bounds::Area;
use super::changes::Parts;
use super::light::{Blur, Gain, Light};
use crate::display::{Color, Glow, Grade, Vignette};

/// Rows of the small copy, about: a veil has no detail finer than this. At 1080p one cell is 8 × 8 pixels.
const ROWS: usize = 135;
/// Box blurs in a row that together are a Gaussian to the eye.
const BLURS: usize = 3;

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
    /// What each cell's own pixels give.
    gathered: Vec<Light>,
    /// The same, spread.
    light: Vec<Light>,
    piece: Vec<Light>,
    other: Vec<Light>,
    cells: Vec<Cell>,
    /// What the vignette lets through in each cell.
    through: Vec<[u16; 3]>,
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
    /// Makes the veil of a frame.
    pub fn prepare(&mut self, grade: &Grade, frame: &Surface) {
        let (width, height) = (frame.area.width() as usize, frame.area.height() as usize);
        self.step = cell(frame.area);
        (self.columns, self.rows) = (width.div_ceil(self.step), height.div_ceil(self.step));
        self.lay_out_row(width);
        let all = self.all();
        for light in [&mut self.gathered, &mut self.light] {
            light.clear();
            light.resize(self.columns * self.rows, [0; 3]);
        }
        self.cells.clear();
        self.cells.resize(self.columns * self.rows, Cell::default());
        self.through = self.let_through(grade.vignette.as_ref());
        if let Some(glow) = &grade.glow {
            self.gather(glow, frame, all);
            self.blur(self.reach(glow, frame), all);
        }
        self.combine(all);
    }

    fn let_through(&self, vignette: Option<&Vignette>) -> Vec<[u16; 3]> {
        let of = |(row, column): (i32, i32)| {
            let u = (f64::from(column) + 0.5) / self.columns as f64 * 2.0 - 1.0;
            let v = (f64::from(row) + 0.5) / self.rows as f64 * 2.0 - 1.0;
            vignette.map_or([u16::MAX; 3], |vignette| through(vignette, ((u * u + v * v) / 2.0).sqrt()))
        };
        positions(self.all()).map(of).collect()
    }

    /// Makes the veil of a frame that differs in `parts` from the one it was last made for. Leaves where the veil differs.
    pub fn follow(&mut self, glow: &Glow, frame: &Surface, parts: &[Area]) -> Parts {
        let (reach, step) = (self.reach(glow, frame), self.step as i32);
        let mut lit = Parts::default();
        for part in parts {
            let cells = Area {
                x0: part.x0 / step,
                y0: part.y0 / step,
                x1: (part.x1 - 1) / step + 1,
                y1: (part.y1 - 1) / step + 1,
            };
            if let Some(changed) = self.gather(glow, frame, cells) {
                lit.add(self.around(changed, BLURS * reach));
            }
        }
        let mut parts = Parts::default();
        for cells in lit.areas() {
            self.blur(reach, cells);
            if let Some(changed) = self.combine(cells) {
                // A pixel lies between four cells.
                let Area { x0, y0, x1, y1 } = self.around(changed, 1);
                let pixels = Area { x0: x0 * step, y0: y0 * step, x1: x1 * step, y1: y1 * step };
                parts.add(pixels.common(frame.area));
            }
        }
        parts
    }

    fn all(&self) -> Area {
        Area::of(self.columns as u32, self.rows as u32)
    }

    /// The cells up to `by` further on each side.
    fn around(&self, cells: Area, by: usize) -> Area {
        let by = by as i32;
        Area { x0: cells.x0 - by, y0: cells.y0 - by, x1: cells.x1 + by, y1: cells.y1 + by }.common(self.all())
    }

    /// How many cells each blur reaches to each side. Three boxes of side s have the variance (s² − 1) / 4.
    fn reach(&self, glow: &Glow, frame: &Surface) -> usize {
        let deviation = glow.radius * f64::from(frame.area.width().min(frame.area.height())) / self.step as f64;
        let side = (4.0 * deviation * deviation + 1.0).sqrt();
        ((side - 1.0) / 2.0).round().clamp(0.0, 1e4) as usize
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

    /// Each of the cells gets the light of its pixels. Leaves where one has become another.
    fn gather(&mut self, glow: &Glow, frame: &Surface, cells: Area) -> Option<Area> {
        let (gain, step) = (Gain::of(glow), self.step as i32);
        let mut changed = None;
        for (row, column) in positions(cells) {
            let (x0, y0) = (column * step, row * step);
            let pixels = Area { x0, y0, x1: x0 + step, y1: y0 + step }.common(frame.area);
            let mut sum = [0_u32; 3];
            for y in pixels.y0..pixels.y1 {
                for pixel in frame.row(y, pixels.x0, pixels.x1).chunks_exact(4) {
                    for (sum, c) in sum.iter_mut().zip(pixel) {
                        *sum += u32::from(*c);
                    }
                }
            }
            let count = pixels.width() * pixels.height();
            let light = gain.light(sum.map(|sum| (sum + count / 2) / count));
            set(&mut self.gathered[row as usize * self.columns + column as usize], light, (row, column), &mut changed);
        }
        changed
    }

    /// Blurs what was gathered into the light of the cells.
    fn blur(&mut self, reach: usize, cells: Area) {
        // What is blurred at the edge of a piece cut out is wrong as far as the blurs reach, unless it is the frame's own edge.
        let piece = self.around(cells, BLURS * reach);
        let columns = piece.width() as usize;
        self.piece.clear();
        for row in piece.y0..piece.y1 {
            let start = row as usize * self.columns;
            self.piece.extend_from_slice(&self.gathered[start + piece.x0 as usize..start + piece.x1 as usize]);
        }
        self.other.clone_from(&self.piece);
        let blur = Blur::new(reach);
        for _ in 0..if reach == 0 || columns == 0 { 0 } else { BLURS } {
            let rows = self.piece.chunks_exact(columns).zip(self.other.chunks_exact_mut(columns));
            rows.for_each(|(from, to)| blur.across(from, to));
            blur.down(&self.other, &mut self.piece, columns);
        }
        for row in cells.y0..cells.y1 {
            let from = (row - piece.y0) as usize * columns + (cells.x0 - piece.x0) as usize;
            let to = row as usize * self.columns + cells.x0 as usize;
            let width = cells.width() as usize;
            self.light[to..to + width].copy_from_slice(&self.piece[from..from + width]);
        }
    }

    /// Screening light L on a channel c and darkening to the share T is c·(1 − L)·T + L·T. Leaves where a cell has become another.
    fn combine(&mut self, cells: Area) -> Option<Area> {
        let mut changed = None;
        for (row, column) in positions(cells) {
            let at = row as usize * self.columns + column as usize;
            let through = self.through[at];
            let light = self.light[at];
            let factor = |i: usize| share(u16::MAX - light[i], through[i]);
            let add = |i: usize| share(light[i], through[i]);
            let cell = [factor(0), factor(1), factor(2), u16::MAX, add(0), add(1), add(2), 0];
            set(&mut self.cells[at], cell, (row, column), &mut changed);
        }
        changed
    }

    /// Lays the veil on pixels of row `y` from `x` on.
    pub fn lay_on(&mut self, row: &mut [u8], y: usize, x: usize) {
        let channels = x * 4..x * 4 + row.len();
        let (cell, weight) = self.between_cells(y, self.rows);
        let (first, next) = (cell.min(self.rows - 1) * self.columns, (cell + 1).min(self.rows - 1) * self.columns);
        let begun = self.runs.partition_point(|run| run.end <= channels.start);
        let ended = self.runs.partition_point(|run| run.start < channels.end);
        let runs = self.runs.get(begun..ended).unwrap_or_default();
        // Only the cells between which the row's pixels lie are worked out.
        let cells = runs.first().map_or(0, |run| run.cell)..runs.last().map_or(0, |run| run.cell + 2).min(self.columns);
        self.line.resize(self.columns, Cell::default());
        for i in cells {
            self.line[i] = mix(&self.cells[first + i], &self.cells[next + i], weight);
        }
        spread(&mut self.factors, &self.line, 0, runs, &self.weights);
        spread(&mut self.addends, &self.line, 4, runs, &self.weights);
        let opaque = row.as_chunks::<4>().0.iter().fold(255, |all, pixel| all & pixel[3]) == 255;
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

/// Pixels a side of the cells of a frame's small copy.
pub(super) fn cell(frame: Area) -> usize {
    (frame.width().min(frame.height()) as usize / ROWS).max(1)
}

/// Row and column of each cell.
fn positions(cells: Area) -> impl Iterator<Item = (i32, i32)> {
    (cells.y0..cells.y1).flat_map(move |row| (cells.x0..cells.x1).map(move |column| (row, column)))
}

/// Sets a cell; where it becomes another, its place joins what has changed.
fn set<T: PartialEq>(cell: &mut T, to: T, (row, column): (i32, i32), changed: &mut Option<Area>) {
    if *cell != to {
        *cell = to;
        let place = Area { x0: column, y0: row, x1: column + 1, y1: row + 1 };
        *changed = Some(changed.map_or(place, |changed| changed.around(place)));
    }
}

/// One half of a row's veil (its factors or its addends) for the channels of some runs, between the cells they lie between.
fn spread(out: &mut Vec<u16>, line: &[Cell], first: usize, runs: &[Run], weights: &[u16]) {
    out.resize(weights.len(), 0);
    let half = |cell: usize| {
        let cell = line.get(cell).or(line.last()).copied().unwrap_or_default();
        let [r, g, b, a] = [cell[first], cell[first + 1], cell[first + 2], cell[first + 3]];
        // Two pixels at a time.
        [r, g, b, a, r, g, b, a]
    };
    for run in runs {
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
