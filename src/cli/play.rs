//! Starting a cartoon, and what people are told when it does not end.
use super::interrupt::Interrupt;
use super::{CliError, args, out};
use crate::engine::{Fault, FrameRate, Options, RunError, Runtime, StartError, from_catalog};
use crate::film::Rate;
use crate::pack::Catalog;
use crate::program::tree::Program;
use std::sync::Arc;

/// The runtime's options: how the picture is shaped, what the packs answer, and who may stop it.
pub(super) fn options(picture: &args::Picture, catalog: &Arc<Catalog>, interrupt: &Interrupt) -> Options {
    Options {
        stop: Some(Arc::clone(&interrupt.stop)),
        seed: picture.seed,
        fps: frame_rate(picture.fps),
        aspect: f64::from(picture.size.width) / f64::from(picture.size.height),
        ..answers(catalog)
    }
}

/// Options with what the packs answer, all else as it is without a picture.
pub(super) fn answers(catalog: &Arc<Catalog>) -> Options {
    let (behaviours, characters) = from_catalog(catalog);
    Options { behaviours: Some(behaviours), characters: Some(characters), ..Options::default() }
}

/// The engine's frame rate of a film's.
pub(super) fn frame_rate(rate: Rate) -> FrameRate {
    FrameRate { num: f64::from(rate.num), den: f64::from(rate.den) }
}

/// A runtime on which the cartoon has started; what its plan has to say is shown.
pub(super) fn start(program: &Arc<Program>, options: Options) -> Result<Runtime, CliError> {
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(program, &[]).map_err(|error| match error {
        StartError::NotACartoon => CliError::input(error.to_string()).hint("give a cartoon or a scene"),
        StartError::Plan(error) | StartError::Run(error) => failed(&error),
        StartError::Running => CliError::input(error.to_string()),
    })?;
    runtime.warnings().iter().for_each(out::warning);
    Ok(runtime)
}

/// A run that met a fault, or was interrupted.
pub(super) fn failed(error: &RunError) -> CliError {
    match error.fault {
        Fault::Stopped => CliError::interrupted(),
        _ => CliError::input(error.to_string()),
    }
}

/// A cartoon without an end, and what keeps it going.
pub(super) fn unending(runtime: &Runtime) -> CliError {
    let block = match runtime.unending() {
        Some((path, word)) => format!("the \"{word}\" at {path} keeps it going"),
        None => "nothing in it comes to an end".to_owned(),
    };
    CliError::input(format!("the cartoon never ends: {block}")).hint("--to SECONDS says where the film ends")
}
