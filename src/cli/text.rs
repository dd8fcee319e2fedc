//! `jabber-render text FILE`: the program as an outline to read (§7.9).
use super::{CliError, input, out, report};
use crate::program::{json, load_json, text};
use std::path::PathBuf;

/// Print a cartoon, scene or behaviour as an outline to read
#[derive(clap::Args)]
pub(super) struct Args {
    /// The program, or a pack that holds one
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let source = input::read(&args.file)?;
    let tree = match json::parse(&source) {
        Ok(tree) => tree,
        Err(faults) => {
            report::show(&args.file, &source, &faults);
            return Err(CliError::reported());
        }
    };
    let loaded = load_json(tree.clone(), std::str::from_utf8(&source).ok());
    if !loaded.is_ok() {
        report::show(&args.file, &source, &loaded.diagnostics);
        return Err(CliError::reported());
    }
    // What the author wrote neither breaks a line nor commands the terminal.
    let lines: Vec<String> = text(&tree).trim_end().split('\n').map(out::spoken).collect();
    out::result(lines.join("\n"))
}
