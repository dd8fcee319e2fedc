//! A running process of another program, that any thread may end. Enters: the child. Leaves: how it ended.
//!
//! On Unix it must lead a process group of its own ([`alone`]): what it started ends with it.
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::sleep;
use std::time::Duration;

/// Seconds between two looks whether it has ended: nothing beside what a film takes.
const LOOK: Duration = Duration::from_millis(4);

/// The process; a clone is the same one.
#[derive(Clone, Debug)]
pub(super) struct Running(Arc<Mutex<Child>>);

/// Gives the process a group of its own. It then gets no Ctrl-C from the terminal either: this program decides what becomes of
/// the film.
pub(super) fn alone(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

impl Running {
    pub fn new(child: Child) -> Self {
        Self(Arc::new(Mutex::new(child)))
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The number of its group, which is its own.
    pub fn group(&self) -> u32 {
        self.child().id()
    }

    /// Waits for its end; nothing once `enough` says so. The child is free between two looks, so that others can end it.
    pub fn wait(&self, enough: impl Fn() -> bool) -> io::Result<Option<ExitStatus>> {
        loop {
            if let Some(status) = self.child().try_wait()? {
                return Ok(Some(status));
            }
            if enough() {
                return Ok(None);
            }
            sleep(LOOK);
        }
    }

    /// Ends it and all it started, and waits until it is gone. One that has ended is left alone: its number may be another's.
    pub fn kill(&self) {
        let mut child = self.child();
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        // Each fails only when it has just ended.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(child.id()) {
            let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}
