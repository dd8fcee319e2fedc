//! A trace as text, and back: a line a number, so that a version control shows what changed.
use super::{Section, Stage, Trace};
use std::fmt;

/// The first line: what the file is, and the version of its form. That goes up when the same picture gets other lines or hashes:
/// a text of an earlier form is then no text, instead of one that blames a stage wrongly.
const HEAD: &str = "jabber-render golden 2";

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for section in &self.sections {
            writeln!(f, "{} {:016x}", section.stage.word(), section.hash)?;
            section.written().iter().try_for_each(|(name, value)| writeln!(f, " {name} {value}"))?;
        }
        Ok(())
    }
}

impl Trace {
    /// Reads what was written; `None` when it is no whole trace of this form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next()? != HEAD {
            return None;
        }
        let mut sections: Vec<Section> = Vec::new();
        for line in lines {
            if let Some(line) = line.strip_prefix(' ') {
                let (name, value) = line.split_once(' ')?;
                sections.last_mut()?.lines.push((name.to_owned(), value.to_owned()));
                continue;
            }
            let (word, hash) = line.split_once(' ')?;
            let stage = Stage::ALL.into_iter().find(|stage| stage.word() == word)?;
            sections.push(Section { stage, hash: u64::from_str_radix(hash, 16).ok()?, lines: Vec::new() });
        }
        let whole = sections.last().is_some_and(|section| section.stage == Stage::Picture);
        whole.then_some(Self { sections })
    }

    /// Whether a file's text begins as a trace does: such files alone belong to the golden folder.
    pub fn begins(text: &[u8]) -> bool {
        text.starts_with(HEAD.trim_end_matches(char::is_numeric).as_bytes())
    }
}

/// A name in a line: one word, whatever an author called it.
pub(super) fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// A text in a line: quoted, in one line.
pub(super) fn quoted(text: &str) -> String {
    format!("{text:?}")
}
