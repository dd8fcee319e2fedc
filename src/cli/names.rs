//! Which cartoons a call films, and what each film is called: the words of the command line enter, pairs of input and output leave.
use super::CliError;
use super::load::is_id;
use crate::film::Kind;
use crate::pack::{Catalog, PackKind};
use crate::vocabulary::nearest;
use glob::{MatchOptions, Pattern};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf, is_separator};

/// A cartoon and its film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// The file, or the pack's id.
    pub input: PathBuf,
    /// Where the film goes.
    pub output: PathBuf,
    /// The folder it lies in is made, if there is none: its name was put together here.
    pub makes_folder: bool,
}

/// As a shell has it: `*` does not cross folders. What begins with a dot is seen to by [`is_meant`]: glob's own way with it fails at
/// names that are no UTF-8.
const SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };
/// What a pattern is known by.
const MARKS: [char; 3] = ['*', '?', '['];

/// Whether one of the words is a pattern of ids, for which all packs have to be known.
pub(super) fn need_packs(words: &[PathBuf]) -> bool {
    words.iter().filter_map(|word| word.to_str()).any(|word| is_id(word) && word.contains(MARKS))
}

/// The cartoons that a call films.
#[derive(Debug)]
pub(super) struct Inputs {
    /// Each once, in their order.
    pub files: Vec<PathBuf>,
    /// The words would let there be more than one, be it that there is one now.
    pub are_several: bool,
}

/// The cartoons that the words name: a file of that very name is meant before a pattern, what a pattern
/// finds is sorted. `catalog` is asked for patterns of ids: they mean cartoons.
///
/// # Errors
/// When a pattern finds nothing.
pub(super) fn inputs(words: &[PathBuf], catalog: Option<&Catalog>) -> Result<Inputs, CliError> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut are_several = words.len() > 1;
    for word in words {
        let pattern = word.to_str().filter(|text| text.contains(MARKS) && fs::symlink_metadata(word).is_err());
        let these = match pattern {
            None => vec![word.clone()],
            Some(text) if is_id(text) => ids(text, catalog),
            Some(text) => files(text),
        };
        if let (Some(text), true) = (pattern, these.is_empty()) {
            let what = if is_id(text) { "cartoon's id" } else { "file" };
            return Err(CliError::input(format!("no {what} fits {text}")));
        }
        are_several |= pattern.is_some();
        for one in these {
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    Ok(Inputs { files: found, are_several })
}

fn files(text: &str) -> Vec<PathBuf> {
    // What is no pattern fits nothing.
    let Ok(found) = glob::glob_with(text, SHELL) else { return Vec::new() };
    // A folder that may not be read holds nothing for us, as in a shell.
    let mut files: Vec<PathBuf> = found.flatten().filter(|path| path.is_file() && is_meant(path, text)).collect();
    files.sort();
    files
}

/// Whether each name on the way that begins with a dot is named in the pattern as one that does.
fn is_meant(path: &Path, pattern: &str) -> bool {
    let hidden = |name: &&str| name.starts_with('.') && !matches!(*name, "." | "..");
    let named = |name: &str| {
        let parts = pattern.split(is_separator).filter(|part| part.starts_with('.'));
        parts.filter_map(|part| Pattern::new(part).ok()).any(|part| part.matches_with(name, SHELL))
    };
    path.iter().filter_map(|name| name.to_str()).filter(hidden).all(named)
}

fn ids(text: &str, catalog: Option<&Catalog>) -> Vec<PathBuf> {
    let Ok(pattern) = Pattern::new(text) else { return Vec::new() };
    let cartoons = catalog.into_iter().flat_map(|catalog| catalog.of_kind(PackKind::Cartoon));
    let mut ids: Vec<&str> = cartoons.map(|pack| &*pack.id).filter(|id| pattern.matches_with(id, SHELL)).collect();
    ids.sort_unstable();
    ids.into_iter().map(PathBuf::from).collect()
}

/// What `{name}` stands for: a file's name without what follows its last dot, or the last part of a pack's id.
fn name(input: &Path) -> OsString {
    match input.to_str().filter(|text| is_id(text)) {
        Some(id) => {
            let id = id.split('@').next().unwrap_or(id);
            id.rsplit(':').next().unwrap_or(id).into()
        }
        None => input.file_stem().unwrap_or_default().to_owned(),
    }
}

/// What an output is made of: text, and the words in braces that stand for something.
const WORDS: [&str; 2] = ["{name}", "{number}"];

/// The output with its words replaced, for the cartoon of a number from 1 among so many; `None` when it has none of them.
fn filled(output: &str, input: &Path, (number, of): (usize, usize)) -> Option<OsString> {
    let [of_name, of_number] = WORDS;
    if !output.contains(of_name) && !output.contains(of_number) {
        return None;
    }
    let width = of.to_string().len();
    let output = output.replace(of_number, &format!("{number:0width$}"));
    let mut filled = OsString::new();
    for (i, part) in output.split(of_name).enumerate() {
        if i > 0 {
            filled.push(name(input));
        }
        filled.push(part);
    }
    Some(filled)
}

/// Whether it says of itself that it is a folder.
fn ends_as_folder(output: &Path) -> bool {
    output.to_str().is_some_and(|text| text.ends_with(is_separator))
}

/// Where the films of some cartoons go (docs/commands.md).
///
/// # Errors
/// When the output does not name them all, two of them would get one name, or one would take a cartoon's place.
pub(super) fn jobs(inputs: &Inputs, output: &Path, format: Option<Kind>) -> Result<Vec<Job>, CliError> {
    let Inputs { files: inputs, are_several } = inputs;
    let count = inputs.len();
    let text = output.to_str().unwrap_or_default();
    let is_folder = output.as_os_str() != "-" && (ends_as_folder(output) || output.is_dir());
    // One cartoon has a folder of pictures there, unless it is to be a film.
    let in_folder =
        is_folder && (*are_several || (ends_as_folder(output) && format.is_some_and(|kind| kind != Kind::Pngs)));
    let mut jobs = Vec::with_capacity(count);
    for (i, input) in inputs.iter().enumerate() {
        let job = match filled(text, input, (i + 1, count)) {
            Some(filled) => Job { input: input.clone(), output: filled.into(), makes_folder: true },
            None if in_folder => {
                let mut file = name(input);
                match format.unwrap_or(Kind::Mp4) {
                    Kind::Pngs => file.push("/"),
                    kind => file.push(format!(".{}", kind.word())),
                }
                Job { input: input.clone(), output: output.join(file), makes_folder: true }
            }
            None if count == 1 => Job { input: input.clone(), output: output.to_owned(), makes_folder: false },
            None => return Err(unnamed(output, count)),
        };
        jobs.push(job);
    }
    distinct(&jobs)?;
    Ok(jobs)
}

/// That an output is the name of one film, where there are several.
fn unnamed(output: &Path, count: usize) -> CliError {
    let text = output.to_string_lossy();
    if text == "-" {
        return CliError::usage(format!("a pipe takes one film, not {count}")).hint("-o '{name}.mp4' names each");
    }
    let near = text.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(word, _)| format!("{{{word}}}"));
    if let Some(word) = near {
        let meant = nearest(&word, WORDS).unwrap_or("{name} or {number}");
        return CliError::usage(format!("{text}: {word} stands for nothing")).hint(format!("did you mean {meant}?"));
    }
    let extension = output.extension().map_or("mp4".into(), |extension| extension.to_string_lossy());
    let named = output.with_file_name(format!("{{name}}.{extension}"));
    let (named, folder) = (named.display(), output.with_extension(""));
    let message = format!("{text} is the name of one film, and there are {count} cartoons");
    CliError::usage(message).hint(format!("-o '{named}', or a folder: -o {}/", folder.display()))
}

/// A path by which two names of one file are known: as the system has it where it is there, in one case where the system knows but one.
fn known(path: &Path) -> OsString {
    let there = fs::canonicalize(path).ok();
    let above = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.components().collect());
        path.file_name().map_or(folder.clone(), |name| folder.join(name))
    };
    let path = there.unwrap_or_else(above).into_os_string();
    if cfg!(any(windows, target_os = "macos")) { path.to_string_lossy().to_lowercase().into() } else { path }
}

fn distinct(jobs: &[Job]) -> Result<(), CliError> {
    let inputs = jobs.iter().map(|job| &*job.input).filter(|input| input.exists());
    let inputs: HashSet<OsString> = inputs.map(known).collect();
    let mut outputs: HashMap<OsString, &Job> = HashMap::new();
    for job in jobs.iter().filter(|job| job.output.as_os_str() != "-") {
        let key = known(&job.output);
        if inputs.contains(&key) {
            return Err(CliError::written_over(&job.output));
        }
        if let Some(other) = outputs.insert(key, job) {
            let (one, two) = (other.input.display(), job.input.display());
            let message = format!("{one} and {two} would both become {}", job.output.display());
            return Err(CliError::usage(message).hint("{number} in -o tells them apart, or another name"));
        }
    }
    Ok(())
}
