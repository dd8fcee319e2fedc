//! Makes a view's art ready to draw for one look.
//!
//! Enters: template, view and look. Leaves: a [`Body`]. What a pose cannot change is worked out here, once.
use super::edge;
use super::piece::{Carried, Joint, LimbShape, Outline, Piece, Shape};
use super::reshape::Reshape;
use crate::figure::kit::{self, Knot};
use crate::figure::look::Look;
use crate::figure::rig::{self, Bone};
use crate::figure::template::{
    Blend, Corner, Drape, Form, Grip, Limb, Line, Node, Placing, Primitive, SpotAt, Template, ViewArt, When, Xy,
};
use crate::maths::rotate_about;
use crate::vocabulary::{PartKey, Role, Spot, View};
use kurbo::{Affine, BezPath, Point, Vec2};
use std::collections::BTreeMap;

/// `use` within `use` deeper than this is a circle, and left out.
const DEEPEST: usize = 8;

/// The name of the head's outline.
const HEAD: &str = "head";

/// The name of what a part has inside the one that bears it.
const ROOT: &str = "root";

/// One view of a figure, ready to pose and draw.
#[derive(Clone, Debug)]
pub struct Body {
    /// The skeleton, parents first.
    pub bones: Vec<Bone>,
    /// The art of each bone.
    pub art: Vec<Vec<Piece>>,
    /// Whether each bone is the head or hangs on it.
    pub on_head: Vec<bool>,
    /// The head's outline, when its art has one of that name: a hand before it throws shade on it.
    pub head: Option<Outline>,
    /// The points of each foot that can touch the ground, by its bone, units at rest.
    pub soles: Vec<(usize, Vec<Point>)>,
    /// The corners round each hand or claw as it hangs, at rest, units.
    pub palms: Vec<(usize, Vec<Point>)>,
    /// What the build and the stretch make of the face's numbers.
    pub face: Affine,
    /// Drawn mirrored left to right.
    pub mirror: bool,
    /// Which view it is.
    pub view: View,
    /// The profile: a side has no outward.
    pub profile: bool,
    /// Where limbs reach for.
    pub spots: BTreeMap<Spot, SpotAt>,
    /// Which hand pose is drawn when.
    pub grips: Vec<Grip>,
    /// Units the head goes down for each degree of a nod.
    pub nods: f64,
    /// Half the breadth of the ground it stands on, units.
    pub stance: f64,
}

impl Body {
    /// The drawing of `view` in a look.
    pub fn new(template: &Template, view: View, art: &ViewArt, look: &Look) -> Body {
        let shown = |node: &Node| look.shows(&node.when);
        let (bones, nodes): (Vec<Bone>, Vec<&Node>) =
            rig::bones(&art.nodes, template.legs, view, &shown).into_iter().unzip();
        let hips = bones.iter().find(|bone| bone.is(&Role::Leg)).map_or(0.0, |bone| bone.pivot.y);
        let whole = Reshape::new(look.builds.get(&view).map_or(&[], Vec::as_slice), look.stretch, hips);
        let shapes = reshapes(&bones, &whole, view);
        let mut baker = Baker { template, look, bones: &bones, nodes: &nodes, reshapes: &shapes };
        let pieces: Vec<Vec<Piece>> = (0..bones.len()).map(|bone| baker.node(bone)).collect();
        let head_outline = baker.outline(HEAD);
        let mut bones = bones;
        for (bone, reshape) in bones.iter_mut().zip(&shapes) {
            bone.pivot = reshape.at(bone.pivot);
            if let Some(blend) = &mut bone.blend {
                *blend = Blend { from: Xy(reshape.at(blend.from.0)), to: Xy(reshape.at(blend.to.0)) };
            }
        }
        let head = bones.iter().position(|bone| bone.is(&Role::Head)).and_then(|head| shapes.get(head));
        let face = look.faces.get(&view).map(|face| head.unwrap_or(&whole).near(face.middle()));
        let spot = |(spot, at): (&Spot, &SpotAt)| {
            let bone = bones.iter().position(|bone| bone.key.as_ref() == Some(&at.part));
            let reshape = bone.and_then(|bone| shapes.get(bone)).unwrap_or(&whole);
            (*spot, SpotAt { at: Xy(reshape.at(at.at.0)), ..at.clone() })
        };
        Body {
            face: face.unwrap_or_default(),
            soles: edge::soles(&bones, &pieces),
            palms: edge::palms(&bones, &pieces),
            on_head: on_head(&bones, &nodes),
            head: head_outline,
            spots: art.spots.iter().map(spot).collect(),
            bones,
            art: pieces,
            mirror: art.mirror,
            view,
            profile: view == View::Side,
            grips: art.grips.clone(),
            nods: art.nods,
            stance: whole.at(Point::new(art.stance, 0.0)).x,
        }
    }

    /// The bone of a part.
    pub fn find(&self, key: &PartKey) -> Option<usize> {
        self.bones.iter().position(|bone| bone.key.as_ref() == Some(key))
    }
}

/// The map of each bone's art: the head and all on it about the head's pivot, an arm about its shoulder.
fn reshapes(bones: &[Bone], whole: &Reshape, view: View) -> Vec<Reshape> {
    let mut maps: Vec<Reshape> = Vec::with_capacity(bones.len());
    for bone in bones {
        let above = bone.parent.and_then(|parent| maps.get(parent)).unwrap_or(whole).clone();
        maps.push(match bone.key.as_ref().map(|key| &key.role) {
            Some(Role::Head) => whole.head(bone.pivot, view),
            Some(Role::Arm) => whole.arm(bone.pivot),
            _ => {
                let heads = bone.bends.iter().filter_map(|&bending| bones.get(bending)).filter(|b| b.is(&Role::Head));
                match heads.filter_map(|head| Some((head.pivot, head.blend?))).next() {
                    Some((pivot, blend)) => above.bent_by_head(pivot, blend),
                    None => above,
                }
            }
        });
    }
    maps
}

/// Which bones are the head or hang on it; its root inside the body is neither.
fn on_head(bones: &[Bone], nodes: &[&Node]) -> Vec<bool> {
    let mut on: Vec<bool> = Vec::with_capacity(bones.len());
    for (bone, node) in bones.iter().zip(nodes) {
        let above = bone.parent.and_then(|parent| on.get(parent)).is_some_and(|above| *above);
        let root = node.art.iter().any(|primitive| primitive.name.as_deref() == Some(ROOT));
        on.push((above || bone.is(&Role::Head)) && !root);
    }
    on
}

struct Baker<'a> {
    template: &'a Template,
    look: &'a Look,
    bones: &'a [Bone],
    nodes: &'a [&'a Node],
    reshapes: &'a [Reshape],
}

/// Where a primitive lies: its bone, and the placing of the named art it is in.
#[derive(Clone, Copy)]
struct Place {
    bone: usize,
    local: Affine,
    scale: f64,
    room: usize,
}

impl Place {
    fn within(self, placing: &Placing) -> Place {
        let (sx, sy) = placing.scale;
        let turned = rotate_about(placing.turn, Point::ZERO) * Affine::scale_non_uniform(sx, sy);
        Place {
            local: self.local * Affine::translate(placing.at.0.to_vec2()) * turned,
            scale: self.scale * (sx * sy).abs().sqrt(),
            room: self.room.saturating_sub(1),
            ..self
        }
    }
}

impl Baker<'_> {
    fn node(&mut self, bone: usize) -> Vec<Piece> {
        let Some(node) = self.nodes.get(bone) else { return Vec::new() };
        self.list(&node.art, Place { bone, local: Affine::IDENTITY, scale: 1.0, room: DEEPEST })
    }

    fn list(&self, art: &[Primitive], place: Place) -> Vec<Piece> {
        art.iter()
            .filter(|primitive| self.shown(&primitive.when))
            .flat_map(|primitive| self.primitive(primitive, place))
            .collect()
    }

    fn shown(&self, when: &When) -> bool {
        self.look.shows(when)
    }

    fn primitive(&self, primitive: &Primitive, place: Place) -> Vec<Piece> {
        if let Form::Use(name, placing) = &primitive.form {
            let art = self.template.art.get(name).filter(|_| place.room > 0);
            return art.map_or_else(Vec::new, |art| self.list(art, place.within(placing)));
        }
        let color =
            primitive.fill.as_ref().map_or(crate::figure::look::Colors::LOST, |tint| self.look.colors.get(tint));
        vec![Piece {
            shape: self.shape(&primitive.form, &primitive.jaw, place),
            color,
            opacity: primitive.opacity,
            shade: primitive.shade * place.scale,
            shades: self.list(&primitive.shades, place),
            lights: self.list(&primitive.lights, place),
            marks: self.list(&primitive.marks, place),
            cut: primitive.cut.as_ref().and_then(|name| self.outline(name)),
            ink: primitive.ink,
            accent: primitive.accent,
        }]
    }

    fn shape(&self, form: &Form, jaw: &[(usize, f64, f64)], place: Place) -> Shape {
        let at = |point: Point| self.at(point, place);
        let knots = |corners: &[Corner]| -> Vec<Knot> {
            corners.iter().map(|c| Knot { at: at(c.at), tension: c.extra.unwrap_or(1.0) }).collect()
        };
        match form {
            Form::Blob(corners) if jaw.is_empty() => Shape::Still(kit::blob(&knots(corners), true, kit::HANDLE)),
            Form::Blob(corners) => {
                let moved = jaw.iter().filter_map(|&(i, dx, dy)| {
                    let from = corners.get(i)?.at;
                    Some((i, at(from + Vec2::new(dx, dy)) - at(from)))
                });
                Shape::Jaw(knots(corners), moved.collect())
            }
            Form::Poly(corners) => {
                let corners: Vec<(Point, f64)> =
                    corners.iter().map(|c| (at(c.at), c.extra.unwrap_or(0.0) * place.scale)).collect();
                Shape::Still(kit::rounded(&corners))
            }
            Form::Ellipse([x, y, rx, ry, turn]) => {
                Shape::Still(kit::mapped(&kit::ellipse(Point::new(*x, *y), *rx, *ry, *turn), at))
            }
            Form::Path(path) => Shape::Still(kit::mapped(path, at)),
            Form::Brush(line) => {
                let widths: Vec<f64> = line.widths.iter().map(|width| width * place.scale).collect();
                Shape::Still(kit::brush(&points(line, at), &widths))
            }
            Form::Stroke(line) => {
                let knots: Vec<Knot> = points(line, at).into_iter().map(Knot::from).collect();
                let width = line.widths.first().copied().unwrap_or(0.0) * place.scale;
                Shape::Stroke(kit::blob(&knots, false, kit::HANDLE), width)
            }
            Form::Limb(limb) => Shape::Limb(Box::new(self.limb(limb, place))),
            Form::Drape(drape) => Shape::Drape(self.drape(drape, place)),
            Form::Hand(placing) => {
                let inside = place.within(placing);
                Shape::Hand(
                    self.template.hands.iter().map(|(pose, art)| (pose.clone(), self.list(art, inside))).collect(),
                )
            }
            Form::Face(word) => {
                crate::figure::face::Piece::parse(word).map_or(Shape::Still(BezPath::new()), Shape::Face)
            }
            Form::Use(..) => Shape::Still(BezPath::new()),
        }
    }

    fn at(&self, point: Point, place: Place) -> Point {
        let placed = place.local * point;
        self.reshapes.get(place.bone).map_or(placed, |reshape| reshape.at(placed))
    }

    fn bone(&self, word: &str) -> Option<usize> {
        let key = PartKey::parse(word)?;
        self.bones.iter().position(|bone| bone.key.as_ref() == Some(&key))
    }

    fn drape(&self, drape: &Drape, place: Place) -> Vec<(Carried, f64)> {
        let on = |(part, corners): (&String, &Vec<Corner>)| {
            let bone = self.bone(part)?;
            let on = Place { bone, ..place };
            // The pivots of the bones are not yet the build's.
            let pivot = self.reshapes.get(bone)?.at(self.bones.get(bone)?.pivot);
            let carried = |corner: &Corner| {
                let at = self.at(corner.at, on);
                let carried = match drape.hang.contains(part) {
                    true => Carried::Hangs(bone, at - pivot),
                    false => Carried::On(bone, at),
                };
                (carried, corner.extra.unwrap_or(0.0) * place.scale)
            };
            Some(corners.iter().map(carried).collect::<Vec<_>>())
        };
        drape.points.iter().filter_map(on).flatten().collect()
    }

    fn limb(&self, limb: &Limb, place: Place) -> LimbShape {
        let bone = |word: &String| self.bone(word);
        let mut joints: Vec<Joint> = limb.joints.iter().filter_map(bone).map(Joint::Pivot).collect();
        joints.extend(limb.points.iter().map(|xy| Joint::On(place.bone, self.at(xy.0, place))));
        if let Some(tip) = limb.tip {
            let last = limb.joints.last().and_then(bone).unwrap_or(place.bone);
            joints.push(Joint::On(last, self.at(tip.0, Place { bone: last, ..place })));
        }
        let wider = self.reshapes.get(place.bone).map_or(1.0, Reshape::limb_width) * place.scale;
        LimbShape {
            joints,
            widths: limb.widths.iter().map(|width| width * wider).collect(),
            ease: limb.ease,
            caps: limb.caps,
            trim: limb.trim,
            strip: limb.strip,
            body: limb.body.as_ref().and_then(|name| self.outline(name)),
            cast: limb.cast,
            cast_from: limb.cast_from,
            smooth: limb.smooth,
        }
    }

    /// The piece of a name. Pieces are numbered as [`Baker::list`] leaves them, so named art must not stand behind a `use`.
    fn outline(&self, name: &str) -> Option<Outline> {
        let in_node = |node: &&Node| {
            let shown = node.art.iter().filter(|primitive| self.shown(&primitive.when));
            shown.map(|primitive| primitive.name.as_deref()).position(|found| found == Some(name))
        };
        self.nodes.iter().enumerate().find_map(|(bone, node)| in_node(node).map(|piece| Outline { bone, piece }))
    }
}

fn points(line: &Line, at: impl Fn(Point) -> Point) -> Vec<Point> {
    line.points.iter().map(|xy| at(xy.0)).collect()
}
