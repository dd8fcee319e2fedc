//! A primitive made ready to draw: conditions decided, colours found, named art put in, paths built.
use crate::display::Color;
use crate::figure::face;
use crate::figure::kit::Knot;
use kurbo::{BezPath, Point, Vec2};

/// One thing to paint, in template units of the resting body.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What it looks like.
    pub shape: Shape,
    /// Its colour; in a list of shades or lights, unused.
    pub color: Color,
    /// 0..1.
    pub opacity: f64,
    /// Depth of the crescent of shade, units.
    pub shade: f64,
    /// Laid on in the shade's colour.
    pub shades: Vec<Piece>,
    /// Laid on in the light's colour.
    pub lights: Vec<Piece>,
    /// Laid on in their own colours.
    pub marks: Vec<Piece>,
    /// What it is cut to.
    pub cut: Option<Outline>,
    /// Outlined in the style `ink`.
    pub ink: bool,
    /// Left out in the style `ink`.
    pub accent: bool,
}

/// The shape of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An outline that only moves with its bone.
    Still(BezPath),
    /// A blob that the jaw changes: point number and way at jaw 1.
    Jaw(Vec<Knot>, Vec<(usize, Vec2)>),
    /// A line of one width.
    Stroke(BezPath, f64),
    /// A tapered run.
    Limb(Box<LimbShape>),
    /// The hull of points, each with the radius of its corner.
    Drape(Vec<(Carried, f64)>),
    /// The hand by pose; the first is `relaxed` when the template has it.
    Hand(Vec<(String, Vec<Piece>)>),
    /// A piece of the face.
    Face(face::Piece),
}

/// Where a named outline is: bone and piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The bone that carries it.
    pub bone: usize,
    /// Its number among the bone's pieces.
    pub piece: usize,
}

/// A limb's numbers; the joints are found in the posed skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct LimbShape {
    /// Root to end.
    pub joints: Vec<Joint>,
    /// Full widths, units.
    pub widths: Vec<f64>,
    /// Share of the shorter bone over which a joint is rounded.
    pub ease: f64,
    /// Roundness of root and end.
    pub caps: [f64; 2],
    /// Share of the last bone by which the end is drawn back.
    pub trim: f64,
    /// Share of the width in shade.
    pub strip: f64,
    /// What it grows from.
    pub body: Option<Outline>,
    /// Depth of the shade it throws on that, units.
    pub cast: f64,
    /// Share of the first bone from which on it does.
    pub cast_from: f64,
    /// One smooth curve.
    pub smooth: bool,
}

/// A point that a bone carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Carried {
    /// It turns with the bone.
    On(usize, Point),
    /// It goes where the bone's pivot goes, this far from it.
    Hangs(usize, Vec2),
}

/// A point of a limb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Joint {
    /// The pivot of a bone.
    Pivot(usize),
    /// A point that moves with a bone.
    On(usize, Point),
}
