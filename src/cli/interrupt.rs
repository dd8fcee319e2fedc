//! Ctrl-C: the first one asks the work to stop and clean up; work that cannot is cleaned up after from here.
use super::CliError;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the work has to stop by itself: many times what a frame takes, and short enough for somebody who waits.
const GRACE: Duration = Duration::from_secs(3);
/// The exit code of a program ended by SIGINT, as shells report it.
const INTERRUPTED: i32 = 130;

/// What the signal handler and the work share.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    /// Set when the person wants an end.
    pub stop: AtomicBool,
    unfinished: Mutex<Option<PathBuf>>,
}

impl Interrupt {
    /// Names the unfinished file or folder that must not stay behind.
    pub fn covers(&self, unfinished: &Path) {
        *self.unfinished.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(unfinished.to_owned());
    }

    /// Whether the person wants an end.
    pub fn wanted(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn clean(&self) {
        let unfinished = self.unfinished.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        // Whatever is not there any more needs no cleaning.
        match unfinished {
            Some(path) if path.is_dir() => drop(fs::remove_dir_all(path)),
            Some(path) => drop(fs::remove_file(path)),
            None => {}
        }
    }
}

/// Listens for Ctrl-C, SIGTERM and SIGHUP from now on.
pub(super) fn listen() -> Result<Arc<Interrupt>, CliError> {
    let interrupt = Arc::new(Interrupt::default());
    let shared = Arc::clone(&interrupt);
    // The handler has a thread of its own, so it may wait. Work that stops in time ends the process before it wakes.
    let handler = move || {
        shared.stop.store(true, Relaxed);
        std::thread::sleep(GRACE);
        shared.clean();
        process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).map_err(|e| CliError::machine(format!("cannot listen for Ctrl-C: {e}")))?;
    Ok(interrupt)
}
