//! `jabber-render golden init|check|update|prune`: stills that say when a picture changed. Everything of the golden folder
//! is read and written here; what is compared, and how it is shown, is the phase `golden`'s.
mod check;
mod files;
mod film;
mod init;
mod left;
mod made;
mod moments;
mod paper;
mod preview;
mod prune;
mod ready;
mod said;
mod shoot;
mod subject;
mod tell;
mod update;
mod weight;

use super::{CliError, args, out};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// Keep stills of how a cartoon looks, and say when one changes
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Init(init::Args),
    Check(check::Args),
    Update(update::Args),
    Prune(prune::Args),
}

/// What every command of the group is told.
#[derive(clap::Args, Clone, Debug)]
struct Shared {
    /// The folder of the list and its stills
    #[arg(long, value_name = "DIR", default_value = "golden")]
    dir: PathBuf,
    /// Threads that draw (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Who speaks where a case names nobody.
#[derive(clap::Args, Clone, Debug)]
struct Spoken {
    /// Who speaks every line of cartoons whose case names no voice; without it each line's own voice
    #[arg(long, value_name = "VOICE")]
    voice: Option<args::Speaks>,
}

impl Spoken {
    /// Tells the cases.
    fn tell(&self, book: &mut files::Book) {
        let word = self.word();
        book.list.cases.iter_mut().for_each(|case| case.options.usual_voice.clone_from(&word));
    }

    /// What another command is given to do the same, after these patterns.
    fn after(&self, patterns: &[String]) -> Vec<String> {
        let words = self.word().into_iter().flat_map(|word| ["--voice".to_owned(), word]);
        patterns.iter().cloned().chain(words).collect()
    }

    fn word(&self) -> Option<String> {
        Some(self.voice?.to_possible_value()?.get_name().to_owned())
    }
}

impl Shared {
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    match &args.command {
        Command::Init(args) => init::run(args),
        Command::Check(args) => check::run(args),
        Command::Update(args) => update::run(args),
        Command::Prune(args) => prune::run(args),
    }
}

/// The words that a command needs to be about the same folder and stills, quoted for a shell, a space before each.
fn again(dir: &Path, patterns: &[String]) -> String {
    let dir = if dir == Path::new("golden") { String::new() } else { format!(" --dir {}", quoted(&dir.to_string_lossy())) };
    patterns.iter().fold(dir, |all, pattern| format!("{all} {}", quoted(pattern)))
}

/// A word as a shell takes it for one.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./@+=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Refuses to take new stills where nobody looks at them.
fn not_in_ci(command: &str) -> Result<(), CliError> {
    let ci = std::env::var("CI").unwrap_or_default();
    if matches!(ci.to_lowercase().as_str(), "" | "0" | "false") {
        return Ok(());
    }
    let message = format!("golden {command} takes no stills under CI={}: nobody would look at them", out::spoken(&ci));
    Err(CliError::usage(message).hint("run it where they can be looked at, and commit what it writes"))
}
