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
        Some(Self { transform: outer * *transform, opacity, blend: *blend, clip: clip.as_deref(), items })
    }

    /// Worth keeping: somebody else holds the items, so they may come again.
    pub fn is_shared(&self) -> bool {
        self.clip.is_none() && Arc::strong_count(self.items) > 1
    }

    pub fn drawn(&self) -> Drawn {
        Drawn { items: Arc::clone(self.items), transform: self.transform, opacity: self.opacity, blend: self.blend }
    }
}

/// The group, when somebody else holds its items too.
pub(super) fn shared(item: &Item, outer: Affine) -> Option<Group<'_>> {
    Group::of(item, outer).filter(Group::is_shared)
}
