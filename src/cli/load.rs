//! Programs and packs from the files that the author names; faults are shown here, in one go.
use super::{CliError, input, out, report};
use crate::diagnostic::Severity;
use crate::pack::Catalog;
use crate::program::{self, Loaded, tree::Program};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The program in a file, for a command that draws nothing. Its warnings have been shown.
///
/// # Errors
/// When it cannot be read, or is not valid (its faults have been shown).
pub(super) fn program(path: &Path) -> Result<Arc<Program>, CliError> {
    let source = input::read(path)?;
    let Loaded { program, mut diagnostics } = program::load(&source);
    diagnostics.retain(|fault| fault.severity != Severity::Note);
    report::show(path, &source, &diagnostics);
    program.ok_or_else(CliError::reported)
}

/// The same for a command that draws: what only drawing minds is a warning too (figures.md §6).
///
/// # Errors
/// As [`program()`].
pub(super) fn drawn_program(path: &Path) -> Result<Arc<Program>, CliError> {
    let source = input::read(path)?;
    let Loaded { program, mut diagnostics } = program::load(&source);
    for fault in &mut diagnostics {
        fault.severity = fault.severity.max(Severity::Warning);
    }
    report::show(path, &source, &diagnostics);
    program.ok_or_else(CliError::reported)
}

/// The shipped packs, with those of a folder before them.
///
/// # Errors
/// When the folder or a file in it cannot be read.
pub(super) fn catalog(folder: Option<&Path>) -> Result<Arc<Catalog>, CliError> {
    let mut catalog = Catalog::shipped();
    let mut files = Vec::new();
    if let Some(folder) = folder {
        collect(folder, &mut files)?;
    }
    for path in files {
        let source = input::read(&path)?;
        match catalog.add(&source) {
            Ok(warnings) => report::show(&path, &source, &warnings),
            Err(faults) => {
                report::show(&path, &source, &faults);
                out::warning(format!("{} is no pack and is left out", path.display()));
            }
        }
    }
    Ok(Arc::new(catalog))
}

/// The index of a folder of packs lists them; it is no pack itself (supplement, "Packs").
const INDEX: &str = "index.json";

/// Every JSON file under a folder, in the order of their names.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), CliError> {
    let unreadable = |error: std::io::Error| CliError::input(format!("cannot read {}: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?);
    }
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        // A link to a folder is not followed: it may lead back here.
        let kind = entry.file_type().map_err(unreadable)?;
        let path = entry.path();
        if kind.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") && entry.file_name() != INDEX {
            files.push(path);
        }
    }
    Ok(())
}
