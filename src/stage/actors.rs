//! Who is on stage: figures and props enter once, then frames; their items, shadows and where each is seen leave. What somebody holds is
//! drawn with the holder, between the items that are behind the hand and the hand.
use super::caption::Seen;
use super::layout::Layout;
use super::lens::Lens;
use super::place::Depth;
use super::portrait::Portrait;
use super::prop::{Prop, Standing};
use super::shadow::{Stand, shadow};
use crate::display::{Color, Item};
use crate::figure::{self, Acting, Figure, Hold, Place, Spot};
use crate::frame::{Carried, CharacterState, Dropped, FrameState, Held, LetGo};
use crate::vocabulary::{Hand, Side};
use kurbo::{Affine, Point, Rect};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Hands that let something go whose place is kept.
const KEPT: usize = 32;

/// Somebody or something on stage.
enum Actor {
    Figure(Box<(Figure, Portrait)>),
    Prop(Box<Prop>),
}

/// Where a prop was as its holder let it go.
struct Start {
    /// Held, so that its address is not given to another.
    holder: Arc<CharacterState>,
    prop: Arc<str>,
    from: Affine,
}

/// Everybody on stage by cast id.
#[derive(Default)]
pub(super) struct Actors {
    all: BTreeMap<Arc<str>, Actor>,
    starts: Mutex<Vec<Start>>,
}

/// A frame's measures and its camera.
type Through<'a> = (&'a Layout, Option<&'a Lens>);

impl Actors {
    pub fn add_figure(&mut self, id: Arc<str>, figure: Figure) {
        let portrait = Portrait::new(&figure);
        self.all.insert(id, Actor::Figure(Box::new((figure, portrait))));
    }

    pub fn add_prop(&mut self, id: Arc<str>, prop: Prop) {
        self.all.insert(id, Actor::Prop(Box::new(prop)));
    }

    fn figure(&self, id: &str) -> Option<&(Figure, Portrait)> {
        match self.all.get(id) {
            Some(Actor::Figure(figure)) => Some(figure),
            _ => None,
        }
    }

    fn prop(&self, id: &str) -> Option<&Prop> {
        match self.all.get(id) {
            Some(Actor::Prop(prop)) => Some(prop),
            _ => None,
        }
    }

    /// What a character's head covers in a frame of the whole stage, pixels; of a prop, all of it.
    pub fn head(&self, character: &CharacterState, frame: &FrameState, layout: &Layout) -> Option<Rect> {
        if !character.visible {
            return None;
        }
        if let Some((figure, _)) = self.figure(&character.id) {
            let place = Place::new(character, figure, layout.width, layout.height);
            return Some(figure::draw(figure, &Acting::new(character, frame.t), &place, &mut Vec::new()).head);
        }
        let prop = self.prop(&character.id)?;
        let in_hand = self.holder(character, frame).and_then(|(holder, held)| {
            let (figure, _) = self.figure(&holder.id)?;
            let place = Place::new(holder, figure, layout.width, layout.height);
            let acting = Acting::new(holder, frame.t);
            let (_, holds) = figure::draw_holding(figure, &acting, &place, &[spot(prop, held)], &mut Vec::new());
            Some(in_hand(prop, character, held, holds.first()?.as_ref()?, (&place, layout, 1.0)))
        });
        Some(prop.covers(in_hand.unwrap_or_else(|| self.loose(prop, character, layout).0)))
    }

    /// What somebody or something covers in a frame of the whole stage, pixels: a figure with its feet, a prop where it is.
    pub fn covers(&self, character: &CharacterState, frame: &FrameState, layout: &Layout) -> Option<Rect> {
        let Some((figure, _)) = self.figure(&character.id) else { return self.head(character, frame, layout) };
        let place = Place::new(character, figure, layout.width, layout.height);
        let drawn = figure::draw(figure, &Acting::new(character, frame.t), &place, &mut Vec::new());
        Some(drawn.bounds.union_pt(place.feet)).filter(|_| character.visible)
    }

    /// Those that show, their shadows under all of them; where each is seen.
    pub fn draw(&self, frame: &FrameState, through: Through, ground: Color, items: &mut Vec<Item>) -> Vec<Seen> {
        let (mut shadows, mut drawn, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for character in frame.characters.iter().filter(|character| character.visible) {
            let (drawing, stand, seen) = if let Some(player) = self.figure(&character.id) {
                self.act(frame, character, player, through)
            } else if let Some(prop) = self.prop(&character.id).filter(|_| self.holder(character, frame).is_none()) {
                self.stand(prop, character, through)
            } else {
                continue;
            };
            all.extend(seen);
            shadows.extend(stand.and_then(|stand| shadow(stand, ground)));
            drawn.push(Item::Several(drawing));
        }
        items.extend(shadows);
        items.extend(drawn);
        all
    }

    /// Who holds a prop, when both can be drawn.
    fn holder<'f>(&self, prop: &'f CharacterState, frame: &'f FrameState) -> Option<(&'f CharacterState, &'f Held)> {
        let Some(Carried::Held(held)) = &prop.carried else { return None };
        let holder = frame.characters.iter().find(|one| one.id == held.by)?;
        self.figure(&holder.id).map(|_| (holder, held))
    }

    /// One character's drawing with what it holds, where it stands, and where all of it is seen.
    fn act(
        &self,
        frame: &FrameState,
        character: &CharacterState,
        (figure, portrait): &(Figure, Portrait),
        (layout, lens): Through,
    ) -> (Vec<Item>, Option<Stand>, Vec<Seen>) {
        let place = Place::new(character, figure, layout.width, layout.height);
        let place = lens.map_or(place, |lens| nearer(place, lens, layout));
        let holds =
            |one: &&CharacterState| self.holder(one, frame).is_some_and(|(holder, _)| holder.id == character.id);
        let things: Vec<(&CharacterState, &Prop, &Held)> = frame
            .characters
            .iter()
            .filter(|one| one.visible)
            .filter(holds)
            .filter_map(|one| match &one.carried {
                Some(Carried::Held(held)) => Some((one, self.prop(&one.id)?, held)),
                _ => None,
            })
            .collect();
        let spots: Vec<Spot> = things.iter().map(|(_, prop, held)| spot(prop, held)).collect();
        let gripping = |side: Side| spots.contains(&Spot::Hand(side));
        let acting = Acting { holding: [Side::Left, Side::Right].map(gripping), ..Acting::new(character, frame.t) };
        let mut items = Vec::new();
        let (drawn, holds) = figure::draw_holding(figure, &acting, &place, &spots, &mut items);
        let height = figure.height * place.unit;
        let (left, right) = (drawn.shadow.left, drawn.shadow.right);
        let stand = Stand { left, right, ground: place.feet.y, lift: drawn.shadow.lift, height };
        let seen = portrait.seen(&character.id, &place, &character.pose, &drawn);
        let is_somewhere = seen.head.is_finite() && seen.mouth.is_finite() && !items.is_empty();
        let mut all: Vec<Seen> = is_somewhere.then_some(seen).into_iter().collect();
        let zoom = lens.map_or(1.0, Lens::zoom);
        let mut among = Vec::new();
        for ((thing, prop, held), hold) in things.iter().zip(&holds) {
            let (behind, to) = match hold {
                Some(hold) => (hold.behind, in_hand(prop, thing, held, hold, (&place, layout, zoom))),
                // A body with neither hands nor a mouth: the thing stays where it is.
                None => (items.len(), camera(layout, lens) * self.loose(prop, thing, layout).0),
            };
            all.push(seen_prop(thing, prop, to));
            among.push((behind, prop.items(to, place.stage_height, hold.is_some_and(|hold| hold.profile))));
        }
        // From the front to the back, so that no place among the items is moved before it is used.
        among.sort_by_key(|(behind, _)| *behind);
        for (behind, thing) in among.into_iter().rev() {
            let at = behind.min(items.len());
            items.splice(at..at, thing);
        }
        (items, Some(stand), all)
    }

    /// A prop by itself.
    fn stand(
        &self,
        prop: &Prop,
        character: &CharacterState,
        (layout, lens): Through,
    ) -> (Vec<Item>, Option<Stand>, Vec<Seen>) {
        let (map, stand) = self.loose(prop, character, layout);
        let zoom = lens.map_or(1.0, Lens::zoom);
        let to = camera(layout, lens) * map;
        let ground = |x: f64, y: f64| lens.map_or(Point::new(x, y), |lens| lens.point(Point::new(x, y), layout));
        let stand = stand.map(|stand| Stand {
            left: ground(stand.left, stand.ground).x,
            right: ground(stand.right, stand.ground).x,
            ground: ground(stand.left, stand.ground).y,
            lift: stand.lift * zoom,
            height: stand.height * zoom,
        });
        let items = prop.items(to, layout.height * zoom, false);
        let seen = if items.is_empty() { Vec::new() } else { vec![seen_prop(character, prop, to)] };
        (items, stand, seen)
    }

    /// Where a prop that nobody holds is, in a frame of the whole stage, and its stand unless it hangs.
    fn loose(&self, prop: &Prop, character: &CharacterState, layout: &Layout) -> (Affine, Option<Stand>) {
        let place = Prop::place(character, layout.width, layout.height);
        let standing = Standing { place, pose: &character.pose, hangs: prop.hangs };
        let Some(Carried::Dropped(Dropped { from, way, aside })) = &character.carried else {
            let to = prop.standing(&standing);
            return (to, (!prop.hangs).then(|| on_ground(prop, &standing, 0.0)));
        };
        let start = match from {
            LetGo::Hand(held, holder) => self.start(prop, character, held, holder, layout),
            LetGo::Stage(x, y) => {
                let feet = Point::new(x * layout.width, y * layout.height);
                Some(prop.standing(&Standing { place: Place { feet, ..place }, ..standing }))
            }
        };
        let mut standing = Standing { hangs: false, ..standing };
        let Some(start) = start else {
            return (prop.standing(&standing), Some(on_ground(prop, &standing, 0.0)));
        };
        if let LetGo::Hand(_, holder) = from {
            // It keeps the way it was turned in the hand.
            let turned = if start.determinant() * prop.turned() < 0.0 { -1.0 } else { 1.0 };
            standing.place.facing *= turned;
            let below = (start * prop.pivot).x - (prop.standing(&standing) * prop.pivot).x + standing.place.feet.x;
            standing.place.feet.x += aside * (below - holder.x * layout.width);
        }
        let end = prop.standing(&standing);
        let to = if *way < 1.0 { prop.falling(start, end, *way) } else { end };
        let lift = (end * prop.pivot).y - (to * prop.pivot).y;
        (to, Some(on_ground(prop, &standing, lift.max(0.0))))
    }

    /// Where a prop was as its holder let it go: worked out once.
    fn start(
        &self,
        prop: &Prop,
        character: &CharacterState,
        held: &Held,
        holder: &Arc<CharacterState>,
        layout: &Layout,
    ) -> Option<Affine> {
        let lock = || self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |starts: &[Start]| {
            let own = starts.iter().find(|start| Arc::ptr_eq(&start.holder, holder) && start.prop == character.id);
            own.map(|start| start.from)
        };
        if let Some(from) = known(&lock()) {
            return Some(from);
        }
        let (figure, _) = self.figure(&held.by)?;
        let place = Place::new(holder, figure, layout.width, layout.height);
        let acting = Acting::of(&holder.pose);
        let (_, holds) = figure::draw_holding(figure, &acting, &place, &[spot(prop, held)], &mut Vec::new());
        let from = in_hand(prop, character, held, holds.first()?.as_ref()?, (&place, layout, 1.0));
        let mut starts = lock();
        if starts.len() >= KEPT {
            starts.remove(0);
        }
        starts.push(Start { holder: Arc::clone(holder), prop: Arc::clone(&character.id), from });
        Some(from)
    }
}

fn spot(prop: &Prop, held: &Held) -> Spot {
    Spot::new(held.hand, prop.on)
}

/// The map of a prop in a hand; `place` is the holder's, through the camera.
fn in_hand(
    prop: &Prop,
    thing: &CharacterState,
    held: &Held,
    hold: &Hold,
    (place, layout, zoom): (&Place, &Layout, f64),
) -> Affine {
    let unit = Prop::place(thing, layout.width, layout.height).unit * zoom;
    prop.held(hold, held.hand == Some(Hand::Worn), held.grip.as_deref(), (unit, place.unit))
}

fn on_ground(prop: &Prop, standing: &Standing, above: f64) -> Stand {
    let (left, right) = prop.base(standing);
    let Place { feet, unit, pose_unit, .. } = standing.place;
    let raised = if standing.pose.dy.is_finite() { -standing.pose.dy * pose_unit } else { 0.0 };
    Stand { left, right, ground: feet.y, lift: (above + raised).max(0.0), height: prop.tall(unit).max(1.0) }
}

fn seen_prop(character: &CharacterState, prop: &Prop, to: Affine) -> Seen {
    let head = prop.covers(to);
    Seen { id: Arc::clone(&character.id), mouth: head.center(), face: Rect::ZERO, head }
}

fn camera(layout: &Layout, lens: Option<&Lens>) -> Affine {
    lens.map_or(Affine::IDENTITY, |lens| lens.of(Depth::Near, layout))
}

/// Where a figure stands as the camera sees it: all of it grows alike, its ink too.
fn nearer(place: Place, lens: &Lens, layout: &Layout) -> Place {
    let zoom = lens.zoom();
    Place {
        feet: lens.point(place.feet, layout),
        unit: place.unit * zoom,
        pose_unit: place.pose_unit * zoom,
        stage_height: place.stage_height * zoom,
        ..place
    }
}
