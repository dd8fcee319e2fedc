//! `packs list`: the packs there are, as a table or as JSON.
use super::super::library::Packs;
use super::super::{CliError, events, out};
use super::show::origin;
use crate::pack::{Pack, PackKind};
use crate::vocabulary::nearest;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// List the packs there are, each with what it is for
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only those with this tag; of several, those with all of them
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
    /// Only those of this type; of several, those of any of them
    #[arg(long = "type", value_name = "TYPE", value_parser = kind)]
    kind: Vec<PackKind>,
    #[command(flatten)]
    packs: Packs,
    /// Give the list as JSON on standard output
    #[arg(long)]
    json: bool,
}

fn kind(word: &str) -> Result<PackKind, String> {
    let short = || PackKind::ALL.iter().find(|(.., short)| *short == word).map(|(kind, ..)| *kind);
    let plural = || word.strip_suffix('s').and_then(PackKind::of_word);
    let words = PackKind::ALL.map(|(_, word, _)| word);
    PackKind::of_word(word).or_else(short).or_else(plural).ok_or_else(|| match nearest(word, words) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("the types are {}", words.join(", ")),
    })
}

/// Columns of a line: it fits every terminal.
const COLUMNS: usize = 80;

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.packs.catalog()?;
    let has = |pack: &Pack| args.tag.iter().all(|tag| pack.tags.iter().any(|own| own.eq_ignore_ascii_case(tag)));
    let fits = |pack: &&Arc<Pack>| (args.kind.is_empty() || args.kind.contains(&pack.kind)) && has(pack);
    let found: Vec<&Arc<Pack>> = catalog.latest().filter(fits).collect();
    if args.json {
        events::answer(json!({"packs": found.iter().map(|pack| row(pack)).collect::<Vec<_>>()}));
        return Ok(());
    }
    if found.is_empty() {
        let tags: BTreeSet<&str> = catalog.latest().flat_map(|pack| &pack.tags).map(String::as_str).collect();
        let unknown = args.tag.iter().find(|tag| !tags.contains(tag.as_str()));
        let error = CliError::input("there is no such pack");
        return Err(match unknown.and_then(|tag| nearest(tag, tags.iter().copied())) {
            Some(near) => error.hint(format!("did you mean --tag {near}?")),
            None => error,
        });
    }
    let ids = found.iter().map(|pack| pack.id.chars().count()).max().unwrap_or(0);
    let versions = found.iter().map(|pack| pack.version.to_string().len()).max().unwrap_or(0);
    for pack in found {
        let said = pack.description.as_deref().unwrap_or(&pack.name);
        let line = format!("{:ids$}  {:versions$}  {}", pack.id, pack.version.to_string(), out::spoken(said));
        out::result(cut(&line))?;
    }
    Ok(())
}

/// A line that fits.
fn cut(line: &str) -> String {
    if line.chars().count() <= COLUMNS {
        return line.to_owned();
    }
    let kept: String = line.chars().take(COLUMNS - 1).collect();
    format!("{}…", kept.trim_end())
}

fn row(pack: &Pack) -> Value {
    json!({
        "id": &*pack.id, "type": pack.kind.word(), "version": pack.version.to_string(), "name": pack.name,
        "description": pack.description, "tags": pack.tags, "license": pack.license, "from": origin(pack),
        "sha256": &*pack.hash,
    })
}
