//! A beak seen from the front: its numbers and the units in, both halves, the hollow and the tongue out (bird.py).
use super::config::{Beak, Face};
use super::expression::Expression;
use super::mouth::{HOLLOW, TONGUE};
use super::paint::Palette;
use super::units::{Units, ramp};
use crate::figure::kit::{HANDLE, Knot, Mark, Part, Pen, blob, brush, ellipse};
use crate::figure::template::{Corner, Xy};
use kurbo::{BezPath, Point, Vec2};

/// How far a corner goes up when pulled and down when depressed, shares of the head unit (bird.py: 46 and 36 of 300).
const UP: f64 = 0.153;
const DOWN: f64 = 0.12;
/// How much the asymmetry of a mood moves the corners apart (bird.py).
const ASIDE: f64 = 0.6;
/// How much it widens when stretched and narrows when puckered (bird.py).
const WIDER: f64 = 0.18;
const NARROWER: f64 = 0.30;
/// Between these shares of the way from the middle to a corner, points begin to go where the corner goes.
const CORNER: (f64, f64) = (0.66, 0.96);
/// How much of the drop the hollow's floor and the tongue make, so that the lower half keeps its rim (bird.py).
const FLOOR: f64 = 0.86;
const TONGUE_DROP: f64 = 0.62;
/// How much taller the tongue is at jaw 1, shares of the drop (bird.py: 12 of 150).
const TALLER: f64 = 0.08;

/// How the units move the points of a beak.
struct Moved<'a> {
    beak: &'a Beak,
    unit: f64,
    units: &'a Units,
}

impl Moved<'_> {
    /// Where a point of the beak goes: it widens about the middle, and near a corner it goes with it.
    fn at(&self, point: Point) -> Point {
        let (middle, units) = (self.beak.at.0, self.units);
        let off = point - middle;
        let away = off.x.abs() / self.beak.half;
        let aside = ASIDE * units.asymmetry * off.x.signum();
        let up = self.unit * (UP * units.pull * (1.0 + aside) - DOWN * units.depress);
        let wide = 1.0 + WIDER * units.stretch - NARROWER * units.pucker;
        middle + Vec2::new(off.x * wide, off.y + up * ramp(away, CORNER.0, CORNER.1))
    }

    /// The same for the lower half, which drops by `share` of the jaw: the tip most, the corners not at all.
    fn dropped(&self, point: Point, share: f64) -> Point {
        let off = point - self.beak.at.0;
        let away = (off.x.abs() / self.beak.half).min(1.0);
        let below = if off.y < 0.0 { 1.0 - away * away } else { 0.0 };
        self.at(point) - Vec2::new(0.0, self.drop() * share * below)
    }

    fn drop(&self) -> f64 {
        self.unit * self.beak.opens * self.units.jaw
    }
}

fn outline(corners: &[Corner], at: impl Fn(Point) -> Point) -> BezPath {
    let knots: Vec<Knot> = corners.iter().map(|c| Knot { at: at(c.at), tension: c.extra.unwrap_or(1.0) }).collect();
    blob(&knots, true, HANDLE)
}

/// Draws the beak.
pub(super) fn draw(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(beak) = &face.beak else { return };
    let moved = Moved { beak, unit: face.unit, units: &shown.units };
    pen.part(&Part::new(outline(&beak.lower, |p| moved.dropped(p, 1.0)), palette.color(&beak.under)));
    if shown.units.jaw > 0.0 {
        let hollow = outline(&beak.hollow, |p| moved.dropped(p, FLOOR));
        let [x, y, rx, ry] = beak.tongue;
        let drop = moved.drop();
        let lift = 0.5 * shown.tongue;
        let at = moved.at(Point::new(x, y)) - Vec2::new(0.0, drop * TONGUE_DROP * (1.0 - lift));
        let tongue = ellipse(at, rx * (1.0 - NARROWER * shown.units.pucker), ry + drop * TALLER, 0.0);
        pen.fill_marked(&hollow, HOLLOW, &[Mark::new(tongue, TONGUE)]);
    }
    let upper = outline(&beak.upper, |p| moved.at(p));
    pen.part(&Part { crescent: beak.shade, ..Part::new(upper, palette.color(&beak.color)) });
    for lip in &beak.lips {
        let line: Vec<Point> = lip.iter().map(|Xy(point)| moved.at(*point)).collect();
        pen.fill(&brush(&line, &beak.line), palette.ink);
    }
}
