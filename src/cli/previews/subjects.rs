//! Which packs are shown: what the command line names enters, packs leave, and a line for each file or id that is none.
use super::super::error::plain;
use super::super::library::{self, Folder};
use super::super::{CliError, out};
use super::{Args, faults};
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::{Catalog, Pack, Source};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use std::sync::Arc;

pub(super) use crate::cli::shapes::beside;

/// What is to be shown, and all that it may refer to.
#[derive(Debug)]
pub(super) struct Subjects {
    /// Every pack there is.
    pub catalog: Arc<Catalog>,
    /// The packs to show, by id.
    pub asked: BTreeMap<Arc<str>, Arc<Pack>>,
    /// What cannot be shown, and why.
    pub broken: Vec<(String, String)>,
}

impl Subjects {
    /// Reads the packs.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn gather(args: &Args) -> Result<Subjects, CliError> {
        let (mut asked, mut broken) = (BTreeMap::new(), Vec::new());
        let (ids, folders): (Vec<&String>, Vec<&String>) = args.what.iter().partition(|word| word.starts_with("c4c:"));
        for folder in &folders {
            let (own, odd) = library::packs(Path::new(folder)).map_err(|error| unknown(error, folder, args))?;
            if own.iter().next().is_none() && odd.is_empty() {
                out::warning(format!("{folder}: there are no packs in it"));
            }
            own.latest().for_each(|pack| put(&mut asked, pack));
            // A file of which something is merely odd holds a pack all the same.
            let held = |path: &Path| own.iter().any(|pack| pack.source == Source::File(path.to_owned()));
            let lost = odd.into_iter().filter(|odd| !held(&odd.path));
            broken.extend(lost.map(|odd| (odd.path.display().to_string(), first(&odd))));
        }
        let mut all: Vec<Folder> = folders.iter().map(|folder| Folder::Asked(folder.into())).collect();
        all.extend(args.packs.folders());
        let (catalog, odd) = library::read(&all)?;
        let named = |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
        odd.iter().filter(|odd| !named(&odd.path)).for_each(library::Odd::show);
        for id in ids {
            match catalog.named(id) {
                Ok(pack) => _ = asked.insert(Arc::clone(&pack.id), Arc::clone(pack)),
                Err(fault) => broken.push((id.clone(), fault.to_string())),
            }
        }
        if args.what.is_empty() {
            asked = catalog.latest().map(|pack| (Arc::clone(&pack.id), Arc::clone(pack))).collect();
        }
        Ok(Subjects { catalog, asked, broken })
    }
}

/// The worst of what is wrong with a file, in one line.
fn first(odd: &library::Odd) -> String {
    let worst = odd.faults.iter().find(|fault| fault.severity == Severity::Error).or(odd.faults.first());
    let file = odd.path.display().to_string();
    worst.map_or_else(|| "it is no pack".to_owned(), |fault| faults::located(&file, &odd.source, fault))
}

/// Adds a pack of a folder. Of one id the highest version is shown, of one version that of the first folder; what is left out is said.
fn put(asked: &mut BTreeMap<Arc<str>, Arc<Pack>>, pack: &Arc<Pack>) {
    let mut place = match asked.entry(Arc::clone(&pack.id)) {
        Entry::Vacant(place) => {
            place.insert(Arc::clone(pack));
            return;
        }
        Entry::Occupied(place) => place,
    };
    let same = place.get().source == pack.source;
    let later = pack.version > place.get().version;
    let other = if later { place.insert(Arc::clone(pack)) } else { Arc::clone(pack) };
    if let (Source::File(path), false) = (&other.source, same) {
        let Diagnostic { path: _, message, .. } = library::left_out(library::twice(&other, place.get()));
        out::warning(format!("{}: {message}", path.display()));
    }
}

/// Why a word names no folder, with what it may be meant for.
fn unknown(error: CliError, word: &str, args: &Args) -> CliError {
    let path = Path::new(word);
    if path.is_file() {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).display();
        let pack = std::fs::read(path).ok().and_then(|bytes| Pack::parse(&bytes).ok());
        let id = pack.map(|(pack, _)| format!("; it alone: {} --packs {folder}", pack.id));
        return error.hint(format!("give its folder: {folder}{}", id.unwrap_or_default()));
    }
    if path.exists() || word.contains(['/', '\\']) {
        return error;
    }
    let near = library::read(&args.packs.folders()).ok().and_then(|(catalog, _)| catalog.named(word).err()?.hint);
    match near {
        Some(near) => error.hint(near),
        None => error,
    }
}

/// How the words begin that a file cannot be written.
pub(super) const UNWRITABLE: &str = "cannot write ";

/// The system's words for what a folder of previews does not let do.
pub(super) fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("{UNWRITABLE}{}: {}", path.display(), plain(error))
}
