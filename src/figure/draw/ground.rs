//! Feet and ground: where the figure touches it, and what shade it throws.
//!
//! Enters: the posed skeleton. Leaves: the contact shadow's place and the small shift that keeps the feet on the ground line.
use crate::figure::body::Body;
use crate::figure::rig::Posed;

/// What of the ground lies in the figure's shade, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Footing {
    /// Left end, units.
    pub(super) left: f64,
    /// Right end, units.
    pub(super) right: f64,
    /// The lowest point of the soles, units; 0 for a body without feet.
    pub(super) lowest: f64,
}

/// Where the feet are.
pub(super) fn footing(body: &Body, posed: &Posed) -> Footing {
    let foot = |(bone, sole): &(usize, [kurbo::Point; 2])| {
        let frame = posed.frames.get(*bone).copied().unwrap_or_default();
        sole.map(|point| (point, frame * point))
    };
    let soles: Vec<_> = body.soles.iter().flat_map(foot).collect();
    let ends = |of: fn(f64, f64) -> f64| {
        let rest = soles.iter().map(|(rest, _)| rest.x).reduce(of)?;
        let now = soles.iter().map(|(_, now)| now.x).reduce(of)?;
        Some(now - rest)
    };
    Footing {
        left: -body.stance + ends(f64::min).unwrap_or(0.0),
        right: body.stance + ends(f64::max).unwrap_or(0.0),
        lowest: soles.iter().map(|(_, now)| now.y).reduce(f64::min).unwrap_or(0.0),
    }
}
