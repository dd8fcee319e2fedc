//! A prop as it is drawn: where it stands and acts, or the hand that holds it, enters; a map from its art to the picture and items
//! leave. The same for the same.
use super::colors::Piece;
use crate::display::{Item, Shape};
use crate::figure::kit::{INK, Style, grown};
use crate::figure::{Hold, Place, Worn};
use crate::frame::Pose;
use crate::maths::{atan2, lerp, rotate_about};
use crate::stage::svg_paint;
use kurbo::{Affine, Point, Rect, Vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Units that a person is tall: what a prop's placement's height stands for, so that at one height a cup is a cup beside a person.
pub(super) const PERSON: f64 = 1000.0;
/// The ink's width, share of the stage's height (style.md §2).
const INK_WIDTH: f64 = 0.0042;
/// Largest distance of an ink outline from its curve, pixels: below what shows.
const TOLERANCE: f64 = 0.05;

/// A prop ready to be drawn.
#[derive(Clone, Debug)]
pub struct Prop {
    /// The art, pixels of its picture, y down.
    pub(super) pieces: Vec<Piece>,
    /// What is drawn instead when a head in profile wears it; empty when that is the same.
    pub(super) side: Vec<Piece>,
    /// The words on it, in the same.
    pub(super) words: Vec<Item>,
    /// The middle of the words: they are not mirrored with the rest.
    pub(super) words_at: Point,
    /// What the art covers.
    pub(super) around: Rect,
    /// Left and right end of what stands on the ground.
    pub(super) base: (f64, f64),
    /// What stands on the ground.
    pub ground: Point,
    /// About what it turns, and by what it hangs.
    pub pivot: Point,
    /// What lies on the crown or between the eyes.
    pub(super) worn: Point,
    /// Its art says so.
    pub(super) is_worn: bool,
    /// What may lie in a hand, by name; `grip` is one.
    pub(super) grips: BTreeMap<String, Point>,
    /// Units of a figure to a pixel of the art.
    pub(super) unit: f64,
    /// Degrees it leans in a hand.
    pub(super) lean: f64,
    /// Worn: share of the head's width, or of both eyes' together.
    pub(super) wide: f64,
    /// Where it is worn.
    pub on: Worn,
    /// Until somebody takes it, it hangs by its pivot and throws no shade.
    pub hangs: bool,
    pub(super) style: Style,
    /// The way its art is turned: 1 or −1.
    pub(super) facing: f64,
}

/// Where a prop stands: a figure's place with the units of figures, its anchor for the feet.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The place.
    pub place: Place,
    /// What it acts: `dx dy sx sy rot`.
    pub pose: &'a Pose,
    /// By its pivot instead of its ground line.
    pub hangs: bool,
}

impl Prop {
    /// The place of a prop on a stage of this size, pixels.
    pub fn place(character: &crate::frame::CharacterState, width: f64, height: f64) -> Place {
        Place {
            feet: Point::new(character.x * width, character.y * height),
            unit: character.h * height / PERSON,
            pose_unit: width.min(height) / 1080.0,
            facing: character.facing,
            stage_height: height,
        }
    }

    /// From its art to the picture where it stands by itself: `sx sy` about its anchor, `rot` about its pivot, `dx dy`, the facing.
    pub fn standing(&self, standing: &Standing) -> Affine {
        let Standing { place, pose, hangs } = standing;
        let or = |value: f64, rest: f64| if value.is_finite() { value } else { rest };
        let anchor = if *hangs { self.pivot } else { self.ground };
        let to_units = Affine::scale_non_uniform(or(pose.sx, 1.0), or(pose.sy, 1.0))
            * Affine::scale(self.unit * place.unit)
            * Affine::scale_non_uniform(self.facing, 1.0)
            * Affine::translate(-anchor.to_vec2());
        let turned = rotate_about(-or(pose.rot, 0.0), to_units * self.pivot);
        let moved = Affine::translate(Vec2::new(or(pose.dx, 0.0), or(pose.dy, 0.0)) * place.pose_unit);
        let facing = Affine::scale_non_uniform(place.width(), 1.0);
        Affine::translate(place.feet.to_vec2()) * facing * moved * turned * to_units
    }

    /// The same in a hand, mouth or on a head: `unit` pixels are a unit of the prop, `own` one of who holds it.
    pub fn held(&self, hold: &Hold, worn: bool, grip: Option<&str>, (unit, own): (f64, f64)) -> Affine {
        let degrees = match (hold.is_hand, self.lean == 0.0 && !worn) {
            (true, _) => self.lean * hold.raised(),
            (false, true) => 0.0,
            (false, false) => hold.turn,
        };
        let (at, scale) = match worn {
            true => (self.worn, self.wide * hold.wide * own / self.around.width().max(1.0)),
            // A mouth takes a thing where it can be bitten.
            false if !hold.is_hand => (self.grip(grip.or(Some("mouth"))), self.unit * unit),
            false => (self.grip(grip), self.unit * unit),
        };
        Affine::translate(hold.at.to_vec2())
            * hold.carries(degrees)
            * Affine::FLIP_Y
            * Affine::scale(scale)
            * Affine::translate(-at.to_vec2())
    }

    /// Where it is held, in its art.
    pub fn grip(&self, name: Option<&str>) -> Point {
        let named = name.and_then(|name| self.grips.get(&format!("grip-{name}")));
        named.or_else(|| self.grips.get("grip")).copied().unwrap_or(self.pivot)
    }

    /// What may be held, about what it turns and, when it is drawn to be, where it is worn; by the ids of marks.
    pub fn marks(&self) -> Vec<(&str, Point)> {
        let grips = self.grips.iter().map(|(name, at)| (name.as_str(), *at));
        let worn = self.is_worn.then_some(("worn", self.worn));
        [("pivot", self.pivot)].into_iter().chain(worn).chain(grips).collect()
    }

    /// On its way from a hand to where it stands, `way` 0..1 of the time: as fast to the side all the way, faster and faster down, upright
    /// at the end.
    pub fn falling(&self, from: Affine, to: Affine, way: f64) -> Affine {
        let (start, end) = (from * self.pivot, to * self.pivot);
        let at = Point::new(lerp(start.x, end.x, way), lerp(start.y, end.y, way * way));
        let eased = way * way * (3.0 - 2.0 * way);
        let (turn, end_turn) = (turn(from), turn(to));
        // The short way round.
        let left = (turn - end_turn + 540.0).rem_euclid(360.0) - 180.0;
        let size = |map: Affine| map.determinant().abs().sqrt();
        let ratio = if size(to) > 0.0 { size(from) / size(to) } else { 1.0 };
        Affine::translate(at.to_vec2())
            * rotate_about(left * (1.0 - eased), Point::ZERO)
            * Affine::scale(lerp(ratio, 1.0, way))
            * Affine::translate(-end.to_vec2())
            * to
    }

    /// The items under a map to the picture, on a stage so many pixels high; `profile` is how a head in profile wears it.
    pub fn items(&self, to: Affine, stage_height: f64, profile: bool) -> Vec<Item> {
        if !to.is_finite() || to.determinant() == 0.0 {
            return Vec::new();
        }
        let pieces = if profile && !self.side.is_empty() { &self.side } else { &self.pieces };
        let mut items = Vec::with_capacity(pieces.len() + self.words.len());
        for piece in pieces {
            let item = moved(&piece.item, to);
            if let (Style::Ink, true, Item::Fill(shape)) = (self.style, piece.inked, &item) {
                items.push(Item::fill(grown(&shape.path, INK_WIDTH * stage_height, TOLERANCE), INK));
            }
            items.push(item);
        }
        // Words read from the left however the prop is turned.
        let mirrored = to.determinant() < 0.0;
        let unmirror = Affine::translate(self.words_at.to_vec2())
            * Affine::scale_non_uniform(if mirrored { -1.0 } else { 1.0 }, 1.0)
            * Affine::translate(-self.words_at.to_vec2());
        items.extend(self.words.iter().map(|item| moved(item, to * unmirror)));
        items
    }

    /// What it covers under a map, pixels.
    pub fn covers(&self, to: Affine) -> Rect {
        to.transform_rect_bbox(self.around)
    }

    /// Left and right end of what stands on the ground, pixels, where it stands with nothing acted but `dx`.
    pub fn base(&self, standing: &Standing) -> (f64, f64) {
        let pose = Pose { dx: standing.pose.dx, sx: standing.pose.sx, ..Pose::default() };
        let to = self.standing(&Standing { pose: &pose, ..*standing });
        let (a, b) = (to * Point::new(self.base.0, self.ground.y), to * Point::new(self.base.1, self.ground.y));
        (a.x.min(b.x), a.x.max(b.x))
    }

    /// The way its art is turned where it stands: 1 or −1.
    pub fn turned(&self) -> f64 {
        self.facing
    }

    /// How tall it is, pixels to a unit given.
    pub fn tall(&self, unit: f64) -> f64 {
        self.around.height() * self.unit * unit
    }
}

/// Degrees clockwise that a map turns what it draws, mirrored or not.
fn turn(map: Affine) -> f64 {
    let [a, b, ..] = map.as_coeffs();
    let way = if map.determinant() < 0.0 { -1.0 } else { 1.0 };
    atan2(way * b, way * a).to_degrees()
}

/// An item moved by a map that keeps angles.
fn moved(item: &Item, by: Affine) -> Item {
    let scale = by.determinant().abs().sqrt();
    match item {
        Item::Fill(shape) => Item::Fill(moved_shape(shape, by)),
        Item::Stroke { path, width, paint } => {
            Item::Stroke { path: Arc::new(by * &**path), width: width * scale, paint: svg_paint::moved(paint, by) }
        }
        Item::Several(items) => Item::Several(items.iter().map(|item| moved(item, by)).collect()),
        Item::Group { transform, opacity, blend, clip, items } => Item::Group {
            transform: by * *transform,
            opacity: *opacity,
            blend: *blend,
            clip: clip.clone(),
            items: Arc::clone(items),
        },
        Item::Grade(grade) => Item::Grade(Arc::clone(grade)),
    }
}

fn moved_shape(shape: &Shape, by: Affine) -> Shape {
    Shape {
        path: Arc::new(by * &*shape.path),
        rule: shape.rule,
        paint: svg_paint::moved(&shape.paint, by),
        holes: shape.holes.iter().map(|hole| Arc::new(by * &**hole)).collect(),
        marks: shape.marks.iter().map(|mark| moved_shape(mark, by)).collect(),
    }
}
