//! Where the bubbles of a film's lines hang: what its frames have room for enters, one place a line leaves. A bubble keeps to it for all
//! of its line, so that none jumps while a camera moves.
use super::bubble::Hang;
use std::collections::BTreeMap;

/// What the frames looked at have room for, by the number of the line.
#[derive(Clone, Debug, Default)]
pub struct Rooms(BTreeMap<usize, Room>);

/// The places that one line's bubble has had in every frame.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// In the order of their preference.
    places: [(Hang, bool); 3],
}

impl Rooms {
    /// Notes a frame: the side it would go to first, and where it has room. The first frame of a line says the order.
    pub(super) fn note(&mut self, line: usize, side: Hang, has: impl Fn(Hang) -> bool) {
        let other = if side == Hang::Left { Hang::Right } else { Hang::Left };
        let all = Room { places: [Hang::Over, side, other].map(|hang| (hang, true)) };
        for (hang, is_free) in &mut self.0.entry(line).or_insert(all).places {
            *is_free = *is_free && has(*hang);
        }
    }

    /// Where a line's bubble hangs; `None` when no frame of it was looked at.
    pub(super) fn hang(&self, line: usize) -> Option<Hang> {
        let places = &self.0.get(&line)?.places;
        Some(places.iter().find(|(_, is_free)| *is_free).map_or(Hang::Foot, |(hang, _)| *hang))
    }
}
