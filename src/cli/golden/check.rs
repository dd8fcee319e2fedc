//! `golden check`: every still is drawn and compared, and what differs is shown.
use super::super::interrupt::{self, Interrupt};
use super::super::{CliError, args, events, out};
use super::files::{self, Book, Folder, Unfit};
use super::said::Said;
use super::shoot::{Drawn, Still, shoot, silent, stills};
use super::{Shared, Spoken, again, left, tell};
use crate::golden::{
    self, HEAVIEST, Outcome, PICTURED, Pattern, Pictures, Pixels, Trace, Verdict, difference,
};
use std::path::PathBuf;
use std::time::Instant;

/// Draw every still and compare it with the golden one
#[derive(clap::Args)]
pub(super) struct Args {
    /// Only stills whose names hold this, or fit it: 'good-morning', 'sheets/*-moods', '*@2.5'
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    #[command(flatten)]
    shared: Shared,
    #[command(flatten)]
    spoken: Spoken,
    /// Where report.html and contact.png are put when something differs
    #[arg(long, value_name = "DIR", default_value = "target/golden")]
    report: PathBuf,
    /// Write the result as JUnit XML too
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    telling: args::Telling,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let start = Instant::now();
    let folder = Folder::new(&args.shared.dir);
    let interrupt = interrupt::listen()?;
    let mut book = match folder.list().and_then(|book| some(book, args)) {
        Ok(book) => book,
        Err(unfit) => return Err(listless(args, unfit, &folder, (start, &interrupt))),
    };
    args.spoken.tell(&mut book);
    let chosen = chosen(&book, &args.patterns)?;
    let mut outcomes = outcomes((&folder, &book, &chosen), args.shared.threads(), &interrupt)?;
    let old = "the picture is the same, and the text beside it is out of date";
    let stale = |outcome: &&mut Outcome| outcome.verdict.passes() && outcome.is_text_old;
    outcomes.iter_mut().filter(stale).for_each(|outcome| outcome.verdict = Verdict::Spoilt(old.to_owned()));
    // A check of some stills says nothing of the others' files.
    let unlisted = if args.patterns.is_empty() { folder.unlisted(&book.list)? } else { Vec::new() };
    outcomes.sort_by(|a, b| b.badness().total_cmp(&a.badness()).then_with(|| a.name.cmp(&b.name)));
    picture(&mut outcomes, (&folder, &book, &chosen), args.shared.threads(), &interrupt)?;
    let seconds = start.elapsed().as_secs_f64();
    let again = args.spoken.after(&args.patterns);
    let of = (&*args.shared.dir, &*again);
    let told = tell::Told { outcomes: &outcomes, unlisted: &unlisted, seconds, of };
    // What was found is told whatever becomes of the files that tell it too.
    let junit = junit(args, &told, &interrupt);
    let report = report(args, &told, &interrupt);
    let page = report.as_ref().ok().and_then(Option::as_deref);
    events::done(told.json(page));
    if (!args.telling.quiet || !told.passes()) && !events::are_told() {
        told.people(page);
    }
    junit?;
    report?;
    if told.passes() { Ok(()) } else { Err(CliError::reported()) }
}

/// A list that has cases: a check of nothing says nothing.
fn some(book: Book, args: &Args) -> Result<Book, Unfit> {
    if !book.list.cases.is_empty() {
        return Ok(book);
    }
    let said = format!("{} has no cases: nothing is checked", book.path.display());
    let hint = format!("jabber-render golden init{} CARTOON… adds some", again(&args.shared.dir, &[]));
    Err(Unfit { error: CliError::input(&*said).hint(hint), said })
}

/// Tells programs that there is no list to check; what ends the command.
fn listless(args: &Args, unfit: Unfit, folder: &Folder, (start, interrupt): (Instant, &Interrupt)) -> CliError {
    let path = folder.list_path().display().to_string();
    let name = path.clone();
    let verdict = Verdict::Broken(unfit.said);
    let outcomes = [Outcome { name, file: path, verdict, ..Outcome::default() }];
    let again = args.spoken.after(&args.patterns);
    let of = (&*args.shared.dir, &*again);
    let told = tell::Told { outcomes: &outcomes, unlisted: &[], seconds: start.elapsed().as_secs_f64(), of };
    let junit = junit(args, &told, interrupt);
    events::answer(told.json(None));
    match junit {
        Ok(()) => unfit.error,
        Err(unwritable) => {
            out::error(&unfit.error);
            unwritable
        }
    }
}

fn junit(args: &Args, told: &tell::Told<'_>, interrupt: &Interrupt) -> Result<(), CliError> {
    let Some(path) = &args.junit else { return Ok(()) };
    files::write(path, golden::junit(told.outcomes, told.unlisted, told.seconds).as_bytes(), interrupt)
}

/// The stills that fit one of the patterns; all without. A pattern that is the whole name of a still or a case means that alone.
///
/// # Errors
/// When a pattern fits none.
pub(super) fn chosen<'a>(book: &'a Book, patterns: &[String]) -> Result<Vec<Still<'a>>, CliError> {
    let all = stills(book);
    let named = |still: &Still<'_>, text: &str| still.name == text || still.case.name == text;
    let read = |text: &String| (text.clone(), Pattern::new(text), all.iter().any(|still| named(still, text)));
    let read: Vec<(String, Pattern, bool)> = patterns.iter().map(read).collect();
    let fits = |still: &Still<'_>, (text, pattern, is_name): &(String, Pattern, bool)| {
        if *is_name { named(still, text) } else { pattern.fits(&still.name) }
    };
    for one in &read {
        let text = &one.0;
        if !all.iter().any(|still| fits(still, one)) {
            let near = crate::vocabulary::nearest(text, all.iter().map(|still| &*still.name));
            let error = CliError::usage(format!("no still is called {text}"));
            return Err(match near {
                Some(near) => error.hint(format!("did you mean {near}?")),
                None => error.hint("a pattern is a part of a name, or has * for anything: 'sheets/*'"),
            });
        }
    }
    let chosen = |still: &Still<'_>| read.is_empty() || read.iter().any(|one| fits(still, one));
    Ok(all.iter().filter(|still| chosen(still)).cloned().collect())
}

/// What each still is, in the order of the list.
fn outcomes(
    (folder, book, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Outcome>, CliError> {
    shoot((folder, book, stills), threads, (interrupt, &mut Said::default()), |still, drawn| {
        let (outcome, _) = judged(folder, still, drawn)?;
        Ok(outcome)
    })
}

/// Draws the worst of what fails once more, for the report: the pictures of everything that fails might fill the memory.
fn picture(
    outcomes: &mut [Outcome],
    (folder, book, stills): (&Folder, &Book, &[Still<'_>]),
    threads: usize,
    interrupt: &Interrupt,
) -> Result<(), CliError> {
    let fails = |outcome: &&mut Outcome| !outcome.verdict.passes();
    let mut worst: Vec<&mut Outcome> = outcomes.iter_mut().filter(fails).take(PICTURED).collect();
    let of = |outcome: &&mut Outcome| stills.iter().find(|still| still.name == outcome.name).cloned();
    let again: Vec<Still<'_>> = worst.iter().filter_map(of).collect();
    let pictures = silent((folder, book, &again), threads, interrupt, |still, drawn| {
        let golden = folder.bytes(&folder.still(&still.name, "png")).ok().flatten();
        Ok(Pictures::new(golden, drawn.ok().as_ref().map(|drawn| &drawn.picture)))
    })?;
    worst.iter_mut().zip(pictures).for_each(|(outcome, pictures)| outcome.pictures = Some(pictures));
    Ok(())
}

/// Compares a still with the golden one; gives back what was drawn.
///
/// # Errors
/// When the golden folder cannot be read.
pub(super) fn judged(
    folder: &Folder,
    still: &Still<'_>,
    drawn: Result<Drawn, String>,
) -> Result<(Outcome, Option<Drawn>), CliError> {
    let mut outcome = Outcome {
        name: still.name.clone(),
        file: still.case.file.clone(),
        note: still.case.note.clone(),
        ..Outcome::default()
    };
    if let Some(why) = folder.obstacle(&still.name) {
        outcome.verdict = Verdict::Broken(why);
        return Ok((outcome, None));
    }
    let png = folder.bytes(&folder.still(&still.name, "png"))?;
    let text = folder.bytes(&folder.still(&still.name, "txt"))?;
    let trace = text.as_deref().and_then(|bytes| Trace::parse(std::str::from_utf8(bytes).ok()?));
    let golden = png.as_deref().map(Pixels::from_png);
    match (&golden, drawn) {
        (_, Err(why)) => {
            outcome.verdict = Verdict::Broken(why);
            Ok((outcome, None))
        }
        (None, Ok(drawn)) => Ok((outcome, Some(drawn))),
        (Some(Err(why)), Ok(drawn)) => {
            outcome.verdict = Verdict::Spoilt(format!("the golden still cannot be read: {why}"));
            Ok((outcome, Some(drawn)))
        }
        (Some(Ok(golden)), Ok(drawn)) => {
            compare(&mut outcome, still, (golden, trace.as_ref()), &drawn);
            let bytes = png.as_ref().map_or(0, Vec::len) as u64;
            if outcome.verdict.passes() && bytes > HEAVIEST {
                outcome.verdict = Verdict::Heavy(bytes);
            }
            Ok((outcome, Some(drawn)))
        }
    }
}

fn compare(outcome: &mut Outcome, still: &Still<'_>, (golden, trace): (&Pixels, Option<&Trace>), drawn: &Drawn) {
    let far = difference(golden, &drawn.picture);
    let Some(trace) = trace else {
        outcome.difference = Some(far);
        outcome.verdict = Verdict::Spoilt("the text beside the golden still is missing, or no such text".to_owned());
        return;
    };
    let is_own = trace.shows(golden);
    // The text of a picture that is tolerated is the golden one's, and stays.
    outcome.is_text_old = far.is_none() && *trace != drawn.trace;
    outcome.verdict = match &still.case.tolerance {
        _ if !is_own => Verdict::Spoilt("the text beside the golden still is of another picture".to_owned()),
        _ if far.is_none() => Verdict::Same,
        Some(t) if far.sizes.is_none() && far.pixels <= t.pixels && far.largest <= t.by => Verdict::Tolerated,
        _ => Verdict::Differs,
    };
    outcome.difference = Some(far);
    if !far.is_none() {
        // The text of another picture tells nothing of this one.
        let causes = if is_own { trace.causes(&drawn.trace, (golden, &drawn.picture)) } else { Vec::new() };
        let mut causes = causes.into_iter();
        (outcome.cause, outcome.later) = (causes.next(), causes.collect());
    }
}

/// Writes the report, or takes away an earlier one when all is as it was; its path.
fn report(args: &Args, told: &tell::Told<'_>, interrupt: &Interrupt) -> Result<Option<PathBuf>, CliError> {
    if told.passes() {
        // Of the stills that it has not looked at, an earlier report may still hold.
        if args.patterns.is_empty() {
            left::take_away(&args.report);
        }
        return Ok(None);
    }
    let html = golden::report(told.outcomes, told.unlisted, &again(&args.shared.dir, &args.spoken.after(&[])));
    let contact = golden::contact(told.outcomes).and_then(|sheet| sheet.to_png().ok());
    left::write(&args.report, &html, contact.as_deref(), interrupt).map(Some)
}
