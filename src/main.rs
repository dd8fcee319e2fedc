//! Turns the command line's result into an exit code, nothing else.
use std::process::ExitCode;

fn main() -> ExitCode {
    jabber_render::cli::main()
}
