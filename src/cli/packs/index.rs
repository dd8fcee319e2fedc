//! `packs index [DIR]`: the index of a folder of packs, written anew.
use super::super::interrupt;
use super::super::{CliError, events, out, output};
use super::check::{Shelf, errors};
use super::count;
use crate::film::PartPicture;
use crate::pack::INDEX;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Write index.json of a folder of packs: every pack with its file and the SHA-256 of it
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder
    #[arg(value_name = "DIR", default_value = "packs")]
    dir: PathBuf,
    /// Write nothing; fail when it would change
    #[arg(long)]
    check: bool,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let interrupt = interrupt::listen()?;
    let shelf = Shelf::read(&args.dir).map_err(|error| match args.dir.exists() {
        true => error,
        false => error.hint("give the folder of packs: jabber-render packs index DIR"),
    })?;
    let path = args.dir.join(INDEX);
    if args.check {
        let odd = shelf.odd();
        let fresh = shelf.index() == Some(shelf.indexed().text().as_bytes());
        odd.iter().filter(|odd| odd.path == path).for_each(|odd| odd.show());
        if fresh {
            return tell(args, &path, &shelf, ", fresh");
        }
        let error = CliError::input(format!("{} is not what the packs are now", path.display()));
        return Err(error.hint(format!("jabber-render packs index {}", args.dir.display())));
    }
    // An index of what cannot be read, or of one pack twice, would not be one.
    let broken = shelf.unindexable();
    if errors(&broken) > 0 {
        broken.iter().for_each(|odd| odd.show());
        return Err(CliError::reported());
    }
    let text = shelf.indexed().text();
    let part = PartPicture::of_bytes(text.as_bytes(), &path, |unfinished| interrupt.covers(unfinished));
    part.and_then(PartPicture::keep).map_err(output::film_error)?;
    tell(args, &path, &shelf, "")
}

fn tell(args: &Args, path: &Path, shelf: &Shelf, how: &str) -> Result<(), CliError> {
    if args.json {
        events::answer(json!({"index": path.to_string_lossy(), "packs": shelf.books.len(), "written": !args.check}));
        return Ok(());
    }
    out::result(format!("{}: {}{how}", path.display(), count(shelf.books.len(), "pack")))
}
