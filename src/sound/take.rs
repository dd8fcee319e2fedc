//! A line as it is heard: its samples, how long the line is, and the lips.
use super::loudness::levels;
use super::signal::curve::amplitude;
use super::signal::level::normalise;
use super::spool::Source;
use super::viseme::shapes;
use super::voice::jabber;
use super::{LOUDNESS, PEAK, RATE, Sound, wav};
use crate::frame::voice::{Track, Viseme};

/// A line as it is heard.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// One channel, of 16 bits a sample, so that a take read back from a file is the same.
    pub sound: Source,
    /// Seconds the line lasts.
    pub seconds: f64,
    /// Lips as the voice moves them, each from its second of the line on.
    pub lips: Vec<(f64, Viseme)>,
}

/// A voice that is louder than so much of its loudest speaks.
const SPEAKS: f32 = 0.08;
/// Gaps of so many values of loudness (each 10 ms) are within a word.
const WITHIN: usize = 12;

impl Take {
    /// Of samples.
    pub fn new(samples: Vec<f32>, seconds: f64, lips: Vec<(f64, Viseme)>) -> Take {
        let samples = samples.into_iter().map(|x| wav::value(wav::bits(x))).collect();
        Take { sound: Sound::mono(samples).into(), seconds, lips }
    }

    /// Of samples of 16 bits, as [`Take::new`] leaves them.
    pub fn kept(samples: Vec<f32>, lips: Vec<(f64, Viseme)>) -> Take {
        let seconds = samples.len() as f64 / RATE;
        Take { sound: Sound::mono(samples).into(), seconds, lips }
    }

    /// Of what somebody has spoken: at the loudness of lines, its lips read off the text and laid over where the voice is heard. It lasts as long as
    /// it is.
    pub fn recorded(samples: Vec<f32>, text: &str) -> Take {
        let mut samples: Vec<f64> = samples.into_iter().map(f64::from).collect();
        normalise(&mut samples, LOUDNESS, amplitude(PEAK));
        let samples: Vec<f32> = samples.into_iter().map(|x| x as f32).collect();
        let lips = over_voice(&samples, text);
        let seconds = samples.len() as f64 / RATE;
        Take::new(samples, seconds, lips)
    }

    /// What frames `frame` seconds apart show and hear of it.
    pub fn track(&self, frame: f64) -> Track {
        Track { lips: shapes(&self.lips, self.seconds, frame).into(), loud: levels(&self.sound.whole().left).into() }
    }
}

/// Stretches in which a voice is heard, seconds.
fn voiced(samples: &[f32]) -> Vec<(f64, f64)> {
    let levels = levels(samples);
    let least = levels.iter().copied().fold(0.0, f32::max) * SPEAKS;
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (i, _) in levels.iter().enumerate().filter(|(_, level)| **level > least) {
        match out.last_mut() {
            Some((_, to)) if i - *to <= WITHIN => *to = i,
            _ => out.push((i, i)),
        }
    }
    out.into_iter().map(|(from, to)| (from as f64 / Track::RATE, (to + 1) as f64 / Track::RATE)).collect()
}

/// The lips of a text over the parts of a recording in which a voice is heard; at rest between them.
fn over_voice(samples: &[f32], text: &str) -> Vec<(f64, Viseme)> {
    let voiced = voiced(samples);
    let total: f64 = voiced.iter().map(|(from, to)| to - from).sum();
    let mut lips = jabber::spelled(text, total).into_iter().peekable();
    let (mut out, mut said, mut shape) = (vec![(0.0, Viseme::Rest)], 0.0, Viseme::Rest);
    for (from, to) in voiced {
        let end = said + (to - from);
        out.push((from, shape));
        while let Some((time, next)) = lips.next_if(|(time, _)| *time < end) {
            out.push((from + (time - said).max(0.0), next));
            shape = next;
        }
        out.push((to, Viseme::Rest));
        said = end;
    }
    out.dedup_by(|after, before| after.1 == before.1);
    out
}
