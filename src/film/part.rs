//! Outputs that appear under their name only when they are whole: a file or a folder under a temporary name beside it,
//! renamed at the end, removed when dropped before.
use super::{Bytes, FilmError, Unfinished, convert};
use crate::paint::Picture;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir, TempPath};

/// A file that is not whole yet.
#[derive(Debug)]
pub(super) struct PartFile {
    temporary: NamedTempFile,
    target: PathBuf,
}

/// The folder a path lies in; `.` for a bare name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The start of a temporary name: `film.mp4.`.
fn prefix(target: &Path) -> OsString {
    let mut name = target.file_name().unwrap_or(OsStr::new("film")).to_owned();
    name.push(".");
    name
}

/// Read and write for all that the person's umask allows, as any file has that a program makes.
#[cfg(unix)]
fn permissions(mode: u32) -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(mode)
}

impl PartFile {
    /// Makes the temporary file in `target`'s own folder, so that the rename crosses no disk.
    pub fn create(target: &Path) -> Result<Self, FilmError> {
        Self::create_in(folder_of(target), target)
    }

    /// Makes it in another folder of the same disk.
    pub fn create_in(folder: &Path, target: &Path) -> Result<Self, FilmError> {
        if target.is_dir() {
            return Err(FilmError::is_a_folder(target));
        }
        let prefix = prefix(target);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        let permissions = permissions(0o666);
        #[cfg(unix)]
        builder.permissions(permissions);
        let temporary = builder.tempfile_in(folder).map_err(FilmError::write(target))?;
        Ok(Self { temporary, target: target.to_owned() })
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
        folder_of(&self.target)
    }

    /// The open file.
    pub fn file(&self) -> &fs::File {
        self.temporary.as_file()
    }

    /// Gives the file its name; returns its length in bytes.
    pub fn keep(self) -> Result<u64, FilmError> {
        let Self { temporary, target } = self;
        let file = temporary.persist(&target).map_err(|e| FilmError::write(&target)(e.error))?;
        Ok(file.metadata().map_err(FilmError::write(target))?.len())
    }
}

/// A whole picture that has not got its name yet.
#[derive(Debug)]
pub struct PartPicture {
    temporary: TempPath,
    target: PathBuf,
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
        let part = PartFile::create(target)?;
        begun(Unfinished::new(part.path(), None));
        part.file().write_all(bytes).map_err(FilmError::write(target))?;
        let PartFile { temporary, target } = part;
        // Closed: however many pictures wait for their names, few files are open.
        Ok(Self { temporary: temporary.into_temp_path(), target })
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// When it cannot be renamed; nothing is left of it then.
    pub fn keep(self) -> Result<(), FilmError> {
        self.temporary.persist(&self.target).map_err(|e| FilmError::write(self.target)(e.error))
    }
}

/// A folder of frames that is not whole yet.
#[derive(Debug)]
pub(super) struct PartFolder {
    temporary: TempDir,
    target: PathBuf,
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
        let prefix = prefix(&target);
        let mut builder = Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        let permissions = permissions(0o777);
        #[cfg(unix)]
        builder.permissions(permissions);
        let temporary = builder.tempdir_in(folder_of(&target)).map_err(FilmError::write(&target))?;
        Ok(Self { temporary, target })
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
