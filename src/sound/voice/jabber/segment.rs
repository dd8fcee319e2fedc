//! Segments: stretches of sound of one kind, and how long each is, to the sample.
use super::noise::Band;
use crate::frame::voice::Viseme;
use crate::sound::RATE;
use crate::sound::signal::curve::SILENT;

/// What a segment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Vowel,
    Closure,
    Burst,
    Noise,
    Nasal,
    Liquid,
    Aspirate,
    Gap,
    Pause,
    Chirp,
}

/// A stretch of sound of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub kind: Kind,
    /// Nominal length, ms, and how far it gives way.
    pub nominal: f64,
    pub stretch: f64,
    /// How much longer than nominal it may become.
    pub most: f64,
    /// F1 F2 F3, Hz.
    pub formants: [f64; 3],
    /// The voice in it, dB.
    pub voice: f64,
    /// Breath through the throat, dB.
    pub breath: f64,
    /// Its own noise, with the level in dB.
    pub noise: Option<(Band, f64)>,
    /// Through the nose, 0 or 1.
    pub nasal: f64,
    pub lips: Viseme,
    /// Number of its syllable among those said.
    pub syllable: Option<usize>,
    /// From and to, samples.
    pub start: usize,
    pub end: usize,
}

impl Segment {
    pub fn new(kind: Kind, nominal: f64, stretch: f64) -> Self {
        Self {
            kind,
            nominal,
            stretch,
            most: if kind == Kind::Vowel { 2.0 } else { 1.3 },
            formants: [500.0, 1500.0, 2600.0],
            voice: SILENT,
            breath: SILENT,
            noise: None,
            nasal: 0.0,
            lips: Viseme::Rest,
            syllable: None,
            start: 0,
            end: 0,
        }
    }

    /// Samples.
    pub fn len(&self) -> usize {
        self.end - self.start
    }
}

/// A syllable that is said, where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// Index of the phrase, and of the syllable in it.
    pub phrase: usize,
    pub at: usize,
    /// The last of its phrase.
    pub last: bool,
}

/// Stretches the segments to exactly `samples`: each by its nature, within bounds; what vowels cannot take is silence at the end.
pub fn fit(segments: &mut [Segment], samples: usize) {
    let total = samples as f64 / RATE * 1000.0;
    let length = |s: &Segment, k: f64| s.nominal * (1.0 + s.stretch * k).max(0.4).min(s.most);
    let (mut low, mut high) = (-2.5, 8.0);
    for _ in 0..50 {
        let k = (low + high) / 2.0;
        if segments.iter().map(|s| length(s, k)).sum::<f64>() > total { high = k } else { low = k }
    }
    let mut lengths: Vec<f64> = segments.iter().map(|s| length(s, low)).collect();
    let sum: f64 = lengths.iter().sum();
    if sum > total + 1e-6 {
        lengths.iter_mut().for_each(|length| *length *= total / sum);
    } else if let Some(last) = lengths.last_mut() {
        *last += total - sum;
    }
    let mut t = 0.0;
    for (segment, length) in segments.iter_mut().zip(lengths) {
        segment.start = ((t * RATE / 1000.0).round_ties_even() as usize).min(samples);
        t += length;
        segment.end = ((t * RATE / 1000.0).round_ties_even() as usize).min(samples);
    }
    if let Some(last) = segments.last_mut() {
        last.end = samples;
    }
}
