//! The display list: what to paint, in order, in pixels of the frame (x right, y down). Knows nothing of characters.
//!
//! `figure` and `stage` make it, `paint` alone reads it. Colours are sRGB with straight alpha.
mod grade;

pub use grade::{Glow, Grade, Vignette};

use kurbo::{Affine, BezPath, Point, Rect};
use std::sync::Arc;

/// sRGB with straight alpha, 0..255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity.
    pub a: u8,
}

impl Color {
    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// The colour of `#RRGGBB` or `#RGB`; `None` for anything else.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        match digits.len() {
            6 => Some(Self::rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)),
            3 => {
                let (r, g, b) = (value >> 8 & 15, value >> 4 & 15, value & 15);
                Some(Self::rgb((r * 17) as u8, (g * 17) as u8, (b * 17) as u8))
            }
            _ => None,
        }
    }

    /// The same colour with its opacity multiplied by `share` (0..1).
    pub fn with_opacity(self, share: f64) -> Self {
        Self { a: (f64::from(self.a) * share.clamp(0.0, 1.0)).round() as u8, ..self }
    }
}

/// One colour of a gradient at an offset 0..1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// 0 at the start, 1 at the end.
    pub offset: f64,
    /// The colour there.
    pub color: Color,
}

/// What a shape is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// One colour.
    Solid(Color),
    /// From `start` to `end`, in the coordinates of the item.
    Linear {
        /// Where offset 0 lies.
        start: Point,
        /// Where offset 1 lies.
        end: Point,
        /// Two or more, by offset.
        stops: Arc<[Stop]>,
    },
    /// From `center` outward, in the coordinates of the item.
    Radial {
        /// Where offset 0 lies.
        center: Point,
        /// Where offset 1 lies.
        radius: f64,
        /// Two or more, by offset.
        stops: Arc<[Stop]>,
        /// Maps the gradient's own circle into the item's coordinates.
        transform: Affine,
    },
}

/// Which regions of a self-crossing path are inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Non-zero winding.
    #[default]
    NonZero,
    /// Even-odd.
    EvenOdd,
}

/// How a group is laid on what is below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blend {
    /// Source over.
    #[default]
    Normal,
    /// Multiply.
    Multiply,
    /// Screen.
    Screen,
}

/// One thing to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled path.
    Fill {
        /// The outline.
        path: Arc<BezPath>,
        /// Which regions are inside.
        rule: Rule,
        /// With what.
        paint: Paint,
    },
    /// A stroked path with round joins and caps.
    Stroke {
        /// The centre line.
        path: Arc<BezPath>,
        /// Full width.
        width: f64,
        /// With what.
        paint: Paint,
    },
    /// Items painted together, then laid on what is below.
    Group {
        /// From the items' coordinates into the enclosing ones.
        transform: Affine,
        /// 0..1.
        opacity: f64,
        /// How it is laid on.
        blend: Blend,
        /// Only what lies inside this path shows (in the items' coordinates).
        clip: Option<Arc<BezPath>>,
        /// The items; shared, so that art that does not change is not copied.
        items: Arc<[Item]>,
    },
    /// Changes the colours of everything painted before it in the whole list; inside a group it does nothing.
    Grade(Arc<Grade>),
}

impl Item {
    /// A path filled with one colour, non-zero.
    pub fn fill(path: BezPath, color: Color) -> Self {
        Item::Fill { path: Arc::new(path), rule: Rule::NonZero, paint: Paint::Solid(color) }
    }
}

/// A whole picture.
#[derive(Clone, Debug, PartialEq)]
pub struct DisplayList {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// First painted first.
    pub items: Vec<Item>,
}

impl DisplayList {
    /// The frame's rectangle.
    pub fn bounds(&self) -> Rect {
        Rect::new(0.0, 0.0, f64::from(self.width), f64::from(self.height))
    }
}
