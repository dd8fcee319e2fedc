//! Messages to people on standard error, results on standard output. Colours only on a terminal, and never with `NO_COLOR`.
use super::CliError;
use clap::builder::styling::{AnsiColor, Style, Styles};
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};

/// The colours of `--help`.
pub(super) const HELP_STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// One line (or a few) to people, under a coloured word. A message that cannot be written has nobody to read it.
fn say(style: Style, word: &str, message: impl Display) {
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}: {message}");
}

/// Says what ended the command.
pub fn error(error: &CliError) {
    if error.message.is_empty() {
        return;
    }
    say(ERROR, "error", &error.message);
    if let Some(text) = &error.hint {
        hint(text);
    }
}

/// Something to look at that does not stop the command.
pub fn warning(message: impl Display) {
    say(WARNING, "warning", message);
}

/// Something to know.
pub fn notice(message: impl Display) {
    say(NOTE, "note", message);
}

/// What would be right.
pub fn hint(message: impl Display) {
    say(NOTE, "hint", message);
}

/// Wipes what a progress bar may have left in the terminal's line.
pub(super) fn fresh_line() {
    if std::io::stderr().is_terminal() {
        let _ = write!(anstream::stderr(), "\r\x1b[2K");
    }
}

/// A line of text without a word before it, on standard error.
pub fn plain(message: impl Display) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// A result on standard output, with the line's end.
///
/// # Errors
/// When standard output cannot be written; a reader that has gone ends the command without a message.
pub fn result(text: impl Display) -> Result<(), CliError> {
    writeln!(anstream::stdout(), "{text}").map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => CliError::nobody_listens(),
        _ => CliError::machine(format!("cannot write to standard output: {}", super::error::plain(&error))),
    })
}
