//! The shadow under a character: where it stands, how high it is above the ground and the ground's colour enter, one ellipse
//! leaves (style.md §3, last line).
use super::shapes::ellipse;
use crate::display::{Color, Item};
use kurbo::Point;

/// Width over the span of the feet (style.md §3).
const WIDER: f64 = 1.1;
/// Height over width (style.md §3).
const FLAT: f64 = 0.13;
/// How far it lies to the right, share of its width: the light comes from the upper left (style.md §3).
const ASIDE: f64 = 0.08;
/// Its opacity on the ground (style.md §3).
const OPACITY: f64 = 0.75;
/// How much smaller it is under a character its own height above the ground. Tuned by eye on the bounce.
const SHRINK: f64 = 0.45;

/// What is left of the ground's colour where only the sky lights it: least of the red. Tuned by eye on the park's lawn, the
/// house drawing's own shadow (style.md's scene) being the aim, and on wood and stone.
const SKYLIGHT: [f64; 3] = [0.34, 0.5, 0.56];
/// The same of a warm ground: the sky cannot turn sand or wood blue, its shade is darker and warmer (style.md §3). Tuned by eye
/// on the beach, about as dark as the other.
const WARM: [f64; 3] = [0.54, 0.44, 0.4];
/// A ground is warm when its red is more than its green by this share of its brightest channel. Violet, whose blue is so too,
/// keeps its blue.
const WARM_FROM: f64 = 0.03;

/// A character's stand on the ground, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    /// Left end of the feet.
    pub left: f64,
    /// Right end of the feet.
    pub right: f64,
    /// The ground line.
    pub ground: f64,
    /// How high the feet are above it.
    pub lift: f64,
    /// How tall the character is.
    pub height: f64,
}

/// The shadow; `None` when nothing of it is left.
pub(super) fn shadow(stand: Stand, ground: Color) -> Option<Item> {
    painted(stand, shade(ground))
}

/// The same in the shade's own colour.
pub(super) fn painted(stand: Stand, shade: Color) -> Option<Item> {
    let high = (stand.lift / stand.height).clamp(0.0, 1.0);
    let width = (stand.right - stand.left) * WIDER * (1.0 - SHRINK * high);
    let opacity = OPACITY * (1.0 - high);
    if !(width > 0.0 && opacity > 0.0 && width.is_finite()) {
        return None;
    }
    let center = Point::new((stand.left + stand.right) / 2.0 + ASIDE * width, stand.ground);
    Some(Item::fill(ellipse(center, width / 2.0, width * FLAT / 2.0), shade.with_opacity(opacity)))
}

fn shade(ground: Color) -> Color {
    let [r, g, b] = [ground.r, ground.g, ground.b].map(f64::from);
    let above_green = |c: f64| ((c - g) / (WARM_FROM * r.max(g).max(b).max(1.0))).clamp(0.0, 1.0);
    let warm = above_green(r);
    let dim = |c: f64, i: usize, warm: f64| (c * (SKYLIGHT[i] + (WARM[i] - SKYLIGHT[i]) * warm)).round() as u8;
    Color { r: dim(r, 0, warm), g: dim(g, 1, warm), b: dim(b, 2, warm * (1.0 - above_green(b))), a: ground.a }
}
