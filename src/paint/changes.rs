//! Two display lists enter, the parts of the frame in which they differ leave: rectangles that do not overlap. They may hold pixels
//! that are the same, never leave out one that is not.
use super::bounds::{self, Area};
use crate::display::Item;
use kurbo::Affine;
use std::sync::Arc;

/// More parts than this are not worth telling apart.
const PARTS: usize = 12;
/// Two parts become one when that adds no more than this share to what is painted.
const WASTE: f64 = 1.15;

/// Parts of a frame that do not overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts(Vec<Area>);

impl Parts {
    /// One part.
    pub fn one(area: Area) -> Self {
        let mut parts = Self::default();
        parts.add(area);
        parts
    }

    /// The rectangles.
    pub fn areas(&self) -> &[Area] {
        &self.0
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a part: it is joined with those it overlaps, or that are near.
    pub fn add(&mut self, area: Area) {
        if area.is_empty() {
            return;
        }
        let mut area = area;
        while let Some(i) = self.0.iter().position(|part| joins(*part, area)) {
            area = self.0.swap_remove(i).around(area);
        }
        self.0.push(area);
        if self.0.len() > PARTS {
            self.join_nearest();
        }
    }

    /// Adds all parts of another.
    pub fn extend(&mut self, other: &Parts) {
        other.0.iter().for_each(|area| self.add(*area));
    }

    fn join_nearest(&mut self) {
        let pairs = (0..self.0.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let waste = |&(i, j): &(usize, usize)| {
            let (a, b) = (self.0[i], self.0[j]);
            a.around(b).bytes().saturating_sub(a.bytes() + b.bytes())
        };
        if let Some((i, j)) = pairs.min_by_key(waste) {
            let (a, b) = (self.0.swap_remove(i), self.0.swap_remove(j));
            self.add(a.around(b));
        }
    }
}

fn joins(a: Area, b: Area) -> bool {
    !a.common(b).is_empty() || a.around(b).bytes() as f64 <= WASTE * (a.bytes() + b.bytes()) as f64
}

/// Where pictures of the two lists can differ inside `frame`.
pub(super) fn changes(old: &[Item], new: &[Item], outer: Affine, frame: Area, parts: &mut Parts) {
    let same_front = old.iter().zip(new).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[same_front..], &new[same_front..]);
    let same_back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[..old.len() - same_back], &new[..new.len() - same_back]);
    if old.len() != new.len() {
        let touched = |item| parts.add(frame.touched_by(bounds::of_item(item, outer)));
        return old.iter().chain(new).for_each(touched);
    }
    for (a, b) in old.iter().zip(new) {
        match (a, b) {
            (Item::Several(a), Item::Several(b)) => changes(a, b, outer, frame, parts),
            (a, b) if same(a, b) => {}
            (a, b) => {
                [a, b].map(|item| parts.add(frame.touched_by(bounds::of_item(item, outer)))).into_iter().collect()
            }
        }
    }
}

/// True when both paint the same; what is shared is not looked at item by item.
fn same(a: &Item, b: &Item) -> bool {
    match (a, b) {
        (
            Item::Group { transform, opacity, blend, clip, items },
            Item::Group { transform: t, opacity: o, blend: l, clip: c, items: i },
        ) => (transform, opacity, blend, clip) == (t, o, l, c) && (Arc::ptr_eq(items, i) || items == i),
        _ => a == b,
    }
}
