//! Outputs that appear under their name only when they are whole: a file or a folder under a temporary name beside it,
//! renamed at the end, removed when dropped before.
use super::stale::{PART, folder_of, prefix, sweep};
use super::{Bytes, FilmError, Unfinished, convert};
use crate::paint::Picture;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir, TempPath};

/// What the temporary name of a picture ends in, which is closed while it waits and so held by nobody that [`sweep`] could see.
const WAITING: &str = ".still.part";

/// A file that is not whole yet.
#[derive(Debug)]
pub(super) struct PartFile {
    temporary: NamedTempFile,
    /// The name that was asked for.
    target: PathBuf,
    /// The file that this name leads to, be it over links.
    place: PathBuf,
}

/// The name that a file comes to have: what links lead to, so that they stay what they are.
fn place(target: &Path) -> Result<PathBuf, FilmError> {
    /// As many as Linux follows.
    const LINKS: usize = 40;
    let refused = |kind, why| FilmError::write(target)(io::Error::new(kind, why));
    match fs::metadata(target) {
        Ok(facts) if facts.is_dir() => return Err(FilmError::is_a_folder(target)),
        Ok(facts) if !facts.is_file() => {
            return Err(refused(io::ErrorKind::InvalidInput, "it is a pipe or a device, not a file"));
        }
        // A folder's owner may replace any file in it; who took the right to write from a film wants to keep it.
        Ok(facts) if facts.permissions().readonly() => {
            return Err(refused(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        _ => {}
    }
    let mut place = target.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&place) else { return Ok(place) };
        place = folder_of(&place).join(next);
    }
    Err(refused(io::ErrorKind::Other, "its links lead in a circle"))
}

/// Whether a name is that of a pipe or a device: what can be written to and not replaced.
pub(super) fn is_pipe(target: &Path) -> bool {
    fs::metadata(target).is_ok_and(|facts| !facts.is_file() && !facts.is_dir())
}

/// Read and write for all that the person's umask allows, as any file has that a program makes.
#[cfg(unix)]
fn permissions(mode: u32) -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(mode)
}

impl PartFile {
    /// Makes the temporary file in `target`'s own folder, so that the rename crosses no disk, and removes what earlier programs that were
    /// killed left of this very film.
    pub fn create(target: &Path) -> Result<Self, FilmError> {
        let place = place(target)?;
        sweep(&place);
        let part = Self::begin(folder_of(&place).to_owned(), target, place, PART)?;
        // Held as long as this program is: so others see that it is not stale.
        #[cfg(unix)]
        let _ = part.file().try_lock();
        Ok(part)
    }

    /// Makes it in another folder of the same disk, which whoever calls keeps clear.
    pub fn create_in(folder: &Path, target: &Path) -> Result<Self, FilmError> {
        Self::begin(folder.to_owned(), target, place(target)?, PART)
    }

    fn begin(folder: PathBuf, target: &Path, place: PathBuf, suffix: &str) -> Result<Self, FilmError> {
        let prefix = prefix(&place);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(suffix);
        #[cfg(unix)]
        let permissions = permissions(0o666);
        #[cfg(unix)]
        builder.permissions(permissions);
        let temporary = builder.tempfile_in(folder).map_err(FilmError::write(target))?;
        Ok(Self { temporary, target: target.to_owned(), place })
    }

    /// Its temporary name.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// The name it will have.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The folder it lies in.
    pub fn folder(&self) -> &Path {
        folder_of(&self.place)
    }

    /// The open file.
    pub fn file(&self) -> &fs::File {
        self.temporary.as_file()
    }

    /// Gives the file its name; returns its length in bytes.
    pub fn keep(self) -> Result<u64, FilmError> {
        let Self { temporary, target, place } = self;
        let file = temporary.persist(&place).map_err(|e| FilmError::write(&target)(e.error))?;
        Ok(file.metadata().map_err(FilmError::write(target))?.len())
    }
}

/// A whole picture that has not got its name yet.
#[derive(Debug)]
pub struct PartPicture {
    temporary: TempPath,
    target: PathBuf,
    place: PathBuf,
}

impl PartPicture {
    /// Writes a picture as a PNG file under a temporary name in `target`'s folder. `begun` hears of the file before it grows.
    ///
    /// # Errors
    /// When it cannot be written; nothing is left of it then.
    pub fn write(picture: &Picture, target: &Path, begun: impl FnOnce(Unfinished)) -> Result<Self, FilmError> {
        let mut png = Vec::new();
        convert(picture, Bytes::Png, &mut png)?;
        Self::of_bytes(&png, target, begun)
    }

    /// Writes a file's bytes, be it a picture or not, under a temporary name in `target`'s folder. `begun` hears of the file before it grows.
    ///
    /// # Errors
    /// As [`PartPicture::write`].
    pub fn of_bytes(bytes: &[u8], target: &Path, begun: impl FnOnce(Unfinished)) -> Result<Self, FilmError> {
        let place = place(target)?;
        let part = PartFile::begin(folder_of(&place).to_owned(), target, place, WAITING)?;
        begun(Unfinished::new(part.path(), None));
        part.file().write_all(bytes).map_err(FilmError::write(target))?;
        let PartFile { temporary, target, place } = part;
        // Closed: however many pictures wait for their names, few files are open.
        Ok(Self { temporary: temporary.into_temp_path(), target, place })
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// When it cannot be renamed; nothing is left of it then.
    pub fn keep(self) -> Result<(), FilmError> {
        self.temporary.persist(&self.place).map_err(|e| FilmError::write(self.target)(e.error))
    }
}

/// A folder of frames that is not whole yet.
#[derive(Debug)]
pub(super) struct PartFolder {
    temporary: TempDir,
    target: PathBuf,
    /// Open and locked as long as this program is: so others see that it is not stale.
    _held: Option<fs::File>,
}

/// `000123.png` and its like: six digits or more.
fn is_frame_name(name: &OsStr) -> bool {
    let digits = name.to_str().and_then(|name| name.strip_suffix(".png"));
    digits.is_some_and(|digits| digits.len() >= 6 && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// The frames that the folder holds; an error when it holds anything else.
fn frames_in(folder: &Path) -> Result<Vec<PathBuf>, FilmError> {
    let mut frames = Vec::new();
    for entry in fs::read_dir(folder).map_err(FilmError::write(folder))? {
        let entry = entry.map_err(FilmError::write(folder))?;
        if !is_frame_name(&entry.file_name()) {
            let found = entry.file_name().to_string_lossy().into_owned();
            return Err(FilmError::NotAFrame { folder: folder.to_owned(), found });
        }
        frames.push(entry.path());
    }
    Ok(frames)
}

impl PartFolder {
    /// Makes the temporary folder beside `target`, which may exist when it holds nothing but frames.
    pub fn create(target: &Path) -> Result<Self, FilmError> {
        // The name without its trailing slash, so that a rename works everywhere.
        let target: PathBuf = target.components().collect();
        if target.exists() {
            frames_in(&target)?;
        } else if target.is_symlink() {
            // No folder can take the name of a link.
            return Err(FilmError::write(target)(io::Error::other("it is a link to something that is not there")));
        }
        sweep(&target);
        let prefix = prefix(&target);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(PART);
        #[cfg(unix)]
        let permissions = permissions(0o777);
        #[cfg(unix)]
        builder.permissions(permissions);
        let temporary = builder.tempdir_in(folder_of(&target)).map_err(FilmError::write(&target))?;
        let held = fs::File::open(temporary.path()).ok().filter(|held| held.try_lock().is_ok());
        Ok(Self { temporary, target, _held: held })
    }

    /// Where to write frame `number` for now.
    pub fn frame(&self, number: u64) -> PathBuf {
        self.temporary.path().join(format!("{number:06}.png"))
    }

    /// The temporary folder.
    pub fn path(&self) -> &Path {
        self.temporary.path()
    }

    /// The name it will have.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the folder its name. In a folder that exists the new frames take the place of all earlier ones.
    pub fn keep(self) -> Result<(), FilmError> {
        let failed = |error| FilmError::write(&self.target)(error);
        if !self.target.exists() {
            // Only once it has its name it is no more for removing.
            fs::rename(self.temporary.path(), &self.target).map_err(failed)?;
            let _ = self.temporary.keep();
            return Ok(());
        }
        for old in frames_in(&self.target)? {
            fs::remove_file(&old).map_err(FilmError::write(old))?;
        }
        for new in fs::read_dir(self.temporary.path()).map_err(failed)? {
            let new = new.map_err(FilmError::write(&self.target))?;
            let to = self.target.join(new.file_name());
            fs::rename(new.path(), &to).map_err(FilmError::write(to))?;
        }
        Ok(())
    }
}
