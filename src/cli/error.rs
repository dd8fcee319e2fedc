//! What ends a command early: a message for people, a hint, and the exit code of the house.
pub(super) use crate::diagnostic::plain;
use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// The exit codes of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done.
    Done,
    /// 1: the input is wrong, or a check failed.
    Input,
    /// 2: the command line is wrong.
    Usage,
    /// 3: the machine, the disk or another program failed.
    Machine,
    /// 130: interrupted, as a shell reports SIGINT.
    Interrupted,
}

impl Exit {
    /// Its number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Input => 1,
            Exit::Usage => 2,
            Exit::Machine => 3,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

/// Why a command ended early.
#[derive(Clone, Debug, PartialEq)]
pub struct CliError {
    /// The exit code.
    pub exit: Exit,
    /// What is wrong; empty when the command has already said it.
    pub message: String,
    /// What would be right.
    pub hint: Option<String>,
    /// People have been told already.
    pub is_said: bool,
}

impl CliError {
    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into(), hint: None, is_said: false }
    }

    /// The input is wrong.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Exit::Input, message)
    }

    /// The input is wrong or a check failed, and everything about it has been printed.
    pub fn reported() -> Self {
        Self::new(Exit::Input, "")
    }

    /// The command line is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// The machine, the disk or another program failed.
    pub fn machine(message: impl Into<String>) -> Self {
        Self::new(Exit::Machine, message)
    }

    /// Interrupted by the person.
    pub fn interrupted() -> Self {
        Self::new(Exit::Interrupted, "interrupted; nothing was left behind")
    }

    /// Whoever read standard output has gone: nothing more to do, and nothing wrong (`… | head`).
    pub fn nobody_listens() -> Self {
        Self::new(Exit::Done, "")
    }

    /// An output that is one of the files that are read: that would be lost.
    pub fn written_over(output: &Path) -> Self {
        let message = format!("{} is read by this very command: it is not written over", output.display());
        Self::usage(message).hint("give the output another name")
    }

    /// A file that could not be written.
    pub fn unwritable(path: &Path, error: &std::io::Error) -> Self {
        let why = match error.kind() {
            // Where a folder is to be.
            std::io::ErrorKind::AlreadyExists => "it is a file, not a folder".to_owned(),
            _ => plain(error),
        };
        Self::machine(format!("cannot write {}: {why}", path.display()))
    }

    /// The same, of which people have been told.
    pub fn said(self) -> Self {
        Self { is_said: true, ..self }
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CliError {}
