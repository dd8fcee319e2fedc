//! What a cartoon is to be heard with: its program and the packs enter, a booth that speaks its lines and the recordings it names leave, and what is
//! wrong with either, each at its place.
use super::load::Script;
use super::{Beside, args, casting, drawing};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Options, Record, SpeechOptions, from_catalog};
use crate::pack::Catalog;
use crate::program::tree::{Block, CastEntry, Op, Program, Value};
use crate::sound::booth::{Booth, Recordings, Setup};
use crate::sound::line::Said;
use crate::sound::spool::{Source, Spool};
use crate::sound::store::{FOLDER, Store};
use crate::sound::voice::Voices;
use crate::sound::voice::espeak::Espeak;
use crate::sound::{clip, soundtrack};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The command, not for people, that is espeak-ng's worker.
pub(super) const WORKER: &str = "speak-worker";

/// What a cartoon is heard with.
pub(super) struct Hearing {
    /// Speaks its lines.
    pub booth: Arc<Booth>,
    /// The recordings that its blocks name.
    pub recordings: Recordings,
    /// Where it waits to be mixed.
    pub spool: Arc<Spool>,
    lines: Vec<Line>,
    sounds: Vec<Named>,
}

/// A recording that a block names.
struct Named {
    /// The field's path, and what it says.
    path: String,
    name: String,
    /// It is a line's, whose faults the booth tells.
    of_line: bool,
    /// With music, the path of `from` and its seconds, where they are known.
    from: Option<(String, f64)>,
}

/// A line of the program, before it runs.
struct Line {
    said: Said,
    /// Every number of it is known.
    known: bool,
    /// The block's path, and that of what names the voice.
    path: String,
    voice: String,
}

/// The lines and the files of a program; `root` is what the paths of its cast begin with.
fn heard(program: &Program, root: &str, catalog: &Arc<Catalog>) -> (Vec<Line>, Vec<Named>) {
    let (mut lines, mut files) = (Vec::new(), Vec::new());
    let named = |block: &Block, field: &str, name: &str, from: Option<f64>| Named {
        path: format!("{}.{field}", block.path),
        name: name.to_owned(),
        of_line: field == "clip",
        from: from.map(|from| (format!("{}.from", block.path), from)),
    };
    let mut waiting: Vec<&Block> = program.scripts.iter().rev().flat_map(|script| script.body.iter().rev()).collect();
    while let Some(block) = waiting.pop() {
        match &block.op {
            Op::Say { who, clip, .. } => {
                let Some(entry) = program.cast.get(*who) else { continue };
                files.extend(clip.as_ref().map(|clip| named(block, "clip", clip, None)));
                lines.push(line(block, entry, root, catalog));
            }
            Op::Sound { file: Some(file), .. } => files.push(named(block, "file", file, None)),
            Op::Music { file: Some(file), from, .. } => {
                let from = if let Value::Number(from) = from { Some(*from) } else { None };
                files.push(named(block, "file", file, from));
            }
            op => waiting.extend(drawing::inside(op).into_iter().rev()),
        }
    }
    (lines, files)
}

fn line(block: &Block, entry: &CastEntry, root: &str, catalog: &Arc<Catalog>) -> Line {
    let mut line = Line {
        said: Said::default(),
        known: true,
        path: block.path.to_string(),
        voice: format!("{}.voice", block.path),
    };
    let Op::Say { text, voice, mood, speed, pitch, for_, clip, sung, .. } = &block.op else { return line };
    let mut number = |value: &Option<Value>| match value {
        Some(Value::Number(number)) => Some(*number),
        Some(Value::Formula(_)) => {
            line.known = false;
            None
        }
        None => None,
    };
    let (speed, pitch, seconds) = (number(speed), number(pitch), number(for_));
    let of_pack = || {
        let (_, characters) = from_catalog(catalog);
        characters(entry.pack.as_ref()?)?.voice
    };
    let own = voice.clone();
    let named = own.clone().or_else(|| entry.voice.clone());
    if own.is_none() {
        let field = if entry.voice.is_some() { "voice" } else { "pack" };
        line.voice = format!("{root}cast.{}.{field}", entry.id);
    }
    let owned = |text: &Option<Arc<str>>| text.as_deref().map(str::to_owned);
    line.said = Said {
        text: text.to_string(),
        who: entry.id.to_string(),
        voice: owned(&named.or_else(of_pack)),
        mood: owned(mood),
        speed,
        pitch,
        seconds: seconds.filter(|seconds| *seconds > 0.0),
        clip: owned(clip),
        sung: *sung,
    };
    line
}

/// Reads a recording.
fn recording(file: &str, beside: &Beside, spool: &Arc<Spool>) -> Result<Source, String> {
    let bytes = beside.recording(file).map_err(said_of)?;
    let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
    let sound = clip::decode(bytes, extension).map_err(|why| format!("{file}: {why}"))?;
    Ok(spool.keep(Arc::new(sound)))
}

fn said_of(fault: Diagnostic) -> String {
    match fault.hint {
        Some(hint) => format!("{} ({hint})", fault.message),
        None => fault.message,
    }
}

/// What can be said before anything is heard: voices that there are not, recordings that are not there. Paths are whole.
pub(super) fn check(program: &Program, root: &str, catalog: &Arc<Catalog>, beside: &Beside) -> Vec<Diagnostic> {
    let (lines, files) = heard(program, root, catalog);
    let (voices, _) = Voices::new(catalog);
    let mut faults = Vec::new();
    for line in &lines {
        if let Err(instead) = voices.settings(line.said.voice.as_deref(), None, None) {
            let fault = Diagnostic::warning(&*line.voice, format!("{}: another speaks", instead.fault));
            faults.push(instead.hint.map_or(fault.clone(), |hint| fault.hint(hint)));
        }
    }
    for file in files {
        faults.extend(beside.has_recording(&file.name).err().map(|fault| Diagnostic { path: file.path, ..fault }));
    }
    once(faults)
}

/// The faults without those that are said twice of one place, as of a block that runs again.
pub(super) fn once(mut faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = BTreeSet::new();
    faults.retain(|fault| seen.insert((fault.path.clone(), fault.message.clone())));
    faults
}

impl Hearing {
    /// Of a program with what lies `beside` it, with frames `frame` seconds apart; sounds wait in `spool`. What has no length until it is heard has
    /// been heard.
    pub fn new(
        (program, root, beside): (&Program, &str, &Beside),
        catalog: &Arc<Catalog>,
        args: &args::Voice,
        (frame, spool): (f64, Spool),
    ) -> Hearing {
        let spool = Arc::new(spool);
        let (lines, sounds) = heard(program, root, catalog);
        let names: BTreeSet<&String> = sounds.iter().map(|file| &file.name).collect();
        let names: Vec<&String> = names.into_iter().collect();
        let recordings: Recordings =
            names.into_par_iter().map(|file| (file.clone(), recording(file, beside, &spool))).collect();
        let (voices, _) = Voices::new(catalog);
        let usual = program.cast.iter().filter_map(|entry| {
            let body = casting::body(entry, catalog)?;
            voices.has(&body).then(|| (entry.id.to_string(), body))
        });
        let setup = Setup {
            usual: usual.collect(),
            silent: args.voice == Some(args::Speaks::None),
            asked: args.voice.and_then(args::Speaks::engine),
            frame,
            store: args.speech_dir.clone().map(Store::new),
            espeak: std::env::current_exe().ok().map(|program| Espeak::new(program, WORKER)),
            recordings: recordings.clone(),
            spool: Arc::clone(&spool),
            voices,
        };
        let booth = Arc::new(Booth::new(setup));
        let hearing = Hearing { booth, recordings, spool, lines, sounds };
        hearing.make(|line| !hearing.booth.is_estimated(&line.said));
        hearing
    }

    /// The same of a script, whose faults are shown.
    pub fn of(script: &Script, catalog: &Arc<Catalog>, args: &args::Plan, at: (f64, Spool)) -> Hearing {
        let hearing = Self::new((&script.program, script.root(), &script.beside), catalog, &args.voice, at);
        script.tell(hearing.faults());
        hearing
    }

    /// Speaks every line that can be spoken before the program runs.
    pub fn make_all(&self) {
        self.make(|_| true);
    }

    /// Speaks the lines of a timeline that are spoken at any of these seconds, on all cores.
    pub fn make_at(&self, timeline: &[Record], times: &[f64]) {
        let spoken = |record: &&Record| times.iter().any(|t| record.t <= *t && *t <= record.t + record.dur);
        let lines = timeline.iter().filter(spoken).filter_map(|record| soundtrack::said(&record.what));
        self.booth.make(&lines.collect::<Vec<_>>());
    }

    fn make(&self, which: impl Fn(&Line) -> bool) {
        let lines: Vec<Said> =
            self.lines.iter().filter(|line| line.known && which(line)).map(|line| line.said.clone()).collect();
        self.booth.make(&lines);
    }

    /// What is wrong, each at its place.
    pub fn faults(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let mut told = false;
        for line in &self.lines {
            let troubles = self.booth.troubles(&line.said).into_iter();
            // That nothing can be kept concerns them all: the first line tells it.
            let news = troubles.filter(|trouble| trouble.field != FOLDER || !std::mem::replace(&mut told, true));
            faults.extend(news.map(|trouble| {
                let path = match trouble.field {
                    "voice" => line.voice.clone(),
                    "" | FOLDER => line.path.clone(),
                    field => format!("{}.{field}", line.path),
                };
                let fault = Diagnostic { severity: Severity::Warning, ..Diagnostic::note(path, trouble.message) };
                trouble.hint.map_or(fault.clone(), |hint| fault.hint(hint))
            }));
        }
        for file in self.sounds.iter().filter(|file| !file.of_line) {
            match (self.recordings.get(&file.name), &file.from) {
                (Some(Err(why)), _) => {
                    faults.push(Diagnostic::warning(&*file.path, format!("{why}; it is not heard")));
                }
                (Some(Ok(sound)), Some((path, from))) if *from >= sound.seconds() => {
                    let lasts =
                        format!("{} lasts {:.3} s: from {from} s on nothing is heard", file.name, sound.seconds());
                    faults.push(Diagnostic::warning(&**path, lasts));
                }
                _ => {}
            }
        }
        once(faults)
    }

    /// The options with what is heard.
    pub fn answers(&self, options: Options) -> Options {
        let (lengths, tracks) = (Arc::clone(&self.booth), Arc::clone(&self.booth));
        Options {
            speech: Some(Arc::new(move |text, options| Ok(lengths.seconds(&said(text, options))))),
            voices: Some(Arc::new(move |text, options| tracks.heard(said(text, options)))),
            ..options
        }
    }
}

/// A line as the engine asks for it.
fn said(text: &str, options: &SpeechOptions) -> Said {
    Said {
        text: text.to_owned(),
        who: options.who.to_owned(),
        voice: options.voice.map(str::to_owned),
        mood: options.mood.map(str::to_owned),
        speed: options.speed,
        pitch: options.pitch,
        seconds: options.seconds,
        clip: options.clip.map(str::to_owned),
        sung: options.sung,
    }
}
