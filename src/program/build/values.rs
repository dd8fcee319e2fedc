//! Values: a number or a formula, with its rules and the place of a fault inside the formula.
use super::pass::{Mention, Pass};
use crate::diagnostic::{Diagnostic, Severity};
use crate::expression::{Formula, FormulaError};
use crate::program::faults::{Path, located};
use crate::program::json::{Json, Node};
use crate::program::tree::Value;
use crate::vocabulary::block::Rule;
use std::ops::Range;
use std::sync::Arc;

impl Pass<'_> {
    /// A number or a formula. A fault gives 0, so that the rest can still be checked.
    pub(super) fn value(&mut self, json: &Json, path: &Path) -> Value {
        match &json.node {
            Node::Number(number) => Value::Number(*number),
            Node::Text(text) if text.starts_with('=') => self.formula(text, json, path),
            Node::Text(text) if text.trim().parse::<f64>().is_ok() => {
                let hint = format!("write {} without quotes", text.trim());
                self.faults.error_hint(path, json, format!("expected a number, found {}", json.describe()), hint);
                Value::Number(0.0)
            }
            _ => {
                let message = format!("expected a number or a formula, found {}", json.describe());
                self.faults.error_hint(path, json, message, "a formula is a text that starts with =");
                Value::Number(0.0)
            }
        }
    }

    fn formula(&mut self, text: &str, json: &Json, path: &Path) -> Value {
        match Formula::compile(text.get(1..).unwrap_or_default(), &mut self.names) {
            Ok(formula) => {
                self.note_names(&formula, json, path);
                Value::Formula(Arc::new(formula))
            }
            Err(error) => {
                let span = self.inside(json, &error);
                let before = text.get(1..).and_then(|text| text.get(..error.at)).unwrap_or_default();
                let message = format!("{} at character {} of the formula", error.message, before.chars().count() + 1);
                let mut fault = located(Diagnostic::error(path.to_string(), message), &span);
                fault.hint = error.hint;
                self.faults.push(fault);
                Value::Number(0.0)
            }
        }
    }

    fn note_names(&mut self, formula: &Formula, json: &Json, path: &Path) {
        let slots: std::collections::BTreeSet<_> = formula.slots().collect();
        for slot in slots {
            self.mentions.push(Mention { slot, path: path.to_string(), span: json.span.clone() });
        }
        if self.in_scene() && formula.uses_inputs() {
            let word = if formula.uses_loud() { "loud" } else { "talking" };
            let message = format!("{word} belongs to a character; in a scene it is 0");
            self.faults.warning_hint(path, json, message, "a behaviour can read it: `does` starts one");
        }
    }

    /// The place of a formula's fault in the source: the text's escapes are stepped over.
    fn inside(&self, json: &Json, error: &FormulaError) -> Range<usize> {
        let raw = self.source.and_then(|source| source.get(json.span.clone()));
        let Some(raw) = raw else {
            return json.span.clone();
        };
        // One byte for the `=`.
        let from = raw_offset(raw, error.at + 1);
        let to = raw_offset(raw, error.at + 1 + error.length).max(from + 1).min(raw.len());
        let whole = |at: usize| (at..raw.len()).find(|at| raw.is_char_boundary(*at)).unwrap_or(raw.len());
        json.span.start + from.min(to)..json.span.start + whole(to)
    }

    /// Checks a number as written; its first breach is told.
    pub(super) fn keep_to(&mut self, rules: &[Rule], name: &str, json: &Json, path: &Path) {
        let Some(number) = json.number() else {
            return;
        };
        let Some(rule) = rules.iter().find(|rule| !rule.limit.holds(number)) else {
            return;
        };
        let message = |verb| format!("{name} {verb} be {}, not {number}: {}", rule.limit.words(), rule.why);
        match rule.severity {
            Severity::Error => self.faults.error(path, json, message("must")),
            Severity::Warning | Severity::Note => self.faults.warning(path, json, message("should")),
        }
    }
}

/// The byte in a quoted JSON text where byte `at` of its meaning stands.
fn raw_offset(raw: &str, at: usize) -> usize {
    let mut rest = raw.get(1..).unwrap_or_default();
    let mut meant = 0;
    while meant < at && !rest.is_empty() && rest != "\"" {
        let (length, means) = escape(rest);
        meant += means;
        rest = rest.get(length..).unwrap_or_default();
    }
    raw.len() - rest.len()
}

/// How many bytes the first character of a quoted text takes, and how many bytes it means.
fn escape(rest: &str) -> (usize, usize) {
    let Some(code) = rest.strip_prefix("\\u") else {
        let plain = rest.chars().next().map_or(1, char::len_utf8);
        return if rest.starts_with('\\') { (2, 1) } else { (plain, plain) };
    };
    let unit = |text: &str| u32::from_str_radix(text.get(..4).unwrap_or_default(), 16).unwrap_or(0);
    match unit(code) {
        // A pair of surrogates means one character of four bytes.
        0xD800..=0xDBFF => (12, 4),
        unit => (6, char::from_u32(unit).map_or(3, char::len_utf8)),
    }
}
