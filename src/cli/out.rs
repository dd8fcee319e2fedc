//! Messages to people on standard error, results on standard output. Colours only on a terminal, and never with `NO_COLOR`.
use super::{CliError, events};
use clap::builder::styling::{AnsiColor, Style, Styles};
use serde_json::json;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};
use terminal_size::{Width, terminal_size};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The colours of `--help`.
pub(super) const HELP_STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;
/// Columns of a source line that is shown where nothing limits it (annotate-snippets' own).
const WIDE: usize = 140;
/// The least columns that a hanging paragraph keeps; tuned by eye.
const NARROWEST: usize = 24;

/// The text as it is put on `out`: on a terminal broken between words, elsewhere as it is.
pub(super) fn on_terminal(out: &impl IsTerminal, text: String) -> String {
    if !out.is_terminal() {
        return text;
    }
    wrapped(&text, columns(out))
}

/// Columns that a line on `out` has; of what is no terminal, as many as a source line may take.
pub(super) fn columns(out: &impl IsTerminal) -> usize {
    if !out.is_terminal() {
        return WIDE;
    }
    terminal_size().map_or(COLUMNS, |(Width(columns), _)| usize::from(columns))
}

/// `text` with lines of at most `columns` characters where its words allow; what a line goes on with hangs under its last
/// column (after two spaces or more).
pub fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, columns)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_owned();
    }
    let hang = hang(line, columns);
    let (mut text, mut column, mut begun) = (String::with_capacity(line.len() + hang), 0, false);
    // Each word with the spaces before it.
    let mut rest = line;
    while !rest.is_empty() {
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest.get(spaces..).and_then(|rest| rest.find(' ')).map_or(rest.len(), |at| spaces + at);
        let (piece, after) = rest.split_at(end);
        let length = piece.chars().count();
        if column + length > columns && begun {
            text.push('\n');
            text.push_str(&" ".repeat(hang));
            text.push_str(piece.trim_start_matches(' '));
            column = hang + length - spaces;
        } else {
            text.push_str(piece);
            column += length;
        }
        (rest, begun) = (after, true);
    }
    text
}

/// The text with so much left out of its middle that it has at most `columns` columns, 1 or more, and spaces after it up to there.
pub fn middle(text: &str, columns: usize) -> String {
    let mut fitted = text.to_owned();
    if text.width() > columns {
        // The end tells more than the beginning: a file's name stands there.
        let head = columns.saturating_sub(1) / 2;
        let within = |room: usize| {
            let mut taken = 0;
            move |c: &char| {
                taken += c.width().unwrap_or(0);
                taken <= room
            }
        };
        let first: String = text.chars().take_while(within(head)).collect();
        let tail = columns.saturating_sub(1 + first.width());
        let last: Vec<char> = text.chars().rev().take_while(within(tail)).collect();
        fitted = first.chars().chain(['…']).chain(last.into_iter().rev()).collect();
    }
    let room = columns.saturating_sub(fitted.width());
    fitted + &" ".repeat(room)
}

/// Where a line's last column begins, if that leaves room; else a little inside the line.
fn hang(line: &str, columns: usize) -> usize {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let column = line.trim_end().rfind("  ").map(|at| line.get(..at + 2).unwrap_or_default().chars().count());
    match column.filter(|column| column + NARROWEST <= columns) {
        Some(column) => column,
        None => (indent + 2).min(columns / 2),
    }
}

/// The text with its control characters written out, such as `\n` and `\u{1b}`: what is quoted of an author's text neither
/// breaks a message's lines nor commands the terminal.
pub fn spoken(text: &str) -> String {
    let mut spoken = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { spoken.extend(c.escape_debug()) } else { spoken.push(c) }
    }
    spoken
}

/// One line (or a few) to people, under a coloured word. A message that cannot be written has nobody to read it.
fn say(style: Style, word: &str, message: impl Display) {
    let message = message.to_string();
    let lines: Vec<String> = message.split('\n').map(spoken).collect();
    let text = on_terminal(&std::io::stderr(), format!("{word}: {}", lines.join("\n")));
    // A word is never broken off from its colon.
    let rest = text.strip_prefix(word).unwrap_or(&text);
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}{rest}");
}

/// Says what ended the command.
pub fn error(error: &CliError) {
    if events::tell_error(error) {
        return;
    }
    if error.message.is_empty() || error.is_said {
        return;
    }
    say(ERROR, "error", &error.message);
    if let Some(text) = &error.hint {
        hint(text);
    }
}

/// Something to look at that does not stop the command.
pub fn warning(message: impl Display) {
    warning_with(message, None);
}

/// The same with what would be right.
pub fn warning_with(message: impl Display, right: Option<&str>) {
    let message = message.to_string();
    if !events::warning(events::place((None, None, ""), &message, right)) {
        say(WARNING, "warning", spoken(&message));
        right.into_iter().for_each(|right| say(NOTE, "hint", right));
    }
}

/// What is said to people alone is a note where programs listen: whether they do.
fn noted(message: &impl Display) -> bool {
    let text = anstream::adapter::strip_str(&message.to_string()).to_string();
    events::event("note", json!({"message": text}))
}

/// Something to know.
pub fn notice(message: impl Display) {
    if noted(&message) {
        return;
    }
    say(NOTE, "note", message);
}

/// What would be right.
pub fn hint(message: impl Display) {
    if noted(&message) {
        return;
    }
    say(NOTE, "hint", message);
}

/// Wipes what a progress bar may have left in the terminal's line.
pub(super) fn fresh_line() {
    if std::io::stderr().is_terminal() && !events::are_told() {
        let _ = write!(anstream::stderr(), "\r\x1b[2K");
    }
}

/// A line of text without a word before it, on standard error.
pub fn plain(message: impl Display) {
    if noted(&message) {
        return;
    }
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// A row of a list on standard error: a word in a column of its own, coloured as bad or as new, and what it is said of.
pub fn row(word: &str, is_bad: bool, text: impl Display) {
    let style = if is_bad { ERROR } else { NOTE };
    let (word, text) = (spoken(word), spoken(&text.to_string()));
    if noted(&format_args!("{word}: {text}")) {
        return;
    }
    let _ = writeln!(anstream::stderr(), "{style}{word:9}{style:#}  {text}");
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
