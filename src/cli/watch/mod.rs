//! `jabber-render watch FILE -o OUT`: the picture, or the film, follows the cartoon and all that it reads.
mod eyes;
mod told;
mod work;

use super::interrupt::{self, Interrupt};
use super::reads::{self, Reads};
use super::{CliError, args, events, forms, input, soundtrack};
use eyes::Eyes;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use told::{Told, unwatchable};
use work::{Work, work};

/// Make a picture or a film anew whenever the cartoon, or a file it needs, changes
///
/// OUT is a NAME.png, a picture of one moment, or any form of film, a preview.
#[derive(clap::Args)]
#[command(mut_arg("size", |arg| arg.default_value("960x540")))]
#[command(mut_arg("quality", |arg| arg.default_value("draft")))]
#[command(after_help = "A save while a film is made breaks it off and begins anew; a faulty file leaves what\n\
    was made as it is. Ctrl-C ends it; the exit code is 130, as of every command that is\ninterrupted.")]
pub(super) struct Args {
    /// The cartoon
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The picture, NAME.png, or the film, NAME.mp4, .webp, NAME/ …
    #[arg(short, long = "output", value_name = "OUT")]
    output: PathBuf,
    /// Of a picture: the second [default: the middle of the first line]
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, conflicts_with = "frame")]
    at: Option<f64>,
    /// Of a picture: the frame's number
    #[arg(long, value_name = "N")]
    frame: Option<u64>,
    /// Of a film: start at this second of the cartoon
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    from: Option<f64>,
    /// Of a film: end at this second of the cartoon
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    to: Option<f64>,
    #[command(flatten)]
    picture: args::Picture,
    #[command(flatten)]
    forms: forms::Writing,
    #[command(flatten)]
    sound: soundtrack::Heard,
    /// Threads that draw a film (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The ffmpeg to encode with (default: beside this program, then on PATH)
    #[arg(long, value_name = "PATH")]
    ffmpeg: Option<PathBuf>,
    /// Say nothing but warnings and errors
    #[arg(short, long)]
    quiet: bool,
    /// An event a line, as JSON on standard output
    #[arg(long)]
    json: bool,
}

/// So long nothing may be written before it is read: an editor that writes in place, or several files at once, is done then.
const QUIET: Duration = Duration::from_millis(50);
/// So long a file may be gone that is being saved by some editors.
const AWAY: Duration = Duration::from_millis(500);
/// How often a round is looked after, and whether an end is asked for; news is heard at once.
const LOOK: Duration = Duration::from_millis(20);
const IDLE: Duration = Duration::from_millis(100);
/// The stack of a round, bytes: as large as a process has.
const STACK: usize = 8 << 20;

/// What happens while watching.
enum News {
    /// Something was written at these paths, or taken away.
    Written(Vec<PathBuf>),
    /// The round is over: what of it was made, or why it was not.
    Over(Result<String, CliError>),
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let mut work = work(args)?;
    let folder = args.output.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let message = format!("cannot write {}: there is no folder {}", args.output.display(), folder.display());
        return Err(CliError::machine(message));
    }
    // A name mistyped is waited for in vain.
    input::read(&args.file)?;
    let interrupt = interrupt::listen()?;
    let told = Told { quiet: args.quiet, json: args.json, file: args.file.clone(), output: args.output.clone() };
    told.begun()?;
    let (send, news) = channel();
    let watch = Watch { args, told, eyes: Eyes::new(send.clone()), send, news, interrupt };
    watch.rounds(&mut work)
}

/// The watching.
struct Watch<'a> {
    args: &'a Args,
    told: Told,
    eyes: Eyes,
    send: Sender<News>,
    news: Receiver<News>,
    interrupt: Arc<Interrupt>,
}

impl Watch<'_> {
    /// A round, and another whenever something that the last one read has changed.
    fn rounds(mut self, work: &mut Work) -> Result<(), CliError> {
        let mut changed = Vec::new();
        self.eyes.look_at([&self.args.file].into_iter());
        loop {
            let start = Instant::now();
            let (result, again) = self.round(work)?;
            if !again.is_empty() && !self.interrupt.wanted() {
                self.told.broken_off(&again)?;
                changed = again;
                continue;
            }
            if self.interrupt.wanted() {
                break;
            }
            // Once is enough to say what the film cannot hold.
            if let Work::Film(args) = work {
                args.telling.quiet = true;
            }
            match result {
                Ok(what) => self.told.made(&changed, &what, start.elapsed())?,
                Err(error) => {
                    super::out::error(&error);
                    self.told.failed(&changed, &error, start.elapsed())?;
                }
            }
            let mut reads = self.read();
            self.eyes.look_at(reads.paths());
            match self.next_change(&mut reads)? {
                Some(next) => changed = next,
                None => break,
            }
        }
        self.told.ended()?;
        // Each round was a line of its own: there is no document at the end.
        events::leave_output();
        Err(CliError { message: String::new(), ..CliError::interrupted() })
    }

    /// One round, to its end, and what it was broken off for: what it had read and has changed.
    fn round(&mut self, work: &Work) -> Result<(Result<String, CliError>, Vec<PathBuf>), CliError> {
        reads::begin();
        let round = self.interrupt.round();
        let (send, told) = (self.send.clone(), Arc::clone(&round));
        thread::scope(|scope| {
            let work = move || {
                let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work.make(&told)));
                let failed = |_| Err(CliError::machine("this program has a fault that the cartoon brought out"));
                // Whoever waits for it is there until it comes.
                let _ = send.send(News::Over(made.unwrap_or_else(failed)));
            };
            let begun = thread::Builder::new().name("round".to_owned()).stack_size(STACK).spawn_scoped(scope, work);
            begun.map_err(|error| unwatchable(&error))?;
            let (mut touched, mut last, mut again) = (BTreeSet::new(), Instant::now(), Vec::new());
            loop {
                match self.news.recv_timeout(LOOK) {
                    Ok(News::Over(result)) => return Ok((result, again)),
                    Ok(News::Written(paths)) => self.note(paths, &mut touched, &mut last),
                    Err(_) => {}
                }
                if again.is_empty() && !touched.is_empty() && last.elapsed() >= QUIET {
                    again = self.read().changed(&touched);
                    touched.clear();
                    if !again.is_empty() {
                        round.ask();
                    }
                }
            }
        })
    }

    /// What the round has read so far, and the takes that it speaks with.
    fn read(&self) -> Reads {
        let mut reads = reads::noted();
        if let Some(folder) = self.args.picture.plan.voice.speech_dir.as_ref().filter(|folder| folder.is_dir()) {
            reads.add_folder(folder);
        }
        // A cartoon that shows its own picture would have no end of changes.
        let own: Vec<PathBuf> = reads.paths().filter(|path| self.is_ours(path)).cloned().collect();
        own.iter().for_each(|path| reads.forget(path));
        reads
    }

    /// Waits until something has changed, and gives it; nothing when an end is asked for.
    fn next_change(&mut self, reads: &mut Reads) -> Result<Option<Vec<PathBuf>>, CliError> {
        let (mut touched, mut last, mut looked) = (BTreeSet::new(), Instant::now(), None::<Instant>);
        let mut gone: Option<(Instant, bool)> = None;
        loop {
            if self.interrupt.wanted() {
                return Ok(None);
            }
            let quiet = last.elapsed() >= QUIET;
            let due = looked.is_none_or(|looked| looked.elapsed() >= self.eyes.patience()) || gone.is_some();
            if quiet && (due || !touched.is_empty()) {
                let changed = reads.changed(&touched);
                touched.clear();
                looked = Some(Instant::now());
                match gone {
                    _ if self.args.file.exists() => {
                        if !changed.is_empty() {
                            return Ok(Some(changed));
                        }
                        gone = None;
                    }
                    None => gone = Some((Instant::now(), false)),
                    Some((since, false)) if since.elapsed() >= AWAY => {
                        self.told.gone()?;
                        gone = Some((since, true));
                    }
                    Some(_) => {}
                }
            }
            match self.news.recv_timeout(if touched.is_empty() && gone.is_none() { IDLE } else { LOOK }) {
                Ok(News::Written(paths)) => self.note(paths, &mut touched, &mut last),
                Ok(News::Over(_)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Notes what was written, and when; what is made here is written all the while and is no news.
    fn note(&self, paths: Vec<PathBuf>, touched: &mut BTreeSet<PathBuf>, last: &mut Instant) {
        for path in paths.into_iter().filter(|path| !self.is_ours(path)) {
            touched.insert(path);
            *last = Instant::now();
        }
    }

    /// Whether a path is what is made here, whole or not yet.
    fn is_ours(&self, path: &Path) -> bool {
        let ours = &self.args.output;
        let Some(name) = ours.file_name() else { return false };
        let is_part = || {
            let (path, name) = (path.file_name().unwrap_or_default(), name.as_encoded_bytes());
            path.as_encoded_bytes().starts_with(name) && path.as_encoded_bytes().ends_with(b".part")
        };
        (path.file_name() == Some(name) && same_folder(path, ours)) || is_part()
    }
}

fn same_folder(a: &Path, b: &Path) -> bool {
    let folder = |path: &Path| {
        let whole = std::path::absolute(path).ok()?;
        std::fs::canonicalize(whole.parent()?).ok()
    };
    folder(a) == folder(b)
}
