//! A line and a voice → its take: by our own voice, or by espeak-ng.
use super::line::{Said, Trouble};
use super::resample::resample;
use super::signal::curve::amplitude;
use super::signal::level::normalise;
use super::take::Take;
use super::voice::espeak::{Ask, Espeak, Fault, is_remark, reader, shape};
use super::voice::jabber::{self, Mood};
use super::voice::{EspeakVoice, Voices};
use super::{LOUDNESS, PEAK, RATE};
use crate::frame::voice::Viseme;
use crate::maths::ln;
use crate::vocabulary::nearest;

/// espeak-ng's own speed, words a minute.
const WORDS: f64 = 175.0;
/// Steps of espeak-ng's pitch to an octave, about.
const OCTAVE: f64 = 50.0;
/// Below this a sample is silence, and so much of it stays at an end, seconds.
const QUIET: f32 = 0.003;
const REST: f64 = 0.08;

/// A voice as it reads a text: one whose language nobody has named takes the language of the text's letters, one that is named keeps its own, and it is
/// said that it will only spell them.
pub fn suited(text: &str, voice: EspeakVoice) -> (EspeakVoice, Option<Trouble>) {
    let Some(reader) = reader(text, &voice.voice) else { return (voice, None) };
    if voice.named {
        let message = format!("espeak:{} spells these letters, it does not read them", voice.voice);
        let hint = Some(format!("espeak:{reader} reads them"));
        return (voice, Some(Trouble { field: "voice", message, hint }));
    }
    let variant = voice.voice.split_once('+').map_or(String::new(), |(_, variant)| format!("+{variant}"));
    (EspeakVoice { voice: format!("{reader}{variant}"), ..voice }, None)
}

/// What espeak-ng says; nothing for a text without a sound, of which our own voice makes what there is.
///
/// # Errors
/// Why it does not speak.
pub fn by_espeak(
    espeak: Option<&Espeak>,
    voices: &Voices,
    line: &Said,
    voice: &EspeakVoice,
) -> Result<Option<Take>, Trouble> {
    let trouble = |message: String, hint: Option<String>| Trouble {
        field: "voice",
        message: format!("{message}: jabber speaks"),
        hint,
    };
    let Some(espeak) = espeak else { return Err(trouble("espeak-ng is not at hand".to_owned(), None)) };
    match espeak.speak(&ask(line, voice)) {
        Ok((samples, _)) if samples.iter().all(|x| x.abs() <= QUIET) => match line.text.contains(char::is_alphanumeric)
        {
            true => Err(trouble(format!("espeak:{} says nothing of it", voice.voice), None)),
            false => Ok(None),
        },
        Ok((samples, answer)) => {
            let lips = answer.phonemes.iter().filter(|(_, name)| !is_remark(name)).map(|(t, name)| (*t, shape(name)));
            Ok(Some(levelled(&samples, answer.rate, lips.collect())))
        }
        Err(Fault::Lacking(why)) => Err(trouble(why, Some("--voice jabber is there on every machine".to_owned()))),
        Err(Fault::Voice(name, known)) => {
            // Of a language that is known only the variant is wrong.
            let whole = known.iter().any(|known| known.contains('+'));
            let wanted = if whole { &*name } else { name.split('+').next().unwrap_or(&name) };
            let near = nearest(wanted, known.iter().map(String::as_str).chain(voices.names()));
            let hint = near.map(|near| format!("did you mean espeak:{near}?"));
            Err(trouble(format!("espeak-ng has no voice {name}"), hint))
        }
        Err(Fault::Line(why)) => Err(trouble(why, None)),
    }
}

fn ask(line: &Said, voice: &EspeakVoice) -> Ask {
    let mood = Mood::of(line.mood.as_deref().unwrap_or("neutral"));
    let pitch = line.pitch.unwrap_or(1.0).clamp(0.5, 2.0);
    let steps = voice.pitch + OCTAVE * ln(pitch) / std::f64::consts::LN_2 + OCTAVE * mood.pitch / 12.0;
    Ask {
        text: line.text.clone(),
        voice: voice.voice.clone(),
        rate: (WORDS * voice.rate * line.speed() * (1.0 + (mood.rate - 1.0) / 2.0)).clamp(40.0, 450.0) as i32,
        pitch: steps.clamp(0.0, 99.0) as i32,
        range: (voice.range * mood.range).clamp(0.0, 99.0) as i32,
    }
}

/// What our own voice says.
pub fn babble(line: &Said, name: &str, timbre: &jabber::Timbre) -> Take {
    let seconds = line.estimated();
    let spoken = jabber::speak(&jabber::Line {
        text: &line.text,
        voice: name,
        timbre,
        mood: line.mood.as_deref().unwrap_or("neutral"),
        who: &line.who,
        seconds,
        speed: line.speed(),
        pitch: line.pitch.unwrap_or(1.0),
        sung: line.sung,
    });
    Take::new(spoken.samples.into_iter().map(|x| x as f32).collect(), seconds, spoken.lips)
}

/// What espeak-ng gives, at our rate and loudness, without the silence about it.
fn levelled(samples: &[f32], rate: usize, lips: Vec<(f64, Viseme)>) -> Take {
    let samples = resample(samples, rate);
    let rest = (REST * RATE) as usize;
    let first = samples.iter().position(|x| x.abs() > QUIET).unwrap_or(0).saturating_sub(rest / 4);
    let last =
        samples.iter().rposition(|x| x.abs() > QUIET).map_or(samples.len(), |last| (last + rest).min(samples.len()));
    let mut inner: Vec<f64> = samples[first..last].iter().map(|x| f64::from(*x)).collect();
    normalise(&mut inner, LOUDNESS, amplitude(PEAK));
    let (start, seconds) = (first as f64 / RATE, inner.len() as f64 / RATE);
    let lips = lips.into_iter().map(|(t, shape)| ((t - start).clamp(0.0, seconds), shape)).collect();
    Take::new(inner.into_iter().map(|x| x as f32).collect(), seconds, lips)
}
