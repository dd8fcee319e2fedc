//! What a scene loses when it ends, in words (§7.6): nothing goes unreported. Enters: what was cut off and by how much.
//! Leaves: one message a scene, or a `stopAll`.
use crate::engine::code::{Code, Instr, Place};
use crate::engine::thread::{Thread, Wait};
use std::sync::Arc;

/// One thing lost.
#[derive(Clone, Debug)]
pub enum Loss {
    /// The whole scene: it ran 0 s because a pin had passed, and the pinned scene starts late by so many seconds.
    Squeezed { late: f64 },
    /// A line, part-way.
    Line { who: Arc<str>, text: Arc<str>, done: f64, of: f64 },
    /// A caption's rest.
    Caption { text: Arc<str>, done: f64, of: f64 },
    /// A behaviour's rest.
    Does { who: Arc<str>, name: Option<Arc<str>>, done: f64, of: f64 },
    /// A glide, part-way.
    Glide { who: Arc<str>, word: &'static str, done: f64, of: f64, late: f64 },
    /// Something of the screen, part-way: what happened to it, in words.
    Screen { what: String, done: f64, of: f64 },
    /// Blocks a script had not reached; the first of them.
    Unreached { count: u32, word: &'static str, path: Arc<str> },
}

/// What ended the scene, for the message.
pub struct Ending<'a> {
    /// The scene.
    pub scene: Option<&'a str>,
    /// Runtime seconds.
    pub at: f64,
    /// The pin that ended it, or until which it holds its stage: the next scene's name and runtime second.
    pub pin: Option<(&'a str, f64)>,
    /// Runtime seconds of the `stopAll` that ended its scripts.
    pub stopped: Option<f64>,
    /// It goes on holding its stage: only its scripts were stopped.
    pub holds: bool,
}

/// A number with so many decimals (at least 1), without zeros at the end.
fn plain(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn seconds(x: f64) -> String {
    plain(x, 3)
}

/// The most decimals of a double's seconds.
const DECIMALS_MAX: usize = 17;

/// "0.3 of 0.5 s": 3 decimals, more when 3 would print two different amounts alike.
fn share(done: f64, of: f64) -> String {
    let differs = |decimals: &usize| plain(done, *decimals) != plain(of, *decimals);
    let decimals = (3..DECIMALS_MAX).find(differs).unwrap_or(DECIMALS_MAX);
    format!("{} of {} s", plain(done, decimals), plain(of, decimals))
}

fn told(loss: &Loss) -> String {
    match loss {
        Loss::Squeezed { late } => format!(
            "it was squeezed to 0 s by a pin that had passed, and the pinned scene starts {} s late",
            seconds(*late)
        ),
        Loss::Line { who, text, done, of } => {
            format!("{who}'s line \"{text}\" was cut off, {} spoken", share(*done, *of))
        }
        Loss::Caption { text, done, of } => format!("the caption \"{text}\" ran past it, {} shown", share(*done, *of)),
        Loss::Does { who, name, done, of } => {
            let name = name.as_ref().map_or("inline behaviour".to_owned(), |name| name.to_string());
            format!("{who}'s {name} ran past it, {} done", share(*done, *of))
        }
        Loss::Glide { who, word: word @ "exit", late, .. } if *late <= super::ROUNDING => {
            format!("{who}'s {word} lands {late:.1e} s after the scene ends (rounding), so {who} stays on stage")
        }
        Loss::Glide { who, word: word @ "exit", done, of, .. } => {
            format!("{who}'s {word} was cut off, {} done, and {who} stays on stage where it froze", share(*done, *of))
        }
        Loss::Glide { who, word, done, of, .. } => {
            format!("{who}'s {word} was cut off, {} done, and froze there", share(*done, *of))
        }
        Loss::Screen { what, done, of } => format!("{what}, {} done", share(*done, *of)),
        Loss::Unreached { count: 1, word, path } => format!("\"{word}\" at {path} was not reached"),
        Loss::Unreached { count, word, path } => {
            format!("{count} blocks were not reached, the first \"{word}\" at {path}")
        }
    }
}

fn named(name: Option<&str>) -> String {
    name.map_or("the scene".to_owned(), |name| format!("scene \"{name}\""))
}

/// The message of what was lost.
pub fn message(ending: &Ending, losses: &[Loss]) -> String {
    let scene = named(ending.scene);
    let pin = ending.pin.map(|(name, at)| format!("the pinned start of \"{name}\" at {} s", seconds(at)));
    let head = match (ending.stopped, &pin) {
        (Some(at), Some(pin)) if ending.holds => {
            format!("{scene} was stopped at {} s by \"stop all\" and held its stage until {pin}", seconds(at))
        }
        (Some(at), None) => format!("{scene} ended at {} s by \"stop all\"", seconds(at)),
        (_, Some(pin)) => format!("{scene} was ended by {pin}, {} s into the film", seconds(ending.at)),
        (None, None) => format!("{scene} ended at {} s", seconds(ending.at)),
    };
    let advice = match (ending.stopped, &pin) {
        (None, None) => " (captions, behaviours and endless waits do not keep a scene going: add a wait)",
        _ => "",
    };
    let lost: Vec<String> = losses.iter().map(told).collect();
    format!("{head}: {}{advice}", lost.join("; "))
}

/// What a thread that is cut off has not reached: how many blocks, and the first. Blocks of a loop's body, and blocks that a
/// `forever` keeps it from, do not count (ruling 36); its branches and the thread around it are asked on their own.
pub fn unreached(code: &Code, thread: &Thread) -> Option<Loss> {
    let at = match thread.wait {
        Wait::Poll(_) | Wait::None => thread.pc,
        _ => thread.pc.saturating_sub(1),
    };
    let instr = code.instrs.get(at as usize)?;
    // A thread that is about to run a block has not reached that block itself.
    let waits = thread.wait != Wait::None;
    if !waits && matches!(instr, Instr::End) {
        return None;
    }
    let mut walk = Walk { reached: waits || !instr.is_head(), own: true, ..Walk::default() };
    let mut next = code.block.get(at as usize).copied();
    while let Some(here) = next {
        let place = code.places.get(here as usize)?;
        walk.pass(here, place);
        next = place.parent;
    }
    let first = code.places.get(walk.first? as usize)?;
    Some(Loss::Unreached { count: walk.count, word: first.word, path: first.path.clone() })
}

/// The way from a block outward.
#[derive(Default)]
struct Walk {
    /// Blocks counted so far, and the first.
    count: u32,
    first: Option<u32>,
    /// The block passed next was reached itself.
    reached: bool,
    /// Still in the thread's own list of blocks, not in those of the thread around it.
    own: bool,
    /// A `forever` keeps the thread from what comes next.
    barred: bool,
}

impl Walk {
    fn pass(&mut self, here: u32, place: &Place) {
        if self.reached {
            self.barred = (self.barred || place.endless) && !place.cuts;
        }
        if self.own && !self.barred {
            self.count += place.later + u32::from(!self.reached);
            let first = if self.reached { place.next } else { Some(here) };
            self.first = self.first.or(first);
        }
        if place.in_loop {
            (self.count, self.first) = (0, None);
        }
        self.reached = true;
        self.own &= !place.in_branch;
    }
}
