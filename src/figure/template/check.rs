//! Loads a template and looks over every reference in it.
//!
//! Enters: bytes. Leaves: a [`Template`], or every fault with its path and what would be right. Never opens a file.
use super::art::{Drape, Form, Limb, Primitive, When};
use super::file::{Node, Slot, Template, ViewArt};
use super::paint::Tint;
use super::palette::ROLES;
use super::reading::read;
use crate::diagnostic::Diagnostic;
use crate::figure::face::{Piece, Units};
use crate::vocabulary::{PartKey, nearest};
use std::collections::BTreeSet;

/// Templates nested deeper than this are refused before they are walked.
const DEEPEST: usize = 64;

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// All faults found, each with its path.
    pub fn from_bytes(bytes: &[u8]) -> Result<Template, Vec<Diagnostic>> {
        let template = read(bytes)?;
        let mut look = Look { template: &template, faults: Vec::new() };
        look.over();
        if look.faults.is_empty() {
            // It has been read as a template, so it is JSON.
            look.faults = super::range::faults(&template, &serde_json::from_slice(bytes).unwrap_or_default());
        }
        if look.faults.is_empty() { Ok(template) } else { Err(look.faults) }
    }
}

struct Look<'a> {
    template: &'a Template,
    faults: Vec<Diagnostic>,
}

/// Where in the tree, and the words that may be referred to there.
struct Scope<'a> {
    path: String,
    parts: &'a BTreeSet<String>,
    outlines: &'a BTreeSet<String>,
}

impl Scope<'_> {
    fn at(&self, step: impl std::fmt::Display) -> Self {
        Scope { path: format!("{}.{step}", self.path), ..*self }
    }
}

impl Look<'_> {
    fn over(&mut self) {
        let template = self.template;
        if !(template.height > 0.0 && template.height.is_finite()) {
            self.fault("height", "a body is taller than 0".into());
        }
        if !template.views.contains_key(&template.view) {
            self.fault("view", format!("the template draws no {} view", template.view.word()));
        }
        for (name, slot) in &template.colors {
            let path = format!("colors.{name}");
            let tints = match slot {
                Slot::Tint(tint) => vec![tint],
                Slot::Mix(a, b, _) => vec![a, b],
            };
            tints.into_iter().for_each(|tint| self.tint(&path, tint));
        }
        for (slot, role) in &template.palette {
            let path = format!("palette.{slot}");
            self.known(&path, "colour slot", slot, &template.colors.keys().cloned().collect());
            self.known(&path, "colour of a palette", role, &ROLES.iter().map(|role| (*role).to_owned()).collect());
        }
        let nothing = BTreeSet::new();
        for (name, art) in template.art.iter().chain(&template.hands) {
            let folder = if template.art.contains_key(name) { "art" } else { "hands" };
            self.art(art, &Scope { path: format!("{folder}.{name}"), parts: &nothing, outlines: &nothing });
        }
        for (view, face) in &template.faces {
            for (i, eye) in face.eyes.iter().enumerate() {
                self.when(&eye.when, &format!("faces.{}.eyes.{i}", view.word()));
            }
        }
        for (i, guise) in template.guises.iter().enumerate() {
            self.when(&guise.when, &format!("guises.{i}"));
            for (view, face) in &guise.faces {
                for (k, eye) in face.eyes.iter().enumerate() {
                    self.when(&eye.when, &format!("guises.{i}.faces.{}.eyes.{k}", view.word()));
                }
            }
        }
        for (view, art) in &template.views {
            self.view(art, &format!("views.{}", view.word()));
        }
    }

    fn view(&mut self, view: &ViewArt, path: &str) {
        let (mut parts, mut outlines) = (BTreeSet::new(), BTreeSet::new());
        view.nodes.iter().for_each(|node| gather(node, &mut parts, &mut outlines, DEEPEST));
        let mut seen = BTreeSet::new();
        let scope = Scope { path: format!("{path}.nodes"), parts: &parts, outlines: &outlines };
        for (i, node) in view.nodes.iter().enumerate() {
            self.node(node, &scope.at(i), &mut seen, false, DEEPEST);
        }
        for (spot, at) in &view.spots {
            self.known(&format!("{path}.spots.{}.part", spot.word()), "part", &at.part.to_string(), &parts);
        }
        for (i, grip) in view.grips.iter().enumerate() {
            self.known(
                &format!("{path}.grips.{i}.pose"),
                "hand pose",
                &grip.pose,
                &self.template.hands.keys().cloned().collect(),
            );
        }
    }

    fn node(&mut self, node: &Node, scope: &Scope, seen: &mut BTreeSet<PartKey>, choice: bool, room: usize) {
        // What hangs on a node that an option chooses is there only with it.
        let choice = choice || !node.when.is_empty();
        if room == 0 {
            return self.fault(&scope.path, format!("parts hang more than {DEEPEST} deep"));
        }
        if let Some(key) = &node.part
            && !seen.insert(key.clone())
            && !choice
        {
            self.fault(&format!("{}.part", scope.path), format!("this view has `{key}` twice"));
        }
        if let Some(limits) = node.limits
            && !(limits.min <= 0.0 && limits.max >= 0.0)
        {
            let fault = Diagnostic::error(
                format!("{}.limits", scope.path),
                format!("limits enclose the rest: min ≤ 0 ≤ max, not {} and {}", limits.min, limits.max),
            );
            self.faults.push(fault.hint(match limits.min > limits.max {
                true => "the smaller number is `min`".to_owned(),
                false => "degrees are counted from rest, which is 0".to_owned(),
            }));
        }
        for (i, part) in node.bends.iter().enumerate() {
            self.known(&format!("{}.bends.{i}", scope.path), "part", part, scope.parts);
        }
        self.when(&node.when, &scope.path);
        for unit in node.feels.keys() {
            let units = Units::NAMES.iter().map(|name| (*name).to_owned()).collect();
            self.known(&format!("{}.feels.{unit}", scope.path), "unit of a face", unit, &units);
        }
        self.art(&node.art, &scope.at("art"));
        for (i, child) in node.nodes.iter().enumerate() {
            self.node(child, &scope.at(format_args!("nodes.{i}")), seen, choice, room - 1);
        }
    }

    fn art(&mut self, art: &[Primitive], scope: &Scope) {
        for (i, primitive) in art.iter().enumerate() {
            let scope = scope.at(i);
            self.primitive(primitive, &scope);
            self.art(&primitive.marks, &scope.at("marks"));
            self.art(&primitive.shades, &scope.at("shades"));
            self.art(&primitive.lights, &scope.at("lights"));
        }
    }

    fn primitive(&mut self, primitive: &Primitive, scope: &Scope) {
        if let Some(tint) = &primitive.fill {
            self.tint(&format!("{}.fill", scope.path), tint);
        }
        self.when(&primitive.when, &scope.path);
        if let Some(cut) = &primitive.cut {
            self.known(&format!("{}.cut", scope.path), "outline", cut, scope.outlines);
        }
        match &primitive.form {
            Form::Use(name, _) => {
                self.known(&format!("{}.use", scope.path), "art", name, &self.template.art.keys().cloned().collect());
            }
            Form::Limb(limb) => self.limb(limb, scope),
            Form::Drape(Drape { points, hang }) => {
                for (i, part) in hang.iter().enumerate() {
                    self.known(
                        &format!("{}.hang.{i}", scope.path),
                        "part of the drape",
                        part,
                        &points.keys().cloned().collect(),
                    );
                }
                for part in points.keys() {
                    self.known(&format!("{}.drape.{part}", scope.path), "part", part, scope.parts);
                }
                if points.values().map(Vec::len).sum::<usize>() < 3 {
                    self.fault(&scope.path, "a drape needs three points".into());
                }
            }
            Form::Face(word) if Piece::parse(word).is_none() => {
                let words = Piece::WORDS.iter().map(|(word, _)| (*word).to_owned()).collect();
                self.known(&format!("{}.face", scope.path), "piece of a face", word, &words);
            }
            Form::Blob(corners) | Form::Poly(corners) if corners.len() < 3 => {
                self.fault(&scope.path, "a closed shape needs three points".into());
            }
            _ => {}
        }
    }

    fn when(&mut self, when: &When, path: &str) {
        for (option, choices) in when {
            let path = format!("{path}.when.{option}");
            let options = &self.template.options;
            match options.get(option) {
                None => self.known(&path, "option", option, &options.keys().cloned().collect()),
                Some(known) => {
                    let known = known.iter().cloned().collect();
                    choices.iter().for_each(|choice| self.known(&path, "choice", choice, &known));
                }
            }
        }
    }

    fn limb(&mut self, limb: &Limb, scope: &Scope) {
        let path = format!("{}.limb", scope.path);
        for (i, joint) in limb.joints.iter().enumerate() {
            self.known(&format!("{path}.joints.{i}"), "part", joint, scope.parts);
        }
        let count = limb.joints.len() + limb.points.len() + usize::from(limb.tip.is_some());
        if count < 2 || count != limb.widths.len() {
            self.fault(
                &path,
                format!(
                    "{count} joints and {} widths: a limb has two or more, and a width for each",
                    limb.widths.len()
                ),
            );
        }
        if let Some(body) = &limb.body {
            self.known(&format!("{path}.body"), "outline", body, scope.outlines);
        }
    }

    fn tint(&mut self, path: &str, tint: &Tint) {
        if super::palette::color(&tint.base).is_none() {
            let palette = super::palette::PALETTE.iter().map(|(name, _)| (*name).to_owned());
            let known = self.template.colors.keys().cloned().chain(palette).collect();
            self.known(path, "colour", &tint.base, &known);
        }
    }

    fn known(&mut self, path: &str, kind: &str, word: &str, words: &BTreeSet<String>) {
        if words.contains(word) {
            return;
        }
        let fault = Diagnostic::error(path, format!("unknown {kind} `{word}`"));
        self.faults.push(match nearest(word, words.iter().map(String::as_str)) {
            Some(near) => fault.hint(format!("did you mean `{near}`?")),
            None if words.is_empty() => fault.hint("the template has none"),
            None => fault.hint(format!("known: {}", words.iter().map(String::as_str).collect::<Vec<_>>().join(" "))),
        });
    }

    fn fault(&mut self, path: &str, message: String) {
        self.faults.push(Diagnostic::error(path, message));
    }
}

fn gather(node: &Node, parts: &mut BTreeSet<String>, outlines: &mut BTreeSet<String>, room: usize) {
    parts.extend(node.part.as_ref().map(PartKey::to_string));
    outlines.extend(node.art.iter().filter_map(|primitive| primitive.name.clone()));
    if room > 0 {
        node.nodes.iter().for_each(|child| gather(child, parts, outlines, room - 1));
    }
}
