//! `jabber-render frames CARTOON (--at T[,T…] | --fps F)`: what frames show, one JSON object a line.
use super::hearing::Hearing;
use super::load::Script;
use super::{CliError, args, load, out, play};
use crate::engine::{Options, RunError, Runtime};
use crate::film::Rate;
use crate::frame::json;
use crate::sound::spool::Spool;
use std::path::PathBuf;

/// Print what the frames of a cartoon show, one JSON object a line
#[derive(clap::Args)]
pub(super) struct Args {
    /// The cartoon or scene, a file or a pack's id
    #[arg(value_name = "CARTOON")]
    file: PathBuf,
    /// Seconds, several with commas; stepped to each in turn
    #[arg(long, value_name = "T[,T…]", value_delimiter = ',', value_parser = args::seconds)]
    #[arg(required_unless_present = "fps", conflicts_with = "fps")]
    at: Vec<f64>,
    /// Every frame at this rate
    #[arg(long, value_name = "RATE")]
    fps: Option<Rate>,
    #[command(flatten)]
    plan: args::Plan,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.plan.packs.catalog()?;
    let input = load::Input::open(&args.file, &catalog, args.plan.assets.as_deref())?;
    let script = load::program(input, &catalog, &args.plan.cast)?;
    let options = play::answers(&args.plan, &catalog);
    let fps = args.fps.map_or(options.fps, play::frame_rate);
    let hearing = Hearing::of(&script, &catalog, &args.plan, (fps.time(1.0), Spool::default()));
    let mut runtime = play::start(&script, hearing.answers(Options { fps, ..options }))?;
    let told = runtime.warnings().len();
    match args.fps {
        None => print((&script, &mut runtime), args.at.iter().copied())?,
        Some(rate) => {
            let endless = || play::unending(&script, &runtime, &args.plan, "--at T gives single frames");
            let duration = runtime.duration().ok_or_else(endless)?;
            print((&script, &mut runtime), (0..rate.count(duration)).map(|k| rate.time(k)))?;
        }
    }
    runtime.warnings().iter().skip(told).for_each(out::warning);
    Ok(())
}

fn print((script, runtime): (&Script, &mut Runtime), times: impl Iterator<Item = f64>) -> Result<(), CliError> {
    let failed = |error: RunError| script.run_error(&error);
    for t in times {
        runtime.step_to(t).map_err(failed)?;
        out::result(json::frame(&runtime.frame().map_err(failed)?))?;
    }
    Ok(())
}
