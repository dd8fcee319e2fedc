//! What a case's file holds: a cartoon or a scene as it is; a behaviour, a character or a place as a small cartoon that shows
//! it; a template or a look as a sheet.
use super::super::drawing::Replaced;
use super::super::fonts::Shelf;
use super::super::{Beside, args, drawing, input, sheet};
use super::film::{Film, Origin};
use super::made::{self, Made};
use super::{paper, preview};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::missing;
use crate::figure::template::Template;
use crate::film::Rate;
use crate::golden::{Case, Options, STILL_SIZE};
use crate::pack::Catalog;
use crate::program::json::{self, Json};
use crate::program::tree::Program;
use crate::program::{Loaded, content, load_json, load_value};
use crate::vocabulary::nearest;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is drawn of a case.
pub(super) enum Subject {
    /// A cartoon.
    Film(Box<Film>),
    /// A body on paper.
    Sheet(Arc<Template>, Box<sheet::Args>),
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
    pub fn file(path: &Path, source: &[u8], faults: Vec<Diagnostic>) -> Self {
        Self::File { path: path.to_owned(), source: source.to_vec(), faults }
    }

    /// It in one line.
    pub fn said(&self) -> String {
        match self {
            Blame::Stopped => "interrupted".to_owned(),
            Blame::List(faults) => counted(faults),
            Blame::File { path, source, faults } => {
                let span = faults.iter().find(|fault| fault.severity == Severity::Error).and_then(|fault| fault.span.as_ref());
                let before = span.and_then(|span| source.get(..span.start));
                let line = before.map(|before| before.iter().filter(|byte| **byte == b'\n').count() + 1);
                let line = line.map_or(String::new(), |line| format!(":{line}"));
                format!("{}{line}: {}", path.display(), counted(faults))
            }
        }
    }
}

/// The first error, and how many more there are.
fn counted(faults: &[Diagnostic]) -> String {
    let mut errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    let first = errors.next().map_or(String::new(), ToString::to_string);
    let more = errors.count();
    if more > 0 { format!("{first}, and {more} more") } else { first }
}

/// The kinds of files, and the options that each takes.
const CARTOON: (&str, &[&str]) = ("a cartoon", &["seed", "fps", "packs", "voice", "captions", "fonts"]);
const BEHAVIOUR: (&str, &[&str]) = ("a behaviour", &["seed", "fps", "packs", "look", "params"]);
const CHARACTER: (&str, &[&str]) = ("a character", &["seed", "fps", "packs"]);
const PLACE: (&str, &[&str]) = ("a place", &["seed", "fps", "packs", "look", "grade"]);
pub(super) const LOOK: (&str, &[&str]) = ("a look", &["look", "grid", "view"]);
pub(super) const TEMPLATE: (&str, &[&str]) = ("a template", &["look", "grid", "view"]);

/// Seconds of a behaviour that does not say how long it takes.
const SHORTEST: f64 = 2.0;

/// What the case's file, which is at `path`, holds; a cartoon that is made for it lasts beyond `last`, seconds.
///
/// # Errors
/// When it cannot be read, is wrong, or the case asks for what it has not; when something else would stand in for a template, a
/// pack or a place that it names: nobody means a still of that to stay.
pub(super) fn subject(
    case: &Case,
    path: &Path,
    (catalog, shelf): (&Arc<Catalog>, &Shelf),
    last: f64,
) -> Result<Subject, Blame> {
    let unread = |message: String, hint: Option<String>| {
        let fault = Diagnostic::error(format!("{}.file", case.path), message);
        Blame::List(vec![hint.map_or(fault.clone(), |hint| fault.hint(hint))])
    };
    let source = input::read(path).map_err(|error| unread(error.message, error.hint))?;
    let tree = json::parse(&source).map_err(|faults| Blame::file(path, &source, faults))?;
    if tree.get("views").is_some() && tree.get("kind").is_none() && tree.get("format").is_none() {
        return paper::template(case, path, &source, &tree);
    }
    let shows = tree.get("preview").map(Json::to_value).unwrap_or_default();
    let (inside, kind) = content(tree.clone());
    let kind = kind.or_else(|| inside.get("kind").and_then(Json::text).cloned());
    if kind.as_deref() == Some("look") {
        return paper::look(case, path, &source, &tree);
    }
    let (kind, shown) = match kind.as_deref() {
        Some("behaviour") => {
            case_has(case, BEHAVIOUR)?;
            (made::Kind::Behaviour, preview::behaviour((case, path, catalog), &shows, inside.to_value(), last))
        }
        Some("character") => {
            case_has(case, CHARACTER)?;
            (made::Kind::Character, preview::character(&shows, inside.to_value(), last))
        }
        Some("place") => {
            case_has(case, PLACE)?;
            (made::Kind::Place, preview::place((case, path, catalog), inside.to_value(), last))
        }
        _ => {
            case_has(case, CARTOON)?;
            let (loaded, odd, replaced) = own(tree, path, &source, (catalog, shelf))?;
            let told = replaced.behaviours.iter().map(missing).collect();
            let program = checked(&loaded, path, &source)?;
            let origin = Origin::Own(source, Box::new(loaded));
            let (path, fonts) = (path.to_owned(), replaced.fonts);
            return Ok(Subject::Film(Box::new(Film { program, path, fonts, origin, odd, told, lasts: None })));
        }
    };
    let (mut odd, mut told) = (Vec::new(), Vec::new());
    // Faults of the file itself are shown at their lines.
    if kind == made::Kind::Behaviour {
        let (loaded, of_file, replaced) = own(tree.clone(), path, &source, (catalog, shelf))?;
        (odd, told) = (of_file, replaced.behaviours.iter().map(missing).collect());
        params(case, &*checked(&loaded, path, &source)?)?;
    }
    let made = Made::new(case, kind, path, source, tree);
    let mut loaded = load_value(&shown);
    let replaced = drawing::check(&mut loaded, catalog, &Beside::new(path, None), shelf);
    told.extend(replaced.behaviours.iter().map(missing));
    odd.extend(made.odd(std::mem::take(&mut loaded.diagnostics), replaced.stand_ins)?);
    let Some(program) = loaded.program else { return Err(made.blame(Diagnostic::error("", "it cannot be shown"))) };
    let of_pack = shows.get("dur").and_then(Value::as_f64).unwrap_or(SHORTEST);
    let lasts = (kind == made::Kind::Behaviour).then_some(of_pack);
    let (path, origin, fonts) = (path.to_owned(), Origin::Made(made), replaced.fonts);
    Ok(Subject::Film(Box::new(Film { program, path, fonts, origin, odd, told, lasts })))
}

/// The program of a file, what is odd about it, and what of it is replaced.
fn own(
    tree: Json,
    path: &Path,
    source: &[u8],
    (catalog, shelf): (&Arc<Catalog>, &Shelf),
) -> Result<(Loaded, Vec<Blame>, Replaced), Blame> {
    let mut loaded = load_json(tree, std::str::from_utf8(source).ok());
    let replaced = drawing::check(&mut loaded, catalog, &Beside::new(path, None), shelf);
    let faults = raised(loaded.diagnostics.clone(), &replaced.stand_ins);
    if faults.iter().any(|fault| fault.severity == Severity::Error) {
        return Err(Blame::file(path, source, faults));
    }
    let odd = if faults.is_empty() { Vec::new() } else { vec![Blame::file(path, source, faults)] };
    Ok((loaded, odd, replaced))
}

/// The diagnostics as they are said of golden stills: a stand-in is an error, a note a warning.
pub(super) fn raised(mut diagnostics: Vec<Diagnostic>, stand_ins: &[Diagnostic]) -> Vec<Diagnostic> {
    // What the language has said of the same value is no error by itself.
    let unsaid = |stand_in: &&Diagnostic| !diagnostics.contains(stand_in);
    let unsaid: Vec<Diagnostic> = stand_ins.iter().filter(unsaid).cloned().collect();
    diagnostics.extend(unsaid);
    for fault in &mut diagnostics {
        let least = if stand_ins.contains(fault) { Severity::Error } else { Severity::Warning };
        fault.severity = fault.severity.max(least);
    }
    diagnostics.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
    diagnostics
}

/// Refuses params that the behaviour does not declare.
fn params(case: &Case, program: &Program) -> Result<(), Blame> {
    let name = |(slot, _): &(crate::program::tree::NameSlot, _)| program.names.get(*slot as usize).cloned();
    let known: Vec<Arc<str>> = program.params.iter().filter_map(name).collect();
    let given = case.options.params.iter().flat_map(|params| params.keys());
    let unknown = |key: &&String| !known.iter().any(|known| **known == ***key);
    let fault = |key: &String| {
        let fault = Diagnostic::error(
            format!("{}.options.params.{key}", case.path),
            format!("the behaviour has no param {}", json::quoted(key)),
        );
        fault.hint(match nearest(key, known.iter().map(|known| &**known)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => "it has none".to_owned(),
            None => format!("its params: {}", known.join(", ")),
        })
    };
    let faults: Vec<Diagnostic> = given.filter(unknown).map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(Blame::List(faults)) }
}

fn checked(loaded: &Loaded, path: &Path, source: &[u8]) -> Result<Arc<Program>, Blame> {
    loaded.program.clone().ok_or_else(|| Blame::file(path, source, loaded.errors().cloned().collect()))
}

/// Refuses options that the kind of file has not, and a film without times.
pub(super) fn case_has(case: &Case, (kind, known): (&str, &[&str])) -> Result<(), Blame> {
    let Options { seed, fps, packs, voice, usual_voice: _, look, params, grade, grid, view, captions, fonts } = &case.options;
    let given = [
        ("seed", seed.is_some()),
        ("fps", fps.is_some()),
        ("packs", packs.is_some()),
        ("voice", voice.is_some()),
        ("look", look.is_some()),
        ("params", params.is_some()),
        ("grade", grade.is_some()),
        ("grid", grid.is_some()),
        ("view", view.is_some()),
        ("captions", captions.is_some()),
        ("fonts", !fonts.is_empty()),
    ];
    let mut faults: Vec<Diagnostic> = Vec::new();
    for (name, _) in given.into_iter().filter(|(name, given)| *given && !known.contains(name)) {
        let fault = Diagnostic::error(format!("{}.options.{name}", case.path), format!("{kind} takes no \"{name}\""));
        faults.push(fault.hint(format!("it takes {}", known.join(", "))));
    }
    if ![TEMPLATE.0, LOOK.0].contains(&kind) {
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

/// Width and height of a case's stills, pixels.
pub(super) fn size(case: &Case) -> args::Size {
    let (width, height) = case.size.unwrap_or(STILL_SIZE);
    args::Size { width, height }
}

/// The frame rate of a case.
pub(super) fn rate(case: &Case) -> Rate {
    case.options.fps.unwrap_or(Rate { num: 24, den: 1 })
}
