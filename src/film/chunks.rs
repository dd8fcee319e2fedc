//! A film in pieces of ten seconds that outlive whoever makes them: a folder beside the film holds those that are whole, each under a name
//! that says what it shows and what its bytes are. Names and hashes enter; paths of whole pieces leave. Only what has such a name is ever removed.

use super::{FilmError, FrameRange, Rate};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Seconds of the cartoon in a chunk.
pub const CHUNK: u64 = 10;
/// What the folder is called, after the film.
const SUFFIX: &str = ".chunks";
/// The file that whoever works on the chunks holds locked.
const LOCK: &str = "lock";
/// What a chunk that is not whole is called, before its number.
const MAKING: &str = "making-";
/// Hexadecimal digits of each hash in a name: 128 bits.
const DIGITS: usize = 32;
/// Bytes of a file that are read at once.
const PIECE: usize = 1 << 16;

/// The chunks of a film: chunk k holds the frames whose instants lie from second 10k until before second 10(k + 1), cut to those of the
/// film.
pub fn chunks(rate: Rate, frames: &FrameRange) -> BTreeMap<u64, FrameRange> {
    let first = |k: u64| {
        // Whole numbers all the way: the first frame at or after 10k seconds.
        let exact = u128::from(k) * u128::from(CHUNK) * u128::from(rate.num);
        u64::try_from(exact.div_ceil(u128::from(rate.den))).unwrap_or(u64::MAX)
    };
    let of = |frame: u64| {
        let exact = u128::from(frame) * u128::from(rate.den) / u128::from(rate.num) / u128::from(CHUNK);
        u64::try_from(exact).unwrap_or(u64::MAX)
    };
    if frames.is_empty() {
        return BTreeMap::new();
    }
    let cut = |k: u64| (k, first(k).max(frames.start)..first(k + 1).min(frames.end));
    (of(frames.start)..=of(frames.end - 1)).map(cut).collect()
}

/// Why the chunks of a film cannot be worked on.
#[derive(Debug)]
pub enum Refused {
    /// Another process works on them.
    Busy(PathBuf),
    /// Something failed.
    Failed(FilmError),
}

/// The folder of a film's chunks, locked for as long as this is there.
#[derive(Debug)]
pub struct Chunks {
    folder: PathBuf,
    extension: &'static str,
    /// What shapes every frame, the same for all chunks.
    all: String,
    /// Held, not read.
    _lock: File,
}

/// Where the chunks of a film lie.
pub fn folder(film: &Path) -> PathBuf {
    let mut name = OsString::from(film);
    name.push(SUFFIX);
    PathBuf::from(name)
}

impl Chunks {
    /// Locks the folder of a film's chunks, made if there is none. `all` is the hash of what shapes every frame, 64 hexadecimal digits. What
    /// an earlier process left unfinished is removed.
    ///
    /// # Errors
    /// When another process has it locked, or it cannot be made or written.
    pub fn open(film: &Path, extension: &'static str, all: &str) -> Result<Self, Refused> {
        let folder = folder(film);
        let failed = |error| Refused::Failed(FilmError::write(&folder)(error));
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
            _ => {}
        }
        let lock = File::options().write(true).create(true).truncate(false).open(folder.join(LOCK)).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Refused::Busy(folder)),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let chunks = Self { all: short(all), folder, extension, _lock: lock };
        chunks.remove_if(|name| name.ends_with(".part") || name.starts_with(MAKING)).map_err(Refused::Failed)?;
        Ok(chunks)
    }

    /// Where they lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes the chunks of which something differs that shapes every frame; gives how many there were.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn remove_others(&self) -> Result<usize, FilmError> {
        self.remove_if(|name| {
            parsed(name).is_some_and(|Name { all, extension, .. }| all != self.all || extension != self.extension)
        })
    }

    /// Removes the chunks whose bytes are not those they were written with; gives their numbers.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn remove_spoiled(&self) -> Result<Vec<u64>, FilmError> {
        let mut spoiled = Vec::new();
        for name in self.names()? {
            let Some(Name { number, bytes, .. }) = parsed(&name) else { continue };
            // What cannot be read is as good as spoiled.
            if hashed(&self.folder.join(&name)).is_ok_and(|hash| hash == bytes) {
                continue;
            }
            let path = self.folder.join(&name);
            fs::remove_file(&path).map_err(FilmError::write(&path))?;
            spoiled.push(number);
        }
        Ok(spoiled)
    }

    /// The numbers of the chunks there are, each with the hash of its frames.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn whole(&self) -> Result<BTreeMap<u64, String>, FilmError> {
        let names = self.names()?;
        let ours = names.iter().filter_map(|name| parsed(name)).filter(|name| name.all == self.all);
        Ok(ours.map(|name| (name.number, name.frames.to_owned())).collect())
    }

    /// Whether a chunk of these frames' hash (64 hexadecimal digits) has that hash in its name.
    pub fn is(named: &str, hash: &str) -> bool {
        named == short(hash)
    }

    /// The path of chunk `k`, whose frames have this hash, 64 hexadecimal digits.
    ///
    /// # Errors
    /// When there is none.
    pub fn path(&self, k: u64, hash: &str) -> Result<PathBuf, FilmError> {
        let frames = short(hash);
        let is = |name: &Name<'_>| name.number == k && name.all == self.all && name.frames == frames;
        let found = self.names()?.into_iter().find(|name| parsed(name).as_ref().is_some_and(is));
        let gone = || FilmError::write(&self.folder)(io::Error::other(format!("chunk {k} is gone")));
        found.map(|name| self.folder.join(name)).ok_or_else(gone)
    }

    /// Where chunk `k` is to be made.
    pub fn making(&self, k: u64) -> PathBuf {
        self.folder.join(format!("{MAKING}{k:06}.{}", self.extension))
    }

    /// Gives chunk `k`, made and complete, its name, so that it outlives this process and the machine's end. Another of that number goes.
    ///
    /// # Errors
    /// When it cannot be written to the disk, or renamed.
    pub fn keep(&self, k: u64, hash: &str) -> Result<(), FilmError> {
        let from = self.making(k);
        let bytes = hashed(&from).map_err(FilmError::write(&from))?;
        let to = self.folder.join(format!("{k:06}-{}-{}-{bytes}.{}", self.all, short(hash), self.extension));
        let synced = File::options().write(true).open(&from).and_then(|file| file.sync_all());
        synced.and_then(|()| fs::rename(&from, &to)).map_err(FilmError::write(&to))?;
        // The folder's entry too; systems that do not open folders keep it well enough.
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        Ok(())
    }

    /// Removes chunk `k`.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, k: u64) -> Result<(), FilmError> {
        self.remove_if(|name| parsed(name).is_some_and(|name| name.number == k)).map(drop)
    }

    /// Removes all chunks and the folder; gives false when something else lies in it, which stays.
    ///
    /// # Errors
    /// When a chunk cannot be removed.
    pub fn finish(&self) -> Result<bool, FilmError> {
        self.remove_if(|name| parsed(name).is_some() || name.ends_with(".part") || name.starts_with(MAKING))?;
        let lock = self.folder.join(LOCK);
        fs::remove_file(&lock).map_err(FilmError::write(lock))?;
        Ok(fs::remove_dir(&self.folder).is_ok())
    }

    fn names(&self) -> Result<Vec<String>, FilmError> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(FilmError::write(&self.folder))? {
            // What has another name is none of ours.
            names.extend(entry.map_err(FilmError::write(&self.folder))?.file_name().into_string().ok());
        }
        Ok(names)
    }

    fn remove_if(&self, which: impl Fn(&str) -> bool) -> Result<usize, FilmError> {
        let names = self.names()?;
        let gone: Vec<&String> = names.iter().filter(|name| which(name)).collect();
        for name in &gone {
            let path = self.folder.join(name);
            fs::remove_file(&path).map_err(FilmError::write(&path))?;
        }
        Ok(gone.len())
    }
}

fn short(hash: &str) -> String {
    hash.chars().take(DIGITS).collect()
}

/// The hash of a file's bytes, as names have it.
fn hashed(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hasher, mut piece) = (Sha256::new(), vec![0; PIECE]);
    loop {
        match file.read(&mut piece)? {
            0 => break,
            count => hasher.update(piece.get(..count).unwrap_or_default()),
        }
    }
    let hash: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(short(&hash))
}

/// What a chunk's name says.
struct Name<'a> {
    number: u64,
    /// The hash of what shapes all chunks.
    all: &'a str,
    /// That of its frames.
    frames: &'a str,
    /// That of its bytes.
    bytes: &'a str,
    extension: &'a str,
}

fn parsed(name: &str) -> Option<Name<'_>> {
    let (stem, extension) = name.split_once('.')?;
    let mut words = stem.split('-');
    let (number, all, frames, bytes) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let is_hash = |word: &&str| word.len() == DIGITS && word.bytes().all(|b| b.is_ascii_hexdigit());
    let is_number = number.len() >= 6 && number.bytes().all(|b| b.is_ascii_digit());
    let known = matches!(extension, "mp4" | "mov" | "webm" | "mkv");
    let ours = is_number && [all, frames, bytes].iter().all(is_hash) && words.next().is_none() && known;
    ours.then_some(Name { number: number.parse().ok()?, all, frames, bytes, extension })
}
