//! The work of a round: the arguments enter, a picture or a film leaves.
use super::super::args::Telling;
use super::super::interrupt::Interrupt;
use super::super::names::Job;
use super::super::output::Finder;
use super::super::render::{Film, Shop, short};
use super::super::{CliError, load, render, still};
use super::Args;
use std::sync::Arc;

/// What a round makes.
pub(super) enum Work {
    Still(Box<still::Args>),
    Film(Box<render::Args>),
}

/// What the arguments ask for.
pub(super) fn work(args: &Args) -> Result<Work, CliError> {
    if args.file.to_str().is_some_and(load::is_id) {
        let message = format!("{} is a pack: packs do not change", args.file.display());
        return Err(CliError::usage(message).hint("jabber-render new NAME --from ID makes a cartoon of your own of it"));
    }
    let picture = args.forms.picture(&args.picture);
    if args.output.extension().is_some_and(|end| end.eq_ignore_ascii_case("png")) {
        let film = [("--from", args.from.is_some()), ("--to", args.to.is_some())];
        if let Some((word, _)) = film.into_iter().find(|(_, given)| *given) {
            return Err(CliError::usage(format!("{word} is of a film, and {} is a picture", args.output.display())));
        }
        let (at, frame) = (args.at.into_iter().collect(), args.frame.into_iter().collect());
        return Ok(Work::Still(Box::new(still::Args {
            file: args.file.clone(),
            at,
            frame,
            output: args.output.clone(),
            picture,
            quiet: args.quiet,
            json: false,
        })));
    }
    let still = [("--at", args.at.is_some()), ("--frame", args.frame.is_some())];
    if let Some((word, _)) = still.into_iter().find(|(_, given)| *given) {
        return Err(CliError::usage(format!("{word} is of a picture, and {} is none", args.output.display()))
            .hint("NAME.png is a picture"));
    }
    if args.forms.wanted(&args.output)?.form.is_pipe() {
        return Err(CliError::usage("a pipe cannot be written anew").hint("give the film a name"));
    }
    Ok(Work::Film(Box::new(render::Args {
        files: vec![args.file.clone()],
        output: Some(args.output.clone()),
        picture: args.picture.clone(),
        forms: args.forms.clone(),
        sound: args.sound.clone(),
        from: args.from,
        to: args.to,
        frames: None,
        resume: false,
        threads: args.threads,
        ffmpeg: args.ffmpeg.clone(),
        telling: Telling { quiet: args.quiet || args.json, ..Telling::default() },
        timings: false,
    })))
}

impl Work {
    /// Does it; what was made.
    pub fn make(&self, interrupt: &Arc<Interrupt>) -> Result<String, CliError> {
        match self {
            Work::Still(args) => {
                let size = args.picture.size;
                let at = still::draw(args, interrupt)?.first().map_or(0.0, |at| short(*at));
                Ok(format!("at {at} s, {}x{}", size.width, size.height))
            }
            Work::Film(args) => {
                let Film { length, size: (width, height), .. } = film(args, interrupt)?;
                Ok(format!("{length} s, {width}x{height}"))
            }
        }
    }
}

/// Makes the film, with packs, fonts and an ffmpeg as they are now.
fn film(args: &render::Args, interrupt: &Arc<Interrupt>) -> Result<Film, CliError> {
    let (Some(input), Some(output)) = (args.files.first().cloned(), args.output.clone()) else {
        return Err(CliError::usage("no cartoon given"));
    };
    let wanted = args.forms.wanted(&output)?;
    let finder = Finder::new(args.ffmpeg.as_deref(), interrupt);
    finder.begin(&wanted);
    let catalog = args.picture.plan.packs.catalog()?;
    let shop = Shop { args, catalog, shelf: args.picture.captions.shelf()?, finder };
    render::film(&shop, &Job { input, output, makes_folder: false }, &wanted, interrupt)
}
