//! usvg's paints in, the display list's out: solid colours and gradients, already in the picture's units.
use super::svg::affine;
use crate::display::{Color, Paint, Stop};
use kurbo::{Affine, Point, Vec2};
use std::sync::Arc;

/// The paint under `opacity`, moved by `transform`; `None` for a pattern.
pub(super) fn paint(paint: &usvg::Paint, opacity: f32, transform: Affine) -> Option<Paint> {
    match paint {
        usvg::Paint::Color(color) => Some(Paint::Solid(with_opacity(*color, opacity))),
        usvg::Paint::LinearGradient(gradient) => {
            let whole = transform * affine(gradient.transform());
            let (start, end) = line(point(gradient.x1(), gradient.y1()), point(gradient.x2(), gradient.y2()), whole);
            Some(Paint::Linear { start, end, stops: stops(gradient.stops(), opacity) })
        }
        usvg::Paint::RadialGradient(gradient) => Some(Paint::Radial {
            center: point(gradient.cx(), gradient.cy()),
            radius: f64::from(gradient.r().get()),
            stops: stops(gradient.stops(), opacity),
            transform: transform * affine(gradient.transform()),
        }),
        usvg::Paint::Pattern(_) => None,
    }
}

/// A paint of the display list moved by `transform`.
pub(super) fn moved(paint: &Paint, by: Affine) -> Paint {
    match paint {
        Paint::Solid(color) => Paint::Solid(*color),
        Paint::Linear { start, end, stops } => {
            let (start, end) = line(*start, *end, by);
            Paint::Linear { start, end, stops: Arc::clone(stops) }
        }
        Paint::Radial { center, radius, stops, transform } => {
            Paint::Radial { center: *center, radius: *radius, stops: Arc::clone(stops), transform: by * *transform }
        }
        Paint::Picture { sizes, transform } => Paint::Picture { sizes: Arc::clone(sizes), transform: by * *transform },
    }
}

fn point(x: f32, y: f32) -> Point {
    Point::new(f64::from(x), f64::from(y))
}

fn with_opacity(color: usvg::Color, opacity: f32) -> Color {
    Color::rgb(color.red, color.green, color.blue).with_opacity(f64::from(opacity))
}

fn stops(stops: &[usvg::Stop], opacity: f32) -> Arc<[Stop]> {
    let stop = |stop: &usvg::Stop| Stop {
        offset: f64::from(stop.offset().get()),
        color: with_opacity(stop.color(), stop.opacity().get() * opacity),
    };
    stops.iter().map(stop).collect()
}

/// A gradient line after `transform`. Its lines of one colour, square to it before, may be slanted after: the new line is
/// square to where they lie now.
fn line(start: Point, end: Point, transform: Affine) -> (Point, Point) {
    let along = end - start;
    let linear = |v: Vec2| (transform * v.to_point()) - (transform * Point::ZERO);
    let same_color = linear(Vec2::new(-along.y, along.x));
    let normal = Vec2::new(-same_color.y, same_color.x);
    let reach = linear(along);
    let share = reach.dot(normal) / normal.hypot2();
    let from = transform * start;
    if share.is_finite() { (from, from + normal * share) } else { (from, from + reach) }
}
