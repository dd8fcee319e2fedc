//! `jabber-render packs …`: what packs there are, what each is, and whether they are sound.
mod add;
mod check;
mod index;
mod list;
mod show;

pub(super) use check::infinite;
pub(super) use show::{described, settable};

use super::CliError;

/// Find packs, look at them, check them, and keep your own
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Check(check::Args),
    Index(index::Args),
    List(list::Args),
    Show(show::Args),
    Add(add::Args),
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Index(args) => index::run(args),
        Command::List(args) => list::run(args),
        Command::Show(args) => show::run(args),
        Command::Add(args) => add::run(args),
    }
}

/// A number of things, in words.
fn count(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}
