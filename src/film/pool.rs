//! The drawing pool: states enter in order, are drawn by many threads, and leave in order, with a bounded number in flight.
//!
//! Knows neither pictures nor files. Which thread draws a state never shows in the result. No more threads draw than it takes
//! to keep the results coming: one that draws alone has its last picture in the cache, and leaves the cores to the encoder.
use super::FilmError;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many states may be under way beyond one a thread: enough that no thread waits while the sink takes its time, few
/// enough that a frame's buffers stay in the caches of the memory budget (two of 1080p are 6 MB).
const AHEAD: usize = 2;

/// Draws `states` on `threads` threads and hands the results to `take` in the states' order.
///
/// `states` is read on the calling thread, `take` runs on one of its own. Each job has a worker (made by `worker` when no
/// idle one is left) to itself. At most `threads` + 3 results exist at any time: reading `states` waits for `take`.
///
/// # Errors
/// The first error of `take`, after which no more states are read; or threads that could not be started.
pub fn in_order<S: Send, W: Send, P: Send>(
    threads: usize,
    states: impl Iterator<Item = S>,
    worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, S) -> P + Sync,
    take: impl FnMut(P) -> Result<(), FilmError> + Send,
) -> Result<(), FilmError> {
    let no_threads = |e: &dyn std::fmt::Display| FilmError::Threads(format!("cannot start {threads} threads: {e}"));
    let named = |i| format!("draw-{i}");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(named).build();
    let pool = pool.map_err(|e| no_threads(&e))?;
    let workers = Workers { idle: Mutex::new(Vec::new()), make: worker };
    let (workers, job, gate) = (&workers, &job, &Gate::default());
    std::thread::scope(|scope| {
        // A queue of one-place mailboxes: the queue keeps the order, each mailbox waits for its own result.
        let (queue, mailboxes) = sync_channel(threads + AHEAD);
        let sink = std::thread::Builder::new()
            .name("sink".to_owned())
            .spawn_scoped(scope, || drain(mailboxes, take, |waited| gate.tell(waited, threads)));
        let sink = sink.map_err(|e| no_threads(&e))?;
        pool.in_place_scope_fifo(|scope| {
            for state in states {
                let (done, mailbox) = sync_channel(1);
                if queue.send(mailbox).is_err() {
                    break; // The sink has ended with an error.
                }
                let pass = gate.enter();
                scope.spawn_fifo(move |_| {
                    let _pass = pass;
                    let result = workers.lend(|worker| job(worker, state));
                    // Nobody takes it when the sink has ended.
                    let _ = done.send(result);
                });
            }
            drop(queue);
        });
        sink.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Takes the results in order, and tells of each whether it had to be waited for. A mailbox whose sender is gone belongs to a job that
/// panicked: the pool raises that again.
fn drain<P>(
    mailboxes: Receiver<Receiver<P>>,
    mut take: impl FnMut(P) -> Result<(), FilmError>,
    tell: impl Fn(bool),
) -> Result<(), FilmError> {
    for mailbox in mailboxes {
        let ready = mailbox.try_recv();
        tell(ready.is_err());
        match ready.or_else(|_| mailbox.recv()) {
            Ok(result) => take(result)?,
            Err(_) => break,
        }
    }
    Ok(())
}

/// By so much must the waiting outweigh before twice as many threads draw.
const HUNGRY: i32 = 8;
/// By so many must the results that were ready outnumber the others before one thread less draws: two seconds of film.
const CALM: i32 = -48;

/// How many draw at once: twice as many when the sink mostly waits, one less when it hardly does. An encoder that takes several frames
/// at a gulp now and then is no reason for more.
#[derive(Debug)]
struct Gate {
    state: Mutex<Drawing>,
    changed: Condvar,
}

#[derive(Debug)]
struct Drawing {
    now: usize,
    allowed: usize,
    /// Results that were waited for less those that were not.
    balance: i32,
}

impl Default for Gate {
    fn default() -> Self {
        Self { state: Mutex::new(Drawing { now: 0, allowed: 1, balance: 0 }), changed: Condvar::new() }
    }
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, Drawing> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until one more may draw.
    fn enter(&self) -> Pass<'_> {
        let waiting = self.changed.wait_while(self.state(), |state| state.now >= state.allowed);
        waiting.unwrap_or_else(PoisonError::into_inner).now += 1;
        Pass(self)
    }

    fn tell(&self, waited: bool, threads: usize) {
        let mut state = self.state();
        // Of results that are drawn side by side only the first is waited for.
        state.balance += if waited { i32::try_from(state.allowed).unwrap_or(HUNGRY) } else { -1 };
        if state.balance >= HUNGRY {
            state.allowed = (state.allowed * 2).min(threads.max(1));
            state.balance = 0;
        } else if state.balance <= CALM {
            state.allowed = (state.allowed - 1).max(1);
            state.balance = 0;
        }
        drop(state);
        self.changed.notify_all();
    }
}

/// Leave to draw, given back when dropped, by a job that panics too.
struct Pass<'a>(&'a Gate);

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.0.state().now -= 1;
        self.0.changed.notify_all();
    }
}

/// Workers not in use, the last used on top since its caches are warm; as many as jobs ever ran at once.
struct Workers<W, F> {
    idle: Mutex<Vec<W>>,
    make: F,
}

impl<W, F: Fn() -> W> Workers<W, F> {
    fn lend<R>(&self, work: impl FnOnce(&mut W) -> R) -> R {
        let idle = self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        let mut worker = idle.unwrap_or_else(&self.make);
        let result = work(&mut worker);
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(worker);
        result
    }
}
