//! [`compose`]: what is on stage and a frame's state enter, the frame's display list leaves, the same for the same frame.
use super::actors::Actors;
use super::caption::{Captions, Lettering, Rooms, Seen};
use super::card::Cards;
use super::grade::grade;
use super::layout::Layout;
use super::lens::Lens;
use super::life::{Shown, shown};
use super::looks::mixed;
use super::place::{Depth, Piece, Place};
use super::prop::Prop;
use super::transition::{both, matters};
use crate::display::{Blend, Color, DisplayList, Grade, Item, Paint, Shape};
use crate::figure::Figure;
use crate::frame::{CharacterState, Fade, FrameState};
use kurbo::{Affine, Point, Rect, Shape as _};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Everything a film's frames are drawn from: made once, then only read, by any number of threads.
pub struct Stage {
    /// The frame's size, pixels.
    pub width: u32,
    /// The frame's size, pixels.
    pub height: u32,
    places: BTreeMap<Arc<str>, Place>,
    plain: Place,
    actors: Actors,
    captions: Captions,
    cards: Cards,
    old: Mutex<Vec<Old>>,
    /// The places are left out.
    bare: bool,
}

/// The last frame before a transition, and its items.
type Old = (Arc<FrameState>, Arc<[Item]>);

/// Old pictures whose items are kept while a transition hides them.
const OLD_KEPT: usize = 4;

impl Stage {
    /// An empty stage for frames of this size, pixels.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            places: BTreeMap::new(),
            plain: Place::plain(),
            actors: Actors::default(),
            captions: Captions::new(Layout::new(width, height), Lettering::default()),
            cards: Cards::new(Layout::new(width, height), Arc::default()),
            old: Mutex::default(),
            bare: false,
        }
    }

    /// Makes ready the place of a name (what a frame's `place` says); one that is not ready is drawn plain.
    pub fn add_place(&mut self, name: Arc<str>, place: Place) {
        self.places.insert(name, place);
    }

    /// Puts a character's figure on stage under its cast id; one that has none is not drawn.
    pub fn add_figure(&mut self, id: Arc<str>, figure: Figure) {
        self.actors.add_figure(id, figure);
    }

    /// Puts a prop on stage under its cast id.
    pub fn add_prop(&mut self, id: Arc<str>, prop: Prop) {
        self.actors.add_prop(id, prop);
    }

    /// Says how captions are set: in boxes of the embedded fonts unless this is called.
    pub fn letter(&mut self, lettering: Lettering) {
        let layout = Layout::new(self.width, self.height);
        self.cards = Cards::new(layout, Arc::clone(&lettering.fonts));
        self.captions = Captions::new(layout, lettering);
    }

    /// Leaves the places out: where nobody is and nothing is written, frames are transparent.
    pub fn leave_places_out(&mut self) {
        self.bare = true;
    }

    /// True when lines stand in bubbles.
    pub fn has_bubbles(&self) -> bool {
        self.captions.has_bubbles()
    }

    /// Notes where the bubbles of a frame's lines have room.
    pub fn note(&self, frame: &FrameState, rooms: &mut Rooms) {
        let layout = Layout::new(self.width, self.height);
        let lens = lens(frame, self, &layout);
        let seen = self.actors.draw(frame, (&layout, lens.as_ref()), self.plain.ground, &mut Vec::new());
        self.captions.note(frame, &seen, rooms);
    }

    /// Hangs each line's bubble where every frame that was noted has room for it; to be called after [`Stage::letter`].
    pub fn settle(&mut self, rooms: Rooms) {
        self.captions.settle(rooms);
    }

    /// What somebody in a frame covers of the whole stage, whatever its camera sees, pixels; `None` when that is nothing.
    pub fn covers(&self, who: &str, frame: &FrameState) -> Option<Rect> {
        let character = frame.characters.iter().find(|character| *character.id == *who)?;
        let covered = self.actors.covers(character, frame, &Layout::new(self.width, self.height));
        covered.filter(|covered| covered.is_finite() && covered.area() > 0.0)
    }

    fn place(&self, frame: &FrameState) -> &Place {
        frame.place.as_ref().and_then(|name| self.places.get(name)).unwrap_or(&self.plain)
    }
}

/// The display list of one frame: the picture or, while one takes another's place, both; a fade's colour over it; a card; and the
/// caption, which nothing covers and no grade touches.
pub fn compose(frame: &FrameState, stage: &Stage) -> DisplayList {
    let layout = Layout::new(stage.width, stage.height);
    let fade = frame.screen.fade.as_ref();
    let card = frame.screen.card.as_ref().map(|card| stage.cards.draw(card, frame.t)).unwrap_or_default();
    let (mut items, mut seen) = (Vec::new(), Vec::new());
    // What is under an opaque colour need not be painted.
    if !card.covers && fade.is_none_or(|fade| fade.amount < 1.0) {
        (items, seen) = whole(frame, stage, &layout);
    }
    if !card.covers {
        items.extend(fade.map(|fade| veil(fade, &layout)));
    }
    items.extend(card.items);
    items.extend(stage.captions.draw(frame, &seen));
    DisplayList { width: stage.width, height: stage.height, items }
}

/// A colour over all of the frame.
fn veil(fade: &Fade, layout: &Layout) -> Item {
    let [r, g, b] = fade.color;
    let frame = Rect::new(0.0, 0.0, layout.width, layout.height).to_path(0.1);
    Item::Fill(Shape::new(frame, Paint::Solid(Color::rgb(r, g, b).with_opacity(fade.amount))))
}

/// The picture, or both pictures of a transition; where each character of the new one is seen.
fn whole(frame: &FrameState, stage: &Stage, layout: &Layout) -> (Vec<Item>, Vec<Seen>) {
    let Some(transition) = &frame.screen.transition else { return picture(frame, stage, layout) };
    let old = old(&transition.from, stage, layout);
    let points = (interest(&transition.from, stage, layout), interest(frame, stage, layout));
    let mut seen = Vec::new();
    let new = || {
        let (items, new_seen) = picture(frame, stage, layout);
        seen = new_seen;
        items
    };
    let items = both((transition.kind, transition.progress, stage.bare), layout, &old, new, points);
    (items, seen)
}

/// The items of a picture that a transition hides: the same for as long as it lasts, so that a painter may keep what it paints of them.
fn old(frame: &Arc<FrameState>, stage: &Stage, layout: &Layout) -> Arc<[Item]> {
    let known =
        |kept: &[Old]| kept.iter().find(|(known, _)| Arc::ptr_eq(known, frame)).map(|(_, items)| Arc::clone(items));
    let lock = || stage.old.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(items) = known(&lock()) {
        return items;
    }
    let mut items = whole(frame, stage, layout).0;
    if !items.iter().any(|item| matches!(item, Item::Grade(_))) {
        // With a grade, though a plain one, it is a picture of its own.
        items.push(Item::Grade(Arc::default()));
    }
    let items: Arc<[Item]> = items.into();
    let mut kept = lock();
    if let Some(items) = known(&kept) {
        return items;
    }
    if kept.len() >= OLD_KEPT {
        kept.remove(0);
    }
    kept.push((Arc::clone(frame), Arc::clone(&items)));
    items
}

/// What the camera sees: the place's far, mid and near art, shadows, the characters in their order, the place's front, and the grade over
/// all of it; where each character is seen.
fn picture(frame: &FrameState, stage: &Stage, layout: &Layout) -> (Vec<Item>, Vec<Seen>) {
    let place = stage.place(frame);
    let lens = lens(frame, stage, layout);
    let t = if place.still { 0.0 } else { frame.t };
    let piece = |piece: &Piece| {
        let laid = layout.place(place, piece.anchor);
        art(lens.map_or(laid, |lens| lens.of(piece.depth, layout) * laid), piece, t)
    };
    let pieces = if stage.bare { &[][..] } else { &place.pieces[..] };
    let mut items: Vec<Item> = pieces.iter().filter(|art| art.depth < Depth::Front).map(piece).collect();
    let seen = stage.actors.draw(frame, (layout, lens.as_ref()), place.ground, &mut items);
    items.extend(pieces.iter().filter(|art| art.depth == Depth::Front).map(piece));
    let looks = &frame.screen.looks;
    let look = if looks.is_empty() { grade(&frame.grade) } else { Some(mixed(looks)) };
    // Light that spreads and edges that darken belong to the place: there is nothing for them to lie on.
    let look = look.map(|look| if stage.bare { Grade { glow: None, vignette: None, ..look } } else { look });
    items.extend(look.filter(|look| *look != Default::default()).map(|look| Item::Grade(Arc::new(look))));
    (items, seen)
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

/// What of the stage the frame shows; `None` for all of it.
fn lens(frame: &FrameState, stage: &Stage, layout: &Layout) -> Option<Lens> {
    let of = |who: &str| {
        let character = frame.characters.iter().find(|character| *character.id == *who)?;
        stage.actors.head(character, frame, layout)
    };
    frame.screen.camera.as_ref().map(|camera| Lens::new(camera, layout, of))
}

/// What matters in a picture: the head that its camera follows, else the heads of those who are there; pixels.
fn interest(frame: &FrameState, stage: &Stage, layout: &Layout) -> Point {
    let lens = lens(frame, stage, layout);
    let followed = frame.screen.camera.iter().flat_map(|camera| &camera.follows);
    let most = followed.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(who, _)| who);
    let there =
        |character: &&CharacterState| (0.0..=1.0).contains(&character.x) && most.is_none_or(|who| *who == character.id);
    let at = |character: &CharacterState| {
        let middle = stage.actors.head(character, frame, layout)?.center();
        Some(lens.map_or(middle, |lens| lens.point(middle, layout)))
    };
    let points: Vec<Point> = frame.characters.iter().filter(there).filter_map(at).collect();
    matters(&points, layout)
}
