//! Which packs are shown: what the command line names enters, packs leave, and a line for each file or id that is none.
use super::super::error::plain;
use super::super::library::{self, Folder};
use super::super::{Beside, CliError};
use super::Args;
use crate::diagnostic::{Diagnostic, Severity};
use crate::pack::{Catalog, Pack, Source};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

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
            let (own, odd) = library::packs(Path::new(folder))?;
            asked.extend(own.latest().map(|pack| (Arc::clone(&pack.id), Arc::clone(pack))));
            // A file of which something is merely odd holds a pack all the same.
            let held = |path: &Path| own.iter().any(|pack| pack.source == Source::File(path.to_owned()));
            let lost = odd.into_iter().filter(|odd| !held(&odd.path));
            broken.extend(lost.map(|odd| (odd.path.display().to_string(), first(&odd.faults))));
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

/// What lies beside a pack's file.
pub(super) fn beside(pack: &Pack) -> Beside {
    match &pack.source {
        Source::File(path) => Beside::new(path, None),
        _ => Beside::new(Path::new(""), None).compiled(pack.beside.clone()),
    }
}

/// The worst of some faults in one line.
pub(super) fn first(faults: &[Diagnostic]) -> String {
    let worst = faults.iter().find(|fault| fault.severity == Severity::Error).or(faults.first());
    worst.map_or_else(|| "it is no pack".to_owned(), ToString::to_string)
}

/// The system's words for what a folder of previews does not let do.
pub(super) fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {}", path.display(), plain(error))
}
