//! Palettes: colours that go together, by name, and what a template's slots take of one.
//!
//! Enters: the shipped table `palettes.json`. Leaves: colours by slot. Draws nothing.
use crate::display::Color;
use crate::figure::template::{Template, color};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Colours by what they are for: `skin coat hair top bottom accent`.
pub type Palette = BTreeMap<String, String>;

static TABLE: LazyLock<BTreeMap<String, Palette>> =
    LazyLock::new(|| serde_json::from_str(include_str!("palettes.json")).unwrap_or_default());

/// What slots of these names take where the template does not say.
const PLAIN: [(&str, &str); 3] = [("body", "coat"), ("acc", "accent"), ("hair", "hair")];

/// The shipped palettes by name.
pub fn palettes() -> &'static BTreeMap<String, Palette> {
    &TABLE
}

/// What the slots of a template take of a palette.
pub(super) fn slots(palette: &Palette, template: &Template) -> BTreeMap<String, Color> {
    let role = |slot: &String| match template.palette.is_empty() {
        false => template.palette.get(slot).map(String::as_str),
        true => PLAIN.iter().find(|(plain, _)| plain == slot).map(|(_, role)| *role),
    };
    let of = |slot: &String| Some((slot.clone(), color(palette.get(role(slot)?)?)?));
    template.colors.keys().filter_map(of).collect()
}
