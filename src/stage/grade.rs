//! The grades by their words (`normal bloom night sepia sunset noir cold warm dream`): a word enters, the numbers of a look
//! leave. All numbers tuned by eye on the park and the shipped places; skin and the caption's white were watched most.
use crate::display::{Color, Glow, Grade, Vignette};

/// The grades' words, the plain one first.
pub const GRADES: [&str; 9] = ["normal", "bloom", "night", "sepia", "sunset", "noir", "cold", "warm", "dream"];

/// The look of a grade's word; `None` for an unknown one.
pub fn grade(word: &str) -> Option<Grade> {
    let plain = Grade::default();
    Some(match word {
        "normal" => plain,
        "bloom" => bloom(),
        "night" => night(),
        "sepia" => sepia(),
        "sunset" => sunset(),
        "noir" => noir(),
        "cold" => Grade {
            saturation: 0.8,
            slope: [0.93, 0.98, 1.06],
            offset: [-0.006, 0.0, 0.034],
            power: [1.06, 1.03, 0.96],
            contrast: 0.16,
            vignette: edge(0.55, 0.22, Color::rgb(0x14, 0x2A, 0x48)),
            ..plain
        },
        "warm" => Grade {
            saturation: 1.06,
            slope: [1.05, 0.99, 0.92],
            offset: [0.018, 0.006, -0.006],
            power: [0.94, 0.99, 1.06],
            vignette: edge(0.6, 0.16, Color::rgb(0x5A, 0x26, 0x12)),
            ..plain
        },
        "dream" => dream(),
        _ => return None,
    })
}

/// A film that sees the warm brighter than the eye does: faces and clothes stand off from leaves and skies of the same light.
const RED_GLASS: [f64; 3] = [0.66, 0.36, -0.02];
const ORANGE_GLASS: [f64; 3] = [0.58, 0.38, 0.04];

fn edge(start: f64, strength: f64, color: Color) -> Option<Vignette> {
    Some(Vignette { start, strength, color })
}

fn glow(threshold: f64, radius: f64, strength: f64, tint: Color) -> Option<Glow> {
    Some(Glow { threshold, radius, strength, tint })
}

/// The heart opens: warm light spills from all that is bright, colours richer, shadows lifted toward rose.
fn bloom() -> Grade {
    Grade {
        saturation: 1.12,
        slope: [1.04, 0.995, 0.92],
        offset: [0.03, 0.01, 0.014],
        power: [0.9, 0.965, 1.0],
        contrast: 0.1,
        glow: glow(0.5, 0.035, 0.56, Color::rgb(0xFF, 0xDE, 0xA0)),
        vignette: edge(0.7, 0.14, Color::rgb(0x9A, 0x50, 0x48)),
        ..Grade::default()
    }
}

/// Moonlight: dark and blue, little colour, lamps and windows still shine.
fn night() -> Grade {
    Grade {
        saturation: 0.76,
        slope: [0.64, 0.68, 0.86],
        offset: [-0.01, 0.0, 0.05],
        power: [1.28, 1.24, 1.06],
        contrast: 0.26,
        glow: glow(0.78, 0.022, 0.34, Color::rgb(0xFF, 0xD0, 0x8A)),
        vignette: edge(0.45, 0.42, Color::rgb(0x08, 0x0A, 0x24)),
        ..Grade::default()
    }
}

/// An old print: one brown, paper for white, a soft toe.
fn sepia() -> Grade {
    Grade {
        grey: ORANGE_GLASS,
        saturation: 0.16,
        slope: [1.02, 0.9, 0.72],
        offset: [0.03, 0.012, 0.0],
        power: [0.98, 1.05, 1.14],
        contrast: 0.36,
        vignette: edge(0.5, 0.36, Color::rgb(0x3A, 0x22, 0x10)),
        ..Grade::default()
    }
}

/// The last low light: orange highlights, violet shadows, a glow about the sky.
fn sunset() -> Grade {
    Grade {
        saturation: 0.9,
        slope: [1.06, 0.88, 0.68],
        offset: [0.04, 0.012, 0.06],
        power: [0.94, 1.05, 1.06],
        contrast: 0.2,
        glow: glow(0.6, 0.05, 0.4, Color::rgb(0xFF, 0x9A, 0x50)),
        vignette: edge(0.5, 0.3, Color::rgb(0x5C, 0x1C, 0x3E)),
        ..Grade::default()
    }
}

/// Black and white with hard light and a hair of cold in the shadows.
fn noir() -> Grade {
    Grade {
        grey: RED_GLASS,
        saturation: 0.0,
        slope: [1.0, 1.0, 1.0],
        offset: [-0.06, -0.057, -0.046],
        power: [1.5, 1.5, 1.47],
        contrast: 0.8,
        vignette: edge(0.4, 0.6, Color::rgb(0x04, 0x04, 0x08)),
        ..Grade::default()
    }
}

/// Half asleep: pale, rosy, everything bright runs into everything else.
fn dream() -> Grade {
    Grade {
        saturation: 0.9,
        slope: [0.95, 0.9, 0.97],
        offset: [0.06, 0.05, 0.08],
        power: [0.94, 0.98, 0.92],
        contrast: -0.04,
        glow: glow(0.5, 0.05, 0.5, Color::rgb(0xFF, 0xDC, 0xF4)),
        vignette: edge(0.5, 0.3, Color::rgb(0xF4, 0xE2, 0xFF)),
        ..Grade::default()
    }
}
