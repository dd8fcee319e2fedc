//! Light of cells: what a colour gives, and how it spreads to the cells around. Whole numbers once the weights are made; knows no
//! frame.
use crate::display::{Color, Glow};

/// The light of a cell: red, green and blue, 65535 = 1.
pub(super) type Light = [u16; 3];

/// A box blur: each cell becomes the mean of those up to `reach` to each side of it; the ends repeat.
pub(super) struct Blur {
    reach: usize,
    half: u32,
    /// The quotient of a sum and the number of cells, by a product: 2^`shift` / the number, rounded up, is exact for all sums below 2^31.
    factor: u64,
    shift: u32,
}

impl Blur {
    /// Of at most 10,000 cells to each side, so that sums stay below 2^31.
    pub fn new(reach: usize) -> Self {
        let size = 2 * reach as u64 + 1;
        let shift = 31 + size.next_power_of_two().trailing_zeros();
        Self { reach, half: reach as u32, factor: (1_u64 << shift).div_ceil(size), shift }
    }

    fn mean(&self, sum: u32) -> u16 {
        ((u64::from(sum + self.half) * self.factor) >> self.shift) as u16
    }

    /// Along a row.
    pub fn across(&self, from: &[Light], to: &mut [Light]) {
        let Some(last) = from.len().checked_sub(1) else { return };
        let at = |i: usize| from.get(i.min(last)).copied().unwrap_or_default();
        let mut sum = [0_u32; 3];
        for i in 0..=self.reach * 2 {
            let cell = at(i.saturating_sub(self.reach));
            sum.iter_mut().zip(cell).for_each(|(sum, c)| *sum += u32::from(c));
        }
        for (i, cell) in to.iter_mut().enumerate() {
            *cell = sum.map(|sum| self.mean(sum));
            let (comes, goes) = (at(i + self.reach + 1), at(i.saturating_sub(self.reach)));
            for (c, sum) in sum.iter_mut().enumerate() {
                *sum = *sum + u32::from(comes[c]) - u32::from(goes[c]);
            }
        }
    }

    /// Down all columns, `columns` of them, row by row.
    pub fn down(&self, from: &[Light], to: &mut [Light], columns: usize) {
        let Some(last) = (from.len() / columns.max(1)).checked_sub(1) else { return };
        let at = |i: usize| from.get(i.min(last) * columns..).unwrap_or_default().as_flattened();
        let mut sums = vec![0_u32; columns * 3];
        for i in 0..=self.reach * 2 {
            sums.iter_mut().zip(at(i.saturating_sub(self.reach))).for_each(|(sum, c)| *sum += u32::from(*c));
        }
        for (i, cells) in to.chunks_exact_mut(columns).enumerate() {
            let (comes, goes) = (at(i + self.reach + 1), at(i.saturating_sub(self.reach)));
            for (((cell, sum), comes), goes) in cells.as_flattened_mut().iter_mut().zip(&mut sums).zip(comes).zip(goes)
            {
                *cell = self.mean(*sum);
                *sum = *sum + u32::from(*comes) - u32::from(*goes);
            }
        }
    }
}

/// How much light a colour gives.
pub(super) struct Gain {
    threshold: f64,
    factor: [f64; 3],
}

impl Gain {
    pub fn of(glow: &Glow) -> Self {
        let Color { r, g, b, .. } = glow.tint;
        Self { threshold: glow.threshold, factor: [r, g, b].map(|c| f64::from(c) / 255.0 * glow.strength * 257.0) }
    }

    /// Grows with the square of what lies above the threshold, so that it has no edge.
    pub fn light(&self, color: [u32; 3]) -> Light {
        let [r, g, b] = color.map(f64::from);
        let bright = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255.0;
        let above = ((bright - self.threshold) / (1.0 - self.threshold).max(1e-6)).clamp(0.0, 1.0);
        let share = above * above * (3.0 - 2.0 * above);
        let one = |c: f64, factor: f64| (c * share * factor).round().clamp(0.0, f64::from(u16::MAX)) as u16;
        [one(r, self.factor[0]), one(g, self.factor[1]), one(b, self.factor[2])]
    }
}
