//! Paints the art of a posed body.
//!
//! Enters: a body, its posed skeleton and the depths. Leaves: display items, through the kit's pen. Works out no pose.
use super::figure::{bounds, union};
use super::limb::PosedLimb;
use crate::display::Color;
use crate::figure::body::{Body, Carried, Outline, Piece, Shape};
use crate::figure::face::{self, Expression, Face, Palette};
use crate::figure::kit::{self, Ink, Knot, Part, Pen, Style};
use crate::figure::look::Colors;
use crate::figure::rig::Posed;
use crate::figure::template::Tint;
use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// How far beyond half the limb's width it melts into its body at its root: no ink of its own lies there, in widths of the ink
/// (style.md §2).
const MELTS: f64 = 1.3;

/// Depth of the shade that a hand or an arm throws on the head, units (style.md §3: 1 % of the height, more where skin lies on
/// skin).
const HAND_CAST: f64 = 16.0;

/// A shade thrown less far than this many units is not drawn.
const LEAST_CAST: f64 = 0.5;

/// A painting in progress.
pub(super) struct Painter<'a> {
    pub(super) body: &'a Body,
    pub(super) posed: &'a Posed,
    pub(super) depths: &'a [f64],
    /// The face's numbers, in a view that shows one.
    pub(super) face: Option<&'a Face>,
    /// What it shows.
    pub(super) shown: &'a Expression,
    pub(super) colors: &'a Colors,
    /// The pose of each hand's drawing, by bone.
    pub(super) grips: &'a [Option<String>],
    /// From the figure's own frame to pixels.
    pub(super) to_px: Affine,
    pub(super) pen: Pen,
    /// What the pieces of the face cover so far, pixels.
    pub(super) face_box: Option<Rect>,
    /// Where among the pen's items a piece of a bone was drawn, for what is thrown on it.
    pub(super) shapes: HashMap<(usize, usize), usize>,
}

impl Painter<'_> {
    /// Paints all the art of a bone.
    pub(super) fn bone(&mut self, bone: usize) {
        let body = self.body;
        self.pen.far = body.bones.get(bone).is_some_and(|bone| bone.far);
        self.pen.to_px = self.to_px;
        if let Some(pieces) = body.art.get(bone) {
            for (at, piece) in pieces.iter().enumerate() {
                if let Some(shape) = self.piece(bone, piece) {
                    self.shapes.insert((bone, at), shape);
                }
            }
        }
    }

    /// Paints a piece; where among the pen's items its shape is, when it is a part that others throw shade on.
    fn piece(&mut self, bone: usize, piece: &Piece) -> Option<usize> {
        if piece.accent && self.pen.style == Style::Ink {
            return None;
        }
        match &piece.shape {
            Shape::Hand(poses) => self.hand(bone, poses),
            Shape::Face(word) => self.face(bone, *word, piece),
            Shape::Stroke(path, width) => {
                let path = self.moved(bone, path);
                self.pen.line(&path, piece.color, *width);
            }
            _ => return self.part(bone, piece),
        }
        None
    }

    fn face(&mut self, bone: usize, word: face::Piece, piece: &Piece) {
        let Some(face) = self.face else { return };
        let colors = self.colors;
        let palette = Palette { ink: kit::INK, resolve: &|tint: &Tint| colors.get(tint) };
        self.pen.to_px = self.to_px * self.frame(bone) * self.body.face;
        let before = self.pen.items.len();
        face::draw(&mut self.pen, face, word, self.shown, &palette);
        if let Some(within) = piece.cut.as_ref().and_then(|outline| self.outline_px(outline)) {
            self.pen.clip(before, within);
        }
        let drawn = bounds(self.pen.items.get(before..).unwrap_or_default());
        self.face_box = union(self.face_box, drawn);
        self.pen.to_px = self.to_px;
    }

    fn hand(&mut self, bone: usize, poses: &[(String, Vec<Piece>)]) {
        let wanted = self.grips.get(bone).and_then(Option::as_deref).unwrap_or(RELAXED);
        let find = |name: &str| poses.iter().find(|(pose, _)| pose == name);
        if let Some((_, pieces)) = find(wanted).or_else(|| find(RELAXED)).or(poses.first()) {
            let solid = pieces.iter().filter(|piece| !matches!(piece.shape, Shape::Stroke(..)));
            let outlines = solid.map(|piece| self.outline(bone, piece)).collect();
            self.cast_on_head(bone, outlines);
            // In ink both outlines lie under both fills: the thumb melts into the palm.
            for piece in pieces {
                self.piece(bone, piece);
            }
        }
    }

    /// A hand or an arm of the face's own colour would melt into it: it lays a sliver of shade (style.md §3), two steps deep.
    fn cast_on_head(&mut self, bone: usize, outlines: Vec<BezPath>) {
        let Some(head) = self.body.head.filter(|head| self.in_front(bone, head)) else { return };
        let Some((outline, (shape, color))) = self.outline_px(&head).zip(self.thrown_on(&head)) else { return };
        for hand in outlines {
            let over = (self.to_px * hand.control_box().to_path(0.1)).bounding_box().overlaps(outline.bounding_box());
            if over {
                self.pen.cast(&hand, shape, kit::shade(color), HAND_CAST);
            }
        }
    }

    fn part(&mut self, bone: usize, piece: &Piece) -> Option<usize> {
        let outline = self.outline(bone, piece);
        if outline.elements().is_empty() {
            return None;
        }
        if let Some(cut) = piece.cut.as_ref().and_then(|cut| self.outline_px(cut)) {
            if piece.opacity < 1.0 {
                self.pen.fill_within(&outline, &cut, piece.color, piece.opacity);
            } else {
                self.pen.mark_within(&outline, &cut, piece.color);
            }
            return None;
        }
        if piece.opacity < 1.0 {
            self.pen.fill_at(&outline, piece.color, piece.opacity);
            return None;
        }
        let mut part = Part::new(outline, piece.color);
        part.crescent = piece.shade;
        part.folds = piece.shades.iter().map(|fold| self.outline(bone, fold)).collect();
        part.lights = piece.lights.iter().map(|light| self.outline(bone, light)).collect();
        part.markings = piece.marks.iter().map(|mark| (self.outline(bone, mark), mark.color)).collect();
        if !piece.ink {
            part.ink = Ink::None;
        }
        if let Shape::Limb(shape) = &piece.shape {
            let limb = PosedLimb::new(shape, self.body, self.posed);
            if !self.body.on_head.get(bone).is_some_and(|on| *on) {
                self.cast_on_head(bone, vec![limb.caster()]);
            }
            part.lit = limb.lit(self.pen.away());
            part.lit_as = shape.body.and_then(|body| self.outline_px(&body));
            if let Some(body) = shape.body.filter(|body| self.in_front(bone, body)) {
                self.grow(&limb, &body, shape.cast, &mut part, shape.widths.first().copied().unwrap_or(0.0));
            }
        }
        Some(self.pen.part(&part))
    }

    /// Lets a limb grow out of the body it lies in front of.
    fn grow(&mut self, limb: &PosedLimb, body: &Outline, cast: f64, part: &mut Part, width: f64) {
        let Some(outline) = self.outline_px(body) else { return };
        let cast =
            cast * self.piece_of(body).map_or(0.0, |piece| limb.over(self.outline(body.bone, piece).control_box()));
        if cast > LEAST_CAST
            && self.pen.style != Style::Soft
            && let Some((shape, color)) = self.thrown_on(body)
        {
            self.pen.cast(&limb.caster(), shape, color, cast);
        }
        if part.ink != Ink::None && self.pen.style == Style::Ink {
            let ink = self.pen.ink_px / self.pen.scale().max(f64::MIN_POSITIVE);
            let radius = width / 2.0 + MELTS * ink;
            let hidden =
                |point: Point| point.distance(limb.root()) < radius && outline.winding(self.pen.to_px * point) != 0;
            part.ink = Ink::Lines(limb.ink(&hidden));
        }
        part.root = Some(outline);
    }

    fn in_front(&self, bone: usize, body: &Outline) -> bool {
        match (self.depths.get(bone), self.depths.get(body.bone)) {
            (Some(limb), Some(body)) => limb > body,
            _ => false,
        }
    }

    /// Where a piece was drawn and its colour.
    fn thrown_on(&self, at: &Outline) -> Option<(usize, Color)> {
        let shape = self.shapes.get(&(at.bone, at.piece)).copied();
        shape.zip(self.piece_of(at).map(|piece| piece.color))
    }

    fn piece_of(&self, at: &Outline) -> Option<&Piece> {
        self.body.art.get(at.bone).and_then(|pieces| pieces.get(at.piece))
    }

    fn outline_px(&self, at: &Outline) -> Option<Arc<BezPath>> {
        let piece = self.piece_of(at)?;
        Some(Arc::new(self.to_px * self.outline(at.bone, piece)))
    }

    /// A piece's outline in the figure's own frame.
    fn outline(&self, bone: usize, piece: &Piece) -> BezPath {
        outline(self.body, self.posed, self.shown.chin, bone, piece)
    }

    fn frame(&self, bone: usize) -> Affine {
        frame(self.posed, bone)
    }

    fn moved(&self, bone: usize, path: &BezPath) -> BezPath {
        moved(self.body, self.posed, bone, path)
    }
}

/// The outlines of all that fills, each with its bone.
pub(super) fn outlines(body: &Body, posed: &Posed) -> Vec<(usize, BezPath)> {
    let fills = |piece: &&Piece| piece.opacity >= 1.0 && piece.cut.is_none();
    let of = |(bone, pieces): (usize, &Vec<Piece>)| {
        let hands = pieces.iter().flat_map(|piece| match &piece.shape {
            Shape::Hand(poses) => poses.first().map_or(&[][..], |(_, pieces)| &pieces[..]),
            _ => std::slice::from_ref(piece),
        });
        let filled = hands.filter(fills).map(|piece| (bone, outline(body, posed, 0.0, bone, piece)));
        filled.filter(|(_, path)| !path.elements().is_empty()).collect::<Vec<_>>()
    };
    body.art.iter().enumerate().flat_map(of).collect()
}

fn outline(body: &Body, posed: &Posed, chin: f64, bone: usize, piece: &Piece) -> BezPath {
    match &piece.shape {
        Shape::Still(path) => moved(body, posed, bone, path),
        Shape::Jaw(knots, moves) => {
            let mut knots: Vec<Knot> = knots.clone();
            for &(i, way) in moves {
                if let Some(knot) = knots.get_mut(i) {
                    knot.at += way * chin;
                }
            }
            moved(body, posed, bone, &kit::blob(&knots, true, kit::HANDLE))
        }
        Shape::Limb(shape) => PosedLimb::new(shape, body, posed).outline(),
        Shape::Drape(points) => {
            let upright = posed.upright(&body.bones);
            let posed = upright.as_ref().unwrap_or(posed);
            let at = |carried: &Carried| match *carried {
                Carried::On(bone, at) => frame(posed, bone) * at,
                Carried::Hangs(bone, by) => posed.joint(&body.bones, bone) + by,
            };
            kit::hull(points.iter().map(|(carried, radius)| (at(carried), *radius)).collect())
        }
        Shape::Stroke(..) | Shape::Hand(_) | Shape::Face(..) => BezPath::new(),
    }
}

fn frame(posed: &Posed, bone: usize) -> Affine {
    posed.frames.get(bone).copied().unwrap_or(Affine::IDENTITY)
}

/// How a follower bends and raises what it shares with the part it follows.
struct Bending {
    pivot: Point,
    /// Degrees.
    angle: f64,
    /// Units.
    lift: f64,
    /// Where its share begins.
    from: Point,
    /// From there to where it is whole.
    along: Vec2,
}

/// A path of the resting body, bent by the followers of its bone and moved with it.
fn moved(body: &Body, posed: &Posed, bone: usize, path: &BezPath) -> BezPath {
    let frame = frame(posed, bone);
    let bends = body.bones.get(bone).map_or(&[][..], |bone| &bone.bends).iter().filter_map(|&bending| {
        let (child, angle, lift) = (body.bones.get(bending)?, *posed.angles.get(bending)?, *posed.lifts.get(bending)?);
        let blend = child.blend.filter(|_| angle != 0.0 || lift != 0.0)?;
        Some(Bending { pivot: child.pivot, angle, lift, from: blend.from.0, along: blend.to.0 - blend.from.0 })
    });
    let bends: Vec<Bending> = bends.collect();
    if bends.is_empty() {
        return frame * path;
    }
    let at = |point: Point| {
        let mut bent = point;
        for bend in &bends {
            let u = ((point - bend.from).dot(bend.along) / bend.along.hypot2()).clamp(0.0, 1.0);
            let share = u * u * (3.0 - 2.0 * u);
            bent =
                crate::maths::rotate_about(bend.angle * share, bend.pivot) * bent + Vec2::new(0.0, bend.lift * share);
        }
        frame * bent
    };
    kit::mapped(path, at)
}

/// The hand pose at rest.
pub(super) const RELAXED: &str = "relaxed";
