//! What a case's file holds: a cartoon or a scene as it is; a behaviour, a character or a place as a small cartoon that shows
//! it; a template as a sheet.
use super::super::{args, input, load, play, sheet};
use super::preview;
use crate::diagnostic::Diagnostic;
use crate::engine::{Fault, Options as Play, RunError, Runtime, StartError, from_catalog};
use crate::figure::template::Template;
use crate::film::Rate;
use crate::golden::{Case, Options, SHEET_WIDTH, STILL_SIZE};
use crate::pack::Catalog;
use crate::program::json::{self, Json};
use crate::program::tree::{Kind, Program};
use crate::program::{Loaded, content, load_json, load_value};
use crate::vocabulary::View;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is drawn of a case.
pub(super) enum Subject {
    /// A cartoon.
    Film(Film),
    /// A body on paper.
    Sheet(Arc<Template>, Box<sheet::Args>),
}

/// A cartoon and the file it came from.
pub(super) struct Film {
    pub program: Arc<Program>,
    pub path: PathBuf,
    /// The file's text and tree, when the cartoon is the file's own.
    source: Option<(Vec<u8>, Loaded)>,
    lasts: Option<f64>,
}

/// Why a case cannot be drawn.
#[derive(Clone, Debug)]
pub(super) enum Blame {
    /// The list asks for something that the file has not; paths from the list's root.
    List(Vec<Diagnostic>),
    /// The file is wrong.
    File { path: PathBuf, source: Vec<u8>, faults: Vec<Diagnostic> },
    /// Stopped by the person.
    Stopped,
}

impl Blame {
    fn file(path: &Path, source: &[u8], faults: Vec<Diagnostic>) -> Self {
        Self::File { path: path.to_owned(), source: source.to_vec(), faults }
    }

    /// It in one line.
    pub fn said(&self) -> String {
        match self {
            Blame::Stopped => "interrupted".to_owned(),
            Blame::List(faults) | Blame::File { faults, .. } => {
                let first = faults.first().map_or(String::new(), ToString::to_string);
                let more = faults.len().saturating_sub(1);
                if more > 0 { format!("{first}, and {more} more") } else { first }
            }
        }
    }
}

/// The kinds of files, and the options that each takes.
const CARTOON: (&str, &[&str]) = ("a cartoon", &["seed", "fps", "packs"]);
const BEHAVIOUR: (&str, &[&str]) = ("a behaviour", &["seed", "fps", "packs", "look", "params"]);
const CHARACTER: (&str, &[&str]) = ("a character", &["seed", "fps", "packs"]);
const PLACE: (&str, &[&str]) = ("a place", &["seed", "fps", "packs", "look", "grade"]);
const TEMPLATE: (&str, &[&str]) = ("a template", &["look", "grid", "view"]);

/// Seconds of a behaviour that does not say how long it takes.
const SHORTEST: f64 = 2.0;

/// What the case's file, which is at `path`, holds; a cartoon that is made for it lasts beyond `last`, seconds.
///
/// # Errors
/// When it cannot be read, is wrong, or the case asks for what it has not.
pub(super) fn subject(case: &Case, path: &Path, last: f64) -> Result<Subject, Blame> {
    let unread = |message: String, hint: Option<String>| {
        let fault = Diagnostic::error(format!("{}.file", case.path), message);
        Blame::List(vec![hint.map_or(fault.clone(), |hint| fault.hint(hint))])
    };
    let source = input::read(path).map_err(|error| unread(error.message, error.hint))?;
    let tree = json::parse(&source).map_err(|faults| Blame::file(path, &source, faults))?;
    if tree.get("views").is_some() && tree.get("kind").is_none() && tree.get("format").is_none() {
        return template(case, path, &source, &tree);
    }
    let shows = tree.get("preview").map(Json::to_value).unwrap_or_default();
    let (inside, kind) = content(tree.clone());
    let kind = kind.or_else(|| inside.get("kind").and_then(Json::text).cloned());
    let shown = match kind.as_deref() {
        Some("behaviour") => {
            case_has(case, BEHAVIOUR)?;
            preview::behaviour(case, path, &shows, inside.to_value(), last)
        }
        Some("character") => {
            case_has(case, CHARACTER)?;
            preview::character(&shows, inside.to_value(), last)
        }
        Some("place") => {
            case_has(case, PLACE)?;
            preview::place(case, inside.to_value(), last)
        }
        _ => {
            case_has(case, CARTOON)?;
            let loaded = load_json(tree, std::str::from_utf8(&source).ok());
            let program = checked(&loaded, path, &source)?;
            return Ok(Subject::Film(Film { program, path: path.to_owned(), source: Some((source, loaded)), lasts: None }));
        }
    };
    // Faults of the file itself are shown at their lines.
    if kind.as_deref() == Some("behaviour") {
        checked(&load_json(tree, std::str::from_utf8(&source).ok()), path, &source)?;
    }
    let loaded = load_value(&shown);
    let program = checked(&loaded, path, &source)?;
    let of_pack = shows.get("dur").and_then(Value::as_f64).unwrap_or(SHORTEST);
    let lasts = (kind.as_deref() == Some("behaviour")).then_some(of_pack);
    Ok(Subject::Film(Film { program, path: path.to_owned(), source: None, lasts }))
}

fn checked(loaded: &Loaded, path: &Path, source: &[u8]) -> Result<Arc<Program>, Blame> {
    loaded.program.clone().ok_or_else(|| Blame::file(path, source, loaded.errors().cloned().collect()))
}

/// Refuses options that the kind of file has not, and a film without times.
fn case_has(case: &Case, (kind, known): (&str, &[&str])) -> Result<(), Blame> {
    let Options { seed, fps, packs, look, params, grade, grid, view } = &case.options;
    let given = [
        ("seed", seed.is_some()),
        ("fps", fps.is_some()),
        ("packs", packs.is_some()),
        ("look", look.is_some()),
        ("params", params.is_some()),
        ("grade", grade.is_some()),
        ("grid", grid.is_some()),
        ("view", view.is_some()),
    ];
    let mut faults: Vec<Diagnostic> = Vec::new();
    for (name, _) in given.into_iter().filter(|(name, given)| *given && !known.contains(name)) {
        let fault = Diagnostic::error(format!("{}.options.{name}", case.path), format!("{kind} takes no \"{name}\""));
        faults.push(fault.hint(format!("it takes {}", known.join(", "))));
    }
    if kind != TEMPLATE.0 {
        if case.at.is_empty() {
            let fault = Diagnostic::error(&*case.path, format!("{kind} needs \"at\""));
            faults.push(fault.hint("seconds at which stills are taken: 2.5, or [1, 2.5]"));
        }
        if case.size.is_some_and(|(_, height)| height == 0) {
            let fault = Diagnostic::error(format!("{}.size", case.path), "a width alone is the size of a sheet");
            faults.push(fault.hint("give width and height: \"320x180\""));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(Blame::List(faults)) }
}

fn template(case: &Case, path: &Path, source: &[u8], tree: &Json) -> Result<Subject, Blame> {
    case_has(case, TEMPLATE)?;
    if !case.at.is_empty() {
        let fault = Diagnostic::error(format!("{}.at", case.path), "a template is drawn as a sheet: it has no times");
        return Err(Blame::List(vec![fault.hint("a cartoon of it has")]));
    }
    let located = |fault| load::placed(tree, fault);
    let template = Template::from_bytes(source)
        .map_err(|faults| Blame::file(path, source, faults.into_iter().map(located).collect()))?;
    let grid = |word: &str| case.options.grid.as_deref() == Some(word);
    let args = sheet::Args {
        templates: Vec::new(),
        output: PathBuf::new(),
        grid: sheet::Grid {
            moods: grid("moods"),
            poses: grid("poses"),
            mouths: grid("mouths"),
            hands: grid("hands"),
            walk: grid("walk"),
            options: grid("options"),
            ..sheet::Grid::default()
        },
        every: 0.1,
        view: case.options.view.as_deref().and_then(View::parse),
        look: Value::Object(case.options.look.clone().unwrap_or_default()),
        width: case.size.map_or(SHEET_WIDTH, |(width, _)| width),
    };
    Ok(Subject::Sheet(Arc::new(template), Box::new(args)))
}

/// Width and height of a case's stills, pixels.
pub(super) fn size(case: &Case) -> args::Size {
    let (width, height) = case.size.unwrap_or(STILL_SIZE);
    args::Size { width, height }
}

/// The frame rate of a case.
pub(super) fn rate(case: &Case) -> Rate {
    case.options.fps.unwrap_or(Rate { num: 24, den: 1 })
}

impl Film {
    /// A runtime on which the cartoon has started.
    ///
    /// # Errors
    /// When it is no cartoon, or a block of it fails.
    pub fn start(&self, case: &Case, catalog: &Arc<Catalog>, stop: &Arc<AtomicBool>) -> Result<Runtime, Blame> {
        let (behaviours, characters) = from_catalog(catalog);
        let size = size(case);
        let mut runtime = Runtime::new(Play {
            seed: case.options.seed.unwrap_or(1),
            fps: play::frame_rate(rate(case)),
            aspect: f64::from(size.width) / f64::from(size.height),
            behaviours: Some(behaviours),
            characters: Some(characters),
            stop: Some(Arc::clone(stop)),
            ..Play::default()
        });
        runtime.start_cartoon(&self.program, &[]).map_err(|error| match error {
            StartError::Plan(error) | StartError::Run(error) => self.blame(&error),
            error => self.wrong(Diagnostic::error("", error.to_string())),
        })?;
        Ok(runtime)
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
        match &self.source {
            Some((source, loaded)) => Blame::file(&self.path, source, vec![loaded.located(fault)]),
            None => Blame::file(&self.path, &[], vec![fault]),
        }
    }

    /// Seconds that the behaviour it was made to show takes; `None` of what only stands there.
    pub fn lasts(&self) -> Option<f64> {
        self.lasts
    }

    /// True when the file is a cartoon or a scene of its own.
    pub fn is_cartoon(&self) -> bool {
        self.source.is_some() && self.program.kind != Kind::Behaviour
    }
}
