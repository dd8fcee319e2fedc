//! `jabber-render frames CARTOON (--at T[,T…] | --fps F)`: what frames show, one JSON object a line.
use super::{CliError, args, load, out};
use crate::engine::{FrameRate, Options, Runtime};
use crate::film::Rate;
use crate::frame::json;
use std::path::PathBuf;

/// Print what the frames of a cartoon show, one JSON object a line
#[derive(clap::Args)]
pub(super) struct Args {
    /// The cartoon or scene
    #[arg(value_name = "CARTOON")]
    file: PathBuf,
    /// Seconds, several with commas; stepped to each in turn
    #[arg(long, value_name = "T[,T…]", value_delimiter = ',', value_parser = args::seconds)]
    #[arg(required_unless_present = "fps", conflicts_with = "fps")]
    at: Vec<f64>,
    /// Every frame at this rate
    #[arg(long, value_name = "RATE")]
    fps: Option<Rate>,
    /// A folder of packs, searched before the built-in ones
    #[arg(long, value_name = "DIR")]
    packs: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let program = load::program(&args.file)?;
    let options = load::options(args.packs.as_deref())?;
    let fps = args.fps.map_or(options.fps, frame_rate);
    let mut runtime = Runtime::new(Options { fps, ..options });
    runtime.start_cartoon(&program, &[]).map_err(|error| CliError::input(error.to_string()))?;
    match args.fps {
        None => print(&mut runtime, args.at.iter().copied())?,
        Some(rate) => {
            let duration = runtime.duration().ok_or_else(|| unending(&runtime))?;
            print(&mut runtime, (0..rate.count(duration)).map(|k| rate.time(k)))?;
        }
    }
    for warning in runtime.warnings() {
        out::warning(warning);
    }
    Ok(())
}

/// The engine's frame rate of a film's.
fn frame_rate(rate: Rate) -> FrameRate {
    FrameRate { num: f64::from(rate.num), den: f64::from(rate.den) }
}

fn unending(runtime: &Runtime) -> CliError {
    let error = CliError::input("the cartoon does not end");
    match runtime.unending() {
        Some((path, word)) => error.hint(format!("\"{word}\" at {path} keeps it going; --at T gives single frames")),
        None => error,
    }
}

fn print(runtime: &mut Runtime, times: impl Iterator<Item = f64>) -> Result<(), CliError> {
    let failed = |error: crate::engine::RunError| CliError::input(error.to_string());
    for t in times {
        runtime.step_to(t).map_err(failed)?;
        out::result(json::frame(&runtime.frame().map_err(failed)?))?;
    }
    Ok(())
}
