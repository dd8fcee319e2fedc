//! What a piece of work reads: the files, the folders it lists, and what it looks for and does not find. Noted while somebody asks for it, so that he
//! knows what the work depends on, and whether that is still as it was.
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::SystemTime;

/// What was found at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    /// Nothing that could be read.
    Nothing(Option<Outside>),
    /// A file.
    File(Outside, u64),
    /// A folder, with these names in it.
    Folder(BTreeSet<PathBuf>),
    /// A way over a link.
    Way(PathBuf),
}

/// What is known of a file that is not opened: its length and when it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outside {
    length: u64,
    written: Option<SystemTime>,
}

/// What was read, by path.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads(BTreeMap<PathBuf, Seen>);

/// What has been read since [`begin`]; nothing is noted before.
static NOTED: Mutex<Option<Reads>> = Mutex::new(None);

fn noted_now() -> MutexGuard<'static, Option<Reads>> {
    NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Notes from now on, and forgets what has been noted.
pub(super) fn begin() {
    *noted_now() = Some(Reads::default());
}

/// What has been noted so far.
pub(super) fn noted() -> Reads {
    noted_now().clone().unwrap_or_default()
}

fn note(path: &Path, seen: impl FnOnce() -> Seen) {
    let mut noted = noted_now();
    if let Some(noted) = noted.as_mut() {
        noted.0.insert(path.to_owned(), seen());
    }
}

/// A file was read, from its start.
pub(super) fn read(path: &Path, file: &File, bytes: &[u8]) {
    note(path, || match file.metadata() {
        Ok(facts) => Seen::File(Outside::of(&facts), hash(bytes)),
        Err(_) => Seen::Nothing(None),
    });
}

/// A file was looked for and is not there, or cannot be read.
pub(super) fn missed(path: &Path) {
    note(path, || Seen::Nothing(outside(path)));
}

/// The names in a folder are about to be read.
pub(super) fn listed(folder: &Path) {
    note(folder, || Seen::Folder(names(folder)));
}

/// A path was followed to where it leads, which is elsewhere when there are links on the way.
pub(super) fn led(path: &Path, to: &Path) {
    if path != to {
        note(path, || Seen::Way(to.to_owned()));
    }
}

impl Outside {
    fn of(facts: &fs::Metadata) -> Self {
        Self { length: facts.len(), written: facts.modified().ok() }
    }
}

fn outside(path: &Path) -> Option<Outside> {
    fs::metadata(path).ok().map(|facts| Outside::of(&facts))
}

/// Bytes that are hashed at once.
const PIECE: usize = 1 << 16;

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.chunks(PIECE).for_each(|piece| hasher.write(piece));
    hasher.finish()
}

/// The same of a file's bytes, however large it is.
fn hash_of(path: &Path) -> io::Result<u64> {
    let (mut file, mut piece, mut hasher) = (File::open(path)?, Vec::with_capacity(PIECE), DefaultHasher::new());
    loop {
        piece.clear();
        if file.by_ref().take(PIECE as u64).read_to_end(&mut piece)? == 0 {
            return Ok(hasher.finish());
        }
        hasher.write(&piece);
    }
}

/// The paths in a folder that matter to whoever lists one: folders, packs and takes.
fn names(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let matters = |path: &PathBuf| path.extension().is_some_and(|end| end == "json" || end == "wav") || path.is_dir();
    entries.filter(matters).collect()
}

impl Reads {
    /// What is no longer as it was. A file that was written again with the same bytes is; `touched` ones are read, others only when they look different
    /// from outside.
    pub fn changed(&mut self, touched: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, seen) in &mut self.0 {
            if seen.has_changed(path, touched) {
                changed.push(path.clone());
            }
        }
        changed
    }

    /// The paths.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.0.keys()
    }

    /// Forgets a path: it is no one's business how it changes.
    pub fn forget(&mut self, path: &Path) {
        self.0.remove(path);
    }

    /// Notes a folder and every file in it as they are now.
    pub fn add_folder(&mut self, folder: &Path) {
        let names = names(folder);
        for path in names.iter().filter(|path| path.is_file()) {
            let seen = match (outside(path), hash_of(path)) {
                (Some(outside), Ok(hash)) => Seen::File(outside, hash),
                (outside, _) => Seen::Nothing(outside),
            };
            self.0.insert(path.clone(), seen);
        }
        self.0.insert(folder.to_owned(), Seen::Folder(names));
    }
}

impl Seen {
    fn has_changed(&mut self, path: &Path, touched: &BTreeSet<PathBuf>) -> bool {
        match self {
            Seen::Nothing(before) => outside(path) != *before,
            Seen::Way(to) => fs::canonicalize(path).ok().as_ref() != Some(to),
            Seen::Folder(before) => names(path) != *before,
            Seen::File(before, of) => {
                let Some(now) = outside(path) else { return true };
                let is_touched = || touched.iter().any(|touched| touched.file_name() == path.file_name());
                if now == *before && !is_touched() {
                    return false;
                }
                let same = hash_of(path).is_ok_and(|now| now == *of);
                if same {
                    // It need not be read again for the same news.
                    *before = now;
                }
                !same
            }
        }
    }
}
