//! Control blocks → what they do.
use super::args::Args;
use super::pass::Pass;
use crate::expression::{NameSlot, Scope};
use crate::maths::Mulberry32;
use crate::program::tree::{Op, Span, Value};

pub(super) fn ops(pass: &mut Pass, args: &mut Args) -> Vec<Op> {
    let op = match args.spec.op {
        "wait" => Op::Wait { span: span(pass, args) },
        "for" => Op::For { span: span(pass, args), body: args.body("body") },
        "while" => Op::While { cond: args.value("cond"), body: args.body("body") },
        "until" => Op::Until { cond: args.value("cond") },
        "repeat" => Op::Repeat { times: args.value("times"), body: args.body("body") },
        "forever" => Op::Forever { body: args.body("body") },
        "if" => Op::If { cond: args.value("cond"), then: args.body("then"), otherwise: args.body("else") },
        "together" => Op::Together { branches: args.branches("branches") },
        "window" => return window(pass, args),
        "stop" => Op::Stop,
        "stopAll" => Op::StopAll,
        "setVar" => Op::SetVar { name: variable(pass, args), to: args.value("to") },
        "changeVar" => Op::ChangeVar { name: variable(pass, args), by: args.value("by") },
        _ => return Vec::new(),
    };
    vec![op]
}

fn variable(pass: &mut Pass, args: &Args) -> NameSlot {
    let name = args.text("name").unwrap_or_default();
    let slot = pass.names.intern(&name);
    pass.known.insert(slot);
    slot
}

fn span(pass: &mut Pass, args: &Args) -> Span {
    match args.some_value("until") {
        Some(until) => {
            warn_never(pass, args, "until", &until, false);
            Span::Until(until)
        }
        None => {
            let seconds = args.value("for");
            warn_never(pass, args, "for", &seconds, false);
            Span::For(seconds)
        }
    }
}

/// `wait` until from, then `for` until to.
fn window(pass: &mut Pass, args: &mut Args) -> Vec<Op> {
    let (from, to) = (args.value("from"), args.some_value("to"));
    warn_never(pass, args, "from", &from, true);
    let end = match to {
        Some(to) => {
            warn_never(pass, args, "to", &to, true);
            Span::UntilFromEnd(to)
        }
        None => Span::UntilEnd,
    };
    vec![Op::Wait { span: Span::UntilFromEnd(from) }, Op::For { span: end, body: args.body("body") }]
}

/// Warns of a time that counts back from an end that is not known (§7.1): the scene's next one is not pinned, so `dur` is
/// Infinity. `dur` alone means "to the end" and is fine.
fn warn_never(pass: &mut Pass, args: &Args, name: &str, time: &Value, counts_back: bool) {
    if !pass.open_end || !args.given(name) {
        return;
    }
    let never = match time {
        Value::Number(number) => counts_back && *number < 0.0,
        Value::Formula(formula) if formula.text.trim() == "dur" => false,
        Value::Formula(formula) if formula.uses_dur() => {
            let names = vec![Some(1.0); pass.names.names().len()];
            let mut random = Mulberry32::new(1);
            let mut scope = Scope { params: &names, ..Scope::empty(&mut random) };
            !formula.eval(&mut scope).is_ok_and(f64::is_finite)
        }
        Value::Formula(formula) => counts_back && formula.constant().is_some_and(|number| number < 0.0),
    };
    if never {
        let message = "counts back from the scene's end, but the next scene is not pinned: it never comes";
        let hint = "pin the next scene with `at`, or give a time from the scene's start";
        pass.faults.warning_hint(&args.path.key(name), args.place(name), message, hint);
    }
}
