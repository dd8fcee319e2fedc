//! The names a formula may use: the built-in ones, and a program's own, interned to slots.
use super::formula::Instr;
use std::collections::HashMap;
use std::f64::consts::{E, PI};
use std::sync::Arc;

/// Number of a name within its program's [`NameTable`].
pub type NameSlot = u32;

/// The built-in names (§5) with what each means. They come before params, vars and page globals (ruling 29).
pub const BUILT_INS: &[(&str, &str)] = &[
    ("tau", "seconds since the behaviour (in a scene: the scene) started"),
    ("local", "seconds on the motion's own clock; 0 outside a motion"),
    ("t", "seconds on the film's clock"),
    ("dur", "how long the behaviour or the pinned scene lasts, seconds; Infinity when nothing says"),
    ("loud", "loudness of the voice, 0..1"),
    ("talking", "1 while the character speaks, else 0"),
    ("random", "a new number each time it is read, 0 ≤ x < 1"),
    ("pi", "3.14159…"),
    ("e", "2.71828…"),
];

/// The instruction of a built-in name.
pub(super) fn built_in(name: &str) -> Option<Instr> {
    Some(match name {
        "tau" => Instr::Tau,
        "local" => Instr::Local,
        "t" => Instr::T,
        "dur" => Instr::Dur,
        "loud" => Instr::Loud,
        "talking" => Instr::Talking,
        "random" => Instr::Random,
        "pi" => Instr::Number(PI),
        "e" => Instr::Number(E),
        _ => return None,
    })
}

/// Every name of a program that is not built in. Names are data: `constructor` and `__proto__` are names like any other.
#[derive(Clone, Debug, Default)]
pub struct NameTable {
    names: Vec<Arc<str>>,
    slots: HashMap<Arc<str>, NameSlot>,
}

impl NameTable {
    /// The slot of `name`, a new one when it has none yet.
    pub fn intern(&mut self, name: &str) -> NameSlot {
        if let Some(slot) = self.slots.get(name) {
            return *slot;
        }
        let slot = self.names.len() as NameSlot;
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.slots.insert(name, slot);
        slot
    }

    /// The slot of `name`, when it has one.
    pub fn slot(&self, name: &str) -> Option<NameSlot> {
        self.slots.get(name).copied()
    }

    /// The name of a slot.
    pub fn name(&self, slot: NameSlot) -> Option<&Arc<str>> {
        self.names.get(slot as usize)
    }

    /// All names, by slot.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }
}
