//! A voice's timed lips → the shapes a mouth shows: ahead of the sound, none shorter than a frame, closures never lost.
use crate::frame::voice::Viseme;

/// Seconds by which lips are ahead of what is heard: they shape a sound before it sounds.
pub const LEAD: f64 = 0.04;

/// Room for rounding, so that a frame always falls into a shape a frame long, seconds.
const ROOM: f64 = 1e-6;

struct Held {
    from: f64,
    to: f64,
    shape: Viseme,
}

/// The shapes of a line of `seconds` from its voice's lips, for frames `frame` seconds apart; each with the second from which it holds.
/// They end at rest.
pub fn shapes(lips: &[(f64, Viseme)], seconds: f64, frame: f64) -> Vec<(f64, Viseme)> {
    let least = frame + ROOM;
    let mut held = ahead(lips, seconds);
    close(&mut held, least);
    while let Some(short) = shortest(&held, least) {
        give_away(&mut held, short);
    }
    let mut out: Vec<(f64, Viseme)> = held.iter().map(|held| (held.from, held.shape)).collect();
    if let Some(last) = held.last().filter(|last| last.shape != Viseme::Rest) {
        out.push((last.to, Viseme::Rest));
    }
    out
}

/// The same, earlier by the lead, and the same shape twice as one.
fn ahead(lips: &[(f64, Viseme)], seconds: f64) -> Vec<Held> {
    let mut out: Vec<Held> = Vec::new();
    for (i, (start, shape)) in lips.iter().enumerate() {
        let end = lips.get(i + 1).map_or(seconds, |(next, _)| *next);
        let (from, to) = ((start - LEAD).max(0.0), (end.min(seconds) - LEAD).max(0.0));
        if to > from {
            out.push(Held { from, to, shape: *shape });
        }
    }
    joined(out)
}

/// Neighbours of one shape as one.
fn joined(held: Vec<Held>) -> Vec<Held> {
    let mut out: Vec<Held> = Vec::with_capacity(held.len());
    for next in held {
        match out.last_mut() {
            Some(last) if last.shape == next.shape => last.to = next.to,
            _ => out.push(next),
        }
    }
    out
}

/// Makes closures as long as a frame, at the cost of what follows, or, at the end, of what comes before.
fn close(held: &mut Vec<Held>, least: f64) {
    let end = held.last().map_or(0.0, |last| last.to);
    for i in 0..held.len() {
        if held[i].shape != Viseme::MBP || held[i].to - held[i].from >= least {
            continue;
        }
        let to = (held[i].from + least).min(end);
        let from = (to - least).max(0.0).min(held[i].from);
        (held[i].from, held[i].to) = (from, to);
        held[..i].iter_mut().for_each(|before| before.to = before.to.min(from));
        held[i + 1..].iter_mut().for_each(|after| {
            after.from = after.from.max(to);
            after.to = after.to.max(to);
        });
    }
    held.retain(|held| held.to > held.from);
    *held = joined(std::mem::take(held));
}

/// The shortest shape under the least length that is no closure.
fn shortest(held: &[Held], least: f64) -> Option<usize> {
    let length = |i: &usize| held[*i].to - held[*i].from;
    let short = (0..held.len()).filter(|i| held[*i].shape != Viseme::MBP && length(i) < least && held.len() > 1);
    short.min_by(|a, b| length(a).total_cmp(&length(b)))
}

/// Gives a shape's time to the neighbour that shows less of itself: not a closure, if the other is none.
fn give_away(held: &mut Vec<Held>, short: usize) {
    let gone = held.remove(short);
    let before = short.checked_sub(1).filter(|i| held[*i].shape != Viseme::MBP);
    match (before, held.get(short).map(|next| next.shape)) {
        (Some(before), Some(next)) if next != Viseme::MBP => {
            let middle = (gone.from + gone.to) / 2.0;
            (held[before].to, held[short].from) = (middle, middle);
        }
        (Some(before), _) => held[before].to = gone.to,
        (None, Some(_)) => held[short].from = gone.from,
        (None, None) => held[short - 1].to = gone.to,
    }
    *held = joined(std::mem::take(held));
}
