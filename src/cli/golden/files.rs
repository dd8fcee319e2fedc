//! The golden folder on disk: the list, the stills, the texts beside them, and what else lies there.
use super::super::error::plain;
use super::super::interrupt::Interrupt;
use super::super::load::placed;
use super::super::{CliError, input, output, report};
use super::again;
use super::subject::Blame;
use crate::diagnostic::Diagnostic;
use crate::film::PartPicture;
use crate::golden::{List, Trace};
use crate::program::json;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The list's name in its folder.
const LIST: &str = "golden.json";
/// Folders within folders that are looked into.
const DEEPEST: usize = 16;

/// A golden folder.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    /// It.
    pub dir: PathBuf,
    /// The folder that holds it, from which the list's files are named.
    root: PathBuf,
}

/// A list and its text, so that faults are shown at their lines.
#[derive(Debug)]
pub(super) struct Book {
    /// The cases.
    pub list: List,
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub source: Vec<u8>,
}

/// Why there is no list.
pub(super) struct Unfit {
    /// What ends the command; empty when it has been shown.
    pub error: CliError,
    /// What is wrong, in a line.
    pub said: String,
}

impl Folder {
    pub fn new(dir: &Path) -> Self {
        let root = match (dir.parent(), dir.file_name()) {
            (Some(parent), Some(_)) => parent.to_owned(),
            _ => dir.join(".."),
        };
        Self { dir: dir.to_owned(), root }
    }

    /// The path of a file that the list names.
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// How the list names a file; `None` when it lies elsewhere.
    pub fn named(&self, file: &Path) -> Option<String> {
        let (root, file) = (fs::canonicalize(self.root_or_here()).ok()?, fs::canonicalize(file).ok()?);
        let inside = file.strip_prefix(root).ok()?.to_str()?;
        Some(inside.replace('\\', "/"))
    }

    fn root_or_here(&self) -> &Path {
        if self.root.as_os_str().is_empty() { Path::new(".") } else { &self.root }
    }

    /// The list's path.
    pub fn list_path(&self) -> PathBuf {
        self.dir.join(LIST)
    }

    /// The path of a still's file.
    pub fn still(&self, name: &str, extension: &str) -> PathBuf {
        self.dir.join(format!("{name}.{extension}"))
    }

    /// Reads the list.
    ///
    /// # Errors
    /// When there is none, or it is wrong (its faults have been shown).
    pub fn book(&self) -> Result<Book, CliError> {
        self.list().map_err(|unfit| unfit.error)
    }

    /// The same for a command that has to say what is wrong in its own form too.
    ///
    /// # Errors
    /// As [`Self::book`].
    pub fn list(&self) -> Result<Book, Unfit> {
        let path = self.list_path();
        let unfit = |error: CliError| Unfit { said: error.message.clone(), error };
        if !path.exists() {
            let message = format!("there is no list {}", path.display());
            let hint = format!("jabber-render golden init{} CARTOON… makes one", again(&self.dir, &[]));
            return Err(unfit(CliError::input(message).hint(hint)));
        }
        let source = input::read(&path).map_err(unfit)?;
        Book::new(&path, source)
    }

    /// Stills and texts in the folder that no case of the list has, as they are named from the folder, sorted.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn unlisted(&self, list: &List) -> Result<Vec<String>, CliError> {
        let stills = list.cases.iter().flat_map(|case| case.stills());
        let listed: BTreeSet<String> =
            stills.flat_map(|(name, _)| [format!("{name}.png"), format!("{name}.txt")]).collect();
        let mut found = Vec::new();
        self.walk(&self.dir, "", DEEPEST, &mut found)?;
        found.retain(|name| !listed.contains(name) && self.is_ours(name));
        found.sort();
        Ok(found)
    }

    /// Pictures, and texts that are traces: whatever else lies there is the author's.
    fn is_ours(&self, name: &str) -> bool {
        if name.ends_with(".png") {
            return true;
        }
        name.ends_with(".txt") && fs::read(self.dir.join(name)).is_ok_and(|bytes| Trace::begins(&bytes))
    }

    fn walk(&self, folder: &Path, before: &str, deep: usize, found: &mut Vec<String>) -> Result<(), CliError> {
        let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            // A link to a folder is not followed: it may lead back here.
            let kind = entry.file_type().map_err(|error| unreadable(folder, &error))?;
            if kind.is_dir() {
                if deep > 0 {
                    self.walk(&entry.path(), &format!("{name}/"), deep - 1, found)?;
                }
            } else {
                found.push(name);
            }
        }
        Ok(())
    }

    /// What lies where a still's files should, or where a folder above them should.
    pub fn obstacle(&self, name: &str) -> Option<String> {
        let files = ["png", "txt"].map(|extension| self.still(name, extension));
        let folder = files.iter().find(|file| file.is_dir());
        let above = files.first().into_iter().flat_map(|file| file.ancestors().skip(1));
        let file = above.take_while(|above| *above != self.dir).find(|above| above.is_file());
        match (folder, file) {
            (Some(folder), _) => Some(format!("{} is a folder, where the still should be", folder.display())),
            (_, Some(file)) => Some(format!("{} is a file, where the still's folder should be", file.display())),
            _ => None,
        }
    }

    /// A file's bytes; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn bytes(&self, path: &Path) -> Result<Option<Vec<u8>>, CliError> {
        match fs::read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unreadable(path, &error)),
        }
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::machine(format!("cannot read {}: {}", path.display(), plain(error)))
}

/// Writes a file, whole or not at all, and the folders it lies in.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(path: &Path, bytes: &[u8], interrupt: &Interrupt) -> Result<(), CliError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|error| CliError::unwritable(folder, &error))?;
    }
    let part = PartPicture::of_bytes(bytes, path, |unfinished| interrupt.covers(unfinished));
    part.and_then(PartPicture::keep).map_err(output::film_error)
}

/// Removes a file that may not be there.
///
/// # Errors
/// When it is there and cannot be removed.
pub(super) fn remove(path: &Path) -> Result<(), CliError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(CliError::machine(format!("cannot remove {}: {}", path.display(), plain(&error))))
        }
        _ => Ok(()),
    }
}

impl Book {
    /// Reads the text of a list that is at `path`, or will be.
    ///
    /// # Errors
    /// When it is wrong (its faults have been shown).
    pub fn read(path: &Path, source: Vec<u8>) -> Result<Self, CliError> {
        Self::new(path, source).map_err(|unfit| unfit.error)
    }

    fn new(path: &Path, source: Vec<u8>) -> Result<Self, Unfit> {
        match List::read(&source) {
            Ok(list) => Ok(Self { list, path: path.to_owned(), source }),
            Err(faults) => {
                report::show(path, &source, &faults);
                let said = Blame::file(path, &source, faults).said();
                Err(Unfit { error: CliError::reported(), said })
            }
        }
    }

    /// Shows faults at their lines in the list.
    pub fn show(&self, faults: &[Diagnostic]) {
        let faults: Vec<Diagnostic> = match json::parse(&self.source) {
            Ok(tree) => faults.iter().map(|fault| placed(&tree, fault.clone())).collect(),
            Err(_) => faults.to_vec(),
        };
        report::show(&self.path, &self.source, &faults);
    }
}
