//! `jabber-render schema`: the JSON schema of cartoons and packs, or of golden lists, for editors.
use super::{CliError, events, out};
use crate::{golden, program};
use serde_json::json;

/// Print the JSON schema of cartoons and packs, or of golden lists, for editors
#[derive(clap::Args)]
pub(super) struct Args {
    /// Of what
    #[arg(value_enum, value_name = "WHAT", default_value_t = Of::Cartoon)]
    of: Of,
    /// Give it in an object, as "schema"
    #[arg(long)]
    json: bool,
}

/// What has a schema.
#[derive(clap::ValueEnum, Clone, Copy)]
enum Of {
    /// Cartoons, scenes, behaviours and packs
    Cartoon,
    /// A list of golden stills
    Golden,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let schema = match args.of {
        Of::Cartoon => program::schema(),
        Of::Golden => golden::schema(),
    };
    if args.json {
        events::answer(json!({"schema": schema}));
        return Ok(());
    }
    out::result(format_args!("{schema:#}"))
}
