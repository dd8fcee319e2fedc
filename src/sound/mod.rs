//! Sound: a timeline → one mixed soundtrack, and before it every line as a voice speaks it, with its lips and its loudness.
//!
//! Enters: lines as the engine asks for them, recordings' bytes, the records of a timeline. Leaves: takes (samples, lips, levels) and a
//! soundtrack. Draws nothing; opens no file of the author's, only its own store and its own processes.
pub mod loudness;
pub mod signal;
pub mod viseme;
pub mod voice;

/// Samples a second, everywhere.
pub const SAMPLE_RATE: usize = 48_000;
/// The same as a number to reckon with.
pub const RATE: f64 = SAMPLE_RATE as f64;
/// Loudness of a line and, unless another is asked for, of the soundtrack, LUFS (ITU-R BS.1770-4).
pub const LOUDNESS: f64 = -16.0;
/// Ceiling of true peaks, dB re full scale: lossy codecs overshoot by less than a decibel.
pub const PEAK: f64 = -1.3;
