//! What a voice is made of, and the small differences of one character.
use super::unit::Unit;
use crate::maths::pow;
use crate::sound::signal::random::fnv;
use serde::Deserialize;

/// The parameters of a voice; those left out are a grown person's.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct Timbre {
    /// Pitch, Hz.
    pub f0: f64,
    /// Factor of the formants: above 1 for a smaller throat.
    pub scale: f64,
    /// Share of a period the voice is open, 0..1.
    pub open: f64,
    /// How slowly it closes, share of a period.
    pub close: f64,
    /// Breath, dB re the voice.
    pub breath: f64,
    /// High shelf from 1.7 kHz, dB.
    pub bright: f64,
    /// Unevenness of the periods, share.
    pub jitter: f64,
    /// Unevenness of their strength, share.
    pub shimmer: f64,
    /// Tremor: semitones and times a second.
    pub tremor: [f64; 2],
    /// Factor of the melody's range.
    pub range: f64,
    /// Every other period weaker, 0..1.
    pub growl: f64,
    /// Semitones each syllable begins off its pitch.
    pub scoop: f64,
    /// Steps of pitch, semitones; 0 glides (a robot has 2).
    pub snap: f64,
    /// A short echo, 0..1 (a robot).
    pub comb: f64,
}

impl Default for Timbre {
    fn default() -> Self {
        Self {
            f0: 205.0,
            scale: 1.0,
            open: 0.62,
            close: 0.014,
            breath: -17.5,
            bright: 3.5,
            jitter: 0.006,
            shimmer: 0.04,
            tremor: [0.1, 5.2],
            range: 1.2,
            growl: 0.0,
            scoop: -0.6,
            snap: 0.0,
            comb: 0.0,
        }
    }
}

/// The least and the most of each parameter: what keeps a sound a voice.
#[rustfmt::skip]
impl Timbre {
    /// The first parameter outside its range, with the range.
    pub fn fault(&self) -> Option<(&'static str, f64, f64)> {
        let held = [
            ("f0", self.f0, 40.0, 600.0), ("scale", self.scale, 0.5, 2.0), ("open", self.open, 0.35, 0.9),
            ("close", self.close, 0.01, 0.16), ("breath", self.breath, -60.0, 6.0), ("bright", self.bright, -12.0, 12.0),
            ("jitter", self.jitter, 0.0, 0.1), ("shimmer", self.shimmer, 0.0, 0.5), ("tremor", self.tremor[0], 0.0, 4.0),
            ("tremor", self.tremor[1], 0.0, 20.0), ("range", self.range, 0.0, 3.0), ("growl", self.growl, 0.0, 1.0),
            ("scoop", self.scoop, -12.0, 12.0), ("snap", self.snap, 0.0, 12.0), ("comb", self.comb, 0.0, 0.9),
        ];
        held.into_iter().find(|(_, x, lo, hi)| !(lo..=hi).contains(&x)).map(|(name, _, lo, hi)| (name, lo, hi))
    }
}

/// Places of articulation that a character may swap; lips stay lips, so that closures still show.
const SWAPS: [(Unit, Unit); 4] = [(Unit::T, Unit::K), (Unit::D, Unit::G), (Unit::S, Unit::SH), (Unit::L, Unit::W)];

/// A character's own voice and way of speaking.
#[derive(Clone, Debug)]
pub struct Speaker {
    /// The voice, a little of its own.
    pub timbre: Timbre,
    swaps: [bool; 4],
}

impl Speaker {
    /// The voice as `who` has it, by the bytes of the name's hash.
    pub fn new(timbre: &Timbre, who: &str) -> Speaker {
        let mut own = timbre.clone();
        if who.is_empty() {
            return Speaker { timbre: own, swaps: [false; 4] };
        }
        let h = fnv(who.as_bytes());
        let byte = |i: u32| ((h >> (8 * i)) & 255) as f64 / 127.5 - 1.0;
        own.f0 *= pow(2.0, 1.6 * byte(0) / 12.0);
        own.scale *= 1.0 + 0.045 * byte(1);
        own.breath += 3.0 * byte(2);
        own.range *= 1.0 + 0.15 * byte(3);
        own.close *= 1.0 + 0.25 * byte(4);
        own.scoop += 0.5 * byte(5);
        Speaker { timbre: own, swaps: [0, 1, 2, 3].map(|i| (h >> (56 + i)) & 1 == 1) }
    }

    /// The unit it says for a unit.
    pub fn says(&self, unit: Unit) -> Unit {
        let mut pairs = SWAPS.iter().zip(self.swaps).filter(|(_, swapped)| *swapped).map(|(pair, _)| *pair);
        pairs.find_map(|(a, b)| if a == unit { Some(b) } else { (b == unit).then_some(a) }).unwrap_or(unit)
    }
}
