//! [`Grade`]: how the colours of a finished picture are changed, as a colourist would say it. Plain data that `stage` chooses
//! and `paint` carries out.
use super::Color;

/// A look laid over everything painted before it. The default changes nothing.
///
/// Each pixel first moves toward or away from its own grey (`grey`, `saturation`), then each channel c (0..1) becomes
/// `(c·slope + offset)^power` (the ASC CDL's slope, offset and power), bent by `contrast`; then the glow is screened on and the
/// edges are darkened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// How much each channel gives to a colour's grey, 1 in all: the eye's shares, or those of a film behind a coloured glass.
    pub grey: [f64; 3],
    /// 0 grey, 1 as painted, above 1 richer.
    pub saturation: f64,
    /// Factor per channel: the highlights' colour.
    pub slope: [f64; 3],
    /// Added per channel, −1..1: the shadows' colour.
    pub offset: [f64; 3],
    /// Exponent per channel: above 1 the middle tones darken.
    pub power: [f64; 3],
    /// 0 none, 1 a full S curve about the middle grey; negative flattens.
    pub contrast: f64,
    /// Light that spreads from bright places.
    pub glow: Option<Glow>,
    /// A darker edge.
    pub vignette: Option<Vignette>,
}

/// Light that spreads from what is bright.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glow {
    /// Brightness 0..1 from which a place gives light.
    pub threshold: f64,
    /// How far it spreads (its Gaussian's deviation), share of the frame's shorter side.
    pub radius: f64,
    /// 0 none, 1 as bright as the place itself.
    pub strength: f64,
    /// The colour of the light, multiplied.
    pub tint: Color,
}

/// A dark edge that grows toward the corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vignette {
    /// Where it begins: 0 the middle, 1 the corners.
    pub start: f64,
    /// How much of it lies on the corners, 0..1.
    pub strength: f64,
    /// Its colour, multiplied.
    pub color: Color,
}

/// Brightness by channel, as the eye sees it (Rec. 709 luma).
const LUMA: [f64; 3] = [0.2126, 0.7152, 0.0722];

impl Default for Grade {
    fn default() -> Self {
        Self {
            grey: LUMA,
            saturation: 1.0,
            slope: [1.0; 3],
            offset: [0.0; 3],
            power: [1.0; 3],
            contrast: 0.0,
            glow: None,
            vignette: None,
        }
    }
}
