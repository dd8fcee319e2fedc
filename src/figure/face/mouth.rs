//! A mouth's numbers and the units in, lips, teeth and tongue out (style.md §5, §9).
//!
//! The lips are one pair of curves from corner to corner that lie on each other while the mouth is shut and part as the jaw
//! opens, so that a mouth opens without a pop.
use super::config::{Face, Mouth};
use super::expression::Expression;
use super::paint::Palette;
use super::units::{Units, ramp};
use crate::display::Color;
use crate::figure::kit::{Mark, Pen, brush, deep, ellipse, lerp};
use kurbo::{BezPath, CubicBez, ParamCurve, Point, Vec2};

/// The hollow of every mouth (style.md §5).
pub(super) const HOLLOW: Color = Color::rgb(0x5A, 0x1E, 0x3A);
/// Every tongue (style.md §5).
pub(super) const TONGUE: Color = Color::rgb(0xE8, 0x69, 0x7C);
/// A tongue's crease (face.py).
const CREASE: Color = Color::rgb(0xB8, 0x40, 0x5F);
/// The seam between clenched teeth (face.py).
pub(super) const SEAM: Color = Color::rgb(0xCD, 0xB9, 0xB5);

/// A lip from corner to corner: two cubics that meet in the middle.
#[derive(Clone, Copy)]
struct Lip {
    from: Point,
    /// Handles and end of each half.
    halves: [[Point; 3]; 2],
}

impl Lip {
    fn mix(self, to: Lip, share: f64) -> Lip {
        let mut halves = self.halves;
        for (half, other) in halves.iter_mut().zip(to.halves) {
            for (point, target) in half.iter_mut().zip(other) {
                *point = lerp(*point, target, share);
            }
        }
        Lip { from: lerp(self.from, to.from, share), halves }
    }

    fn append(&self, path: &mut BezPath) {
        self.halves.iter().for_each(|&[a, b, c]| path.curve_to(a, b, c));
    }

    fn path(&self) -> BezPath {
        let mut path = BezPath::new();
        path.move_to(self.from);
        self.append(&mut path);
        path
    }

    /// A brush along it, through the same shares of both halves whatever its shape, so that it moves evenly.
    fn brush(&self, widths: &[f64]) -> BezPath {
        let mut line = vec![self.from];
        for &[a, b, end] in &self.halves {
            let start = line.last().copied().unwrap_or(self.from);
            let curve = CubicBez::new(start, a, b, end);
            line.extend([0.25, 0.5, 0.75].map(|share| curve.eval(share)));
            line.push(end);
        }
        brush(&line, widths)
    }
}

/// The mouth as the units shape it, units of the template.
struct Shape {
    left: Point,
    right: Point,
    /// Where the middle is across.
    middle: f64,
    wide: f64,
    /// How far it is open as a shape, 0..1: by a jaw of .15 it has parted from its closed line.
    open: f64,
    /// Height of the opening.
    opening: f64,
    /// The middle of each lip.
    upper: f64,
    lower: f64,
    /// Handle length of the lips' middle.
    handle: f64,
    upper_lip: Lip,
    lower_lip: Lip,
}

fn corner(mouth: &Mouth, unit: f64, units: &Units, side: f64) -> Point {
    let pull = (units.pull * (1.0 + 0.75 * units.asymmetry * side)).min(1.15);
    let depress = units.depress * (1.0 - 0.35 * units.asymmetry * side);
    let out = 1.0 + 0.30 * pull + 0.34 * units.stretch - 0.56 * units.pucker + 0.04 * depress;
    let up = (0.085 * pull - 0.075 * depress + 0.012 * units.stretch) * (0.5 + 0.5 * mouth.curve);
    mouth.at.0 + Vec2::new(side * mouth.half * out, unit * up)
}

fn shape(face: &Face, mouth: &Mouth, felt: &Units) -> Shape {
    let unit = face.unit;
    let mut units = *felt;
    units.asymmetry = if face.profile { 0.0 } else { units.asymmetry };
    let (left, right) = (corner(mouth, unit, &units, -1.0), corner(mouth, unit, &units, 1.0));
    let wide = right.x - left.x;
    let middle = (left.x + right.x) / 2.0 + wide * 0.04 * units.asymmetry;
    let curve = unit * (0.070 * units.pull - 0.050 * units.depress) * mouth.curve;
    let jaw = units.jaw * (1.0 + 0.15 * ramp(units.pucker, 0.4, 0.55) * ramp(units.jaw, 0.2, 0.35));
    let open = ramp(jaw, 0.0, 0.15);
    let opening = unit * mouth.opens * (0.30 * jaw * (1.0 - 0.15 * units.stretch) + 0.02 * open);
    let rest = mouth.at.0.y;
    let parted = rest - curve * 0.55 + unit * 0.055 * jaw * (1.0 + 0.6 * units.pucker);
    let shut = rest - curve * (1.0 - 0.55 * units.press);
    let lower = shut + (rest - curve * 0.5 - opening * 0.84 - shut) * open;
    let upper = shut + (parted - shut) * open;
    let handle = wide * (0.26 - 0.04 * ramp(units.pull.max(units.pucker), 0.2, 0.4));
    let line = |y: f64, flat: f64| Lip {
        from: left,
        halves: [
            [
                Point::new(left.x + handle * 0.5, left.y + (y - left.y) * flat),
                Point::new(middle - handle, y),
                Point::new(middle, y),
            ],
            [Point::new(middle + handle, y), Point::new(right.x - handle * 0.5, right.y + (y - right.y) * flat), right],
        ],
    };
    let reach = wide * (0.28 + 0.06 * units.pucker + 0.05 * units.stretch);
    let below = Lip {
        from: left,
        halves: [
            [
                Point::new(left.x - wide * 0.03, left.y - opening * 0.45),
                Point::new(middle - reach, lower),
                Point::new(middle, lower),
            ],
            [Point::new(middle + reach, lower), Point::new(right.x + wide * 0.03, right.y - opening * 0.45), right],
        ],
    };
    let flat = 0.75 + 0.15 * open;
    // Bared teeth and a round mouth pull a cat's lip straight.
    let straight = open * ramp(units.depress, 0.3, 0.55).max(ramp(units.pucker, 0.3, 0.55));
    let lip = |y: f64, flat: f64| match mouth.arcs {
        true => arcs([left, Point::new(middle, y), right], unit, &units).mix(line(y, flat), straight),
        false => line(y, flat),
    };
    let (upper_lip, lower_lip) = (lip(upper, flat), lip(shut, 0.75).mix(below, open));
    Shape { left, right, middle, wide, open, opening, upper, lower, handle, upper_lip, lower_lip }
}

/// A cat's lip: from each corner down and up again to the middle, which keeps its height whatever the corners do (cat.py).
fn arcs([left, middle, right]: [Point; 3], unit: f64, units: &Units) -> Lip {
    let top = middle + Vec2::new(0.0, unit * (0.016 + 0.030 * units.pull - 0.022 * units.depress));
    // A cubic goes three quarters of the way to its handles.
    let dip = top.y - unit * (0.100 + 0.060 * units.pull - 0.050 * units.depress) * (1.0 - 0.5 * units.press);
    let low =
        |corner: Point, share: f64| Point::new(corner.x + (top.x - corner.x) * share, dip + 0.3 * (corner.y - top.y));
    let inner = |corner: Point| Point::new(corner.x + (top.x - corner.x) * 0.86, dip);
    Lip { from: left, halves: [[low(left, 0.20), inner(left), top], [inner(right), low(right, 0.20), right]] }
}

/// The point of the lower lip's edge at `x`: what stands on it rides it.
pub(super) fn lower_edge(face: &Face, mouth: &Mouth, units: &Units, x: f64) -> Point {
    let s = shape(face, mouth, units);
    let mut start = s.lower_lip.from;
    let mut nearest = start;
    for [a, b, end] in s.lower_lip.halves {
        let curve = CubicBez::new(start, a, b, end);
        for step in 0..=EDGE_STEPS {
            let point = curve.eval(f64::from(step) / f64::from(EDGE_STEPS));
            if (point.x - x).abs() < (nearest.x - x).abs() {
                nearest = point;
            }
        }
        start = end;
    }
    nearest
}

/// Points looked at along each half of a lip: a fang's root is placed to a hundredth of the lip.
const EDGE_STEPS: u32 = 48;

/// The inside of an open mouth, and its lower lip.
pub(super) fn hollow(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(mouth) = &face.mouth else { return };
    let s = shape(face, mouth, &shown.units);
    if s.open <= 0.0 {
        return;
    }
    let mut inside = s.upper_lip.path();
    let back = Lip { from: s.right, halves: reversed(&s.lower_lip) };
    back.append(&mut inside);
    inside.close_path();
    let mut marks = tongue(&s, shown, mouth.line);
    if mouth.teeth {
        let white = palette.color(mouth.teeth_tint.as_ref().unwrap_or(&face.white));
        marks.extend(teeth(face, &s, shown, white, mouth.line));
    }
    pen.fill_marked(&inside, HOLLOW, &marks);
    let width = mouth.line * 0.95 * s.open;
    pen.fill(&s.lower_lip.brush(&[width * 0.5, width, width, width * 0.5]), palette.ink);
}

fn reversed(lip: &Lip) -> [[Point; 3]; 2] {
    let [[a, b, c], [d, e, _]] = lip.halves;
    [[e, d, c], [b, a, lip.from]]
}

fn tongue(s: &Shape, shown: &Expression, line: f64) -> Vec<Mark> {
    let seen = ramp(shown.units.jaw, 0.15, 0.25) * (1.0 - shown.teeth);
    if seen <= 0.0 {
        return Vec::new();
    }
    let y = s.lower + s.opening * (0.14 + 0.38 * shown.tongue - 0.5 * (1.0 - seen));
    let (rx, ry) = (s.wide * 0.34, s.opening * (0.36 + 0.14 * shown.tongue));
    let crease = [
        Point::new(s.middle + s.wide * 0.02, y + s.opening * 0.18),
        Point::new(s.middle + s.wide * 0.03, y - s.opening * 0.10),
    ];
    let tongue = ellipse(Point::new(s.middle + s.wide * 0.03, y), rx, ry, 0.0);
    let crease = brush(&crease, &[line * 0.3, line * 0.55, line * 0.4]);
    vec![Mark::new(tongue, TONGUE), Mark::new(crease, CREASE)]
}

/// One band under the upper lip; all teeth and a seam when they are clenched.
fn teeth(face: &Face, s: &Shape, shown: &Expression, white: Color, line: f64) -> Vec<Mark> {
    let units = &shown.units;
    let seen = 1.0 - ramp(units.pucker, 0.4, 0.55);
    if seen <= 0.0 {
        return Vec::new();
    }
    // Sorrow draws the corners down too, but clenches nothing.
    let fierce = ramp(shown.felt.stretch.max(shown.felt.brow_down), 0.15, 0.3);
    let clenched = ramp(units.depress, 0.45, 0.55) * (1.0 - ramp(units.jaw, 0.28, 0.40)) * fierce;
    let share = 0.42 - 0.15 * ramp(units.jaw, 0.25, 0.35);
    let band = s.opening * (share + (0.8 - share) * shown.teeth) * seen;
    let below = s.lower - face.unit;
    let edge = |y: f64| y + (below - y) * clenched;
    let (out, top) = (face.unit * 0.02, s.upper + face.unit);
    let (left, right) = (s.left.x - out, s.right.x + out);
    let (middle, y) = (s.middle, edge(s.upper - band));
    let mut path = BezPath::new();
    path.move_to((left, top));
    path.line_to((left, edge(s.left.y - band * 0.25)));
    path.curve_to((s.left.x + s.handle, y), (middle - s.handle, y), (middle, y));
    path.curve_to((middle + s.handle, y), (s.right.x - s.handle, y), (right, edge(s.right.y - band * 0.25)));
    path.line_to((right, top));
    path.close_path();
    let mut marks = vec![Mark::new(path, white)];
    if clenched > 0.05 {
        let at = (s.upper + s.lower) / 2.0;
        let seam = [
            Point::new(s.left.x, at - face.unit * 0.03),
            Point::new(middle - s.handle, at + face.unit * 0.005),
            Point::new(middle + s.handle, at + face.unit * 0.005),
            Point::new(s.right.x, at - face.unit * 0.03),
        ];
        let width = line * 0.6 * clenched;
        marks.push(Mark::new(brush(&seam, &[width, width]), SEAM));
    }
    marks
}

/// The upper lip with its corners, and the fold under the lower lip.
pub(super) fn lips(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(mouth) = &face.mouth else { return };
    let (units, line) = (&shown.units, mouth.line);
    let s = shape(face, mouth, units);
    if let Some(from) = &mouth.philtrum {
        let to = Point::new(s.middle, s.upper);
        let line = [from.0, lerp(from.0, to, 0.5) + Vec2::new(line * 0.2, 0.0), to];
        pen.fill(&brush(&line, &[mouth.line * 0.9, mouth.line * 0.9, mouth.line * 0.7]), palette.ink);
    }
    let ends = 0.55 - 0.05 * s.open;
    let full = 1.08 - 0.13 * s.open;
    pen.fill(&s.upper_lip.brush(&[line * ends, line * full, line * full, line * ends]), palette.ink);
    if mouth.arcs {
        return;
    }
    for side in [-1.0, 1.0] {
        tick(pen, face, &s, units, line, side, palette);
    }
    fold(pen, face, mouth, &s, units, palette);
}

/// The short stroke across a corner that is pulled.
fn tick(pen: &mut Pen, face: &Face, s: &Shape, units: &Units, line: f64, side: f64, palette: &Palette) {
    let asymmetry = if face.profile { 0.0 } else { units.asymmetry };
    let size = ramp(units.pull * (1.0 + 0.75 * asymmetry * side), 0.26, 0.38);
    if size <= 0.05 {
        return;
    }
    let at = if side < 0.0 { s.left } else { s.right };
    let wide = ramp(units.jaw, 0.1, 0.35);
    let stroke = [(-0.1, 0.030), (0.75, 0.003), (0.35 + 0.25 * wide, -0.028)];
    let points = stroke.map(|(x, y)| at + Vec2::new(side * line * x, face.unit * y * size));
    pen.fill(&brush(&points, &[line * 0.3 * size, line * 0.73 * size, line * 0.3 * size]), palette.ink);
}

fn fold(pen: &mut Pen, face: &Face, mouth: &Mouth, s: &Shape, units: &Units, palette: &Palette) {
    let (unit, line) = (face.unit, mouth.line);
    let pressed = ramp(units.press, 0.2, 0.32).max(ramp(units.depress, 0.42, 0.55)) * (1.0 - s.open);
    let parted =
        (1.0 - ramp(units.pucker, 0.5, 0.65)) * ramp(units.jaw, 0.2, 0.3) * (1.0 - ramp(units.jaw, 0.55, 0.65));
    let mut stroke = |y: f64, half: f64, bow: f64, size: f64| {
        if size > 0.05 {
            let points =
                [Point::new(s.middle - half, y), Point::new(s.middle, y - bow), Point::new(s.middle + half, y)];
            let color = deep(palette.color(&face.skin));
            pen.fill(&brush(&points, &[line * 0.2 * size, line * 0.58 * size, line * 0.2 * size]), color);
        }
    };
    let curve = unit * (0.070 * units.pull - 0.050 * units.depress) * mouth.curve;
    let bow = unit * 0.010 * (1.0 - 2.0 * ramp(units.depress, 0.35, 0.45));
    stroke(mouth.at.0.y - unit * 0.062 - curve * 0.3, mouth.half * 0.34, bow, pressed);
    stroke(s.lower - unit * 0.04, mouth.half * 0.3, unit * 0.01, parted);
}
