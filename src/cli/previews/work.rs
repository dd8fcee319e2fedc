//! One queue of packs over all cores: what is to be made enters, what became of each leaves, in the same order.
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Does `work` for each of `jobs` on so many threads, each taking the next when it is done with one. `None` of what was not begun before
/// the stop, an error of what failed, be it by a fault of this program.
pub(super) fn all<T: Sync, R: Send>(
    jobs: &[T],
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Vec<Option<Result<R, String>>> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Result<R, String>>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let run = || {
        while !stop.load(Relaxed) {
            let at = next.fetch_add(1, Relaxed);
            let (Some(job), Some(place)) = (jobs.get(at), done.get(at)) else { break };
            let result = catch_unwind(AssertUnwindSafe(|| work(job)));
            let result = result.unwrap_or_else(|_| Err("the program failed over it".to_owned()));
            *place.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(result);
        }
    };
    thread::scope(|scope| {
        // This thread works too.
        (1..threads.min(jobs.len())).for_each(|_| _ = scope.spawn(run));
        run();
    });
    done.into_iter().map(|place| place.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())).collect()
}
