//! The booth: lines in, takes out. Each distinct line is spoken once, by the voice that it names, or by the next that can.
use super::line::{Said, Trouble};
use super::spoken::{babble, by_espeak, suited};
use super::spool::{Source, Spool};
use super::store::Store;
use super::take::Take;
use super::voice::espeak::Espeak;
use super::voice::{Engine, Settings, Voices};
use super::{RATE, clip};
use crate::frame::voice::{Heard, Track};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

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

/// Recordings by the names lines and blocks give them, or why there is none.
pub type Recordings = BTreeMap<String, Result<Source, String>>;

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
    pub recordings: Recordings,
    /// Where takes wait to be mixed.
    pub spool: Arc<Spool>,
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

    /// What frames show and hear of a line; nothing when nobody is to speak. Our own voice speaks it when a frame asks.
    pub fn heard(self: &Arc<Self>, line: Said) -> Option<Arc<Heard>> {
        if self.is_estimated(&line) && !self.setup.silent && line.estimated() <= LONGEST {
            let booth = Arc::clone(self);
            let track = move || booth.made(&line).track.map_or_else(Track::default, Arc::unwrap_or_clone);
            return Some(Arc::new(Heard::later(track)));
        }
        self.made(&line).track.map(|track| Arc::new(Heard::from(Arc::unwrap_or_clone(track))))
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
        let take = self.recorded(line, &mut troubles).or_else(|| self.spoken(line, &mut troubles));
        let track = take.as_ref().map(|take| Arc::new(take.track(self.setup.frame)));
        let kept = take.map(|take| Arc::new(Take { sound: self.setup.spool.keep(take.sound.whole()), ..take }));
        Made { take: kept, track, troubles }
    }

    fn recorded(&self, line: &Said, troubles: &mut Vec<Trouble>) -> Option<Take> {
        let file = line.clip.as_ref()?;
        match self.setup.recordings.get(file) {
            Some(Ok(sound)) => Some(Take::recorded(clip::mono(Arc::unwrap_or_clone(sound.whole())), &line.text)),
            fault => {
                let unread = || format!("{file} has not been read");
                let why = fault.and_then(|fault| fault.as_ref().err().cloned()).unwrap_or_else(unread);
                let instead =
                    if self.setup.silent { "the line's length is estimated" } else { "a voice speaks the line" };
                troubles.push(Trouble { field: "clip", message: format!("{why}; {instead}"), hint: None });
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
        let settings = match settings {
            Settings::Espeak(voice) => {
                let (voice, remark) = suited(&line.text, voice);
                troubles.extend(remark);
                Settings::Espeak(voice)
            }
            own => own,
        };
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
            Settings::Espeak(voice) => {
                match by_espeak(self.setup.espeak.as_ref(), &self.setup.voices, line, voice) {
                    Ok(Some(take)) => take,
                    silent => {
                        // The next time it may be there: nothing is kept.
                        troubles.extend(silent.err());
                        let usual = self.setup.usual.get(&line.who).map(String::as_str);
                        let Settings::Jabber(name, timbre) = self.setup.voices.plain(usual) else { return None };
                        return Some(babble(line, &name, &timbre));
                    }
                }
            }
        };
        if let Some(store) = &self.setup.store {
            store.write(line, &key, &take, troubles);
        }
        Some(take)
    }
}

/// The longest line that is spoken, seconds: half an hour fits no breath, and what is longer is a slip of the finger.
const LONGEST: f64 = 1800.0;
/// A take that another version made is not taken for this one's: raised when the same line comes to sound different.
const VERSION: u32 = 2;

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
