//! `jabber-render still FILE --at T -o name.png`: single frames of the film as pictures.
use super::{CliError, args};
use std::path::PathBuf;

/// Write single frames of the film as PNG pictures
#[derive(clap::Args)]
pub(super) struct Args {
    /// The cartoon
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Seconds, several with commas: 2.5,4,7.25
    #[arg(long, value_name = "T[,T…]", value_delimiter = ',', value_parser = args::seconds)]
    at: Vec<f64>,
    /// Frame numbers, several with commas
    #[arg(long, value_name = "N[,N…]", value_delimiter = ',', conflicts_with = "at", required_unless_present = "at")]
    frame: Vec<u64>,
    /// The picture; of several, NAME.png becomes NAME@T.png
    #[arg(short, long = "output", value_name = "NAME.png")]
    output: PathBuf,
    #[command(flatten)]
    picture: args::Picture,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    Err(CliError::machine(format!("{} cannot be drawn yet", args.file.display())))
}
