//! What painters keep: pictures of art that stays the same from frame to frame, found again by the identity of its shared
//! items. It may only save time: what is kept is what would be painted anew.
use super::bounds::Area;
use super::sparse::Sparse;
use crate::display::{Blend, Item};
use kurbo::Affine;
use std::sync::{Arc, Mutex, PoisonError};

/// How many pictures of the frame's size may be kept, in bytes; beyond it the longest unused go first. A living place is a backdrop and
/// up to nine layers that move or lie between, about three frames of what shows; with a cut the old place goes as the new one comes.
const FRAMES_KEPT: usize = 4;

/// No more pictures than this are kept: each is looked for among all.
const MOST: usize = 384;

/// Of so much art it is known where it was last asked for.
const ASKED: usize = 64;

/// One group as it was painted.
#[derive(Clone)]
pub(super) struct Drawn {
    /// Held, so that its address is not given to other items as long as it is kept.
    pub items: Arc<[Item]>,
    pub transform: Affine,
    pub opacity: u8,
    pub blend: Blend,
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.items, &other.items)
            && self.transform == other.transform
            && self.opacity == other.opacity
            && self.blend == other.blend
    }
}

/// The groups painted one on the other, and the surface they were painted for: its part of the frame, or nothing when all of them was
/// painted, wherever it lies.
#[derive(Clone, PartialEq)]
pub(super) struct Key {
    pub groups: Vec<Drawn>,
    pub area: Option<Area>,
}

impl Key {
    /// True when the other is of the same art, wherever it lies.
    fn of_the_same(&self, other: &Self) -> bool {
        let pairs = || self.groups.iter().zip(&other.groups);
        self.groups.len() == other.groups.len() && pairs().all(|(a, b)| Arc::ptr_eq(&a.items, &b.items))
    }
}

struct Entry {
    key: Key,
    surface: Arc<Sparse>,
    used: u64,
}

#[derive(Default)]
struct Store {
    entries: Vec<Entry>,
    clock: u64,
    /// What was last asked of each art, the newest last.
    asked: Vec<Key>,
}

/// Pictures of unchanging art, shared by the painters that are given it. Bounded.
#[derive(Default)]
pub struct Kept {
    store: Mutex<Store>,
    /// Nothing comes after the first picture.
    once: bool,
}

impl Kept {
    /// For a single picture: only small art, which may come again in it, is kept.
    pub fn once() -> Self {
        Self { once: true, ..Self::default() }
    }

    /// True when nothing comes after the first picture.
    pub(super) fn is_once(&self) -> bool {
        self.once
    }

    pub(super) fn find(&self, key: &Key) -> Option<Arc<Sparse>> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        store.clock += 1;
        let clock = store.clock;
        let entry = store.entries.iter_mut().find(|entry| entry.key == *key)?;
        entry.used = clock;
        Some(Arc::clone(&entry.surface))
    }

    /// Whether a picture of a frame's size is worth keeping: its art is met for the first time, or lies where it was last asked for. What a
    /// camera moves is another picture in each frame, and none of them comes again.
    pub(super) fn is_worth(&self, key: &Key) -> bool {
        if self.once {
            return false;
        }
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(i) = store.asked.iter().position(|asked| asked.of_the_same(key)) else {
            if store.asked.len() >= ASKED {
                store.asked.remove(0);
            }
            store.asked.push(key.clone());
            return true;
        };
        let last = store.asked.remove(i);
        store.asked.push(key.clone());
        last == *key
    }

    /// Keeps `surface`; `frame` is the size of a frame in bytes, from which the bound follows.
    pub(super) fn keep(&self, key: Key, surface: Arc<Sparse>, frame: usize) {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let used = store.clock;
        if store.entries.iter().all(|entry| entry.key != key) {
            store.entries.push(Entry { key, surface, used });
        }
        let size = |store: &Store| store.entries.iter().map(|entry| entry.surface.size()).sum::<usize>();
        while size(&store) > frame.saturating_mul(FRAMES_KEPT) || store.entries.len() > MOST {
            let oldest = store.entries.iter().enumerate().min_by_key(|(_, entry)| entry.used).map(|(i, _)| i);
            let Some(oldest) = oldest else { break };
            store.entries.swap_remove(oldest);
        }
    }
}
