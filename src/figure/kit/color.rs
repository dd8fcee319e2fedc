//! One base colour in, its shade and its light out (style.md §3): how the whole house agrees on what the light does.
use crate::display::Color;

/// The ink of lines and outlines (style.md §8).
pub const INK: Color = Color::rgb(0x2A, 0x21, 0x38);
/// What far limbs lean to (style.md §8, plum).
const PLUM: Color = Color::rgb(0x48, 0x37, 0x6F);
/// What greys are shaded with (lib.py).
const GREY_SHADE: Color = Color::rgb(0x7A, 0x5C, 0x8E);
/// Sunlight on a mid or pale base (style.md §3).
const WARM_LIGHT: Color = Color::rgb(0xFF, 0xF1, 0xCF);
/// Sky light on a dark base (style.md §3).
const COOL_LIGHT: Color = Color::rgb(0xC3, 0xA4, 0xE6);

/// The colour at `share` (0..1) of the way from `a` to `b`; opacity stays that of `a`.
pub fn mix(a: Color, b: Color, share: f64) -> Color {
    let channel = |x: u8, y: u8| (f64::from(x) + (f64::from(y) - f64::from(x)) * share).round().clamp(0.0, 255.0) as u8;
    Color { r: channel(a.r, b.r), g: channel(a.g, b.g), b: channel(a.b, b.b), a: a.a }
}

/// Perceived brightness 0..1, by the weights .30 .59 .11.
pub fn luminance(c: Color) -> f64 {
    (0.30 * f64::from(c.r) + 0.59 * f64::from(c.g) + 0.11 * f64::from(c.b)) / 255.0
}

/// One step into the shade: warm hues darken toward red, the others turn toward violet (style.md §3, "Shade colour").
pub fn shade(c: Color) -> Color {
    let Hls { hue, lightness, saturation } = to_hls(c);
    if saturation < 0.06 {
        return mix(c, GREY_SHADE, 0.22);
    }
    let shaded = if !(62.0..=330.0).contains(&hue) {
        let pale = lightness >= 0.80;
        Hls {
            hue: hue - 5.0,
            lightness: lightness * if pale { 0.885 } else { 0.87 },
            saturation: saturation * if pale { 0.66 } else { 0.76 },
        }
    } else {
        let toward_violet = (285.0 - hue + 540.0) % 360.0 - 180.0;
        let darker = if lightness > 0.6 {
            0.80
        } else if lightness > 0.35 {
            0.78
        } else {
            0.74
        };
        Hls {
            hue: hue + (toward_violet * 0.16).clamp(-14.0, 14.0),
            lightness: lightness * darker,
            saturation: saturation * 0.92,
        }
    };
    Color { a: c.a, ..from_hls(shaded) }
}

/// Two steps into the shade: for fine lines drawn in a part's own colour.
pub fn deep(c: Color) -> Color {
    shade(shade(c))
}

/// One step into the light (style.md §3).
pub fn light(c: Color) -> Color {
    if luminance(c) > 0.32 { mix(c, WARM_LIGHT, 0.34) } else { mix(c, COOL_LIGHT, 0.26) }
}

/// The colour of a far limb: one shade darker, a little toward plum (style.md §3).
pub fn far(c: Color) -> Color {
    mix(shade(c), PLUM, 0.07)
}

/// Hue in degrees, the rest 0..1.
struct Hls {
    hue: f64,
    lightness: f64,
    saturation: f64,
}

fn to_hls(c: Color) -> Hls {
    let [r, g, b] = [c.r, c.g, c.b].map(|v| f64::from(v) / 255.0);
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let (lightness, span) = ((high + low) / 2.0, high - low);
    if span <= 0.0 {
        return Hls { hue: 0.0, lightness, saturation: 0.0 };
    }
    let saturation = if lightness <= 0.5 { span / (high + low) } else { span / (2.0 - high - low) };
    let sextant = if high == r {
        (g - b) / span
    } else if high == g {
        2.0 + (b - r) / span
    } else {
        4.0 + (r - g) / span
    };
    Hls { hue: (sextant * 60.0 + 360.0) % 360.0, lightness, saturation }
}

fn from_hls(c: Hls) -> Color {
    let high = if c.lightness <= 0.5 {
        c.lightness * (1.0 + c.saturation)
    } else {
        c.lightness + c.saturation - c.lightness * c.saturation
    };
    let low = 2.0 * c.lightness - high;
    let channel = |turn: f64| {
        let hue = (c.hue + turn + 720.0) % 360.0;
        let v = if hue < 60.0 {
            low + (high - low) * hue / 60.0
        } else if hue < 180.0 {
            high
        } else if hue < 240.0 {
            low + (high - low) * (240.0 - hue) / 60.0
        } else {
            low
        };
        (v * 255.0).round().clamp(0.0, 255.0) as u8
    };
    Color::rgb(channel(120.0), channel(0.0), channel(-120.0))
}
