//! Ctrl-C: the first one asks the work to stop and clean up; work that cannot is cleaned up after from here.
use super::{CliError, events, out};
use crate::film::Unfinished;
use std::fmt;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// How long the work has to stop by itself: many times what a frame takes, and short enough for somebody who waits.
const GRACE: Duration = Duration::from_secs(3);
/// The exit code of a program ended by SIGINT, as shells report it.
const INTERRUPTED: i32 = 130;

/// What the signal handler and the work share.
#[derive(Debug, Default)]
pub(super) struct Interrupt {
    /// Set when the person wants an end.
    pub stop: Arc<AtomicBool>,
    unfinished: Mutex<Vec<Unfinished>>,
    /// What is said at the end, where something stays on purpose.
    last_words: Mutex<Option<String>>,
    /// The part of the work that is under way, where it may end before the whole does.
    round: Mutex<Option<Arc<Interrupt>>>,
    last: Mutex<Last>,
}

/// What is to be said before the end, whoever brings it about.
#[derive(Default)]
struct Last(Option<Box<dyn FnOnce() + Send>>);

impl fmt::Debug for Last {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Last").field(&self.0.is_some()).finish()
    }
}

impl Interrupt {
    /// A part of the work: it ends when an end of it is asked for, or of the whole. The part before it is over.
    pub fn round(&self) -> Arc<Interrupt> {
        let round = Arc::new(Interrupt::default());
        let mut under_way = self.under_way();
        round.stop.store(self.wanted(), Relaxed);
        *under_way = Some(Arc::clone(&round));
        round
    }

    fn under_way(&self) -> MutexGuard<'_, Option<Arc<Interrupt>>> {
        self.round.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Names what is unfinished and must not stay behind.
    pub fn covers(&self, unfinished: Unfinished) {
        self.unfinished().push(unfinished);
    }

    /// Names what stays on purpose, for the end.
    pub fn stays(&self, words: String) {
        *self.last_words.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(words);
    }

    /// What the person is told who ended the work.
    pub fn error(&self) -> CliError {
        let own = |of: &Interrupt| of.last_words.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        let words = own(self).or_else(|| self.under_way().as_deref().and_then(own));
        let plain = CliError::interrupted();
        CliError { message: words.unwrap_or_else(|| plain.message.clone()), ..plain }
    }

    fn unfinished(&self) -> MutexGuard<'_, Vec<Unfinished>> {
        self.unfinished.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether the person wants an end.
    pub fn wanted(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Names what is to be said at the end.
    pub fn at_last(&self, say: impl FnOnce() + Send + 'static) {
        self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).0 = Some(Box::new(say));
    }

    /// Says it, once.
    pub fn say_last(&self) {
        let last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).0.take();
        last.into_iter().for_each(|say| say());
    }

    /// Asks for an end. Processes that write end at once: nobody wants their film any more, and the work may wait for them.
    pub fn ask(&self) {
        self.stop.store(true, Relaxed);
        self.unfinished().iter().for_each(Unfinished::kill);
        let round = self.under_way().clone();
        round.iter().for_each(|round| round.ask());
    }
}

/// Listens for Ctrl-C, SIGTERM and SIGHUP from now on.
pub(super) fn listen() -> Result<Arc<Interrupt>, CliError> {
    let interrupt = Arc::new(Interrupt::default());
    let shared = Arc::clone(&interrupt);
    // The handler has a thread of its own, so it may wait. Work that stops in time ends the process before it wakes.
    let handler = move || {
        shared.ask();
        std::thread::sleep(GRACE);
        let end = shared.error();
        // Held to the end, so that nothing new is begun meanwhile.
        let round = shared.under_way();
        let (unfinished, of_round) = (shared.unfinished(), round.as_ref().map(|round| round.unfinished()));
        unfinished.iter().chain(of_round.iter().flat_map(|of_round| of_round.iter())).for_each(Unfinished::clean);
        out::fresh_line();
        shared.say_last();
        out::error(&end);
        let _ = events::finish(&Err(end));
        process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).map_err(|e| CliError::machine(format!("cannot listen for Ctrl-C: {e}")))?;
    Ok(interrupt)
}
