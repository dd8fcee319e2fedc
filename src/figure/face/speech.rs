//! A line and its time in, the shape of the lips out: what the voice's track says, else one of eight shapes, 7.5 a second, read off
//! the letters; it closes on m, b and p, rests at pauses, and depends on nothing but the line and the time.
use super::units::{Units, ramp, viseme};
use crate::frame::voice::Track;
pub use crate::frame::voice::Viseme;

/// Shapes a second: what a reader of lips expects of fluent speech, and two frames at least at 24 fps (the language's 7–8).
const RATE: f64 = 7.5;
/// Share of a shape's time over which it runs into the next.
const BLEND: f64 = 0.6;
/// A shape that follows itself opens only so far, so that the mouth keeps moving (tuned by eye).
const AGAIN: f64 = 0.5;
/// Seconds in which the mouth opens at a line's start and closes at its end.
const EDGE: f64 = 0.08;

/// Of a voice's shape the last so many seconds, at most, run into the next; and no more than the share BLEND.
const RUN: f64 = 0.07;
/// Seconds in which lips open again after a closure.
const OPENING: f64 = 0.04;
/// A consonant's shape is reached whole when it lasts so many seconds; a shorter one stays near its neighbours'.
const REACHED: f64 = 0.08;
/// Loudness from which the mouth opens as far as its shape does, and how far it opens when it whispers.
const OPEN: f64 = 0.5;
const WHISPER: f64 = 0.55;

/// A line being spoken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speech<'a> {
    /// What is said.
    pub text: &'a str,
    /// Seconds since it began.
    pub time: f64,
    /// Seconds from its beginning to its end; not finite or ≤ 0 when that is not known: then 14 letters a second.
    pub length: f64,
    /// What the voice that speaks it gives.
    pub track: Option<&'a Track>,
}

impl Viseme {
    /// The shapes a voice asks for, by the words people know them by.
    pub const WORDS: &'static [(&'static str, Viseme)] = &[
        ("rest", Viseme::Rest),
        ("consonant", Viseme::Consonant),
        ("A, I", Viseme::AI),
        ("E", Viseme::E),
        ("O", Viseme::O),
        ("U", Viseme::U),
        ("M, B, P", Viseme::MBP),
        ("F, V", Viseme::FV),
        ("L", Viseme::L),
    ];

    /// The shape that a letter is spoken with; accents do not matter, other scripts are spoken as open syllables in turn.
    pub fn of(letter: char) -> Viseme {
        match letter.to_ascii_lowercase() {
            'a' | 'i' | 'á' | 'à' | 'â' | 'ä' | 'å' | 'í' | 'î' | 'ï' => Viseme::AI,
            'e' | 'y' | 'é' | 'è' | 'ê' | 'ë' => Viseme::E,
            'o' | 'ó' | 'ô' | 'ö' | 'õ' => Viseme::O,
            'u' | 'w' | 'q' | 'ú' | 'û' | 'ü' => Viseme::U,
            'f' | 'v' => Viseme::FV,
            'l' => Viseme::L,
            'm' | 'b' | 'p' => Viseme::MBP,
            c if c.is_ascii_alphabetic() => Viseme::Consonant,
            c if c.is_alphabetic() => [Viseme::AI, Viseme::E, Viseme::O][c as usize % 3],
            c if c.is_ascii_digit() => Viseme::E,
            _ => Viseme::Rest,
        }
    }

    /// Its units.
    pub fn units(self) -> Units {
        match self {
            Viseme::Rest => viseme("rest"),
            Viseme::Consonant => viseme("E").mix(viseme("rest"), 0.55),
            Viseme::L => viseme("L"),
            Viseme::FV => viseme("FV"),
            Viseme::U => viseme("U"),
            Viseme::E => viseme("E"),
            Viseme::O => viseme("O"),
            Viseme::AI => viseme("AI"),
            Viseme::MBP => viseme("MBP"),
        }
    }
}

/// What the lips do at a moment of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lips {
    /// The mouth's units.
    pub units: Units,
    /// How far the tongue is up, 0..1 (l).
    pub tongue: f64,
    /// How far the teeth lie on the lip, 0..1 (f, v).
    pub teeth: f64,
}

impl Lips {
    /// The lips of one shape, held.
    pub fn of(shape: Viseme) -> Lips {
        let is = |other| if shape == other { 1.0 } else { 0.0 };
        Lips { units: shape.units(), tongue: is(Viseme::L), teeth: is(Viseme::FV) }
    }

    fn mix(self, to: Lips, share: f64) -> Lips {
        Lips {
            units: self.units.mix(to.units, share),
            tongue: self.tongue + (to.tongue - self.tongue) * share,
            teeth: self.teeth + (to.teeth - self.teeth) * share,
        }
    }
}

/// The lips at the line's present time.
pub fn lips(speech: &Speech) -> Lips {
    if let Some(track) = speech.track.filter(|track| !track.lips.is_empty()) {
        return if speech.time >= 0.0 { tracked(track, speech.time) } else { Lips::default() };
    }
    let letters: Vec<char> = speech.text.chars().collect();
    let known = speech.length.is_finite() && speech.length > 0.0;
    let length = if known { speech.length } else { letters.len() as f64 / 14.0 };
    if letters.is_empty() || !speech.time.is_finite() || speech.time < 0.0 || speech.time > length {
        return Lips::default();
    }
    let slots = (length * RATE).round().clamp(1.0, 100_000.0) as usize;
    let along = speech.time / length * slots as f64;
    let slot = (along as usize).min(slots - 1);
    let share = ramp(along - slot as f64, 1.0 - BLEND, 1.0);
    let spoken = shape_at(&letters, slots, slot).mix(shape_at(&letters, slots, slot + 1), share);
    let edge = ramp(speech.time.min(length - speech.time), 0.0, EDGE.min(length / 2.0));
    Lips::default().mix(spoken, edge)
}

/// The lips of a voice's track: a closure is whole as long as it lasts, every other shape runs into the next and out of a closure.
fn tracked(track: &Track, time: f64) -> Lips {
    let after = track.lips.partition_point(|(start, _)| *start <= time);
    let Some(now) = after.checked_sub(1) else { return Lips::default() };
    let shape = |i: usize| track.lips.get(i).map_or(Viseme::Rest, |(_, shape)| *shape);
    let start = |i: usize| track.lips.get(i).map_or(f64::INFINITY, |(start, _)| *start);
    if shape(now) == Viseme::MBP {
        return Lips::of(Viseme::MBP);
    }
    let (from, to) = (start(now), start(now + 1));
    let before = now.checked_sub(1).map_or(Viseme::Rest, shape);
    let opened = WHISPER + (1.0 - WHISPER) * (track.loud_at(time) / OPEN).min(1.0);
    let said = |shape| Lips::default().mix(Lips::of(shape), if shape == Viseme::MBP { 1.0 } else { opened });
    let mut lips = said(shape(now));
    if matches!(shape(now), Viseme::Consonant | Viseme::L | Viseme::E) && to - from < REACHED {
        let around = said(before).mix(said(shape(now + 1)), 0.5);
        lips = around.mix(lips, (to - from) / REACHED);
    }
    if before == Viseme::MBP {
        lips = Lips::of(Viseme::MBP).mix(lips, ramp(time - from, 0.0, OPENING.min((to - from) / 2.0)));
    }
    let run = RUN.min(BLEND * (to - from));
    lips.mix(said(shape(now + 1)), ramp(time, to - run, to))
}

/// The lips in one slot: the strongest shape among its letters, closed lips before all.
fn shape_at(letters: &[char], slots: usize, slot: usize) -> Lips {
    let shape = strongest(letters, slots, slot);
    let again = slot > 0 && shape == strongest(letters, slots, slot - 1) && slot % 2 == 1;
    let lips = Lips::of(shape);
    if again && shape > Viseme::Consonant { Lips::default().mix(lips, AGAIN) } else { lips }
}

fn strongest(letters: &[char], slots: usize, slot: usize) -> Viseme {
    if slot >= slots {
        return Viseme::Rest;
    }
    let from = slot * letters.len() / slots;
    let to = ((slot + 1) * letters.len() / slots).max(from + 1).min(letters.len());
    let pause = |c: &char| matches!(c, '.' | ',' | '!' | '?' | ';' | ':' | '…' | '—');
    let window = letters.get(from..to).unwrap_or_default();
    if window.iter().any(pause) {
        return Viseme::Rest;
    }
    window.iter().map(|&c| Viseme::of(c)).max().unwrap_or(Viseme::Rest)
}
