//! What a film that is being made has outside this program's memory: a file or folder, and maybe a process that writes it.
//! Enters: their names. Leaves: nothing of them. For a program that must end at once; a film that ends by itself needs none.
use super::running::Running;
use std::fs;
use std::path::{Path, PathBuf};

/// An unfinished file or folder, and the process that writes it.
#[derive(Clone, Debug)]
pub struct Unfinished {
    path: PathBuf,
    running: Option<Running>,
}

/// How often a folder is emptied that another thread still writes into; once is enough nearly always.
const AGAIN: usize = 10;

impl Unfinished {
    /// A file or folder that nothing but this program writes.
    pub fn at(path: &Path) -> Self {
        Self::new(path, None)
    }

    /// A process that writes nothing that stays.
    pub(super) fn process(running: Running) -> Self {
        Self { path: PathBuf::new(), running: Some(running) }
    }

    pub(super) fn new(path: &Path, running: Option<Running>) -> Self {
        Self { path: path.to_owned(), running }
    }

    /// Ends the process that writes it, if there is one; whoever waits for it goes on.
    pub fn kill(&self) {
        if let Some(running) = &self.running {
            running.kill();
        }
    }

    /// Removes it, when nobody writes it any more. What is not there needs no removing.
    pub fn clean(&self) {
        self.kill();
        let _ = fs::remove_file(&self.path);
        for _ in 0..AGAIN {
            if !self.path.is_dir() || fs::remove_dir_all(&self.path).is_ok() {
                break;
            }
        }
    }
}
