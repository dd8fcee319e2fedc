//! `jabber-render speak-worker`: espeak-ng's worker, which this program starts by itself.
use super::CliError;
use crate::sound::voice::espeak::serve;
use std::io::{stdin, stdout};

/// Speaks lines that come on standard input.
pub(super) fn run() -> Result<(), CliError> {
    serve(stdin().lock(), stdout().lock()).map_err(|fault| CliError::machine(fault.to_string()))
}
