//! What reads well and still cannot be drawn: numbers out of range, named art and colours that go round in a circle, legs that
//! are not there.
//!
//! Enters: a template whose references are good, and its JSON. Leaves: every fault with its path. Changes nothing.
use super::art::{Form, Primitive};
use super::file::{Guise, Node, Slot, Template};
use super::palette::color;
use crate::diagnostic::Diagnostic;
use crate::figure::face::Face;
use crate::vocabulary::{Role, View};
use serde_json::Value;
use std::collections::BTreeMap;

/// The largest number a template may hold, units: a hundred times the tallest body anybody draws.
const LARGEST: f64 = 1e5;
/// The most pieces of art in a view: fifty times what the richest shipped one has.
const PIECES: usize = 10_000;
/// A joint turns no further than once round, degrees.
const ROUND: f64 = 360.0;

/// Every fault of this kind.
pub(super) fn faults(template: &Template, json: &Value) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    numbers(json, &mut String::new(), &mut faults);
    faces(template, &mut faults);
    builds(template, &mut faults);
    circles("art", &template.art.iter().map(|(name, art)| (&**name, used(art))).collect(), "art", &mut faults);
    circles(
        "colors",
        &template.colors.iter().map(|(name, slot)| (&**name, bases(slot))).collect(),
        "colour",
        &mut faults,
    );
    for (view, art) in &template.views {
        let path = format!("views.{}.nodes", view.word());
        let (mut legs, mut pieces) = (0, 0);
        art.nodes
            .iter()
            .enumerate()
            .for_each(|(i, n)| node(n, &format!("{path}.{i}"), &mut legs, &mut pieces, &mut faults));
        if legs > 0 && legs != template.legs {
            let message = format!("`legs` says {}, and the {} view draws {legs}", template.legs, view.word());
            faults.push(Diagnostic::error("legs", message));
        }
        if pieces > PIECES {
            faults.push(Diagnostic::error(path, format!("{pieces} pieces of art: a view has {PIECES} at most")));
        }
    }
    faults
}

/// Numbers no body has.
fn numbers(json: &Value, path: &mut String, faults: &mut Vec<Diagnostic>) {
    let mut inside = |step: &str, value: &Value| {
        let length = path.len();
        path.push_str(if length > 0 { "." } else { "" });
        path.push_str(step);
        numbers(value, path, faults);
        path.truncate(length);
    };
    match json {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| inside(key, value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, value)| inside(&i.to_string(), value)),
        Value::Number(number) if number.as_f64().is_none_or(|number| number.abs() > LARGEST) => {
            faults.push(Diagnostic::error(&**path, format!("{number} is beyond {LARGEST}: no body is so large")));
        }
        _ => {}
    }
}

fn faces(template: &Template, faults: &mut Vec<Diagnostic>) {
    let guises = template.guises.iter().enumerate().map(|(i, guise)| (format!("guises.{i}.faces"), &guise.faces));
    for (path, faces) in [("faces".to_owned(), &template.faces)].into_iter().chain(guises) {
        of_views(&path, faces, faults);
    }
}

fn of_views(within: &str, faces: &BTreeMap<View, Face>, faults: &mut Vec<Diagnostic>) {
    for (view, face) in faces {
        for (i, eye) in face.eyes.iter().enumerate() {
            let sizes = [("radius.0", eye.radius[0]), ("radius.1", eye.radius[1]), ("pupil", eye.pupil)];
            for (field, size) in sizes.into_iter().filter(|(_, size)| *size <= 0.0) {
                let path = format!("{within}.{}.eyes.{i}.{field}", view.word());
                faults.push(Diagnostic::error(path, format!("{size} is no size: more than 0")));
            }
        }
        if face.unit <= 0.0 {
            faults.push(Diagnostic::error(format!("{within}.{}.unit", view.word()), "more than 0".to_owned()));
        }
    }
}

fn builds<'a>(template: &'a Template, faults: &mut Vec<Diagnostic>) {
    let shapes = template.shapes.iter().map(|(name, build)| (format!("shapes.{name}"), build));
    let guise = |(i, guise): (usize, &'a Guise)| {
        guise.builds.iter().map(move |(view, build)| (format!("guises.{i}.builds.{}", view.word()), build))
    };
    for (name, build) in shapes.chain(template.guises.iter().enumerate().flat_map(guise)) {
        for (field, table) in [("breadth", &build.breadth), ("heights", &build.heights), ("muzzle", &build.muzzle)] {
            for (i, pair) in table.windows(2).enumerate() {
                let (a, b) = (pair[0].0, pair[1].0);
                let rises = a.x < b.x && (field == "breadth" || a.y < b.y);
                if !rises {
                    let path = format!("{name}.{field}.{}", i + 1);
                    let fault =
                        if field == "muzzle" { "x rises from row to row" } else { "heights rise from row to row" };
                    faults.push(Diagnostic::error(path, fault.to_owned()));
                }
            }
            for (i, row) in table.iter().enumerate().filter(|(_, row)| field == "breadth" && row.0.y <= 0.0) {
                let path = format!("{name}.breadth.{i}");
                faults.push(Diagnostic::error(path, format!("a breadth of {}: a factor is more than 0", row.0.y)));
            }
        }
        for (field, factor) in [("limbs", build.limbs), ("head", build.head)] {
            if factor <= 0.0 {
                faults.push(Diagnostic::error(format!("{name}.{field}"), "a factor is more than 0".to_owned()));
            }
        }
    }
}

/// The named art that art uses.
fn used(art: &[Primitive]) -> Vec<&str> {
    let mut names = Vec::new();
    for primitive in art {
        if let Form::Use(name, _) = &primitive.form {
            names.push(name.as_str());
        }
        [&primitive.marks, &primitive.shades, &primitive.lights].iter().for_each(|list| names.extend(used(list)));
    }
    names
}

/// The slots a slot's colour comes from; a name of the palette is a colour of its own.
fn bases(slot: &Slot) -> Vec<&str> {
    let bases = match slot {
        Slot::Tint(tint) => vec![&tint.base],
        Slot::Mix(a, b, _) => vec![&a.base, &b.base],
    };
    bases.into_iter().map(String::as_str).filter(|base| color(base).is_none()).collect()
}

/// Names that lead back to themselves.
fn circles(folder: &str, leads: &BTreeMap<&str, Vec<&str>>, kind: &str, faults: &mut Vec<Diagnostic>) {
    for start in leads.keys() {
        // The way from the name, depth first; each name is followed once.
        let (mut way, mut seen) = (vec![(*start, 0)], vec![*start]);
        while let Some((name, next)) = way.last_mut() {
            let Some(lead) = leads.get(*name).and_then(|leads| leads.get(*next)) else {
                way.pop();
                continue;
            };
            *next += 1;
            if lead == start {
                let names: Vec<&str> = way.iter().map(|(name, _)| *name).chain([*start]).collect();
                let message = format!("the {kind} `{start}` leads back to itself: {}", names.join(" → "));
                faults.push(Diagnostic::error(format!("{folder}.{start}"), message));
                break;
            }
            if !seen.contains(lead) {
                seen.push(lead);
                way.push((lead, 0));
            }
        }
    }
}

fn node(node: &Node, path: &str, legs: &mut u32, pieces: &mut usize, faults: &mut Vec<Diagnostic>) {
    // Of two drawings that an option chooses between, one is there.
    let is_leg = node.part.as_ref().is_some_and(|key| key.role == Role::Leg);
    *legs += u32::from(is_leg && node.when.is_empty());
    *pieces += node.art.len();
    if node.limits.is_some_and(|limits| limits.min < -ROUND || limits.max > ROUND) {
        faults.push(Diagnostic::error(format!("{path}.limits"), "a joint turns 360 degrees at most".to_owned()));
    }
    if !(node.foreshorten > 0.0 && node.foreshorten <= 1.0) {
        faults.push(Diagnostic::error(format!("{path}.foreshorten"), "a share, more than 0 and up to 1".to_owned()));
    }
    if node.slide < 0.0 {
        faults.push(Diagnostic::error(format!("{path}.slide"), "0 or more".to_owned()));
    }
    for (i, child) in node.nodes.iter().enumerate() {
        self::node(child, &format!("{path}.nodes.{i}"), legs, pieces, faults);
    }
}
