//! A limb's outline in a pose.
//!
//! Enters: a limb's numbers and the posed skeleton. Leaves: paths in the figure's own frame. Never paints.
use crate::figure::body::{Body, Joint, LimbShape};
use crate::figure::kit::{self, Fold, Run};
use crate::figure::rig::Posed;
use kurbo::{BezPath, Point, Rect, Vec2};

/// Samples a span of a smooth chain (lib.py's tail).
const STEPS: usize = 8;

/// A joint this many units inside the body's box lies over it in full (tuned by eye).
const WELL_INSIDE: f64 = 50.0;

/// A limb where it is: joints and widths.
pub(super) struct PosedLimb<'a> {
    shape: &'a LimbShape,
    points: Vec<Point>,
}

impl<'a> PosedLimb<'a> {
    /// The limb's joints in a pose.
    pub(super) fn new(shape: &'a LimbShape, body: &Body, posed: &Posed) -> Self {
        let at = |joint: &Joint| match *joint {
            Joint::Pivot(bone) => posed.joint(&body.bones, bone),
            Joint::On(bone, point) => posed.frames.get(bone).map_or(point, |frame| *frame * point),
        };
        let mut points: Vec<Point> = shape.joints.iter().map(at).collect();
        if let [.., before, last] = points.as_mut_slice() {
            *last = kit::lerp(*last, *before, shape.trim);
        }
        PosedLimb { shape, points }
    }

    /// The root.
    pub(super) fn root(&self) -> Point {
        self.points.first().copied().unwrap_or_default()
    }

    fn run(&self) -> Run {
        if !self.shape.smooth {
            return kit::ease(&self.points, &self.shape.widths, self.shape.ease);
        }
        let points = kit::samples(&self.points, STEPS);
        let last = points.len().saturating_sub(1).max(1) as f64;
        let widths = (0..points.len()).map(|i| along(&self.shape.widths, i as f64 / last)).collect();
        Run { points, widths }
    }

    /// The closed outline.
    pub(super) fn outline(&self) -> BezPath {
        let mut outline = kit::outline(&self.run(), self.shape.caps[0], self.shape.caps[1]);
        let filled = kit::filled(&outline, &self.folds());
        outline.extend(filled);
        outline
    }

    /// Its sharply folded joints.
    fn folds(&self) -> Vec<Fold> {
        match self.shape.smooth {
            true => Vec::new(),
            false => Fold::all(&self.points, &self.shape.widths, self.shape.ease),
        }
    }

    /// Its ink where it grows out of a body and melts into its hand or foot; a smooth one has an end of its own. None is where it is
    /// `hidden` by the body that it grows from.
    pub(super) fn ink(&self, hidden: &dyn Fn(Point) -> bool) -> BezPath {
        let end = self.shape.smooth.then_some(self.shape.caps[1]);
        let mut lines = kit::ink_lines(&self.run(), end, hidden);
        let filled = kit::filled(&lines, &self.folds());
        lines.extend(filled);
        lines
    }

    /// What of it lies in the light; `away` is the way the light travels, in the figure's frame.
    pub(super) fn lit(&self, away: Vec2) -> Option<BezPath> {
        (self.shape.strip > 0.0).then(|| {
            let folds = self.folds();
            let mut lit = kit::limb_light(&self.run(), self.shape.strip, away, self.shape.caps, &folds);
            let whole: Vec<Fold> = folds.into_iter().map(Fold::in_light).collect();
            let filled = kit::filled(&lit, &whole);
            lit.extend(filled);
            lit
        })
    }

    /// How far the limb lies over `body` (its box, in the figure's frame): 0 beside it, 1 with a joint well inside.
    pub(super) fn over(&self, body: Rect) -> f64 {
        let inside = |p: &Point| (p.x - body.x0).min(body.x1 - p.x).min(p.y - body.y0).min(body.y1 - p.y);
        self.points.iter().skip(1).map(inside).fold(0.0, f64::max).min(WELL_INSIDE) / WELL_INSIDE
    }

    /// What of the limb throws shade on its own body: all but the root.
    pub(super) fn caster(&self) -> BezPath {
        let (mut points, mut widths) = (self.points.clone(), self.shape.widths.clone());
        if let [root, next, ..] = points.as_mut_slice() {
            *root = kit::lerp(*root, *next, self.shape.cast_from);
        }
        if let [root, next, ..] = widths.as_mut_slice() {
            *root = *next;
        }
        kit::limb(&points, &widths, 1.0, self.shape.caps[1].max(0.25), self.shape.ease)
    }
}

/// The width at a share of the way, running straight between those given.
fn along(widths: &[f64], share: f64) -> f64 {
    let spans = widths.len().saturating_sub(1) as f64;
    let i = (share * spans).floor().min((spans - 1.0).max(0.0)) as usize;
    match (widths.get(i), widths.get(i + 1)) {
        (Some(a), Some(b)) => a + (b - a) * (share * spans - i as f64),
        (Some(a), None) => *a,
        _ => 0.0,
    }
}
