//! Makes a view's art for one look: primitives in a node enter, pieces with colours and builds worked out leave.
use super::piece::{Carried, Joint, LimbShape, Outline, Piece, Shape};
use super::reshape::Reshape;
use crate::figure::kit::{self, Knot};
use crate::figure::look::Look;
use crate::figure::rig::Bone;
use crate::figure::template::{Corner, Drape, Form, Limb, Line, Node, Placing, Primitive, Template, When};
use crate::maths::rotate_about;
use crate::vocabulary::PartKey;
use kurbo::{Affine, BezPath, Point, Vec2};

/// `use` within `use` deeper than this is a circle, and left out.
const DEEPEST: usize = 8;

/// What the pieces of a view are made from.
pub(super) struct Baker<'a> {
    pub template: &'a Template,
    pub look: &'a Look,
    pub bones: &'a [Bone],
    pub nodes: &'a [&'a Node],
    pub reshapes: &'a [Reshape],
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
    /// The pieces of a bone.
    pub fn node(&self, bone: usize) -> Vec<Piece> {
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
    pub fn outline(&self, name: &str) -> Option<Outline> {
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
