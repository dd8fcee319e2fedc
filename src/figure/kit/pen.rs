//! Parts in, display items out: the one place that knows the three styles and the light (style.md §3, §7).
//!
//! Paths come in the caller's units (y up or as it likes) and are brought to pixels first; only then are they shaded, so
//! that the light stays in the upper left of the stage however the drawing is turned or mirrored. Never lays out anything.
use super::color::{INK, far, light, mix, shade};
use super::curve::lerp;
use super::cut::{crescent, cut_away, intersect, shade_of};
use crate::display::{Color, Item, Paint, Rule, Stop};
use kurbo::{Affine, BezPath, Shape, Vec2};
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

/// What the outline of a part is in the ink style.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Ink {
    /// The part's own outline.
    #[default]
    Outline,
    /// None.
    None,
    /// These open lines instead, in units: a limb's flanks, open where it melts into its hand or foot.
    Lines(BezPath),
}

/// Where a limb grows out of its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// Hides the body's ink under the limb's root: a disc, in units.
    pub cover: BezPath,
    /// The body's outline as drawn, in pixels ([`Pen::part`] returns it).
    pub body: Arc<BezPath>,
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
    /// The outline that the crescent is cut with instead of the part's own: without its tufts, say.
    pub smooth: Option<BezPath>,
    /// A shade that gives the form, cut to the part; the soft style's gradient stands for it.
    pub form_shade: Option<BezPath>,
    /// What of the part lies in the light; the rest is in the same shade. The soft style's gradient stands for it too.
    pub lit: Option<BezPath>,
    /// Shades that every style has, cut to the part: folds, what a chin throws.
    pub folds: Vec<BezPath>,
    /// Lights, cut to the part; the ink style has none.
    pub lights: Vec<BezPath>,
    /// Markings in their own colours, cut to the part, below its shades.
    pub markings: Vec<(BezPath, Color)>,
    /// The outline of the ink style.
    pub ink: Ink,
    /// Where it grows out of a body.
    pub root: Option<Root>,
}

impl Part {
    /// A plain part: no shade, no marking, outlined in ink.
    pub fn new(outline: BezPath, color: Color) -> Self {
        Self {
            outline,
            color,
            crescent: 0.0,
            smooth: None,
            form_shade: None,
            lit: None,
            folds: Vec::new(),
            lights: Vec::new(),
            markings: Vec::new(),
            ink: Ink::Outline,
            root: None,
        }
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
    /// Fills that follow are cut to this outline, pixels.
    pub within: Option<Arc<BezPath>>,
    /// What has been drawn, back to front.
    pub items: Vec<Item>,
}

impl Pen {
    /// A pen for a figure whose drawn height is `height_px` on a stage `stage_px` high, in pixels.
    pub fn new(style: Style, to_px: Affine, height_px: f64, stage_px: f64) -> Self {
        Self {
            style,
            to_px,
            ink_px: 0.0042 * stage_px,
            rim_px: 0.007 * height_px,
            far: false,
            within: None,
            items: Vec::new(),
        }
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

    /// Draws a part and returns its outline in pixels.
    pub fn part(&mut self, part: &Part) -> Arc<BezPath> {
        let outline = Arc::new(self.to_px * &part.outline);
        let base = self.color(part.color);
        self.ink_under(part, &outline);
        let paint = self.base_paint(base, part, &outline);
        self.items.push(Item::Fill { path: outline.clone(), rule: Rule::NonZero, paint });
        if let (Some(root), Style::Ink) = (&part.root, self.style) {
            self.cut(&(self.to_px * &root.cover), &root.body, base, 1.0);
        }
        for (marking, color) in &part.markings {
            self.cut(&(self.to_px * marking), &outline, self.color(*color), 1.0);
        }
        self.shades(part, &outline, base);
        if self.style != Style::Ink {
            for lit in &part.lights {
                self.cut(&(self.to_px * lit), &outline, light(base), 1.0);
            }
        }
        if self.style == Style::Soft {
            self.rim(part, &outline, base);
        }
        outline
    }

    fn ink_under(&mut self, part: &Part, outline: &Arc<BezPath>) {
        let path = match &part.ink {
            _ if self.style != Style::Ink => return,
            Ink::None => return,
            Ink::Outline => outline.clone(),
            Ink::Lines(lines) => Arc::new(self.to_px * lines),
        };
        self.items.push(Item::Stroke { path, width: 2.0 * self.ink_px, paint: Paint::Solid(INK) });
    }

    fn base_paint(&self, base: Color, part: &Part, outline: &BezPath) -> Paint {
        if self.style != Style::Soft {
            return Paint::Solid(base);
        }
        // A limb shares the gradient of the body it grows from, or the join would show.
        let frame = part.root.as_ref().map_or(outline, |root| &root.body).bounding_box();
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

    fn shades(&mut self, part: &Part, outline: &BezPath, base: Color) {
        // One transparent violet over base and markings alike: the same shade everywhere.
        let (tone, opacity) = if part.markings.is_empty() { (shade(base), 1.0) } else { VEIL };
        if self.style != Style::Soft {
            if part.crescent > 0.0 {
                let of = part.smooth.as_ref().map(|smooth| self.to_px * smooth);
                let by = Light::TOWARD * (part.crescent * self.scale());
                let shape = crescent(outline, of.as_ref().unwrap_or(outline), by);
                self.push(shape, tone, opacity);
            }
            if let Some(lit) = &part.lit {
                self.push(shade_of(outline, &(self.to_px * lit)), tone, opacity);
            }
            if let Some(form) = &part.form_shade {
                self.cut(&(self.to_px * form), outline, tone, opacity);
            }
        }
        let fold_opacity = if self.style == Style::Soft { opacity * SOFT_FOLD } else { opacity };
        for fold in &part.folds {
            self.cut(&(self.to_px * fold), outline, tone, fold_opacity);
        }
    }

    fn rim(&mut self, part: &Part, outline: &BezPath, base: Color) {
        let by = Vec2::new(1.0, 0.75) * self.rim_px;
        let mut shape = crescent(outline, outline, by);
        if let Some(root) = &part.root {
            shape = cut_away(&shape, &root.body);
        }
        self.push(shape, light(light(base)), SOFT_RIM);
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

    /// Fills what of `path` (units) lies inside `within` (pixels).
    pub fn fill_within(&mut self, path: &BezPath, within: &BezPath, color: Color, opacity: f64) {
        let color = self.color(color);
        self.cut(&(self.to_px * path), within, color, opacity);
    }

    /// Strokes `path` (units) `width` units wide, with round ends.
    pub fn line(&mut self, path: &BezPath, color: Color, width: f64) {
        let (path, width) = (Arc::new(self.to_px * path), width * self.scale());
        self.items.push(Item::Stroke { path, width, paint: Paint::Solid(self.color(color)) });
    }

    /// The sliver of shade that a limb (units) lays on its own body (pixels) of the base colour `body_color`, `depth` units
    /// away from the light. The soft style has none.
    pub fn cast(&mut self, limb: &BezPath, body: &BezPath, body_color: Color, depth: f64) {
        if self.style != Style::Soft {
            let moved = Affine::translate(Light::CAST * (depth * self.scale())) * self.to_px;
            self.cut(&(moved * limb), body, shade(self.color(body_color)), 1.0);
        }
    }

    fn cut(&mut self, path: &BezPath, within: &BezPath, color: Color, opacity: f64) {
        self.push(intersect(path, within), color, opacity);
    }

    fn push(&mut self, path: BezPath, color: Color, opacity: f64) {
        let color = color.with_opacity(opacity);
        if color.a == 0 {
            return;
        }
        let path = self.within.as_ref().map(|within| intersect(&path, within)).unwrap_or(path);
        if !path.elements().is_empty() {
            self.items.push(Item::fill(path, color));
        }
    }
}
