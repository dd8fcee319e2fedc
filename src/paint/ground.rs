//! The ground of a frame: the art of its place, most of which stays as it is while some of it lives. The list's first items enter, painted
//! parts leave; what is kept changes no byte.
use super::blend::Surface;
use super::bounds::{self, Area};
use super::group::{Group, living, shared};
use super::kept::Key;
use super::painter::{On, Painter};
use super::sparse::Sparse;
use crate::display::Item;
use kurbo::Affine;
use std::sync::Arc;

impl Painter {
    /// Fills the parts with the list's first items, those that are shared groups or live by themselves, and says how many they are.
    ///
    /// Two pictures are kept: what lies behind all that lives, and all that does not. Where nothing living shows the second is the whole truth.
    pub(super) fn paint_ground(&mut self, items: &[Item], frame: &mut Surface, parts: &[Area]) -> usize {
        if self.kept.is_once() {
            parts.iter().for_each(|part| frame.clear(*part));
            return 0;
        }
        let still: Vec<_> = items.iter().map_while(|item| shared(item, Affine::IDENTITY)).collect();
        let count = items.iter().take_while(|item| still_or_living(item)).count();
        let ground = items.get(..count).unwrap_or_default();
        let on = On { outer: Affine::IDENTITY, parts, frame_bytes: frame.data.len() };
        let Some(behind) = self.picture_of(&still, None, frame.area, on) else {
            parts.iter().for_each(|part| frame.clear(*part));
            ground.iter().for_each(|item| self.paint_item(item, on, frame));
            return count;
        };
        let alive: Vec<_> = ground
            .iter()
            .filter(|item| living(item).is_some())
            .map(|item| frame.area.touched_by(bounds::of_item(item, Affine::IDENTITY)))
            .collect();
        let (lively, calm) = divide(parts, &alive);
        lively.iter().for_each(|part| behind.copy(frame, *part));
        let on = On { parts: &lively, ..on };
        ground.iter().skip(still.len()).for_each(|item| self.paint_item(item, on, frame));
        if !calm.is_empty() {
            let all: Vec<_> = ground.iter().filter_map(|item| shared(item, Affine::IDENTITY)).collect();
            let on = On { parts: &calm, ..on };
            match self.picture_of(&all, Some((&behind, still.len())), frame.area, on) {
                Some(all) => calm.iter().for_each(|part| all.copy(frame, *part)),
                None => {
                    calm.iter().for_each(|part| behind.copy(frame, *part));
                    all.iter().skip(still.len()).for_each(|group| self.paint_group(group, on, frame));
                }
            }
        }
        count
    }

    /// The groups as one picture of the frame, the first of them painted already where that is said; `None` when it is not worth keeping.
    fn picture_of(
        &mut self,
        groups: &[Group],
        begun: Option<(&Sparse, usize)>,
        area: Area,
        on: On,
    ) -> Option<Arc<Sparse>> {
        if groups.is_empty() {
            return None;
        }
        let key = Key { groups: groups.iter().map(Group::drawn).collect(), area: Some(area) };
        if let Some(known) = self.kept.find(&key) {
            return Some(known);
        }
        if !self.kept.is_worth(&key) {
            return None;
        }
        let mut surface = self.blank(area);
        let (parts, mut done) = ([area], 0);
        if let Some((first, count)) = begun {
            first.copy(&mut surface, area);
            done = count;
        }
        // What is painted of them once is not kept one by one.
        let whole = On { parts: &parts, frame_bytes: if done > 0 { on.frame_bytes } else { 0 }, ..on };
        groups.iter().skip(done).for_each(|group| self.paint_group(group, whole, &mut surface));
        Some(self.keep(key, surface, on.frame_bytes))
    }
}

fn still_or_living(item: &Item) -> bool {
    shared(item, Affine::IDENTITY).is_some() || living(item).is_some()
}

/// The parts' pieces inside any of the boxes, and the others; none of them overlap.
fn divide(parts: &[Area], boxes: &[Area]) -> (Vec<Area>, Vec<Area>) {
    let (mut inside, mut outside) = (Vec::new(), parts.to_vec());
    for area in boxes {
        inside.extend(outside.iter().map(|part| part.common(*area)).filter(|common| !common.is_empty()));
        outside = outside.iter().flat_map(|part| part.without(*area)).collect();
    }
    (inside, outside)
}
