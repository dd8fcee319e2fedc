//! One picture taking another's place: both enter as items, what shows of them leaves.
use super::layout::Layout;
use super::shapes::ellipse;
use crate::display::{Blend, Color, Item, Paint, Shape};
use crate::maths::Ease;
use crate::vocabulary::Transition as Kind;
use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Vec2};
use std::sync::Arc;

/// What an iris closes to.
const DARK: Color = Color::rgb(0x12, 0x0D, 0x1B);
/// The bands that run along a wipe's edge, the foremost first, and the width of each, 1080p pixels: the house yellow, coral and ink.
/// Tuned by eye.
const BANDS: [(Color, f64); 3] =
    [(Color::rgb(0xF7, 0xC9, 0x3E), 26.0), (Color::rgb(0xE8, 0x6A, 0x52), 40.0), (Color::rgb(0x2A, 0x21, 0x38), 26.0)];
/// How far a wipe's edge leans, share of the frame's height. Tuned by eye.
const LEAN: f64 = 0.22;

/// What shows of the old picture and the new one when `share` of the time, 0..1, has passed; `bare` ones let what is behind show through.
/// `matters` are the points that an iris closes on and opens on, pixels.
pub(super) fn both(
    (kind, share, bare): (Kind, f64, bool),
    layout: &Layout,
    old: &Arc<[Item]>,
    new: impl FnOnce() -> Vec<Item>,
    matters: (Point, Point),
) -> Vec<Item> {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
    let eased = Ease::Smooth.at(share);
    match kind {
        Kind::Cut => new(),
        Kind::Fade => {
            let mut items = new();
            items.push(group(old, 1.0 - eased, None));
            items
        }
        Kind::Wipe => {
            let edge = Edge::new(eased, layout);
            let mut items = new();
            if bare {
                // The old picture does not cover all of it.
                items = vec![group(&items.into(), 1.0, Some(edge.reached(layout)))];
            }
            items.push(group(old, 1.0, Some(edge.beyond(layout))));
            items.extend(edge.bands(layout));
            items
        }
        Kind::Iris if share < 0.5 => {
            vec![group(old, 1.0, None), iris(matters.0, 1.0 - Ease::Smooth.at(share * 2.0), layout)]
        }
        Kind::Iris => {
            let mut items = new();
            items.push(iris(matters.1, Ease::Smooth.at(share * 2.0 - 1.0), layout));
            items
        }
    }
}

fn group(items: &Arc<[Item]>, opacity: f64, clip: Option<BezPath>) -> Item {
    let (transform, blend) = (Affine::IDENTITY, Blend::Normal);
    Item::Group { transform, opacity, blend, clip: clip.map(Arc::new), items: Arc::clone(items) }
}

/// The dark around a circle that is open by `share`: 1 shows the whole frame.
fn iris(center: Point, share: f64, layout: &Layout) -> Item {
    let frame = Rect::new(0.0, 0.0, layout.width, layout.height);
    let corners = [(frame.x0, frame.y0), (frame.x1, frame.y0), (frame.x0, frame.y1), (frame.x1, frame.y1)];
    let farthest = corners.into_iter().map(|corner| center.distance(corner.into())).fold(0.0, f64::max);
    let radius = farthest * share;
    let dark = Shape::new(frame.to_path(0.1), Paint::Solid(DARK));
    Item::Fill(if radius > 0.5 { dark.without(vec![Arc::new(ellipse(center, radius, radius))]) } else { dark })
}

/// A wipe's edge: where its foremost line crosses the frame's top.
struct Edge {
    top: f64,
    lean: f64,
}

impl Edge {
    /// It comes from beyond the left and goes beyond the right.
    fn new(share: f64, layout: &Layout) -> Self {
        let lean = LEAN * layout.height;
        let behind: f64 = BANDS.iter().map(|(_, width)| width * layout.unit()).sum();
        Self { top: share * (layout.width + lean + behind), lean }
    }

    fn strip(&self, from: f64, to: f64, layout: &Layout) -> BezPath {
        let (height, lean) = (layout.height, self.lean);
        let mut path = BezPath::new();
        path.move_to((from, 0.0));
        path.line_to((to, 0.0));
        path.line_to((to - lean, height));
        path.line_to((from - lean, height));
        path.close_path();
        path
    }

    /// Where the middle of its bands crosses the frame's top.
    fn middle(&self, layout: &Layout) -> f64 {
        self.top - BANDS.iter().map(|(_, width)| width * layout.unit()).sum::<f64>() / 2.0
    }

    /// What the edge has not reached: the frame right of the middle of its bands.
    fn beyond(&self, layout: &Layout) -> BezPath {
        self.strip(self.middle(layout), 2.0 * layout.width + 2.0 * self.lean, layout)
    }

    /// The rest of the frame.
    fn reached(&self, layout: &Layout) -> BezPath {
        self.strip(-layout.width, self.middle(layout), layout)
    }

    fn bands(&self, layout: &Layout) -> Vec<Item> {
        let mut right = self.top;
        let band = |(color, width): &(Color, f64)| {
            let left = right - width * layout.unit();
            // Each goes on a little under the one before it, so that nothing shines through between them.
            let under = if right < self.top { 1.0 } else { 0.0 };
            let path = self.strip(left, right + under, layout);
            right = left;
            Item::fill(path, *color)
        };
        BANDS.iter().map(band).rev().collect()
    }
}

/// What matters in a picture, pixels: the points of what it follows, else of those who are there; held off the frame's edges.
pub(super) fn matters(points: &[Point], layout: &Layout) -> Point {
    let middle = Point::new(layout.width / 2.0, layout.height / 2.0);
    let sum = points.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
    let mean = if points.is_empty() { middle } else { (sum / points.len() as f64).to_point() };
    let held = |at: f64, side: f64| if at.is_finite() { at.clamp(side * 0.1, side * 0.9) } else { side / 2.0 };
    Point::new(held(mean.x, layout.width), held(mean.y, layout.height))
}
