//! What is heard when: a sound, its time and its place between left and right → its share of any stretch of the soundtrack.
use crate::maths::{cos, sin};
use crate::sound::RATE;
use crate::sound::signal::curve::smooth;
use crate::sound::spool::{Piece, Source};
use std::f64::consts::FRAC_PI_4;
use std::ops::Range;

/// Seconds over which a sound that is cut off fades.
const CUT: f64 = 0.015;
/// How far a speaker at the edge of the stage is heard from that side; 1 would leave the other ear alone.
const WIDTH: f64 = 0.6;
/// Samples from one reckoning of the factors to the next (1 ms).
const POINT: i64 = 48;

/// What a sound is to the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// Speech or song: music gives way to it.
    Line,
    /// An effect.
    Effect,
    /// Music.
    Music {
        /// Seconds of the recording to leave out at its beginning.
        from: f64,
        /// Seconds over which it comes and goes.
        fade: f64,
        /// Begins again when it is over.
        again: bool,
    },
}

/// A sound in the soundtrack.
#[derive(Clone, Debug)]
pub struct Cue {
    /// The sound.
    pub sound: Source,
    /// Seconds from the cartoon's start.
    pub start: f64,
    /// Seconds it is heard at most; infinite to its own end.
    pub dur: f64,
    /// Factor; 1 leaves it as it is.
    pub volume: f64,
    /// Where it stands, a fraction of the stage's width; 0.5 is the middle.
    pub x: f64,
    /// What it is.
    pub part: Part,
}

fn samples(seconds: f64) -> i64 {
    // Saturates: what lasts for ever lasts long enough.
    (seconds * RATE).round() as i64
}

impl Cue {
    /// The samples of the soundtrack in which it is heard.
    pub fn heard(&self) -> Range<i64> {
        let start = samples(self.start);
        let own = match self.part {
            Part::Music { again: true, .. } => i64::MAX / 4,
            Part::Music { from, .. } => self.sound.len() as i64 - samples(from),
            _ => self.sound.len() as i64,
        };
        start..start + own.min(samples(self.dur)).max(0)
    }

    /// It ends before its sound does.
    fn is_cut(&self) -> bool {
        self.heard().end - samples(self.start) < self.sound.len() as i64
    }

    /// Factors of the left and the right channel: as strong together wherever it stands. A recording in two channels stands where it stood.
    fn sides(&self) -> (f64, f64) {
        if self.sound.is_stereo() {
            return (1.0, 1.0);
        }
        let side = ((self.x.clamp(0.0, 1.0) - 0.5) * 2.0 * WIDTH + 1.0) * FRAC_PI_4;
        (cos(side), sin(side))
    }

    /// Adds it to a stretch of the soundtrack that begins at sample `from`; `under` gives the factor at a sample of the soundtrack. Factors are
    /// reckoned once a millisecond, and run evenly between.
    pub fn add(&self, out: &mut [Vec<f32>; 2], from: i64, under: impl Fn(i64) -> f64) {
        let (heard, count) = (self.heard(), out[0].len() as i64);
        let (first, last) = (heard.start.max(from), heard.end.min(from + count));
        let (skip, again) = match self.part {
            Part::Music { from, again, .. } => (samples(from), again),
            _ => (0, false),
        };
        let own = (self.sound.len() as i64 - skip).max(1);
        let (left, right) = self.sides();
        let gain = |at: i64| self.volume * self.fade(at - heard.start, heard.end - heard.start) * under(at);
        // What begins again often is read once.
        let short = (self.sound.len() as i64 <= count).then(|| self.sound.read(0..self.sound.len()));
        let mut long = (0..0, Piece::default());
        let mut at = first;
        while at < last {
            let place = if again { (at - heard.start) % own } else { at - heard.start };
            // Points count from the sound's start: every stretch has the same ones.
            let point = at - (at - heard.start) % POINT;
            let to = (point + POINT).min(last).min(at + own - place);
            let (before, after) = (gain(point), gain(point + POINT));
            let (into, place) = ((at - from) as usize, (place + skip) as usize);
            let count = (to - at) as usize;
            if short.is_none() && !long.0.contains(&place) {
                let range = place..place + (last - at) as usize;
                long = (range.clone(), self.sound.read(range));
            }
            let (base, piece) = short.as_ref().map_or((long.0.start, &long.1), |short| (0, short));
            let sides = [(&piece.left, left), (piece.right.as_ref().unwrap_or(&piece.left), right)];
            for (channel, (sound, side)) in out.iter_mut().zip(sides) {
                let step = ((after - before) * side / POINT as f64) as f32;
                let mut factor = (before * side) as f32 + step * (at - point) as f32;
                for (y, x) in channel[into..into + count].iter_mut().zip(sound.get(place - base..).unwrap_or_default())
                {
                    *y += x * factor;
                    factor += step;
                }
            }
            at = to;
        }
    }

    /// Factor at a sample of what is heard, by how near its ends are.
    fn fade(&self, at: i64, length: i64) -> f64 {
        let left = (length - at) as f64 / RATE;
        let cut = if self.is_cut() { smooth(left / CUT) } else { 1.0 };
        match self.part {
            Part::Music { fade, .. } if fade > 0.0 => cut * smooth(at as f64 / RATE / fade) * smooth(left / fade),
            _ => cut,
        }
    }
}
