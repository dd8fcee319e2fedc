//! Skeleton blocks (§8) → what they do.
use super::args::Args;
use super::pass::Pass;
use super::primitive::{ease, shape, speed, sync};
use crate::program::tree::{Op, ReachTo, Span, Value};
use crate::vocabulary::{Spot, View};

pub(super) fn ops(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let op = match args.spec.op {
        "chain" => Op::Chain {
            ch: args.channel("ch"),
            shape: shape(args),
            amp: args.value("amp"),
            speed: speed(args),
            phase: args.value("phase"),
            decay: args.value("decay"),
            lag: args.value("lag"),
            falloff: args.value("falloff"),
            segments: segments(args).unwrap_or(1),
            sync: sync(args),
        },
        "follow" => Op::Follow {
            ch: args.channels("ch"),
            source: args.channel("source"),
            gain: args.value("gain"),
            hz: args.value("hz"),
            damping: args.value("damping"),
        },
        "reach" => return reach(pass, args),
        "release" => release(args),
        "view" => Op::View { to: view(args) },
        _ => return Vec::new(),
    };
    vec![op]
}

/// The number of segments, when given or defaulted.
pub(super) fn segments(args: &Args) -> Option<u32> {
    args.some_value("segments").and_then(|value| value.constant()).map(|number| number as u32)
}

pub(super) fn view(args: &Args) -> View {
    args.word("to").and_then(View::parse).unwrap_or(View::Front)
}

fn release(args: &Args) -> Op {
    Op::Release { limbs: args.limbs("part"), over: args.value("over"), ease: ease(args) }
}

/// `reach`, and with `hold` a wait and a release after it (§8.4).
fn reach(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let to = match args.word("at").and_then(Spot::parse) {
        Some(spot) => ReachTo::Spot { spot, dx: args.some_value("dx"), dy: args.some_value("dy") },
        None => {
            let (x, y) = args.two("to");
            ReachTo::Point { x, y }
        }
    };
    if !args.given("at") {
        for name in ["dx", "dy"].into_iter().filter(|name| args.given(name)) {
            let message = format!("{name} moves a spot, and there is no \"at\"");
            pass.faults.error_hint(
                &args.path.key(name),
                args.place(name),
                message,
                "a point has its offset in x and y",
            );
        }
    }
    let reach = Op::Reach { limbs: args.limbs("part"), to, over: args.value("over"), ease: ease(args) };
    match args.some_value("hold") {
        Some(hold) => vec![reach, Op::Wait { span: Span::For(hold) }, release(args)],
        None => vec![reach],
    }
}

/// Number operands as values.
pub(super) fn number(x: f64) -> Value {
    Value::Number(x)
}
