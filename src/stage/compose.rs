//! [`compose`]: what is on stage and a frame's state enter, the frame's display list leaves, the same for the same frame.
use super::caption::{Captions, Lettering, Seen};
use super::grade::grade;
use super::layout::Layout;
use super::life::{Shown, shown};
use super::place::{Depth, Piece, Place};
use super::portrait::Portrait;
use super::shadow::{Stand, shadow};
use crate::display::{Blend, Color, DisplayList, Item};
use crate::figure::{self, Acting, Drawn, Figure};
use crate::frame::{CharacterState, FrameState};
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
    figures: BTreeMap<Arc<str>, (Figure, Portrait)>,
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
            captions: Captions::new(Layout::new(width, height), Lettering::default()),
        }
    }

    /// Makes ready the place of a name (what a frame's `place` says); one that is not ready is drawn plain.
    pub fn add_place(&mut self, name: Arc<str>, place: Place) {
        self.places.insert(name, place);
    }

    /// Puts a character's figure on stage under its cast id; one that has none is not drawn.
    pub fn add_figure(&mut self, id: Arc<str>, figure: Figure) {
        let portrait = Portrait::new(&figure);
        self.figures.insert(id, (figure, portrait));
    }

    /// Says how captions are set: in boxes of the embedded fonts unless this is called.
    pub fn letter(&mut self, lettering: Lettering) {
        self.captions = Captions::new(Layout::new(self.width, self.height), lettering);
    }

    fn place(&self, frame: &FrameState) -> &Place {
        frame.place.as_ref().and_then(|name| self.places.get(name)).unwrap_or(&self.plain)
    }
}

/// The display list of one frame: the place's far, mid and near art, shadows, the characters in their order, the place's
/// front, the grade over all of it, and the caption, which no grade touches.
pub fn compose(frame: &FrameState, stage: &Stage) -> DisplayList {
    let layout = Layout::new(stage.width, stage.height);
    let place = stage.place(frame);
    let t = if place.still { 0.0 } else { frame.t };
    let piece = |piece: &Piece| art(layout.place(place, piece.anchor), piece, t);
    let mut items: Vec<Item> = place.pieces.iter().filter(|art| art.depth < Depth::Front).map(piece).collect();
    let seen = cast(frame, stage, &layout, place.ground, &mut items);
    items.extend(place.pieces.iter().filter(|art| art.depth == Depth::Front).map(piece));
    items
        .extend(grade(&frame.grade).filter(|look| *look != Default::default()).map(|look| Item::Grade(Arc::new(look))));
    items.extend(stage.captions.draw(frame, &seen));
    DisplayList { width: stage.width, height: stage.height, items }
}

/// A piece of a place at `t` seconds. One that lives stands by itself in the list: its neighbours stay when it moves.
fn art(place: Affine, piece: &Piece, t: f64) -> Item {
    let group = |Shown { transform, opacity }: Shown| Item::Group {
        transform: place * transform,
        opacity,
        blend: Blend::Normal,
        clip: None,
        items: Arc::clone(&piece.items),
    };
    if piece.life.is_empty() {
        return group(Shown::STILL);
    }
    let [unit, ..] = place.as_coeffs();
    Item::Several(vec![group(shown(&piece.life, t, unit))])
}

/// The characters that show, their shadows under all of them; where each is seen.
fn cast(frame: &FrameState, stage: &Stage, layout: &Layout, ground: Color, items: &mut Vec<Item>) -> Vec<Seen> {
    let (mut shadows, mut figures, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for character in frame.characters.iter().filter(|character| character.visible) {
        let Some(figure) = stage.figures.get(&character.id) else { continue };
        let (drawing, stand, seen) = act(frame, character, figure, layout);
        all.extend(seen);
        shadows.extend(shadow(stand, ground));
        figures.push(Item::Several(drawing));
    }
    items.extend(shadows);
    items.extend(figures);
    all
}

/// One character's drawing, where it stands, and where it is seen, if anywhere.
fn act(
    frame: &FrameState,
    character: &CharacterState,
    (figure, portrait): &(Figure, Portrait),
    layout: &Layout,
) -> (Vec<Item>, Stand, Option<Seen>) {
    let place = figure::Place::new(character, figure, layout.width, layout.height);
    let mut items = Vec::new();
    let drawn = figure::draw(figure, &Acting::new(character, frame.t), &place, &mut items);
    let Drawn { shadow, .. } = drawn;
    let height = figure.height * place.unit;
    let stand = Stand { left: shadow.left, right: shadow.right, ground: place.feet.y, lift: shadow.lift, height };
    let seen = portrait.seen(&character.id, &place, &character.pose, &drawn);
    let is_somewhere = seen.head.is_finite() && seen.mouth.is_finite() && !items.is_empty();
    (items, stand, is_somewhere.then_some(seen))
}
