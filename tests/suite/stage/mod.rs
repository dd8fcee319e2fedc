//! The stage: places that cover any frame, the order of a picture, captions that can be read, grades, and reading SVG.
mod bubbles;
mod captions;
mod cards;
mod clear;
mod compose;
mod contrast;
mod grades;
mod life;
mod palettes;
mod pictures;
mod places;
mod props;
mod rows;
mod screen;
mod scripts;
mod worn;

use jabber_render::display::{Color, DisplayList, Item};
use jabber_render::frame::{FrameState, Screen};
use jabber_render::paint::{Painter, Picture};

/// The shapes of frames that films have: 16:9, 1:1, 9:16, 4:3, 21:9, and an odd small one.
pub const SIZES: [(u32, u32); 6] = [(1920, 1080), (1080, 1080), (1080, 1920), (1440, 1080), (2560, 1080), (427, 241)];

/// Paints with a painter that has kept nothing.
pub fn paint(width: u32, height: u32, items: Vec<Item>) -> Picture {
    Painter::default().paint(&DisplayList { width, height, items })
}

/// An empty stage in the place called `here`, at a time.
pub fn here(t: f64) -> FrameState {
    FrameState {
        t,
        scene: None,
        place: Some("here".into()),
        background: None,
        grade: "normal".into(),
        caption: None,
        characters: Vec::new(),
        screen: Screen::default(),
    }
}

/// Relative luminance and contrast by WCAG 2.
pub fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let light = |c: f64| if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) };
    let luminance = |[r, g, b]: [f64; 3]| 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A colour's channels, 0..1.
pub fn share(Color { r, g, b, .. }: Color) -> [f64; 3] {
    [r, g, b].map(|c| f64::from(c) / 255.0)
}
