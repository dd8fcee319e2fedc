//! Parts in, display items out: the one place that knows the three styles and the light (style.md §3, §7).
//!
//! Paths come in the caller's units (y up or as it likes) and are brought to pixels first; only then are they shaded, so
//! that the light stays in the upper left of the stage however the drawing is turned or mirrored. Never lays out anything.
use super::color::{INK, far, light, mix, shade};
use super::curve::{grown, lerp};
use crate::display::{Blend, Color, Item, Paint, Shape, Stop};
use kurbo::{Affine, BezPath, Rect, Shape as _, Vec2};
use std::sync::Arc;

/// How the house draws (style.md §7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Fills, one shade, one light; no outline.
    #[default]
    Flat,
    /// The same with an even outline and no lights.
    Ink,
    /// Gradients and a rim of light instead of shade shapes.
    Soft,
}

/// The light of the stage, from the upper left, in pixels (y down).
pub struct Light;

impl Light {
    /// A part's outline is moved along this, times the crescent's depth, to leave its shade (style.md §3: (−1, .72) y up).
    pub const TOWARD: Vec2 = Vec2::new(-1.0, -0.72);
    /// The way the light travels, for telling a limb's shaded side (lib.py).
    pub const AWAY: Vec2 = Vec2::new(0.8, 0.6);
    /// A limb before its own body throws its sliver of shade this way (lib.py).
    pub const CAST: Vec2 = Vec2::new(1.0, 0.75);
}

/// The colour of a shade that lies over markings of several colours, and its opacity (style.md §3).
const VEIL: (Color, f64) = (Color::rgb(0x4A, 0x16, 0x60), 0.20);
/// Soft: how far the light end of the gradient goes to the lit colour, where the base lies, how far the end goes to the
/// shade (style.md §7).
const SOFT: (f64, f64, f64) = (0.80, 0.45, 0.95);
/// Soft: the gradient runs over this share of the box from left to right (lib.py).
const SOFT_SPAN: (f64, f64) = (0.1, 0.9);
/// Soft: opacity of the rim of light, and of folds (lib.py).
const SOFT_RIM: f64 = 0.8;
const SOFT_FOLD: f64 = 0.6;

/// Largest distance of an ink outline from its curve, pixels: below what shows.
const INK_TOLERANCE: f64 = 0.1;

/// What the outline of a part is in the ink style.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Ink {
    /// The part's own outline.
    #[default]
    Outline,
    /// None.
    None,
    /// These open lines instead, in units: a limb's flanks, open where it melts into its body, its hand or its foot.
    Lines(BezPath),
}

/// One part of a drawing. All paths are in units.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The outline, closed.
    pub outline: BezPath,
    /// The base colour; the pen darkens it for far limbs.
    pub color: Color,
    /// Depth of the crescent of shade away from the light, units; 0 for none.
    pub crescent: f64,
    /// What of the part lies in the light; the rest is in the same shade. The soft style's gradient stands for it.
    pub lit: Option<BezPath>,
    /// Shades that every style has, cut to the part: folds, what a chin throws.
    pub folds: Vec<BezPath>,
    /// Lights, cut to the part; the ink style has none.
    pub lights: Vec<BezPath>,
    /// Markings in their own colours, cut to the part, below its shades.
    pub markings: Vec<(BezPath, Color)>,
    /// The outline of the ink style.
    pub ink: Ink,
    /// The outline of the body that a limb grows out of and lies before, as drawn, in pixels.
    pub root: Option<Arc<BezPath>>,
    /// The outline whose light it shares in the soft style, in pixels: a limb's body. `None`: its own.
    pub lit_as: Option<Arc<BezPath>>,
}

impl Part {
    /// A plain part: no shade, no marking, outlined in ink.
    pub fn new(outline: BezPath, color: Color) -> Self {
        Self {
            outline,
            color,
            crescent: 0.0,
            lit: None,
            folds: Vec::new(),
            lights: Vec::new(),
            markings: Vec::new(),
            ink: Ink::Outline,
            root: None,
            lit_as: None,
        }
    }
}

/// What lies on a shape and shows only inside it: a path in units, its colour and opacity.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The outline, units.
    pub path: BezPath,
    /// The colour, before the pen darkens it for what is far.
    pub color: Color,
    /// 0..1.
    pub opacity: f64,
}

impl Mark {
    /// An opaque mark.
    pub fn new(path: BezPath, color: Color) -> Self {
        Self { path, color, opacity: 1.0 }
    }
}

/// Draws parts in one style.
#[derive(Clone, Debug)]
pub struct Pen {
    /// The style.
    pub style: Style,
    /// From the units of the paths to come into pixels.
    pub to_px: Affine,
    /// Width of the ink outside the fill, pixels: .0042 of the stage's height (style.md §2).
    pub ink_px: f64,
    /// Width of the soft style's rim, pixels: .007 of the figure's height (style.md §7).
    pub rim_px: f64,
    /// Draw what follows as a far limb: everything one shade darker.
    pub far: bool,
    /// What has been drawn, back to front.
    pub items: Vec<Item>,
}

impl Pen {
    /// A pen for a figure whose drawn height is `height_px` on a stage `stage_px` high, in pixels.
    pub fn new(style: Style, to_px: Affine, height_px: f64, stage_px: f64) -> Self {
        Self { style, to_px, ink_px: 0.0042 * stage_px, rim_px: 0.007 * height_px, far: false, items: Vec::new() }
    }

    /// The colour as this pen draws it: darker when far.
    pub fn color(&self, color: Color) -> Color {
        if self.far { far(color) } else { color }
    }

    /// Pixels a unit, by area.
    pub fn scale(&self) -> f64 {
        self.to_px.determinant().abs().sqrt()
    }

    /// The way the light travels in the frame of the units, for [`super::limb_light`].
    pub fn away(&self) -> Vec2 {
        if self.to_px.determinant().abs() < 1e-12 {
            return Light::AWAY;
        }
        let back = self.to_px.inverse();
        (back * Light::AWAY.to_point()) - (back * kurbo::Point::ZERO)
    }

    /// Draws a part and returns where among the items its shape is, for what is thrown on it later.
    pub fn part(&mut self, part: &Part) -> usize {
        let outline = Arc::new(self.to_px * &part.outline);
        let base = self.color(part.color);
        self.ink_under(part, &outline);
        let shape = self.items.len();
        let drawn = match self.style {
            Style::Soft => self.soft(part, outline, base),
            Style::Flat | Style::Ink => self.shaded(part, outline, base),
        };
        self.items.push(Item::Fill(drawn));
        shape
    }

    /// Base, markings, shade, folds and lights. The shade is what no light reaches: the shape is filled with it, and what lies
    /// in the light is painted on it, so that no outline has to be cut.
    fn shaded(&self, part: &Part, outline: Arc<BezPath>, base: Color) -> Shape {
        let (tone, opacity) = tone(part, base);
        let crescent = (part.crescent > 0.0).then(|| {
            let by = Light::TOWARD * (part.crescent * self.scale());
            Arc::new(Affine::translate(by) * &*outline)
        });
        let lit = part.lit.as_ref().map(|lit| Arc::new(self.to_px * lit));
        // From the inside out: each region of light lies within the one before.
        let mut regions: Vec<_> = crescent.into_iter().chain(lit).collect();
        let mut on = self.markings(part, 0.0);
        if let Some(inner) = regions.pop() {
            let dark = mix(base, tone, opacity);
            let mut region = Shape::new(inner, Paint::Solid(base)).with(on);
            while let Some(outer) = regions.pop() {
                region = Shape::new(outer, Paint::Solid(dark)).with(self.veiled(part, region));
            }
            on = self.veiled(part, region);
            self.over(part, tone, opacity, &mut on);
            return Shape::new(outline, Paint::Solid(dark)).with(on);
        }
        self.over(part, tone, opacity, &mut on);
        Shape::new(outline, Paint::Solid(base)).with(on)
    }

    /// The markings in the shade, and what lies in the light on them.
    fn veiled(&self, part: &Part, lit: Shape) -> Vec<Shape> {
        let mut on = self.markings(part, VEIL.1);
        on.push(lit);
        on
    }

    /// The markings with a share of the veil over them.
    fn markings(&self, part: &Part, veil: f64) -> Vec<Shape> {
        let marking = |(path, color): &(BezPath, Color)| self.shape(path, mix(self.color(*color), VEIL.0, veil));
        part.markings.iter().map(marking).collect()
    }

    /// Folds and lights.
    fn over(&self, part: &Part, tone: Color, opacity: f64, on: &mut Vec<Shape>) {
        on.extend(part.folds.iter().map(|fold| self.shape(fold, tone.with_opacity(opacity))));
        if self.style != Style::Ink {
            let light = light(self.color(part.color));
            on.extend(part.lights.iter().map(|lit| self.shape(lit, light)));
        }
    }

    /// A path (units) filled with a colour as it is.
    fn shape(&self, path: &BezPath, color: Color) -> Shape {
        Shape::new(self.to_px * path, Paint::Solid(color))
    }

    fn soft(&self, part: &Part, outline: Arc<BezPath>, base: Color) -> Shape {
        let (tone, opacity) = tone(part, base);
        // A limb shares the gradient of the body it grows from, or the join would show; so does a marking, or one of the base's
        // colour would lie on it as a pale patch.
        let frame = part.lit_as.as_ref().unwrap_or(&outline).bounding_box();
        let lit = |(path, color): &(BezPath, Color)| Shape::new(self.to_px * path, gradient(self.color(*color), frame));
        let mut on: Vec<Shape> = part.markings.iter().map(lit).collect();
        self.over(part, tone, opacity * SOFT_FOLD, &mut on);
        let paint = gradient(base, frame);
        // The rim is what the outline leaves of itself when it moves; where the limb lies on its body it has none.
        let moved = Affine::translate(Vec2::new(1.0, 0.75) * self.rim_px) * &*outline;
        let body = part.root.iter().cloned();
        let rim = Paint::Solid(light(light(base)).with_opacity(SOFT_RIM));
        on.push(Shape::new(outline.clone(), rim).without(std::iter::once(Arc::new(moved)).chain(body).collect()));
        Shape::new(outline, paint).with(on)
    }

    fn ink_under(&mut self, part: &Part, outline: &Arc<BezPath>) {
        let item = match &part.ink {
            _ if self.style != Style::Ink => return,
            Ink::None => return,
            // The part covers all but its rim.
            Ink::Outline => Item::fill(grown(outline, self.ink_px, INK_TOLERANCE), INK),
            Ink::Lines(lines) => {
                Item::Stroke { path: Arc::new(self.to_px * lines), width: 2.0 * self.ink_px, paint: Paint::Solid(INK) }
            }
        };
        self.items.push(item);
    }

    /// Fills `path` (units) with a colour.
    pub fn fill(&mut self, path: &BezPath, color: Color) {
        let color = self.color(color);
        self.push(self.to_px * path, color, 1.0);
    }

    /// Fills `path` (units) with a colour at an opacity.
    pub fn fill_at(&mut self, path: &BezPath, color: Color, opacity: f64) {
        let color = self.color(color);
        self.push(self.to_px * path, color, opacity);
    }

    /// Fills `path` (units) with a colour, and on it the marks.
    pub fn fill_marked(&mut self, path: &BezPath, color: Color, marks: &[Mark]) {
        let on = |mark: &Mark| {
            let color = self.color(mark.color).with_opacity(mark.opacity);
            (color.a > 0 && !mark.path.elements().is_empty()).then(|| self.shape(&mark.path, color))
        };
        let on = marks.iter().filter_map(on).collect();
        self.items.push(Item::Fill(self.shape(path, self.color(color)).with(on)));
    }

    /// Gathers what has been drawn since the item `from` into one that shows only inside `within` (pixels).
    pub fn clip(&mut self, from: usize, within: Arc<BezPath>) {
        let items: Arc<[Item]> = self.items.drain(from.min(self.items.len())..).collect();
        if !items.is_empty() {
            let (transform, opacity, blend) = (Affine::IDENTITY, 1.0, Blend::Normal);
            self.items.push(Item::Group { transform, opacity, blend, clip: Some(within), items });
        }
    }

    /// Fills what of `path` (units) lies inside `within` (pixels).
    pub fn fill_within(&mut self, path: &BezPath, within: &Arc<BezPath>, color: Color, opacity: f64) {
        let color = self.color(color);
        let drawn = self.shape(path, color.with_opacity(opacity)).within(within.clone());
        self.items.push(Item::Fill(drawn));
    }

    /// A marking laid on a part drawn before, whose outline is `within` (pixels): in the soft style it shares its light.
    pub fn mark_within(&mut self, path: &BezPath, within: &Arc<BezPath>, color: Color) {
        let color = self.color(color);
        let soft = self.style == Style::Soft;
        let paint = if soft { gradient(color, within.bounding_box()) } else { Paint::Solid(color) };
        self.items.push(Item::Fill(Shape::new(self.to_px * path, paint).within(within.clone())));
    }

    /// Strokes `path` (units) `width` units wide, with round ends.
    pub fn line(&mut self, path: &BezPath, color: Color, width: f64) {
        let (path, width) = (Arc::new(self.to_px * path), width * self.scale());
        self.items.push(Item::Stroke { path, width, paint: Paint::Solid(self.color(color)) });
    }

    /// The sliver of shade that a limb (units) lays on a part drawn before (an item's place, as [`Pen::part`] gives it) of the base
    /// colour `color`, `depth` units away from the light.
    pub fn cast(&mut self, limb: &BezPath, on: usize, color: Color, depth: f64) {
        let moved = Affine::translate(Light::CAST * (depth * self.scale())) * self.to_px;
        let mark = Shape::new(moved * limb, Paint::Solid(shade(self.color(color))));
        if let Some(Item::Fill(body)) = self.items.get_mut(on) {
            body.marks.push(mark);
        }
    }

    fn push(&mut self, path: BezPath, color: Color, opacity: f64) {
        let color = color.with_opacity(opacity);
        if color.a > 0 && !path.elements().is_empty() {
            self.items.push(Item::fill(path, color));
        }
    }
}

/// The colour of a part's shade and its opacity: over markings one transparent violet, the same everywhere.
fn tone(part: &Part, base: Color) -> (Color, f64) {
    if part.markings.is_empty() { (shade(base), 1.0) } else { VEIL }
}

/// The soft style's colours across a box, pixels.
fn gradient(base: Color, frame: Rect) -> Paint {
    let (from, to) = (kurbo::Point::new(frame.x0, frame.y0), kurbo::Point::new(frame.x1, frame.y0));
    let down = Vec2::new(0.0, frame.height());
    let (lit, middle, dark) = SOFT;
    let stops = [(0.0, mix(base, light(base), lit)), (middle, base), (1.0, mix(base, shade(base), dark))];
    let stops = stops.map(|(offset, color)| Stop { offset, color });
    Paint::Linear {
        start: lerp(from, to, SOFT_SPAN.0),
        end: lerp(from, to, SOFT_SPAN.1) + down,
        stops: Arc::new(stops),
    }
}
