//! Programs from the files, or the packs, that the author names; faults are shown here, in one go.
use super::fonts::Shelf;
use super::roles::{Part, play, shown_with};
use super::{Beside, CliError, drawing, input, report};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Fault, RunError, missing};
use crate::pack::{Catalog, Pack, Source, shipped_file};
use crate::program::json::Json;
use crate::program::{self, Loaded, tree::Program};
use crate::stage::Fonts;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file that the author names by its path, or by the id of the pack that it is.
pub(super) struct Input {
    /// The file, or the id of a compiled-in pack.
    pub path: PathBuf,
    /// Its text.
    pub source: Vec<u8>,
    /// What lies beside it.
    pub beside: Beside,
    /// Who plays its roles when nobody says.
    players: Vec<Part>,
}

impl Input {
    /// The file of that path, or the pack of that id (`c4c:toon:…`, `c4c:toon:…@1.2.0`); `assets` is `--assets`.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open(file: &Path, catalog: &Catalog, assets: Option<&Path>) -> Result<Input, CliError> {
        if let Some(assets) = assets.filter(|assets| !assets.is_dir()) {
            let what = if assets.exists() { "is a file, not a folder of assets" } else { "is not there" };
            return Err(CliError::input(format!("{} {what}", assets.display())).hint("--assets names a folder"));
        }
        let Some(name) = file.to_str().filter(|name| is_id(name)) else {
            let source = input::read(file)?;
            // Most files are no packs, and some are large.
            let is_pack = source.windows(PREVIEW.len()).any(|word| word == PREVIEW);
            let pack = is_pack.then(|| Pack::parse(&source).ok()).flatten();
            let players = shown_with(pack.and_then(|(pack, _)| pack.preview).as_ref());
            return Ok(Input { path: file.to_owned(), source, beside: Beside::new(file, assets), players });
        };
        let pack = catalog.named(name).map_err(unfound)?;
        let players = shown_with(pack.preview.as_ref());
        let (path, source) = match &pack.source {
            Source::File(path) => (path.clone(), input::read(path)?),
            Source::BuiltIn(path) => (file.to_owned(), shipped_file(path).unwrap_or_default().into_owned()),
            Source::Given => (file.to_owned(), Vec::new()),
        };
        let beside = Beside::new(&path, assets);
        let beside = if let Source::File(_) = pack.source { beside } else { beside.compiled(pack.beside.clone()) };
        Ok(Input { path, source, beside, players })
    }
}

/// Only in a pack there is a preview.
const PREVIEW: &[u8] = b"\"preview\"";

/// True for what names a pack, not a file.
pub(super) fn is_id(name: &str) -> bool {
    name.starts_with("c4c:")
}

/// The note on a pack that there is not, as the end of a command.
pub(super) fn unfound(lacking: Diagnostic) -> CliError {
    let error = CliError::input(lacking.message);
    match lacking.hint {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// A program and the file it came from, so that whatever is wrong with it later is shown at its line.
pub(super) struct Script {
    /// The program.
    pub program: Arc<Program>,
    /// How the warnings of a run begin that have been shown already, at their lines.
    pub told: Vec<String>,
    /// What its texts are set in, when it is drawn.
    pub fonts: Arc<Fonts>,
    /// What lies beside the file.
    pub beside: Beside,
    path: PathBuf,
    /// Its text.
    pub source: Vec<u8>,
    loaded: Loaded,
}

impl Script {
    /// Shows what ends the command at its line in the file.
    pub fn blame(&self, fault: Diagnostic) -> CliError {
        report::show(&self.path, &self.source, &[self.loaded.located(fault)]);
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
        report::show(&self.path, &self.source, &new);
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

/// The program in a file, for a command that draws nothing, with `cast` for its roles. Its warnings have been shown.
///
/// # Errors
/// When it is not valid (its faults have been shown), or has no such roles.
pub(super) fn program(input: Input, catalog: &Catalog, cast: &[Part]) -> Result<Script, CliError> {
    let mut loaded = program::load(&input.source);
    loaded.diagnostics.retain(|fault| fault.severity != Severity::Note);
    play(&mut loaded, catalog, cast, &input.players)?;
    script(input, loaded, Vec::new(), Arc::default())
}

/// The same for a command that draws: what only drawing minds is a warning too (figures.md §6).
///
/// # Errors
/// As [`program()`].
pub(super) fn drawn_program(
    input: Input,
    catalog: &Arc<Catalog>,
    cast: &[Part],
    shelf: &Shelf,
) -> Result<Script, CliError> {
    let mut loaded = program::load(&input.source);
    play(&mut loaded, catalog, cast, &input.players)?;
    let replaced = drawing::check(&mut loaded, catalog, &input.beside, shelf);
    let told = replaced.behaviours.iter().map(missing).collect();
    for fault in &mut loaded.diagnostics {
        fault.severity = fault.severity.max(Severity::Warning);
    }
    script(input, loaded, told, replaced.fonts)
}

fn script(input: Input, loaded: Loaded, told: Vec<String>, fonts: Arc<Fonts>) -> Result<Script, CliError> {
    let Input { path, source, beside, .. } = input;
    report::show(&path, &source, &loaded.diagnostics);
    let program = loaded.program.clone().ok_or_else(CliError::reported)?;
    Ok(Script { program, told, fonts, beside, path, source, loaded })
}

/// The fault with the range of the value at its path.
pub(super) fn placed(tree: &Json, fault: Diagnostic) -> Diagnostic {
    let span = tree.nearest(&fault.path).span.clone();
    if fault.span.is_none() && !span.is_empty() { fault.at(span) } else { fault }
}
