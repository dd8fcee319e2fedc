//! What lies beside a cartoon: its folder and the one of `--assets`. A picture's or a recording's name enters, its bytes leave; nothing outside the
//! two folders is ever read.
use super::error::plain;
use super::{CliError, input, reads};
use crate::diagnostic::Diagnostic;
use crate::pack::Reader;
use crate::stage::is_picture;
use crate::vocabulary::nearest;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A kind of file: its word, the largest that is read, bytes, and whether a name is one's.
struct Kind {
    word: &'static str,
    largest: u64,
    fits: fn(&str) -> bool,
}

/// A photograph of sixty-four megapixels is smaller.
const PICTURE: Kind = Kind { word: "picture", largest: 32 << 20, fits: is_picture };
/// An hour of music as WAV is smaller.
const RECORDING: Kind = Kind { word: "recording", largest: 1 << 30, fits: |name| extension(name).is_some() };

/// What the name of a recording ends in, when it is one of the forms that are read.
fn extension(name: &str) -> Option<&str> {
    let end = Path::new(name).extension()?.to_str()?;
    ["wav", "flac", "ogg", "oga", "mp3", "m4a", "mp4"]
        .iter()
        .any(|known| end.eq_ignore_ascii_case(known))
        .then_some(end)
}

/// The folders that a cartoon's pictures, recordings and templates lie in.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The cartoon's own.
    pub folder: PathBuf,
    assets: Option<PathBuf>,
    /// What is compiled in beside a cartoon that is too: it has no folder.
    compiled: Option<Reader>,
    /// A picture that no file holds, by its name.
    given: Option<(String, Vec<u8>)>,
    /// The files that were found, and the cartoon itself, as the system names them.
    found: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl Beside {
    /// The folder a cartoon's file lies in, and that of `--assets`.
    pub fn new(file: &Path, assets: Option<&Path>) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let own = Arc::new(Mutex::new(fs::canonicalize(file).into_iter().collect()));
        Self { folder: folder.to_owned(), assets: assets.map(Path::to_owned), compiled: None, given: None, found: own }
    }

    /// Refuses an output that is the cartoon itself, or a picture or a recording that it has read: that would be lost.
    ///
    /// # Errors
    /// When it is one of them.
    pub(super) fn spares(&self, output: &Path) -> Result<(), CliError> {
        let Ok(whole) = fs::canonicalize(output) else { return Ok(()) };
        if !self.found.lock().unwrap_or_else(PoisonError::into_inner).contains(&whole) {
            return Ok(());
        }
        Err(CliError::written_over(output))
    }

    /// The same of a compiled-in cartoon: what lies beside it is read there and not in a folder.
    pub fn compiled(self, reader: Reader) -> Self {
        Self { compiled: Some(reader), ..self }
    }

    /// The same with a picture of that name, whatever the folders hold.
    pub(super) fn with_picture(self, name: &str, bytes: Vec<u8>) -> Self {
        Self { given: Some((name.to_owned(), bytes)), ..self }
    }

    /// The bytes of a picture named by a path inside a folder: the cartoon's, then the assets'.
    ///
    /// # Errors
    /// A warning when it leads out of the folder (a link too), is not there, is too large or cannot be read.
    pub fn picture(&self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        if let Some((_, bytes)) = self.given.as_ref().filter(|(given, _)| given == name) {
            return Ok(bytes.clone());
        }
        self.read(name, &PICTURE)
    }

    /// The same of a recording. `./` before its name changes nothing.
    ///
    /// # Errors
    /// As those of a picture.
    pub fn recording(&self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        self.read(plainly(name), &RECORDING)
    }

    /// Whether a recording is there.
    ///
    /// # Errors
    /// As those of a picture; of what cannot be read none yet.
    pub fn has_recording(&self, name: &str) -> Result<(), Diagnostic> {
        match self.inside(plainly(name)) {
            Some(_) => Ok(()),
            None => self.find(plainly(name), &RECORDING).map(drop),
        }
    }

    fn read(&self, name: &str, kind: &Kind) -> Result<Vec<u8>, Diagnostic> {
        self.inside(name).map_or_else(|| read(&self.find(name, kind)?, kind), Ok)
    }

    /// What is compiled in under a name.
    fn inside(&self, name: &str) -> Option<Vec<u8>> {
        self.compiled.as_ref()?.read(name).ok()
    }

    fn find(&self, name: &str, kind: &Kind) -> Result<PathBuf, Diagnostic> {
        let warning = |message: String| Err(Diagnostic::warning("", message));
        let word = kind.word;
        if name.is_empty() {
            return warning(format!("no {word} has an empty name"));
        }
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
                (Err(error), _) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    reads::missed(&file);
                    continue;
                }
                (Err(error), _) | (_, Err(error)) => return warning(format!("cannot read {name}: {}", plain(&error))),
            };
            reads::led(&file, &found);
            if !found.starts_with(&root) {
                return warning(format!("\"{name}\" is a link that leads out of the folder: it is not read"));
            }
            // Until it is read.
            reads::missed(&found);
            return match fs::metadata(&found) {
                // A pipe would be waited for.
                Ok(facts) if !facts.is_file() => warning(format!("{name} is no file")),
                Ok(facts) if facts.len() > kind.largest => {
                    warning(format!("{name} is larger than {} MiB", kind.largest >> 20))
                }
                _ => {
                    self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(found.clone());
                    Ok(found)
                }
            };
        }
        let fault = Diagnostic::warning("", format!("there is no {word} {name} beside the cartoon"));
        Err(match self.near(name, kind) {
            Some(near) => fault.hint(format!("did you mean \"{near}\"?")),
            None => fault.hint("it lies in the cartoon's folder, or in the one --assets names"),
        })
    }

    fn folders(&self) -> impl Iterator<Item = &Path> {
        [Some(&*self.folder).filter(|_| self.compiled.is_none()), self.assets.as_deref()].into_iter().flatten()
    }

    /// The file of a kind with a name most like this one, in the folder that this one would lie in.
    fn near(&self, name: &str, kind: &Kind) -> Option<String> {
        let within = Path::new(name).parent()?;
        let wanted = Path::new(name).file_name()?.to_str()?;
        let listed = self.folders().filter_map(|folder| fs::read_dir(folder.join(within)).ok()).flatten().flatten();
        let mut names: Vec<String> = listed.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.retain(|name| (kind.fits)(name));
        names.sort();
        let near = nearest(wanted, names.iter().map(String::as_str))?;
        within.join(near).to_str().map(str::to_owned)
    }
}

fn plainly(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

fn read(file: &Path, kind: &Kind) -> Result<Vec<u8>, Diagnostic> {
    input::read_up_to(file, kind.largest).map_err(|error: CliError| Diagnostic::warning("", error.message))
}

impl From<&Path> for Beside {
    /// Beside a cartoon that lies in this folder, without assets.
    fn from(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), assets: None, compiled: None, given: None, found: Arc::default() }
    }
}
