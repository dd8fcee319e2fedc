//! The booth: lines in, takes out. Each distinct line is spoken once, by the voice that it names, or by the next that can.
use super::store::Store;
use super::take::Take;
use super::voice::espeak::{Ask, Espeak, Fault, is_remark, shape};
use super::voice::jabber::{self, Mood};
use super::voice::{Engine, EspeakVoice, Settings, Voices};
use super::{LOUDNESS, PEAK, RATE, Sound, clip, resample::resample};
use crate::engine::estimate;
use crate::frame::voice::{Track, Viseme};
use crate::maths::ln;
use crate::sound::signal::curve::amplitude;
use crate::sound::signal::level::normalise;
use crate::vocabulary::nearest;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

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
    fn key(&self) -> String {
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
    fn estimated(&self) -> f64 {
        self.seconds.unwrap_or_else(|| estimate(&self.text, self.speed))
    }

    fn speed(&self) -> f64 {
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

/// A line as it was made.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// What is heard; nothing when nobody is to speak.
    pub take: Option<Arc<Take>>,
    /// What frames show and hear of it.
    pub track: Option<Arc<Track>>,
    /// What is wrong.
    pub troubles: Vec<Trouble>,
}

/// What the booth is made with.
#[derive(Debug, Default)]
pub struct Setup {
    /// The voices.
    pub voices: Voices,
    /// Nobody speaks.
    pub silent: bool,
    /// The engine that is to speak whatever lines name.
    pub asked: Option<Engine>,
    /// The voices of characters that name none.
    pub usual: BTreeMap<String, String>,
    /// Seconds between two frames.
    pub frame: f64,
    /// Where takes are kept.
    pub store: Option<Store>,
    /// espeak-ng.
    pub espeak: Option<Espeak>,
    /// Recordings by the names lines give them, or why there is none.
    pub recordings: BTreeMap<String, Result<Arc<Sound>, String>>,
}

/// The booth.
#[derive(Debug)]
pub struct Booth {
    setup: Setup,
    made: Mutex<HashMap<String, Arc<OnceLock<Made>>>>,
    /// Nanoseconds.
    spent: AtomicU64,
}

impl Booth {
    /// A booth in which nothing has been spoken yet.
    pub fn new(setup: Setup) -> Booth {
        Booth { setup, made: Mutex::default(), spent: AtomicU64::default() }
    }

    /// Speaks lines, on all cores.
    pub fn make(&self, lines: &[Said]) {
        lines.par_iter().for_each(|line| drop(self.made(line)));
    }

    /// A line as it is heard. It is spoken when it is first asked for.
    pub fn made(&self, line: &Said) -> Made {
        let cell = {
            let mut made = self.made.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            Arc::clone(made.entry(line.key()).or_default())
        };
        let speak = || {
            let begun = Instant::now();
            let made = self.speak(line);
            self.spent.fetch_add(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX), Relaxed);
            made
        };
        cell.get_or_init(speak).clone()
    }

    /// Time spent on lines so far, summed over threads; of another process's, the waiting for it.
    pub fn spent(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Relaxed))
    }

    /// Seconds a line takes. Where that is the estimate anyway, nothing is spoken for it.
    pub fn seconds(&self, line: &Said) -> f64 {
        if self.is_estimated(line) {
            return line.estimated();
        }
        self.made(line).take.map_or_else(|| line.estimated(), |take| take.seconds)
    }

    /// True for a line whose length is known without speaking it.
    pub fn is_estimated(&self, line: &Said) -> bool {
        let known = || self.setup.store.is_none() && matches!(self.settings(line).0, Settings::Jabber(..));
        line.clip.is_none() && (self.setup.silent || known())
    }

    /// What is wrong with a line. One that our own voice speaks is not spoken for it.
    pub fn troubles(&self, line: &Said) -> Vec<Trouble> {
        match (self.setup.silent, self.is_estimated(line)) {
            (true, true) => Vec::new(),
            (_, true) if line.estimated() <= LONGEST => self.settings(line).1.into_iter().collect(),
            _ => self.made(line).troubles,
        }
    }

    /// What there is to say of a line before anything is spoken: an unknown voice, a recording that is not there.
    fn settings(&self, line: &Said) -> (Settings, Option<Trouble>) {
        let usual = self.setup.usual.get(&line.who).map(String::as_str);
        match self.setup.voices.settings(line.voice.as_deref(), self.setup.asked, usual) {
            Ok(settings) => (settings, None),
            Err(instead) => {
                let message = format!("{}: {} speaks", instead.fault, named(&instead.settings));
                (instead.settings, Some(Trouble { field: "voice", message, hint: instead.hint }))
            }
        }
    }

    fn speak(&self, line: &Said) -> Made {
        let mut troubles = Vec::new();
        let take = self.recorded(line, &mut troubles).or_else(|| self.spoken(line, &mut troubles)).map(Arc::new);
        let track = take.as_ref().map(|take| Arc::new(take.track(self.setup.frame)));
        Made { take, track, troubles }
    }

    fn recorded(&self, line: &Said, troubles: &mut Vec<Trouble>) -> Option<Take> {
        let file = line.clip.as_ref()?;
        match self.setup.recordings.get(file) {
            Some(Ok(sound)) => Some(Take::recorded(clip::mono(Sound::clone(sound)), &line.text)),
            fault => {
                let why = fault.and_then(|fault| fault.as_ref().err()).map_or("it has not been read", String::as_str);
                let instead =
                    if self.setup.silent { "the line's length is estimated" } else { "a voice speaks the line" };
                troubles.push(Trouble { field: "clip", message: format!("{file}: {why}; {instead}"), hint: None });
                None
            }
        }
    }

    fn spoken(&self, line: &Said, troubles: &mut Vec<Trouble>) -> Option<Take> {
        if self.setup.silent {
            return None;
        }
        let (settings, trouble) = self.settings(line);
        troubles.extend(trouble);
        let lasts = line.estimated();
        if lasts.is_nan() || lasts > LONGEST {
            let message = format!("a line of {lasts:.0} s is not spoken: at most {LONGEST} s are");
            troubles.push(Trouble { field: "", message, hint: None });
            return None;
        }
        let key = format!("{VERSION}\0{}\0{settings:?}", line.key());
        if let Some(store) = &self.setup.store
            && let Some(take) = store.read(line, &key, troubles)
        {
            return Some(Take {
                seconds: if is_exact(&settings, &take, line) { line.estimated() } else { take.seconds },
                ..take
            });
        }
        let take = match &settings {
            Settings::Jabber(name, timbre) => babble(line, name, timbre),
            Settings::Espeak(voice) => match self.by_espeak(line, voice) {
                Ok(take) => take,
                Err(trouble) => {
                    // The next time it may be there: nothing is kept.
                    troubles.push(trouble);
                    let usual = self.setup.usual.get(&line.who).map(String::as_str);
                    let Settings::Jabber(name, timbre) = self.setup.voices.plain(usual) else { return None };
                    return Some(babble(line, &name, &timbre));
                }
            },
        };
        if let Some(store) = &self.setup.store {
            store.write(line, &key, &take, troubles);
        }
        Some(take)
    }

    fn by_espeak(&self, line: &Said, voice: &EspeakVoice) -> Result<Take, Trouble> {
        let trouble = |message: String, hint: Option<String>| Trouble {
            field: "voice",
            message: format!("{message}: jabber speaks"),
            hint,
        };
        let Some(espeak) = &self.setup.espeak else { return Err(trouble("espeak-ng is not at hand".to_owned(), None)) };
        let mood = Mood::of(line.mood.as_deref().unwrap_or("neutral"));
        let pitch = line.pitch.unwrap_or(1.0).clamp(0.5, 2.0);
        let ask = Ask {
            text: line.text.clone(),
            voice: voice.voice.clone(),
            rate: (WORDS * voice.rate * line.speed() * (1.0 + (mood.rate - 1.0) / 2.0)).clamp(40.0, 450.0) as i32,
            pitch: (voice.pitch + OCTAVE * ln(pitch) / std::f64::consts::LN_2 + OCTAVE * mood.pitch / 12.0)
                .clamp(0.0, 99.0) as i32,
            range: (voice.range * mood.range).clamp(0.0, 99.0) as i32,
        };
        match espeak.speak(&ask) {
            Ok((samples, answer)) => {
                let lips =
                    answer.phonemes.iter().filter(|(_, name)| !is_remark(name)).map(|(t, name)| (*t, shape(name)));
                Ok(levelled(&samples, answer.rate, lips.collect()))
            }
            Err(Fault::Lacking(why)) => Err(trouble(why, Some("--voice jabber is there on every machine".to_owned()))),
            Err(Fault::Voice(name, known)) => {
                let language = name.split('+').next().unwrap_or(&name).to_owned();
                let near = nearest(&language, known.iter().map(String::as_str).chain(self.setup.voices.names()));
                let hint = near.map(|near| format!("did you mean espeak:{near}?"));
                Err(trouble(format!("espeak-ng has no voice {name}"), hint))
            }
            Err(Fault::Line(why)) => Err(trouble(why, None)),
        }
    }
}

/// The longest line that is spoken, seconds: half an hour fits no breath, and what is longer is a slip of the finger.
const LONGEST: f64 = 1800.0;
/// A take that another version made is not taken for this one's: raised when the same line comes to sound different.
const VERSION: u32 = 2;
/// espeak-ng's own speed, words a minute.
const WORDS: f64 = 175.0;
/// Steps of espeak-ng's pitch to an octave, about.
const OCTAVE: f64 = 50.0;
/// Below this a sample is silence, and so much of it stays at an end, seconds.
const QUIET: f32 = 0.003;
const REST: f64 = 0.08;

fn named(settings: &Settings) -> String {
    match settings {
        Settings::Jabber(name, _) => format!("jabber:{name}"),
        Settings::Espeak(voice) => format!("espeak:{}", voice.voice),
    }
}

/// A take of our own voice that nobody has changed lasts as long as the estimate, and not a part of a sample more.
fn is_exact(settings: &Settings, take: &Take, line: &Said) -> bool {
    let samples = (line.estimated() * RATE + 0.5).floor();
    matches!(settings, Settings::Jabber(..)) && take.sound.len() as f64 == samples
}

fn babble(line: &Said, name: &str, timbre: &jabber::Timbre) -> Take {
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
