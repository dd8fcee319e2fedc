//! Points as they are written in a template: `[x, y]`, or `[x, y, t]` with a tension or radius.
//!
//! Enters: JSON arrays. Leaves: finite points. Never anything else.
use kurbo::Point;
use serde::Deserialize;

/// `[x, y]` in template units.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Vec<f64>")]
pub struct Xy(pub Point);

/// `[x, y]` or `[x, y, t]`: `t` is the tension of a blob's point (1 smooth, 0 a corner) or the radius of a polygon's corner.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Vec<f64>")]
pub struct Corner {
    /// Where.
    pub at: Point,
    /// The third number, when there is one.
    pub extra: Option<f64>,
}

impl TryFrom<Vec<f64>> for Xy {
    type Error = &'static str;

    fn try_from(numbers: Vec<f64>) -> Result<Self, Self::Error> {
        match *numbers {
            [x, y] => Ok(Xy(Point::new(x, y))),
            _ => Err("a point is two numbers, [x, y]"),
        }
    }
}

impl TryFrom<Vec<f64>> for Corner {
    type Error = &'static str;

    fn try_from(numbers: Vec<f64>) -> Result<Self, Self::Error> {
        match *numbers {
            [x, y] => Ok(Corner { at: Point::new(x, y), extra: None }),
            [x, y, t] => Ok(Corner { at: Point::new(x, y), extra: Some(t) }),
            _ => Err("a point is [x, y], or [x, y, t] with a tension (blob) or a radius (poly)"),
        }
    }
}
