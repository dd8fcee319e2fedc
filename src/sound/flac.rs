//! FLAC (RFC 9639): 16-bit samples of two channels → frames, by fixed predictors and Rice codes. Lossless, so that a soundtrack begins and ends to the
//! sample; speech in the middle of the stage takes a third of its bytes.

/// Samples of a frame (0.1 s); the last one may be shorter.
pub const BLOCK: usize = 4800;
/// The highest order of a fixed predictor.
const ORDERS: usize = 5;
/// The largest parameter of a Rice code of four bits.
const RICE_MAX: u32 = 14;
/// Partitions of a residual: 2 to the power of at most this, while a block divides by them.
const PARTITIONS: u32 = 5;

/// Bits, the highest first.
#[derive(Debug, Default)]
struct Bits {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// The lowest `count` bits (32 at most) of a number.
    fn put(&mut self, value: u64, count: u32) {
        self.held = (self.held << count) | (value & ((1 << count) - 1));
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.held >> self.count) as u8);
        }
    }

    /// So many zeros, and a one.
    fn unary(&mut self, mut zeros: u64) {
        while zeros >= 32 {
            self.put(0, 32);
            zeros -= 32;
        }
        self.put(1, zeros as u32 + 1);
    }

    fn fill(&mut self) {
        if self.count > 0 {
            self.put(0, 8 - self.count);
        }
    }
}

/// The remainder by a polynomial of `width` bits, its highest bit left out.
fn crc(bytes: &[u8], polynomial: u32, width: u32) -> u32 {
    let (top, mask) = (1 << (width - 1), (1u64 << width) as u32 - 1);
    bytes.iter().fold(0, |crc, byte| {
        let mut crc: u32 = crc ^ (u32::from(*byte) << (width - 8));
        for _ in 0..8 {
            crc = (if crc & top != 0 { (crc << 1) ^ polynomial } else { crc << 1 }) & mask;
        }
        crc
    })
}

/// A number as UTF-8 would hold it, up to 36 bits.
fn coded(number: u64, out: &mut Vec<u8>) {
    if number < 0x80 {
        out.push(number as u8);
        return;
    }
    let more = (1..7).find(|more| number < 1 << (6 * more + 6 - more)).unwrap_or(6);
    let lead = !(0xFFu32 >> (more + 1)) as u8;
    out.push(lead | (number >> (6 * more)) as u8);
    (0..more).rev().for_each(|i| out.push(0x80 | ((number >> (6 * i)) & 0x3F) as u8));
}

/// The frame of that number: at most [`BLOCK`] samples, left and right. All frames but the last have [`BLOCK`] samples.
pub fn frame(samples: &[[i16; 2]], number: u64) -> Vec<u8> {
    let left: Vec<i64> = samples.iter().map(|s| i64::from(s[0])).collect();
    let right: Vec<i64> = samples.iter().map(|s| i64::from(s[1])).collect();
    let middle: Vec<i64> = left.iter().zip(&right).map(|(l, r)| (l + r) >> 1).collect();
    let side: Vec<i64> = left.iter().zip(&right).map(|(l, r)| l - r).collect();
    let [left, right, middle, side] =
        [(&left, 16), (&right, 16), (&middle, 16), (&side, 17)].map(|(x, bits)| Sub::of(x, bits));
    // The code of how two channels are told from what: each by itself, left and side, side and right, middle and side.
    let ways = [(1, &left, &right), (8, &left, &side), (9, &side, &right), (10, &middle, &side)];
    let (way, first, second) = ways.into_iter().min_by_key(|(_, a, b)| a.cost + b.cost).unwrap_or((1, &left, &right));
    // Sync code, fixed block size; size in 16 bits after the number, 48 kHz; the way, 16 bits a sample.
    let mut head = vec![0xFF, 0xF8, 0x7A, (way << 4) | 0x08];
    coded(number, &mut head);
    head.extend((samples.len().max(1) as u16 - 1).to_be_bytes());
    head.push(crc(&head, 0x07, 8) as u8);
    let mut bits = Bits { bytes: head, ..Bits::default() };
    first.write(&mut bits);
    second.write(&mut bits);
    bits.fill();
    let mut out = bits.bytes;
    let check = crc(&out, 0x8005, 16) as u16;
    out.extend(check.to_be_bytes());
    out
}

/// One channel of a frame.
struct Sub {
    warm: Vec<i64>,
    bits: u32,
    order: usize,
    /// All samples are alike.
    constant: bool,
    /// Signs folded in.
    residual: Vec<u64>,
    /// Partitions, as a power of two, and the parameter of each.
    parts: u32,
    rice: Vec<u32>,
    cost: u64,
}

impl Sub {
    fn of(x: &[i64], bits: u32) -> Sub {
        let constant = x.windows(2).all(|w| w[0] == w[1]);
        if constant {
            let warm = x.first().copied().into_iter().collect();
            return Sub { warm, bits, order: 0, constant, residual: Vec::new(), parts: 0, rice: Vec::new(), cost: 8 };
        }
        let mut differences = vec![x.to_vec()];
        for order in 1..ORDERS.min(x.len()) {
            let before = &differences[order - 1];
            differences.push(before.windows(2).map(|w| w[1] - w[0]).collect());
        }
        let size = |order: &usize| differences[*order].iter().map(|r| r.unsigned_abs()).sum::<u64>();
        let order = (0..differences.len()).min_by_key(size).unwrap_or(0);
        let residual: Vec<u64> = differences[order].iter().map(|r| ((r << 1) ^ (r >> 63)) as u64).collect();
        let fits = |parts: &u32| x.len().is_multiple_of(1 << parts) && (x.len() >> parts) > order;
        let coded = (0..=PARTITIONS).filter(fits).map(|parts| Self::parted(&residual, x.len(), order, parts));
        let (parts, rice, cost) = coded.min_by_key(|(.., cost)| *cost).unwrap_or((0, vec![RICE_MAX], u64::MAX / 4));
        let cost = cost + u64::from(bits) * order as u64 + 14;
        Sub { warm: x[..order].to_vec(), bits, order, constant, residual, parts, rice, cost }
    }

    /// The partitions' parameters and what they cost, bits.
    fn parted(residual: &[u64], length: usize, order: usize, parts: u32) -> (u32, Vec<u32>, u64) {
        let mut rice = Vec::new();
        let mut cost = 0;
        for part in Self::pieces(residual, length, order, parts) {
            let bits = |k: u32| part.iter().map(|r| (r >> k) + 1 + u64::from(k)).sum::<u64>();
            let mean = part.iter().sum::<u64>() / part.len().max(1) as u64;
            let guess = mean.checked_ilog2().unwrap_or(0).min(RICE_MAX);
            let best = (guess.saturating_sub(1)..=(guess + 1).min(RICE_MAX)).min_by_key(|k| bits(*k)).unwrap_or(guess);
            cost += 4 + bits(best);
            rice.push(best);
        }
        (parts, rice, cost)
    }

    /// The residual in its partitions; the first lacks the samples that stand before it.
    fn pieces(residual: &[u64], length: usize, order: usize, parts: u32) -> impl Iterator<Item = &[u64]> {
        let width = length >> parts;
        (0..1usize << parts).map(move |i| &residual[(i * width).saturating_sub(order)..(i + 1) * width - order])
    }

    fn write(&self, out: &mut Bits) {
        if self.constant {
            out.put(0, 8);
            self.warm.iter().for_each(|x| out.put(*x as u64, self.bits));
            return;
        }
        // A fixed predictor of its order; no bits left out.
        out.put((8 + self.order as u64) << 1, 8);
        self.warm.iter().for_each(|x| out.put(*x as u64, self.bits));
        out.put(0, 2);
        out.put(u64::from(self.parts), 4);
        let length = self.residual.len() + self.order;
        let pieces = Self::pieces(&self.residual, length, self.order, self.parts);
        for (piece, k) in pieces.zip(&self.rice) {
            out.put(u64::from(*k), 4);
            for r in piece {
                out.unary(r >> k);
                out.put(*r, *k);
            }
        }
    }
}
