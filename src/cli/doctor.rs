//! `jabber-render doctor`: what this machine gives the program, what is missing, and what brings it.
use super::output::ADD_FFMPEG;
use super::{CliError, interrupt, out};
use crate::film::encode::{EMBEDDED_IS_PLAIN, Found, find};
use std::path::PathBuf;

/// Say what this machine has for making films, and what is missing
#[derive(clap::Args)]
pub(super) struct Args {
    /// The ffmpeg to ask, instead of one beside this program or on PATH
    #[arg(long, value_name = "FILE")]
    ffmpeg: Option<PathBuf>,
}

/// One line of the report: what, how it is, and the command that mends it.
struct Finding {
    what: &'static str,
    is: String,
    mend: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let interrupt = interrupt::listen()?;
    let found = find(args.ffmpeg.as_deref(), "libx264", || interrupt.wanted());
    if interrupt.wanted() {
        return Err(CliError::interrupted());
    }
    for Finding { what, is, mend } in [ffmpeg(found), embedded(), threads()] {
        out::result(format!("{what:<18}{is}"))?;
        if let Some(mend) = mend {
            out::result(format!("{:<18}{mend}", ""))?;
        }
    }
    Ok(())
}

fn ffmpeg(found: Found) -> Finding {
    let missing = |is: String| Finding { what: "ffmpeg", is, mend: Some(format!("mend it: {ADD_FFMPEG}")) };
    match found {
        Found::Usable(path) => Finding { what: "ffmpeg", is: format!("{}, with libx264", path.display()), mend: None },
        Found::Without(path) => missing(format!("{}, without libx264: not used", path.display())),
        Found::Silent(path) => missing(format!("{}, which does not answer: not used", path.display())),
        Found::Missing => missing("none: the embedded encoder makes the films".to_owned()),
    }
}

fn embedded() -> Finding {
    let mend = "mend it: apt-get install nasm, and build again";
    let (is, mend) = if EMBEDDED_IS_PLAIN {
        ("openh264, built without nasm: at half its speed", Some(mend.to_owned()))
    } else {
        ("openh264, at full speed", None)
    };
    Finding { what: "embedded encoder", is: is.to_owned(), mend }
}

fn threads() -> Finding {
    let is = match std::thread::available_parallelism() {
        Ok(count) => format!("{count}"),
        Err(error) => format!("1 (how many there are cannot be told: {error})"),
    };
    Finding { what: "threads", is, mend: None }
}
