//! Syllables → segments in time: which are said, what each is made of, and how long, to the sample.
use super::mood::Mood;
use super::noise::Band;
use super::phrase::{End, Phrase};
use super::timbre::Speaker;
use super::unit::{Manner, Unit};
use crate::frame::voice::Viseme;
use crate::sound::RATE;
use crate::sound::signal::curve::SILENT;

/// What a segment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Vowel,
    Closure,
    Burst,
    Noise,
    Nasal,
    Liquid,
    Aspirate,
    Gap,
    Pause,
    Chirp,
}

/// A stretch of sound of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub kind: Kind,
    /// Nominal length, ms, and how far it gives way.
    pub nominal: f64,
    pub stretch: f64,
    /// How much longer than nominal it may become.
    pub most: f64,
    /// F1 F2 F3, Hz.
    pub formants: [f64; 3],
    /// The voice in it, dB.
    pub voice: f64,
    /// Breath through the throat, dB.
    pub breath: f64,
    /// Its own noise, with the level in dB.
    pub noise: Option<(Band, f64)>,
    /// Through the nose, 0 or 1.
    pub nasal: f64,
    pub lips: Viseme,
    /// Number of its syllable among those said.
    pub syllable: Option<usize>,
    /// From and to, samples.
    pub start: usize,
    pub end: usize,
}

impl Segment {
    fn new(kind: Kind, nominal: f64, stretch: f64) -> Self {
        Self {
            kind,
            nominal,
            stretch,
            most: if kind == Kind::Vowel { 2.0 } else { 1.3 },
            formants: [500.0, 1500.0, 2600.0],
            voice: SILENT,
            breath: SILENT,
            noise: None,
            nasal: 0.0,
            lips: Viseme::Rest,
            syllable: None,
            start: 0,
            end: 0,
        }
    }

    /// Samples.
    pub fn len(&self) -> usize {
        self.end - self.start
    }
}

/// A syllable that is said, where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// Index of the phrase, and of the syllable in it.
    pub phrase: usize,
    pub at: usize,
    /// The last of its phrase.
    pub last: bool,
}

/// Syllables a second that sound neither hurried nor drawn out.
const SLOWEST: f64 = 4.6;
const FASTEST: f64 = 6.4;

/// Keeps of the syllables as many as the time allows: dropped evenly above 6.4 a second, optional ones said below 4.6.
pub fn choose(phrases: &mut [Phrase], seconds: f64, speed: f64, mood: &Mood) {
    let inner = &phrases[..phrases.len().saturating_sub(1)];
    let pauses = inner.iter().map(|phrase| phrase.end.pause()).sum::<f64>() * 0.7e-3 * mood.pause + 0.12;
    let time = seconds * speed;
    let room = (time - pauses.min(0.5 * time)).max(0.3);
    let all = || phrases.iter().flat_map(|phrase| &phrase.syllables);
    let base = all().filter(|syllable| syllable.extra.is_none()).count();
    let extra = all().count() - base;
    let (low, high) = (SLOWEST * mood.rate, FASTEST * mood.rate.clamp(0.85, 1.1));
    let wished = (base as f64 * mood.rate.min(1.0)).round_ties_even().max(1.0);
    let said = (wished as usize).min(((high * room) as usize).max(1)).min(base);
    let wanted = ((low * room).round_ties_even() as usize).saturating_sub(said).min(extra);
    // Of `of` keep `keep`, spread evenly: the i-th is kept when the count steps up at it.
    let kept = |i: usize, keep: usize, of: usize| (i + 1) * keep / of != i * keep / of;
    let (mut i, mut j) = (0, 0);
    for phrase in phrases.iter_mut() {
        let mut keep: Vec<bool> = Vec::with_capacity(phrase.syllables.len());
        for at in 0..phrase.syllables.len() {
            let Some(stays) = phrase.syllables[at].extra.clone() else {
                keep.push(kept(i, said, base));
                i += 1;
                continue;
            };
            let chosen = kept(j, wanted, extra) && keep.last() == Some(&true);
            j += 1;
            keep.push(chosen);
            if chosen {
                phrase.syllables[at - 1].coda = stays;
            }
        }
        // An accent of a dropped syllable moves to its word's neighbour.
        for at in 0..keep.len() {
            if keep[at] || phrase.syllables[at].accent == 0.0 {
                continue;
            }
            let (word, accent) = (phrase.syllables[at].word, phrase.syllables[at].accent);
            let near = (0..keep.len()).find(|other| keep[*other] && phrase.syllables[*other].word == word);
            if let Some(near) = near {
                phrase.syllables[near].accent = phrase.syllables[near].accent.max(accent);
            }
        }
        if !keep.contains(&true) {
            keep[0] = true;
        }
        let mut keep = keep.into_iter();
        phrase.syllables.retain(|_| keep.next().unwrap_or(false));
    }
}

/// The segments of the phrases, and the syllables they say.
pub fn segments(phrases: &[Phrase], speaker: &Speaker, mood: &Mood) -> (Vec<Segment>, Vec<Said>) {
    let mut line = Building { speaker, mood, out: vec![Segment::new(Kind::Pause, 14.0, 0.2)], said: Vec::new() };
    for (number, phrase) in phrases.iter().enumerate() {
        let last = phrase.syllables.len() - 1;
        for at in 0..=last {
            line.said.push(Said { phrase: number, at, last: at == last });
            line.syllable(phrase, at);
        }
        let more = 40.0 * phrase.marks.saturating_sub(1) as f64;
        let mut pause = match (number + 1 == phrases.len(), phrase.end) {
            (false, end) => Segment::new(Kind::Pause, (end.pause() + more) * mood.pause, 0.9),
            (true, End::Dots) => Segment::new(Kind::Pause, 130.0, 0.5),
            (true, _) => Segment::new(Kind::Pause, 85.0, 0.5),
        };
        pause.formants = line.before().formants;
        line.out.push(pause);
    }
    (line.out, line.said)
}

struct Building<'a> {
    speaker: &'a Speaker,
    mood: &'a Mood,
    out: Vec<Segment>,
    said: Vec<Said>,
}

impl Building<'_> {
    fn before(&self) -> Segment {
        self.out.last().copied().unwrap_or(Segment::new(Kind::Pause, 0.0, 0.0))
    }

    fn push(&mut self, mut segment: Segment) {
        segment.syllable = Some(self.said.len() - 1);
        self.out.push(segment);
    }

    fn formants(&self, vowel: Unit) -> [f64; 3] {
        vowel.vowel().map_or([500.0, 1500.0, 2600.0], |v| v.formants).map(|f| f * self.speaker.timbre.scale)
    }

    /// A short fall of the voice between two syllables; the mouth and the throat stay as they are.
    fn gap(&mut self, ms: f64, voice: f64, nose: bool) {
        let before = self.before();
        let mut gap = Segment::new(Kind::Gap, ms, 0.6);
        (gap.formants, gap.voice, gap.lips) = (before.formants, voice, before.lips);
        gap.nasal = if nose { before.nasal } else { 0.0 };
        self.push(gap);
    }

    fn syllable(&mut self, phrase: &Phrase, at: usize) {
        let syllable = &phrase.syllables[at];
        if syllable.nucleus == Unit::Chirp {
            self.push(Segment::new(Kind::Chirp, 130.0, 0.4));
            self.push(Segment::new(Kind::Gap, 30.0, 0.5));
            return;
        }
        let hum = syllable.nucleus.consonant().is_some();
        let (v1, v2) = syllable.nucleus.ends().unwrap_or((Unit::UH, Unit::UH));
        let bare = syllable.onset.is_empty();
        if at > 0 && (syllable.first || bare) {
            let loud = matches!(self.before().kind, Kind::Vowel | Kind::Nasal | Kind::Liquid);
            let ms = if syllable.first { 16.0 } else { 0.0 } + if bare && loud { 22.0 } else { 0.0 } + self.mood.gap;
            if ms > 0.0 {
                self.gap(ms, if bare { -15.0 } else { -22.0 }, true);
            }
        } else if at > 0 && self.mood.gap > 0.0 {
            self.gap(self.mood.gap, -26.0, true);
        }
        for unit in &syllable.onset {
            self.consonant(self.speaker.says(*unit), v1, false);
        }
        let stress = match syllable.accent {
            _ if syllable.caps => 1.28,
            accent if accent >= 0.9 => 1.14,
            accent if accent > 0.0 => 1.0,
            _ => 0.88,
        };
        let place = match (at + 1 == phrase.syllables.len(), phrase.end) {
            (true, End::Comma) => 1.18,
            (true, _) => 1.32,
            _ => 1.0,
        };
        match hum {
            true => self.hum(syllable.nucleus),
            false => self.nucleus(v1, v2, stress * place),
        }
        for unit in &syllable.coda {
            match unit {
                Unit::Q => {
                    self.gap(46.0, -34.0, false);
                    if let Some(catch) = self.out.last_mut() {
                        catch.stretch = 0.4;
                    }
                }
                unit => self.consonant(self.speaker.says(*unit), v2, true),
            }
        }
    }

    fn hum(&mut self, unit: Unit) {
        self.consonant(unit, Unit::UH, false);
        if let Some(hum) = self.out.last_mut() {
            (hum.nominal, hum.stretch, hum.kind, hum.voice) = (240.0, 1.0, Kind::Vowel, -3.0);
            hum.most = 2.0;
            if hum.lips == Viseme::AI {
                hum.lips = Viseme::MBP;
            }
        }
    }

    /// Nominal ms of a glide's two halves are 152 · 0.52 and 152 · 0.48.
    fn nucleus(&mut self, v1: Unit, v2: Unit, longer: f64) {
        let halves = if v1 == v2 { vec![(v1, None)] } else { vec![(v1, Some((79.04, 0.0))), (v2, Some((72.96, 1.0)))] };
        for (unit, part) in halves {
            let Some(vowel) = unit.vowel() else { continue };
            let (ms, softer) = part.unwrap_or((vowel.ms, 0.0));
            let mut segment = Segment::new(Kind::Vowel, ms * longer, 1.0);
            segment.formants = self.formants(unit);
            (segment.voice, segment.lips) = (vowel.db - softer, vowel.lips);
            self.push(segment);
        }
    }

    fn consonant(&mut self, unit: Unit, vowel: Unit, coda: bool) {
        let Some(c) = unit.consonant() else { return };
        let own = self.formants(vowel);
        let [f1, f2, f3] = c.formants.map_or(own, |f| f.map(|f| f * self.speaker.timbre.scale));
        let near = |f: f64, v: f64, share: f64| f * (1.0 - share) + v * share;
        let vowel_lips = vowel.vowel().map_or(Viseme::Rest, |v| v.lips);
        let make = |kind, ms, stretch| {
            let mut segment = Segment::new(kind, ms, stretch);
            segment.formants = [near(f1, own[0], 0.2), near(f2, own[1], c.share), near(f3, own[2], 0.4 * c.share)];
            segment.lips = c.lips.unwrap_or(vowel_lips);
            segment
        };
        let (stretch, voiced) = (c.manner.stretch(), c.voice.is_some());
        let level = c.voice.unwrap_or(SILENT);
        match c.manner {
            Manner::Plosive => {
                let mut close = make(Kind::Closure, c.ms * 0.58, stretch);
                close.voice = level;
                self.push(close);
                let share = if voiced { 0.2 } else { 0.42 };
                let mut burst =
                    if coda { make(Kind::Burst, 16.0, 0.2) } else { make(Kind::Burst, c.ms * share, stretch) };
                burst.lips = vowel_lips;
                burst.noise = c.noise.map(|(band, db)| (band, if coda { db - 8.0 } else { db }));
                burst.breath = if coda {
                    -30.0
                } else if voiced {
                    -36.0
                } else {
                    -21.0
                };
                burst.voice = if voiced && !coda { -12.0 } else { SILENT };
                self.push(burst);
            }
            Manner::Affricate => {
                let mut close = make(Kind::Closure, c.ms * 0.42, stretch);
                close.voice = level;
                self.push(close);
                let mut hiss = make(Kind::Noise, c.ms * 0.58, stretch);
                (hiss.voice, hiss.breath, hiss.noise) = (if voiced { -13.0 } else { SILENT }, -28.0, c.noise);
                self.push(hiss);
            }
            Manner::Fricative => {
                let mut hiss = make(Kind::Noise, c.ms, stretch);
                (hiss.voice, hiss.breath) = (level, -36.0);
                hiss.noise = c.noise.map(|(band, db)| (band, if coda { db - 2.0 } else { db }));
                self.push(hiss);
            }
            Manner::Aspirate => {
                let mut breath = make(Kind::Aspirate, c.ms, stretch);
                (breath.voice, breath.breath) = (-26.0, -14.0);
                self.push(breath);
            }
            Manner::Nasal | Manner::Liquid => {
                let nasal = c.manner == Manner::Nasal;
                let mut segment = make(if nasal { Kind::Nasal } else { Kind::Liquid }, c.ms, stretch);
                segment.voice = level - if coda { 1.0 } else { 0.0 };
                segment.nasal = f64::from(u8::from(nasal));
                self.push(segment);
            }
        }
    }
}

/// Stretches the segments to exactly `samples`: each by its nature, within bounds; what vowels cannot take is silence at the end.
pub fn fit(segments: &mut [Segment], samples: usize) {
    let total = samples as f64 / RATE * 1000.0;
    let length = |s: &Segment, k: f64| s.nominal * (1.0 + s.stretch * k).max(0.4).min(s.most);
    let (mut low, mut high) = (-2.5, 8.0);
    for _ in 0..50 {
        let k = (low + high) / 2.0;
        if segments.iter().map(|s| length(s, k)).sum::<f64>() > total { high = k } else { low = k }
    }
    let mut lengths: Vec<f64> = segments.iter().map(|s| length(s, low)).collect();
    let sum: f64 = lengths.iter().sum();
    if sum > total + 1e-6 {
        lengths.iter_mut().for_each(|length| *length *= total / sum);
    } else if let Some(last) = lengths.last_mut() {
        *last += total - sum;
    }
    let mut t = 0.0;
    for (segment, length) in segments.iter_mut().zip(lengths) {
        segment.start = ((t * RATE / 1000.0).round_ties_even() as usize).min(samples);
        t += length;
        segment.end = ((t * RATE / 1000.0).round_ties_even() as usize).min(samples);
    }
    if let Some(last) = segments.last_mut() {
        last.end = samples;
    }
}
