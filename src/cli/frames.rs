//! `jabber-render frames CARTOON (--at T[,T…] | --fps F)`: what frames show, one JSON object a line.
use super::hearing::Hearing;
use super::load::Script;
use super::{CliError, args, events, load, out, play};
use crate::engine::{Options, RunError, Runtime};
use crate::film::Rate;
use crate::frame::json::frame;
use crate::sound::spool::Spool;
use serde_json::{Value, json};
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
    /// Give them as one JSON document on standard output
    #[arg(long)]
    json: bool,
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
    let mut frames = Vec::new();
    let give = |frame: Value| match args.json {
        true => {
            frames.push(frame);
            Ok(())
        }
        false => out::result(frame),
    };
    match args.fps {
        None => each((&script, &mut runtime), args.at.iter().copied(), give)?,
        Some(rate) => {
            let endless = || play::unending(&script, &runtime, &args.plan, "--at T gives single frames");
            let duration = runtime.duration().ok_or_else(endless)?;
            each((&script, &mut runtime), (0..rate.count(duration)).map(|k| rate.time(k)), give)?;
        }
    }
    runtime.warnings().iter().skip(told).for_each(out::warning);
    events::answer(json!({"frames": frames}));
    Ok(())
}

fn each(
    (script, runtime): (&Script, &mut Runtime),
    times: impl Iterator<Item = f64>,
    mut give: impl FnMut(Value) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let failed = |error: RunError| script.run_error(&error);
    for t in times {
        runtime.step_to(t).map_err(failed)?;
        give(frame(&runtime.frame().map_err(failed)?))?;
    }
    Ok(())
}
