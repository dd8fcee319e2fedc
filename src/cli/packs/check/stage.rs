//! A small cartoon around what a pack holds: what drawing has to replace in it is an error of the pack.
use super::super::super::fonts::Shelf;
use super::super::super::{Beside, drawing};
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::Catalog;
use crate::program::{Loaded, load_value};
use serde_json::Value;
use std::sync::Arc;

/// Adds what only drawing minds to what is known of a program: what has a stand-in is an error, the rest a warning.
pub(super) fn drawn(loaded: &mut Loaded, catalog: &Arc<Catalog>, beside: &Beside) -> Vec<Diagnostic> {
    // With the embedded fonts alone: they are the same everywhere.
    let replaced = drawing::check(loaded, catalog, beside, &Shelf::default());
    let stands_in = |fault: &Diagnostic| {
        replaced.stand_ins.iter().any(|other| other.path == fault.path && other.message == fault.message)
    };
    let raised = |fault: Diagnostic| match fault.severity {
        Severity::Note if stands_in(&fault) => Diagnostic { severity: Severity::Error, ..fault },
        Severity::Note => Diagnostic { severity: Severity::Warning, ..fault },
        _ => fault,
    };
    std::mem::take(&mut loaded.diagnostics).into_iter().map(raised).collect()
}

/// The faults of a cartoon that was made around a pack's content; `homes` says which paths of it are which of the pack.
pub(super) fn shown(
    cartoon: &Value,
    homes: &[(&str, &str)],
    catalog: &Arc<Catalog>,
    beside: &Beside,
) -> Vec<Diagnostic> {
    let mut loaded = load_value(cartoon);
    let home = |fault: Diagnostic| {
        let inside = homes.iter().find_map(|(from, to)| Some(format!("{to}{}", fault.path.strip_prefix(from)?)));
        Diagnostic { path: inside.unwrap_or_else(|| "content".to_owned()), span: None, ..fault }
    };
    drawn(&mut loaded, catalog, beside).into_iter().map(home).collect()
}
