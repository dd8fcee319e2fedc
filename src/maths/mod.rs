//! Deterministic maths: the only door to trigonometry, powers and exponentials (all from `libm`, pure software, so that a
//! pose and a picture have the same bits on every platform), the eases of the language, and small 2D helpers on kurbo's
//! types. `sqrt floor ceil abs round` of std are exact everywhere and may be used directly.
pub mod ease;
mod flatten;
pub mod random;

pub use ease::Ease;
pub use flatten::{flatten, flatten_into};
pub use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};
pub use random::Mulberry32;

macro_rules! unary {
    ($($name:ident),*) => {$(
        #[doc = concat!("`", stringify!($name), "` by libm.")]
        pub fn $name(x: f64) -> f64 { libm::$name(x) }
    )*};
}
unary!(sin, cos, tan, asin, acos, exp);

/// Natural logarithm by libm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Both at once, radians.
pub fn sin_cos(x: f64) -> (f64, f64) {
    (libm::sin(x), libm::cos(x))
}

/// Angle of the vector (x, y) in radians, −π..π.
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// C's `pow` (ruling 45): `pow(1, NaN)` = 1, `pow(x, 0)` = 1.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// √(x² + y²) from a product, a sum and a root: exact steps, so the same bits everywhere.
pub fn hypot(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// Floored modulo (ruling 10): C's `fmod`, plus `b` when the result is not 0 and has not `b`'s sign; `x % 0` is NaN.
pub fn floored_mod(a: f64, b: f64) -> f64 {
    let r = libm::fmod(a, b);
    if r != 0.0 && (r < 0.0) != (b < 0.0) { r + b } else { r }
}

/// Linear interpolation a + (b − a)·t.
pub fn lerp(a: f64, b: f64, t: f64) -> f64 {
    a + (b - a) * t
}

/// A turn by `degrees`, counter-clockwise in a frame whose y points up, about `pivot`. kurbo's own constructor calls std's
/// trigonometry, which may differ between platforms.
pub fn rotate_about(degrees: f64, pivot: Point) -> Affine {
    let (s, c) = sin_cos(degrees.to_radians());
    let (x, y) = (pivot.x, pivot.y);
    Affine::new([c, s, -s, c, x - c * x + s * y, y - s * x - c * y])
}
