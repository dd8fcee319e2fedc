//! The program as a person runs it: messages, exit codes, what lies on disk afterwards.
mod batch;
mod beside;
mod captions;
#[cfg(unix)]
mod doctor;
mod events;
mod faults;
mod films;
mod forms;
mod gallery;
mod help;
#[cfg(unix)]
mod interrupts;
mod limits;
mod long;
mod looks;
mod mended;
mod new;
mod packs;
mod poses;
mod previews;
mod props;
mod results;
mod shells;
mod sheets;
mod stills;
mod told;
mod validate;
#[cfg(unix)]
mod watch;

pub(crate) use faults::cartoon;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder to run in, gone afterwards.
pub(crate) struct Desk {
    folder: tempfile::TempDir,
}

/// What a run left: its code, what it said, what it gave.
pub(crate) struct Ran {
    pub code: Option<i32>,
    pub said: String,
    pub gave: String,
}

impl Ran {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), said: text(&output.stderr), gave: text(&output.stdout) }
    }

    /// Asserts the exit code and that the message holds every one of `words`.
    pub(crate) fn says(&self, code: i32, words: &[&str]) -> &Self {
        assert_eq!(self.code, Some(code), "it said: {}", self.said);
        for word in words {
            assert!(self.said.contains(word), "{word:?} is not in: {}", self.said);
        }
        self
    }
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path(name), text).unwrap();
        self
    }

    /// The example; the calls cut it short with `--to`.
    pub(crate) fn example(&self) -> &Self {
        self.write("morning.json", include_str!("../../../examples/good-morning.json"))
    }

    /// An `ffmpeg` in the folder that says it has libx264, and then does what `script` says; `$film` is its output.
    #[cfg(unix)]
    fn stand_in(&self, script: &str) -> &Self {
        use std::os::unix::fs::PermissionsExt;
        let says = "case \"$*\" in *encoder=libx264*) echo Encoder libx264; exit;; esac";
        self.write("ffmpeg", format!("#!/bin/sh\n{says}\nfor film; do :; done\n{script}\n"));
        std::fs::set_permissions(self.path("ffmpeg"), std::fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jabber-render"));
        // New golden stills are refused where CI is set.
        command.args(args).current_dir(self.folder.path()).env_remove("CI");
        // Nor are the packs of whoever runs the tests.
        command.env_remove("JABBER_PACKS").env("JABBER_HOME", self.path("home"));
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        Ran::of(&self.command(args).output().unwrap())
    }

    /// The same on a machine without ffmpeg.
    fn run_bare(&self, args: &[&str]) -> Ran {
        Ran::of(&self.command(args).env("PATH", "/nonexistent").output().unwrap())
    }

    /// What lies in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.folder.path())
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
