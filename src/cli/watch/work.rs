//! The work of a round: the arguments enter, a picture or a film leaves.
use super::super::interrupt::Interrupt;
use super::super::render::short;
use super::super::{CliError, load, render, still};
use super::Args;

/// What a round makes.
pub(super) enum Work {
    Still(still::Args),
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
        return Ok(Work::Still(still::Args { file: args.file.clone(), at, frame, output: args.output.clone(), picture }));
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
        file: Some(args.file.clone()),
        output: Some(args.output.clone()),
        picture: args.picture.clone(),
        forms: args.forms.clone(),
        sound: args.sound.clone(),
        from: args.from,
        to: args.to,
        threads: args.threads,
        ffmpeg: args.ffmpeg.clone(),
        quiet: args.quiet || args.json,
        json: false,
        timings: false,
    })))
}

impl Work {
    /// Does it; what was made.
    pub fn make(&self, interrupt: &Interrupt) -> Result<String, CliError> {
        match self {
            Work::Still(args) => {
                let size = args.picture.size;
                let at = still::draw(args, interrupt)?.first().map_or(0.0, |at| short(*at));
                Ok(format!("at {at} s, {}x{}", size.width, size.height))
            }
            Work::Film(args) => {
                let film = render::film(args, interrupt)?;
                let (frames, (width, height)) = (&film.spec.frames, film.form.size(film.spec.width, film.spec.height));
                let seconds = short((frames.end - frames.start) as f64 / film.spec.rate.per_second());
                Ok(format!("{seconds} s, {width}x{height}"))
            }
        }
    }
}
