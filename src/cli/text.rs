//! `jabber-render text FILE`: the program as an outline to read (§7.9).
use super::library::Packs;
use super::{CliError, events, load, out, report};
use crate::program::{json, load_json, text};
use serde_json::json;
use std::path::PathBuf;

/// Print a cartoon, scene or behaviour as an outline to read
#[derive(clap::Args)]
pub(super) struct Args {
    /// The program, or a pack that holds one, a file or its id
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    packs: Packs,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.packs.catalog()?;
    let load::Input { path, source, .. } = load::Input::open(&args.file, &catalog, None)?;
    let tree = match json::parse(&source) {
        Ok(tree) => tree,
        Err(faults) => {
            report::show(&path, &source, &faults);
            return Err(CliError::reported());
        }
    };
    let loaded = load_json(tree.clone(), std::str::from_utf8(&source).ok());
    if !loaded.is_ok() {
        report::show(&path, &source, &loaded.diagnostics);
        return Err(CliError::reported());
    }
    if args.json {
        let kind = tree.get("kind").and_then(json::Json::text);
        events::answer(json!({"kind": kind.map(|kind| kind.to_string()), "text": text(&tree).trim_end()}));
        return Ok(());
    }
    // What the author wrote neither breaks a line nor commands the terminal.
    let lines: Vec<String> = text(&tree).trim_end().split('\n').map(out::spoken).collect();
    out::result(lines.join("\n"))
}
