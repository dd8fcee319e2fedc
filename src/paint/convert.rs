//! What tiny-skia works out: the outline of a pen's stroke, the colours of a gradient. Display types enter, paths and pixels leave.
use crate::display::{Color, Stop};
use kurbo::{Affine, BezPath, PathEl, Point, Rect, Vec2};
use tiny_skia::{
    GradientStop, LineCap, LineJoin, Path, PathBuilder, PathSegment, PixmapMut, RadialGradient, SpreadMode, Stroke,
    Transform,
};

/// Steps per pixel to which outlines are rounded: the rasteriser's own. It makes an outline's bytes independent of whole-pixel shifts
/// and of noise far below what can be seen.
const STEPS: f64 = 256.0;

fn grid(value: f64) -> f32 {
    ((value * STEPS).round() / STEPS) as f32
}

fn path(path: &BezPath, transform: Affine) -> Option<Path> {
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

/// The outline of a round pen along `along`, moved by `transform`; `None` when it is empty or not finite.
pub(super) fn outline(along: &BezPath, width: f64, transform: Affine) -> Option<BezPath> {
    let (scale, even) = scale(transform);
    let pen = |width: f64| Stroke {
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    };
    if even {
        // Near the origin its single precision is the same wherever the line lies.
        let Rect { x0, y0, .. } = (transform * along).control_box();
        let away = Vec2::new(x0.floor(), y0.floor());
        let near = path(along, transform.then_translate(-away))?;
        return Some(Affine::translate(away) * bezier(&near.stroke(&pen(width * scale), 1.0)?));
    }
    Some(transform * bezier(&path(along, Affine::IDENTITY)?.stroke(&pen(width), scale as f32)?))
}

fn bezier(path: &Path) -> BezPath {
    let at = |p: tiny_skia::Point| Point::new(f64::from(p.x), f64::from(p.y));
    let element = |segment| match segment {
        PathSegment::MoveTo(p) => PathEl::MoveTo(at(p)),
        PathSegment::LineTo(p) => PathEl::LineTo(at(p)),
        PathSegment::QuadTo(a, p) => PathEl::QuadTo(at(a), at(p)),
        PathSegment::CubicTo(a, b, p) => PathEl::CurveTo(at(a), at(b), at(p)),
        PathSegment::Close => PathEl::ClosePath,
    };
    path.segments().map(element).collect()
}

/// Fills a surface of this size with a radial gradient moved by `transform`; `None` for one that has no extent.
pub(super) fn radial(
    (center, radius): (Point, f64),
    list: &[Stop],
    transform: Affine,
    (width, height): (u32, u32),
    data: &mut [u8],
) -> Option<()> {
    let (center, all) = (point(center), affine(transform));
    let shader = RadialGradient::new(center, 0.0, center, radius as f32, stops(list), SpreadMode::Pad, all)?;
    let paint = tiny_skia::Paint { shader, ..tiny_skia::Paint::default() };
    let all = tiny_skia::Rect::from_xywh(0.0, 0.0, width as f32, height as f32)?;
    PixmapMut::from_bytes(data, width, height)?.fill_rect(all, &paint, Transform::identity(), None);
    Some(())
}

fn affine(affine: Affine) -> Transform {
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

/// The factor by which `transform` scales lengths, and whether it does so alike in all directions.
fn scale(transform: Affine) -> (f64, bool) {
    let [a, b, c, d, ..] = transform.as_coeffs();
    let (x, y) = (crate::maths::hypot(a, b), crate::maths::hypot(c, d));
    let even = (x - y).abs() <= 1e-6 * x.max(y) && (a * c + b * d).abs() <= 1e-6 * x * y;
    ((a * d - b * c).abs().sqrt(), even)
}
