//! The packs of this machine: the folders that the command line, the environment and the person's own name enter, one catalog with
//! the compiled-in packs leaves. The folder asked for first wins.
use super::error::plain;
use super::load::placed;
use super::{Beside, CliError, reads, report};
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::{Catalog, INDEX, Pack, Reader, Source};
use crate::program::json::{self, Json};
use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file of a pack, bytes: a cartoon of an hour is smaller.
const LARGEST: u64 = 8 << 20;
/// A list of folders, parted as PATH is.
const FOLDERS: &str = "JABBER_PACKS";
/// The folder that holds the person's own things; without it, one in the system's folder of data.
const HOME: &str = "JABBER_HOME";

/// The folders of packs, for every command that knows packs.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct Packs {
    /// A folder of packs, searched before those of JABBER_PACKS, your own and the built-in ones; may be repeated, the first wins
    #[arg(long, value_name = "DIR")]
    pub packs: Vec<PathBuf>,
}

impl Packs {
    /// Every pack there is. What is odd about a file of packs has been shown: a film can be made without it.
    ///
    /// # Errors
    /// When a folder that the command line names cannot be read.
    pub fn catalog(&self) -> Result<Arc<Catalog>, CliError> {
        let (catalog, odd) = read(&self.folders())?;
        odd.iter().for_each(Odd::show);
        Ok(catalog)
    }

    /// The folders in the order in which they are searched.
    pub fn folders(&self) -> Vec<Folder> {
        let listed = std::env::var_os(FOLDERS).unwrap_or_default();
        let listed: Vec<PathBuf> = std::env::split_paths(&listed).filter(|path| !path.as_os_str().is_empty()).collect();
        let asked = self.packs.iter().cloned().map(Folder::Asked);
        asked.chain(listed.into_iter().map(Folder::Listed)).chain(own().map(Folder::Own)).collect()
    }
}

/// The person's own folder of packs, whether or not it is there.
pub(super) fn own() -> Option<PathBuf> {
    let home = match std::env::var_os(HOME).filter(|home| !home.is_empty()) {
        Some(home) => PathBuf::from(home),
        None => choose_base_strategy().ok()?.data_dir().join("jabber-render"),
    };
    Some(home.join("packs"))
}

/// A folder of packs, by who names it.
#[derive(Clone, Debug)]
pub(super) enum Folder {
    /// The command line, or a list of golden stills: it has to be there.
    Asked(PathBuf),
    /// `JABBER_PACKS`: it should be there.
    Listed(PathBuf),
    /// The person's own: it need not be there.
    Own(PathBuf),
}

impl Folder {
    /// The folder.
    pub fn path(&self) -> &Path {
        let (Folder::Asked(path) | Folder::Listed(path) | Folder::Own(path)) = self;
        path
    }
}

/// What is odd about a file or a folder of packs.
#[derive(Clone, Debug)]
pub(super) struct Odd {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub source: Vec<u8>,
    /// In the order of the text.
    pub faults: Vec<Diagnostic>,
}

impl Odd {
    /// Of something that has no text.
    pub fn of(path: &Path, fault: Diagnostic) -> Odd {
        Odd { path: path.to_owned(), source: Vec::new(), faults: vec![fault] }
    }

    /// Shows it to people.
    pub fn show(&self) {
        report::show(&self.path, &self.source, &self.faults);
    }
}

/// The packs of some folders, the first of which wins, and the compiled-in ones; and what there is to say of the files.
///
/// # Errors
/// When a folder that has to be there cannot be read.
pub(super) fn read(folders: &[Folder]) -> Result<(Arc<Catalog>, Vec<Odd>), CliError> {
    let mut catalog = Catalog::shipped();
    let mut odd = Vec::new();
    for folder in folders.iter().rev() {
        let (path, lost) = match folder {
            Folder::Asked(path) => (path, None),
            Folder::Listed(path) => (path, Some(format!("{FOLDERS} names it, and it cannot be read"))),
            Folder::Own(path) if !path.exists() => continue,
            Folder::Own(path) => (path, Some("your own packs cannot be read".to_owned())),
        };
        match (packs(path), lost) {
            (Ok((own, said)), _) => {
                own.iter().for_each(|pack| catalog.put(Arc::clone(pack)));
                odd.splice(0..0, said);
            }
            (Err(error), None) => return Err(error),
            (Err(error), Some(lost)) => {
                odd.insert(0, Odd::of(path, Diagnostic::warning("", format!("{lost}: {}", error.message))));
            }
        }
    }
    Ok((Arc::new(catalog), odd))
}

/// The packs of one folder. Of two with one id and version the first by its path is taken.
///
/// # Errors
/// When it cannot be read.
pub(super) fn packs(folder: &Path) -> Result<(Catalog, Vec<Odd>), CliError> {
    let (files, mut odd) = files(folder)?;
    let mut own = Catalog::default();
    for file in files {
        let (source, mut faults) = match file.read() {
            Err(fault) => {
                odd.push(Odd::of(&file.path, left_out(fault)));
                continue;
            }
            Ok(source) => match file.pack(&source) {
                Err(faults) => (source, faults.into_iter().map(left_out).collect()),
                Ok((pack, tree, mut warnings)) => {
                    match own.get(&pack.id, Some(&pack.version.to_string())) {
                        Some(first) => warnings.push(left_out(placed(&tree, twice(&pack, first)))),
                        None => own.put(pack),
                    }
                    (source, warnings)
                }
            },
        };
        faults.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
        if !faults.is_empty() {
            odd.push(Odd { path: file.path, source, faults });
        }
    }
    Ok((own, odd))
}

/// That another file holds the same pack.
pub(super) fn twice(pack: &Pack, first: &Pack) -> Diagnostic {
    let other = match &first.source {
        Source::File(path) => path.display().to_string(),
        Source::BuiltIn(path) => path.clone(),
        Source::Given => "another file".to_owned(),
    };
    let fault = Diagnostic::error("id", format!("{} {} is in {other} too", pack.id, pack.version));
    fault.hint("another id, or another version")
}

/// The fault as a warning that says what comes of it.
pub(super) fn left_out(fault: Diagnostic) -> Diagnostic {
    let message = format!("{}: the pack is left out", fault.message);
    Diagnostic { severity: Severity::Warning, message, ..fault }
}

/// A file in a folder of packs.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// It.
    pub path: PathBuf,
    /// Its path from the folder, with `/` between.
    pub inside: String,
}

impl File {
    /// Its bytes.
    ///
    /// # Errors
    /// Why they cannot be read, or are not.
    pub fn read(&self) -> Result<Vec<u8>, Diagnostic> {
        let unread = |error: std::io::Error| Diagnostic::error("", format!("it cannot be read: {}", plain(&error)));
        // A pipe would be waited for, a device might never end.
        if !fs::metadata(&self.path).map_err(unread)?.is_file() {
            return Err(Diagnostic::error("", "it is no file"));
        }
        let mut bytes = Vec::new();
        let mut file = fs::File::open(&self.path).map_err(unread)?;
        file.by_ref().take(LARGEST + 1).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > LARGEST {
            reads::missed(&self.path);
            return Err(Diagnostic::error("", format!("it is larger than {} MiB", LARGEST >> 20)));
        }
        reads::read(&self.path, &file, &bytes);
        Ok(bytes)
    }

    /// The pack in its bytes, the tree of them, and warnings; all located.
    ///
    /// # Errors
    /// Why it is no pack, each fault located.
    pub fn pack(&self, source: &[u8]) -> Result<(Pack, Json, Vec<Diagnostic>), Vec<Diagnostic>> {
        let tree = json::parse(source)?;
        let located = |faults: Vec<Diagnostic>| faults.into_iter().map(|fault| placed(&tree, fault)).collect();
        let (pack, warnings) = Pack::parse(source).map_err(located)?;
        let warnings = located(warnings);
        let beside = Beside::new(&self.path, None);
        let beside = Reader::new(move |name| beside.picture(name));
        Ok((Pack { source: Source::File(self.path.clone()), beside, ..pack }, tree, warnings))
    }
}

/// Every JSON file under a folder but its index, by path; and the folders in it that cannot be read. Links to folders are not
/// followed: one may lead back.
///
/// # Errors
/// When the folder itself cannot be read.
pub(super) fn files(folder: &Path) -> Result<(Vec<File>, Vec<Odd>), CliError> {
    let unreadable = |error: &std::io::Error| match error.kind() {
        ErrorKind::NotFound => CliError::input(format!("there is no folder {}", folder.display())),
        ErrorKind::NotADirectory => CliError::input(format!("{} is a file, not a folder of packs", folder.display())),
        _ => CliError::machine(format!("cannot read {}: {}", folder.display(), plain(error))),
    };
    let (mut found, mut odd) = (Vec::new(), Vec::new());
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        reads::listed(&path);
        let listed = fs::read_dir(&path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = match listed {
            Ok(entries) => entries,
            Err(error) if path == folder => return Err(unreadable(&error)),
            Err(error) => {
                odd.push(Odd::of(&path, Diagnostic::warning("", format!("it cannot be read: {}", plain(&error)))));
                continue;
            }
        };
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "json") && path != folder.join(INDEX) {
                let steps = path.strip_prefix(folder).unwrap_or(&path).iter();
                let inside = steps.map(|step| step.to_string_lossy()).collect::<Vec<_>>().join("/");
                found.push(File { path, inside });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    odd.sort_by(|a, b| a.path.cmp(&b.path));
    Ok((found, odd))
}
