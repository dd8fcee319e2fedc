//! The stage: places that cover any frame, the order of a picture, captions that can be read, grades, and reading SVG.
mod captions;
mod compose;
mod grades;
mod life;
mod pictures;
mod places;

use jabber_render::display::{DisplayList, Item};
use jabber_render::frame::FrameState;
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
    }
}
