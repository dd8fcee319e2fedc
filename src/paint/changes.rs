//! Two display lists enter, the parts of the frame in which they differ leave: rectangles that do not overlap. They may hold pixels
//! that are the same, never leave out one that is not.
use super::bounds::{self, Area};
use crate::display::Item;
use kurbo::Affine;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Rows that are told apart: a figure's box is half empty, its bands are not.
const BAND: i32 = 32;
/// Two parts of a band become one when no more columns than this lie between them: fewer are not worth a part.
const NEAR: i32 = 32;
/// Parts of neighbouring bands become one when their sides are no further apart than this.
const STRAIGHT: i32 = 16;

/// Parts of a frame that do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Rows of a band.
    rows: i32,
    /// By the number of their band, each inside it and [`NEAR`] none of the others in it.
    bands: BTreeMap<i32, Vec<Area>>,
}

impl Default for Parts {
    fn default() -> Self {
        Self { rows: BAND, bands: BTreeMap::new() }
    }
}

impl Parts {
    /// One part.
    pub fn one(area: Area) -> Self {
        let mut parts = Self::default();
        parts.add(area);
        parts
    }

    /// The rectangles: as few as there can be without painting much more than was added.
    pub fn areas(&self) -> Vec<Area> {
        let (mut done, mut open) = (Vec::new(), Vec::<Column>::new());
        for band in self.bands.values() {
            let next = band.iter().map(|part| {
                let above = open.iter().position(|column| column.with(*part).is_some());
                let joined = above.and_then(|i| open.swap_remove(i).with(*part));
                joined.unwrap_or(Column { area: *part, inner: (part.x0, part.x1) })
            });
            let next = next.collect();
            done.extend(std::mem::replace(&mut open, next).into_iter().map(|column| column.area));
        }
        done.extend(open.into_iter().map(|column| column.area));
        done
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.bands.is_empty()
    }

    /// Adds a part: it is joined with those it overlaps, or that are near.
    pub fn add(&mut self, area: Area) {
        if area.is_empty() {
            return;
        }
        let rows = self.rows;
        for band in area.y0.div_euclid(rows)..=(area.y1 - 1).div_euclid(rows) {
            let mut part = Area { y0: area.y0.max(band * rows), y1: area.y1.min((band + 1) * rows), ..area };
            let parts = self.bands.entry(band).or_default();
            while let Some(i) = parts.iter().position(|other| other.x0 - NEAR <= part.x1 && part.x0 - NEAR <= other.x1)
            {
                part = parts.swap_remove(i).around(part);
            }
            parts.push(part);
        }
    }

    /// The parts made larger, until each is of whole cells of `step` × `step` pixels, counted from the frame's corner, or ends with the frame.
    pub(super) fn in_cells(&self, step: i32, frame: Area) -> Self {
        let (down, up) = (|at: i32| at.div_euclid(step) * step, |at: i32| (at + step - 1).div_euclid(step) * step);
        let mut cells = Self { rows: up(BAND), bands: BTreeMap::new() };
        for area in self.bands.values().flatten() {
            let whole = Area { x0: down(area.x0), y0: down(area.y0), x1: up(area.x1), y1: up(area.y1) };
            cells.add(whole.common(frame));
        }
        cells
    }

    /// Adds all parts of another.
    pub fn extend(&mut self, other: &Parts) {
        other.bands.values().flatten().for_each(|area| self.add(*area));
    }
}

/// Parts of bands one below the other, as one.
#[derive(Clone, Copy)]
struct Column {
    area: Area,
    /// The columns that all of them have. Those that not all have are [`STRAIGHT`] at most to a side: less than half of what lies between
    /// neighbours, so that no two columns overlap.
    inner: (i32, i32),
}

impl Column {
    /// With another part below, when that is nearly as wide.
    fn with(self, part: Area) -> Option<Self> {
        let area = self.area.around(part);
        let inner = (self.inner.0.max(part.x0), self.inner.1.min(part.x1));
        let straight = inner.0 - area.x0 <= STRAIGHT && area.x1 - inner.1 <= STRAIGHT;
        (straight && self.area.y1 == part.y0).then_some(Self { area, inner })
    }
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
