//! A line → its samples and lips: the whole of the voice in order.
use super::articulate::segments;
use super::choice::choose;
use super::finish::finish;
use super::glottis::{Folds, source};
use super::melody::{CEILING, Melody, Score, Span, spans};
use super::mood::Mood;
use super::noise;
use super::phrase::phrases;
use super::segment::{Kind, Said, Segment, fit};
use super::throat::{self, Throat};
use super::timbre::{Speaker, Timbre};
use super::track::{HOP, shape_width, track, voice_width};
use super::unit::Unit;
use crate::frame::voice::Viseme;
use crate::maths::pow;
use crate::sound::signal::curve::{amplitude, smooth};
use crate::sound::signal::level::normalise;
use crate::sound::signal::random::{Random, fnv};
use crate::sound::{LOUDNESS, PEAK, RATE};

/// What is to be said and how.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The text.
    pub text: &'a str,
    /// The voice's name: it seeds the noise.
    pub voice: &'a str,
    /// The voice.
    pub timbre: &'a Timbre,
    /// The mood's word; neutral for one that is not known.
    pub mood: &'a str,
    /// Who speaks: every character has small differences of its own.
    pub who: &'a str,
    /// Seconds it is to last.
    pub seconds: f64,
    /// How fast it is said: 0.75..1.35 changes how many syllables fit.
    pub speed: f64,
    /// Factor of the pitch, held in 0.5..2.
    pub pitch: f64,
    /// It is sung: a note a syllable, and vowels as long as there is time.
    pub sung: bool,
}

/// A line as spoken.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// One channel.
    pub samples: Vec<f64>,
    /// Lips from each time on, seconds.
    pub lips: Vec<(f64, Viseme)>,
    /// Pitch, Hz, a point a millisecond; 0 where there is no voice.
    pub f0: Vec<f64>,
    /// Each syllable's nucleus, seconds from and to.
    pub nuclei: Vec<(f64, f64)>,
}

/// How much longer than spoken a vowel can be sung.
const SUNG: f64 = 8.0;

/// Speaks a line: exactly `seconds`, to the sample.
pub fn speak(line: &Line) -> Spoken {
    let count = (line.seconds * RATE + 0.5).floor().max(0.0) as usize;
    let points = count / HOP + 2;
    let silence = || Spoken {
        samples: vec![0.0; count],
        lips: vec![(0.0, Viseme::Rest)],
        f0: vec![0.0; points],
        nuclei: Vec::new(),
    };
    let mut phrases = phrases(line.text);
    if phrases.is_empty() || count < 60 * HOP {
        return silence();
    }
    let speaker = Speaker::new(line.timbre, line.who);
    let mood = Mood::of(line.mood);
    let seed = [line.text, line.voice, line.mood, line.who].join("\0");
    let mut random = Random::new(fnv(seed.as_bytes()));
    choose(&mut phrases, line.seconds, line.speed.clamp(0.75, 1.35), &mood);
    let (mut segments, said) = segments(&phrases, &speaker, &mood);
    if line.sung {
        // A singer holds the vowels for all of the time.
        segments.iter_mut().filter(|s| s.kind == Kind::Vowel).for_each(|s| s.most = SUNG);
    }
    fit(&mut segments, count);
    let spans = spans(&segments, said.len());
    let timbre = &speaker.timbre;
    let range = timbre.range * mood.range;
    let score =
        Score { phrases: &phrases, segments: &segments, said: &said, spans: &spans, timbre, mood: &mood, range };
    let mut melody = score.melody(points, &mut random);
    if line.sung {
        score.sing(&mut melody);
    }
    let pitch = line.pitch.clamp(0.5, 2.0);
    let f0: Vec<f64> = melody.pitch.iter().map(|st| bent(timbre.f0 * pitch * pow(2.0, st / 12.0))).collect();
    let voice = voicing(&segments, said.len(), points);
    let mut samples = voiced(
        &Parts {
            segments: &segments,
            said: &said,
            spans: &spans,
            timbre,
            mood: &mood,
            melody: &melody,
            f0: &f0,
            voice: &voice,
        },
        count,
        &mut random,
    );
    finish(&mut samples, timbre, &mood, &melody);
    let shout = phrases.iter().any(|phrase| phrase.shout);
    let louder = (mood.level + if shout { 0.4 } else { 0.0 }).clamp(-0.7, 0.7);
    normalise(&mut samples, LOUDNESS + louder, amplitude(PEAK));
    Spoken {
        samples,
        lips: lips(&segments, count),
        f0: f0.iter().zip(&voice).map(|(f0, voice)| if *voice > 0.04 { *f0 } else { 0.0 }).collect(),
        nuclei: spans.iter().map(|span| (span.nucleus / 1000.0, span.coda / 1000.0)).collect(),
    }
}

/// A soft ceiling: 640 Hz and up bends towards 900 Hz.
fn bent(hz: f64) -> f64 {
    let over = (hz - CEILING).max(0.0) / 260.0;
    (hz.min(CEILING) + 260.0 * over / (1.0 + over)).clamp(50.0, 900.0)
}

/// The strength of the voice, with a hump a syllable.
fn voicing(segments: &[Segment], said: usize, points: usize) -> Vec<f64> {
    let mut out = track(segments, points, |s| amplitude(s.voice), voice_width);
    for number in 0..said {
        let mut vowels = segments.iter().filter(|s| s.syllable == Some(number) && s.kind == Kind::Vowel);
        let Some(first) = vowels.next() else { continue };
        let last = vowels.next_back().unwrap_or(first);
        let (a, b) = (first.start as f64 / HOP as f64, last.end as f64 / HOP as f64);
        for (k, point) in out.iter_mut().enumerate().take(b as usize + 1).skip(a as usize) {
            let u = ((k as f64 - a) / (b - a).max(1.0)).clamp(0.0, 1.0);
            *point *= (0.72 + 0.28 * smooth(u / 0.28)) * (1.0 - 0.42 * smooth((u - 0.35) / 0.65));
        }
    }
    out
}

struct Parts<'a> {
    segments: &'a [Segment],
    said: &'a [Said],
    spans: &'a [Span],
    timbre: &'a Timbre,
    mood: &'a Mood,
    melody: &'a Melody,
    f0: &'a [f64],
    voice: &'a [f64],
}

/// Source, throat, and the noises laid over.
fn voiced(parts: &Parts, count: usize, random: &mut Random) -> Vec<f64> {
    let Parts { segments, timbre, mood, f0, .. } = parts;
    let points = f0.len();
    let effort = |e: &f64| e + mood.effort;
    let open: Vec<f64> =
        parts.melody.effort.iter().map(|e| (timbre.open - 0.08 * effort(e)).clamp(0.35, 0.9)).collect();
    let close: Vec<f64> =
        parts.melody.effort.iter().map(|e| (timbre.close * pow(2.0, -0.9 * effort(e))).clamp(0.012, 0.16)).collect();
    let formant = |n: usize| track(segments, points, |s| s.formants[n], shape_width);
    let over = |track: Vec<f64>, least: &dyn Fn(usize) -> f64| -> Vec<f64> {
        track.into_iter().enumerate().map(|(i, hz)| hz.max(least(i))).collect()
    };
    let f1 = over(formant(0), &|i| f0[i] * 1.03);
    let f2 = over(formant(1), &|i| f1[i] + 150.0);
    let f3 = over(formant(2), &|i| f2[i] + 200.0);
    let nose = track(segments, points, |s| s.nasal, |_, _| (22.0, 18.0));
    let aspiration = track(segments, points, |s| amplitude(s.breath), |_, _| (10.0, 10.0));
    let most = (timbre.breath + 2.0).max(-8.0);
    let breath = amplitude((timbre.breath + mood.breath).min(most));
    let breaths: Vec<f64> = out_of_air(parts, points).into_iter().map(|x| breath * pow(10.0, 0.2 * x)).collect();
    let folds = Folds { f0, open: &open, close: &close, jitter: timbre.jitter * mood.jitter };
    let source = source(count, &folds, timbre, random);
    let mut out = Vec::with_capacity(count);
    for k in 0..count.div_ceil(HOP) {
        let between = |track: &[f64], share: f64| track[k] + (track[k + 1] - track[k]) * share;
        for i in k * HOP..((k + 1) * HOP).min(count) {
            let share = (i - k * HOP) as f64 / HOP as f64;
            let voice = between(parts.voice, share);
            let air = source.open[i] * voice * between(&breaths, share) + 1.6 * between(&aspiration, share);
            out.push(source.flow[i] * voice + random.draw() * air);
        }
    }
    throat::run(&mut out, &Throat { formants: [&f1, &f2, &f3], nose: &nose, f0, scale: timbre.scale, breath });
    let vowels = segments.iter().filter(|s| s.kind == Kind::Vowel);
    let (power, length) = vowels.fold((0.0, 0), |(power, length), s| {
        (power + out[s.start..s.end].iter().map(|x| x * x).sum::<f64>(), length + s.len())
    });
    let reference = if length > 0 { (power / length as f64).sqrt() } else { 0.3 };
    for s in segments.iter() {
        noise::add(&mut out, s, timbre.scale, random, reference);
        if s.kind == Kind::Chirp {
            noise::chirp(&mut out, s, timbre.scale, reference);
        }
    }
    out
}

/// 0..1 over the last syllable of each phrase: voices run out of air.
fn out_of_air(parts: &Parts, points: usize) -> Vec<f64> {
    let mut out = vec![0.0f64; points];
    for (_, span) in parts.said.iter().zip(parts.spans).filter(|(said, _)| said.last) {
        let (from, to) = (span.nucleus.ceil() as usize, (span.end + 50.0).ceil() as usize);
        for (t, point) in out.iter_mut().enumerate().take(to).skip(from) {
            *point = point.max(smooth((t as f64 - span.nucleus) / (span.coda - span.nucleus).max(1.0)));
        }
    }
    out
}

/// The lips of the segments; a pause of less than 50 ms within the line moves nothing.
fn lips(segments: &[Segment], count: usize) -> Vec<(f64, Viseme)> {
    let mut out: Vec<(f64, Viseme)> = Vec::new();
    for s in segments.iter().filter(|s| s.len() > 0) {
        let rests = matches!(s.kind, Kind::Pause | Kind::Chirp);
        if s.kind == Kind::Pause && (s.len() as f64) < 0.05 * RATE && !out.is_empty() && s.end < count {
            continue;
        }
        let shape = if rests { Viseme::Rest } else { s.lips };
        if out.last().is_none_or(|(_, last)| *last != shape) {
            out.push((s.start as f64 / RATE, shape));
        }
    }
    out
}

/// The lips of a text said without a pause over so many seconds: what a mouth does with it, whoever speaks.
pub fn spelled(text: &str, seconds: f64) -> Vec<(f64, Viseme)> {
    let count = (seconds * RATE).floor().max(0.0) as usize;
    let mut phrases = phrases(text);
    if phrases.is_empty() || count == 0 {
        return Vec::new();
    }
    let mood = Mood::of("neutral");
    choose(&mut phrases, seconds, 1.0, &mood);
    let (mut segments, _) = segments(&phrases, &Speaker::new(&Timbre::default(), ""), &mood);
    segments.retain(|s| s.kind != Kind::Pause);
    fit(&mut segments, count);
    lips(&segments, count)
}

/// One vowel held at a pitch that glides, for measuring its formants: `from` to `to` Hz over `seconds`.
pub fn held(unit: Unit, timbre: &Timbre, from: f64, to: f64, seconds: f64) -> Vec<f64> {
    let Some(vowel) = unit.vowel() else { return Vec::new() };
    let count = (seconds * RATE) as usize;
    let points = count / HOP + 2;
    let f0: Vec<f64> = (0..points).map(|i| from + (to - from) * i as f64 / points as f64).collect();
    let flat = |x: f64| vec![x; points];
    let (open, close, nose) = (flat(timbre.open), flat(timbre.close), flat(0.0));
    let mut random = Random::new(1);
    let folds = Folds { f0: &f0, open: &open, close: &close, jitter: timbre.jitter };
    let source = source(count, &folds, timbre, &mut random);
    let (level, breath) = (amplitude(vowel.db), amplitude(timbre.breath));
    let mut out: Vec<f64> =
        source.flow.iter().zip(&source.open).map(|(g, o)| level * (g + random.draw() * o * breath)).collect();
    let formants = vowel.formants.map(|hz| flat(hz * timbre.scale));
    let [f1, f2, f3] = &formants;
    throat::run(&mut out, &Throat { formants: [f1, f2, f3], nose: &nose, f0: &f0, scale: timbre.scale, breath });
    out
}
