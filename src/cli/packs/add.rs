//! `packs add FILE|DIR…`: packs into the person's own folder: all that are given, checked before, or none.
use super::super::error::plain;
use super::super::library::{self, Folder, Odd, Packs};
use super::super::{Beside, CliError, events, out};
use super::check::{Book, Shelf, errors, judge};
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::{Catalog, Pack, Reader, Source};
use serde_json::json;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Put packs into your own folder, where every command finds them; they are checked first
#[derive(clap::Args)]
pub(super) struct Args {
    /// Packs, or folders of them
    #[arg(value_name = "FILE|DIR", required = true)]
    from: Vec<PathBuf>,
    /// In the place of another content of the same version, or beside a later version
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    packs: Packs,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

/// What is to become of a pack.
struct Move {
    pack: String,
    /// Its folder while it waits.
    from: PathBuf,
    /// Its folder then.
    to: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let own = library::own().ok_or_else(|| {
        CliError::machine("this machine names no folder for data").hint("JABBER_HOME=DIR names one for your packs")
    })?;
    let mut shelf = Shelf::default();
    for path in &args.from {
        shelf.take(if path.is_dir() { Shelf::read(path)? } else { Shelf::of_file(path)? });
    }
    // What the folder says of its own index is its author's business.
    let shelf = shelf.unindexed();
    let broken = shelf.unindexable();
    if errors(&broken) > 0 {
        broken.iter().for_each(Odd::show);
        return Err(CliError::reported());
    }
    if shelf.books.is_empty() {
        return Err(CliError::input("there is no pack in what was given").hint("a pack is a .json file: docs/packs.md"));
    }
    let home = own.parent().unwrap_or(&own);
    fs::create_dir_all(home).map_err(|error| CliError::unwritable(home, &error))?;
    // Beside the folder: nobody searches here, and a rename crosses no disk.
    let waiting = tempfile::Builder::new().prefix(".adding-").tempdir_in(home);
    let waiting = waiting.map_err(|error| CliError::unwritable(home, &error))?;
    let shelf = copied(shelf, waiting.path())?;
    let mut folders = vec![Folder::Asked(waiting.path().join("packs"))];
    folders.extend(args.packs.folders());
    let (catalog, _) = library::read(&folders)?;
    let odd = judge(&shelf, &catalog);
    odd.iter().for_each(Odd::show);
    if errors(&odd) > 0 {
        return Err(CliError::reported());
    }
    let mine = if own.exists() { library::packs(&own)?.0 } else { Catalog::default() };
    let moves = moves(&shelf, &mine, &own, args.force)?;
    settle(&moves, &waiting)?;
    let is_new = |book: &Book| moves.iter().any(|step| step.pack == said(&book.pack));
    if args.json {
        let row = |book: &Book| {
            json!({"id": &*book.pack.id, "version": book.pack.version.to_string(), "added": is_new(book)})
        };
        events::answer(json!({"folder": own.to_string_lossy(), "packs": shelf.books.iter().map(row).collect::<Vec<_>>()}));
        return Ok(());
    }
    for book in &shelf.books {
        let new = is_new(book);
        out::result(format!("{} {}", if new { "added" } else { "there already:" }, said(&book.pack)))?;
    }
    Ok(())
}

fn said(pack: &Pack) -> String {
    format!("{} {}", pack.id, pack.version)
}

/// The folder of a pack among others: its own, so that no two packs' art is in each other's way.
fn place(pack: &Pack) -> PathBuf {
    Path::new(pack.kind.word()).join(format!("{}-{}", pack.slug(), pack.version))
}

/// The packs as they lie in `into`, each with its art alone: what else they need would be missed later.
fn copied(mut shelf: Shelf, into: &Path) -> Result<Shelf, CliError> {
    for book in &mut shelf.books {
        let folder = into.join("packs").join(place(&book.pack));
        let file = folder.join(format!("{}.json", book.pack.slug()));
        let art = book.pack.art().and_then(|art| Some((folder.join(&art), book.pack.beside.read(&art).ok()?)));
        for (path, bytes) in std::iter::once((file.clone(), book.source.clone())).chain(art) {
            let folder = path.parent().unwrap_or(&folder);
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
            written.map_err(|error| CliError::unwritable(&path, &error))?;
        }
        book.beside = Beside::new(&file, None);
        let beside = book.beside.clone();
        book.pack.beside = Reader::new(move |name| beside.picture(name));
    }
    Ok(shelf)
}

/// Where each pack goes that is not there already.
///
/// # Errors
/// When there is another content of its version, or a later version, and nobody insists.
fn moves(shelf: &Shelf, mine: &Catalog, own: &Path, force: bool) -> Result<Vec<Move>, CliError> {
    let (mut moves, mut refused) = (Vec::new(), Vec::new());
    for book in &shelf.books {
        let pack = &book.pack;
        let mut refuse = |message: String, hint: &str| {
            let fault = Diagnostic { severity: Severity::Error, ..Diagnostic::error("version", message).hint(hint) };
            refused.push(Odd {
                path: book.path.clone(),
                source: book.source.clone(),
                faults: vec![super::super::load::placed(&book.tree, fault)],
            });
        };
        let there = mine.get(&pack.id, Some(&pack.version.to_string()));
        let latest = mine.get(&pack.id, None).filter(|other| other.version > pack.version);
        let to = own.join(place(pack));
        match (there, latest) {
            (Some(there), _) if there.whole_hash() == pack.whole_hash() => continue,
            (Some(there), _) if !matches!(&there.source, Source::File(file) if file.starts_with(&to)) => {
                let file = if let Source::File(file) = &there.source { file.display().to_string() } else { String::new() };
                refuse(format!("{file} holds another {}", said(pack)), "remove that file, or give this pack another version");
            }
            (Some(_), _) if !force => {
                refuse(format!("you have {} with another content", said(pack)), "give it another version, or --force");
            }
            (None, Some(latest)) if !force => {
                refuse(format!("you have the later version {}", latest.version), "--force adds the older one too");
            }
            _ => {}
        }
        let from = PathBuf::from("packs").join(place(pack));
        moves.push(Move { pack: said(pack), from, to });
    }
    if refused.is_empty() {
        return Ok(moves);
    }
    refused.iter().for_each(Odd::show);
    Err(CliError::reported())
}

/// Gives the waiting packs their places: all, or none.
fn settle(moves: &[Move], waiting: &TempDir) -> Result<(), CliError> {
    let mut done: Vec<(&Move, Option<PathBuf>)> = Vec::new();
    for (i, step) in moves.iter().enumerate() {
        let old = waiting.path().join(format!("old-{i}"));
        match settled(&waiting.path().join(&step.from), &step.to, &old) {
            Ok(replaced) => done.push((step, replaced.then_some(old))),
            Err(error) => {
                // Back, the last first; what cannot be put back is told by the error that led here.
                for (step, old) in done.into_iter().rev() {
                    let _ = fs::remove_dir_all(&step.to);
                    let _ = old.map(|old| fs::rename(old, &step.to));
                }
                let message = format!("cannot write {}: {}", step.to.display(), plain(&error));
                return Err(CliError::machine(message).hint("nothing was added"));
            }
        }
    }
    Ok(())
}

/// Moves a folder to its place, what is there to `old`; whether there was something.
fn settled(from: &Path, to: &Path, old: &Path) -> io::Result<bool> {
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    let replaced = to.exists();
    if replaced {
        fs::rename(to, old)?;
    }
    fs::rename(from, to).inspect_err(|_| {
        if replaced {
            let _ = fs::rename(old, to);
        }
    })?;
    Ok(replaced)
}
