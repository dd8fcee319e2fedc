//! Fangs that stand up from the lower lip: the mouth's numbers and the units in, teeth over the lip out (monster.py).
use super::config::Face;
use super::expression::Expression;
use super::mouth::lower_edge;
use super::paint::Palette;
use crate::figure::kit::{HANDLE, Knot, Part, Pen, blob};
use kurbo::Vec2;

/// Share of a pucker by which fangs come together.
const TOGETHER: f64 = 0.45;
/// A fang's outline: shares of half its breadth and of its length, and tension.
const OUTLINE: [(f64, f64, f64); 6] =
    [(-1.0, 0.0, 0.4), (-0.5, 0.6, 1.0), (0.1, 1.0, 0.2), (0.6, 0.6, 1.0), (1.0, 0.0, 0.4), (0.0, -0.13, 1.0)];
/// Depth of a fang's shade, share of its breadth (monster.py: 5 of 44).
const SHADE: f64 = 0.11;

/// Draws the fangs.
pub(super) fn draw(pen: &mut Pen, face: &Face, shown: &Expression, palette: &Palette) {
    let Some(mouth) = &face.mouth else { return };
    let units = &shown.units;
    for fang in &mouth.fangs {
        let x = mouth.at.0.x + fang.x * (1.0 - TOGETHER * units.pucker);
        let root = lower_edge(face, mouth, units, x) - Vec2::new(0.0, mouth.line * 0.3);
        let knot = |(x, y, tension): (f64, f64, f64)| Knot {
            at: root + Vec2::new(x * fang.breadth / 2.0, y * fang.length),
            tension,
        };
        let outline = blob(&OUTLINE.map(knot), true, HANDLE);
        pen.part(&Part { crescent: fang.breadth * SHADE, ..Part::new(outline, palette.color(&face.white)) });
    }
}
