//! The colours of one figure: a template's slots with a look's choices laid over them.
//!
//! Enters: slots. Leaves: a colour for every tint. A slot that steps from another follows it when a look changes that.
use crate::display::Color;
use crate::figure::kit::{deep, light, mix, shade};
use crate::figure::template::color;
use crate::figure::template::{Slot, Step, Tint};
use std::collections::BTreeMap;

/// Slots that refer to one another deeper than this are a circle, and end in [`Colors::LOST`].
const DEEPEST: usize = 8;

/// Every slot's colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colors {
    slots: BTreeMap<String, Color>,
}

impl Colors {
    /// What an unknown slot is painted with; a checked template has none.
    pub const LOST: Color = Color::rgb(0xFF, 0x00, 0xFF);

    /// The slots of a template, those in `chosen` with the look's colours.
    pub fn new(slots: &BTreeMap<String, Slot>, chosen: &BTreeMap<String, Color>) -> Colors {
        let of = |name: &String| (name.clone(), resolve(name, slots, chosen, DEEPEST));
        let extra = chosen.iter().map(|(name, color)| (name.clone(), *color));
        Colors { slots: extra.chain(slots.keys().map(of)).collect() }
    }

    /// The colour of a tint.
    pub fn get(&self, tint: &Tint) -> Color {
        let base = tint.fixed().or_else(|| self.slots.get(&tint.base).copied()).or_else(|| color(&tint.base));
        stepped(base.unwrap_or(Self::LOST), &tint.steps)
    }
}

fn resolve(name: &str, slots: &BTreeMap<String, Slot>, chosen: &BTreeMap<String, Color>, room: usize) -> Color {
    if let Some(color) = chosen.get(name) {
        return *color;
    }
    let Some(slot) = slots.get(name).filter(|_| room > 0) else { return color(name).unwrap_or(Colors::LOST) };
    let of = |tint: &Tint| {
        let base = tint.fixed().unwrap_or_else(|| resolve(&tint.base, slots, chosen, room - 1));
        stepped(base, &tint.steps)
    };
    match slot {
        Slot::Tint(tint) => of(tint),
        Slot::Mix(a, b, share) => mix(of(a), of(b), share.clamp(0.0, 1.0)),
    }
}

fn stepped(base: Color, steps: &[Step]) -> Color {
    steps.iter().fold(base, |color, step| match step {
        Step::Shade => shade(color),
        Step::Light => light(color),
        Step::Deep => deep(color),
    })
}
