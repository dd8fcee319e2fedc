//! The command line: one file a command; every file the author names is read here, every message to people written here.
//!
//! Enters: the arguments. Leaves: files, messages and an exit code ([`Exit`]). Computes nothing of its own.
mod args;
mod batch;
mod beside;
mod bodies;
mod bubbles;
mod captions;
mod casting;
mod cells;
mod drawing;
mod error;
mod events;
mod fonts;
mod forms;
mod goods;
mod grids;
mod hands;
mod hearing;
mod input;
mod interrupt;
mod library;
mod load;
mod looks;
pub mod mend;
mod names;
mod numbers;
pub mod out;
mod output;
mod play;
mod progress;
mod reads;
mod report;
mod resume;
mod roles;
mod scenery;
mod shapes;
mod soundtrack;
mod speak_worker;
mod studio;
mod subtitles;

pub use args::Size;
pub use beside::Beside;
pub use error::{CliError, Exit};
pub use report::told;
pub use studio::{Artist, Studio};
pub use validate::check;

use crate::vocabulary::nearest;
use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use std::path::Path;
use std::process::ExitCode;

/// A new command is its file `src/cli/NAME.rs`, with `pub(super) struct Args` (clap's; its doc comment is the help) and
/// `pub(super) fn run(&Args) -> Result<(), CliError>`, and its line in the list below.
macro_rules! commands {
    ($($variant:ident in $module:ident),* $(,)?) => {
        $(mod $module;)*

        #[derive(clap::Subcommand)]
        enum Command {
            $($variant($module::Args),)*
        }

        impl Command {
            fn run(&self) -> Result<(), CliError> {
                match self {
                    $(Command::$variant(args) => $module::run(args),)*
                }
            }
        }
    };
}

mod render;
commands! {
    Still in still,
    Validate in validate,
    Timeline in timeline,
    Frames in frames,
    Pose in pose,
    Text in text,
    Describe in describe,
    Schema in schema,
    Sheet in sheet,
    Templates in templates,
    Golden in golden,
    Packs in packs,
    Previews in previews,
    New in new,
    Watch in watch,
    Doctor in doctor,
    Join in join,
    Completions in completions,
    Man in man,
}

/// Turns a cartoon into a film: no display, no GPU, the same film every time.
///
/// The output's name says its form: `.mp4`, `.mov`, `.webm`, `.mkv`, `.gif`, `.apng`, `.webp`, a folder of PNGs when it ends in `/`, or `-`, a pipe.
#[derive(Parser)]
#[command(name = "jabber-render", version, max_term_width = 80, styles = out::HELP_STYLES, after_help = AFTER_HELP)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, arg_required_else_help = true)]
#[command(override_usage = "jabber-render FILE… -o OUT [OPTIONS]\n       jabber-render COMMAND …")]
#[command(subcommand_value_name = "COMMAND")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    render: render::Args,
}

const AFTER_HELP: &str = "\
Examples:
  jabber-render cartoon.json -o cartoon.mp4
  jabber-render cartoon.json -o square.mp4 --size 1080x1080 --fps 30000/1001
  jabber-render cartoon.json -o frames/ --from 2 --to 4.5
  jabber-render cartoon.json -o cartoon.webm --transparent
  jabber-render 'films/*.json' extra.json -o 'out/{name}.mp4'
  jabber-render still cartoon.json --at 2.5 -o still.png

Exit codes: 0 done, 1 the input is wrong, 2 wrong usage, 3 the machine or the
disk failed, 130 interrupted.";

/// Every command with its arguments. A value that begins with `-` and a digit is a number out of range, which its own message says best, and no option.
pub fn command() -> clap::Command {
    fn numbers(command: clap::Command) -> clap::Command {
        let number = |arg: clap::Arg| {
            let takes = !arg.is_positional() && arg.get_action().takes_values();
            match arg.get_id().as_str() {
                // A size is two numbers.
                "size" => arg.allow_hyphen_values(true),
                _ if takes => arg.allow_negative_numbers(true),
                _ => arg,
            }
        };
        command.mut_args(number).mut_subcommands(numbers)
    }
    numbers(Cli::command())
}

/// Runs the command the arguments name and gives its exit code.
pub fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|word| word == hearing::WORKER) {
        // Of no concern to people: neither help nor shells tell of it.
        return ended(&speak_worker::run());
    }
    let parsed = command().try_get_matches().and_then(|matches| {
        events::begin(asked(&matches));
        Cli::from_arg_matches(&matches)
    });
    let result = match parsed {
        Ok(Cli { command: Some(command), .. }) => command.run(),
        Ok(Cli { render, .. }) => batch::run(&render),
        Err(usage) if !usage.use_stderr() => match usage.print() {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(CliError::machine(format!("cannot write to standard output: {}", error::plain(&error))))
            }
            // Nobody listens any more, or all is said.
            _ => return Exit::Done.into(),
        },
        Err(usage) => Err(misused(&usage)),
    };
    ended(&result)
}

fn ended(result: &Result<(), CliError>) -> ExitCode {
    if let Err(error) = result {
        out::error(error);
    }
    let exit = result.as_ref().map_or_else(|error| error.exit, |()| Exit::Done);
    match events::finish(result) {
        Err(unwritten) if exit == Exit::Done => {
            out::error(&unwritten);
            unwritten.exit.into()
        }
        _ => exit.into(),
    }
}

/// How a run is to tell, by what its command knows of it.
fn asked(matches: &ArgMatches) -> events::Asked {
    let mut innermost = matches;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let flag = |name: &str| innermost.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false);
    let progress = innermost.try_get_one::<args::How>("progress").ok().flatten().copied().unwrap_or_default();
    events::Asked { json: flag("json"), progress, quiet: flag("quiet") }
}

/// Tells of a wrong command line: people in clap's words, programs as of any error; what is left to say.
fn misused(usage: &clap::Error) -> CliError {
    let words = std::env::args_os().skip(1).take_while(|word| word != "--");
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let ndjson = words.windows(2).any(|pair| matches!(pair, [how, word] if how == "--progress" && word == "ndjson"))
        || words.iter().any(|word| word == "--progress=ndjson");
    let (json, progress) =
        (words.iter().any(|word| word == "--json"), if ndjson { args::How::Ndjson } else { args::How::Auto });
    events::begin(events::Asked { json, progress, quiet: false });
    if let Some(error) = unknown_command(usage) {
        return error;
    }
    let text = usage.render().to_string();
    let mut parts = text.trim().split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let message = parts.next().unwrap_or_default();
    let error = CliError::usage(message.strip_prefix("error: ").unwrap_or(&message));
    let error = match parts.next() {
        Some(hint) => error.hint(hint.trim_start_matches("tip: ").trim_start_matches("Usage: ")),
        None => error,
    };
    if !ndjson {
        let _ = usage.print();
    }
    error.said()
}

/// What to say of arguments that name a command there is none of: clap takes it for the cartoon's file.
fn unknown_command(usage: &clap::Error) -> Option<CliError> {
    let mut words = std::env::args_os().skip(1).filter_map(|word| word.into_string().ok());
    let word = words.next()?;
    let name = match usage.kind() {
        ErrorKind::InvalidSubcommand if word == "help" => words.next()?,
        ErrorKind::UnknownArgument | ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict => word,
        _ => return None,
    };
    let cli = Cli::command();
    let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    // A file's name has a dot or a folder before it, or is there.
    let a_file = name.contains(['.', '/', '\\', ':']) || Path::new(&name).exists();
    if a_file || name.starts_with('-') || names.contains(&name.as_str()) {
        return None;
    }
    let near = nearest(&name, names.iter().copied());
    let said = near.map_or(String::new(), |near| format!(": did you mean {near}?"));
    let hint = format!("commands: {}; or a film: jabber-render FILE -o OUT", names.join(", "));
    Some(CliError::usage(format!("there is no command {name}{said}")).hint(hint))
}
