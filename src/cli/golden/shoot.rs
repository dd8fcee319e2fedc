//! Drawing the stills of a list: every still is drawn by any thread.
use super::super::interrupt::Interrupt;
use super::super::progress::Progress;
use super::super::{CliError, events, output};
use super::files::{Book, Folder};
use super::ready::{Ready, drawn, ready};
use super::said::Said;
use crate::film::in_order;
use crate::golden::{Case, Pixels, Trace};
use serde_json::json;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A still to draw.
#[derive(Clone, Debug)]
pub(super) struct Still<'a> {
    /// `area/case@seconds`.
    pub name: String,
    /// Its case.
    pub case: &'a Case,
    /// Seconds; none of a sheet.
    pub at: Option<f64>,
}

/// A still as drawn.
pub(super) struct Drawn {
    /// It.
    pub picture: Pixels,
    /// What it was drawn from.
    pub trace: Trace,
}

/// The stills of a list.
pub(super) fn stills(book: &Book) -> Vec<Still<'_>> {
    let of = |case| Case::stills(case).into_iter().map(move |(name, at)| Still { name, case, at });
    book.list.cases.iter().flat_map(of).collect()
}

/// Draws `stills` on so many threads and hands what `job` makes of each to the result, in their order. What cannot be drawn is
/// shown, and what is odd, unless `said` knows it.
///
/// # Errors
/// When the person wants an end, threads cannot be started, or `job` fails.
pub(super) fn shoot<T: Send>(
    (folder, book, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    (interrupt, said): (&Interrupt, &mut Said),
    job: impl Fn(&Still<'_>, Result<Drawn, String>) -> Result<T, CliError> + Sync,
) -> Result<Vec<T>, CliError> {
    let (ready, odd) = ready(folder, stills, threads, interrupt)?;
    let broken = ready.iter().filter_map(|one| if let Ready::Broken(blame) = one { Some(&**blame) } else { None });
    odd.files.iter().chain(broken).try_for_each(|blame| said.show(blame, Some(book)))?;
    odd.words.into_iter().for_each(|words| said.warn(words));
    events::event("start", json!({"unit": "stills", "of": stills.len()}));
    let progress = Progress::of(stills.len() as u64, ("stills", "a second"), !std::io::stderr().is_terminal());
    let done = AtomicU64::new(0);
    let counted = |still: &Still<'_>, drawn| {
        let made = job(still, drawn);
        progress.set(done.fetch_add(1, Relaxed) + 1);
        made
    };
    let made = draw(stills, ready, threads, interrupt, counted);
    progress.clear();
    made
}

/// The same of stills that were drawn before: nothing is shown.
///
/// # Errors
/// As [`shoot`].
pub(super) fn silent<T: Send>(
    (folder, _, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    interrupt: &Interrupt,
    job: impl Fn(&Still<'_>, Result<Drawn, String>) -> Result<T, CliError> + Sync,
) -> Result<Vec<T>, CliError> {
    draw(stills, ready(folder, stills, threads, interrupt)?.0, threads, interrupt, job)
}

fn draw<T: Send>(
    stills: &[Still<'_>],
    ready: Vec<Ready>,
    threads: usize,
    interrupt: &Interrupt,
    job: impl Fn(&Still<'_>, Result<Drawn, String>) -> Result<T, CliError> + Sync,
) -> Result<Vec<T>, CliError> {
    let draw = |_: &mut (), (still, ready): (&Still<'_>, Ready)| {
        if interrupt.wanted() {
            return Err(CliError::interrupted());
        }
        job(still, drawn(ready))
    };
    let mut made = Vec::with_capacity(stills.len());
    let take = |one| {
        made.push(one);
        Ok(())
    };
    in_order(threads, stills.iter().zip(ready), || (), draw, take).map_err(output::film_error)?;
    made.into_iter().collect()
}

