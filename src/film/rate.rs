//! The frame rate as a fraction, and which frames a span of time holds (ruling 15).
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Frames per second as a fraction in lowest terms, 1 to 240.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Frames …
    pub num: u32,
    /// … in this many seconds.
    pub den: u32,
}

/// Frame numbers, the end not included.
pub type FrameRange = Range<u64>;

/// How far beyond a frame's instant a span may end without needing one more frame, in frames (ruling 15).
const SLACK: f64 = 1e-9;

impl Rate {
    /// Frames per second as a number.
    pub fn per_second(self) -> f64 {
        f64::from(self.num) / f64::from(self.den)
    }

    /// Seconds at which frame `k` is shown: k·den/num, rounded once.
    pub fn time(self, k: u64) -> f64 {
        // Exact up to 2^53, that is, for films of ages.
        (k as f64 * f64::from(self.den)) / f64::from(self.num)
    }

    /// How many frames a film of `duration` seconds has: ceil(duration·F − 1e-9), so that its last moment is shown.
    pub fn count(self, duration: f64) -> u64 {
        (duration * self.per_second() - SLACK).ceil().max(0.0) as u64
    }

    /// The frame on screen at second `t`: ⌊t·F + 1e-9⌋.
    pub fn frame_at(self, t: f64) -> u64 {
        (t * self.per_second() + SLACK).floor().max(0.0) as u64
    }

    /// The frames whose instants lie from second `from` until before second `to`.
    pub fn range(self, from: f64, to: f64) -> FrameRange {
        self.count(from)..self.count(to)
    }
}

impl FromStr for Rate {
    type Err = String;

    /// Reads `24`, `23.976` or `30000/1001`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || "give frames per second from 1 to 240, whole or a fraction, for example 24 or 30000/1001".to_owned();
        let (num, den) = match text.split_once('/') {
            Some((num, den)) => (num.parse().ok(), den.parse().ok()),
            None => decimal(text).unzip(),
        };
        let (num, den): (u32, u32) = num.zip(den).ok_or_else(wrong)?;
        let in_bounds = den > 0 && num >= den && u64::from(num) <= 240 * u64::from(den);
        let divisor = gcd(num, den);
        if in_bounds { Ok(Self { num: num / divisor, den: den / divisor }) } else { Err(wrong()) }
    }
}

/// A decimal number with at most three places as a fraction.
fn decimal(text: &str) -> Option<(u32, u32)> {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    if places.len() > 3 || !text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    Some((format!("{whole}{places:0<3}").parse().ok()?, 1000))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.den {
            1 => write!(f, "{}", self.num),
            den => write!(f, "{}/{den}", self.num),
        }
    }
}
