//! Feet and ground: where the figure touches it, and what keeps a walker on it.
//!
//! Enters: the posed skeleton and the pose. Leaves: the contact shadow's place and a small rise. A walk's bob is written for
//! one length of leg; this takes up the difference, so that no foot sinks in and none floats while another steps.
use super::place::{or, upright};
use crate::figure::body::Body;
use crate::figure::rig::Posed;
use crate::frame::Pose;
use kurbo::Point;

/// A step of this many units (feet apart, or one above the other) is walking in full.
const STEP: f64 = 12.0;
/// A walker that floats this many units is set down in full; by the second number not at all: it runs or leaps.
const FLOAT: (f64, f64) = (16.0, 44.0);
/// Feet that sink this many units are raised in full; by the second number not at all: the body falls through on purpose.
const SINK: (f64, f64) = (50.0, 100.0);
/// A sole this many units above the lowest one still stands; by the second number it is in the air.
const IN_AIR: (f64, f64) = (4.0, 60.0);
/// A body tilted this many degrees stands; by the second number it lies.
const TILT: (f64, f64) = (15.0, 40.0);

/// A figure is taken to be squashed to this share of its height at most.
const FLATTEST: f64 = 0.1;
/// The ground is this many units lower for hands when a body stands by half.
const LYING: f64 = 300.0;

/// Where the feet are, in the figure's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Footing {
    /// Left end of what lies in its shade, units.
    pub(super) left: f64,
    /// Right end, units.
    pub(super) right: f64,
    /// How far above the ground line the lowest sole is before the rise, units.
    pub(super) above: f64,
    /// Units the figure is to be raised.
    pub(super) rise: f64,
}

/// Where the feet are in a pose; `pixel` is units to a 1080p pixel.
pub(super) fn footing(body: &Body, posed: &Posed, pose: &Pose, pixel: f64) -> Footing {
    let soles: Vec<Vec<Sole>> = body.soles.iter().map(|(bone, sole)| Sole::all(posed, *bone, sole)).collect();
    let all = || soles.iter().flatten();
    let ground = all().map(|sole| sole.now.y).fold(f64::INFINITY, f64::min);
    // A foot in the air throws no shade where it touches nothing: the higher, the less it moves the shadow.
    let stands = |sole: &Sole| sole.rest.x + (sole.now.x - sole.rest.x) * (1.0 - ramp(sole.now.y - ground, IN_AIR));
    let shift = |of: fn(f64, f64) -> f64| {
        let rest = all().map(|sole| sole.rest.x).reduce(of)?;
        Some(all().map(stands).reduce(of)? - rest)
    };
    let turned = upright(pose);
    let heights = all().map(|sole| (turned * sole.now).y);
    let above = heights.reduce(f64::min).map_or(0.0, |lowest| lowest - or(pose.dy, 0.0) * pixel);
    let standing = 1.0 - ramp(or(pose.rot, 0.0).abs(), TILT);
    // Legs that stride toward the viewer are drawn shorter: the body comes down by all of it.
    let sunk = posed.sunk * or(pose.sy, 1.0);
    let gap = above - sunk;
    let rise = if gap < 0.0 {
        pressed(-gap, SINK) * standing
    } else {
        -pressed(gap, FLOAT) * standing * (step(body, posed) / STEP).min(1.0)
    } - sunk * standing;
    Footing {
        left: -body.stance + shift(f64::min).unwrap_or(0.0),
        right: body.stance + shift(f64::max).unwrap_or(0.0),
        above,
        rise,
    }
}

/// The height of the ground line in the figure's own frame, units; far below for a figure that lies.
pub(super) fn ground(body: &Body, posed: &Posed, pose: &Pose, pixel: f64) -> f64 {
    let raised = or(pose.dy, 0.0) * pixel + footing(body, posed, pose, pixel).rise;
    let stands = 1.0 - ramp(or(pose.rot, 0.0).abs(), TILT);
    let height = -raised / or(pose.sy, 1.0).max(FLATTEST);
    if stands > 0.0 { height - LYING * (1.0 / stands - 1.0) } else { f64::NEG_INFINITY }
}

/// A point of a sole, at rest and in the pose.
struct Sole {
    rest: Point,
    now: Point,
}

impl Sole {
    fn all(posed: &Posed, bone: usize, sole: &[Point]) -> Vec<Sole> {
        let frame = posed.frames.get(bone).copied().unwrap_or_default();
        sole.iter().map(|rest| Sole { rest: *rest, now: frame * *rest }).collect()
    }
}

/// How far apart the ankles have moved from where they rest, sideways or upward, units: feet that only turn take no step.
fn step(body: &Body, posed: &Posed) -> f64 {
    let moved = |(foot, _): &(usize, Vec<Point>)| {
        let bone = body.bones.get(*foot)?;
        Some(posed.joint(&body.bones, *foot) - bone.pivot)
    };
    let ways: Vec<kurbo::Vec2> = body.soles.iter().filter_map(moved).collect();
    let span = |of: fn(&kurbo::Vec2) -> f64| {
        let most = ways.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let least = ways.iter().map(of).fold(f64::INFINITY, f64::min);
        if most >= least { most - least } else { 0.0 }
    };
    span(|way| way.x).max(span(|way| way.y))
}

/// How much of a gap is taken up: all of it up to the first bound, none from the second on, the way between without a jerk.
fn pressed(gap: f64, (full, none): (f64, f64)) -> f64 {
    if gap <= full {
        return gap;
    }
    if gap >= none {
        return 0.0;
    }
    // What is left of the gap: 0 with slope 0 at `full`, all of it with slope 1 at `none` (a cubic Hermite span).
    let (span, u) = (none - full, (gap - full) / (none - full));
    let left = none * u * u * (3.0 - 2.0 * u) + span * u * u * (u - 1.0);
    gap - left
}

fn ramp(x: f64, (from, to): (f64, f64)) -> f64 {
    let u = ((x - from) / (to - from)).clamp(0.0, 1.0);
    u * u * (3.0 - 2.0 * u)
}
