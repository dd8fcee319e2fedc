//! Linear filters over samples at [`RATE`]: two-pole sections after Bristow-Johnson's cookbook, Klatt's resonators, K-weighting.
use crate::maths::{cos, exp, pow, sin};
use crate::sound::RATE;
use std::f64::consts::{PI, SQRT_2};

/// A second-order section, a₀ = 1: coefficients and what it remembers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Section {
    b: [f64; 3],
    a: [f64; 2],
    z: [f64; 2],
}

impl Section {
    /// Of its coefficients b₀ b₁ b₂ and a₁ a₂.
    pub const fn new(b: [f64; 3], a: [f64; 2]) -> Self {
        Self { b, a, z: [0.0; 2] }
    }

    fn normed(b: [f64; 3], a: [f64; 3]) -> Self {
        Self::new(b.map(|b| b / a[0]), [a[1] / a[0], a[2] / a[0]])
    }

    /// Band-pass, 1 at the centre `hz`, `width` Hz wide.
    pub fn band_pass(hz: f64, width: f64) -> Self {
        let hz = hz.min(20_000.0);
        let w = 2.0 * PI * hz / RATE;
        let alpha = sin(w) * width / (2.0 * hz);
        Self::normed([alpha, 0.0, -alpha], [1.0 + alpha, -2.0 * cos(w), 1.0 - alpha])
    }

    /// High-pass of Butterworth's slope.
    pub fn high_pass(hz: f64) -> Self {
        let w = 2.0 * PI * hz / RATE;
        let (alpha, c) = (sin(w) / SQRT_2, cos(w));
        Self::normed([(1.0 + c) / 2.0, -(1.0 + c), (1.0 + c) / 2.0], [1.0 + alpha, -2.0 * c, 1.0 - alpha])
    }

    /// High shelf of slope 1: `db` above `hz`.
    pub fn high_shelf(hz: f64, db: f64) -> Self {
        let gain = pow(10.0, db / 40.0);
        let w = 2.0 * PI * hz / RATE;
        let (alpha, c) = (sin(w) / 2.0 * SQRT_2, cos(w));
        let s = 2.0 * gain.sqrt() * alpha;
        let (up, down) = (gain + 1.0, gain - 1.0);
        Self::normed(
            [gain * (up + down * c + s), -2.0 * gain * (down + up * c), gain * (up + down * c - s)],
            [up - down * c + s, 2.0 * (down - up * c), up - down * c - s],
        )
    }

    /// One sample through.
    pub fn step(&mut self, x: f64) -> f64 {
        // Direct form II, transposed: the shortest way from one output to the next.
        let y = self.b[0] * x + self.z[0];
        self.z = [self.b[1] * x + self.z[1] - self.a[0] * y, self.b[2] * x - self.a[1] * y];
        y
    }

    /// All of them through, in place.
    pub fn run(mut self, samples: &mut [f64]) {
        samples.iter_mut().for_each(|x| *x = self.step(*x));
    }
}

/// The two sections of ITU-R BS.1770-4's K-weighting at 48 kHz.
pub const K_WEIGHTING: [Section; 2] = [
    Section::new(
        [1.535_124_859_586_97, -2.691_696_189_406_38, 1.198_392_810_852_85],
        [-1.690_659_293_182_41, 0.732_480_774_215_85],
    ),
    Section::new([1.0, -2.0, 1.0], [-1.990_047_454_833_98, 0.990_072_250_366_21]),
];

/// One-pole low-pass, run `times` times.
pub fn low_pass(samples: &mut [f64], hz: f64, times: usize) {
    let a = 1.0 - exp(-2.0 * PI * hz / RATE);
    for _ in 0..times {
        let mut y = 0.0;
        for x in samples.iter_mut() {
            y += a * (*x - y);
            *x = y;
        }
    }
}

/// Klatt's resonator (1980), 1 at 0 Hz, whose frequency may change while it sounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resonator {
    y: [f64; 2],
}

/// Coefficients A B C of a resonance at `hz`, `width` Hz wide.
fn klatt(hz: f64, width: f64) -> [f64; 3] {
    let c = -exp(-2.0 * PI * width / RATE);
    let b = 2.0 * exp(-PI * width / RATE) * cos(2.0 * PI * hz / RATE);
    [1.0 - b - c, b, c]
}

impl Resonator {
    /// Samples through, in place, while it is at `hz`.
    pub fn run(&mut self, hz: f64, width: f64, samples: &mut [f64]) {
        let [a, b, c] = klatt(hz, width);
        let [mut y1, mut y2] = self.y;
        for x in samples.iter_mut() {
            let y = a * *x + (b * y1 + c * y2);
            (y2, y1) = (y1, y);
            *x = y;
        }
        self.y = [y1, y2];
    }
}

/// The inverse of a resonator: a zero instead of a pole.
#[derive(Clone, Copy, Debug, Default)]
pub struct AntiResonator {
    x: [f64; 2],
}

impl AntiResonator {
    /// Samples through, in place, while it is at `hz`.
    pub fn run(&mut self, hz: f64, width: f64, samples: &mut [f64]) {
        let [a, b, c] = klatt(hz, width);
        for x in samples.iter_mut() {
            let y = (*x - b * self.x[0] - c * self.x[1]) / a;
            self.x = [*x, self.x[0]];
            *x = y;
        }
    }
}
