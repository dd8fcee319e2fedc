//! `jabber-render validate FILE… [--json]`: every fault of programs, packs and templates, in one go.
use super::fonts::Shelf;
use super::library::Packs;
use super::load::placed;
use super::{Beside, CliError, drawing, events, load, out, report};
use crate::diagnostic::{Diagnostic, Severity};
use crate::figure::template::Template;
use crate::pack::{Catalog, Pack};
use crate::program::{content, json, load_json};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Check cartoons, scenes, behaviours, packs and templates
#[derive(clap::Args)]
pub(super) struct Args {
    /// The files, or packs by their ids
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Give the result as JSON on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    packs: Packs,
    /// A folder of pictures and recordings, beside the cartoon's own
    #[arg(long, value_name = "DIR")]
    assets: Option<PathBuf>,
    /// Nothing but the language text: every extension is an error
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(args: &Args) -> Result<(), CliError> {
    let catalog = args.packs.catalog()?;
    let (mut sound, mut verdicts) = (true, Vec::new());
    for file in &args.files {
        let (source, diagnostics) = match load::Input::open(file, &catalog, args.assets.as_deref()) {
            Ok(load::Input { source, beside, .. }) => {
                let diagnostics = check(&source, &catalog, &beside, args.strict);
                (source, diagnostics)
            }
            Err(error) if args.json => (Vec::new(), vec![Diagnostic::error("", error.message)]),
            Err(error) => {
                out::error(&error);
                sound = false;
                continue;
            }
        };
        sound &= count(&diagnostics, Severity::Error) == 0;
        if args.json {
            verdicts.push((&**file, source, diagnostics));
        } else {
            report::show(file, &source, &diagnostics);
            out::result(summary(file, &diagnostics))?;
        }
    }
    if args.json {
        events::answer(verdict(&verdicts));
    }
    if sound { Ok(()) } else { Err(CliError::reported()) }
}

/// Every fault of a file: a program's, a template's, or a pack's manifest and the program it holds; and what only drawing minds.
/// `strict`: whatever is not in the language text is one too.
pub fn check(source: &[u8], catalog: &Arc<Catalog>, beside: &Beside, strict: bool) -> Vec<Diagnostic> {
    let tree = match json::parse(source) {
        Ok(tree) => tree,
        Err(faults) => return faults,
    };
    if tree.get("views").is_some() && tree.get("kind").is_none() && tree.get("format").is_none() {
        // Nothing else has views: a body.
        let faults = Template::from_bytes(source).err().unwrap_or_default();
        return faults.into_iter().map(|fault| placed(&tree, fault)).collect();
    }
    let mut found = match content(tree.clone()) {
        (_, None) => Vec::new(),
        (_, Some(kind)) => {
            let manifest = Pack::parse(source).map_or_else(|faults| faults, |(_, warnings)| warnings);
            let placed: Vec<_> = manifest.into_iter().map(|fault| placed(&tree, fault)).collect();
            if !matches!(&*kind, "behaviour" | "scene" | "cartoon") {
                return placed;
            }
            placed
        }
    };
    let mut loaded = load_json(tree, std::str::from_utf8(source).ok());
    drawing::check(&mut loaded, catalog, beside, &Shelf::of_system());
    if strict {
        loaded.diagnostics.append(&mut loaded.extensions);
        loaded.diagnostics.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
    }
    found.extend(loaded.diagnostics);
    found
}

fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    diagnostics.iter().filter(|fault| fault.severity == severity).count()
}

/// `{"ok","errors":[{"file","line","path","message","hint"}],"warnings":[…]}`, of several files with `"files":[{"file","ok"}]`.
fn verdict(verdicts: &[(&Path, Vec<u8>, Vec<Diagnostic>)]) -> Value {
    let of_kind = |severity| {
        let of_file = |(file, source, all): &(&Path, Vec<u8>, Vec<Diagnostic>)| {
            let those = all.iter().filter(|fault| fault.severity == severity);
            those.map(|fault| report::place(file, source, fault)).collect::<Vec<_>>()
        };
        verdicts.iter().flat_map(of_file).collect::<Vec<_>>()
    };
    let (errors, warnings) = (of_kind(Severity::Error), of_kind(Severity::Warning));
    let mut verdict = serde_json::Map::new();
    verdict.insert("ok".into(), errors.is_empty().into());
    if verdicts.len() > 1 {
        let row = |(file, _, all): &(&Path, _, Vec<Diagnostic>)| {
            serde_json::json!({"file": file.to_string_lossy(), "ok": count(all, Severity::Error) == 0})
        };
        verdict.insert("files".into(), verdicts.iter().map(row).collect());
    }
    verdict.insert("errors".into(), errors.into());
    verdict.insert("warnings".into(), warnings.into());
    verdict.into()
}

/// `good-morning.json: ok`, `cartoon.json: 2 errors, 1 warning`.
fn summary(file: &Path, diagnostics: &[Diagnostic]) -> String {
    let some = |severity, word: &str| match count(diagnostics, severity) {
        0 => None,
        1 => Some(format!("1 {word}")),
        many => Some(format!("{many} {word}s")),
    };
    let parts: Vec<_> =
        [some(Severity::Error, "error"), some(Severity::Warning, "warning"), some(Severity::Note, "note")].into_iter().flatten().collect();
    let verdict = if parts.is_empty() { "ok".to_owned() } else { parts.join(", ") };
    format!("{}: {verdict}", file.display())
}
