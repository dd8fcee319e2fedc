//! `jabber-render FILE… -o OUT`: one film, or several one after another: what they share is made ready once, one that fails stops no
//! other, and at the end a table and one exit code tell of them all.
use super::events::Now;
use super::forms::Wanted;
use super::interrupt::{self, Interrupt};
use super::names::{self, Job};
use super::render::{Args, Film, Shop, film, short};
use super::{CliError, Exit, events, out, output, resume};
use serde_json::{Value, json};
use std::io::stderr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;
use unicode_width::UnicodeWidthStr;

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let Some(output) = args.output.as_ref().filter(|_| !args.files.is_empty()) else {
        return Err(CliError::usage("no cartoon given").hint("jabber-render FILE -o OUT"));
    };
    let packs = &args.picture.plan.packs;
    let catalog = if names::need_packs(&args.files) { Some(packs.catalog()?) } else { None };
    let inputs = names::inputs(&args.files, catalog.as_deref())?;
    let jobs = names::jobs(&inputs, output, args.forms.format)?;
    // What the words ask for is refused before anything is drawn.
    let wanted: Vec<Wanted> = jobs.iter().map(|job| args.forms.wanted(&job.output)).collect::<Result<_, _>>()?;
    let Some(first) = wanted.first() else { return Ok(()) };
    if args.resume {
        wanted.iter().try_for_each(resume::check)?;
    }
    if args.telling.json && first.form.is_pipe() {
        events::leave_output();
        let message = "standard output cannot have both the film and its result";
        return Err(CliError::usage(message).hint("give the film a name, or leave out --json"));
    }
    let interrupt = interrupt::listen()?;
    let finder = output::Finder::new(args.ffmpeg.as_deref(), &interrupt);
    finder.begin(first);
    let catalog = catalog.map_or_else(|| packs.catalog(), Ok)?;
    let shelf = args.picture.captions.shelf()?;
    let shop = Shop { args, catalog, shelf, finder };
    // A pipe has its film and no table, however the cartoon was named.
    let are_several = inputs.are_several && !first.form.is_pipe();
    let (false, [job], [wanted]) = (are_several, &*jobs, &*wanted) else {
        return all(&shop, jobs, &wanted, &interrupt);
    };
    events::set_now(Some(now(job, (1, 1))));
    let result = film(&shop, job, wanted, &interrupt).map(|film| events::done(film.result));
    if let Err(error) = &result {
        let left = usize::from(error.exit == Exit::Interrupted);
        events::summary(json!({"films": 1, "made": 0, "failed": 1 - left, "not_made": left}));
    } else {
        events::summary(json!({"films": 1, "made": 1, "failed": 0, "not_made": 0}));
    }
    result
}

fn now(job: &Job, of: (usize, usize)) -> Now {
    Now { input: job.input.to_string_lossy().into_owned(), of }
}

/// What became of a film.
enum Fate {
    Made(Box<Film>),
    /// Why not, and the same for programs.
    Failed(Exit, Value),
    /// The person stopped it.
    Stopped,
    /// The person stopped one before.
    NotBegun,
}

/// All films, and what became of each, in their order.
struct Films {
    jobs: Vec<Job>,
    fates: Vec<Fate>,
    begun: Instant,
    quiet: bool,
    /// The chunks of the one that was stopped stay.
    resumes: bool,
}

fn all(shop: &Shop, jobs: Vec<Job>, wanted: &[Wanted], interrupt: &Interrupt) -> Result<(), CliError> {
    let quiet = shop.args.telling.quiet;
    let films =
        Films { jobs: jobs.clone(), fates: Vec::new(), begun: Instant::now(), quiet, resumes: shop.args.resume };
    let films = Arc::new(Mutex::new(films));
    let told = Arc::clone(&films);
    // Whoever ends it says what there is: this function, or who waits no longer for it.
    interrupt.at_last(move || locked(&told).tell());
    for (i, (job, wanted)) in jobs.iter().zip(wanted).enumerate() {
        if interrupt.wanted() {
            break;
        }
        events::set_now(Some(now(job, (i + 1, jobs.len()))));
        // So it is called if nobody waits for its end.
        locked(&films).fates.push(Fate::Stopped);
        let made = film(shop, job, wanted, &interrupt.round());
        let fate = fate(job, made, interrupt);
        locked(&films).fates.splice(i.., [fate]);
    }
    events::set_now(None);
    interrupt.say_last();
    locked(&films).end()
}

fn locked(films: &Mutex<Films>) -> MutexGuard<'_, Films> {
    films.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What became of a film; why it failed is said.
fn fate(job: &Job, made: Result<Film, CliError>, interrupt: &Interrupt) -> Fate {
    match made {
        Ok(film) => {
            events::event("done", film.result.clone());
            Fate::Made(Box::new(film))
        }
        // Whatever failed then, failed because it was stopped.
        Err(error) if error.exit == Exit::Interrupted || interrupt.wanted() => Fate::Stopped,
        Err(mut error) => {
            let input = job.input.to_string_lossy();
            if !error.message.is_empty() && !error.message.contains(&*input) {
                error.message = format!("{input}: {}", error.message);
            }
            out::error(&error);
            Fate::Failed(error.exit, events::error(&error))
        }
    }
}

impl Fate {
    fn word(&self) -> &'static str {
        match self {
            Fate::Made(_) => "made",
            Fate::Failed(..) => "failed",
            Fate::Stopped => "stopped",
            Fate::NotBegun => "not begun",
        }
    }
}

/// Columns of the numbers in a line of the table, in their order, and the least that a name has: of 80 it has 28.
const WIDTHS: [usize; 5] = [6, 9, 10, 8, 9];
const NAME: usize = 12;

impl Films {
    fn rows(&self) -> impl Iterator<Item = (&Job, &Fate)> {
        self.jobs.iter().zip(self.fates.iter().chain(std::iter::repeat(&Fate::NotBegun)))
    }

    fn count(&self, is: impl Fn(&Fate) -> bool) -> usize {
        self.rows().filter(|(_, fate)| is(fate)).count()
    }

    fn made(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Made(_)))
    }

    fn failed(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Failed(..)))
    }

    /// Tells people and programs.
    fn tell(&self) {
        let (all, made, failed) = (self.jobs.len(), self.made(), self.failed());
        let films: Vec<Value> = self.rows().map(|(job, fate)| row(job, fate)).collect();
        let not_made = all - made - failed;
        events::summary(json!({"films": all, "made": made, "failed": failed, "not_made": not_made}));
        let took = self.begun.elapsed().as_secs_f64();
        events::answer(json!({
            "films": films, "made": made, "failed": failed, "not_made": not_made, "seconds": short(took),
        }));
        if !self.quiet && !events::are_told() {
            self.table();
            out::plain(format_args!("{made} of {all} films made in {took:.1} s"));
        }
    }

    fn table(&self) {
        let columns = out::columns(&stderr());
        let rest: usize = WIDTHS.iter().map(|width| width + 2).sum();
        let names: Vec<String> = self.rows().map(|(job, _)| out::spoken(&job.input.to_string_lossy())).collect();
        let longest = names.iter().map(|name| name.width()).max().unwrap_or(0);
        let width = longest.max("film".len()).min(columns.saturating_sub(rest).max(NAME));
        let line = |name: &str, cells: [String; 5]| {
            let [frames, length, size, time, result] = cells;
            let [a, b, c, d, _] = WIDTHS;
            let name = out::middle(name, width);
            out::plain(format_args!("{name}  {frames:>a$}  {length:>b$}  {size:>c$}  {time:>d$}  {result}"));
        };
        line("film", ["frames", "length", "size", "time", "result"].map(str::to_owned));
        for (name, (_, fate)) in names.iter().zip(self.rows()) {
            let [frames, length, size, time] = match fate {
                Fate::Made(film) => [
                    film.frames.to_string(),
                    format!("{:.2} s", film.length),
                    size(film.bytes),
                    format!("{:.1} s", film.took),
                ],
                _ => ["", "", "", ""].map(|_| "-".to_owned()),
            };
            line(name, [frames, length, size, time, fate.word().to_owned()]);
        }
    }

    /// How it ended, as one exit code.
    fn end(&self) -> Result<(), CliError> {
        let all = self.jobs.len();
        if self.count(|fate| matches!(fate, Fate::Stopped | Fate::NotBegun)) > 0 {
            let left =
                if self.resumes { "the same command goes on from there" } else { "nothing was left of the others" };
            let message = format!("interrupted; {} of {all} films were made, and {left}", self.made());
            return Err(CliError { message, ..CliError::interrupted() });
        }
        let message = match self.failed() {
            0 => return Ok(()),
            failed => format!("{failed} of {all} films failed"),
        };
        let by_machine = self.count(|fate| matches!(fate, Fate::Failed(Exit::Machine, _))) > 0;
        Err(if by_machine { CliError::machine(message) } else { CliError::input(message) })
    }
}

/// Bytes as people read them.
fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    if bytes < 1e6 { format!("{:.1} kB", bytes / 1e3) } else { format!("{:.2} MB", bytes / 1e6) }
}

/// A film for programs.
fn row(job: &Job, fate: &Fate) -> Value {
    let mut row = json!({"input": job.input.to_string_lossy(), "result": fate.word()});
    let rest = match fate {
        Fate::Made(film) => film.result.clone(),
        Fate::Failed(_, error) => json!({"output": job.output.to_string_lossy(), "error": error}),
        Fate::Stopped | Fate::NotBegun => json!({"output": job.output.to_string_lossy()}),
    };
    if let (Value::Object(row), Value::Object(rest)) = (&mut row, rest) {
        row.extend(rest);
    }
    row
}
