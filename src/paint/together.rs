//! Groups painted side by side: for a single picture, in which no time is won by keeping any. A painter's items enter, their surfaces are
//! laid in the items' order, so that no byte is another.
use super::blend::{self, Surface};
use super::bounds::{self, Area};
use super::group::Group;
use super::painter::{EVERYWHERE, On, Painter, SMALL, is_grade};
use crate::display::Item;
use rayon::prelude::*;
use std::sync::Mutex;

/// Surfaces that wait to be laid, for each thread: enough that none stands idle while another has the largest.
const WAITING: usize = 2;

impl Painter {
    /// Paints the items one on the other, in all of the target.
    pub(super) fn paint_together<'a>(
        &mut self,
        items: impl IntoIterator<Item = &'a Item>,
        on: On,
        target: &mut Surface,
    ) {
        let mut flat = Vec::new();
        items.into_iter().for_each(|item| flatten(item, &mut flat));
        let (area, threads) = (target.area, rayon::current_num_threads());
        // Painters last as long as the picture: what they hold need not be asked of the machine again.
        let another = |_| Mutex::new(self.another());
        let painters: Vec<_> = (0..threads).map(another).collect();
        for some in flat.chunks(threads * WAITING) {
            let make = |(i, item): (usize, &'a Item)| painters.get(i % threads)?.lock().ok()?.made(item, on, area);
            let made: Vec<_> = some.par_iter().copied().enumerate().map(make).collect();
            for (i, (item, made)) in some.iter().zip(made).enumerate() {
                match made {
                    Some((group, surface)) => {
                        on.parts
                            .iter()
                            .for_each(|part| blend::lay(&surface, target, *part, group.opacity, group.blend));
                        if let Some(Ok(mut painter)) = painters.get(i % threads).map(Mutex::lock) {
                            painter.give_back(surface.data);
                        }
                    }
                    None => self.paint_item(item, on, target),
                }
            }
        }
    }

    /// A group's surface, when it is one of its own that nobody keeps.
    fn made<'a>(&mut self, item: &'a Item, on: On, target: Area) -> Option<(Group<'a>, Surface)> {
        let group = Group::of(item, on.outer)?;
        if group.opacity == 0 || group.clip.is_some() || group.items.iter().any(is_grade) {
            return None;
        }
        if group.is_shared() {
            let (cornered, _) = group.at_corner();
            let whole = EVERYWHERE.touched_by(bounds::of_items(group.items, cornered.transform));
            if whole.bytes() <= on.frame_bytes / SMALL {
                return None;
            }
        }
        let area = target.touched_by(bounds::of_items(group.items, group.transform));
        if area.is_empty() {
            return None;
        }
        let surface = self.surface_of(&group, area, on.frame_bytes);
        Some((group, surface))
    }
}

/// The items of an item that has several.
fn flatten<'a>(item: &'a Item, flat: &mut Vec<&'a Item>) {
    match item {
        Item::Several(items) => items.iter().for_each(|item| flatten(item, flat)),
        item => flat.push(item),
    }
}
