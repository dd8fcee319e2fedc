//! `jabber-render schema`: the JSON schema of cartoons and packs, or of golden lists, for editors.
use super::{CliError, out};
use crate::{golden, program};

/// Print the JSON schema of cartoons and packs, or of golden lists, for editors
#[derive(clap::Args)]
pub(super) struct Args {
    /// Of what
    #[arg(value_enum, value_name = "WHAT", default_value_t = Of::Cartoon)]
    of: Of,
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
    out::result(format_args!("{schema:#}"))
}
