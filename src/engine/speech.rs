//! How long a line takes (§7.4): the provider's answer, asked once a distinct line, else the estimate (ruling 18).
use super::options::SpeechOptions;
use super::state::State;
use crate::frame::voice::Heard;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A line as the provider is asked for it; numbers by their bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    text: Arc<str>,
    who: Arc<str>,
    voice: Option<Arc<str>>,
    mood: Option<Arc<str>>,
    clip: Option<Arc<str>>,
    numbers: [Option<u64>; 3],
    sung: bool,
}

/// Answers so far, by line.
#[derive(Clone, Debug, Default)]
pub struct SpeechAnswers {
    seconds: BTreeMap<Line, f64>,
}

/// Seconds a line takes without a provider: 0.06 a UTF-16 code unit and 0.25, at least 0.6, divided by the speed; a speed
/// that is no positive number counts as 1 (ruling 49).
pub fn estimate(text: &str, speed: Option<f64>) -> f64 {
    let speed = speed.filter(|speed| *speed > 0.0).unwrap_or(1.0);
    let units = text.encode_utf16().count() as f64;
    (0.06 * units + 0.25).max(0.6) / speed
}

/// What a `say` says and how.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The speaker's id.
    pub who: Arc<str>,
    /// The text.
    pub text: Arc<str>,
    /// The line's voice, else the character's.
    pub voice: Option<Arc<str>>,
    /// The line's mood.
    pub mood: Option<Arc<str>>,
    /// As written.
    pub speed: Option<f64>,
    /// As written.
    pub pitch: Option<f64>,
    /// Seconds it is to last, when written.
    pub seconds: Option<f64>,
    /// The recording's file.
    pub clip: Option<Arc<str>>,
    /// It is sung.
    pub sung: bool,
}

impl Spoken {
    fn options(&self) -> SpeechOptions<'_> {
        SpeechOptions {
            who: &self.who,
            voice: self.voice.as_deref(),
            mood: self.mood.as_deref(),
            speed: self.speed,
            pitch: self.pitch,
            seconds: self.seconds,
            clip: self.clip.as_deref(),
            sung: self.sung,
        }
    }
}

/// What is heard of a line; nothing in the plan.
pub fn heard(state: &State, line: &Spoken) -> Option<Arc<Heard>> {
    state.options.voices.as_ref()?(&line.text, &line.options())
}

/// Seconds a line takes.
pub fn seconds(state: &mut State, line: &Spoken) -> f64 {
    let estimated = || line.seconds.unwrap_or_else(|| estimate(&line.text, line.speed));
    let Some(provider) = state.options.speech.clone() else { return estimated() };
    let bits = |number: Option<f64>| number.map(f64::to_bits);
    let key = Line {
        text: line.text.clone(),
        who: line.who.clone(),
        voice: line.voice.clone(),
        mood: line.mood.clone(),
        clip: line.clip.clone(),
        numbers: [bits(line.speed), bits(line.pitch), bits(line.seconds)],
        sung: line.sung,
    };
    if let Some(seconds) = state.speech.seconds.get(&key) {
        return *seconds;
    }
    let fault = match provider(&line.text, &line.options()) {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => {
            state.speech.seconds.insert(key, seconds);
            return seconds;
        }
        Ok(seconds) => format!("the speech provider said {seconds} seconds"),
        Err(message) => format!("the speech provider failed: {message}"),
    };
    let seconds = estimated();
    let (who, text) = (&line.who, &line.text);
    state.warn(format!("{who}'s line \"{text}\": {fault}; its length is estimated ({seconds:.3} s)"));
    state.speech.seconds.insert(key, seconds);
    seconds
}
