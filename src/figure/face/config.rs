//! The numbers of a template's face in one view, as its JSON gives them (`faces.<view>`).
//!
//! Enters: JSON. Leaves: a [`Face`]. Lengths are template units, y up; colours are tints that the look resolves. It draws
//! nothing.
use crate::figure::template::{Tint, When, Xy};
use serde::Deserialize;

/// A face in one view.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The head unit U that displacements are measured in (style.md §9), units.
    pub unit: f64,
    /// Full width of the lid line, units: .03–.036 U (style.md §2).
    pub line: f64,
    /// The upper lid.
    pub lid: Tint,
    /// The lower lid, and the folds round the mouth.
    pub skin: Tint,
    /// The brows.
    #[serde(default = "ink")]
    pub brow: Tint,
    /// The eyes' whites and the teeth.
    #[serde(default = "white")]
    pub white: Tint,
    /// The cheeks' blush.
    #[serde(default = "blush")]
    pub blush: Tint,
    /// Seen from the side, nose to the right: the inner side of every eye is the right one, and nothing is asymmetric.
    #[serde(default)]
    pub profile: bool,
    /// How far the upper lids hang at rest, 0..1; wide eyes lift them.
    #[serde(default)]
    pub droop: f64,
    /// Whether the lid line ends in a lash at the outer corner.
    #[serde(default = "yes")]
    pub lashes: bool,
    /// The eyes, the far one first.
    #[serde(default)]
    pub eyes: Vec<Eye>,
    /// The brows.
    #[serde(default)]
    pub brows: Vec<Brow>,
    /// What brows' displacements are measured in; the head unit when missing.
    #[serde(default)]
    pub brow_unit: Option<f64>,
    /// The cheeks.
    #[serde(default)]
    pub cheeks: Vec<Cheek>,
    /// A mouth of lips.
    #[serde(default)]
    pub mouth: Option<Mouth>,
    /// A snout in profile, instead of a mouth of lips.
    #[serde(default)]
    pub snout: Option<Snout>,
    /// A beak seen from the front, instead of a mouth of lips.
    #[serde(default)]
    pub beak: Option<Beak>,
    /// More of them: the first that the look's options show is drawn.
    #[serde(default)]
    pub beaks: Vec<Beak>,
}

/// An eye.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eye {
    /// −1 left, 1 right as drawn.
    pub side: i8,
    /// Its centre.
    pub at: Xy,
    /// Half axes of the white.
    pub radius: [f64; 2],
    /// The pupil's half height.
    pub pupil: f64,
    /// The pupil's breadth as a share of its height (.9 nearly round, .62 a cat's).
    #[serde(default = "pupil_breadth")]
    pub breadth: f64,
    /// Whether the pupil is a slit that widens with the pupil unit.
    #[serde(default)]
    pub slit: bool,
    /// Gaze at rest toward the right, in shares of the play: eyes converge (style.md §4).
    #[serde(default)]
    pub rest: f64,
    /// Degrees the white is turned.
    #[serde(default)]
    pub turn: f64,
    /// The iris round the pupil, when it has one.
    #[serde(default)]
    pub iris: Option<Tint>,
    /// The upper lid, when it is not the face's.
    #[serde(default)]
    pub lid: Option<Tint>,
    /// The lower lid, when it is not the face's skin.
    #[serde(default)]
    pub skin: Option<Tint>,
    /// Shown only when the look's options are these.
    #[serde(default, deserialize_with = "crate::figure::template::read_when")]
    pub when: When,
}

/// A brow.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brow {
    /// −1 left, 1 right as drawn.
    pub side: i8,
    /// Its middle.
    pub at: Xy,
    /// From end to end.
    pub length: f64,
    /// Full width at its thickest.
    pub width: f64,
    /// How much higher its outer end lies at rest.
    #[serde(default)]
    pub outer: f64,
    /// Shown only when the look's options are these.
    #[serde(default, deserialize_with = "crate::figure::template::read_when")]
    pub when: When,
}

/// A cheek's blush.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cheek {
    /// −1 left, 1 right as drawn.
    pub side: i8,
    /// Its centre.
    pub at: Xy,
    /// Half axes.
    pub radius: [f64; 2],
    /// Degrees it is turned.
    #[serde(default)]
    pub turn: f64,
    /// Opacity at rest, 0..1.
    #[serde(default = "cheek_rest")]
    pub rest: f64,
    /// Shown only when the look's options are these.
    #[serde(default, deserialize_with = "crate::figure::template::read_when")]
    pub when: When,
}

/// A mouth of lips.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mouth {
    /// Its centre.
    pub at: Xy,
    /// Half its breadth.
    pub half: f64,
    /// Full width of its line: .026 U (style.md §2).
    pub line: f64,
    /// Factor on how far the corners and the middle move.
    #[serde(default = "one")]
    pub curve: f64,
    /// Factor on how far the jaw opens it.
    #[serde(default = "one")]
    pub opens: f64,
    /// Whether it shows upper teeth.
    #[serde(default = "yes")]
    pub teeth: bool,
    /// The teeth, when they are not the white of the eyes.
    #[serde(default)]
    pub teeth_tint: Option<Tint>,
    /// Where the line from the nose down to the lip begins, when there is one.
    #[serde(default)]
    pub philtrum: Option<Xy>,
    /// Whether the lip is two arcs that meet under the nose, as a cat's.
    #[serde(default)]
    pub arcs: bool,
    /// Fangs that stand up from the lower lip and ride on it.
    #[serde(default)]
    pub fangs: Vec<Fang>,
}

/// A fang.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fang {
    /// How far right of the mouth's middle it stands.
    pub x: f64,
    /// Its length.
    pub length: f64,
    /// Its breadth at the root.
    pub breadth: f64,
}

/// A beak seen from the front: an upper half that stays and a lower half that drops. Its corners move with the mood; points
/// between keep their height.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beak {
    /// The middle between its corners.
    pub at: Xy,
    /// From there to a corner.
    pub half: f64,
    /// The upper half's outline at rest.
    pub upper: Vec<crate::figure::template::Corner>,
    /// The lower half's outline at rest.
    pub lower: Vec<crate::figure::template::Corner>,
    /// The hollow's outline when it is shut; it shows as the lower half drops.
    pub hollow: Vec<crate::figure::template::Corner>,
    /// The lines where the halves meet: from each corner to the tip.
    pub lips: Vec<Vec<Xy>>,
    /// Full widths along each of them.
    pub line: Vec<f64>,
    /// The upper half's colour.
    pub color: Tint,
    /// The lower half's colour.
    pub under: Tint,
    /// Depth of the upper half's crescent of shade, units.
    #[serde(default)]
    pub shade: f64,
    /// How far the tip of the lower half drops at jaw 1, in head units.
    pub opens: f64,
    /// The tongue when it is shut: centre and half axes.
    pub tongue: [f64; 4],
    /// Shown only when the look's options are these.
    #[serde(default, deserialize_with = "crate::figure::template::read_when")]
    pub when: When,
}

/// A snout in profile, nose to the right: an upper lip line that acts at its corner, and a jaw that turns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snout {
    /// The lip line from under the nose back to the corner, three points or more.
    pub lip: Vec<Xy>,
    /// Full widths along it.
    pub line: Vec<f64>,
    /// Where the jaw turns.
    pub hinge: Xy,
    /// Degrees it turns at jaw 1 (style.md §5: 25).
    pub turn: f64,
    /// The jaw's outline at rest, `[x, y]` or `[x, y, tension]`.
    pub jaw: Vec<crate::figure::template::Corner>,
    /// The jaw's colour.
    pub color: Tint,
    /// Depth of the jaw's crescent of shade, units.
    #[serde(default)]
    pub shade: f64,
    /// The upper edge of the mouth's hollow, back to front; it stays.
    pub roof: Vec<Xy>,
    /// Its lower edge, front to back; it turns with the jaw.
    pub floor: Vec<Xy>,
    /// The tongue's line at rest when its tip hangs out, four points, root first; it turns with the jaw. None: no tongue.
    #[serde(default)]
    pub tongue: Vec<Xy>,
    /// Full width of the tongue.
    #[serde(default)]
    pub tongue_width: f64,
    /// The fold over the nose when the brows are down.
    #[serde(default)]
    pub wrinkle: Vec<Xy>,
}

fn tint(text: &str) -> Tint {
    Tint { base: text.into(), steps: Vec::new() }
}

fn ink() -> Tint {
    tint("#2A2138") // style.md §8
}

fn white() -> Tint {
    tint("#FFF9EE") // style.md §8
}

fn blush() -> Tint {
    tint("#E4523C") // style.md §8, tomato
}

fn yes() -> bool {
    true
}

fn one() -> f64 {
    1.0
}

fn pupil_breadth() -> f64 {
    0.9 // style.md §4: nearly round
}

fn cheek_rest() -> f64 {
    0.20 // person.py
}
