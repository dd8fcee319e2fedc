//! The cases that are drawn as sheets: a template, and a look on the template it names.
use super::super::{load, sheet};
use super::subject::{Blame, LOOK, Subject, TEMPLATE, case_has};
use crate::diagnostic::{Diagnostic, Severity};
use crate::figure::look::Look;
use crate::figure::template::{Template, shipped};
use crate::golden::{Case, SHEET_WIDTH};
use crate::pack::Catalog;
use crate::program::json::Json;
use crate::vocabulary::View;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sheet of a template's file.
///
/// # Errors
/// As [`subject`](super::subject::subject).
pub(super) fn template(case: &Case, path: &Path, source: &[u8], tree: &Json) -> Result<Subject, Blame> {
    case_has(case, TEMPLATE)?;
    untimed(case, TEMPLATE.0)?;
    let template = Template::from_bytes(source).map_err(|faults| blame((path, source, tree), faults))?;
    let look = Value::Object(asked(case));
    let under = |fault: Diagnostic| Diagnostic {
        severity: Severity::Error,
        path: format!("{}.options.look.{}", case.path, fault.path).trim_end_matches('.').to_owned(),
        ..fault
    };
    let faults: Vec<Diagnostic> = Look::read(&look, &template).1.into_iter().map(under).collect();
    if faults.is_empty() { Ok(drawn(case, Arc::new(template), look)) } else { Err(Blame::List(faults)) }
}

/// The sheet of a look pack's file, on the shipped template that it names, with what the case's own `look` changes.
///
/// # Errors
/// As [`subject`](super::subject::subject).
pub(super) fn look(case: &Case, path: &Path, source: &[u8], tree: &Json) -> Result<Subject, Blame> {
    case_has(case, LOOK)?;
    untimed(case, LOOK.0)?;
    let file = (path, source, tree);
    let mut alone = Catalog::default();
    alone.add(source).map_err(|faults| blame(file, faults))?;
    let mut wanted = asked(case);
    wanted.insert("pack".to_owned(), tree.get("id").map(Json::to_value).unwrap_or_default());
    let look = alone.dressed(&json!(wanted)).look.into_owned();
    let named = look.get("template").and_then(Value::as_str).and_then(shipped).and_then(Result::ok);
    let Some(template) = named else {
        let fault = Diagnostic::error("content.template", "a look's stills need a shipped template");
        return Err(blame(file, vec![fault]));
    };
    let under = |fault: Diagnostic| Diagnostic {
        severity: Severity::Error,
        path: format!("content.{}", fault.path).trim_end_matches('.').to_owned(),
        ..fault
    };
    let faults: Vec<Diagnostic> = Look::read(&look, &template).1.into_iter().map(under).collect();
    if faults.is_empty() { Ok(drawn(case, template, look)) } else { Err(blame(file, faults)) }
}

fn blame((path, source, tree): (&Path, &[u8], &Json), faults: Vec<Diagnostic>) -> Blame {
    Blame::file(path, source, faults.into_iter().map(|fault| load::placed(tree, fault)).collect())
}

fn untimed(case: &Case, kind: &str) -> Result<(), Blame> {
    if case.at.is_empty() {
        return Ok(());
    }
    let message = format!("{kind} is drawn as a sheet: it has no times");
    Err(Blame::List(vec![Diagnostic::error(format!("{}.at", case.path), message).hint("a cartoon of it has")]))
}

/// The look that a case asks for, as written.
fn asked(case: &Case) -> Map<String, Value> {
    case.options.look.clone().unwrap_or_default()
}

fn drawn(case: &Case, template: Arc<Template>, look: Value) -> Subject {
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
        looks: false,
        palettes: false,
        scenery: Default::default(),
        packs: Default::default(),
        every: 0.1,
        view: case.options.view.as_deref().and_then(View::parse),
        look,
        width: case.size.map_or(SHEET_WIDTH, |(width, _)| width),
        json: false,
    };
    Subject::Sheet(template, Box::new(args))
}
