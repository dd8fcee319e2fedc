//! Art: the primitives a node carries, painted in order.
//!
//! Enters: JSON objects with exactly one form each. Leaves: [`Primitive`] values. Never resolves a colour, never places a point.
use super::paint::Tint;
use super::point::{Corner, Xy};
use kurbo::BezPath;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A condition on the look: each option named must have one of the choices listed. `{"hair": ["bun", "curls"]}`.
pub type When = BTreeMap<String, Vec<String>>;

/// One thing to paint: a form, what it is filled with, and the shade, light and markings cut to it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "PrimitiveFile")]
pub struct Primitive {
    /// The shape.
    pub form: Form,
    /// Its colour; `None` where the place it stands in gives one (a shade, a light) or it needs none.
    pub fill: Option<Tint>,
    /// Depth of the crescent of shade, units (style.md §3); 0 none.
    pub shade: f64,
    /// Shapes laid on in the shade's colour, cut to this one.
    pub shades: Vec<Primitive>,
    /// Shapes laid on in the light's colour (left out in the style `ink`), cut to this one.
    pub lights: Vec<Primitive>,
    /// Shapes laid on in their own colours, under the shade, cut to this one.
    pub marks: Vec<Primitive>,
    /// 0..1.
    pub opacity: f64,
    /// Whether the style `ink` draws an outline round it.
    pub ink: bool,
    /// Whether it is an accent of light, left out in the style `ink`.
    pub accent: bool,
    /// Shown only when the look's options are these.
    pub when: When,
    /// A name by which limbs and cuts find this outline. `root`: what the part has inside the one that bears it, drawn beneath both.
    pub name: Option<String>,
    /// The name of the outline that this is cut to.
    pub cut: Option<String>,
    /// What the open jaw does to a blob's points: `[index, dx, dy]` at jaw 1, units.
    pub jaw: Vec<(usize, f64, f64)>,
}

/// The shape of a primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A smooth closed curve through points with tensions.
    Blob(Vec<Corner>),
    /// A polygon with rounded corners.
    Poly(Vec<Corner>),
    /// Centre x, y, half axes, turn in degrees.
    Ellipse([f64; 5]),
    /// An SVG path, y up.
    Path(BezPath),
    /// A stroke whose width swells and tapers.
    Brush(Line),
    /// A stroke of one width with round ends.
    Stroke(Line),
    /// A tapered run through joints.
    Limb(Limb),
    /// Cloth laid over several parts.
    Drape(Drape),
    /// Named art of the template, placed.
    Use(String, Placing),
    /// The hand in its present pose, placed: the wrist at the origin, the fingers along +y, the thumb at +x.
    Hand(Placing),
    /// A piece of the face.
    Face(String),
}

/// Points with full widths along them, units.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Two or more.
    pub points: Vec<Xy>,
    /// One or more, spread evenly.
    pub widths: Vec<f64>,
}

/// One tapered outline through joints (style.md §2).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limb {
    /// Parts whose posed pivots the run goes through; or, with `points`, none.
    #[serde(default)]
    pub joints: Vec<String>,
    /// Fixed points in the node's frame, instead of joints.
    #[serde(default)]
    pub points: Vec<Xy>,
    /// The last point of a run of joints, in the last joint's own frame: a tail's tip.
    #[serde(default)]
    pub tip: Option<Xy>,
    /// Full width at each joint, units.
    pub widths: Vec<f64>,
    /// Share of the shorter bone over which a joint is rounded.
    #[serde(default = "default_ease")]
    pub ease: f64,
    /// Roundness of the root's and the end's cap: 1 a half circle, 0 flat.
    #[serde(default = "default_caps")]
    pub caps: [f64; 2],
    /// Shares of the last bone by which the end is drawn back (positive) or pushed on.
    #[serde(default)]
    pub trim: f64,
    /// Share of the width that lies in shade on the side away from the light; 0 none.
    #[serde(default)]
    pub strip: f64,
    /// The named outline the limb grows from: its ink is open there, and it throws its shade on it when it lies in front.
    #[serde(default)]
    pub body: Option<String>,
    /// Depth of the sliver of shade thrown on the body, units (style.md §3: 1 % of the height).
    #[serde(default)]
    pub cast: f64,
    /// Share of the first bone from which on it throws that shade (not at the root).
    #[serde(default = "default_cast_from")]
    pub cast_from: f64,
    /// Drawn as one smooth curve through the joints (a tail, an ear) rather than as bones with rounded joints.
    #[serde(default)]
    pub smooth: bool,
}

fn default_ease() -> f64 {
    0.46 // style.md §2
}

fn default_caps() -> [f64; 2] {
    [1.0, 1.0]
}

fn default_cast_from() -> f64 {
    0.45 // the sheets' sleeves
}

/// Cloth over several parts: the convex hull of points that each move with a part, its corners rounded. Leaning toward the
/// viewer shortens none of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drape {
    /// Points by the part that carries them, each with the radius of its corner, units.
    pub points: BTreeMap<String, Vec<Corner>>,
    /// Parts whose points go where their pivot goes and do not turn: a hem hangs from the knees.
    pub hang: Vec<String>,
}

/// Where named art lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// Its origin, units.
    pub at: Xy,
    /// Degrees counter-clockwise.
    pub turn: f64,
    /// Factors along its own x and y, before the turn; −1 mirrors.
    pub scale: (f64, f64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrimitiveFile {
    blob: Option<Vec<Corner>>,
    poly: Option<Vec<Corner>>,
    ellipse: Option<Vec<f64>>,
    path: Option<String>,
    brush: Option<Vec<Xy>>,
    stroke: Option<Vec<Xy>>,
    limb: Option<Limb>,
    drape: Option<BTreeMap<String, Vec<Corner>>>,
    #[serde(default)]
    hang: Vec<String>,
    #[serde(rename = "use")]
    used: Option<String>,
    hand: Option<Xy>,
    face: Option<String>,
    widths: Option<Vec<f64>>,
    width: Option<f64>,
    at: Option<Xy>,
    turn: Option<f64>,
    scale: Option<Factors>,
    cut: Option<String>,
    fill: Option<Tint>,
    shade: Option<f64>,
    #[serde(default)]
    shades: Vec<Primitive>,
    #[serde(default)]
    lights: Vec<Primitive>,
    #[serde(default)]
    marks: Vec<Primitive>,
    opacity: Option<f64>,
    ink: Option<bool>,
    #[serde(default)]
    accent: bool,
    #[serde(default)]
    when: BTreeMap<String, OneOrMany>,
    name: Option<String>,
    #[serde(default)]
    jaw: Vec<(usize, f64, f64)>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Factors {
    Both(f64),
    Each(f64, f64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// Reads a condition: of each option one choice or a list.
pub(in crate::figure) fn when<'de, D: serde::Deserializer<'de>>(d: D) -> Result<When, D::Error> {
    BTreeMap::<String, OneOrMany>::deserialize(d).map(listed)
}

fn listed(when: BTreeMap<String, OneOrMany>) -> When {
    let each = when.into_iter().map(|(option, choices)| match choices {
        OneOrMany::One(choice) => (option, vec![choice]),
        OneOrMany::Many(choices) => (option, choices),
    });
    each.collect()
}

impl TryFrom<PrimitiveFile> for Primitive {
    type Error = String;

    fn try_from(mut file: PrimitiveFile) -> Result<Self, String> {
        let form = form(&mut file)?;
        let is_line = matches!(form, Form::Brush(_) | Form::Stroke(_));
        Ok(Primitive {
            form,
            fill: file.fill,
            shade: file.shade.unwrap_or(0.0),
            shades: file.shades,
            lights: file.lights,
            marks: file.marks,
            opacity: file.opacity.unwrap_or(1.0),
            ink: file.ink.unwrap_or(!is_line),
            accent: file.accent,
            when: listed(file.when),
            name: file.name,
            cut: file.cut,
            jaw: file.jaw,
        })
    }
}

const FORMS: &str = "blob, poly, ellipse, path, brush, stroke, limb, drape, use, hand or face";

fn form(file: &mut PrimitiveFile) -> Result<Form, String> {
    let mut found = Vec::new();
    let (factor_x, factor_y) = match file.scale {
        None => (1.0, 1.0),
        Some(Factors::Both(s)) => (s, s),
        Some(Factors::Each(x, y)) => (x, y),
    };
    let placing = |at| Placing { at, turn: file.turn.unwrap_or(0.0), scale: (factor_x, factor_y) };
    let origin = Xy(kurbo::Point::ZERO);
    found.extend(file.blob.take().map(Form::Blob));
    found.extend(file.poly.take().map(Form::Poly));
    found.extend(file.ellipse.take().map(ellipse).transpose()?);
    found.extend(file.path.take().map(|text| svg_path(&text)).transpose()?);
    found.extend(file.limb.take().map(Form::Limb));
    let hang = std::mem::take(&mut file.hang);
    found.extend(file.drape.take().map(|points| Form::Drape(Drape { points, hang })));
    found.extend(file.hand.take().map(|at| Form::Hand(placing(at))));
    found.extend(file.used.take().map(|name| Form::Use(name, placing(file.at.unwrap_or(origin)))));
    found.extend(file.face.take().map(Form::Face));
    let widths = file.widths.take().unwrap_or_else(|| vec![file.width.unwrap_or(4.0)]);
    for points in [file.brush.take().map(|p| (true, p)), file.stroke.take().map(|p| (false, p))].into_iter().flatten() {
        if points.1.len() < 2 || widths.is_empty() {
            return Err("a brush or stroke needs two points and one width".into());
        }
        let line = Line { points: points.1, widths: widths.clone() };
        found.push(if points.0 { Form::Brush(line) } else { Form::Stroke(line) });
    }
    match (found.pop(), found.is_empty()) {
        (Some(form), true) => Ok(form),
        (None, _) => Err(format!("art needs a form: one of {FORMS}")),
        (Some(_), false) => Err(format!("art has one form only: one of {FORMS}")),
    }
}

fn ellipse(numbers: Vec<f64>) -> Result<Form, String> {
    match *numbers {
        [x, y, r] => Ok(Form::Ellipse([x, y, r, r, 0.0])),
        [x, y, rx, ry] => Ok(Form::Ellipse([x, y, rx, ry, 0.0])),
        [x, y, rx, ry, turn] => Ok(Form::Ellipse([x, y, rx, ry, turn])),
        _ => Err("an ellipse is [x, y, r], [x, y, rx, ry] or [x, y, rx, ry, degrees]".into()),
    }
}

fn svg_path(text: &str) -> Result<Form, String> {
    BezPath::from_svg(text).map(Form::Path).map_err(|fault| format!("not an SVG path: {fault}"))
}
