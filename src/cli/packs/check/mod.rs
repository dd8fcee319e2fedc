//! `packs check [DIR]`: every fault of a folder of packs: its files, ids, versions and hashes, what each pack holds and names, and
//! how behaviours move.
mod content;
mod folder;
mod motion;
mod stage;

pub(super) use folder::{Book, Shelf};
pub(in crate::cli) use motion::infinite;

use super::super::library::{self, Folder, Odd, Packs};
use super::super::{CliError, events, out, report};
use super::count;
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::Catalog;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Check a folder of packs, or every pack there is: form, ids, versions, hashes, what they name, and how behaviours move
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder; without it every one that is searched, and the built-in packs
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    packs: Packs,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let searched = match &args.dir {
        // What the person has elsewhere is not to hide what the folder lacks.
        Some(dir) => std::iter::once(dir).chain(&args.packs.packs).cloned().map(Folder::Asked).collect(),
        None => args.packs.folders(),
    };
    let (catalog, unread) = library::read(&searched)?;
    let mut shelves = Vec::new();
    match &args.dir {
        Some(dir) => shelves.push(Shelf::read(dir)?),
        None => {
            // What cannot be read at all has been noted.
            shelves.extend(searched.iter().filter_map(|folder| Shelf::read(folder.path()).ok()));
            shelves.push(Shelf::built_in());
        }
    }
    let lost = unread.into_iter().filter(|odd| searched.iter().any(|folder| *folder.path() == odd.path));
    let mut verdicts: Vec<(String, usize, Vec<Odd>)> =
        shelves.iter().map(|shelf| (shelf.name.clone(), shelf.books.len(), judge(shelf, &catalog))).collect();
    if let Some((.., odd)) = verdicts.first_mut() {
        odd.splice(0..0, lost);
    }
    let wrong = verdicts.iter().any(|(.., odd)| errors(odd) > 0);
    if args.json {
        events::answer(verdict(&verdicts));
    } else {
        for (name, packs, odd) in &verdicts {
            odd.iter().for_each(Odd::show);
            out::result(summary(name, *packs, odd))?;
        }
    }
    if wrong { Err(CliError::reported()) } else { Ok(()) }
}

/// All that is odd about the packs of a shelf, file by file, with what they name from the catalog.
pub(super) fn judge(shelf: &Shelf, catalog: &Arc<Catalog>) -> Vec<Odd> {
    let mut odd = shelf.odd();
    let inside: Vec<Odd> = shelf
        .books
        .par_iter()
        .filter_map(|book| {
            let mut faults = content::faults(book, catalog);
            faults.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
            (!faults.is_empty()).then(|| Odd { path: book.path.clone(), source: book.source.clone(), faults })
        })
        .collect();
    odd.extend(inside);
    odd.sort_by(|a, b| a.path.cmp(&b.path));
    odd
}

/// How many errors there are.
pub(super) fn errors(odd: &[Odd]) -> usize {
    of(odd, Severity::Error).count()
}

fn of(odd: &[Odd], severity: Severity) -> impl Iterator<Item = (&Odd, &Diagnostic)> {
    let all = odd.iter().flat_map(|odd| odd.faults.iter().map(move |fault| (odd, fault)));
    all.filter(move |(_, fault)| fault.severity == severity)
}

/// `packs: 118 packs, ok`.
fn summary(name: &str, packs: usize, odd: &[Odd]) -> String {
    let some = |severity, word| Some(of(odd, severity).count()).filter(|n| *n > 0).map(|n| count(n, word));
    let found: Vec<String> =
        [some(Severity::Error, "error"), some(Severity::Warning, "warning")].into_iter().flatten().collect();
    let verdict = if found.is_empty() { "ok".to_owned() } else { found.join(", ") };
    format!("{}: {}, {verdict}", out::spoken(name), count(packs, "pack"))
}

/// `{"ok", "packs", "errors": [{"file", "path", "message"}], "warnings"}`.
fn verdict(verdicts: &[(String, usize, Vec<Odd>)]) -> Value {
    let all = |severity| -> Vec<Value> {
        let row = |(odd, fault): (&Odd, &Diagnostic)| report::place(&odd.path, &odd.source, fault);
        verdicts.iter().flat_map(|(.., odd)| of(odd, severity).map(row)).collect()
    };
    let (errors, warnings) = (all(Severity::Error), all(Severity::Warning));
    let packs: usize = verdicts.iter().map(|(_, packs, _)| packs).sum();
    json!({"ok": errors.is_empty(), "packs": packs, "errors": errors, "warnings": warnings})
}
