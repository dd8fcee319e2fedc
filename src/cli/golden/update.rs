//! `golden update`: the stills that fail are taken anew, and people are told what changed and by how much.
use super::super::interrupt::{self, Interrupt};
use super::super::{CliError, Exit, out};
use super::check::{chosen, judged};
use super::files::{self, Book, Folder};
use super::shoot::{Still, shoot};
use super::{Shared, not_in_ci, tell};
use crate::golden::{HEAVIEST, Outcome, Verdict};

/// Take the stills that fail anew; says what changed and by how much
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only stills whose names hold this, or fit it: 'good-morning', 'sheets/*-moods', '*@2.5'
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    #[command(flatten)]
    shared: Shared,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    not_in_ci("update")?;
    let folder = Folder::new(&args.shared.dir);
    let book = folder.book()?;
    let chosen = chosen(&book, &args.patterns)?;
    let interrupt = interrupt::listen()?;
    let taken = take((&folder, &book, &chosen), args.shared.threads(), &interrupt).map_err(not_all)?;
    let unlisted = folder.unlisted(&book.list)?.len();
    if unlisted > 0 {
        let files = if unlisted == 1 { "file that no case names" } else { "files that no case names" };
        out::hint(format!("{unlisted} {files}: jabber-render golden prune removes what no case names"));
    }
    if taken { Ok(()) } else { Err(CliError::reported()) }
}

/// What is said of an end in the middle.
pub(super) fn not_all(error: CliError) -> CliError {
    let message = "interrupted; the stills taken so far are whole".to_owned();
    if error.exit == Exit::Interrupted { CliError { message, ..error } } else { error }
}

/// What was written of one still.
struct Taken {
    outcome: Outcome,
    /// What was done: `new`, `changed`, `text`; nothing when there was nothing to do.
    done: Option<&'static str>,
    /// The still's size, bytes, when it was written.
    bytes: u64,
}

/// Takes those of the stills that fail, and says so; false when one cannot be drawn or is too large.
///
/// # Errors
/// When a file cannot be written, or the person wants an end.
pub(super) fn take(
    (folder, book, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    interrupt: &Interrupt,
) -> Result<bool, CliError> {
    let taken = shoot((folder, book, stills), threads, interrupt, |still, drawn| {
        let (outcome, drawn) = judged(folder, still, drawn)?;
        let done = match (&outcome.verdict, outcome.is_text_old) {
            (Verdict::Broken(_), _) => None,
            (Verdict::Missing, _) => Some("new"),
            (Verdict::Same | Verdict::Tolerated, false) => None,
            (Verdict::Same | Verdict::Tolerated, true) => Some("text"),
            _ => Some("changed"),
        };
        let mut bytes = 0;
        if let (Some(done), Some(drawn)) = (done, &drawn) {
            if done != "text" {
                let failed = |error| CliError::machine(format!("{}: {error}", still.name));
                let png = drawn.picture.to_png().map_err(failed)?;
                bytes = png.len() as u64;
                files::write(&folder.still(&still.name, "png"), &png, interrupt)?;
            }
            files::write(&folder.still(&still.name, "txt"), drawn.trace.to_string().as_bytes(), interrupt)?;
        }
        Ok(Taken { outcome, done, bytes })
    })?;
    tell(&taken);
    let sound = |one: &Taken| one.bytes <= HEAVIEST && !matches!(one.outcome.verdict, Verdict::Broken(_));
    Ok(taken.iter().all(sound))
}

fn tell(taken: &[Taken]) {
    let of = |word: &str| taken.iter().filter(|one| one.done == Some(word)).count();
    for one in taken {
        match one.done {
            Some("new") => out::row("new", false, &one.outcome.name),
            Some("changed") => tell::still("changed", false, &one.outcome),
            Some(_) => {}
            None if !one.outcome.verdict.passes() => tell::still(one.outcome.verdict.word(), true, &one.outcome),
            None => {}
        }
        if one.bytes > HEAVIEST {
            let (bytes, most) = (one.bytes.div_ceil(1 << 10), HEAVIEST >> 10);
            out::warning(format!("{}: {bytes} KiB, {most} at most: give it a smaller size", one.outcome.name));
        }
    }
    let parts = [(of("changed"), "changed"), (of("new"), "new"), (of("text"), "in their texts alone")];
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    let all = taken.len();
    let said = if parts.is_empty() { "nothing to do".to_owned() } else { parts.join(", ") };
    out::plain(format_args!("{all} {}: {said}", if all == 1 { "still" } else { "stills" }));
}
