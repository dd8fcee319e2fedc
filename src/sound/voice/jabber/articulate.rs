//! Syllables → the segments that each is made of.
use super::mood::Mood;
use super::phrase::{End, Phrase};
use super::segment::{Kind, Said, Segment};
use super::timbre::Speaker;
use super::unit::{Manner, Unit};
use crate::frame::voice::Viseme;
use crate::sound::signal::curve::SILENT;

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
