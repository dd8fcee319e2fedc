//! `jabber-render man`: the manual, a page on standard output or a page for every command in a folder.
use super::{Cli, CliError, out};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::path::PathBuf;

/// Print the manual's page, or write a page for every command
#[derive(clap::Args)]
#[command(after_help = "Example:\n  jabber-render man -o ~/.local/share/man/man1")]
pub(super) struct Args {
    /// A folder for a page of every command; it is made if need be
    #[arg(short, long = "output", value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let mut cli = Cli::command();
    // Gives every command the name it is called by.
    cli.build();
    let Some(folder) = &args.output else {
        return out::result(page(cli)?.trim_end());
    };
    let mut commands = Vec::new();
    with_own(cli, &mut commands);
    fs::create_dir_all(folder).map_err(|error| CliError::unwritable(folder, &error))?;
    for command in commands {
        let path = folder.join(format!("{}.1", name(&command)));
        fs::write(&path, page(command)?).map_err(|error| CliError::unwritable(&path, &error))?;
        out::result(path.display())?;
    }
    Ok(())
}

/// `jabber-render-packs-list`.
fn name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

/// A command and those in it; not `help`, which has no help of its own, nor what is no command for people.
fn with_own(command: Command, into: &mut Vec<Command>) {
    let own: Vec<Command> = command.get_subcommands().cloned().collect();
    into.push(command);
    own.into_iter().filter(|own| !own.is_hide_set() && own.get_name() != "help").for_each(|own| with_own(own, into));
}

fn page(command: Command) -> Result<String, CliError> {
    let mut page = Vec::new();
    let title = name(&command);
    let made = Man::new(command).title(title).render(&mut page);
    made.map_err(|error| CliError::machine(format!("the page cannot be made: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
