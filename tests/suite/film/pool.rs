//! The drawing pool: order, bound, errors.
use jabber_render::film::{FilmError, in_order};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::sleep;
use std::time::Duration;

#[test]
fn results_leave_in_order_on_any_number_of_threads() {
    for threads in [1, 2, 8, 16] {
        let mut taken = Vec::new();
        let job = |_: &mut (), k: u64| {
            sleep(Duration::from_micros(k * 7919 % 700)); // later ones are often done first
            k * k
        };
        let take = |square| {
            taken.push(square);
            Ok(())
        };
        in_order(threads, 0..200, || (), job, take).unwrap();
        assert_eq!(taken, (0..200).map(|k| k * k).collect::<Vec<u64>>(), "{threads} threads");
    }
}

#[test]
fn a_slow_sink_holds_the_states_back() {
    let (read, taken, worst) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let states = (0..100).inspect(|_| {
        read.fetch_add(1, SeqCst);
        worst.fetch_max(read.load(SeqCst) - taken.load(SeqCst), SeqCst);
    });
    let take = |_| {
        sleep(Duration::from_millis(1));
        taken.fetch_add(1, SeqCst);
        Ok(())
    };
    in_order(4, states, || (), |_, k: u64| k, take).unwrap();
    // Four threads and two ahead in the queue, one with the sink, one in the reader's hand.
    assert!(worst.load(SeqCst) <= 4 + 2 + 2, "{} states were under way at once", worst.load(SeqCst));
}

#[test]
fn the_sinks_error_ends_it_at_once() {
    let read = AtomicUsize::new(0);
    let states = (0..1_000_000).inspect(|_| {
        read.fetch_add(1, SeqCst);
    });
    let take = |k: u64| if k == 10 { Err(FilmError::Encoder("full".into())) } else { Ok(()) };
    let result = in_order(2, states, || (), |_, k| k, take);
    assert!(matches!(result, Err(FilmError::Encoder(message)) if message == "full"));
    assert!(read.load(SeqCst) < 30, "{} states were read", read.load(SeqCst));
}

#[test]
fn each_job_has_a_worker_to_itself_and_no_more_are_made_than_threads() {
    let made = AtomicUsize::new(0);
    let worker = || {
        made.fetch_add(1, SeqCst);
        0_u64
    };
    let job = |jobs: &mut u64, _: u64| {
        *jobs += 1;
        sleep(Duration::from_micros(200));
        *jobs
    };
    in_order(3, 0..300, worker, job, |_| Ok(())).unwrap();
    assert!((1..=3).contains(&made.load(SeqCst)), "{} workers", made.load(SeqCst));
}

#[test]
fn a_job_that_panics_is_no_silent_gap() {
    let run = || in_order(2, 0..50_u64, || (), |_, k| assert!(k != 20, "frame 20 broke"), |()| Ok(()));
    assert!(std::panic::catch_unwind(run).is_err());
}

/// How many jobs ran at once, at each job's start.
fn at_once(threads: usize, jobs: u64, job: Duration, sink: Duration) -> Vec<usize> {
    let (now, seen) = (AtomicUsize::new(0), std::sync::Mutex::new(Vec::new()));
    let draw = |_: &mut (), k: u64| {
        seen.lock().unwrap().push(now.fetch_add(1, SeqCst) + 1);
        sleep(job);
        now.fetch_sub(1, SeqCst);
        k
    };
    let take = |_| {
        sleep(sink);
        Ok(())
    };
    in_order(threads, 0..jobs, || (), draw, take).unwrap();
    seen.into_inner().unwrap()
}

#[test]
fn as_many_draw_at_once_as_the_sink_has_work_for() {
    let (none, some, long) = (Duration::ZERO, Duration::from_millis(1), Duration::from_millis(6));
    let hungry = at_once(4, 160, long, none);
    assert_eq!(hungry.iter().max(), Some(&4), "a sink that waits gets all threads");
    let slow = at_once(4, 240, some, long);
    let alone = slow.iter().skip(160).filter(|now| **now == 1).count();
    // Three calms after which one thread less draws, and then some; a busy machine may hold one up.
    assert!(alone > 60, "{alone} of the last 80 drew alone: {slow:?}");
}
