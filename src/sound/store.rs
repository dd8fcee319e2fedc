//! Where takes are kept: one WAV a line, named by who says what and a hash of all that shapes it. Whoever lays another recording in its place is heard
//! instead.
use super::line::{Said, Trouble};
use super::take::Take;
use super::{clip, wav};
use crate::diagnostic::plain;
use sha2::{Digest, Sha256};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// A folder of takes.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// Bytes of the hash in a name: two lines of a film do not meet by chance.
const HASHED: usize = 8;
/// The field of a trouble that concerns the folder, and so every line.
pub const FOLDER: &str = "speech-dir";
/// Letters of the text in a name.
const LETTERS: usize = 32;

impl Store {
    /// Of a folder; it is made when the first take is kept.
    pub fn new(folder: PathBuf) -> Store {
        Store { folder }
    }

    fn path(&self, line: &Said, key: &str) -> PathBuf {
        let hash: String =
            Sha256::digest(key.as_bytes()).iter().take(HASHED).map(|byte| format!("{byte:02x}")).collect();
        let plain = |text: &str| -> String {
            let words: String =
                text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
            let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
            words.join("-").chars().take(LETTERS).collect()
        };
        self.folder.join(format!("{}-{}-{hash}.wav", plain(&line.who), plain(&line.text)))
    }

    /// The take of a line, if there is one.
    pub fn read(&self, line: &Said, key: &str, troubles: &mut Vec<Trouble>) -> Option<Take> {
        let path = self.path(line, key);
        let name = path.display();
        if path.metadata().is_ok_and(|facts| !facts.is_file()) {
            // A pipe would be waited for.
            troubles.push(trouble(format!("{name} is no file: the line is spoken anew")));
            return None;
        }
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(fault) if matches!(fault.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return None,
            // Of a folder that nobody may look into, writing tells.
            Err(fault) if fault.kind() == ErrorKind::PermissionDenied && !path.exists() => return None,
            Err(fault) => {
                troubles.push(trouble(format!("{name} cannot be read ({fault}): the line is spoken anew")));
                return None;
            }
        };
        if let Some(lips) = wav::lips(&bytes) {
            return Some(Take::kept(wav::samples(&bytes)?, lips));
        }
        match clip::decode(bytes, Some("wav")) {
            Ok(sound) => Some(Take::recorded(clip::mono(sound), &line.text)),
            Err(why) => {
                troubles.push(trouble(format!("{name}: {why}; a voice speaks the line")));
                None
            }
        }
    }

    /// Keeps a take; under its name only when it is whole.
    pub fn write(&self, line: &Said, key: &str, take: &Take, troubles: &mut Vec<Trouble>) {
        let path = self.path(line, key);
        if path.exists() {
            // What cannot be read is not written over: it may be somebody's recording.
            return;
        }
        let bytes = wav::with_lips(&take.sound.whole().left, &take.lips);
        let kept = std::fs::create_dir_all(&self.folder).and_then(|()| {
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            file.write_all(&bytes)?;
            file.persist(&path).map(drop).map_err(|fault| fault.error)
        });
        if let Err(fault) = kept {
            let message =
                format!("{} cannot be written to ({}): takes are not kept", self.folder.display(), plain(&fault));
            troubles.push(Trouble { field: FOLDER, ..trouble(message) });
        }
    }
}

fn trouble(message: String) -> Trouble {
    Trouble { field: "", message, hint: None }
}
