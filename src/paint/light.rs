//! Light of cells: what a colour gives, and how it spreads to the cells around. Whole numbers once the weights are made; knows no
//! frame.
use crate::display::{Color, Glow};

/// The light of a cell: red, green and blue, 65535 = 1.
pub(super) type Light = [u16; 3];

/// One line of cells, `count` of them `stride` apart, each the mean of those within `reach`; the ends repeat.
pub(super) fn box_blur(from: &[Light], to: &mut [Light], start: usize, stride: usize, count: usize, reach: usize) {
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
