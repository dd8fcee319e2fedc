//! A hash that is the same on every machine and in every version: FNV-1a, 64 bits. It tells stages apart; it guards nothing.

/// FNV's offset basis and prime.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// A hash that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(BASIS)
    }
}

impl Hash {
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }

    /// A text and its end, so that "ab" "c" is not "a" "bc".
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
        self.bytes(&[0xFF]);
    }

    /// Every bit of a number.
    pub fn number(&mut self, number: f64) {
        self.bytes(&number.to_bits().to_le_bytes());
    }

    pub fn value(self) -> u64 {
        self.0
    }
}
