//! A snout in profile: its numbers and the units in, the lip line and the turning jaw with tongue and teeth out
//! (style.md §5: the jaw turns 25° × jaw).
use super::config::{Face, Snout};
use super::expression::Expression;
use super::mouth::{HOLLOW, TONGUE};
use super::paint::Palette;
use super::units::ramp;
use crate::figure::kit::{HANDLE, Knot, Part, Pen, Run, blob, brush, deep, lerp, outline, samples};
use crate::maths::rotate_about;
use kurbo::{Affine, Point, Vec2};

/// How far a corner goes up when pulled and down when depressed, shares of the head unit (dog.py: 58 and 56 of 270).
const UP: f64 = 0.215;
const DOWN: f64 = 0.207;
/// How far it goes back when stretched and forward when puckered, shares of the head unit (tuned by eye).
const BACK: f64 = 0.07;
const FORWARD: f64 = 0.20;
/// How far the corner carries the points of the lip before it, nearest first (dog.py).
const FOLLOW: [f64; 3] = [1.0, 0.5, -0.18];

fn lip_points(face: &Face, snout: &Snout, shown: &Expression) -> Vec<Point> {
    let units = &shown.units;
    let up = face.unit * (UP * units.pull - DOWN * units.depress) * (1.0 - 0.4 * units.press);
    let along = face.unit * (FORWARD * units.pucker - BACK * units.stretch);
    let last = snout.lip.len().saturating_sub(1);
    let moved = |(i, point): (usize, &crate::figure::template::Xy)| {
        let share = FOLLOW.get(last - i).copied().unwrap_or(0.0);
        point.0 + Vec2::new(along * share.max(0.0), up * share)
    };
    snout.lip.iter().enumerate().map(moved).collect()
}

fn swing(snout: &Snout, shown: &Expression) -> Affine {
    rotate_about(-snout.turn * shown.units.jaw, snout.hinge.0)
}

/// The lip line with its corner; teeth under it when it is bared.
pub(super) fn lip(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(snout) = &face.snout else { return };
    let points = lip_points(face, snout, shown);
    let size = snout.line.iter().copied().fold(0.0, f64::max);
    pen.fill(&brush(&points, &snout.line), palette.ink);
    let (Some(&corner), smiling) = (points.last(), ramp(shown.units.pull, 0.1, 0.25)) else { return };
    if smiling > 0.05 {
        let unit = face.unit * smiling;
        let tick =
            [(-0.06, -0.03), (-0.015, 0.022), (0.06, 0.044)].map(|(x, y)| corner + Vec2::new(x * unit, y * unit));
        pen.fill(&brush(&tick, &[size * 0.36, size * 0.82 * smiling, size * 0.36]), palette.ink);
    }
    let frown = ramp(shown.units.brow_down, 0.25, 0.5);
    if frown > 0.0 && snout.wrinkle.len() > 1 {
        let line: Vec<Point> = snout.wrinkle.iter().map(|point| point.0).collect();
        pen.fill(&brush(&line, &[size * 0.2, size * 0.55 * frown, size * 0.2]), deep(palette.color(&snout.color)));
    }
}

/// The hollow above the jaw, the tongue on it, and the jaw: what lies behind the snout.
pub(super) fn jaw(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(snout) = &face.snout else { return };
    let turn = swing(snout, shown);
    let open = ramp(shown.units.jaw, 0.0, 0.10);
    if open > 0.0 {
        let roof = snout.roof.iter().map(|point| Knot::from(point.0));
        let floor = snout.floor.iter().map(|point| Knot::from(turn * point.0));
        let hollow = blob(&roof.chain(floor).collect::<Vec<_>>(), true, HANDLE);
        pen.fill(&hollow, HOLLOW);
        let inside = pen.to_px * &hollow;
        teeth(pen, face, snout, shown, &inside, palette);
        tongue(pen, snout, shown, turn);
    }
    let knots: Vec<Knot> =
        snout.jaw.iter().map(|c| Knot { at: turn * c.at, tension: c.extra.unwrap_or(1.0) }).collect();
    pen.part(&Part { crescent: snout.shade, ..Part::new(blob(&knots, true, HANDLE), palette.color(&snout.color)) });
}

/// A band of teeth along the lip, bared by a depressed corner.
fn teeth(pen: &mut Pen, face: &Face, snout: &Snout, shown: &Expression, inside: &kurbo::BezPath, palette: &Palette) {
    let units = &shown.units;
    let bared = ramp(units.depress, 0.4, 0.55) * (1.0 - ramp(units.jaw, 0.35, 0.5));
    if bared > 0.0 {
        let band = face.unit * 0.22 * bared;
        let points = lip_points(face, snout, shown);
        let width = [band * 0.6, band, band, band * 0.7, 1.0];
        pen.fill_within(&brush(&points, &width), inside, palette.color(&face.white), 1.0);
    }
}

/// The tongue lies in the jaw; panting, its tip hangs out, but never while speaking.
fn tongue(pen: &mut Pen, snout: &Snout, shown: &Expression, turn: Affine) {
    let [first, inner @ .., tip] = snout.tongue.as_slice() else { return };
    let Some(before) = inner.last() else { return };
    let out = ramp(shown.units.jaw, 0.25, 0.6) * ramp(shown.units.pull, 0.3, 0.7) * (1.0 - shown.talking);
    let hang = Vec2::new(0.0, -0.4 * snout.tongue_width * out * shown.units.jaw);
    let mut line = vec![first.0];
    line.extend(inner.iter().map(|point| turn * point.0));
    line.push(turn * (lerp(before.0, tip.0, 0.15 + 0.85 * out) + hang));
    let points = samples(&line, 8);
    let count = points.len().saturating_sub(1).max(1) as f64;
    let wide = |i: usize| snout.tongue_width * (1.0 + 0.2 * crate::maths::sin(i as f64 / count * std::f64::consts::PI));
    let widths = (0..points.len()).map(wide).collect();
    let path = outline(&Run { points, widths }, 1.0, 1.0);
    pen.part(&Part { crescent: snout.tongue_width * 0.2, ..Part::new(path, TONGUE) });
}
