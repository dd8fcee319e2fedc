//! `jabber-render FILE -o OUT`: the cartoon becomes a film.
use super::{CliError, args, input, output, report};
use crate::program;
use std::path::PathBuf;

/// The default command. Its two required arguments are optional to Rust, since a subcommand goes without them.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The cartoon, a JSON program in the block language
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// The film: NAME.mp4, or NAME/ for a folder of PNGs
    #[arg(short, long = "output", value_name = "OUT", required = true)]
    output: Option<PathBuf>,
    #[command(flatten)]
    picture: args::Picture,
    /// Start at this second of the cartoon
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    from: Option<f64>,
    /// End at this second of the cartoon
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    to: Option<f64>,
    /// The ffmpeg to encode with (default: found on PATH)
    #[arg(long, value_name = "PATH")]
    ffmpeg: Option<PathBuf>,
    /// Say nothing but warnings and errors
    #[arg(short, long)]
    quiet: bool,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let (Some(file), Some(output)) = (&args.file, &args.output) else {
        return Err(CliError::usage("no cartoon given").hint("jabber-render FILE -o OUT"));
    };
    output::form(output)?;
    let source = input::read(file)?;
    let loaded = program::load(&source);
    report::show(file, &source, &loaded.diagnostics);
    if loaded.program.is_none() {
        return Err(CliError::reported());
    }
    Err(CliError::machine(format!("{} cannot be rendered yet", file.display())))
}
