//! The house's colours by name (style.md §8): what a look may say instead of `#RRGGBB`.
use crate::display::Color;
use crate::vocabulary::{nearest, words};

/// Name and colour, in the order of style.md §8.
pub const PALETTE: &[(&str, Color)] = &[
    ("skin1", Color::rgb(0xFF, 0xD6, 0xB8)),
    ("skin2", Color::rgb(0xF3, 0xAF, 0x86)),
    ("skin3", Color::rgb(0xC9, 0x7F, 0x55)),
    ("skin4", Color::rgb(0x8A, 0x51, 0x38)),
    ("cream", Color::rgb(0xF8, 0xE6, 0xC4)),
    ("honey", Color::rgb(0xEB, 0xAE, 0x55)),
    ("rust", Color::rgb(0xC9, 0x65, 0x3B)),
    ("cocoa", Color::rgb(0x70, 0x45, 0x2F)),
    ("slate", Color::rgb(0x66, 0x78, 0x9B)),
    ("violet", Color::rgb(0x8E, 0x6B, 0xC4)),
    ("rose", Color::rgb(0xF2, 0x89, 0x9A)),
    ("tomato", Color::rgb(0xE4, 0x52, 0x3C)),
    ("marigold", Color::rgb(0xF7, 0xB7, 0x33)),
    ("teal", Color::rgb(0x1E, 0x8C, 0x8C)),
    ("mint", Color::rgb(0x9B, 0xD8, 0xBC)),
    ("navy", Color::rgb(0x2F, 0x3E, 0x70)),
    ("plum", Color::rgb(0x48, 0x37, 0x6F)),
    ("sky", Color::rgb(0xCD, 0xEB, 0xEC)),
    ("haze", Color::rgb(0xA8, 0xD2, 0xC4)),
    ("leaf", Color::rgb(0x74, 0xB2, 0x6C)),
    ("pine", Color::rgb(0x2F, 0x6B, 0x57)),
    ("path", Color::rgb(0xF0, 0xD9, 0xA8)),
    ("ink", Color::rgb(0x2A, 0x21, 0x38)),
    ("white", Color::rgb(0xFF, 0xF9, 0xEE)),
];

/// The colours that a palette of a look names.
pub const ROLES: [&str; 6] = ["skin", "coat", "hair", "top", "bottom", "accent"];

/// The colour of a name or of `#RRGGBB`; the house's own goes before a plain word of the same name.
pub fn color(text: &str) -> Option<Color> {
    let own = PALETTE.iter().find(|(name, _)| *name == text).map(|(_, color)| *color);
    own.or_else(|| words::color(text).map(|[r, g, b]| Color::rgb(r, g, b))).or_else(|| Color::from_hex(text))
}

/// Every name that [`color`] knows, the house's own first.
pub fn color_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = PALETTE.iter().map(|(name, _)| *name).collect();
    let plain = words::COLORS.iter().map(|(name, _)| *name).filter(|name| !names.contains(name));
    let plain: Vec<&str> = plain.collect();
    names.extend(plain);
    names
}

/// What else could be written for a text that is no colour.
pub fn color_hint(text: Option<&str>) -> String {
    let near = text.and_then(|word| nearest(word, color_names()));
    let said = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    format!("{said}write #RRGGBB or a name: {}", color_names().join(", "))
}
