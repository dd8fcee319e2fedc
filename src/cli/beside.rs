//! What lies beside a cartoon: its folder and the one of `--assets`. A picture's name enters, its bytes leave; nothing outside the
//! two folders is ever read.
use super::error::plain;
use super::{CliError, input};
use crate::diagnostic::Diagnostic;
use crate::stage::is_picture;
use crate::vocabulary::nearest;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// The largest picture read, bytes: a photograph of a hundred megapixels is smaller.
const LARGEST: u64 = 32 << 20;

/// The folders that a cartoon's pictures and templates lie in.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The cartoon's own.
    pub folder: PathBuf,
    assets: Option<PathBuf>,
}

impl Beside {
    /// The folder a cartoon's file lies in, and that of `--assets`.
    pub fn new(file: &Path, assets: Option<&Path>) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self { folder: folder.to_owned(), assets: assets.map(Path::to_owned) }
    }

    /// The bytes of a picture named by a path inside a folder: the cartoon's, then the assets'.
    ///
    /// # Errors
    /// A warning when it leads out of the folder (a link too), is not there, is too large or cannot be read.
    pub fn picture(&self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        let warning = |message: String| Err(Diagnostic::warning("", message));
        let inside = Path::new(name).components().all(|step| matches!(step, Component::Normal(_)));
        if !inside || name.contains('\\') {
            let fault =
                Diagnostic::warning("", format!("\"{name}\" leads out of the cartoon's folder: it is not read"));
            return Err(fault.hint("a path inside that folder, or inside the one --assets names"));
        }
        for folder in self.folders() {
            let file = folder.join(name);
            let (found, root) = match (fs::canonicalize(&file), fs::canonicalize(folder)) {
                (Ok(found), Ok(root)) => (found, root),
                (Err(error), _) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => continue,
                (Err(error), _) | (_, Err(error)) => return warning(format!("cannot read {name}: {}", plain(&error))),
            };
            if !found.starts_with(&root) {
                return warning(format!("\"{name}\" is a link that leads out of the folder: it is not read"));
            }
            return match fs::metadata(&found) {
                Ok(facts) if !facts.is_file() => warning(format!("{name} is no file")),
                Ok(facts) if facts.len() > LARGEST => warning(format!("{name} is larger than {} MiB", LARGEST >> 20)),
                _ => input::read(&found).map_err(|error: CliError| Diagnostic::warning("", error.message)),
            };
        }
        let fault = Diagnostic::warning("", format!("there is no picture {name} beside the cartoon"));
        Err(match self.near(name) {
            Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
            None => fault.hint("it lies in the cartoon's folder, or in the one --assets names"),
        })
    }

    fn folders(&self) -> impl Iterator<Item = &Path> {
        [Some(&*self.folder), self.assets.as_deref()].into_iter().flatten()
    }

    /// The picture with a name most like this one, in the folder that this one would lie in.
    fn near(&self, name: &str) -> Option<String> {
        let within = Path::new(name).parent()?;
        let wanted = Path::new(name).file_name()?.to_str()?;
        let listed = self.folders().filter_map(|folder| fs::read_dir(folder.join(within)).ok()).flatten().flatten();
        let mut names: Vec<String> = listed.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.retain(|name| is_picture(name));
        names.sort();
        let near = nearest(wanted, names.iter().map(String::as_str))?;
        within.join(near).to_str().map(str::to_owned)
    }
}

impl From<&Path> for Beside {
    /// Beside a cartoon that lies in this folder, without assets.
    fn from(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), assets: None }
    }
}
