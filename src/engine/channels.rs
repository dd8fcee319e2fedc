//! Channels as slots: each channel a runtime meets gets a number, so that reading a pose looks up no key. Enters: channels.
//! Leaves: slots, and how the values of a slot combine (§2).
use super::ids::Slot;
use crate::vocabulary::Channel;
use std::collections::BTreeMap;

/// Slots of the channels every pose has.
pub mod core {
    use super::Slot;
    /// `dx`.
    pub const DX: Slot = 0;
    /// `dy`.
    pub const DY: Slot = 1;
    /// `rot`.
    pub const ROT: Slot = 2;
    /// `sx`.
    pub const SX: Slot = 3;
    /// `sy`.
    pub const SY: Slot = 4;
    /// `mouth`.
    pub const MOUTH: Slot = 5;
    /// `blink`.
    pub const BLINK: Slot = 6;
    /// How many there are: the slots of parts and lifts come after.
    pub const COUNT: Slot = 7;
}

/// How the contributions to a channel combine (§2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// `dx dy rot` and parts.
    Add,
    /// `sx sy`.
    Multiply,
    /// `mouth blink`; NaN when a term is (ruling 12).
    Max,
}

/// How a slot's contributions combine.
pub fn combine_of(slot: Slot) -> Combine {
    match slot {
        core::SX | core::SY => Combine::Multiply,
        core::MOUTH | core::BLINK => Combine::Max,
        _ => Combine::Add,
    }
}

/// The value of a slot that nothing writes.
pub fn rest_of(slot: Slot) -> f64 {
    if combine_of(slot) == Combine::Multiply { 1.0 } else { 0.0 }
}

/// A contribution more.
pub fn combine(slot: Slot, sum: f64, value: f64) -> f64 {
    match combine_of(slot) {
        Combine::Add => sum + value,
        Combine::Multiply => sum * value,
        Combine::Max if sum.is_nan() || value.is_nan() => f64::NAN,
        Combine::Max => sum.max(value),
    }
}

/// The channels a runtime has met.
#[derive(Clone, Debug)]
pub struct Channels {
    keys: Vec<Channel>,
    slots: BTreeMap<Channel, Slot>,
}

impl Default for Channels {
    fn default() -> Self {
        let mut channels = Self { keys: Vec::new(), slots: BTreeMap::new() };
        use Channel::*;
        for channel in [Dx, Dy, Rot, Sx, Sy, Mouth, Blink] {
            channels.slot(&channel);
        }
        channels
    }
}

impl Channels {
    /// The slot of a channel, a new one when it has none yet.
    pub fn slot(&mut self, channel: &Channel) -> Slot {
        if let Some(slot) = self.slots.get(channel) {
            return *slot;
        }
        let slot = self.keys.len() as Slot;
        self.keys.push(channel.clone());
        self.slots.insert(channel.clone(), slot);
        slot
    }

    /// The channel of a slot.
    pub fn channel(&self, slot: Slot) -> Option<&Channel> {
        self.keys.get(slot as usize)
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }
}
