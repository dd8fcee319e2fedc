//! `jabber-render speak-worker`: espeak-ng's worker, which this program starts by itself.
use super::CliError;
use crate::sound::voice::espeak::serve;
use std::io::{stdin, stdout};

/// Speak lines that come on standard input (this program starts it by itself)
#[derive(clap::Args)]
#[command(hide = true)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<(), CliError> {
    serve(stdin().lock(), stdout().lock()).map_err(|fault| CliError::machine(fault.to_string()))
}
