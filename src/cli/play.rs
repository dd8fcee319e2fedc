//! Starting a cartoon, and what people are told when it does not end.
use super::interrupt::Interrupt;
use super::load::Script;
use super::{CliError, args, out};
use crate::diagnostic::Diagnostic;
use crate::engine::{FrameRate, Options, Runtime, StartError, from_catalog};
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
        ..answers(&picture.plan, catalog)
    }
}

/// Options with what the packs answer, all else as it is without a picture.
pub(super) fn answers(plan: &args::Plan, catalog: &Arc<Catalog>) -> Options {
    let (behaviours, characters) = from_catalog(catalog);
    let max_duration = plan.max_duration;
    Options { behaviours: Some(behaviours), characters: Some(characters), max_duration, ..Options::default() }
}

/// The engine's frame rate of a film's.
pub(super) fn frame_rate(rate: Rate) -> FrameRate {
    FrameRate { num: f64::from(rate.num), den: f64::from(rate.den) }
}

/// A runtime on which the cartoon has started; what its plan has to say is shown.
pub(super) fn start(script: &Script, options: Options) -> Result<Runtime, CliError> {
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(&script.program, &[]).map_err(|error| match error {
        StartError::NotACartoon => CliError::input(error.to_string()).hint("give a cartoon or a scene"),
        StartError::Plan(error) | StartError::Run(error) => script.run_error(&error),
        StartError::Running => CliError::input(error.to_string()),
    })?;
    let told = |warning: &str| script.told.iter().any(|told| warning.starts_with(&**told));
    runtime.warnings().iter().filter(|warning| !told(warning)).for_each(out::warning);
    Ok(runtime)
}

/// The same, to look ahead: nothing is said, and there is none when it does not start.
pub(super) fn ahead(program: &Arc<Program>, options: Options) -> Option<Runtime> {
    let mut runtime = Runtime::new(options);
    runtime.start_cartoon(program, &[]).ok().map(|()| runtime)
}

/// A cartoon that has not ended within `--max-duration`, and what keeps it going.
pub(super) fn unending(script: &Script, runtime: &Runtime, plan: &args::Plan, hint: &str) -> CliError {
    let message = format!("the cartoon does not end within {} s", plan.max_duration);
    let hint = format!("{hint}; --max-duration SECONDS waits longer");
    match runtime.unending() {
        Some((path, word)) => {
            script.blame(Diagnostic::error(path, format!("{message}: the \"{word}\" keeps it going")).hint(hint))
        }
        None => CliError::input(message).hint(hint),
    }
}
