//! How loud and how high a mix is, millisecond by millisecond: enough to tell its loudness at any gain, held under the ceiling, without making it anew.
use crate::sound::signal::curve::amplitude;
use crate::sound::signal::filter::{K_WEIGHTING, Section};
use crate::sound::signal::level::gated;
use crate::sound::signal::points::Points;
use crate::sound::spool::{Source, Spool};
use crate::sound::{PEAK, SAMPLE_RATE, Sound};
use std::ops::Range;
use std::sync::Arc;

/// Samples of a point (1 ms).
const POINT: usize = SAMPLE_RATE / 1000;
/// Points of a step of the loudness measure (100 ms), and steps of a block (400 ms).
const STEP: usize = 100;
const BLOCK: usize = 4;
/// Points of a page (1 min, half a megabyte): what is read at once.
const PAGE: usize = 60_000;
/// Bytes of pages kept in memory: four minutes; an hour has 29 MB of them.
const ROOM: usize = 2 << 20;

/// A mix's levels before any gain, a point each: the mean weighted power, both channels together, and the height of the higher channel.
#[derive(Clone, Debug)]
pub struct Profile {
    filters: [[Section; 2]; 2],
    spool: Arc<Spool>,
    /// Powers are the left channel, heights the right one.
    pages: Vec<Source>,
    /// The page begun.
    page: (Vec<f32>, Vec<f32>),
    begun: (f64, f32, usize),
    highest: f32,
}

impl Profile {
    /// Of nothing yet; its pages lie beside the sounds of a spool.
    pub fn new(beside: &Spool) -> Profile {
        let spool = Arc::new(beside.another(ROOM));
        let (pages, page) = Default::default();
        Profile { filters: [K_WEIGHTING; 2], spool, pages, page, begun: (0.0, 0.0, 0), highest: 1e-9 }
    }

    /// The next samples, and the higher channel's height about each.
    pub fn push(&mut self, [left, right]: [&[f32]; 2], heights: &[f32]) {
        let (mut at, count) = (0, left.len());
        while at < count {
            let to = (at + POINT - self.begun.2).min(count);
            let [[a1, a2], [b1, b2]] = &mut self.filters;
            let mut power = self.begun.0;
            // Two at once: neither waits for the other.
            for (l, r) in left[at..to].iter().zip(&right[at..to]) {
                let (l, r) = (a2.step(a1.step(f64::from(*l))), b2.step(b1.step(f64::from(*r))));
                power += l * l + r * r;
            }
            let peak = heights[at..to].iter().copied().fold(self.begun.1, f32::max);
            self.begun = (power, peak, self.begun.2 + to - at);
            at = to;
            if self.begun.2 == POINT {
                self.end_point();
            }
        }
    }

    fn end_point(&mut self) {
        let (power, peak, count) = std::mem::take(&mut self.begun);
        self.page.0.push((power / count.max(1) as f64) as f32);
        self.page.1.push(peak);
        self.highest = self.highest.max(peak);
        if self.page.0.len() == PAGE {
            self.end_page();
        }
    }

    fn end_page(&mut self) {
        let (left, right) = std::mem::take(&mut self.page);
        self.pages.push(self.spool.keep(Arc::new(Sound { left, right: Some(right) })));
    }

    /// Ends the last point.
    pub fn end(mut self) -> Profile {
        if self.begun.2 > 0 {
            self.end_point();
        }
        self.end_page();
        self
    }

    /// The highest peak, above 0.
    pub fn highest(&self) -> f32 {
        self.highest
    }

    /// True when a limiter has something to do at this gain within these samples.
    pub fn is_limited(&self, samples: Range<i64>, gain: f64) -> bool {
        let most = (amplitude(PEAK) / gain) as f32;
        if self.highest <= most {
            return false;
        }
        let point = |sample: i64| sample.max(0) as usize / POINT;
        let (first, end) = (point(samples.start), point(samples.end) + 1);
        let pages = self.pages.iter().enumerate().skip(first / PAGE).take_while(|(i, _)| i * PAGE < end);
        let mut pages = pages.map(|(i, page)| page.read(first.saturating_sub(i * PAGE)..end - i * PAGE));
        pages.any(|part| part.right.is_some_and(|peaks| peaks.iter().any(|peak| *peak > most)))
    }

    /// Loudness at a gain, held under the ceiling, LUFS; −99 when nothing is loud enough to count.
    pub fn lufs(&self, gain: f64) -> f64 {
        let mut steps = Vec::new();
        let (mut step, mut in_step, mut all, mut count) = (0.0, 0, 0.0, 0);
        let mean = |sum: f64, count: usize| sum / count.max(1) as f64 * gain * gain;
        let mut points = Points::new(gain, amplitude(PEAK), |power, held| {
            let power = f64::from(power) * (f64::from(held) * f64::from(held));
            (step, in_step, all, count) = (step + power, in_step + 1, all + power, count + 1);
            if in_step == STEP {
                steps.push(mean(step, STEP));
                (step, in_step) = (0.0, 0);
            }
        });
        for page in &self.pages {
            let page = page.read(0..page.len());
            let peaks = page.right.as_deref().unwrap_or_default();
            page.left.iter().zip(peaks).for_each(|(power, peak)| points.push(*power, *peak));
        }
        points.end();
        if steps.len() < BLOCK {
            return gated(&[mean(all, count)]);
        }
        let blocks: Vec<f64> = steps.windows(BLOCK).map(|w| w.iter().sum::<f64>() / BLOCK as f64).collect();
        gated(&blocks)
    }
}
