//! The melody of a line: phrases and syllables → pitch, level and effort, 1000 points a second.
use super::mood::Mood;
use super::phrase::{End, Phrase};
use super::segment::{Kind, Said, Segment};
use super::syllable::Syllable;
use super::timbre::Timbre;
use super::track::HOP;
use crate::maths::{cos, ln, sin};
use crate::sound::signal::curve::{SILENT, hann, smooth, smoothed};
use crate::sound::signal::random::{Random, fnv, spread};
use std::f64::consts::{LN_2, PI};

/// Where a syllable stands, ms: its start, its nucleus from and to, its end.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub start: f64,
    pub nucleus: f64,
    pub coda: f64,
    pub end: f64,
}

/// The tracks.
#[derive(Clone, Debug)]
pub struct Melody {
    /// Semitones re the voice's pitch.
    pub pitch: Vec<f64>,
    /// Level, dB.
    pub level: Vec<f64>,
    /// Effort, about −1..2.
    pub effort: Vec<f64>,
}

/// A question ends at least so far over its own median, semitones: 30 %.
const ASKING: f64 = 4.5;
/// The notes of a song, semitones over the voice's own: the major scale without its fourth and seventh, where nothing clashes.
const SCALE: [f64; 6] = [0.0, 2.0, 4.0, 7.0, 9.0, 12.0];
/// Pitches beyond are no voice any more, Hz.
pub const CEILING: f64 = 640.0;

/// The spans of the syllables said.
pub fn spans(segments: &[Segment], said: usize) -> Vec<Span> {
    let ms = |sample: usize| sample as f64 / HOP as f64;
    let span = |number: usize| {
        let own = || segments.iter().filter(move |s| s.syllable == Some(number));
        let sung = || own().filter(|s| matches!(s.kind, Kind::Vowel | Kind::Chirp));
        let (first, last) = (own().next(), own().next_back());
        let (from, to) = (sung().next().or(first), sung().next_back().or(last));
        let start = |s: Option<&Segment>| s.map_or(0.0, |s| ms(s.start));
        let end = |s: Option<&Segment>| s.map_or(0.0, |s| ms(s.end));
        Span { start: start(first), nucleus: start(from), coda: end(to), end: end(last) }
    };
    (0..said).map(span).collect()
}

/// What the melody is made of.
pub struct Score<'a> {
    pub phrases: &'a [Phrase],
    pub segments: &'a [Segment],
    pub said: &'a [Said],
    pub spans: &'a [Span],
    pub timbre: &'a Timbre,
    pub mood: &'a Mood,
    /// Factor of the melody's range, the voice's times the mood's.
    pub range: f64,
}

/// Adds to the points from `from` to `to` ms what `value` gives at them.
fn add(track: &mut [f64], from: f64, to: f64, value: impl Fn(f64) -> f64) {
    let first = from.ceil().max(0.0) as usize;
    for (i, point) in track.iter_mut().enumerate().skip(first).take_while(|(i, _)| (*i as f64) < to) {
        *point += value(i as f64);
    }
}

/// A sentence: phrases up to a full ending, as indices of syllables said.
struct Sentence {
    syllables: std::ops::Range<usize>,
    end: End,
    shout: bool,
    /// Index of its last phrase.
    last: usize,
}

impl Score<'_> {
    fn syllable(&self, number: usize) -> &Syllable {
        let said = self.said[number];
        &self.phrases[said.phrase].syllables[said.at]
    }

    fn sentences(&self) -> Vec<Sentence> {
        let (mut out, mut from, mut shout) = (Vec::new(), 0, false);
        for (number, phrase) in self.phrases.iter().enumerate() {
            shout |= phrase.shout;
            if phrase.end == End::Comma && number + 1 < self.phrases.len() {
                continue;
            }
            let to = self.said.partition_point(|said| said.phrase <= number);
            out.push(Sentence { syllables: from..to, end: phrase.end, shout, last: number });
            (from, shout) = (to, false);
        }
        out
    }

    /// The melody over `count` points.
    pub fn melody(&self, count: usize, random: &mut Random) -> Melody {
        let mut m = Melody { pitch: vec![0.0; count], level: vec![0.0; count], effort: vec![0.0; count] };
        let sentences = self.sentences();
        for sentence in sentences.iter().filter(|sentence| !sentence.syllables.is_empty()) {
            self.sentence(sentence, &mut m);
        }
        self.wander(&mut m.pitch, random);
        for s in self.segments.iter().filter(|s| matches!(s.kind, Kind::Closure | Kind::Noise) && s.voice > SILENT) {
            add(&mut m.pitch, (s.start / HOP) as f64, (s.end / HOP) as f64, |_| -0.5);
        }
        m.pitch = smoothed(&m.pitch, &hann(37));
        let slow = hann(25);
        (m.level, m.effort) = (smoothed(&m.level, &slow), smoothed(&m.effort, &slow));
        if self.timbre.snap > 0.0 {
            self.snap(&mut m.pitch);
        }
        for st in &mut m.pitch {
            *st = if *st > 7.0 {
                7.0 + 0.45 * (*st - 7.0)
            } else if *st < -7.0 {
                -7.0 + 0.5 * (*st + 7.0)
            } else {
                *st
            };
        }
        for sentence in sentences.iter().filter(|s| s.end == End::Question && !s.syllables.is_empty()) {
            self.ask(sentence, &mut m.pitch);
        }
        let depth = self.timbre.tremor[0] + self.mood.tremor;
        for (t, st) in m.pitch.iter_mut().enumerate() {
            *st += self.mood.pitch + depth * sin(2.0 * PI * self.timbre.tremor[1] * t as f64 / 1000.0);
        }
        m
    }

    fn sentence(&self, sentence: &Sentence, m: &mut Melody) {
        let spans = &self.spans[sentence.syllables.clone()];
        let (a, b) = (spans[0].start, spans[spans.len() - 1].end);
        let r = self.range * if sentence.shout { 1.4 } else { 1.0 };
        let d = 1.9 * r * if sentence.end == End::Question { 0.45 } else { 1.0 };
        let along = |t: f64| ((t - a) / (b - a).max(1.0)).clamp(0.0, 1.0);
        let (high, loud, effort) = if sentence.shout { (1.2, 2.0, 0.45) } else { (0.0, 0.0, 0.0) };
        let fall = 2.5 * if sentence.end == End::Dots { 1.8 } else { 1.0 };
        add(&mut m.pitch, a - 30.0, b + 60.0, |t| d - 2.0 * d * along(t) + high);
        add(&mut m.level, a - 30.0, b + 60.0, |t| loud - fall * along(t));
        add(&mut m.effort, a - 30.0, b + 60.0, |_| effort);
        for (place, number) in sentence.syllables.clone().enumerate() {
            let anew = place > 0 && self.said[number].phrase != self.said[number - 1].phrase;
            if anew {
                let from = self.spans[number].start;
                add(&mut m.pitch, from - 20.0, b, |t| 0.9 * r * (1.0 - (t - from) / 700.0).clamp(0.0, 1.0));
            }
            self.hump(number, r, d, sentence, m);
        }
    }

    /// One syllable: its hump of pitch, its accent, and at a phrase's end the ending.
    fn hump(&self, number: usize, r: f64, d: f64, sentence: &Sentence, m: &mut Melody) {
        let (syllable, said) = (self.syllable(number), self.said[number]);
        let Span { start, nucleus: v0, coda: v1, end } = self.spans[number];
        // The babble's own tune: a small step from the letters themselves.
        let onset: Vec<String> = syllable.onset.iter().map(|unit| format!("{unit:?}")).collect();
        let name = format!("{}{:?}{}", onset.join(" "), syllable.nucleus, number % 3);
        let step = (f64::from(spread(fnv(name.as_bytes()) as u32) % 5) - 2.0) * 0.5 * r;
        let accent = (2.6 * syllable.accent + if syllable.caps { 3.4 } else { 0.0 }) * r;
        let peak = v0 + 0.42 * (v1 - v0);
        let (rise, fall) = ((peak - start + 30.0).max(60.0), (0.8 * (v1 - v0) + 60.0).max(90.0));
        add(&mut m.pitch, peak - rise, peak + fall, |t| {
            let u = (t - peak) / if t < peak { rise } else { fall };
            (step + accent) * (0.5 + 0.5 * cos(PI * u))
        });
        let scoop = self.timbre.scoop * if syllable.accent > 0.0 || self.timbre.f0 > 400.0 { 1.0 } else { 0.6 };
        add(&mut m.pitch, start, v1, |t| scoop * (1.0 - smooth((t - (v0 - 15.0)) / 75.0)));
        let (level, effort) = match syllable.accent {
            _ if syllable.caps => (4.5, 0.55),
            accent if accent > 0.0 => (1.2 * accent, 0.15 * accent),
            _ => (-1.3, 0.0),
        };
        add(&mut m.level, start - 6.0, end + 6.0, |_| level);
        add(&mut m.effort, start - 6.0, end + 6.0, |_| effort);
        if !said.last {
            return;
        }
        let along = |t: f64| smooth((t - v0) / (v1 - v0).max(1.0));
        let tail = end + 80.0;
        let ending = match self.phrases[said.phrase].end {
            End::Question => {
                if accent + step > 0.0 {
                    add(&mut m.pitch, v0 - 160.0, tail, |t| -0.8 * smooth((t - (v0 - 160.0)) / 160.0));
                }
                let most = (7.0 + d) * (0.5 + 0.5 * r).max(1.0);
                add(&mut m.pitch, v0, tail, |t| most * crate::maths::pow(along(t), 0.8));
                0.0
            }
            End::Comma => -1.9 * r,
            End::Dots => -0.4 * r,
            _ if sentence.shout => -5.0 * r.max(0.6),
            _ => -3.8 * r.max(0.6),
        };
        let last = if said.phrase == sentence.last { self.mood.end } else { 0.0 };
        add(&mut m.pitch, v0, tail + 1.0, |t| (ending + last) * along(t));
    }

    /// No voice holds still: a slow wander between knots 170 ms apart.
    fn wander(&self, pitch: &mut [f64], random: &mut Random) {
        let knots = random.many(pitch.len() / 170 + 3);
        if self.timbre.snap > 0.0 {
            return;
        }
        let depth = 0.45 * self.range.min(1.2);
        for (t, st) in pitch.iter_mut().enumerate() {
            let (k, share) = (t / 170, (t % 170) as f64 / 170.0);
            *st += depth * (knots[k] * (1.0 - share) + knots[k + 1] * share);
        }
    }

    /// One step of the grid a syllable; the last of a question in two, rising.
    fn snap(&self, pitch: &mut [f64]) {
        for (number, span) in self.spans.iter().enumerate() {
            let middle = ((span.nucleus + span.coda) / 2.0) as usize;
            let grid = self.timbre.snap;
            let q = (pitch.get(middle).copied().unwrap_or(0.0) / grid).round_ties_even() * grid;
            let said = self.said[number];
            let asks = said.last && self.phrases[said.phrase].end == End::Question;
            let (from, to) = (span.start as usize, span.end as usize);
            for (i, st) in pitch.iter_mut().enumerate().take(to + 1).skip(from) {
                *st = if asks { q + if i < middle { -2.0 } else { 4.0 } } else { q };
            }
        }
    }

    /// Turns speech into song: a note a syllable, of a scale of five, by the syllables themselves; the last comes home. Held notes tremble.
    pub fn sing(&self, melody: &mut Melody) {
        let mut place = 2;
        let last = self.spans.len().saturating_sub(1);
        for (number, span) in self.spans.iter().enumerate() {
            let syllable = self.syllable(number);
            let h = spread(fnv(format!("{:?}{:?}{number}", syllable.onset, syllable.nucleus).as_bytes()) as u32);
            let step = [-1, 1, 1, 2, -1, -2, 0][h as usize % 7];
            place = if number == last { 0 } else { (place + step).clamp(0, SCALE.len() as i32 - 1) };
            let note = SCALE[place as usize] + self.mood.pitch;
            let (from, to) = (span.start.max(0.0) as usize, span.end as usize);
            for (t, st) in melody.pitch.iter_mut().enumerate().take(to + 1).skip(from) {
                let held = (t as f64 - span.nucleus - 180.0) / 200.0;
                *st = note + 0.35 * smooth(held) * sin(2.0 * PI * 5.6 * t as f64 / 1000.0);
            }
        }
        melody.pitch = smoothed(&melody.pitch, &hann(61));
        melody.level.iter_mut().for_each(|level| *level *= 0.4);
    }

    /// Lifts a question's end over its median where the rest of the melody hides the rise.
    fn ask(&self, sentence: &Sentence, pitch: &mut [f64]) {
        let spans = &self.spans[sentence.syllables.clone()];
        let last = spans[spans.len() - 1];
        let (a, b) = (spans[0].start as usize, (last.end as usize + 1).min(pitch.len()));
        let mut sorted = pitch.get(a..b).unwrap_or_default().to_vec();
        sorted.sort_by(f64::total_cmp);
        let Some(median) = sorted.get(sorted.len() / 2) else { return };
        let top = median + ASKING;
        // High voices ask from lower down, to keep the rise under the ceiling.
        let room = 12.0 * ln((CEILING + 20.0) / self.timbre.f0) / LN_2;
        let over = (top + self.mood.pitch - room).max(0.0);
        pitch[a..b].iter_mut().for_each(|st| *st -= over);
        let at = (last.coda as usize).saturating_sub(5).min(pitch.len() - 1);
        let lack = top - over - pitch[at];
        if lack > 0.0 {
            let width = (0.75 * (last.coda - last.nucleus)).max(1.0);
            add(pitch, last.nucleus, last.end + 81.0, |t| lack * smooth((t - last.nucleus) / width));
        }
    }
}
