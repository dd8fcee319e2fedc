//! `jabber-render new NAME`: a cartoon to begin with, the starter or one made of a pack, as a file that was not there before.
mod layout;
mod start;

use super::library::Packs;
use super::{CliError, events, out};
use serde_json::json;
use start::Start;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// Write a cartoon to begin with: a starter of ten seconds, or one of a pack
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  jabber-render new hello\n  jabber-render new talk --from c4c:scene:argument\n  \
    jabber-render new --from list")]
pub(super) struct Args {
    /// Its file, NAME.json, and its title; its folder must be there
    #[arg(value_name = "NAME", required_unless_present = "from")]
    name: Option<PathBuf>,
    /// A cartoon's or a scene's pack to begin with; list names them
    #[arg(long, value_name = "ID|list")]
    from: Option<String>,
    #[command(flatten)]
    packs: Packs,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

/// The word that lists what there is to begin with.
const LIST: &str = "list";

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let Some(name) = &args.name else {
        return match args.from.as_deref() {
            Some(LIST) => list(args),
            _ => Err(CliError::usage("no name given").hint("jabber-render new NAME --from ID")),
        };
    };
    if args.from.as_deref() == Some(LIST) {
        return list(args);
    }
    let path = file(name)?;
    let title = title(&path);
    let start = match &args.from {
        None => Start::ours(&title)?,
        Some(id) => Start::of_pack(id, &*args.packs.catalog()?, &title)?,
    };
    let files = write(&path, &start)?;
    tell(args, &path, &title, &files)
}

/// The file of a name: `NAME.json`.
fn file(name: &Path) -> Result<PathBuf, CliError> {
    let file = name.file_name().filter(|_| !name.as_os_str().as_encoded_bytes().ends_with(b"/"));
    let Some(file) = file else {
        return Err(CliError::usage(format!("{} is no file's name", name.display())).hint("jabber-render new NAME"));
    };
    let is_json = name.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
    let mut file = file.to_owned();
    if !is_json {
        file.push(".json");
    }
    Ok(name.with_file_name(file))
}

/// `My First Film` of `my-first_film.json`.
fn title(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = out::spoken(&stem);
    let words = stem.split(['-', '_', ' ', '.']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    let title = words.map(capital).collect::<Vec<_>>().join(" ");
    if title.is_empty() { "Untitled".to_owned() } else { title }
}

/// Writes the files, all or none, none over another; their names.
fn write(path: &Path, start: &Start) -> Result<Vec<PathBuf>, CliError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let error = CliError::input(format!("there is no folder {}", folder.display()));
        return Err(error.hint(format!("mkdir -p {} makes it", folder.display())));
    }
    // What it needs first: the cartoon is there when it can be played.
    let mut waiting = Vec::new();
    for (name, bytes) in &start.beside {
        let to = path.with_file_name(name);
        if !fs::read(&to).is_ok_and(|there| there == *bytes) {
            waiting.push((part(&to, bytes)?, to));
        }
    }
    waiting.push((part(path, start.text.as_bytes())?, path.to_owned()));
    let mut written: Vec<PathBuf> = Vec::new();
    for (part, to) in waiting {
        if let Err(error) = part.persist_noclobber(&to) {
            // Of what was just put there nobody knows yet.
            written.iter().for_each(|path| _ = fs::remove_file(path));
            return Err(unwritten(&to, &error.error));
        }
        written.push(to);
    }
    Ok(written)
}

/// The bytes under a temporary name, in a file that everybody may read whom the umask lets.
fn part(to: &Path, bytes: &[u8]) -> Result<TempPath, CliError> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if fs::symlink_metadata(to).is_ok() {
        return Err(unwritten(to, &ErrorKind::AlreadyExists.into()));
    }
    fs::create_dir_all(folder).map_err(|error| CliError::unwritable(to, &error))?;
    let mut builder = Builder::new();
    builder.prefix(".new-").suffix(".part");
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    let mut file = builder.tempfile_in(folder).map_err(|error| CliError::unwritable(to, &error))?;
    file.write_all(bytes).map_err(|error| CliError::unwritable(to, &error))?;
    Ok(file.into_temp_path())
}

fn unwritten(path: &Path, error: &std::io::Error) -> CliError {
    if error.kind() == ErrorKind::AlreadyExists {
        return CliError::input(format!("{} is there already: nothing was written", path.display()))
            .hint("another name, or remove it");
    }
    CliError::unwritable(path, error)
}

/// Says what was written, and what to do next.
fn tell(args: &Args, path: &Path, title: &str, files: &[PathBuf]) -> Result<(), CliError> {
    let next = ["watch", "", "validate"].map(|command| command_of(command, path));
    if args.json {
        events::answer(json!({"file": path, "name": title, "files": files, "next": next}));
        return Ok(());
    }
    for file in files {
        out::result(format_args!("{} is written", file.display()))?;
    }
    out::result("next:")?;
    next.iter().try_for_each(|command| out::result(format_args!("  {command}")))
}

/// A command on the new file, as a shell takes it.
fn command_of(command: &str, path: &Path) -> String {
    let of = |end: &str| quoted(&path.with_extension(end).display().to_string());
    let file = quoted(&path.display().to_string());
    match command {
        "watch" => format!("jabber-render watch {file} -o {}", of("png")),
        "" => format!("jabber-render {file} -o {}", of("mp4")),
        _ => format!("jabber-render {command} {file}"),
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@+,".contains(c);
    let word = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    if word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// What there is to begin with.
fn list(args: &Args) -> Result<(), CliError> {
    let catalog = args.packs.catalog()?;
    let starts = start::all(&catalog);
    if args.json {
        let rows = starts.iter().map(|(id, what)| json!({"from": id, "description": what}));
        events::answer(json!({"starts": rows.collect::<Vec<_>>()}));
        return Ok(());
    }
    let width = starts.iter().map(|(id, _)| id.chars().count()).max().unwrap_or(0);
    let line = |(id, what): &(String, String)| format!("{id:width$}  {}", out::spoken(what));
    starts.iter().try_for_each(|start| out::result(out::wrapped(&line(start), 80)))
}
