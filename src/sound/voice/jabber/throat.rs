//! The throat: a cascade of Klatt's resonators over the source, five fixed upper formants, the nose, then F3 F2 F1.
use super::track::HOP;
use crate::sound::signal::filter::{AntiResonator, Resonator};

/// Tracks of a point a millisecond.
pub struct Throat<'a> {
    /// F1 F2 F3, Hz.
    pub formants: [&'a [f64]; 3],
    /// How far the nose is open, 0..1.
    pub nose: &'a [f64],
    /// Pitch, Hz: the first formant is wider for high voices.
    pub f0: &'a [f64],
    /// Factor of the formants.
    pub scale: f64,
    /// Breath of the voice as a factor: it widens the first formant.
    pub breath: f64,
}

/// Upper formants and their widths, Hz.
const UPPER: [(f64, f64); 5] = [(8200.0, 1100.0), (7000.0, 850.0), (5850.0, 600.0), (4750.0, 380.0), (3750.0, 250.0)];

/// The source through the throat, in place.
pub fn run(samples: &mut [f64], throat: &Throat) {
    let mut upper = [Resonator::default(); UPPER.len()];
    let mut lower = [Resonator::default(); 4];
    let mut zero = AntiResonator::default();
    let sc = throat.scale;
    for (k, part) in samples.chunks_mut(HOP).enumerate() {
        for (resonator, (hz, width)) in upper.iter_mut().zip(UPPER) {
            resonator.run((hz * sc).min(14_000.0), width * sc, part);
        }
        let (nose, f0) = (throat.nose[k], throat.f0[k]);
        let wide = 1.0 + 0.25 * nose;
        zero.run(280.0 * sc + nose * 520.0 * sc, 100.0 + 120.0 * nose, part);
        lower[0].run(280.0 * sc, 100.0, part);
        lower[1].run(throat.formants[2][k], 170.0 * sc * wide, part);
        lower[2].run(throat.formants[1][k], 110.0 * sc * wide, part);
        lower[3].run(throat.formants[0][k], (75.0 + 0.09 * f0) * wide * (1.0 + 0.33 * throat.breath), part);
    }
}
