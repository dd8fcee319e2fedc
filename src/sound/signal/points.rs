//! A limiter of points, each the highest peak of a millisecond, that come one after another: the gains of [`limiting`](super::level::limiting), about.
use super::level::{REACH, held};
use crate::sound::SAMPLE_RATE;
use std::collections::VecDeque;

/// Points the limiter looks ahead and behind.
const AROUND: usize = REACH * 1000 / SAMPLE_RATE;

/// The limiter. What waits in it is a stretch that is held down, until it ends.
#[derive(Debug)]
pub struct Points<F: FnMut(f32, f32)> {
    most: f32,
    /// Power and peak.
    waiting: VecDeque<(f32, f32)>,
    /// The stretch, as indices of what waits.
    stretch: Option<(usize, usize)>,
    take: F,
}

impl<F: FnMut(f32, f32)> Points<F> {
    /// That holds points times `gain` under `ceiling`, and gives the power and the gain of each to `take`.
    pub fn new(gain: f64, ceiling: f64, take: F) -> Points<F> {
        Points { most: (ceiling / gain) as f32, waiting: VecDeque::new(), stretch: None, take }
    }

    /// The next point.
    pub fn push(&mut self, power: f32, peak: f32) {
        self.waiting.push_back((power, peak));
        let here = self.waiting.len() - 1;
        // No stretch of a later point meets it.
        if self.stretch.is_some_and(|(_, to)| here > to + 2 * AROUND) {
            self.give();
        }
        let here = self.waiting.len() - 1;
        if peak > self.most {
            let from = self.stretch.map_or(here.saturating_sub(2 * AROUND), |(from, _)| from);
            self.stretch = Some((from, here + 2 * AROUND + 1));
        }
        while self.stretch.is_none() && self.waiting.len() > 2 * AROUND {
            self.give_first(1.0);
        }
    }

    /// Those that still wait.
    pub fn end(mut self) {
        self.give();
        while !self.waiting.is_empty() {
            self.give_first(1.0);
        }
    }

    /// The stretch, and what lies before it.
    fn give(&mut self) {
        let Some((from, to)) = self.stretch.take() else { return };
        let to = to.min(self.waiting.len());
        let gains = held(self.waiting.range(from..to).map(|(_, peak)| *peak), self.most, AROUND);
        (0..from).for_each(|_| self.give_first(1.0));
        gains.into_iter().for_each(|gain| self.give_first(gain));
    }

    fn give_first(&mut self, gain: f32) {
        if let Some((power, _)) = self.waiting.pop_front() {
            (self.take)(power, gain);
        }
    }
}
