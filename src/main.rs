//! Turns the command line's result into an exit code, nothing else.
use jabber_render::pages::LargePages;
use std::process::ExitCode;

#[global_allocator]
static MEMORY: LargePages = LargePages;

fn main() -> ExitCode {
    jabber_render::cli::main()
}
