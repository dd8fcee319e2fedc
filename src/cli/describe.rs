//! `jabber-render describe [BLOCK]`: the language's reference.
use super::library::Packs;
use super::load::{is_id, unfound};
use super::{CliError, events, out, packs};
use crate::figure::template::REFERENCE;
use crate::program::{describe, overview};
use crate::stage::prop_reference;
use serde_json::json;

/// Explain the language: every block, or one block or topic in full
#[derive(clap::Args)]
pub(super) struct Args {
    /// A block (setPart), a topic (formulas, template), or a pack's id
    #[arg(value_name = "BLOCK")]
    word: Option<String>,
    #[command(flatten)]
    packs: Packs,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let Some(word) = &args.word else {
        return print(args, &overview());
    };
    if is_id(word) {
        let catalog = args.packs.catalog()?;
        return print(args, &packs::described(catalog.named(word).map_err(unfound)?, &catalog));
    }
    if word == TEMPLATE {
        return print(args, REFERENCE);
    }
    if word == PROPS {
        return print(args, &prop_reference());
    }
    match describe(word) {
        Ok(text) => print(args, &text),
        Err(near) => {
            let error = CliError::input(format!("there is no block or topic {word:?}"));
            Err(match near {
                Some(near) => error.hint(format!("did you mean {near:?}?")),
                None => error.hint("`jabber-render describe` lists them"),
            })
        }
    }
}

/// The topics that are no part of the language.
const TEMPLATE: &str = "template";
const PROPS: &str = "props";

fn print(args: &Args, text: &str) -> Result<(), CliError> {
    if args.json {
        events::answer(json!({"of": args.word, "text": text.trim_end()}));
        return Ok(());
    }
    out::result(out::on_terminal(&std::io::stdout(), text.trim_end().to_owned()))
}
