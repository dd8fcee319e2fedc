//! The report: sections of rows enter, lines of 80 columns leave.
use super::super::{CliError, out};
use clap::builder::styling::{AnsiColor, Style};
use serde_json::Value;

/// Columns of the report.
const WIDTH: usize = 80;
/// Columns of a row's name, with the two before it, and of its state.
const NAME: usize = 20;
const STATE: usize = 9;

const HEAD: Style = AnsiColor::Yellow.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// Rows under a name.
pub(super) struct Section {
    /// Its name, in the report and in the JSON.
    pub name: &'static str,
    /// In their order.
    pub rows: Vec<Row>,
    /// The same for programs.
    pub facts: Value,
}

/// One thing.
pub(super) struct Row {
    what: String,
    /// Whether it is there, where that is the question.
    there: Option<bool>,
    is: String,
    mend: Option<String>,
}

impl Row {
    /// A fact.
    pub fn told(what: impl Into<String>, is: impl Into<String>) -> Self {
        Self { what: what.into(), there: None, is: is.into(), mend: None }
    }

    /// Something that is there.
    pub fn there(what: impl Into<String>, is: impl Into<String>) -> Self {
        Self { there: Some(true), ..Self::told(what, is) }
    }

    /// Something that is not.
    pub fn missing(what: impl Into<String>, is: impl Into<String>) -> Self {
        Self { there: Some(false), ..Self::told(what, is) }
    }

    /// The same with the command that brings it.
    pub fn mend(self, mend: Option<String>) -> Self {
        Self { mend, ..self }
    }
}

/// Prints the sections.
pub(super) fn print(sections: &[Section]) -> Result<(), CliError> {
    for (i, section) in sections.iter().enumerate() {
        let gap = if i == 0 { "" } else { "\n" };
        out::result(format!("{gap}{HEAD}{}{HEAD:#}", section.name))?;
        for (i, row) in section.rows.iter().enumerate() {
            out::result(row.line())?;
            // Once for all that one command brings.
            let next = section.rows.get(i + 1).and_then(|next| next.mend.as_ref());
            if let Some(mend) = row.mend.as_ref().filter(|mend| next != Some(*mend)) {
                out::result(out::wrapped(&format!("{:w$}add it: {mend}", "", w = NAME + STATE), WIDTH))?;
            }
        }
    }
    Ok(())
}

impl Row {
    /// Its name, its state, what there is to say, in columns.
    fn line(&self) -> String {
        let (word, style) = match self.there {
            None => ("", Style::new()),
            Some(true) => ("there", GOOD),
            Some(false) => ("missing", BAD),
        };
        let state = if self.there.is_some() { format!("{word:STATE$}") } else { String::new() };
        let (what, is) = (out::spoken(&self.what), out::spoken(&self.is));
        let line = out::wrapped(&format!("  {what:w$}{state}{is}", w = NAME - 2), WIDTH);
        if word.is_empty() { line } else { line.replacen(word, &format!("{style}{word}{style:#}"), 1) }
    }
}
