//! What was made of which packs, kept beside the pictures: what is unchanged is not drawn again, and nothing is cleared that
//! the program did not make.
use super::card::Card;
use super::subjects::unwritable;
use crate::cli::interrupt::Interrupt;
use crate::film::PartPicture;
use crate::pack::{Pack, PackKind, sha256};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

/// The record's name in the folder of previews.
pub(super) const NAME: &str = "previews.json";
/// The page's.
pub(super) const PAGE: &str = "index.html";
/// What the names of a pack's files go on with after its own.
const SUFFIXES: [&str; 6] = ["", "-still", "-strip", "-sheet", "-grades", "-use"];
/// The form of the record.
const FORMAT: u32 = 1;

/// Files by name, each with its length and the hash of its bytes.
type Files = BTreeMap<String, (u64, String)>;

/// What was made.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(super) struct Record {
    format: u32,
    /// The hash of the page.
    #[serde(default)]
    pub page: String,
    /// By the packs' ids.
    pub made: BTreeMap<String, Made>,
    /// Hashes of the files that were about to get their names when this was written, by these: whether they have them, only a look
    /// can tell, if the program was killed meanwhile.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    coming: BTreeMap<String, String>,
}

/// What was made of a pack.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Made {
    /// The hash of all it depends on.
    pub key: String,
    /// Its files.
    pub files: Files,
    /// What the gallery shows of it.
    pub card: Card,
}

impl Record {
    /// The record of a folder; one that is not there knows of nothing.
    ///
    /// # Errors
    /// The path of a file of that name that is no record.
    pub fn read(folder: &Path) -> Result<Record, PathBuf> {
        let path = folder.join(NAME);
        if path.symlink_metadata().is_err() {
            return Ok(Record::default());
        }
        let bytes = file(folder, NAME).and_then(|path| fs::read(path).ok());
        let read = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        read.filter(|record: &Record| record.format == FORMAT).ok_or(path)
    }

    /// The first of some names in the folder that is taken by something that was not made here, or that has been changed since.
    pub fn foreign(&self, folder: &Path, names: impl IntoIterator<Item = String>) -> Option<PathBuf> {
        let made: BTreeMap<&str, &str> =
            self.made.values().flat_map(|made| &made.files).map(|(name, (_, hash))| (&**name, &**hash)).collect();
        let ours = |name: &str| {
            let known = if name == PAGE { Some(&*self.page) } else { made.get(name).copied() };
            let bytes = file(folder, name).and_then(|path| fs::read(path).ok());
            bytes.is_some_and(|bytes| {
                let hash = Some(sha256(&bytes));
                known == hash.as_deref() || self.coming.get(name) == hash.as_ref()
            })
        };
        let taken = |name: &String| folder.join(name).symlink_metadata().is_ok() && !ours(name);
        names.into_iter().find(taken).map(|name| folder.join(name))
    }

    /// Puts it beside the pictures in one go.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, folder: &Path, interrupt: &Interrupt) -> Result<(), String> {
        let mut text = serde_json::to_vec_pretty(&Record { format: FORMAT, ..self.clone() }).map_err(|e| e.to_string())?;
        text.push(b'\n');
        write(&folder.join(NAME), &text, interrupt)
    }

    /// Writes down that files will get their names now, each with its hash.
    ///
    /// # Errors
    /// As [`Record::write`].
    pub fn announce(
        &mut self,
        files: impl IntoIterator<Item = (String, String)>,
        folder: &Path,
        interrupt: &Interrupt,
    ) -> Result<(), String> {
        self.coming.extend(files);
        self.write(folder, interrupt)
    }

    /// What was made of a pack, if it is as it would be made now and its files are there as they were.
    pub fn fresh(&self, id: &str, key: &str, folder: &Path) -> Option<&Made> {
        let made = self.made.get(id).filter(|made| made.key == key)?;
        let there = |(name, (length, hash)): (&String, &(u64, String))| {
            let bytes = file(folder, name).and_then(|path| fs::read(path).ok());
            bytes.is_some_and(|bytes| bytes.len() as u64 == *length && sha256(&bytes) == *hash)
        };
        made.files.iter().all(there).then_some(made)
    }

    /// Removes the files that an earlier record knows and this one does not, unless somebody has changed them since; gives how many are
    /// gone.
    pub fn clear(&self, earlier: &Record, folder: &Path) -> usize {
        let names = |record: &Record| -> BTreeSet<String> {
            record.made.values().flat_map(|made| made.files.keys().cloned()).collect()
        };
        let now = names(self);
        let stale = earlier.made.values().flat_map(|made| &made.files).filter(|(name, _)| !now.contains(*name));
        let ours = |(name, (_, hash)): &(&String, &(u64, String))| {
            let bytes = file(folder, name).and_then(|path| fs::read(path).ok());
            bytes.is_some_and(|bytes| sha256(&bytes) == *hash)
        };
        let gone = |(name, _): &(&String, _)| file(folder, name).is_some_and(|path| fs::remove_file(path).is_ok());
        stale.filter(ours).filter(gone).count()
    }
}

/// The names that the files of a pack may get.
pub(super) fn names(pack: &Pack, clip: &str) -> Vec<String> {
    let stem = super::stem(&pack.id);
    let heard = (pack.kind == PackKind::Voice).then_some("wav");
    let endings: BTreeSet<&str> = ["png", clip].into_iter().chain(heard).collect();
    SUFFIXES.iter().flat_map(|suffix| endings.iter().map(|ending| format!("{stem}{suffix}.{ending}")).collect::<Vec<_>>()).collect()
}

/// The path of a file that the record names: in the folder itself, whatever the record says.
fn file(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut steps = Path::new(name).components();
    let plain = matches!((steps.next(), steps.next()), (Some(Component::Normal(_)), None));
    plain.then(|| folder.join(name)).filter(|path| !path.is_symlink())
}

/// Writes a file so that it appears under its name when it is whole.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(path: &Path, bytes: &[u8], interrupt: &Interrupt) -> Result<(), String> {
    let part = PartPicture::of_bytes(bytes, path, |unfinished| interrupt.covers(unfinished));
    part.and_then(PartPicture::keep).map_err(|error| error.to_string())
}

/// Gives the files of a pack, whole in a folder of their own, their names in the folder of previews. `so_far` tells of what lies there, and
/// of these files before they have their names: killed at any moment, the next run knows them for its own.
///
/// # Errors
/// When one cannot be read or renamed, or its name is taken by what was not made here.
pub(super) fn move_in(from: &Path, to: &Path, so_far: &Mutex<Record>, interrupt: &Interrupt) -> Result<Files, String> {
    let mut files = Files::new();
    let entries = fs::read_dir(from).map_err(|error| unwritable(from, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| unwritable(from, &error))?.path();
        let bytes = fs::read(&path).map_err(|error| unwritable(&path, &error))?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        files.insert(name, (bytes.len() as u64, sha256(&bytes)));
    }
    {
        let mut record = so_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(taken) = record.foreign(to, files.keys().cloned()) {
            return Err(format!("{} was not made here", taken.display()));
        }
        record.announce(files.iter().map(|(name, (_, hash))| (name.clone(), hash.clone())), to, interrupt)?;
    }
    for name in files.keys() {
        let target = to.join(name);
        fs::rename(from.join(name), &target).map_err(|error| unwritable(&target, &error))?;
    }
    Ok(files)
}
