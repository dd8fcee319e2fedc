//! Segments → tracks of 1000 points a second: one value a segment, crossfaded at the boundaries.
use super::segment::{Kind, Segment};
use crate::sound::signal::curve::smooth;

/// Samples from one point of a track to the next (1 ms).
pub const HOP: usize = 48;

/// A track of `count` points; `width` gives the milliseconds of a crossfade before and after a boundary.
pub fn track(
    segments: &[Segment],
    count: usize,
    value: impl Fn(&Segment) -> f64,
    width: impl Fn(&Segment, &Segment) -> (f64, f64),
) -> Vec<f64> {
    let mut out = vec![0.0; count];
    for s in segments {
        let (from, to) = (s.start / HOP, s.end / HOP);
        out.iter_mut().take(to + 1).skip(from).for_each(|point| *point = value(s));
    }
    for pair in segments.windows(2) {
        let [a, b] = pair else { continue };
        let (before, after) = width(a, b);
        let (before, after) = ((before * 48.0).min(0.5 * a.len() as f64), (after * 48.0).min(0.5 * b.len() as f64));
        if before + after < 1.0 {
            continue;
        }
        let edge = b.start as f64;
        let from = ((edge - before) / HOP as f64).ceil().max(0.0) as usize;
        let to = ((edge + after) / HOP as f64) as usize;
        let (old, new) = (value(a), value(b));
        for (i, point) in out.iter_mut().enumerate().take(to + 1).skip(from) {
            let x = ((i * HOP) as f64 - (edge - before)) / (before + after);
            *point = old + (new - old) * smooth(x);
        }
    }
    out
}

/// Crossfades of the throat's shape.
pub fn shape_width(a: &Segment, b: &Segment) -> (f64, f64) {
    match (a.kind, b.kind) {
        (Kind::Vowel, Kind::Vowel) if a.syllable == b.syllable => (45.0, 45.0),
        (Kind::Vowel, Kind::Vowel) => (25.0, 30.0),
        (_, Kind::Vowel) => (8.0, 46.0),
        (Kind::Vowel, _) => (38.0, 8.0),
        _ => (15.0, 20.0),
    }
}

/// Crossfades of the voice.
pub fn voice_width(a: &Segment, b: &Segment) -> (f64, f64) {
    let toneless = |kind| matches!(kind, Kind::Burst | Kind::Noise | Kind::Aspirate);
    match (a.kind, b.kind) {
        (_, Kind::Pause) => (45.0, 8.0),
        (Kind::Pause, _) => (0.0, 26.0),
        (before, Kind::Vowel) if toneless(before) => (4.0, 16.0),
        (_, after) if toneless(after) || after == Kind::Closure => (14.0, 6.0),
        _ => (12.0, 14.0),
    }
}
