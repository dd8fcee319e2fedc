//! `golden prune`: stills and texts that no case has are removed.
use super::super::{CliError, events, out};
use super::Shared;
use super::files::{self, Folder};
use serde_json::json;
use std::fs;

/// Remove the stills that no case has any more
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    shared: Shared,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let folder = Folder::new(&args.shared.dir);
    let book = folder.book()?;
    let unlisted = folder.unlisted(&book.list)?;
    for name in &unlisted {
        let path = folder.dir.join(name);
        files::remove(&path)?;
        out::row("removed", false, path.display());
        // A folder that still holds something stays: removing it fails, and that is meant.
        let mut above = path.parent();
        while let Some(inside) = above.filter(|inside| *inside != folder.dir) {
            if fs::remove_dir(inside).is_err() {
                break;
            }
            above = inside.parent();
        }
    }
    events::answer(json!({"removed": unlisted}));
    if unlisted.is_empty() {
        out::plain("nothing to remove: every still has its case");
    }
    Ok(())
}
