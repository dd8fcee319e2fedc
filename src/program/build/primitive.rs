//! Primitive blocks → what they do, and the argument readers they share with the others.
use super::args::Args;
use super::pass::Pass;
use crate::maths::Ease;
use crate::program::json::Node;
use crate::program::tree::{Clip, Op, SetTo, Speed, Sync, Value, Wave};
use crate::vocabulary::Channel;
use crate::vocabulary::words::EASES;

pub(super) fn ops(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let op = match args.spec.op {
        "set" => Op::Set { ch: args.channel("ch"), to: set_to(pass, args) },
        "ramp" => {
            let by = args.given("by");
            let to = args.value(if by { "by" } else { "to" });
            Op::Ramp { ch: args.channel("ch"), to, by, over: args.value("over"), ease: ease(args) }
        }
        "wave" => {
            let waving = Waving { amp: args.value("amp"), offset: args.some_value("offset"), ..Waving::of(args) };
            waving.on(args.channel("ch"))
        }
        "hop" => Op::Hop { amp: args.value("amp"), hz: args.value("hz"), sync: sync(args) },
        "gait" => gait(args),
        "drive" => Op::Drive { ch: args.channel("ch"), value: args.value("value") },
        _ => return Vec::new(),
    };
    vec![op]
}

/// What `set` writes: on `mood` a plain word (ruling 30), else a value.
fn set_to(pass: &mut Pass, args: &Args) -> SetTo {
    let path = args.path.key("to");
    let Some(json) = args.json.get("to") else {
        return SetTo::Value(Value::Number(0.0));
    };
    if args.channel("ch") != Channel::Mood {
        // With a channel at fault nothing is known of what it takes.
        let known = args.is_sound("ch");
        return SetTo::Value(if known { pass.value(json, &path) } else { Value::Number(0.0) });
    }
    match &json.node {
        Node::Text(text) if !text.starts_with('=') => {
            pass.known_word("mood", crate::vocabulary::words::MOODS, json, &path);
            SetTo::Mood(text.clone())
        }
        _ => {
            let message = format!("a mood is a plain word, not {}", json.describe());
            pass.faults.error_hint(&path, json, message, "for example \"happy\"");
            SetTo::Value(Value::Number(0.0))
        }
    }
}

fn gait(args: &Args) -> Op {
    let (bob_amp, bob_base) = args.two("bob");
    Op::Gait {
        every: args.value("every"),
        stride: args.value("stride"),
        bend: args.value("bend"),
        give: args.value("give"),
        arm_swing: args.value("armSwing"),
        bob_amp,
        bob_base,
        roll: args.value("roll"),
        sync: sync(args),
    }
}

/// A wave without its channel.
#[derive(Clone)]
pub(super) struct Waving {
    pub shape: Wave,
    pub amp: Value,
    pub speed: Speed,
    pub phase: Value,
    pub offset: Option<Value>,
    pub pow: Value,
    pub decay: Value,
    pub clip: Option<Clip>,
    pub sync: Sync,
}

impl Waving {
    /// The arguments that every wave and wiggle shares.
    pub(super) fn of(args: &Args) -> Waving {
        Waving {
            shape: shape(args),
            amp: Value::Number(1.0),
            speed: speed(args),
            phase: args.value("phase"),
            offset: None,
            pow: args.value("pow"),
            decay: args.value("decay"),
            clip: args.word("clip").and_then(Clip::parse),
            sync: sync(args),
        }
    }

    pub(super) fn on(self, ch: Channel) -> Op {
        let Waving { shape, amp, speed, phase, offset, pow, decay, clip, sync } = self;
        Op::Wave { ch, shape, amp, speed, phase, offset, pow, decay, clip, sync }
    }
}

/// `w`, then `hz`, then `every` (supplement §3).
pub(super) fn speed(args: &Args) -> Speed {
    if let Some(w) = args.some_value("w") {
        return Speed::W(w);
    }
    match args.some_value("hz") {
        Some(hz) => Speed::Hz(hz),
        None => Speed::Every(args.value("every")),
    }
}

pub(super) fn shape(args: &Args) -> Wave {
    args.word("shape").and_then(Wave::parse).unwrap_or(Wave::Sin)
}

pub(super) fn sync(args: &Args) -> Sync {
    args.word("sync").and_then(Sync::parse).unwrap_or_default()
}

pub(super) fn ease(args: &Args) -> Ease {
    let word = args.word("ease");
    EASES.iter().find(|(known, _)| Some(*known) == word).map_or(Ease::Smooth, |(_, ease)| *ease)
}
