//! The drawing kit: the few constructions every figure is drawn with (style.md §2, §3, §7).
//!
//! Enters: points, widths and colours. Leaves: outlines (kurbo paths) and, through [`Pen`], display items. It knows no
//! template, no pose and no face. Curves are equivariant: drawing and then placing equals placing and then drawing under
//! any turn, mirror and even scale, so that units may be whatever the caller likes.
mod brush;
mod color;
mod curve;
mod hull;
mod limb;
mod pen;

pub use brush::{brush, brush_eased};
pub use color::{INK, deep, far, light, luminance, mix, shade};
pub use curve::{HANDLE, Knot, blob, ellipse, grown, lerp, mapped, rounded, samples};
pub use hull::hull;
pub use limb::{Fold, Run, ease, filled, ink_lines, limb, limb_light, outline};
pub use pen::{Ink, Light, Mark, Part, Pen, Style};
