//! Where the faults of a cartoon lie that was made to show a file: paths in the cartoon enter, paths in the file or in the
//! case leave.
use super::super::load::placed;
use super::subject::{Blame, raised};
use crate::diagnostic::{Diagnostic, Severity};
use crate::golden::Case;
use crate::program::json::Json;
use std::path::{Path, PathBuf};

/// What the file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A behaviour.
    Behaviour,
    /// A character.
    Character,
    /// A place.
    Place,
}

/// What a cartoon was made of.
pub(super) struct Made {
    kind: Kind,
    /// Where the case stands in the list.
    case: String,
    /// The case says whose look it is.
    has_look: bool,
    path: PathBuf,
    source: Vec<u8>,
    tree: Json,
}

/// A path, and whose it is.
enum Home {
    List(String),
    File(String),
}

impl Made {
    pub fn new(case: &Case, kind: Kind, path: &Path, source: Vec<u8>, tree: Json) -> Self {
        let has_look = case.options.look.is_some();
        Self { kind, case: case.path.clone(), has_look, path: path.to_owned(), source, tree }
    }

    /// What of the cartoon's diagnostics is only odd.
    ///
    /// # Errors
    /// When the case is wrong, or the file; what has a stand-in is wrong.
    pub fn odd(&self, diagnostics: Vec<Diagnostic>, stand_ins: Vec<Diagnostic>) -> Result<Vec<Blame>, Blame> {
        let (mut of_list, mut of_file) = (Vec::new(), Vec::new());
        for fault in raised(diagnostics, &stand_ins) {
            match self.home(&fault.path) {
                // What the list asks for is to be there.
                Home::List(path) => of_list.push(Diagnostic { severity: Severity::Error, path, span: None, ..fault }),
                // The file's own program has been looked at.
                Home::File(_) if self.kind == Kind::Behaviour && fault.path.starts_with(BEHAVIOUR) => {}
                Home::File(path) => of_file.push(placed(&self.tree, Diagnostic { path, span: None, ..fault })),
            }
        }
        if !of_list.is_empty() {
            return Err(Blame::List(of_list));
        }
        let wrong = of_file.iter().any(|fault| fault.severity == Severity::Error);
        let blame = Blame::file(&self.path, &self.source, of_file);
        match &blame {
            _ if wrong => Err(blame),
            Blame::File { faults, .. } if faults.is_empty() => Ok(Vec::new()),
            _ => Ok(vec![blame]),
        }
    }

    /// Why the cartoon cannot be drawn.
    pub fn blame(&self, fault: Diagnostic) -> Blame {
        match self.home(&fault.path) {
            Home::List(path) => Blame::List(vec![Diagnostic { path, span: None, ..fault }]),
            Home::File(path) => {
                let fault = placed(&self.tree, Diagnostic { path, span: None, ..fault });
                Blame::file(&self.path, &self.source, vec![fault])
            }
        }
    }

    /// Where a path of the cartoon comes from; the parts of the cartoon are named as `preview` lays them.
    fn home(&self, path: &str) -> Home {
        let option = |name: &str, rest: &str| Home::List(format!("{}.options.{name}{rest}", self.case));
        let content = if self.tree.get("content").is_some() { "content" } else { "" };
        let within = |root: &str, rest: &str| Home::File(format!("{root}{rest}").trim_start_matches('.').to_owned());
        let after = |start: &str| path.strip_prefix(start);
        let home = match self.kind {
            Kind::Behaviour => after(PARAMS)
                .map(|rest| option("params", rest))
                .or_else(|| after(BEHAVIOUR).map(|rest| within(content, rest)))
                .or_else(|| after(LOOK).filter(|_| self.has_look).map(|rest| option("look", rest)))
                .or_else(|| after(LOOK).map(|_| within("preview.on", "")))
                .or_else(|| after(DURATION).map(|_| within("preview.dur", "")))
                .or_else(|| after("scripts.0.body").map(|_| within("preview", ""))),
            Kind::Character => after("cast.A")
                .map(|rest| within(content, rest))
                .or_else(|| after("scripts.0.body").map(|_| within("preview", ""))),
            Kind::Place => after("places.here")
                .map(|rest| within(content, rest))
                .or_else(|| after("scripts.0.hat.mood").map(|_| option("grade", "")))
                .or_else(|| after(LOOK).map(|rest| option("look", rest))),
        };
        home.unwrap_or_else(|| if path.starts_with("cast.A") { within("", "") } else { within("", path) })
    }
}

const PARAMS: &str = "scripts.0.body.1.params";
const BEHAVIOUR: &str = "scripts.0.body.1.behaviour";
const DURATION: &str = "scripts.0.body.1.for";
const LOOK: &str = "cast.A.look";
