//! A [`Grade`] carried out on the pixels of a frame, in whole numbers once its tables are made. Owns only buffers that are used
//! again; the result depends on the grade and the pixels alone.
use super::blend::Surface;
use super::bounds::Area;
use super::changes::Parts;
use super::glow::Veil;
use crate::display::Grade;
use crate::maths::pow;

/// Fraction bits of the saturation matrix.
const MATRIX_BITS: u32 = 14;
/// Entries of a curve: four for each of the 255 steps, so that mixing channels does not round twice to the same byte.
const CURVE: usize = 1021;
/// Carries out one grade after the other; what it knows of the last one saves it work.
#[derive(Default)]
pub(super) struct Grading {
    veil: Veil,
    last: Option<Known>,
}

/// What holds for a grade on frames of a size.
struct Known {
    grade: Grade,
    area: Area,
    tables: Tables,
}

impl Grading {
    /// Makes ready for `grade` on `frame`, which differs from the one it was last made ready for in `parts` alone, or in all of it. Leaves
    /// where the grade now does something else than it did. Of the frame it looks at the [cells](super::glow::cell) of the parts alone.
    pub fn prepare(&mut self, grade: &Grade, frame: &Surface, parts: &[Area]) -> Parts {
        let area = frame.area;
        let known = self.last.take().filter(|last| last.grade == *grade && last.area == area);
        let whole = known.is_none() || parts == [area];
        let tables = known.map_or_else(|| Tables::of(grade), |known| known.tables);
        self.last = Some(Known { grade: *grade, area, tables });
        if area.is_empty() {
            return Parts::default();
        }
        if whole {
            self.veil.prepare(grade, frame);
            return Parts::one(area);
        }
        match &grade.glow {
            Some(glow) => self.veil.follow(glow, frame, parts),
            None => Parts::default(),
        }
    }

    /// True when it was last made ready for this grade on frames of this size.
    pub fn knows(&self, grade: &Grade, area: Area) -> bool {
        self.last.as_ref().is_some_and(|last| last.grade == *grade && last.area == area)
    }

    /// Changes every pixel of the frame, as it was made ready to.
    pub fn apply(&mut self, frame: &mut Surface) {
        let area = frame.area;
        self.tone(frame, &[area]);
        for y in area.y0..area.y1 {
            self.veil_row(frame.row_mut(y, area.x0, area.x1), y, area.x0);
        }
    }

    /// The first half of it: the colours of the frame's parts, without glow and vignette.
    pub fn tone(&self, frame: &mut Surface, parts: &[Area]) {
        let Some(Known { tables, .. }) = &self.last else { return };
        for part in parts {
            (part.y0..part.y1).for_each(|y| tables.apply(frame.row_mut(y, part.x0, part.x1)));
        }
    }

    /// The second half: the parts of `toned` with glow and vignette, in `frame`.
    pub fn veil(&mut self, toned: &Surface, frame: &mut Surface, parts: &[Area]) {
        for part in parts {
            for y in part.y0..part.y1 {
                let row = frame.row_mut(y, part.x0, part.x1);
                row.copy_from_slice(toned.row(y, part.x0, part.x1));
                self.veil_row(row, y, part.x0);
            }
        }
    }

    fn veil_row(&mut self, row: &mut [u8], y: i32, x: i32) {
        let grade = self.last.as_ref().map(|last| &last.grade);
        if grade.is_some_and(|grade| grade.glow.is_some() || grade.vignette.is_some()) {
            self.veil.lay_on(row, y as usize, x as usize);
        }
    }
}

/// The tables of one grade.
struct Tables {
    /// Saturation, four times as large so that it addresses a curve.
    matrix: [[i32; 3]; 3],
    curves: [Vec<u8>; 3],
}

impl Tables {
    fn of(grade: &Grade) -> Self {
        let scale = f64::from(1_u32 << (MATRIX_BITS + 2));
        let keep = |same: bool| if same { grade.saturation } else { 0.0 };
        let share = |row: usize, column: usize| grade.grey[column] * (1.0 - grade.saturation) + keep(row == column);
        let matrix = [0, 1, 2].map(|row| [0, 1, 2].map(|column| (share(row, column) * scale).round() as i32));
        Self { matrix, curves: [0, 1, 2].map(|channel| curve(grade, channel)) }
    }

    /// One row of premultiplied pixels. Drawings are made of flat areas: a pixel like the one before it needs no work.
    fn apply(&self, row: &mut [u8]) {
        let (mut seen, mut becomes) = ([0; 4], [0; 4]);
        for pixel in row.chunks_exact_mut(4) {
            let now = [pixel[0], pixel[1], pixel[2], pixel[3]];
            if now != seen {
                (seen, becomes) = (now, self.one(now));
            }
            pixel.copy_from_slice(&becomes);
        }
    }

    fn one(&self, [r, g, b, alpha]: [u8; 4]) -> [u8; 4] {
        let alpha_wide = u32::from(alpha);
        let straight =
            |c: u8| (u32::from(c) * 255 + alpha_wide / 2).checked_div(alpha_wide).unwrap_or(0).min(255) as u8;
        let color = if alpha == 255 { [r, g, b] } else { [r, g, b].map(straight) }.map(i32::from);
        let channel = |i: usize| {
            let sum: i32 = self.matrix[i].iter().zip(color).map(|(factor, c)| factor * c).sum();
            let at = (sum + (1 << (MATRIX_BITS - 1))) >> MATRIX_BITS;
            let value = self.curves[i][at.clamp(0, CURVE as i32 - 1) as usize];
            if alpha == 255 { value } else { ((u32::from(value) * alpha_wide + 127) / 255) as u8 }
        };
        [channel(0), channel(1), channel(2), alpha]
    }
}

fn curve(grade: &Grade, channel: usize) -> Vec<u8> {
    let value = |i: usize| {
        let c = i as f64 / (CURVE - 1) as f64;
        let c = (c * grade.slope[channel] + grade.offset[channel]).clamp(0.0, 1.0);
        let c = pow(c, grade.power[channel]);
        let bent = c + (c * c * (3.0 - 2.0 * c) - c) * grade.contrast;
        (bent.clamp(0.0, 1.0) * 255.0).round() as u8
    };
    (0..CURVE).map(value).collect()
}
