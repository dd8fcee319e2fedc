//! What the gallery shows of a pack beside its own words: pictures, a clip, a sound, facts. Plain data.
use serde::{Deserialize, Serialize};

/// A pack's previews. Files lie in the folder of previews.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(super) struct Card {
    /// The still that stands for it.
    pub poster: Shot,
    /// It in motion.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clip: Option<Clip>,
    /// Further stills.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub more: Vec<Shot>,
    /// A recording.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sound: Option<String>,
    /// What there is to know, each under its word.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub facts: Vec<(String, String)>,
}

/// A still.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(super) struct Shot {
    /// Its file.
    pub file: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// What is to be seen, for those who do not see it.
    pub alt: String,
}

/// Moving pictures.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Clip {
    /// Its file.
    pub file: String,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Seconds until it begins again.
    pub seconds: f64,
    /// Its last picture meets its first.
    pub seamless: bool,
}

impl Card {
    /// A card with one more fact, if there is one.
    pub fn fact(&mut self, word: &str, value: impl Into<String>) {
        let value = value.into();
        if !value.is_empty() {
            self.facts.push((word.to_owned(), value));
        }
    }
}
