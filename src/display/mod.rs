//! The display list: what to paint, in order, in pixels of the frame (x right, y down). Knows nothing of characters.
//!
//! `figure` and `stage` make it, `paint` alone reads it. Colours are sRGB with straight alpha.
mod bitmap;
mod digest;
mod grade;

pub use bitmap::Bitmap;
pub use digest::{Digests, Hash};
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
    /// Nothing to see.
    pub const CLEAR: Self = Self { r: 0, g: 0, b: 0, a: 0 };

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
    /// Pixels, beyond their edge the nearest ones.
    Picture {
        /// The picture, then each time one half as large.
        sizes: Arc<[Bitmap]>,
        /// From the pixels of the first into the item's coordinates.
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

/// A filled path with marks on it. A mark shows only inside what it lies on, and there takes its antialiased edge: what is cut to
/// a shape needs no cutting.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline.
    pub path: Arc<BezPath>,
    /// Which regions are inside.
    pub rule: Rule,
    /// With what it is filled.
    pub paint: Paint,
    /// What lies inside these outlines, non-zero, is left out.
    pub holes: Vec<Arc<BezPath>>,
    /// First painted first.
    pub marks: Vec<Shape>,
}

impl Shape {
    /// A path, non-zero, with nothing on it.
    pub fn new(path: impl Into<Arc<BezPath>>, paint: Paint) -> Self {
        Self { path: path.into(), rule: Rule::NonZero, paint, holes: Vec::new(), marks: Vec::new() }
    }

    /// The same with marks.
    pub fn with(self, marks: Vec<Shape>) -> Self {
        Self { marks, ..self }
    }

    /// What of the shape lies inside `outline`.
    pub fn within(self, outline: impl Into<Arc<BezPath>>) -> Self {
        Self::new(outline, Paint::Solid(Color::CLEAR)).with(vec![self])
    }

    /// The same in one colour, without what lies on it.
    pub fn silhouette(&self, color: Color) -> Self {
        let inked = |mark: &Shape| mark.silhouette(color);
        match &self.paint {
            Paint::Solid(own) if own.a == 0 => Self { marks: self.marks.iter().map(inked).collect(), ..self.clone() },
            _ => Self { paint: Paint::Solid(color), marks: Vec::new(), ..self.clone() },
        }
    }

    /// The same without what lies inside outlines.
    pub fn without(self, holes: Vec<Arc<BezPath>>) -> Self {
        Self { holes, ..self }
    }

    /// How many paths are painted.
    pub fn count(&self) -> usize {
        1 + self.marks.iter().map(Shape::count).sum::<usize>()
    }
}

/// One thing to paint.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A filled path.
    Fill(Shape),
    /// A stroked path with round joins and caps.
    Stroke {
        /// The centre line.
        path: Arc<BezPath>,
        /// Full width.
        width: f64,
        /// With what.
        paint: Paint,
    },
    /// Items painted as if they stood in the list themselves: what moves together and is told apart from the rest.
    Several(Vec<Item>),
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
    /// Changes the colours of everything painted before it in the whole list; inside a group, of what the group has painted before it:
    /// such a group is a picture of its own, of the size of what it is laid on.
    Grade(Arc<Grade>),
}

impl Item {
    /// A path filled with one colour, non-zero.
    pub fn fill(path: BezPath, color: Color) -> Self {
        Item::Fill(Shape::new(path, Paint::Solid(color)))
    }

    /// How many paths are painted.
    pub fn count(&self) -> usize {
        match self {
            Item::Fill(shape) => shape.count(),
            Item::Stroke { .. } => 1,
            Item::Several(items) => items.iter().map(Item::count).sum(),
            Item::Group { items, .. } => items.iter().map(Item::count).sum(),
            Item::Grade(_) => 0,
        }
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
