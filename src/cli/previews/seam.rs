//! Where a motion can be cut so that it goes on without a jump, and which of its moments says most: poses enter, numbers leave.
use crate::frame::{CharacterState, FrameState, Pose};
use std::collections::BTreeMap;

/// A moment of a motion as numbers, each under its channel: about one unit is what one begins to see.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape(BTreeMap<String, f64>);

/// Degrees, 1080p pixels, shares and words on one scale; tuned by eye: half a degree of an arm shows as much as a pixel's way.
const DEGREE: f64 = 2.0;
const SHARE: f64 = 200.0;
/// A lid's way: blinks come as they like, and a cut in one shows little.
const LID: f64 = 12.0;

impl Shape {
    /// Of everybody in a frame.
    pub fn of(frame: &FrameState) -> Shape {
        let mut shape = Shape::default();
        frame.characters.iter().for_each(|character| shape.add(character));
        shape
    }

    fn add(&mut self, character: &CharacterState) {
        let Pose { dx, dy, sx, sy, rot, mouth, blink, parts, lift, .. } = &character.pose;
        let id = &character.id;
        let mut put = |name: String, value: f64| _ = self.0.insert(format!("{id} {name}"), value);
        put("dx".into(), *dx);
        put("dy".into(), *dy);
        put("sx".into(), (sx - 1.0) * SHARE);
        put("sy".into(), (sy - 1.0) * SHARE);
        put("rot".into(), rot * DEGREE);
        put("mouth".into(), mouth * LID);
        put("blink".into(), blink * LID);
        put("facing".into(), character.facing * SHARE);
        parts.iter().for_each(|(key, angle)| put(format!("angle {key}"), angle * DEGREE));
        lift.iter().for_each(|(key, lift)| put(format!("lift {key}"), *lift));
    }

    /// How far two shapes are apart in the channel where they differ most.
    pub fn apart(&self, other: &Shape) -> f64 {
        let way = |(key, value): (&String, &f64)| (value - other.0.get(key).copied().unwrap_or(0.0)).abs();
        let back = other.0.iter().filter(|(key, _)| !self.0.contains_key(*key)).map(|(_, value)| value.abs());
        self.0.iter().map(way).chain(back).fold(0.0, f64::max)
    }

    /// How far two shapes are apart in all channels together.
    fn spread(&self, other: &Shape) -> f64 {
        self.0.iter().map(|(key, value)| (value - other.0.get(key).copied().unwrap_or(0.0)).abs()).sum()
    }
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

/// The best loop among `shapes`, moments at even distances, that begins at `lead` or later and has one of these lengths. Ends meet in value
/// and in slope: the moment after the last is compared with the first, and the one after that with the second. Of loops as good, the
/// earliest. `None` when the moments do not suffice.
pub(super) fn best(shapes: &[Shape], lead: usize, lengths: impl Iterator<Item = usize> + Clone) -> Option<Loop> {
    let meets = |first: usize, length: usize| {
        let seam = shapes.get(first + length)?.apart(shapes.get(first)?);
        let slope = shapes.get(first + length + 1)?.apart(shapes.get(first + 1)?);
        Some(Loop { first, length, seam: seam.max(slope) })
    };
    let all = (lead..shapes.len()).flat_map(|first| lengths.clone().filter_map(move |length| meets(first, length)));
    all.min_by(|a, b| a.seam.total_cmp(&b.seam))
}

/// The moment that says most of a motion: the one farthest from all others together.
pub(super) fn telling(shapes: &[Shape]) -> usize {
    let open = |shape: &Shape| !shape.0.iter().any(|(key, lid)| key.ends_with("blink") && *lid > LID / 4.0);
    let sum = |shape: &Shape| shapes.iter().map(|other| shape.spread(other)).sum::<f64>();
    let scored = shapes.iter().enumerate().filter(|(_, shape)| open(shape)).map(|(at, shape)| (at, sum(shape)));
    scored.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map_or(0, |(at, _)| at)
}
