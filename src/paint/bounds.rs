//! Which pixels an item can touch. Items and a transform enter, a rectangle of whole pixels leaves; it may be larger than
//! what is painted, never smaller.
use crate::display::Item;
use kurbo::{Affine, BezPath, PathEl, Point, Rect};

/// A rectangle of whole pixels of the frame, `x1 y1` outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Left, inside.
    pub x0: i32,
    /// Top, inside.
    pub y0: i32,
    /// Right, outside.
    pub x1: i32,
    /// Bottom, outside.
    pub y1: i32,
}

impl Area {
    /// A whole frame.
    pub fn of(width: u32, height: u32) -> Self {
        let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
        Self { x0: 0, y0: 0, x1: side(width), y1: side(height) }
    }

    /// What both cover.
    pub fn common(self, other: Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// The smallest that covers both, neither empty.
    pub fn around(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// The same elsewhere.
    pub fn moved(self, (x, y): (i32, i32)) -> Self {
        let (x, y) = (|side: i32| side.saturating_add(x), |side: i32| side.saturating_add(y));
        Self { x0: x(self.x0), y0: y(self.y0), x1: x(self.x1), y1: y(self.y1) }
    }

    /// What is left without the other: up to four rectangles that do not overlap.
    pub fn without(self, other: Self) -> impl Iterator<Item = Self> {
        let cut = self.common(other);
        let rest = if cut.is_empty() {
            [self, Self::default(), Self::default(), Self::default()]
        } else {
            let middle = Self { y0: cut.y0, y1: cut.y1, ..self };
            [
                Self { y1: cut.y0, ..self },
                Self { x1: cut.x0, ..middle },
                Self { x0: cut.x1, ..middle },
                Self { y0: cut.y1, ..self },
            ]
        };
        rest.into_iter().filter(|area| !area.is_empty())
    }

    /// True when the row crosses it.
    pub fn has_row(self, y: i32) -> bool {
        (self.y0..self.y1).contains(&y)
    }

    /// Of its pixels' RGBA.
    pub fn bytes(self) -> usize {
        self.width() as usize * self.height() as usize * 4
    }

    /// Pixels.
    pub fn width(self) -> u32 {
        self.x1.saturating_sub(self.x0).max(0) as u32
    }

    /// Pixels.
    pub fn height(self) -> u32 {
        self.y1.saturating_sub(self.y0).max(0) as u32
    }

    /// True without a pixel.
    pub fn is_empty(self) -> bool {
        self.x1 <= self.x0 || self.y1 <= self.y0
    }

    /// The pixels of `self` that `rect` can touch: one pixel is added all round for antialiasing.
    pub fn touched_by(self, rect: Rect) -> Self {
        let low = |value: f64, least: i32| (value.floor() - 1.0).max(f64::from(least)) as i32;
        let high = |value: f64, most: i32| (value.ceil() + 1.0).min(f64::from(most)) as i32;
        Self {
            x0: low(rect.x0, self.x0),
            y0: low(rect.y0, self.y0),
            x1: high(rect.x1, self.x1),
            y1: high(rect.y1, self.y1),
        }
    }
}

/// Nothing: the identity of `union`.
const NOTHING: Rect = Rect { x0: f64::INFINITY, y0: f64::INFINITY, x1: f64::NEG_INFINITY, y1: f64::NEG_INFINITY };

/// NaN is passed over, as `min` and `max` do, which take twice as long.
fn include(rect: Rect, p: Point) -> Rect {
    Rect {
        x0: if p.x < rect.x0 { p.x } else { rect.x0 },
        y0: if p.y < rect.y0 { p.y } else { rect.y0 },
        x1: if p.x > rect.x1 { p.x } else { rect.x1 },
        y1: if p.y > rect.y1 { p.y } else { rect.y1 },
    }
}

fn union(a: Rect, b: Rect) -> Rect {
    Rect { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

fn intersect(a: Rect, b: Rect) -> Rect {
    Rect { x0: a.x0.max(b.x0), y0: a.y0.max(b.y0), x1: a.x1.min(b.x1), y1: a.y1.min(b.y1) }
}

/// The box of the path's control points.
pub(super) fn of_path(path: &BezPath, transform: Affine) -> Rect {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    if (b, c) == (0.0, 0.0) {
        // What is only scaled and moved keeps its outermost points, so that the box alone needs to be moved.
        let own = of_points(path, Affine::IDENTITY);
        if own.x0 > own.x1 {
            return own;
        }
        let (x, y) = ((own.x0 * a + e, own.x1 * a + e), (own.y0 * d + f, own.y1 * d + f));
        return Rect { x0: x.0.min(x.1), y0: y.0.min(y.1), x1: x.0.max(x.1), y1: y.0.max(y.1) };
    }
    of_points(path, transform)
}

fn of_points(path: &BezPath, transform: Affine) -> Rect {
    path.elements().iter().fold(NOTHING, |rect, element| match *element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => include(rect, transform * p),
        PathEl::QuadTo(a, p) => include(include(rect, transform * a), transform * p),
        PathEl::CurveTo(a, b, p) => include(include(include(rect, transform * a), transform * b), transform * p),
        PathEl::ClosePath => rect,
    })
}

/// How far a pen of `width` reaches from its centre line, in pixels: along x and y the longest a unit circle becomes.
fn reach(width: f64, transform: Affine) -> (f64, f64) {
    let [a, b, c, d, ..] = transform.as_coeffs();
    (width / 2.0 * crate::maths::hypot(a, c), width / 2.0 * crate::maths::hypot(b, d))
}

/// The box of all `items`.
pub(super) fn of_items(items: &[Item], transform: Affine) -> Rect {
    items.iter().fold(NOTHING, |rect, item| union(rect, of_item(item, transform)))
}

pub(super) fn of_item(item: &Item, outer: Affine) -> Rect {
    match item {
        Item::Grade(_) => NOTHING,
        Item::Fill(shape) => of_path(&shape.path, outer),
        Item::Several(items) => of_items(items, outer),
        Item::Stroke { path, width, .. } => {
            let (x, y) = reach(*width, outer);
            of_path(path, outer).inflate(x, y)
        }
        Item::Group { transform, clip, items, .. } => {
            let inside = outer * *transform;
            let rect = of_items(items, inside);
            clip.as_ref().map_or(rect, |clip| intersect(rect, of_path(clip, inside)))
        }
    }
}
