//! Noise: a seed in, numbers in −1..1 out (xorshift64*, Vigna 2016), the same on every machine; and the hashes that seeds are made of.

/// A stream of uniform numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream; every seed has its own.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// The next number, −1 ≤ x < 1.
    pub fn draw(&mut self) -> f64 {
        let mut s = self.0;
        s ^= s >> 12;
        s ^= s << 25;
        s ^= s >> 27;
        self.0 = s;
        (s.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / 4_503_599_627_370_496.0 - 1.0
    }

    /// So many of them.
    pub fn many(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.draw()).collect()
    }
}

/// FNV-1a, 64 bits, of bytes.
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(BASIS, |h, b| (h ^ u64::from(*b)).wrapping_mul(PRIME))
}

/// The same of words of eight bytes and what is left over: another number, in an eighth of the time.
pub fn fnv_words(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let h = words.iter().fold(BASIS, |h, word| (h ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME));
    rest.iter().fold(h, |h, b| (h ^ u64::from(*b)).wrapping_mul(PRIME))
}

/// FNV's own numbers for 64 bits.
const BASIS: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x100_0000_01B3;

/// Murmur3's finaliser: spreads the bits of a number.
pub fn spread(number: u32) -> u32 {
    let h = (number ^ (number >> 16)).wrapping_mul(0x85EB_CA6B);
    let h = (h ^ (h >> 13)).wrapping_mul(0xC2B2_AE35);
    h ^ (h >> 16)
}
