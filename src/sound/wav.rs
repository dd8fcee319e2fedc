//! WAV files: samples → bytes, and the lips of a line beside its samples.
use super::SAMPLE_RATE;
use crate::frame::voice::Viseme;
use crate::sound::signal::random::fnv_words;

/// The chunk in which a line's lips stand; other programs pass it over.
const LIPS: &[u8; 4] = b"lips";

/// Bytes of the head of a file of so many channels of 16-bit samples, `data` bytes of them. A file of 4 GB and more says it is as long as it can.
pub fn head(channels: u16, data: u64) -> Vec<u8> {
    let size = u32::try_from(data).unwrap_or(u32::MAX - 36);
    let rate = SAMPLE_RATE as u32;
    let mut out = Vec::with_capacity(44);
    out.extend(b"RIFF");
    out.extend((size + 36).to_le_bytes());
    out.extend(b"WAVEfmt ");
    out.extend(16u32.to_le_bytes());
    out.extend(1u16.to_le_bytes());
    out.extend(channels.to_le_bytes());
    out.extend(rate.to_le_bytes());
    out.extend((rate * 2 * u32::from(channels)).to_le_bytes());
    out.extend((2 * channels).to_le_bytes());
    out.extend(16u16.to_le_bytes());
    out.extend(b"data");
    out.extend(size.to_le_bytes());
    out
}

/// A sample as 16 bits.
pub fn bits(sample: f32) -> i16 {
    // Half away from zero; the cast cuts off and holds what is too large. `round` is a call on many processors.
    let scaled = sample * 32767.0;
    (scaled + 0.5f32.copysign(scaled)) as i16
}

/// The sample of 16 bits.
pub fn value(bits: i16) -> f32 {
    f32::from(bits) / 32767.0
}

/// Samples as bytes, 16 bits each.
pub fn bytes(samples: &[f32]) -> Vec<u8> {
    let mut out = vec![0; samples.len() * 2];
    out.chunks_exact_mut(2).zip(samples).for_each(|(pair, x)| pair.copy_from_slice(&bits(*x).to_le_bytes()));
    out
}

/// A file of one channel with the lips of its line.
pub fn with_lips(samples: &[f32], lips: &[(f64, Viseme)]) -> Vec<u8> {
    let data = bytes(samples);
    let mut words = format!("{:016x}", fnv_words(&data));
    for (time, shape) in lips {
        let word = Viseme::NAMES.iter().find(|(_, known)| known == shape).map_or("rest", |(word, _)| word);
        words.push_str(&format!(" {time} {word}"));
    }
    if words.len() % 2 == 1 {
        words.push(' ');
    }
    let mut out = head(1, data.len() as u64);
    out.extend(data);
    out.extend(LIPS);
    out.extend((words.len() as u32).to_le_bytes());
    out.extend(words.into_bytes());
    let riff = (out.len() as u32 - 8).to_le_bytes();
    out[4..8].copy_from_slice(&riff);
    out
}

/// The chunks of a file: their names and bodies.
fn chunks(file: &[u8]) -> Vec<([u8; 4], &[u8])> {
    let (mut out, mut rest) = (Vec::new(), file.get(12..).unwrap_or_default());
    while let [a, b, c, d, s0, s1, s2, s3, tail @ ..] = rest {
        let size = u32::from_le_bytes([*s0, *s1, *s2, *s3]) as usize;
        let Some(body) = tail.get(..size) else { break };
        out.push(([*a, *b, *c, *d], body));
        rest = tail.get(size + size % 2..).unwrap_or_default();
    }
    out
}

/// The samples of a file that [`with_lips`] made.
pub fn samples(file: &[u8]) -> Option<Vec<f32>> {
    let (_, body) = chunks(file).into_iter().find(|(name, _)| name == b"data")?;
    let sample = |pair: &[u8]| value(i16::from_le_bytes([pair[0], pair[1]]));
    Some(body.chunks_exact(2).map(sample).collect())
}

/// The lips in a file that [`with_lips`] made, if its samples are still those they belong to.
pub fn lips(file: &[u8]) -> Option<Vec<(f64, Viseme)>> {
    let chunks = chunks(file);
    let body = |wanted: &[u8; 4]| chunks.iter().find(|(name, _)| name == wanted).map(|(_, body)| *body);
    let mut words = std::str::from_utf8(body(LIPS)?).ok()?.split_whitespace();
    if u64::from_str_radix(words.next()?, 16).ok()? != fnv_words(body(b"data")?) {
        return None;
    }
    let mut out = Vec::new();
    while let (Some(time), Some(word)) = (words.next(), words.next()) {
        let (_, shape) = Viseme::NAMES.iter().find(|(known, _)| *known == word)?;
        out.push((time.parse().ok()?, *shape));
    }
    Some(out)
}
