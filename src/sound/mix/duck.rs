//! Music gives way to speech: lines' times → the factor of the music at any time.
use super::{Cue, Part};
use crate::sound::RATE;
use crate::sound::signal::curve::{amplitude, smooth};

/// How far music goes under lines, dB.
pub const UNDER: f64 = -9.0;
/// Seconds it takes to go, before a line begins, and to come back after one.
const GOES: f64 = 0.15;
const COMES: f64 = 0.4;

/// The times of lines, joined where the music would hardly come back between them; samples, in order.
#[derive(Clone, Debug, Default)]
pub struct Ducking(Vec<(f64, f64)>);

impl Ducking {
    /// Of the lines among the cues.
    pub fn new(cues: &[Cue]) -> Ducking {
        let lines = cues.iter().filter(|cue| cue.part == Part::Line && cue.volume > 0.0).map(Cue::heard);
        let mut times: Vec<(f64, f64)> = lines.map(|at| (at.start as f64 / RATE, at.end as f64 / RATE)).collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut out: Vec<(f64, f64)> = Vec::new();
        for (from, to) in times {
            match out.last_mut() {
                Some(last) if from - last.1 < GOES + COMES => last.1 = last.1.max(to),
                _ => out.push((from, to)),
            }
        }
        Ducking(out)
    }

    /// The factor at a second.
    pub fn at(&self, t: f64) -> f64 {
        let next = self.0.partition_point(|(from, _)| from - GOES <= t);
        let Some((from, to)) = next.checked_sub(1).and_then(|i| self.0.get(i)) else { return 1.0 };
        let down = smooth((t - (from - GOES)) / GOES) * smooth((to + COMES - t) / COMES);
        amplitude(UNDER * down)
    }
}
