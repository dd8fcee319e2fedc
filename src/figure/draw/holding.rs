//! Where a figure holds things: a body in a pose enters, and for a hand, the mouth or the head where it is, how it is turned and
//! between which items of the drawing a thing in it lies, leaves. Draws nothing.
use super::figure::Figure;
use super::painter::{RELAXED, outlines};
use super::place::{Place, or};
use crate::figure::body::{Body, Piece, Shape};
use crate::figure::rig::Posed;
use crate::frame::Pose;
use crate::maths::{atan2, flatten, hypot, sin_cos};
use crate::vocabulary::{Hand, PartKey, Role, Side, View};
use kurbo::{Affine, Point, Rect, Shape as _};

/// The hand pose that is drawn when a hand holds something.
pub(super) const GRIP: &str = "grip";
/// The head's width is taken so far below the crown, share of its height: where a hat sits. Tuned by eye on the six bodies.
const BRIM: f64 = 0.3;
/// The crown is the middle of what lies so near the head's top, share of its height.
const CROWN: f64 = 0.06;
/// What has no part of its own and lies so far before the head, or farther, is hair: a hat goes over it.
const HAIR: f64 = 1.0;
/// A hat presses hair down so far below the bare head's top, share of its height. Tuned by eye beside the hats of the wardrobe.
const PRESSED: f64 = 0.12;
/// Steps along the head's outline, units: a hundredth of a head.
const EDGE: f64 = 4.0;

/// A place to hold something, as drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// Pixels: the middle of the fist, of the mouth, the crown of the head, or between the eyes.
    pub at: Point,
    /// Degrees counter-clockwise in the figure's own frame: the way the hand points (0 to the right, −90 hanging), or how far the
    /// head is turned.
    pub turn: f64,
    /// A hand, and not the mouth or the head.
    pub is_hand: bool,
    /// 1, or −1 for a hand whose outward is the figure's left.
    pub outward: f64,
    /// From directions in the figure's own frame (y up, units) to those of the picture (pixels a pixel): facing, tilt, and the mirror
    /// of a back view, but no squash.
    pub upright: Affine,
    /// How many of the drawing's items lie behind what is held.
    pub behind: usize,
    /// Units: how wide the head is with its hair, or both eyes together; 0 for a hand.
    pub wide: f64,
    /// The head is seen from the side, so that of two eyes one shows.
    pub profile: bool,
}

/// Where a thing is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worn {
    /// On the crown.
    Crown,
    /// Before the eyes.
    Eyes,
}

/// A place that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A hand; of a body without it, the mouth.
    Hand(Side),
    /// The mouth or beak.
    Mouth,
    /// On the head.
    Head(Worn),
}

impl Spot {
    /// What a `hold` asks for; `None` is the right hand.
    pub fn new(hand: Option<Hand>, worn: Worn) -> Spot {
        match hand {
            Some(Hand::Left) => Spot::Hand(Side::Left),
            Some(Hand::Right) | None => Spot::Hand(Side::Right),
            Some(Hand::Mouth) => Spot::Mouth,
            Some(Hand::Worn) => Spot::Head(worn),
        }
    }
}

impl Figure {
    /// True when it has this hand in some view.
    pub fn has_hand(&self, side: Side) -> bool {
        [View::Front, View::Side, View::Back]
            .iter()
            .any(|view| self.body(Some(*view)).is_some_and(|body| hand_of(body, side).is_some()))
    }

    /// True when some view shows a face, and so a mouth.
    pub fn has_mouth(&self) -> bool {
        [View::Front, View::Side].iter().any(|view| self.face(*view).is_some())
    }
}

/// A posed body as it is drawn.
pub(super) struct Posing<'a> {
    pub figure: &'a Figure,
    pub body: &'a Body,
    pub posed: &'a Posed,
    pub pose: &'a Pose,
    pub place: &'a Place,
    pub to_px: Affine,
    /// How many items were drawn before each bone.
    pub before: &'a [usize],
    /// Bones from the farthest to the nearest.
    pub order: &'a [usize],
    /// How many items were drawn.
    pub items: usize,
}

impl Posing<'_> {
    /// The place asked for; `None` when the body has nothing of the kind.
    pub fn hold(&self, spot: Spot) -> Option<Hold> {
        match spot {
            Spot::Hand(side) => self.hand(side).or_else(|| self.mouth()),
            Spot::Mouth => self.mouth(),
            Spot::Head(worn) => self.head(worn),
        }
    }

    fn hand(&self, side: Side) -> Option<Hold> {
        let bone = hand_of(self.body, side)?;
        let frame = self.posed.frames.get(bone).copied()?;
        let fist = fist(self.body, bone)?;
        let at = frame * fist;
        let way = at - self.posed.joint(&self.body.bones, bone);
        let outward = if self.body.profile { 1.0 } else { side.sign() };
        Some(Hold {
            at: self.to_px * at,
            turn: atan2(way.y, way.x).to_degrees(),
            is_hand: true,
            outward,
            upright: self.upright(),
            behind: self.before.get(bone).copied().unwrap_or(self.items),
            wide: 0.0,
            profile: false,
        })
    }

    fn mouth(&self) -> Option<Hold> {
        let (bone, frame) = self.head_bone()?;
        // A view without a face has the mouth where the front has it, behind the head.
        let shown = self.figure.face(self.body.view);
        let face = shown.or_else(|| self.figure.face(View::Front))?;
        let at = frame * (self.body.face * face.mouth_point().unwrap_or_else(|| face.middle()));
        let behind = if shown.is_some() { self.after_head() } else { 0 };
        Some(self.on_head(bone, at, behind, 0.0))
    }

    fn head(&self, worn: Worn) -> Option<Hold> {
        let (bone, frame) = self.head_bone()?;
        // From behind, hair lies over all of the head: what it is like is asked of the front.
        let front = (self.body.view == View::Back).then(|| self.figure.body(Some(View::Front))).flatten();
        let (crown, wide) = front.and_then(crown).or_else(|| crown(self.body))?;
        let (shown, head_on) = (self.figure.face(self.body.view), self.figure.face(View::Front));
        let Some(face) = shown.or(head_on).filter(|_| worn == Worn::Eyes) else {
            return Some(self.on_head(bone, frame * crown, self.after_head(), wide));
        };
        let behind = if shown.is_some() { self.after_head() } else { 0 };
        let profile = head_on.is_some_and(|head_on| face.eyes.len() < head_on.eyes.len());
        // In profile glasses are as large as head on.
        let spread = head_on.filter(|_| profile).unwrap_or(face).spread();
        let wide = spread.map_or(wide, |spread| spread * widened(self.body.face));
        Some(Hold { profile, ..self.on_head(bone, frame * (self.body.face * face.middle()), behind, wide) })
    }

    fn on_head(&self, bone: usize, at: Point, behind: usize, wide: f64) -> Hold {
        let turn = self.posed.turns.get(bone).copied().unwrap_or_default();
        Hold {
            at: self.to_px * at,
            turn,
            is_hand: false,
            outward: 1.0,
            upright: self.upright(),
            behind,
            wide,
            profile: false,
        }
    }

    fn head_bone(&self) -> Option<(usize, Affine)> {
        let bone = self.body.bones.iter().position(|bone| bone.is(&Role::Head))?;
        Some((bone, self.posed.frames.get(bone).copied()?))
    }

    /// How many items there are when all of the head has been drawn.
    fn after_head(&self) -> usize {
        let last = self.order.iter().rposition(|bone| self.is_on_head(*bone));
        let next = last.and_then(|last| self.order.get(last + 1)).and_then(|bone| self.before.get(*bone));
        next.copied().unwrap_or(self.items)
    }

    fn is_on_head(&self, bone: usize) -> bool {
        self.body.on_head.get(bone).is_some_and(|on| *on)
    }

    fn upright(&self) -> Affine {
        let (s, c) = sin_cos(or(self.pose.rot, 0.0).to_radians());
        let mirror = if self.body.mirror { Affine::FLIP_X } else { Affine::IDENTITY };
        let facing = Affine::scale_non_uniform(self.place.width(), 1.0);
        facing * Affine::FLIP_Y * Affine::new([c, s, -s, c, 0.0, 0.0]) * mirror
    }
}

/// How much wider a map makes things.
fn widened(map: Affine) -> f64 {
    let [x, y, ..] = map.as_coeffs();
    hypot(x, y)
}

fn hand_of(body: &Body, side: Side) -> Option<usize> {
    let key = |role: Role| PartKey { role, side: Some(side), index: None };
    body.find(&key(Role::Hand)).or_else(|| body.find(&key(Role::Claw)))
}

/// The middle of a hand that holds something, units at rest.
fn fist(body: &Body, bone: usize) -> Option<Point> {
    let pieces = body.art.get(bone)?;
    let hand = pieces.iter().find_map(|piece| match &piece.shape {
        Shape::Hand(poses) => {
            let find = |name: &str| poses.iter().find(|(pose, _)| pose == name);
            find(GRIP).or_else(|| find(RELAXED)).or(poses.first()).map(|(_, pieces)| &pieces[..])
        }
        _ => None,
    });
    let around = |piece: &Piece| match &piece.shape {
        Shape::Still(path) => Some(path.bounding_box()),
        _ => None,
    };
    let all: Option<Rect> = hand.unwrap_or(pieces).iter().filter_map(around).reduce(|a, b| a.union(b));
    Some(all.map_or_else(|| body.bones.get(bone).map_or(Point::ZERO, |bone| bone.pivot), |all| all.center()))
}

/// Where a hat sits on the head and how wide the head is there with its hair, units at rest.
fn crown(body: &Body) -> Option<(Point, f64)> {
    let head = body.bones.iter().position(|bone| bone.is(&Role::Head))?;
    let rest = Posed::new(&body.bones, &Pose::default(), 0.0);
    let own = rest.frames.get(head)?.inverse();
    let all = outlines(body, &rest);
    // A head that is one with the body is what bends with it.
    let is_one = !all.iter().any(|(bone, _)| *bone == head);
    let bends = |bone: usize| body.bones.get(bone).is_some_and(|bone| bone.bends.contains(&head));
    let corners = |of: &dyn Fn(usize) -> bool| {
        let mut corners: Vec<Point> = Vec::new();
        for contour in all.iter().filter(|(bone, _)| of(*bone)).flat_map(|(_, path)| flatten(&(own * path), 1.0)) {
            // Long straight edges are walked along.
            let edge = |(a, b): (&Point, &Point)| {
                let steps = (hypot(b.x - a.x, b.y - a.y) / EDGE).ceil().max(1.0) as usize;
                (1..=steps).map(|i| a.lerp(*b, i as f64 / steps as f64)).collect::<Vec<_>>()
            };
            let next = contour.iter().skip(1).chain(contour.first());
            corners.extend(contour.iter().zip(next).flat_map(edge));
        }
        corners
    };
    let bare = corners(&|bone| if is_one { bends(bone) } else { bone == head });
    let hair = corners(&|bone| is_hair(body, bone));
    let (top, foot) = bare.iter().fold((f64::NEG_INFINITY, f64::INFINITY), |(t, f), p| (t.max(p.y), f.min(p.y)));
    let height = top - foot;
    let span = |within: &dyn Fn(f64) -> bool, hair: &[Point]| {
        let xs = bare.iter().chain(hair).filter(|point| within(top - point.y)).map(|point| point.x);
        xs.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)))
    };
    let (left, right) = span(&|below| below <= CROWN * height, &[]);
    let (l, r) = span(&|below| (below - BRIM * height).abs() <= CROWN * height, &hair);
    let pressed = if hair.iter().any(|point| point.y > top) { PRESSED * height } else { 0.0 };
    (left <= right && l <= r).then(|| (Point::new((left + right) / 2.0, top - pressed), r - l))
}

/// Hair in front of the head: not its back, and nothing that turns by itself.
fn is_hair(body: &Body, bone: usize) -> bool {
    let on_head = body.on_head.get(bone).is_some_and(|on| *on);
    on_head && body.bones.get(bone).is_some_and(|bone| bone.key.is_none() && bone.depth >= HAIR)
}

/// The way to the middle, for those who only want to know where the drawn hand is.
impl Hold {
    /// The rotation and mirror that carry a thing's own directions (y up, upright) into the picture's when it is turned by `degrees`
    /// toward the figure's outward side.
    pub fn carries(&self, degrees: f64) -> Affine {
        let (s, c) = sin_cos((degrees * self.outward).to_radians());
        self.upright * Affine::new([c, s, -s, c, 0.0, 0.0]) * Affine::scale_non_uniform(self.outward, 1.0)
    }

    /// The height of the way the hand points above the level, −1..1.
    pub fn raised(&self) -> f64 {
        sin_cos(self.turn.to_radians()).0
    }
}
