//! Display types enter, tiny-skia's leave: paths already in pixels of the surface, shaders. Paints nothing.
use crate::display::{Color, Paint, Rule, Stop};
use kurbo::{Affine, BezPath, PathEl, Point};
use tiny_skia::{
    FillRule, GradientStop, LinearGradient, Path, PathBuilder, RadialGradient, Shader, SpreadMode, Transform,
};

/// Steps per pixel to which outlines are rounded: the rasteriser's own (6 bits of its 4 × supersampled grid). It makes an
/// outline's bytes independent of whole-pixel shifts and of noise far below what can be seen.
const STEPS: f64 = 256.0;

fn grid(value: f64) -> f32 {
    ((value * STEPS).round() / STEPS) as f32
}

/// The path moved by `transform`; `None` when it is empty or not finite.
pub(super) fn path(path: &BezPath, transform: Affine) -> Option<Path> {
    let mut out = PathBuilder::with_capacity(path.elements().len(), path.elements().len() * 3);
    let at = |p: Point| {
        let p = transform * p;
        (grid(p.x), grid(p.y))
    };
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => {
                let (x, y) = at(p);
                out.move_to(x, y);
            }
            PathEl::LineTo(p) => {
                let (x, y) = at(p);
                out.line_to(x, y);
            }
            PathEl::QuadTo(a, p) => {
                let ((ax, ay), (x, y)) = (at(a), at(p));
                out.quad_to(ax, ay, x, y);
            }
            PathEl::CurveTo(a, b, p) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(p));
                out.cubic_to(ax, ay, bx, by, x, y);
            }
            PathEl::ClosePath => out.close(),
        }
    }
    out.finish()
}

pub(super) fn rule(rule: Rule) -> FillRule {
    match rule {
        Rule::NonZero => FillRule::Winding,
        Rule::EvenOdd => FillRule::EvenOdd,
    }
}

pub(super) fn affine(affine: Affine) -> Transform {
    let [a, b, c, d, e, f] = affine.as_coeffs().map(|value| value as f32);
    Transform::from_row(a, b, c, d, e, f)
}

fn color(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a)
}

fn stops(stops: &[Stop]) -> Vec<GradientStop> {
    stops.iter().map(|stop| GradientStop::new(stop.offset as f32, color(stop.color))).collect()
}

fn point(point: Point) -> tiny_skia::Point {
    tiny_skia::Point::from_xy(point.x as f32, point.y as f32)
}

/// What the shape is filled with once it lies in the surface; `None` for a gradient that has no extent.
pub(super) fn shader(paint: &Paint, transform: Affine) -> Option<Shader<'static>> {
    match paint {
        Paint::Solid(solid) => Some(Shader::SolidColor(color(*solid))),
        Paint::Linear { start, end, stops: list } => {
            let (start, end) = (point(*start), point(*end));
            LinearGradient::new(start, end, stops(list), SpreadMode::Pad, affine(transform))
        }
        Paint::Radial { center, radius, stops: list, transform: own } => {
            let (center, all) = (point(*center), affine(transform * *own));
            RadialGradient::new(center, 0.0, center, *radius as f32, stops(list), SpreadMode::Pad, all)
        }
    }
}

/// The factor by which `transform` scales lengths, and whether it does so alike in all directions.
pub(super) fn scale(transform: Affine) -> (f64, bool) {
    let [a, b, c, d, ..] = transform.as_coeffs();
    let (x, y) = (crate::maths::hypot(a, b), crate::maths::hypot(c, d));
    let even = (x - y).abs() <= 1e-6 * x.max(y) && (a * c + b * d).abs() <= 1e-6 * x * y;
    ((a * d - b * c).abs().sqrt(), even)
}
