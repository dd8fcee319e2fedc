//! [`compose`]: what is on stage and a frame's state enter, the frame's display list leaves, the same for the same frame.
use super::caption::Captions;
use super::grade::grade;
use super::layout::Layout;
use super::place::{Depth, Piece, Place};
use super::places::{Pictures, place};
use super::shadow::{Stand, shadow};
use crate::diagnostic::Diagnostic;
use crate::display::{Blend, Color, DisplayList, Item};
use crate::figure::{self, Acting, Drawn, Figure};
use crate::frame::{CharacterState, FrameState};
use crate::pack::Catalog;
use kurbo::Affine;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything a film's frames are drawn from: made once, then only read, by any number of threads.
pub struct Stage {
    /// The frame's size, pixels.
    pub width: u32,
    /// The frame's size, pixels.
    pub height: u32,
    places: BTreeMap<Arc<str>, Place>,
    plain: Place,
    figures: BTreeMap<Arc<str>, Figure>,
    captions: Captions,
}

impl Stage {
    /// An empty stage for frames of this size, pixels.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            places: BTreeMap::new(),
            plain: Place::plain(),
            figures: BTreeMap::new(),
            captions: Captions::new(Layout::new(width, height)),
        }
    }

    /// Makes ready the place of a background's name (what a frame's `background` says). A name nobody knows is drawn as a plain
    /// place, with a warning.
    pub fn add_place(&mut self, background: &str, catalog: &Catalog, pictures: Pictures) -> Vec<Diagnostic> {
        let (place, warnings) = place(background, catalog, pictures);
        self.places.insert(background.into(), place);
        warnings
    }

    /// Puts a character's figure on stage under its cast id; one that has none is not drawn.
    pub fn add_figure(&mut self, id: Arc<str>, figure: Figure) {
        self.figures.insert(id, figure);
    }

    fn place(&self, frame: &FrameState) -> &Place {
        frame.background.as_ref().and_then(|name| self.places.get(name)).unwrap_or(&self.plain)
    }
}

/// The display list of one frame: the place's far, mid and near art, shadows, the characters in their order, the place's
/// front, the grade over all of it, and the caption, which no grade touches.
pub fn compose(frame: &FrameState, stage: &Stage) -> DisplayList {
    let layout = Layout::new(stage.width, stage.height);
    let place = stage.place(frame);
    let piece = |piece: &Piece| group(layout.place(place, piece.anchor), &piece.items);
    let mut items: Vec<Item> = place.pieces.iter().filter(|art| art.depth < Depth::Front).map(piece).collect();
    cast(frame, stage, &layout, place.ground, &mut items);
    items.extend(place.pieces.iter().filter(|art| art.depth == Depth::Front).map(piece));
    items
        .extend(grade(&frame.grade).filter(|look| *look != Default::default()).map(|look| Item::Grade(Arc::new(look))));
    items.extend(frame.caption.as_ref().and_then(|caption| stage.captions.draw(caption, frame.t)));
    DisplayList { width: stage.width, height: stage.height, items }
}

fn group(transform: Affine, items: &Arc<[Item]>) -> Item {
    Item::Group { transform, opacity: 1.0, blend: Blend::Normal, clip: None, items: Arc::clone(items) }
}

/// The characters that show, their shadows under all of them.
fn cast(frame: &FrameState, stage: &Stage, layout: &Layout, ground: Color, items: &mut Vec<Item>) {
    let (mut shadows, mut figures) = (Vec::new(), Vec::new());
    for character in frame.characters.iter().filter(|character| character.visible) {
        let Some(figure) = stage.figures.get(&character.id) else { continue };
        let (drawing, stand) = act(frame, character, figure, layout);
        shadows.extend(shadow(stand, ground));
        figures.push(Item::Several(drawing));
    }
    items.extend(shadows);
    items.extend(figures);
}

/// One character's drawing, and where it stands.
fn act(frame: &FrameState, character: &CharacterState, figure: &Figure, layout: &Layout) -> (Vec<Item>, Stand) {
    let place = figure::Place::new(character, figure, layout.width, layout.height);
    let mut items = Vec::new();
    let Drawn { shadow, .. } = figure::draw(figure, &Acting::new(character, frame.t), &place, &mut items);
    let height = figure.height * place.unit;
    let stand = Stand { left: shadow.left, right: shadow.right, ground: place.feet.y, lift: shadow.lift, height };
    (items, stand)
}
