//! `jabber-render schema`: the JSON schema of cartoons and packs, for editors.
use super::{CliError, out};
use crate::program::schema;

/// Print the JSON schema of cartoons and packs, for editors
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<(), CliError> {
    out::result(format_args!("{:#}", schema()))
}
