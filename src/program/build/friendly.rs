//! Friendly blocks (§4, §8.2–8.5) → the primitive blocks they stand for. A number is worked out as a number; a formula is
//! composed, which gives what its composed text would.
use super::args::Args;
use super::follow;
use super::pass::Pass;
use super::primitive::{Waving, ease, speed, sync};
use super::skeleton::{number, segments, view};
use crate::expression::compose;
use crate::program::tree::{Op, Span, Speed, Value, Wave};
use crate::vocabulary::part::{Target, chain_segments};
use crate::vocabulary::{Channel, Part, PartKey};

/// How often `shake` trembles unless the author says, 1/s (§4).
const SHAKE_HZ: f64 = 6.0;

pub(super) fn ops(pass: &mut Pass, args: &Args) -> Vec<Op> {
    match args.spec.op {
        "move" => pair(pass, args, [(Channel::Dx, "dx"), (Channel::Dy, "dy")], true),
        "moveTo" => pair(pass, args, [(Channel::Dx, "x"), (Channel::Dy, "y")], false),
        "turn" => vec![ramp(args, Channel::Rot, args.value("deg"), true)],
        "turnTo" => vec![ramp(args, Channel::Rot, args.value("deg"), false)],
        "scaleTo" => scale(pass, args),
        "squash" => {
            let share = |template| compose(template, &[("K", &args.value("k"))]);
            let (sx, sy) = (share("1 + K"), share("1 - K"));
            together(pass, args, vec![ramp(args, Channel::Sx, sx, false), ramp(args, Channel::Sy, sy, false)])
        }
        "setPart" => turn_part(pass, args, false),
        "turnPart" => turn_part(pass, args, true),
        "liftPart" => lift_part(pass, args),
        "bob" => {
            vec![Waving { shape: Wave::AbsSin, amp: negated(args.value("amp")), ..Waving::of(args) }.on(Channel::Dy)]
        }
        "sway" => vec![wiggle(args, "deg").on(Channel::Rot)],
        "wobble" => vec![wiggle(args, "px").on(Channel::Dx)],
        "shake" => shake(args),
        "swingPart" => swing_part(args),
        "swish" | "flop" => chain(pass, args),
        "bend" => bend(pass, args, args.part("part"), args.value("deg")),
        "bow" => bend(pass, args, Part::parse("body").as_ref(), negated(args.value("deg"))),
        "letFollow" => follow::let_follow(pass, args),
        "turnView" => turn_view(pass, args),
        _ => Vec::new(),
    }
}

fn ramp(args: &Args, ch: Channel, to: Value, by: bool) -> Op {
    Op::Ramp { ch, to, by, over: args.value("over"), ease: ease(args) }
}

/// One glide as it is, several as a `together`.
fn together(pass: &mut Pass, args: &Args, mut glides: Vec<Op>) -> Vec<Op> {
    if glides.len() <= 1 {
        return std::mem::take(&mut glides);
    }
    let branches = glides.into_iter().map(|glide| vec![pass.made(args, glide)]).collect();
    vec![Op::Together { branches }]
}

fn pair(pass: &mut Pass, args: &Args, channels: [(Channel, &str); 2], by: bool) -> Vec<Op> {
    let glide = |(ch, name): (Channel, &str)| args.some_value(name).map(|to| ramp(args, ch, to, by));
    let glides = channels.into_iter().filter_map(glide).collect();
    together(pass, args, glides)
}

fn scale(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let Some(s) = args.some_value("s") else {
        return pair(pass, args, [(Channel::Sx, "sx"), (Channel::Sy, "sy")], false);
    };
    if args.given("sx") || args.given("sy") {
        let message = "\"scaleTo\" takes s, or sx and sy, not both";
        pass.faults.error(&args.path.key("s"), args.place("s"), message);
    }
    together(pass, args, vec![ramp(args, Channel::Sx, s.clone(), false), ramp(args, Channel::Sy, s, false)])
}

pub(super) fn negated(value: Value) -> Value {
    compose("-K", &[("K", &value)])
}

/// A friendly angle as the raw one of a target: outward on either side.
fn outward(value: &Value, target: &Target, is_lift: bool) -> Value {
    if target.sign() < 0.0 && !is_lift { negated(value.clone()) } else { value.clone() }
}

/// The channel a friendly angle turns; a raise written as a channel stays one.
fn angle_channel(part: &Part, target: &Target) -> Channel {
    if part.is_lift { Channel::Lift(target.lift.clone()) } else { Channel::Part(target.angle.clone()) }
}

fn turn_part(pass: &mut Pass, args: &Args, by: bool) -> Vec<Op> {
    let Some(part) = args.part("part") else {
        return Vec::new();
    };
    let deg = args.value("deg");
    let glide = |target: &Target| ramp(args, angle_channel(part, target), outward(&deg, target, part.is_lift), by);
    let glides = part.targets.iter().map(glide).collect();
    together(pass, args, glides)
}

fn lift_part(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let Some(part) = args.part("part") else {
        return Vec::new();
    };
    let glide = |target: &Target| ramp(args, Channel::Lift(target.lift.clone()), args.value("px"), false);
    let glides = part.targets.iter().map(glide).collect();
    together(pass, args, glides)
}

fn wiggle(args: &Args, amp: &str) -> Waving {
    Waving { amp: args.value(amp), ..Waving::of(args) }
}

fn shake(args: &Args) -> Vec<Op> {
    let said = ["w", "hz", "every"].into_iter().any(|name| args.given(name));
    let speed = if said { speed(args) } else { Speed::Hz(number(SHAKE_HZ)) };
    let mut waves = vec![Waving { speed: speed.clone(), ..wiggle(args, "px") }.on(Channel::Dx)];
    if args.given("deg") {
        waves.push(Waving { speed, ..wiggle(args, "deg") }.on(Channel::Rot));
    }
    waves
}

fn swing_part(args: &Args) -> Vec<Op> {
    let Some(part) = args.part("part") else {
        return Vec::new();
    };
    let deg = args.value("deg");
    let swing = |target: &Target| {
        let amp = outward(&deg, target, part.is_lift);
        Waving { amp, ..Waving::of(args) }.on(angle_channel(part, target))
    };
    part.targets.iter().map(swing).collect()
}

/// How many segments a part's bend is spread over: what the author says, the role's own number, 1 for no chain.
pub(super) fn spread(pass: &mut Pass, args: &Args, part: &Part) -> u32 {
    match chain_segments(&part.role) {
        Some(own) => segments(args).unwrap_or(own),
        None => {
            if args.given("segments") {
                let message = format!("a {} is no chain, so segments does nothing", part.role);
                pass.faults.warning_hint(
                    &args.path.key("segments"),
                    args.place("segments"),
                    message,
                    "chains: tail, body, ears, hair",
                );
            }
            1
        }
    }
}

fn shared(value: &Value, segments: u32) -> Value {
    if segments == 1 { value.clone() } else { compose("K / N", &[("K", value), ("N", &number(f64::from(segments)))]) }
}

fn chain(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let Some(part) = args.part("part") else {
        return Vec::new();
    };
    let segments = spread(pass, args, part);
    let amp = shared(&args.value("deg"), segments);
    let run = |target: &Target| Op::Chain {
        ch: Channel::Part(target.angle.clone()),
        shape: Wave::Sin,
        amp: outward(&amp, target, false),
        speed: speed(args),
        phase: args.value("phase"),
        decay: number(0.0),
        lag: args.value("lag"),
        falloff: args.value("falloff"),
        segments,
        sync: sync(args),
    };
    part.targets.iter().map(run).collect()
}

/// A target's channels along its chain: the plain one, then `#1` … `#(n − 1)` (§8.2).
pub(super) fn along(target: &Target, segments: u32) -> impl Iterator<Item = Channel> {
    let key = target.angle.clone();
    (0..segments).map(move |i| {
        let index = if i == 0 { key.index } else { Some(i) };
        Channel::Part(PartKey { index, ..key.clone() })
    })
}

fn bend(pass: &mut Pass, args: &Args, part: Option<&Part>, deg: Value) -> Vec<Op> {
    let Some(part) = part else {
        return Vec::new();
    };
    let segments = spread(pass, args, part);
    let deg = shared(&deg, segments);
    let glides = part.targets.iter().flat_map(|target| {
        let to = outward(&deg, target, false);
        along(target, segments).map(move |ch| (ch, to.clone()))
    });
    let glides = glides.map(|(ch, to)| ramp(args, ch, to, false)).collect();
    together(pass, args, glides)
}

/// `together { for over: drive sx "=abs(cos(pi*local/over))" } { wait over/2; view to }` (§8.5).
fn turn_view(pass: &mut Pass, args: &Args) -> Vec<Op> {
    let over = args.value("over");
    let narrow = compose("abs(cos(pi*local/OVER))", &[("OVER", &over)]);
    let half = compose("OVER/2", &[("OVER", &over)]);
    let drive = pass.made(args, Op::Drive { ch: Channel::Sx, value: narrow });
    let turn = pass.made(args, Op::For { span: Span::For(over), body: vec![drive] });
    let wait = pass.made(args, Op::Wait { span: Span::For(half) });
    let view = pass.made(args, Op::View { to: view(args) });
    vec![Op::Together { branches: vec![vec![turn], vec![wait, view]] }]
}
