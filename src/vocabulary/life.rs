//! The words of a place's life (an extension of the language): what of a group changes, and how.
use super::words::words;

words! {
    /// What of a living group changes.
    LifeChannel {
        X "x", Y "y", Rot "rot", Scale "scale", Sx "sx", Sy "sy", Opacity "opacity",
    }
}
words! {
    /// The shape of a change over time.
    LifeWave {
        Sine "sine", Drift "drift", Saw "saw", Flicker "flicker", Twinkle "twinkle", Glint "glint", Dash "dash", Blink "blink",
    }
}

impl LifeWave {
    /// What it is, for people.
    pub fn doc(self) -> &'static str {
        match self {
            LifeWave::Sine => "to and fro; opacity: full, faint, full",
            LifeWave::Drift => "ever onward, by so much a period; gone beyond the frame it comes in at the other side",
            LifeWave::Saw => "onward for a period, then back at once",
            LifeWave::Flicker => "restless, as a flame",
            LifeWave::Twinkle => "at rest but for the first eighth of the period: there and back, or one short dip",
            LifeWave::Glint => "as twinkle, but what it fades shows only in that eighth",
            LifeWave::Dash => "there in the first eighth of the period; it stays till the end",
            LifeWave::Blink => "half a period each, without a blend",
        }
    }
}
