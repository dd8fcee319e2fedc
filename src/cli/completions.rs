//! `jabber-render completions SHELL`: what a shell needs to complete this program's words.
use super::{CliError, Cli, out};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print the script with which a shell completes commands and options
#[derive(clap::Args)]
#[command(after_help = INSTALL)]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

const INSTALL: &str = "\
Where shells look for it:
  bash        ~/.local/share/bash-completion/completions/jabber-render
  zsh         _jabber-render in a folder of $fpath
  fish        ~/.config/fish/completions/jabber-render.fish
  elvish      jabber-render completions elvish | slurp | eval, in rc.elv
  powershell  jabber-render completions powershell | Out-String |
              Invoke-Expression, in $PROFILE";

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "jabber-render", &mut script);
    // clap_complete 4.6 has two spellings of a hyphen in the program's name, so that in bash nothing follows a command (clap's issue 6421).
    let script = String::from_utf8_lossy(&script).replace("jabber__subcmd__render", "jabber__render");
    out::result(script.trim_end())
}
