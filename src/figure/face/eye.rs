//! An eye's numbers and the units in, its white, pupil, lids and lashes out (style.md §4, §9).
//!
//! Every shape is a continuous function of the units: the lids sweep down and meet, nothing is swapped for something else.
use super::config::{Eye, Face};
use super::expression::Expression;
use super::paint::Palette;
use super::units::{Units, ramp};
use crate::display::Color;
use crate::figure::kit::{Mark, Pen, Style, brush, deep, ellipse, lerp};
use kurbo::{BezPath, Point};
use std::sync::Arc;

/// What the upper lid throws on the white, and its opacity (style.md §4).
const LID_SHADOW: (Color, f64) = (Color::rgb(0x6B, 0x3A, 0x7A), 0.15);
/// The highlights.
const SPARK: Color = Color::rgb(0xFF, 0xFF, 0xFF);
/// Samples along a lid's edge.
const EDGE: usize = 8;

/// The eye as the units shape it, units.
struct Shape {
    /// Centre and half axes of the white.
    center: Point,
    rx: f64,
    ry: f64,
    /// Half height at rest: what lids are measured in.
    rest_ry: f64,
    /// +1 when the inner side (toward the nose) is the right one.
    inner: f64,
    /// How far the upper lid is down, 0..1.
    lid: f64,
    /// How far the lower lid is up, 0..1.
    lower: f64,
    /// How much higher the upper lid's inner end is, shares of the half height.
    tilt: f64,
}

fn shape(face: &Face, eye: &Eye, shown: &Expression) -> Shape {
    let units = &shown.units;
    let side = f64::from(eye.side.signum());
    let asymmetry = if face.profile { 0.0 } else { units.asymmetry };
    let weaker = if side > 0.0 { 1.0 } else { 1.0 - 0.2 * ramp(asymmetry, 0.6, 0.8) };
    let tilt = (units.brow_inner - units.brow_outer * 0.9).max(0.0) * 0.6 - units.brow_down * 0.6 * weaker;
    let drooped = units.lid * (1.0 - 0.18 * asymmetry * side * ramp(units.lid, 0.0, 0.1));
    let drooped = drooped + face.droop * (1.0 - ramp(units.lid_raise, 0.15, 0.45));
    let lid = (drooped.max(shown.blink) + 0.10 * units.brow_down).clamp(0.0, 1.0);
    Shape {
        center: eye.at.0 + kurbo::Vec2::new(0.0, eye.radius[1] * 0.06 * units.lid_raise),
        rx: eye.radius[0],
        ry: eye.radius[1] * (1.0 + 0.13 * units.lid_raise),
        rest_ry: eye.radius[1],
        inner: if face.profile { 1.0 } else { -side },
        lid,
        lower: units.lower_lid * 0.55 + units.cheek * 0.12,
        tilt,
    }
}

impl Shape {
    /// The point of the rim above the centre at a share −1 (outer) … 1 (inner) of the half breadth.
    fn rim(&self, share: f64) -> f64 {
        self.center.y + self.ry * (1.0 - share * share).max(0.0).sqrt()
    }

    /// The upper lid's edge at a share −1 (outer) … 1 (inner): a line that tilts with the brow, bent up while the eye is open
    /// and down once it is shut. Down to .5 it sweeps evenly; from there it settles on the line of a shut eye.
    fn lid_edge(&self, share: f64) -> f64 {
        let settle = ((self.lid - 0.5) / 0.5).max(0.0);
        let drop = 1.84 * self.lid.min(0.5) + 0.23 * settle * (2.0 - settle);
        let shut = ramp(self.lid, 0.55, 1.0);
        let slope = self.tilt * 0.42 * self.rest_ry * share * (1.0 - shut);
        let bow = self.rest_ry * (0.20 - 0.16 * self.lid.min(0.55) / 0.55 - 0.34 * shut);
        self.center.y + self.ry - drop * self.ry + slope + bow * (1.0 - share * share)
    }

    /// The lower lid's edge, or the rim when it is not raised; it comes up to meet the upper lid as the eye shuts.
    fn lower_edge(&self, share: f64) -> f64 {
        let raised =
            self.center.y - self.ry + 2.0 * self.ry * self.lower * 0.62 + self.rest_ry * 0.30 * (0.6 - share * share);
        let shut = ramp(self.lid, 0.45, 1.0);
        let open = raised + (self.lid_edge(share) - raised) * shut;
        open.min(self.lid_edge(share))
    }

    /// The upper boundary of what is open: the lower of rim and lid, rounded where they meet.
    fn top(&self, share: f64) -> f64 {
        /// Over what difference of the two it is rounded, shares of the half height (tuned by eye).
        const ROUND: f64 = 0.35;
        let (rim, lid, over) = (self.rim(share), self.lid_edge(share), ROUND * self.rest_ry);
        let near = (over - (rim - lid).abs()).max(0.0) / over;
        rim.min(lid) - near * near * over * 0.25
    }

    fn at(&self, share: f64, y: f64) -> Point {
        Point::new(self.center.x + self.inner * self.rx * share, y)
    }

    /// How far out the lid's edge meets the rim on a side (−1 outer, 1 inner), as a share of the half breadth.
    fn meets(&self, side: f64) -> f64 {
        let mut share: f64 = 0.94;
        for _ in 0..3 {
            let below = ((self.center.y - self.lid_edge(side * share)) / self.ry).clamp(0.0, 1.0);
            share = (1.0 - below * below).max(0.05).sqrt().min(0.97);
        }
        share
    }
}

/// Draws one eye.
pub(super) fn draw(pen: &mut Pen, face: &Face, eye: &Eye, shown: &Expression, palette: &Palette) {
    let s = shape(face, eye, shown);
    let line = face.line;
    let lid = palette.color(eye.lid.as_ref().unwrap_or(&face.lid));
    let skin = palette.color(eye.skin.as_ref().unwrap_or(&face.skin));
    if pen.style == Style::Ink {
        pen.fill(&ellipse(s.center, s.rx + line * 0.45, s.ry + line * 0.45, eye.turn), palette.ink);
    } else {
        let low = Point::new(s.center.x, s.center.y + line * 0.15);
        pen.fill(&ellipse(low, s.rx + line * 0.22, s.ry + line * 0.1, eye.turn), lid);
    }
    let white = ellipse(s.center, s.rx, s.ry, eye.turn);
    let marks = look(pen, eye, &s, &shown.units, palette);
    pen.fill_marked(&white, palette.color(&face.white), &marks);
    let grow = line * if pen.style == Style::Ink { 0.6 } else { 0.3 };
    let socket = Arc::new(pen.to_px * &ellipse(s.center, s.rx + grow, s.ry + grow, eye.turn));
    lids(pen, &s, line, &socket, lid, skin);
    lash(pen, face, &s, shown.units.brow_down, palette);
    crease(pen, &s, line, lid);
}

/// What lies on the white: the lid's shadow, the iris, the pupil and the highlights.
fn look(pen: &Pen, eye: &Eye, s: &Shape, units: &Units, palette: &Palette) -> Vec<Mark> {
    let shadow = Point::new(s.center.x, s.center.y + s.ry * 1.80);
    let shadow = ellipse(shadow, s.rx * 1.7, s.ry, 0.0);
    let mut marks = vec![Mark { path: shadow, color: LID_SHADOW.0, opacity: LID_SHADOW.1 }];
    let r = eye.pupil * (1.0 + 0.38 * units.pupil);
    let slit = if eye.slit { 0.55 * (1.0 + 0.5 * units.pupil.max(0.0)) } else { 1.0 };
    let breadth = r * eye.breadth;
    let x = s.center.x + (units.gaze_x * 0.50 + eye.rest) * (s.rx - breadth * 0.45);
    let y = s.center.y + units.gaze_y * 0.42 * (s.ry - r * 0.3) - s.rest_ry * 0.02;
    if let Some(iris) = &eye.iris {
        marks.push(Mark::new(ellipse(Point::new(x, y), r * 1.25, r * 1.25, 0.0), palette.color(iris)));
    }
    marks.push(Mark::new(ellipse(Point::new(x, y), breadth * slit, r, 0.0), palette.ink));
    let left = if pen.to_px.determinant() > 0.0 { 1.0 } else { -1.0 };
    marks.extend(sparks(left, s, Point::new(x, y), r));
    marks
}

/// The highlights lie toward the stage's light; the large one slides down so that the lid never cuts it, and shrinks under
/// a heavy lid. `left` is the way to the stage's left in the face's own x.
fn sparks(left: f64, s: &Shape, pupil: Point, r: f64) -> impl Iterator<Item = Mark> {
    let lid = s.lid_edge(0.0).min(s.lid_edge(1.0)).min(s.lid_edge(-1.0)) - s.rest_ry * 0.02;
    let high = (pupil.y + r * 0.42).min(lid - r * 0.52);
    let room = ramp(high - pupil.y, -0.45 * r, -0.1 * r);
    let size = r * (0.21 + 0.13 * room) * (1.0 - ramp(s.lid, 0.6, 0.8));
    let low = high.max(pupil.y - r * 0.45);
    let spot = move |(center, radius, opacity): (Point, f64, f64)| {
        (radius > r * 0.02).then(|| Mark { path: ellipse(center, radius, radius, 0.0), color: SPARK, opacity })
    };
    let large = (Point::new(pupil.x + left * r * 0.34, low), size, 1.0);
    let small = (Point::new(pupil.x - left * r * 0.34, pupil.y - r * 0.46), r * 0.14 * room, 0.75);
    [large, small].into_iter().filter_map(spot)
}

fn shares(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=EDGE).map(move |i| from + (to - from) * i as f64 / EDGE as f64)
}

/// Skin from above and from below, cut to the socket.
fn lids(pen: &mut Pen, s: &Shape, line: f64, socket: &Arc<BezPath>, lid: Color, skin: Color) {
    let wide = 1.3;
    let sheet = |edge: &dyn Fn(f64) -> f64, far: f64| {
        let mut path = BezPath::new();
        path.move_to(s.at(-wide, s.center.y + far));
        shares(-wide, wide).for_each(|share| path.line_to(s.at(share, edge(share))));
        path.line_to(s.at(wide, s.center.y + far));
        path.close_path();
        path
    };
    if shares(-1.0, 1.0).any(|share| s.lid_edge(share) < s.rim(share) + line * 0.3) {
        let upper = sheet(&|share| s.lid_edge(share), s.ry * 2.0);
        pen.fill_within(&upper, socket, lid, 1.0);
    }
    let up = ramp(s.lower, 0.0, 0.06).max(ramp(s.lid, 0.45, 0.55));
    if up > 0.0 {
        let sunk = (1.0 - up) * s.rest_ry * 0.5;
        let lower = sheet(&|share| s.lower_edge(share) - sunk, -s.ry * 2.0);
        pen.fill_within(&lower, socket, skin, 1.0);
        let fold: Vec<Point> = shares(-wide, wide).map(|share| s.at(share, s.lower_edge(share) - sunk)).collect();
        let width = line * 0.55 * (1.0 - ramp(s.lid, 0.7, 0.95));
        if width > 0.0 {
            pen.fill_within(&brush(&fold, &[width]), socket, deep(skin), 1.0);
        }
    }
}

/// The lash line along the top of what is open: on the rim while the eye is wide, on the lid's own edge once it is down.
fn lash(pen: &mut Pen, face: &Face, s: &Shape, brow_down: f64, palette: &Palette) {
    let line = face.line;
    let (outer, inner) = (-s.meets(-1.0), s.meets(1.0));
    let lift = line * 0.25 * (1.0 - ramp(s.lid, 0.5, 0.9));
    let points: Vec<Point> = shares(inner, outer).map(|share| s.at(share, s.top(share) + lift)).collect();
    pen.fill(&brush(&points, &[line * 0.4, line * 1.05, line * 1.25, line * 1.25, line * 0.95]), palette.ink);
    let long = 1.0 - ramp(s.lid, 0.55, 0.8).max(ramp(brow_down, 0.3, 0.6));
    if !face.lashes || long <= 0.0 {
        return;
    }
    let root = s.at(outer + 0.12, s.top(outer + 0.12) + lift);
    let bend = s.at(outer - 0.08, s.top(outer) + lift);
    let tip = s.at(outer - 0.32, s.top(outer) + lift + s.rest_ry * 0.17);
    pen.fill(
        &brush(
            &[root, lerp(root, bend, long), lerp(root, tip, long)],
            &[line * 1.1 * long, line * 1.05 * long, line * 0.35],
        ),
        palette.ink,
    );
}

/// The fold above a lid that is partly down.
fn crease(pen: &mut Pen, s: &Shape, line: f64, lid: Color) {
    let width = line * 0.5 * ramp(s.lid, 0.24, 0.36) * (1.0 - 0.6 * ramp(s.lid, 0.8, 1.0));
    if width > line * 0.05 {
        let points: Vec<Point> =
            [0.88, 0.5, 0.0, -0.5, -0.86].map(|share| s.at(share, s.rim(share) + s.ry * 0.03)).to_vec();
        pen.fill(&brush(&points, &[width * 0.4, width, width, width * 0.4]), deep(lid));
    }
}
