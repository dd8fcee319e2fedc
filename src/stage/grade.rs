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
            saturation: 0.82,
            slope: [0.93, 1.0, 1.05],
            offset: [-0.012, 0.004, 0.03],
            power: [1.08, 1.02, 0.96],
            contrast: 0.12,
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
    }
}

/// Moonlight: dark and blue, little colour, lamps and windows still shine.
fn night() -> Grade {
    Grade {
        saturation: 0.74,
        slope: [0.55, 0.62, 0.82],
        offset: [0.004, 0.016, 0.06],
        power: [1.2, 1.16, 1.04],
        contrast: 0.1,
        glow: glow(0.8, 0.018, 0.2, Color::rgb(0xFF, 0xD8, 0x9A)),
        vignette: edge(0.4, 0.5, Color::rgb(0x08, 0x0A, 0x24)),
    }
}

/// An old print: one brown, paper for white, a soft toe.
fn sepia() -> Grade {
    Grade {
        saturation: 0.08,
        slope: [0.99, 0.87, 0.69],
        offset: [0.045, 0.03, 0.018],
        power: [0.95, 1.02, 1.1],
        contrast: 0.1,
        vignette: edge(0.45, 0.42, Color::rgb(0x3A, 0x22, 0x10)),
        ..Grade::default()
    }
}

/// The last low light: orange highlights, violet shadows, a glow about the sky.
fn sunset() -> Grade {
    Grade {
        saturation: 0.94,
        slope: [1.08, 0.86, 0.6],
        offset: [0.05, 0.01, 0.07],
        power: [0.92, 1.06, 1.05],
        contrast: 0.14,
        glow: glow(0.55, 0.05, 0.44, Color::rgb(0xFF, 0x96, 0x48)),
        vignette: edge(0.5, 0.3, Color::rgb(0x5C, 0x1C, 0x3E)),
    }
}

/// Black and white with hard light and a hair of cold in the shadows.
fn noir() -> Grade {
    Grade {
        saturation: 0.0,
        slope: [0.98, 0.98, 0.98],
        offset: [-0.035, -0.032, -0.022],
        power: [1.22, 1.22, 1.2],
        contrast: 0.62,
        glow: None,
        vignette: edge(0.35, 0.62, Color::rgb(0x04, 0x04, 0x08)),
    }
}

/// Half asleep: pale, rosy, everything bright runs into everything else.
fn dream() -> Grade {
    Grade {
        saturation: 0.86,
        slope: [0.94, 0.9, 0.97],
        offset: [0.07, 0.055, 0.085],
        power: [0.92, 0.96, 0.9],
        contrast: -0.1,
        glow: glow(0.5, 0.045, 0.46, Color::rgb(0xFF, 0xDC, 0xF4)),
        vignette: edge(0.5, 0.34, Color::rgb(0xF4, 0xE2, 0xFF)),
    }
}
