//! Programs and packs from the files that the author names; faults are shown here, in one go.
use super::error::plain;
use super::fonts::Shelf;
use super::{Beside, CliError, drawing, input, report};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Fault, RunError, missing};
use crate::pack::Catalog;
use crate::program::json::{self, Json};
use crate::program::{self, Loaded, tree::Program};
use crate::stage::Fonts;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A program and the file it came from, so that whatever is wrong with it later is shown at its line.
pub(super) struct Script<'a> {
    /// The program.
    pub program: Arc<Program>,
    /// How the warnings of a run begin that have been shown already, at their lines.
    pub told: Vec<String>,
    /// What its texts are set in, when it is drawn.
    pub fonts: Arc<Fonts>,
    /// The file.
    pub path: &'a Path,
    source: Vec<u8>,
    loaded: Loaded,
}

impl Script<'_> {
    /// Shows what ends the command at its line in the file.
    pub fn blame(&self, fault: Diagnostic) -> CliError {
        report::show(self.path, &self.source, &[self.loaded.located(fault)]);
        CliError::reported()
    }

    /// What the paths of the cast begin with.
    pub fn root(&self) -> &'static str {
        self.loaded.root
    }

    /// Shows warnings at their lines; those whose places have been complained of already need not be said twice.
    pub fn tell(&self, faults: Vec<Diagnostic>) {
        let said = |path: &str| self.loaded.diagnostics.iter().any(|fault| fault.path == path);
        let new: Vec<Diagnostic> =
            faults.into_iter().map(|fault| self.loaded.located(fault)).filter(|fault| !said(&fault.path)).collect();
        report::show(self.path, &self.source, &new);
    }

    /// What ends a run, be it an interrupt; a fault in a pack's own block has no line here.
    pub fn run_error(&self, error: &RunError) -> CliError {
        if error.fault == Fault::Stopped {
            return CliError::interrupted();
        }
        let hint = error.fault.hint();
        if error.path.is_empty() || error.is_in_pack() {
            let error = CliError::input(error.to_string());
            return hint.map_or(error.clone(), |hint| error.hint(hint));
        }
        let fault = Diagnostic::error(&*error.path, format!("{} (in \"{}\")", error.fault, error.word));
        self.blame(hint.map_or(fault.clone(), |hint| fault.hint(hint)))
    }
}

/// The program in a file, for a command that draws nothing. Its warnings have been shown.
///
/// # Errors
/// When it cannot be read, or is not valid (its faults have been shown).
pub(super) fn program(path: &Path) -> Result<Script<'_>, CliError> {
    let source = input::read(path)?;
    let mut loaded = program::load(&source);
    loaded.diagnostics.retain(|fault| fault.severity != Severity::Note);
    script(path, source, loaded, Vec::new(), Arc::default())
}

/// The same for a command that draws: what only drawing minds is a warning too (figures.md §6).
///
/// # Errors
/// As [`program()`].
pub(super) fn drawn_program<'a>(
    path: &'a Path,
    catalog: &Arc<Catalog>,
    beside: &Beside,
    shelf: &Shelf,
) -> Result<Script<'a>, CliError> {
    let source = input::read(path)?;
    let mut loaded = program::load(&source);
    let replaced = drawing::check(&mut loaded, catalog, beside, shelf);
    let told = replaced.behaviours.iter().map(missing).collect();
    for fault in &mut loaded.diagnostics {
        fault.severity = fault.severity.max(Severity::Warning);
    }
    script(path, source, loaded, told, replaced.fonts)
}

fn script(
    path: &Path,
    source: Vec<u8>,
    loaded: Loaded,
    told: Vec<String>,
    fonts: Arc<Fonts>,
) -> Result<Script<'_>, CliError> {
    report::show(path, &source, &loaded.diagnostics);
    let program = loaded.program.clone().ok_or_else(CliError::reported)?;
    Ok(Script { program, told, fonts, path, source, loaded })
}

/// The shipped packs, with those of a folder before them. A file that is no pack is a warning: the film can be made.
///
/// # Errors
/// When the folder or a file in it cannot be read.
pub(super) fn catalog(folder: Option<&Path>) -> Result<Arc<Catalog>, CliError> {
    let (catalog, odd) = silent_catalog(folder)?;
    odd.iter().for_each(|odd| report::show(&odd.path, &odd.source, &odd.faults));
    Ok(catalog)
}

/// What is odd about a file of packs.
#[derive(Clone, Debug)]
pub(super) struct Odd {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub source: Vec<u8>,
    /// In the order of the text.
    pub faults: Vec<Diagnostic>,
}

/// The same without a word to people, and what there is to say of the files.
///
/// # Errors
/// As [`catalog()`].
pub(super) fn silent_catalog(folder: Option<&Path>) -> Result<(Arc<Catalog>, Vec<Odd>), CliError> {
    let mut catalog = Catalog::shipped();
    let (mut files, mut odd) = (Vec::new(), Vec::new());
    if let Some(folder) = folder {
        collect(folder, &mut files)?;
    }
    for path in files {
        let source = input::read(&path)?;
        let faults = match json::parse(&source) {
            Err(faults) => left_out(faults),
            Ok(tree) => {
                let faults = catalog.add(&source).unwrap_or_else(left_out);
                faults.into_iter().map(|fault| placed(&tree, fault)).collect()
            }
        };
        if !faults.is_empty() {
            odd.push(Odd { path, source, faults });
        }
    }
    Ok((Arc::new(catalog), odd))
}

/// The faults of a file that is no pack, as warnings.
fn left_out(faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let warning = |fault: Diagnostic| {
        let message = format!("{}: the pack is left out", fault.message);
        Diagnostic { severity: Severity::Warning, message, ..fault }
    };
    faults.into_iter().map(warning).collect()
}

/// The fault with the range of the value at its path.
pub(super) fn placed(tree: &Json, fault: Diagnostic) -> Diagnostic {
    let span = tree.nearest(&fault.path).span.clone();
    if fault.span.is_none() && !span.is_empty() { fault.at(span) } else { fault }
}

/// The index of a folder of packs lists them; it is no pack itself (supplement, "Packs").
const INDEX: &str = "index.json";

/// Every JSON file under a folder, in the order of their names.
pub(super) fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), CliError> {
    let unreadable = |error: std::io::Error| {
        CliError::input(match error.kind() {
            ErrorKind::NotFound => format!("there is no folder {}", folder.display()),
            ErrorKind::NotADirectory => format!("{} is a file, not a folder of packs", folder.display()),
            _ => format!("cannot read {}: {}", folder.display(), plain(&error)),
        })
    };
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
