//! `golden init CARTOON…`: a list of stills from the files themselves, and the stills. A list that is there keeps all it has.
use super::super::interrupt::{self, Interrupt};
use super::super::{CliError, Exit, events, out, report};
use super::files::{self, Book, Folder};
use super::moments::{Row, rows, unique};
use super::said::Said;
use super::shoot::{shoot, stills};
use super::subject::Blame;
use super::weight::SMALLER;
use super::{Shared, again, not_in_ci};
use crate::golden::{HEAVIEST, with_cases};
use crate::pack::Catalog;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Make a list of stills: of a cartoon one for every scene, line and cut
#[derive(clap::Args)]
pub(super) struct Args {
    /// Cartoons; behaviours, packs and templates too
    #[arg(value_name = "CARTOON", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

/// What a new list holds before its cases.
const EMPTY: &str = "{\n  \"cases\": [\n  ]\n}\n";

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    not_in_ci("init")?;
    let folder = Folder::new(&args.shared.dir);
    let interrupt = interrupt::listen()?;
    let path = folder.list_path();
    let (before, old) = match folder.bytes(&path)? {
        Some(_) => {
            let book = folder.book()?;
            (String::from_utf8_lossy(&book.source).into_owned(), Some(book))
        }
        None => (EMPTY.to_owned(), None),
    };
    let mut rows = wanted(args, &folder, old.as_ref(), &interrupt)?;
    let list = weighed(&before, &mut rows, (&folder, &path), args.shared.threads(), &interrupt);
    let list = list.map_err(|error| not_all(error, &args.shared))?;
    if old.is_none() && rows.is_empty() {
        files::write(&path, list.as_bytes(), &interrupt)?;
    }
    let kept = old.map_or(0, |book| book.list.cases.len());
    let names: Vec<Option<&Value>> = rows.iter().map(|row| row.get("name")).collect();
    events::answer(json!({"list": path.to_string_lossy(), "new": names, "kept": kept}));
    let cases = |n: usize| format!("{n} {}", if n == 1 { "case" } else { "cases" });
    let keeps = if kept > 0 { format!(", and the {} it had", cases(kept)) } else { String::new() };
    out::plain(format_args!("{}: {} new{keeps}", path.display(), cases(rows.len())));
    out::hint("look at the stills before they are committed: they are what is to stay");
    Ok(())
}

/// The rows that the files give and the list has not.
fn wanted(
    args: &Args,
    folder: &Folder,
    old: Option<&Book>,
    interrupt: &Interrupt,
) -> Result<Vec<Map<String, Value>>, CliError> {
    let catalog = Arc::new(Catalog::shipped());
    let cases = old.map_or(&[][..], |book| &book.list.cases);
    let mut names: HashSet<String> = cases.iter().map(|case| case.name.clone()).collect();
    let mut wanted = Vec::new();
    for file in &args.files {
        let elsewhere = || {
            let (file, dir) = (file.display(), folder.dir.display());
            CliError::input(format!("{file} does not lie in the folder that holds {dir}"))
                .hint("a list names files from there, so that it is good on every machine")
        };
        let named = folder.named(file);
        if named.is_none() && file.exists() {
            return Err(elsewhere());
        }
        let found = rows(file, &catalog, &interrupt.stop).map_err(|blame| blamed(file, blame))?;
        let named = named.ok_or_else(elsewhere)?;
        let area = area(file);
        for Row { name, at, options } in found {
            // What a person has listed already, under whatever name, is not listed again.
            let is_same = |case: &&crate::golden::Case| {
                let times = if case.at.len() == 1 { json!(case.at.first()) } else { json!(case.at) };
                case.file == named && at.as_ref().map_or(case.name == format!("{area}/{name}"), |at| *at == times)
            };
            if cases.iter().any(|case| is_same(&case)) {
                continue;
            }
            let mut row = Map::new();
            row.insert("name".to_owned(), json!(unique(&format!("{area}/{name}"), &mut names)));
            row.insert("file".to_owned(), json!(named));
            row.extend(at.map(|at| ("at".to_owned(), at)));
            row.extend(options.map(|options| ("options".to_owned(), options)));
            wanted.push(row);
        }
    }
    Ok(wanted)
}

/// A file's own area: its name.
fn area(file: &Path) -> String {
    let stem = file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().to_lowercase());
    let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "cartoon".to_owned() } else { plain.to_owned() }
}

fn blamed(file: &Path, blame: Blame) -> CliError {
    match blame {
        Blame::Stopped => CliError::interrupted(),
        Blame::File { path, source, faults } => {
            report::show(&path, &source, &faults);
            CliError::reported()
        }
        Blame::List(faults) => {
            let said = faults.first().map_or(String::new(), |fault| fault.message.clone());
            let hint = faults.into_iter().next().and_then(|fault| fault.hint);
            let said = if said.is_empty() { format!("{} cannot be drawn", file.display()) } else { said };
            hint.map_or(CliError::input(said.clone()), |hint| CliError::input(said).hint(hint))
        }
    }
}

/// What is said of an end in the middle: the list is there by then.
fn not_all(error: CliError, shared: &Shared) -> CliError {
    if error.exit != Exit::Interrupted {
        return error;
    }
    let rest = format!("jabber-render golden update{} takes the rest", again(&shared.dir, &[]));
    let message = "interrupted; the list is written, and the stills taken so far are whole".to_owned();
    CliError { message, ..error }.hint(rest)
}

/// The list's text with the rows, each at a size at which its stills are small enough; it is written, then their stills. Whenever
/// it ends early, the list names whatever still there is.
fn weighed(
    before: &str,
    rows: &mut [Map<String, Value>],
    (folder, path): (&Folder, &Path),
    threads: usize,
    interrupt: &Interrupt,
) -> Result<String, CliError> {
    let mut said = Said::default();
    for try_now in 0..=SMALLER.len() {
        let values: Vec<Value> = rows.iter().cloned().map(Value::Object).collect();
        let wrong = || CliError::input(format!("{} has no \"cases\" that rows can be added to", path.display()));
        let text = with_cases(before, &values).ok_or_else(wrong)?;
        let book = Book::read(path, text.clone().into_bytes())?;
        if !rows.is_empty() {
            files::write(path, text.as_bytes(), interrupt)?;
        }
        let new: HashSet<&str> = rows.iter().filter_map(|row| row.get("name")?.as_str()).collect();
        let of_rows: Vec<_> = stills(&book).into_iter().filter(|still| new.contains(&*still.case.name)).collect();
        let last = try_now == SMALLER.len();
        let heavy = shoot((folder, &book, &of_rows), threads, (interrupt, &mut said), |still, drawn| {
            let Ok(drawn) = drawn else { return Ok(None) };
            let failed = |error| CliError::machine(format!("{}: {error}", still.name));
            let png = drawn.picture.to_png().map_err(failed)?;
            if png.len() as u64 > HEAVIEST && !last {
                return Ok(Some(still.case.name.clone()));
            }
            files::write(&folder.still(&still.name, "png"), &png, interrupt)?;
            files::write(&folder.still(&still.name, "txt"), drawn.trace.to_string().as_bytes(), interrupt)?;
            Ok(None)
        })?;
        let heavy: HashSet<String> = heavy.into_iter().flatten().collect();
        let Some((width, height)) = SMALLER.get(try_now).filter(|_| !heavy.is_empty()) else { return Ok(text) };
        let size = format!("{width}x{height}");
        let most = HEAVIEST >> 10;
        for row in rows.iter_mut().filter(|row| row.get("name").and_then(Value::as_str).is_some_and(|n| heavy.contains(n))) {
            let is_sheet = !row.contains_key("at");
            row.insert("size".to_owned(), if is_sheet { json!(width) } else { json!(size) });
            row.insert("note".to_owned(), json!(format!("larger, its fine shades take more than {most} KiB")));
        }
    }
    Ok(before.to_owned())
}
