//! An [`Item::Group`]'s pieces in the frame's pixels. Paints nothing.
use super::kept::Drawn;
use crate::display::{Blend, Item};
use kurbo::{Affine, BezPath};
use std::sync::Arc;

/// The pieces of an [`Item::Group`].
pub(super) struct Group<'a> {
    pub transform: Affine,
    pub opacity: u8,
    pub blend: Blend,
    pub clip: Option<&'a BezPath>,
    pub items: &'a Arc<[Item]>,
}

impl<'a> Group<'a> {
    pub fn of(item: &'a Item, outer: Affine) -> Option<Self> {
        let Item::Group { transform, opacity, blend, clip, items } = item else { return None };
        // NaN becomes 0.
        let opacity = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        let [a, b, c, d, x, y] = (outer * *transform).as_coeffs();
        // Noise far below what a coverage sees would make each of a drifting thing's pictures another one.
        let transform = Affine::new([a, b, c, d, on_grid(x), on_grid(y)]);
        Some(Self { transform, opacity, blend: *blend, clip: clip.as_deref(), items })
    }

    /// Worth keeping: somebody else holds the items, so they may come again.
    pub fn is_shared(&self) -> bool {
        self.clip.is_none() && Arc::strong_count(self.items) > 1
    }

    /// The same art within a pixel of the corner, and by how many whole pixels it is moved from there. What drifts a quarter of a pixel at a
    /// time is then one of four pictures, moved.
    pub fn at_corner(&self) -> (Self, (i32, i32)) {
        let [a, b, c, d, x, y] = self.transform.as_coeffs();
        let whole = (x.floor(), y.floor());
        let transform = Affine::new([a, b, c, d, x - whole.0, y - whole.1]);
        (Self { transform, ..*self }, (whole.0 as i32, whole.1 as i32))
    }

    pub fn drawn(&self) -> Drawn {
        Drawn { items: Arc::clone(self.items), transform: self.transform, opacity: self.opacity, blend: self.blend }
    }
}

/// Parts of a pixel that a group's place is told apart by.
const PARTS: f64 = 65_536.0;

fn on_grid(value: f64) -> f64 {
    (value * PARTS).round() / PARTS
}

/// A living thing of a place: groups that stand by themselves, each somebody else's too.
pub(super) fn living(item: &Item) -> Option<&[Item]> {
    let Item::Several(items) = item else { return None };
    (!items.is_empty() && items.iter().all(|item| shared(item, Affine::IDENTITY).is_some())).then_some(items)
}

/// The group, when somebody else holds its items too.
pub(super) fn shared(item: &Item, outer: Affine) -> Option<Group<'_>> {
    Group::of(item, outer).filter(Group::is_shared)
}
