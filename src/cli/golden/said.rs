//! What a command has told people, so that nothing is told twice: many stills are drawn from one file.
use super::super::{CliError, out, report};
use super::files::Book;
use super::subject::Blame;
use crate::diagnostic::Diagnostic;
use std::collections::HashSet;
use std::path::Path;

/// What has been said.
#[derive(Debug, Default)]
pub(super) struct Said {
    faults: HashSet<String>,
}

impl Said {
    /// Shows what has not been said, at its line; faults of a list need the list.
    ///
    /// # Errors
    /// When the person wants an end.
    pub fn show(&mut self, blame: &Blame, book: Option<&Book>) -> Result<(), CliError> {
        match blame {
            Blame::Stopped => return Err(CliError::interrupted()),
            Blame::File { path, source, faults } => report::show(path, source, &self.fresh(path, faults)),
            Blame::List(faults) => {
                if let Some(book) = book {
                    book.show(&self.fresh(&book.path, faults));
                }
            }
        }
        Ok(())
    }

    /// Says what has not been said.
    pub fn warn(&mut self, words: String) {
        if self.faults.insert(words.clone()) {
            out::warning(words);
        }
    }

    fn fresh(&mut self, path: &Path, faults: &[Diagnostic]) -> Vec<Diagnostic> {
        let key = |fault: &Diagnostic| format!("{}\n{:?}\n{fault}", path.display(), fault.span);
        faults.iter().filter(|fault| self.faults.insert(key(fault))).cloned().collect()
    }
}
