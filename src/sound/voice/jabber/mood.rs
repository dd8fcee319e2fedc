//! How a mood sounds: the language's moods → changes of melody, pace, level and breath (tuned by measure, `design/sound`).

/// What a mood changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mood {
    /// Semitones added.
    pub pitch: f64,
    /// Factor of the melody's range.
    pub range: f64,
    /// Factor of the syllables said.
    pub rate: f64,
    /// Factor of pauses.
    pub pause: f64,
    /// Loudness added, LU.
    pub level: f64,
    /// Breath added, dB.
    pub breath: f64,
    /// Tremor added, semitones.
    pub tremor: f64,
    /// Effort of the voice, −1..1: brighter upward.
    pub effort: f64,
    /// Gap between syllables, ms.
    pub gap: f64,
    /// Factor of jitter.
    pub jitter: f64,
    /// Semitones added on the last syllable.
    pub end: f64,
}

#[rustfmt::skip]
const fn mood(of: [f64; 11]) -> Mood {
    let [pitch, range, rate, pause, level, breath, tremor, effort, gap, jitter, end] = of;
    Mood { pitch, range, rate, pause, level, breath, tremor, effort, gap, jitter, end }
}

const NEUTRAL: Mood = mood([0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);

#[rustfmt::skip]
const MOODS: &[(&str, Mood)] = &[
    ("neutral", NEUTRAL),
    ("happy", mood([2.0, 1.3, 1.05, 0.85, 0.2, 0.0, 0.0, 0.2, 0.0, 1.0, 0.5])),
    ("excited", mood([3.5, 1.6, 1.2, 0.6, 0.5, 0.0, 0.0, 0.5, 0.0, 1.2, 0.5])),
    ("surprised", mood([4.0, 1.7, 1.0, 0.9, 0.4, 3.0, 0.0, 0.3, 0.0, 1.0, 2.0])),
    ("annoyed", mood([-0.5, 0.8, 1.0, 0.9, 0.1, -2.0, 0.0, 0.35, 10.0, 1.2, -1.0])),
    ("angry", mood([1.0, 1.35, 1.1, 0.7, 0.6, -4.0, 0.0, 0.8, 18.0, 2.0, -1.5])),
    ("determined", mood([-0.5, 0.85, 1.0, 0.9, 0.3, -3.0, 0.0, 0.4, 12.0, 1.0, -1.0])),
    ("curious", mood([1.2, 1.25, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0])),
    ("confused", mood([0.8, 1.1, 0.92, 1.3, -0.2, 2.0, 0.1, -0.1, 0.0, 1.2, 1.5])),
    ("amused", mood([1.0, 1.25, 1.05, 0.9, 0.1, 2.0, 0.15, 0.1, 0.0, 1.0, 0.3])),
    ("smug", mood([-1.0, 1.2, 0.9, 1.1, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0])),
    ("afraid", mood([3.5, 0.9, 1.15, 0.9, -0.2, 6.0, 0.8, -0.2, 6.0, 2.2, 1.0])),
    ("worried", mood([1.2, 0.8, 1.05, 1.1, -0.2, 4.0, 0.3, -0.2, 0.0, 1.5, 0.5])),
    ("sad", mood([-2.0, 0.6, 0.86, 1.45, -0.5, 6.0, 0.25, -0.6, 0.0, 1.3, -1.0])),
    ("tender", mood([-0.5, 0.85, 0.92, 1.1, -0.4, 6.0, 0.0, -0.5, 0.0, 1.0, 0.0])),
    ("disgusted", mood([-1.0, 1.1, 0.9, 1.1, 0.1, 2.0, 0.0, 0.3, 8.0, 1.8, -1.5])),
    ("contemptuous", mood([-1.2, 0.75, 0.9, 1.2, 0.0, 1.0, 0.0, 0.1, 0.0, 1.0, -1.5])),
    ("embarrassed", mood([0.8, 0.7, 1.05, 1.3, -0.5, 5.0, 0.2, -0.5, 0.0, 1.4, 0.3])),
    ("tired", mood([-2.8, 0.55, 0.8, 1.7, -0.6, 8.0, 0.1, -0.8, 0.0, 1.4, -1.2])),
    ("bored", mood([-2.0, 0.35, 0.88, 1.3, -0.4, 2.0, 0.0, -0.4, 0.0, 1.0, -0.8])),
    ("deadpan", mood([-1.0, 0.25, 1.0, 1.0, -0.1, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0])),
    ("proud", mood([0.3, 1.15, 0.92, 1.1, 0.3, -1.0, 0.0, 0.3, 0.0, 1.0, -0.5])),
    ("dismissive", mood([-0.8, 0.9, 1.1, 0.8, -0.2, 3.0, 0.0, -0.2, 0.0, 1.0, -1.5])),
];

impl Mood {
    /// The mood of a word; neutral for one that no voice knows.
    pub fn of(word: &str) -> Mood {
        MOODS.iter().find(|(known, _)| *known == word).map_or(NEUTRAL, |(_, mood)| *mood)
    }

    /// Every mood a voice knows, by word.
    pub fn all() -> impl Iterator<Item = (&'static str, Mood)> {
        MOODS.iter().copied()
    }
}
