//! `jabber-render pose PROGRAM --at T[,T…]`: one behaviour's pose at given times, as JSON.
use super::library::Packs;
use super::{CliError, args, events, load, out};
use crate::engine::{BehaviourOptions, Options, RunError, Runtime};
use crate::frame::json;
use crate::program::tree::{Kind, Program};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Print a behaviour's pose at given times as JSON
#[derive(clap::Args)]
pub(super) struct Args {
    /// The behaviour, a file or a pack's id
    #[arg(value_name = "PROGRAM")]
    file: PathBuf,
    /// Seconds, several with commas; each is a fresh start stepped once to it
    #[arg(long, value_name = "T[,T…]", value_delimiter = ',', required = true, value_parser = args::seconds)]
    at: Vec<f64>,
    /// Seconds the behaviour is due to last (default: for ever)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    dur: Option<f64>,
    /// Number of legs
    #[arg(long, value_name = "N", default_value_t = 2)]
    legs: u32,
    /// A param's value, over its default; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = param)]
    param: Vec<(String, f64)>,
    /// Voice level, 0 to 1
    #[arg(long, value_name = "LEVEL", default_value_t = 0.0, allow_negative_numbers = true)]
    loud: f64,
    /// 1 while talking
    #[arg(long, value_name = "0|1", default_value_t = 0.0, allow_negative_numbers = true)]
    talking: f64,
    /// Seed of every random number
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    #[command(flatten)]
    packs: Packs,
    /// Give them in an object, with what was warned of
    #[arg(long)]
    json: bool,
}

fn param(text: &str) -> Result<(String, f64), String> {
    let wrong = || "give it as NAME=VALUE with a number, for example height=12.5".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.to_owned(), value.trim().parse().map_err(|_| wrong())?))
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.packs.catalog()?;
    let script = load::program(load::Input::open(&args.file, &catalog, None)?, &catalog, &[])?;
    let program = &script.program;
    if program.kind != Kind::Behaviour {
        let message = format!("{} is no behaviour: only a behaviour has a pose", args.file.display());
        return Err(CliError::input(message).hint("of a scene or cartoon: jabber-render frames FILE --at T"));
    }
    let mut poses = Vec::with_capacity(args.at.len());
    for t in &args.at {
        poses.push(pose(args, program, *t).map_err(|error| script.run_error(&error))?);
    }
    if args.json {
        events::answer(json!({"poses": poses}));
        return Ok(());
    }
    out::result(Value::Array(poses))
}

fn pose(args: &Args, program: &Arc<Program>, t: f64) -> Result<Value, RunError> {
    let mut runtime = Runtime::new(Options { seed: args.seed, ..Options::default() });
    let character = runtime.add_character("character", f64::from(args.legs));
    runtime.begin_inputs(character, args.loud, args.talking);
    let params = args.param.iter().map(|(name, value)| (name.as_str().into(), *value)).collect();
    let options = BehaviourOptions { dur: args.dur.unwrap_or(f64::INFINITY), params };
    runtime.start_behaviour(character, program, &options)?;
    runtime.step_to(t)?;
    let pose = runtime.pose(character)?;
    for warning in runtime.warnings() {
        out::warning(warning);
    }
    Ok(json!({"t": t, "pose": json::pose(&pose)}))
}
