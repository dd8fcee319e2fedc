//! A snout in profile: its numbers and the units in, the lip line and the turning jaw with tongue and teeth out
//! (style.md §5: the jaw turns 25° × jaw).
use super::config::{Face, Snout};
use super::expression::Expression;
use super::mouth::{HOLLOW, SEAM, TONGUE};
use super::paint::Palette;
use super::units::ramp;
use crate::figure::kit::{HANDLE, Knot, Mark, Part, Pen, Run, blob, brush, deep, lerp, outline, samples};
use crate::figure::template::Xy;
use crate::maths::{rotate_about, sin};
use kurbo::{Affine, BezPath, Point, Vec2};

/// How far a corner goes up when pulled and down when depressed, shares of the head unit (dog.py: 58 and 56 of 270).
const UP: f64 = 0.215;
const DOWN: f64 = 0.207;
/// How far it goes back when stretched and forward when puckered, shares of the head unit (tuned by eye).
const BACK: f64 = 0.07;
const FORWARD: f64 = 0.20;
/// How far the corner carries the points of the lip before it, nearest first: pulled, it sags before the corner; depressed,
/// it arches (dog.py, more of it so that a frown reads at 200 pixels).
const PULLED: [f64; 3] = [1.0, 0.5, -0.18];
const DEPRESSED: [f64; 4] = [1.0, 0.25, -0.45, -0.30];
/// How far a snarl lifts the lip, from the nose back, shares of the head unit (tuned by eye).
const SNARL: [f64; 5] = [0.03, 0.09, 0.11, 0.10, 0.04];
/// A fang's length and half its breadth, shares of the head unit (tuned by eye).
const FANG: (f64, f64) = (0.15, 0.042);

impl Snout {
    /// Moves every point, units: a build's muzzle.
    pub fn reshape(&mut self, at: &impl Fn(Point) -> Point) {
        let lines = [&mut self.lip, &mut self.roof, &mut self.floor, &mut self.tongue, &mut self.wrinkle];
        lines.into_iter().flatten().for_each(|point| point.0 = at(point.0));
        self.jaw.iter_mut().for_each(|corner| corner.at = at(corner.at));
        self.hinge.0 = at(self.hinge.0);
    }
}

/// The lip line, with the snarl or as it would lie without.
fn lip_points(face: &Face, snout: &Snout, shown: &Expression, snarl: f64) -> Vec<Point> {
    let units = &shown.units;
    let calm = 1.0 - 0.4 * units.press;
    let (up, down) = (face.unit * UP * units.pull * calm, face.unit * DOWN * units.depress * calm);
    let along = face.unit * (FORWARD * units.pucker - BACK * units.stretch);
    let last = snout.lip.len().saturating_sub(1);
    let moved = |(i, point): (usize, &Xy)| {
        let share = |list: &[f64]| list.get(last - i).copied().unwrap_or(0.0);
        let lift = SNARL.get(i).copied().unwrap_or(0.0) * face.unit * snarl;
        point.0 + Vec2::new(along * share(&PULLED).max(0.0), up * share(&PULLED) - down * share(&DEPRESSED) + lift)
    };
    snout.lip.iter().enumerate().map(moved).collect()
}

/// How far the teeth are bared, 0..1: corners down and a jaw a little open.
fn bared(shown: &Expression) -> f64 {
    let units = &shown.units;
    // Sorrow draws the corners down too, but bares nothing.
    let fierce = ramp(shown.felt.stretch.max(shown.felt.brow_down), 0.15, 0.3);
    ramp(units.depress, 0.4, 0.55) * ramp(units.jaw, 0.05, 0.18) * (1.0 - ramp(units.jaw, 0.35, 0.5)) * fierce
}

/// The jaw's turn. Shut, it bites up a little behind the snout, so that no lip is arched so high that it shows a gap.
fn swing(snout: &Snout, shown: &Expression) -> Affine {
    /// Degrees (tuned by eye on the frown).
    const BITE: f64 = 2.5;
    let jaw = shown.units.jaw;
    rotate_about(BITE * (1.0 - ramp(jaw, 0.0, 0.2)) - snout.turn * jaw, snout.hinge.0)
}

/// The lip line with its corner; teeth under it when it is bared.
pub(super) fn lip(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(snout) = &face.snout else { return };
    let snarl = bared(shown);
    let points = lip_points(face, snout, shown, snarl);
    teeth(pen, face, &points, &lip_points(face, snout, shown, 0.0), snarl, palette);
    let size = snout.line.iter().copied().fold(0.0, f64::max);
    pen.fill(&brush(&points, &snout.line), palette.ink);
    let (Some(&corner), smiling) = (points.last(), ramp(shown.units.pull, 0.1, 0.25)) else { return };
    if smiling > 0.05 {
        let unit = face.unit * smiling;
        let tick =
            [(-0.06, -0.03), (-0.015, 0.022), (0.06, 0.044)].map(|(x, y)| corner + Vec2::new(x * unit, y * unit));
        pen.fill(&brush(&tick, &[size * 0.36 * smiling, size * 0.82 * smiling, size * 0.36 * smiling]), palette.ink);
    }
    let frown = ramp(shown.units.brow_down, 0.25, 0.5);
    if frown > 0.0 && snout.wrinkle.len() > 1 {
        let line: Vec<Point> = snout.wrinkle.iter().map(|point| point.0).collect();
        pen.fill(
            &brush(&line, &[size * 0.2 * frown, size * 0.55 * frown, size * 0.2 * frown]),
            deep(palette.color(&snout.color)),
        );
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
        tongue(pen, snout, shown, turn, &hollow);
    }
    let knots: Vec<Knot> =
        snout.jaw.iter().map(|c| Knot { at: turn * c.at, tension: c.extra.unwrap_or(1.0) }).collect();
    pen.part(&Part { crescent: snout.shade, ..Part::new(blob(&knots, true, HANDLE), palette.color(&snout.color)) });
}

/// The teeth that a snarl shows: a band between the lifted lip and where it lay, its seams, and a fang.
fn teeth(pen: &mut Pen, face: &Face, lifted: &[Point], rest: &[Point], snarl: f64, palette: &Palette) {
    if snarl < 0.02 || lifted.len() < 4 {
        return;
    }
    let end = lifted.len() - 1;
    let white = palette.color(&face.white);
    // The band hangs a little below the lip's own line, least at its ends.
    let sunk = |i: usize| Vec2::new(0.0, face.unit * snarl * if i == 0 || i + 1 >= end { -0.015 } else { -0.06 });
    let below = rest[..end].iter().enumerate().rev().map(|(i, &point)| Knot::from(point + sunk(i)));
    let band: Vec<Knot> = lifted[..end].iter().copied().map(Knot::from).chain(below).collect();
    pen.fill(&blob(&band, true, HANDLE), white);
    for pair in 0..end - 1 {
        for share in [0.33, 0.67] {
            let (top, foot) = (lerp(lifted[pair], lifted[pair + 1], share), lerp(rest[pair], rest[pair + 1], share));
            let width = 0.012 * face.unit * snarl;
            let foot = foot + lerp(sunk(pair).to_point(), sunk(pair + 1).to_point(), share).to_vec2();
            pen.fill(&brush(&[top, foot], &[width, width]), SEAM);
        }
    }
    let root = lerp(lifted[0], lifted[1], 0.85);
    let (long, half) = (FANG.0 * face.unit * snarl + root.y - rest[1].y, FANG.1 * face.unit);
    let fang = [(-half, 0.0, 0.3), (0.1 * half, -long, 0.2), (half, 0.0, 0.3)];
    let fang = fang.map(|(x, y, tension)| Knot { at: root + Vec2::new(x, y), tension });
    pen.fill(&blob(&fang, true, HANDLE), white);
}

/// The hollow and the tongue that lies in it; panting, its tip hangs out, but never while speaking.
fn tongue(pen: &mut Pen, snout: &Snout, shown: &Expression, turn: Affine, hollow: &BezPath) {
    let [root, back, front, tip] = snout.tongue.as_slice() else { return pen.fill(hollow, HOLLOW) };
    let out = ramp(shown.units.jaw, 0.25, 0.6) * ramp(shown.units.pull, 0.3, 0.7) * (1.0 - shown.talking);
    let hang = Vec2::new(0.0, -0.4 * snout.tongue_width * out * shown.units.jaw);
    let lying = lerp(back.0, front.0, 0.75);
    let line =
        [root.0, turn * back.0, turn * lerp(back.0, front.0, 0.4 + 0.6 * out), turn * (lerp(lying, tip.0, out) + hang)];
    let points = samples(&line, 8);
    let count = points.len().saturating_sub(1).max(1) as f64;
    let wide = |i: usize| snout.tongue_width * (1.0 + 0.2 * sin(i as f64 / count * std::f64::consts::PI));
    let widths = (0..points.len()).map(wide).collect();
    let path = outline(&Run { points, widths }, 1.0, 1.0);
    if out > 0.0 {
        // It comes over the lip as it comes out: from there on the hollow no longer cuts it.
        pen.fill(hollow, HOLLOW);
        pen.part(&Part { crescent: snout.tongue_width * 0.2 * out, ..Part::new(path, TONGUE) });
    } else {
        pen.fill_marked(hollow, HOLLOW, &[Mark::new(path, TONGUE)]);
    }
}
