//! Which packs are shown: what the command line names enters, packs with the bytes they were read from leave, and a line for
//! each file or id that is none.
use super::super::error::plain;
use super::super::{CliError, input, load};
use super::Args;
use crate::diagnostic::Diagnostic;
use crate::pack::{Catalog, Pack, Version, shipped, shipped_file};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A pack's file.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The pack in it.
    pub pack: Arc<Pack>,
    /// Its bytes.
    pub bytes: Arc<[u8]>,
    /// Where it lies; `None` of what is compiled in.
    pub path: Option<PathBuf>,
}

/// What is to be shown, and all that it may refer to.
#[derive(Debug)]
pub(super) struct Subjects {
    /// Every pack there is.
    pub catalog: Arc<Catalog>,
    /// Of every id the file of its highest version.
    pub sources: BTreeMap<Arc<str>, Source>,
    /// The ids to show.
    pub asked: BTreeSet<Arc<str>>,
    /// What cannot be shown, and why.
    pub broken: Vec<(String, String)>,
}

impl Subjects {
    /// Reads the packs.
    ///
    /// # Errors
    /// When a folder or a file in it cannot be read.
    pub fn gather(args: &Args) -> Result<Subjects, CliError> {
        let mut catalog = Catalog::shipped();
        let mut sources = BTreeMap::new();
        for path in shipped().iter().filter(|path| path.ends_with(".json")) {
            if let Some(Ok((pack, _))) = shipped_file(path).map(|bytes| Pack::parse(&bytes)) {
                let bytes = shipped_file(path).map(|bytes| Arc::from(&*bytes)).unwrap_or_default();
                keep(&mut sources, Source { pack: Arc::new(pack), bytes, path: None });
            }
        }
        let mut subjects = Subjects { catalog: Arc::default(), sources, asked: BTreeSet::new(), broken: Vec::new() };
        for folder in &args.packs {
            subjects.read(&mut catalog, folder, false)?;
        }
        for word in args.what.iter().filter(|word| !word.starts_with("c4c:")) {
            subjects.read(&mut catalog, Path::new(word), true)?;
        }
        for id in args.what.iter().filter(|word| word.starts_with("c4c:")) {
            match subjects.sources.get(&**id) {
                Some(source) => _ = subjects.asked.insert(Arc::clone(&source.pack.id)),
                None => subjects.broken.push((id.clone(), unknown(&catalog, id))),
            }
        }
        if args.what.is_empty() {
            subjects.asked = subjects.sources.keys().cloned().collect();
        }
        subjects.catalog = Arc::new(catalog);
        Ok(subjects)
    }

    /// Adds the packs of a folder, or of one file, to those there are and, where they are asked for, to those shown.
    fn read(&mut self, catalog: &mut Catalog, folder: &Path, asked: bool) -> Result<(), CliError> {
        let mut files = Vec::new();
        if folder.is_file() {
            files.push(folder.to_owned());
        } else {
            load::collect(folder, &mut files)?;
        }
        for path in files {
            let bytes = input::read(&path)?;
            let parsed = Pack::parse(&bytes).and_then(|(pack, _)| catalog.add(&bytes).map(|_| pack));
            match parsed {
                Ok(pack) => {
                    if asked {
                        self.asked.insert(Arc::clone(&pack.id));
                    }
                    keep(&mut self.sources, Source { pack: Arc::new(pack), bytes: bytes.into(), path: Some(path) });
                }
                Err(faults) => self.broken.push((path.display().to_string(), first(&faults))),
            }
        }
        Ok(())
    }
}

/// Keeps the file of the higher version, of two of the same the later.
fn keep(sources: &mut BTreeMap<Arc<str>, Source>, source: Source) {
    let version: &Version = &source.pack.version;
    if sources.get(&source.pack.id).is_none_or(|known| known.pack.version <= *version) {
        sources.insert(Arc::clone(&source.pack.id), source);
    }
}

/// The first of some faults in one line.
pub(super) fn first(faults: &[Diagnostic]) -> String {
    faults.first().map_or_else(|| "it is no pack".to_owned(), ToString::to_string)
}

fn unknown(catalog: &Catalog, id: &str) -> String {
    match crate::pack::PackKind::of_id(id) {
        Some(kind) => catalog.find(kind, id, None).err().map_or_else(String::new, |fault| fault.to_string()),
        None => "an id has the form c4c:<kind>:<slug>".to_owned(),
    }
}

/// The system's words for what a folder of previews does not let do.
pub(super) fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {}", path.display(), plain(error))
}
