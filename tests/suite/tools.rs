//! The programs that some tests look at films with. Where one is missing such a test says so and is skipped; with
//! `JABBER_TEST_STRICT=1` it fails instead.
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

/// Says that a program is not installed; with `JABBER_TEST_STRICT=1` that fails.
pub fn absent(program: &str) {
    assert!(std::env::var_os("JABBER_TEST_STRICT").is_none_or(|v| v != "1"), "{program} is not installed");
    eprintln!("skipped: {program} is not installed");
}

/// What the program writes to standard output; `None` when it is not installed. It must end well.
pub fn bytes<'a>(program: &str, args: impl IntoIterator<Item = &'a OsStr>) -> Option<Vec<u8>> {
    let Ok(output) = Command::new(program).args(args).output() else {
        absent(program);
        return None;
    };
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    Some(output.stdout)
}

/// The same as text.
pub fn run<'a>(program: &str, args: impl IntoIterator<Item = &'a OsStr>) -> Option<String> {
    bytes(program, args).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The ffmpeg on PATH.
pub fn ffmpeg() -> Option<PathBuf> {
    run("ffmpeg", [OsStr::new("-version")]).map(|_| PathBuf::from("ffmpeg"))
}
