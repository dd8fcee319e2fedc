//! The language's pseudo-random numbers (supplement §6): a 32-bit seed in, numbers in 0..1 out, the same on every machine.

/// mulberry32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mulberry32 {
    /// The whole state; a fresh stream's is its seed.
    pub state: u32,
}

impl Mulberry32 {
    /// Added to the state at each draw (supplement §6).
    const STEP: u32 = 0x6D2B_79F5;

    /// A stream that starts at `seed`.
    pub fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    /// The next number, 0 ≤ x < 1.
    pub fn next_f64(&mut self) -> f64 {
        self.state = self.state.wrapping_add(Self::STEP);
        let s = self.state;
        let mut t = (s ^ (s >> 15)).wrapping_mul(s | 1);
        t ^= t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        f64::from(t ^ (t >> 14)) / 4_294_967_296.0
    }
}
