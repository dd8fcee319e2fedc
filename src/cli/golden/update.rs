//! `golden update`: the stills that fail are taken anew, and people are told what changed and by how much.
use super::super::interrupt::{self, Interrupt};
use super::super::{CliError, Exit, args, events, out};
use super::check::{chosen, judged};
use super::files::{self, Book, Folder};
use super::said::Said;
use super::shoot::{Still, shoot};
use super::weight::fitting;
use super::{Shared, Spoken, again, not_in_ci, tell};
use crate::golden::{HEAVIEST, Outcome, Verdict};
use serde_json::{Value, json};

/// Take the stills that fail anew; says what changed and by how much
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only stills whose names hold this, or fit it: 'good-morning', 'sheets/*-moods', '*@2.5'
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    #[command(flatten)]
    shared: Shared,
    #[command(flatten)]
    spoken: Spoken,
    #[command(flatten)]
    telling: args::Telling,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    not_in_ci("update")?;
    let folder = Folder::new(&args.shared.dir);
    let mut book = folder.book()?;
    args.spoken.tell(&mut book);
    let chosen = chosen(&book, &args.patterns)?;
    let interrupt = interrupt::listen()?;
    let taken = take((&folder, &book, &chosen), args.shared.threads(), (&interrupt, args.telling.quiet)).map_err(not_all)?;
    let unlisted = folder.unlisted(&book.list)?.len();
    if unlisted > 0 && !args.telling.quiet {
        let files = if unlisted == 1 { "file that no case names" } else { "files that no case names" };
        let dir = again(&args.shared.dir, &[]);
        out::hint(format!("{unlisted} {files}: jabber-render golden prune{dir} removes what no case names"));
    }
    if taken { Ok(()) } else { Err(CliError::reported()) }
}

/// What is said of an end in the middle.
fn not_all(error: CliError) -> CliError {
    let message = "interrupted; the stills taken so far are whole".to_owned();
    if error.exit == Exit::Interrupted { CliError { message, ..error } } else { error }
}

/// What was written of one still.
struct Taken {
    outcome: Outcome,
    /// What was done: `new`, `changed`, `text`; nothing when there was nothing to do.
    done: Option<&'static str>,
    /// Why it was not written: its bytes, and the size at which it would be few enough.
    heavy: Option<(u64, Option<String>)>,
}

/// Takes those of the stills that fail, and says so; false when one cannot be drawn or is too large.
///
/// # Errors
/// When a file cannot be written, or the person wants an end.
fn take(
    (folder, book, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    (interrupt, quiet): (&Interrupt, bool),
) -> Result<bool, CliError> {
    let mut taken = shoot((folder, book, stills), threads, (interrupt, &mut Said::default()), |still, drawn| {
        let (outcome, drawn) = judged(folder, still, drawn)?;
        let done = match (&outcome.verdict, outcome.is_text_old) {
            (Verdict::Broken(_), _) => None,
            (Verdict::Missing, _) => Some("new"),
            (Verdict::Same | Verdict::Tolerated, false) => None,
            (Verdict::Same | Verdict::Tolerated, true) => Some("text"),
            _ => Some("changed"),
        };
        if let (Some(done), Some(drawn)) = (done, &drawn) {
            if done != "text" {
                let failed = |error| CliError::machine(format!("{}: {error}", still.name));
                let png = drawn.picture.to_png().map_err(failed)?;
                if png.len() as u64 > HEAVIEST {
                    return Ok(Taken { outcome, done: None, heavy: Some((png.len() as u64, None)) });
                }
                files::write(&folder.still(&still.name, "png"), &png, interrupt)?;
            }
            files::write(&folder.still(&still.name, "txt"), drawn.trace.to_string().as_bytes(), interrupt)?;
        }
        Ok(Taken { outcome, done, heavy: None })
    })?;
    for (one, still) in taken.iter_mut().zip(stills) {
        if let Some((_, fits)) = &mut one.heavy {
            *fits = fitting((folder, book, still), threads, interrupt)?;
        }
    }
    events::done(told(&taken));
    let sound = |one: &Taken| one.heavy.is_none() && !matches!(one.outcome.verdict, Verdict::Broken(_));
    let is_sound = taken.iter().all(sound);
    if (!quiet || !is_sound) && !events::are_told() {
        tell(&taken);
    }
    Ok(is_sound)
}

/// What was done, for programs: the names of stills by what became of them.
fn told(taken: &[Taken]) -> Value {
    let named = |is: &dyn Fn(&Taken) -> bool| -> Vec<&str> {
        taken.iter().filter(|one| is(one)).map(|one| &*one.outcome.name).collect()
    };
    let of = |word: &'static str| named(&|one| one.done == Some(word));
    let broken = taken.iter().filter_map(|one| match &one.outcome.verdict {
        Verdict::Broken(why) => Some(json!({"name": one.outcome.name, "why": why})),
        _ => None,
    });
    json!({
        "stills": taken.len(), "new": of("new"), "changed": of("changed"), "text": of("text"),
        "heavy": named(&|one| one.heavy.is_some()), "broken": broken.collect::<Vec<_>>(),
    })
}

fn tell(taken: &[Taken]) {
    let of = |word: &str| taken.iter().filter(|one| one.done == Some(word)).count();
    for one in taken {
        match one.done {
            Some("new") => out::row("new", false, &one.outcome.name),
            Some("changed") => tell::still("changed", false, &one.outcome),
            Some(_) => {}
            None if one.heavy.is_some() => {}
            None if !one.outcome.verdict.passes() => tell::still(one.outcome.verdict.word(), true, &one.outcome),
            None => {}
        }
        if let Some((bytes, fits)) = &one.heavy {
            out::row("heavy", true, &one.outcome.name);
            let (bytes, most) = (bytes.div_ceil(1 << 10), HEAVIEST >> 10);
            let size = match fits {
                Some(size) => format!("\"size\": {size} fits, with a \"note\" that says why"),
                None => "show less of it: none of the sizes tried fits".to_owned(),
            };
            out::plain(format_args!("{:11}{bytes} KiB, {most} at most: not taken", ""));
            out::hint(size);
        }
    }
    let count = |is: &dyn Fn(&Taken) -> bool| taken.iter().filter(|one| is(one)).count();
    let heavy = count(&|one| one.heavy.is_some());
    let broken = count(&|one| matches!(one.outcome.verdict, Verdict::Broken(_)));
    let done = [(of("changed"), "changed"), (of("new"), "new"), (of("text"), "in their texts alone")];
    let parts = done.into_iter().chain([(heavy, "too large to take"), (broken, "broken")]);
    let parts: Vec<String> = parts.filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    let all = taken.len();
    let said = if parts.is_empty() { "nothing to do".to_owned() } else { parts.join(", ") };
    out::plain(format_args!("{all} {}: {said}", if all == 1 { "still" } else { "stills" }));
}
