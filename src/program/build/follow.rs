//! `letFollow` (§8.3): one `follow` per source, each with its share of the lag.
use super::args::Args;
use super::friendly::{along, spread};
use super::pass::Pass;
use super::skeleton::number;
use crate::expression::compose;
use crate::program::tree::{Op, Value};
use crate::vocabulary::part::{Target, chain_segments};
use crate::vocabulary::{Channel, Part, PartKey, Role, Side};

/// Degrees of flop per pixel of bounce (§8.3).
const BOUNCE: f64 = 0.4;

/// A pair's friendly angle: half the right side, minus half the left (§8.3).
const HALF: f64 = 0.5;

pub(super) fn let_follow(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let Some(part) = args.part("part") else {
        return Vec::new();
    };
    let spring = Spring::of(args);
    let segments = spread(pass, args, part);
    let body = args.json.get("after").is_none_or(|after| after.text().is_some_and(|text| &**text == "body"));
    if body {
        return after_body(&spring, part, segments);
    }
    args.part("after").map_or_else(Vec::new, |after| after_part(&spring, part, segments, after))
}

/// What all the follows of one block share.
struct Spring {
    amount: Value,
    hz: Value,
    damping: Value,
}

impl Spring {
    /// Speed and damping that `follow` has when the block does not say (§8.3).
    const HZ: f64 = 2.0;
    const DAMPING: f64 = 0.3;

    fn of(args: &Args) -> Spring {
        Spring {
            amount: args.value("amount"),
            hz: args.some_value("hz").unwrap_or(number(Self::HZ)),
            damping: args.some_value("damping").unwrap_or(number(Self::DAMPING)),
        }
    }

    fn follow(&self, ch: Vec<Channel>, source: Channel, factor: f64) -> Op {
        let gain = compose("K * F", &[("K", &self.amount), ("F", &number(factor))]);
        Op::Follow { ch, source, gain, hz: self.hz.clone(), damping: self.damping.clone() }
    }
}

/// The channels of all targets along their chains.
fn channels<'t>(targets: impl IntoIterator<Item = &'t Target>, segments: u32) -> Vec<Channel> {
    targets.into_iter().flat_map(|target| along(target, segments)).collect()
}

/// The bounce a side, then the tilt and the spine on every target alike.
fn after_body(spring: &Spring, part: &Part, segments: u32) -> Vec<Op> {
    let n = f64::from(segments);
    let bounce = |target: &Target| {
        let ch = channels([target], segments);
        spring.follow(ch, Channel::Dy, target.sign() * BOUNCE / n)
    };
    let mut follows: Vec<Op> = part.targets.iter().map(bounce).collect();
    let spine = |index| Channel::Part(PartKey { index, ..PartKey::plain(Role::Torso) });
    for source in [Channel::Rot, spine(None), spine(Some(1))] {
        follows.push(spring.follow(channels(&part.targets, segments), source, 1.0 / n));
    }
    follows
}

fn after_part(spring: &Spring, part: &Part, segments: u32, after: &Part) -> Vec<Op> {
    let n = f64::from(segments);
    let mut follows = Vec::new();
    for leader in &after.targets {
        // A pair leads each side on its own; a target without a side has half of either.
        let side = after.is_pair().then_some(leader.angle.side).flatten();
        let same = |target: &&Target| side.is_none() || target.angle.side.is_none() || target.angle.side == side;
        let (ch, factor) = match (side, part.targets.first().and_then(|target| target.angle.side)) {
            (Some(side), None) => (channels(&part.targets, segments), Side::sign(side) * HALF / n),
            _ => (channels(part.targets.iter().filter(same), segments), 1.0 / n),
        };
        if ch.is_empty() {
            continue;
        }
        let length = if leader.angle.index.is_some() { 1 } else { chain_segments(&after.role).unwrap_or(1) };
        for source in along(leader, length) {
            follows.push(spring.follow(ch.clone(), source, factor));
        }
    }
    follows
}
