//! Where a pack is from, what lies beside its file, and the hash of it. The reading itself is handed in.
use super::shipped_file;
use crate::diagnostic::Diagnostic;
use sha2::{Digest, Sha256};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Where a pack is from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// From bytes alone.
    #[default]
    Given,
    /// Compiled in, from this path under `packs/`.
    BuiltIn(String),
    /// From a file.
    File(PathBuf),
}

/// Reads what lies beside a pack's file by its name.
type Read = dyn Fn(&str) -> Result<Vec<u8>, Diagnostic> + Send + Sync;

/// What lies beside a pack's file; nothing, for a pack from bytes alone.
#[derive(Clone, Default)]
pub struct Reader(Option<Arc<Read>>);

impl Reader {
    /// What `read` gives.
    pub fn new(read: impl Fn(&str) -> Result<Vec<u8>, Diagnostic> + Send + Sync + 'static) -> Reader {
        Reader(Some(Arc::new(read)))
    }

    /// What is compiled in beside the pack at this path under `packs/`.
    pub fn built_in(path: &str) -> Reader {
        let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        Reader::new(move |name| match shipped_file(&format!("{folder}{name}")) {
            Some(bytes) => Ok(bytes.into_owned()),
            None => Err(Diagnostic::warning("", format!("nothing is compiled in as {folder}{name}"))),
        })
    }

    /// The bytes of the file of that name.
    ///
    /// # Errors
    /// A warning, where there is none or it cannot be read.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Diagnostic> {
        match &self.0 {
            Some(read) => read(name),
            None => Err(Diagnostic::warning("", format!("there is no {name} beside the pack"))),
        }
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Reader(…)" } else { "Reader(nothing)" })
    }
}

/// The SHA-256 of some bytes, 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
