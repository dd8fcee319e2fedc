//! Hands and ground: an arm that hangs from a body that bows or comes down gives way, so that its hand is not below the ground
//! line.
//!
//! Enters: a posed skeleton and the corners of its hands. Leaves: the skeleton with arms bent. Reaches for nothing.
use super::bone::Bone;
use super::ik::Bend;
use super::posed::Posed;
use super::reach::{Chain, reach};
use kurbo::Point;

/// How often the search for the way up halves its step: to a hundred-thousandth of it.
const HALVINGS: usize = 17;
/// An elbow at its limit leaves the wrist this far from where it was sent, units.
const MISS: f64 = 0.1;
/// An arm turns no further than this many degrees to give way.
const FARTHEST: f64 = 90.0;

/// Bends the arms whose hands are below the ground line at the height `ground`. `palms` are
/// the corners of each hand at rest; `free` says how much of a hand's arm may give way, 0..1: a hand that reaches goes where it is
/// sent.
pub fn give_way(
    bones: &[Bone],
    posed: &mut Posed,
    palms: &[(usize, Vec<Point>)],
    ground: f64,
    free: &dyn Fn(&Bone) -> f64,
) {
    for (hand, palm) in palms {
        let share = bones.get(*hand).map_or(0.0, free);
        let sunk = share > 0.0 && lowest(posed, *hand, palm) < ground;
        if let Some(chain) = Chain::above(bones, *hand).filter(|_| sunk) {
            let there = raised(bones, posed, chain, palm, ground);
            for bone in [chain.upper, chain.lower] {
                posed.angles[bone] += (there.angles[bone] - posed.angles[bone]) * share;
            }
            posed.forward(bones);
        }
    }
}

/// The skeleton with a hand just above `floor`, or as high as the arm's limits let it: first the elbow bends, then the arm turns.
fn raised(bones: &[Bone], posed: &Posed, chain: Chain, palm: &[Point], floor: f64) -> Posed {
    let above = |there: &Posed| lowest(there, chain.end, palm) >= floor;
    let [root, elbow, wrist] = [chain.upper, chain.lower, chain.end].map(|bone| posed.joint(bones, bone));
    // The elbow goes on the way it is bent already: from a straight arm on nothing jumps.
    let bend = Bend::Turn(if (elbow - root).cross(wrist - elbow) >= 0.0 { 1.0 } else { -1.0 });
    let bent = |share: f64| {
        let (mut there, target) = (posed.clone(), wrist.lerp(root, share));
        reach(bones, &mut there, chain, target, 1.0, bend);
        let misses = (there.joint(bones, chain.end) - target).hypot() > MISS;
        (there, misses)
    };
    let (mut there, misses) = bent(least(|share| above(&bent(share).0) || bent(share).1));
    if !misses || above(&there) {
        return there;
    }
    // On the side of the shoulder on which the hand is.
    let way = if wrist.x < root.x { -FARTHEST } else { FARTHEST };
    let turned = |share: f64| {
        let mut turned = there.clone();
        turned.angles[chain.upper] = bones[chain.upper].within(turned.angles[chain.upper] + way * share);
        turned.forward(bones);
        turned
    };
    there = turned(least(|share| above(&turned(share))));
    there
}

/// The least share 0..1 at which `holds`, if it does from some share on; else 1.
fn least(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

fn lowest(posed: &Posed, hand: usize, palm: &[Point]) -> f64 {
    let frame = posed.frames.get(hand).copied().unwrap_or_default();
    palm.iter().map(|point| (frame * *point).y).fold(f64::INFINITY, f64::min)
}
