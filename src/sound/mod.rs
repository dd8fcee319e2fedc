//! Sound: a timeline → one mixed soundtrack, and before it every line as a voice speaks it, with its lips and its loudness.
//!
//! Enters: lines as the engine asks for them, recordings' bytes, the records of a timeline. Leaves: takes (samples, lips, levels) and a
//! soundtrack. Draws nothing; opens no file of the author's, only its own store, its own file without a name and its own processes.
pub mod booth;
pub mod clip;
pub mod effects;
pub mod flac;
pub mod line;
pub mod loudness;
pub mod mix;
pub mod resample;
pub mod signal;
pub mod soundtrack;
pub mod spoken;
pub mod spool;
pub mod store;
pub mod take;
pub mod viseme;
pub mod voice;
pub mod wav;

/// Samples a second, everywhere.
pub const SAMPLE_RATE: usize = 48_000;
/// The same as a number to reckon with.
pub const RATE: f64 = SAMPLE_RATE as f64;
/// Loudness of a line and, unless another is asked for, of the soundtrack, LUFS (ITU-R BS.1770-4).
pub const LOUDNESS: f64 = -16.0;
/// Ceiling of true peaks, dB re full scale: lossy codecs overshoot by less than a decibel.
pub const PEAK: f64 = -1.3;

/// A sound of one or two channels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// The left channel, or the only one; −1..1.
    pub left: Vec<f32>,
    /// The right channel, as long.
    pub right: Option<Vec<f32>>,
}

impl Sound {
    /// Of one channel.
    pub fn mono(samples: Vec<f32>) -> Sound {
        Sound { left: samples, right: None }
    }

    /// The left channel, and the right one if there is one.
    pub fn channels(&self) -> impl Iterator<Item = &[f32]> {
        [Some(&self.left), self.right.as_ref()].into_iter().flatten().map(Vec::as_slice)
    }

    /// Samples a channel.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// True when it lasts no time.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Seconds.
    pub fn seconds(&self) -> f64 {
        self.len() as f64 / RATE
    }

    /// Both channels at a sample; silence past the end.
    pub fn at(&self, sample: usize) -> (f32, f32) {
        let left = self.left.get(sample).copied().unwrap_or(0.0);
        (left, self.right.as_ref().map_or(left, |right| right.get(sample).copied().unwrap_or(0.0)))
    }
}
