//! Where a motion can be cut so that it goes on without a jump, and which of its moments says most: poses enter, numbers leave.
use crate::frame::{CharacterState, FrameState, Pose};
use std::collections::BTreeMap;

/// Degrees, 1080p pixels and shares on one scale, of which about one is what one begins to see; tuned by eye: half a degree of an arm
/// shows as much as a pixel's way.
const DEGREE: f64 = 2.0;
const SHARE: f64 = 200.0;
/// A lid's way: blinks come as they like, and a cut in one shows little.
const LID: f64 = 12.0;

/// Eyes that are shut for so many moments at most only blink.
const BLINK: usize = 5;
/// A pose is held when so many moments before and after it look like it.
const HELD: usize = 2;

/// The moments of a motion as numbers, a place for each channel that any of them moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Motion {
    moments: Vec<Vec<f64>>,
    /// Whether somebody turns in each, or blinks: such a moment says little.
    between: Vec<bool>,
}

/// A loop: the first of its moments, how many there are, and how far the moment after the last is from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loop {
    /// Index of the first moment.
    pub first: usize,
    /// How many moments.
    pub length: usize,
    /// What is seen of the seam; 0 for nothing.
    pub seam: f64,
}

impl Motion {
    /// Of everybody in some frames.
    pub fn of(frames: &[FrameState]) -> Motion {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut rows: Vec<Vec<(usize, f64)>> = Vec::with_capacity(frames.len());
        for frame in frames {
            let mut row = Vec::new();
            let mut put = |name: String, value: f64| {
                let next = places.len();
                row.push((*places.entry(name).or_insert(next), value));
            };
            frame.characters.iter().for_each(|character| channels(character, &mut put));
            rows.push(row);
        }
        let dense = |row: Vec<(usize, f64)>| {
            let mut moment = vec![0.0; places.len()];
            // A channel that is not written is at rest.
            row.into_iter().for_each(|(place, value)| moment[place] = value);
            moment
        };
        let any = |is: fn(&CharacterState) -> bool| -> Vec<bool> {
            frames.iter().map(|frame| frame.characters.iter().any(is)).collect()
        };
        // Eyes that stay shut sleep or cry; those that open again at once only blink.
        let (turning, shut) = (any(turns), any(is_shut));
        let blinking = shut.chunk_by(|a, b| a == b).flat_map(|run| run.iter().map(|shut| *shut && run.len() <= BLINK));
        let between = turning.iter().zip(blinking).map(|(turning, blinking)| *turning || blinking).collect();
        Motion { moments: rows.into_iter().map(dense).collect(), between }
    }

    /// How far two moments are apart in the channel where they differ most; `None` when there is not one of them.
    fn apart(&self, a: usize, b: usize) -> Option<f64> {
        let (a, b) = (self.moments.get(a)?, self.moments.get(b)?);
        Some(a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
    }

    /// The best loop that begins at `lead` or later and has one of these lengths. Ends meet in value and in slope: the moment after the last
    /// is compared with the first, and the one after that with the second. Of loops as good, the earliest. `None` when the moments do not
    /// suffice.
    pub fn best(&self, lead: usize, lengths: impl Iterator<Item = usize> + Clone) -> Option<Loop> {
        let meets = |first: usize, length: usize| {
            let (seam, slope) = (self.apart(first + length, first)?, self.apart(first + length + 1, first + 1)?);
            Some(Loop { first, length, seam: seam.max(slope) })
        };
        let firsts = lead..self.moments.len();
        let all = firsts.flat_map(|first| lengths.clone().filter_map(move |length| meets(first, length)));
        all.min_by(|a, b| a.seam.total_cmp(&b.seam))
    }

    /// The moment that says most: the one that is, with the moments about it, farthest from the first, which is how all begins. A pose that
    /// is held says more than one that is passed.
    pub fn telling(&self) -> usize {
        let way = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>();
        let far = |moment: &Vec<f64>| self.moments.first().map_or(0.0, |rest| way(moment, rest));
        let far: Vec<f64> = self.moments.iter().map(far).collect();
        let clear = |at: &usize| !self.between.get(*at).copied().unwrap_or(false);
        let held = |at: usize| {
            let about = far.iter().take(at + HELD + 1).skip(at.saturating_sub(HELD));
            (at, about.copied().fold(f64::INFINITY, f64::min))
        };
        let scored = (0..far.len()).filter(clear).map(held);
        scored.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map_or(0, |(at, _)| at)
    }
}

/// Whether somebody turns about: it is drawn narrow.
fn turns(character: &CharacterState) -> bool {
    character.facing.abs() < 0.85 || character.pose.sx < 0.7
}

/// Whether somebody's eyes are shut.
fn is_shut(character: &CharacterState) -> bool {
    character.pose.blink > 0.25
}

/// The channels of somebody, each under its name.
fn channels(character: &CharacterState, put: &mut dyn FnMut(String, f64)) {
    let Pose { dx, dy, sx, sy, rot, mouth, blink, parts, lift, .. } = &character.pose;
    let id = &character.id;
    let numbers = [
        ("dx", *dx),
        ("dy", *dy),
        ("sx", (sx - 1.0) * SHARE),
        ("sy", (sy - 1.0) * SHARE),
        ("rot", rot * DEGREE),
        ("mouth", mouth * LID),
        ("blink", blink * LID),
        ("facing", character.facing * SHARE),
    ];
    numbers.into_iter().for_each(|(name, value)| put(format!("{id} {name}"), value));
    parts.iter().for_each(|(key, angle)| put(format!("{id} angle {key}"), angle * DEGREE));
    lift.iter().for_each(|(key, lift)| put(format!("{id} lift {key}"), *lift));
}
