//! espeak-ng, where it is installed: a text → samples and the phonemes in them. The library is loaded at run time, and only in a worker, a process of
//! this program's own: what goes wrong in it costs a line.
mod api;
mod client;
mod phoneme;
mod tongue;
mod worker;

pub use client::{Espeak, Fault};
pub use phoneme::{is_remark, shape};
pub use tongue::reader;
pub use worker::serve;

use serde::{Deserialize, Serialize};

/// What a worker is asked.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Ask {
    /// What to say.
    pub text: String,
    /// The voice's name.
    pub voice: String,
    /// Words a minute.
    pub rate: i32,
    /// 0..99.
    pub pitch: i32,
    /// 0..99.
    pub range: i32,
}

/// What a worker answers, on one line; the samples follow, 16 bits each.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Answer {
    /// Samples a second.
    pub rate: usize,
    /// How many.
    pub samples: usize,
    /// Phonemes (IPA) by the second at which each begins.
    pub phonemes: Vec<(f64, String)>,
    /// The library's version.
    #[serde(default)]
    pub version: String,
    /// What is wrong, when nothing was spoken.
    pub fault: Option<String>,
    /// With an unknown voice: those that there are; with an unknown variant, the language with each that there is.
    pub voices: Vec<String>,
}
