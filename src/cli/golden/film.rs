//! A cartoon of a case: its own file, or one that is made to show a file that is none.
use super::super::hearing::Hearing;
use super::super::{Beside, args, play};
use super::made::Made;
use super::subject::{Blame, rate, size};
use crate::diagnostic::Diagnostic;
use crate::engine::{Fault, Options as Play, RunError, Runtime, StartError, from_catalog};
use crate::golden::Case;
use crate::pack::Catalog;
use crate::program::Loaded;
use crate::program::tree::{Kind, Program};
use crate::sound::spool::Spool;
use crate::stage::Fonts;
use clap::ValueEnum;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A cartoon and the file it came from.
pub(super) struct Film {
    pub program: Arc<Program>,
    pub path: PathBuf,
    /// What its texts are set in.
    pub fonts: Arc<Fonts>,
    pub origin: Origin,
    /// What is odd about it, though it can be drawn.
    pub odd: Vec<Blame>,
    /// How the warnings of a run begin that `odd` says.
    pub told: Vec<String>,
    /// Seconds that the behaviour it was made to show takes; `None` of what only stands there.
    pub lasts: Option<f64>,
}

/// Where its faults lie.
pub(super) enum Origin {
    /// In the file's own text.
    Own(Vec<u8>, Box<Loaded>),
    /// In the file it was made for, or in the case.
    Made(Made),
}

impl Film {
    /// A runtime on which the cartoon has started, and what of it cannot be heard as it says.
    ///
    /// # Errors
    /// When it is no cartoon, or a block of it fails.
    pub fn start(
        &self,
        case: &Case,
        catalog: &Arc<Catalog>,
        stop: &Arc<AtomicBool>,
    ) -> Result<(Runtime, Option<Blame>), Blame> {
        let (behaviours, characters) = from_catalog(catalog);
        let size = size(case);
        let voice = case.options.speaks().and_then(|word| args::Speaks::from_str(word, false).ok());
        let (voice, frame) = (args::Voice { voice, speech_dir: None }, play::frame_rate(rate(case)).time(1.0));
        let root = if let Origin::Own(_, loaded) = &self.origin { loaded.root } else { "" };
        let beside = Beside::new(&self.path, None);
        let hearing = Hearing::new((&self.program, root, &beside), catalog, &voice, (frame, Spool::default()));
        let mut runtime = Runtime::new(hearing.answers(Play {
            seed: case.options.seed.unwrap_or(1),
            fps: play::frame_rate(rate(case)),
            aspect: f64::from(size.width) / f64::from(size.height),
            behaviours: Some(behaviours),
            characters: Some(characters),
            stop: Some(Arc::clone(stop)),
            ..Play::default()
        }));
        runtime.start_cartoon(&self.program, &[]).map_err(|error| match error {
            StartError::Plan(error) | StartError::Run(error) => self.blame(&error),
            error => self.wrong(Diagnostic::error("", error.to_string())),
        })?;
        Ok((runtime, self.unheard(hearing.faults())))
    }

    /// What cannot be heard, at its lines, beside what has been said of them.
    fn unheard(&self, faults: Vec<Diagnostic>) -> Option<Blame> {
        let Origin::Own(source, loaded) = &self.origin else { return None };
        let said = |fault: &Diagnostic| loaded.diagnostics.iter().any(|said| said.path == fault.path);
        let new: Vec<Diagnostic> =
            faults.into_iter().map(|fault| loaded.located(fault)).filter(|fault| !said(fault)).collect();
        (!new.is_empty()).then(|| Blame::file(&self.path, source, new))
    }

    /// What ended a run, at its line.
    pub fn blame(&self, error: &RunError) -> Blame {
        if error.fault == Fault::Stopped {
            return Blame::Stopped;
        }
        let fault = Diagnostic::error(&*error.path, format!("{} (in \"{}\")", error.fault, error.word));
        self.wrong(error.fault.hint().map_or(fault.clone(), |hint| fault.hint(hint)))
    }

    fn wrong(&self, fault: Diagnostic) -> Blame {
        match &self.origin {
            Origin::Own(source, loaded) => Blame::file(&self.path, source, vec![loaded.located(fault)]),
            Origin::Made(made) => made.blame(fault),
        }
    }

    /// What a run of the author's own cartoon has warned of that is not said yet, each after the file's name.
    pub fn warnings(&self, runtime: &Runtime) -> Vec<String> {
        if matches!(self.origin, Origin::Made(_)) {
            return Vec::new();
        }
        let told = |warning: &&String| self.told.iter().any(|told| warning.starts_with(&**told));
        let named = |warning| format!("{}: {warning}", self.path.display());
        runtime.warnings().iter().filter(|warning| !told(warning)).map(named).collect()
    }

    /// True when the file is a cartoon or a scene of its own.
    pub fn is_cartoon(&self) -> bool {
        matches!(self.origin, Origin::Own(..)) && self.program.kind != Kind::Behaviour
    }
}
