//! A line that is to be spoken, and what can be wrong with it.
use crate::engine::estimate;

/// A line to be spoken; lines that are the same are spoken once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The text.
    pub text: String,
    /// Who speaks.
    pub who: String,
    /// The voice it names.
    pub voice: Option<String>,
    /// The mood's word.
    pub mood: Option<String>,
    /// Factor of the speed.
    pub speed: Option<f64>,
    /// Factor of the pitch.
    pub pitch: Option<f64>,
    /// Seconds it is to last.
    pub seconds: Option<f64>,
    /// The recording's file, as written.
    pub clip: Option<String>,
    /// It is sung.
    pub sung: bool,
}

impl Said {
    /// What tells it from other lines.
    pub(super) fn key(&self) -> String {
        let bits = |x: Option<f64>| x.map_or(String::new(), |x| format!("{:x}", x.to_bits()));
        let text = |x: &Option<String>| x.as_ref().map_or("\u{1}".to_owned(), |x| format!("\u{2}{x}"));
        let sung = if self.sung { "sung" } else { "said" };
        let parts = [
            self.text.clone(),
            self.who.clone(),
            text(&self.voice),
            text(&self.mood),
            bits(self.speed),
            bits(self.pitch),
            text(&self.clip),
            sung.to_owned(),
            bits(self.seconds),
        ];
        parts.join("\0")
    }

    /// Seconds it lasts when our own voice speaks it, or nobody does.
    pub(super) fn estimated(&self) -> f64 {
        self.seconds.unwrap_or_else(|| estimate(&self.text, self.speed))
    }

    pub(super) fn speed(&self) -> f64 {
        self.speed.filter(|speed| *speed > 0.0).unwrap_or(1.0)
    }
}

/// Something that is not as the line wants it.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// The field it concerns: `voice` or `clip`.
    pub field: &'static str,
    /// What is wrong, and what is done instead.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
}
