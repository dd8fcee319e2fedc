//! What of `hold` only drawing minds: a program's blocks, its bodies and its props enter; a warning for every hand that is not there, for
//! what is no prop, and for a grip that its art has not, leaves. Draws nothing.
use super::drawing::inside;
use super::{Beside, casting};
use crate::diagnostic::Diagnostic;
use crate::figure::Figure;
use crate::pack::Catalog;
use crate::program::tree::{Block, CastEntry, Op, Program};
use crate::stage::{Asked, Fonts, Prop};
use crate::vocabulary::{Hand, Side, nearest};
use std::collections::HashMap;

/// The warnings; the paths of blocks are whole.
pub(super) fn check(program: &Program, catalog: &Catalog, beside: &Beside) -> Vec<Diagnostic> {
    let holds = holds(program);
    if holds.is_empty() {
        return Vec::new();
    }
    let bodies = casting::Bodies::new(&program.cast, catalog, &beside.folder);
    let mut figures: HashMap<usize, Option<Figure>> = HashMap::new();
    let mut props: HashMap<usize, Option<Prop>> = HashMap::new();
    let mut found = Vec::new();
    for Holding { path, who, prop, hand, grip } in holds {
        let (Some(holder), Some(thing)) = (program.cast.get(who), program.cast.get(prop)) else { continue };
        let prop = props.entry(prop).or_insert_with(|| {
            let read = |asked: Asked| asked.prop(catalog, &|picture| beside.picture(picture), &Fonts::default()).0;
            casting::prop(thing, catalog).map(read)
        });
        let Some(prop) = prop else {
            let message = format!("{} is no prop: it stays where it stands", thing.id);
            found.push(
                Diagnostic::warning(format!("{path}.prop"), message)
                    .hint("a prop's look is {\"template\": \"prop\", \"art\": \"…\"}"),
            );
            continue;
        };
        let figure = figures.entry(who).or_insert_with(|| casting::figure(holder, catalog, &bodies));
        found.extend(hand_fault(holder, figure.as_ref(), hand, &path));
        found.extend(grip.and_then(|grip| grip_fault(thing, prop, grip, &path)));
    }
    found
}

/// A `hold` as written.
struct Holding<'a> {
    path: String,
    who: usize,
    prop: usize,
    hand: Option<Hand>,
    grip: Option<&'a str>,
}

fn holds(program: &Program) -> Vec<Holding<'_>> {
    let mut found = Vec::new();
    let mut waiting: Vec<&Block> = program.scripts.iter().rev().flat_map(|script| script.body.iter().rev()).collect();
    while let Some(block) = waiting.pop() {
        match &block.op {
            Op::Hold { who, prop, hand, grip } => {
                let path = block.path.to_string();
                found.push(Holding { path, who: *who, prop: *prop, hand: *hand, grip: grip.as_deref() });
            }
            op => waiting.extend(inside(op).into_iter().rev()),
        }
    }
    found
}

/// What is wrong with the hand asked for.
fn hand_fault(holder: &CastEntry, figure: Option<&Figure>, hand: Option<Hand>, path: &str) -> Option<Diagnostic> {
    let id = &holder.id;
    let Some(figure) = figure else {
        let message = format!("{id} is a prop and holds nothing: what it is to hold stays where it stands");
        return Some(Diagnostic::warning(format!("{path}.who"), message));
    };
    let side = match hand {
        Some(Hand::Left) => Some(Side::Left),
        Some(Hand::Right) => Some(Side::Right),
        Some(Hand::Mouth | Hand::Worn) | None => None,
    };
    let lacks = side.is_some_and(|side| !figure.has_hand(side));
    if !figure.has_mouth() && (lacks || hand == Some(Hand::Mouth) || hand.is_none() && !figure.has_hand(Side::Right)) {
        let message = format!("{id}, a {}, has nothing to hold it with: it stays where it stands", figure.name);
        return Some(Diagnostic::warning(format!("{path}.who"), message));
    }
    lacks.then(|| {
        let message = format!("{id}, a {}, has no hands: it is held in the mouth", figure.name);
        Diagnostic::note(format!("{path}.hand"), message).hint("write \"hand\": \"mouth\"")
    })
}

/// What is wrong with the grip asked for.
fn grip_fault(thing: &CastEntry, prop: &Prop, grip: &str, path: &str) -> Option<Diagnostic> {
    let known: Vec<&str> = prop.marks().into_iter().filter_map(|(mark, _)| mark.strip_prefix("grip-")).collect();
    if known.contains(&grip) {
        return None;
    }
    let fault = Diagnostic::warning(format!("{path}.grip"), format!("{} has no grip \"{grip}\"", thing.id));
    Some(match nearest(grip, known.iter().copied()) {
        Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
        None if known.is_empty() => fault.hint("its art has one grip alone: leave the word out"),
        None => fault.hint(format!("grips: {}", known.join(", "))),
    })
}
