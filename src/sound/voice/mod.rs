//! Voices: what a line names → an engine and its settings, and the engines themselves.
//!
//! Enters: voice packs and the words of lines. Leaves: settings of an engine, or what is wrong with the words. A pack tells every engine how its
//! voice sounds there, so that one name works with any of them.
pub mod espeak;
pub mod jabber;

use crate::diagnostic::Diagnostic;
use crate::pack::{Catalog, PackKind};
use crate::vocabulary::nearest;
use jabber::Timbre;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Who speaks lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Our own voice.
    Jabber,
    /// espeak-ng, where it is installed.
    Espeak,
}

impl Engine {
    /// The engines by the words that name them.
    pub const WORDS: [(&'static str, Engine); 2] = [("jabber", Engine::Jabber), ("espeak", Engine::Espeak)];
}

/// A voice of espeak-ng's.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct EspeakVoice {
    /// Its name there: a language and a variant (`en-gb+f3`).
    pub voice: String,
    /// Pitch, 0..99; 50 is the voice's own.
    pub pitch: f64,
    /// Range of the melody, 0..99; 50 is the voice's own.
    pub range: f64,
    /// Factor of the speed.
    pub rate: f64,
    /// The author's own words name the language: it is kept, whatever the text is written in.
    #[serde(skip)]
    pub named: bool,
}

impl Default for EspeakVoice {
    fn default() -> Self {
        Self { voice: "en".to_owned(), pitch: 50.0, range: 50.0, rate: 1.0, named: false }
    }
}

/// What a voice pack holds: the voice for each engine.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct VoicePack {
    /// For our own engine; a grown person's where it is left out.
    pub jabber: Option<Timbre>,
    /// For espeak-ng; `en` where it is left out.
    pub espeak: Option<EspeakVoice>,
}

/// Settings with which a line is spoken.
#[derive(Clone, Debug, PartialEq)]
pub enum Settings {
    /// By our own engine: the voice's name and what it is made of.
    Jabber(String, Timbre),
    /// By espeak-ng.
    Espeak(EspeakVoice),
}

/// Every voice there is.
#[derive(Clone, Debug, Default)]
pub struct Voices {
    packs: BTreeMap<String, VoicePack>,
}

/// The voice of whoever has none.
const PLAIN: &str = "person";
/// Slugs follow it in a pack's id.
const ID: &str = "c4c:voice:";

impl Voices {
    /// The voices of a catalog, and a warning for each pack that holds none.
    pub fn new(catalog: &Catalog) -> (Voices, Vec<Diagnostic>) {
        let (mut packs, mut faults) = (BTreeMap::new(), Vec::new());
        for pack in catalog.of_kind(PackKind::Voice) {
            let slug = pack.id.strip_prefix(ID).unwrap_or(&pack.id).to_owned();
            match read(&pack.content) {
                Ok(voice) => drop(packs.insert(slug, voice)),
                Err(fault) => faults.push(Diagnostic::warning("content", format!("{}: {fault}", pack.id))),
            }
        }
        (Voices { packs }, faults)
    }

    /// The names of voices.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.packs.keys().map(String::as_str)
    }

    /// True when there is a voice of that name.
    pub fn has(&self, name: &str) -> bool {
        self.packs.contains_key(name)
    }

    /// The settings for what a line or a cast entry names: `jabber:granny`, `espeak:en-gb+f3`, `granny`, `c4c:voice:granny`, or nothing. `asked` is the
    /// engine that is to speak whatever lines name; `usual` the voice of whoever names none.
    ///
    /// # Errors
    /// The settings that speak instead, and what is wrong with the name.
    pub fn settings(
        &self,
        voice: Option<&str>,
        asked: Option<Engine>,
        usual: Option<&str>,
    ) -> Result<Settings, Box<Instead>> {
        let usual = usual.filter(|name| self.has(name)).unwrap_or(PLAIN);
        let (own, name) = match voice.map(split) {
            None => (None, None),
            Some((engine, name)) => (engine, name),
        };
        let engine = asked.or(own).unwrap_or(Engine::Jabber);
        let Some(name) = name else { return Ok(self.of(engine, usual)) };
        if self.has(name) {
            return Ok(self.of(engine, name));
        }
        match (own, engine) {
            // A name of espeak-ng's own: only it knows whether there is one.
            (Some(Engine::Espeak), Engine::Espeak) => {
                Ok(Settings::Espeak(EspeakVoice { voice: name.to_owned(), named: true, ..Default::default() }))
            }
            (Some(Engine::Espeak), Engine::Jabber) => Ok(self.of(engine, usual)),
            _ => {
                let hint = nearest(name, self.names()).map(|near| format!("did you mean {near}?"));
                let hint = hint.unwrap_or_else(|| format!("voices: {}", self.names().collect::<Vec<_>>().join(", ")));
                Err(Box::new(Instead {
                    settings: self.of(engine, usual),
                    fault: if name.is_empty() {
                        "no voice has an empty name".into()
                    } else {
                        format!("there is no voice {name}")
                    },
                    hint: Some(hint),
                }))
            }
        }
    }

    /// A pack's voice with an engine; the engine's plain one where the pack says nothing of it.
    fn of(&self, engine: Engine, name: &str) -> Settings {
        let pack = self.packs.get(name).cloned().unwrap_or_default();
        match engine {
            Engine::Jabber => Settings::Jabber(name.to_owned(), pack.jabber.unwrap_or_default()),
            Engine::Espeak => Settings::Espeak(pack.espeak.unwrap_or_default()),
        }
    }

    /// Our own engine's voice for whoever another engine fails.
    pub fn plain(&self, usual: Option<&str>) -> Settings {
        self.of(Engine::Jabber, usual.filter(|name| self.has(name)).unwrap_or(PLAIN))
    }
}

/// What speaks instead of a voice that there is not.
#[derive(Clone, Debug, PartialEq)]
pub struct Instead {
    /// The settings.
    pub settings: Settings,
    /// What is wrong.
    pub fault: String,
    /// What would be right.
    pub hint: Option<String>,
}

/// The engine and the name in a voice's words; an engine alone names no voice.
fn split(voice: &str) -> (Option<Engine>, Option<&str>) {
    if let Some(slug) = voice.strip_prefix(ID) {
        return (None, Some(slug));
    }
    for (word, engine) in Engine::WORDS {
        match voice.strip_prefix(word) {
            Some("" | ":") => return (Some(engine), None),
            Some(rest) if rest.starts_with(':') => return (Some(engine), Some(&rest[1..])),
            _ => {}
        }
    }
    (None, Some(voice))
}

/// Reads a voice pack's content.
///
/// # Errors
/// What is wrong with it.
pub fn read(content: &serde_json::Value) -> Result<VoicePack, String> {
    let pack = VoicePack::deserialize(content).map_err(|fault| fault.to_string())?;
    if let Some((name, low, high)) = pack.jabber.as_ref().and_then(Timbre::fault) {
        return Err(format!("jabber.{name} is {low} to {high}"));
    }
    let wrong = |x: f64, low: f64, high: f64| !(low..=high).contains(&x);
    match &pack.espeak {
        Some(v) if wrong(v.pitch, 0.0, 99.0) || wrong(v.range, 0.0, 99.0) => {
            Err("espeak.pitch and range are 0 to 99".to_owned())
        }
        Some(v) if wrong(v.rate, 0.25, 4.0) => Err("espeak.rate is 0.25 to 4".to_owned()),
        _ => Ok(pack),
    }
}
