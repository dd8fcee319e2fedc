//! A brow's or a cheek's numbers and the units in, its brush or blush out (style.md §4, §9).
use super::config::{Brow, Cheek, Face};
use super::paint::Palette;
use super::units::{Units, ramp};
use crate::figure::kit::{Pen, brush, ellipse};
use kurbo::{Point, Vec2};

/// Draws a brow: its inner and outer ends go up and down by their own units, its middle follows and arches.
pub(super) fn brow(pen: &mut Pen, face: &Face, brow: &Brow, units: &Units, palette: &Palette) {
    let side = f64::from(brow.side.signum());
    let unit = face.brow_unit.unwrap_or(face.unit);
    let inner = if face.profile { 1.0 } else { -side };
    let asymmetry = if face.profile { 0.0 } else { units.asymmetry };
    let stronger = 1.0 + 0.55 * asymmetry * side * (1.0 - ramp(units.brow_outer, 0.9, 1.0));
    let raise = units.brow_outer * stronger;
    let lower = units.brow_down * (1.0 - 0.75 * asymmetry * side * ramp(asymmetry, 0.5, 0.7));
    let Point { x, y } = brow.at.0;
    let inner_y = y + unit * (0.115 * units.brow_inner - 0.115 * lower + 0.05 * raise);
    let outer_y = y + unit * (0.13 * raise - 0.045 * units.brow_inner - 0.015 * lower) + brow.outer;
    let arch = unit * (0.05 + 0.03 * raise - 0.035 * lower + 0.01 * units.brow_inner);
    let points = [
        Point::new(x + inner * (brow.length * 0.5 + unit * 0.03 * lower), inner_y),
        Point::new(x - inner * brow.length * 0.08, (inner_y + outer_y) / 2.0 + arch),
        Point::new(x - inner * brow.length * 0.5, outer_y),
    ];
    pen.fill(&brush(&points, &[brow.width * 0.8, brow.width * 1.2, brow.width * 0.35]), palette.color(&face.brow));
}

/// Draws a cheek's blush, which deepens and rises with the cheek.
pub(super) fn cheek(pen: &mut Pen, face: &Face, cheek: &Cheek, units: &Units, palette: &Palette) {
    /// How far a cheek rises, units of a head of 250 (style.md §9: 9 units).
    const RISE: f64 = 9.0 / 250.0;
    let center = cheek.at.0 + Vec2::new(0.0, RISE * face.unit * units.cheek);
    let [rx, ry] = cheek.radius;
    let opacity = cheek.rest + 0.22 * units.cheek;
    pen.fill_at(&ellipse(center, rx, ry, cheek.turn), palette.color(&face.blush), opacity);
}
