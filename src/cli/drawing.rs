//! What only drawing minds: a loaded program and the packs enter, a located note leaves for every pack, place, template and
//! word of a look that drawing has to replace. Draws nothing.
use super::captions::shown_name;
use super::fonts::{Shelf, lacking};
use super::{Beside, casting, hands, hearing};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{IDLE, from_catalog};
use crate::pack::{Catalog, PackKind};
use crate::program::Loaded;
use crate::program::tree::{Behaviour, Block, CastEntry, Hat, Idle, Op, PackRef, Program};
use crate::stage::{Fonts, Setting};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What drawing has to replace.
#[derive(Debug, Default)]
pub(super) struct Replaced {
    /// The behaviour packs that cannot be played.
    pub behaviours: Vec<PackRef>,
    /// The notes, located, on whatever has another template, pack or place stand in for it.
    pub stand_ins: Vec<Diagnostic>,
    /// What its texts are set in.
    pub fonts: Arc<Fonts>,
}

/// Adds the notes to the diagnostics of a program with what lies `beside` it, in the order of the text; gives what is replaced.
pub(super) fn check(loaded: &mut Loaded, catalog: &Arc<Catalog>, beside: &Beside, shelf: &Shelf) -> Replaced {
    let Some(program) = loaded.program.clone() else { return Replaced::default() };
    // Templates and drawings are read for it, neither minding the other.
    let known = &*loaded;
    let (mut notes, of_places) =
        rayon::join(|| cast(&program, catalog, beside), || places(&program, known, catalog, beside));
    notes.extend(of_places);
    for note in &mut notes {
        note.path.insert_str(0, loaded.root);
    }
    let (of_blocks, behaviours) = blocks(&program, loaded.root, catalog, beside);
    notes.extend(of_blocks);
    notes.extend(hands::check(&program, catalog, beside));
    let texts = texts(&program, loaded.root, catalog);
    let fonts = shelf.fonts(texts.iter().map(|(_, text)| &**text));
    notes.extend(texts.iter().filter_map(|(path, text)| lacking(path, text, &fonts)));
    notes.extend(hearing::check(&program, loaded.root, catalog, beside));
    // What the language has said of a value need not be said twice.
    let said: HashSet<String> = loaded.diagnostics.iter().map(|fault| fault.path.clone()).collect();
    let mut stand_ins = Vec::new();
    for note in notes {
        let replaces = note.severity > Severity::Note;
        let note = loaded.located(Diagnostic { severity: Severity::Note, ..note });
        if replaces {
            stand_ins.push(note.clone());
        }
        if !said.contains(&note.path) {
            loaded.diagnostics.push(note);
        }
    }
    loaded.diagnostics.sort_by_key(|fault| fault.span.as_ref().map_or(0, |span| span.start));
    Replaced { behaviours, stand_ins, fonts: fonts.into() }
}

fn cast(program: &Program, catalog: &Catalog, beside: &Beside) -> Vec<Diagnostic> {
    if program.cast.is_empty() {
        return Vec::new();
    }
    let bodies = casting::Bodies::new(&program.cast, catalog, &beside.folder);
    program.cast.iter().flat_map(|entry| casting::check(entry, catalog, &bodies, beside)).collect()
}

/// What a program says of the place of a name: its entry's, or nothing more than the name.
pub(super) fn setting<'a>(program: &'a Program, name: &'a str) -> Setting<'a> {
    match program.places.iter().find(|(own, _)| **own == *name) {
        Some((_, entry)) => Setting {
            background: entry.background.as_deref().unwrap_or(name),
            life: entry.life.as_deref(),
            still: entry.still,
        },
        None => Setting::of(name),
    }
}

/// What is wrong with the declared places, and the names of those that scenes begin at without declaring them.
fn places(program: &Program, loaded: &Loaded, catalog: &Catalog, beside: &Beside) -> Vec<Diagnostic> {
    let check = |name: &str| setting(program, name).check(catalog, &|picture| beside.picture(picture));
    let mut found = Vec::new();
    for (name, place) in &program.places {
        let entry = format!("places.{name}");
        let is_field = place.background.is_some() && loaded.tree.nearest(&entry).is_object();
        let placed = |fault: Diagnostic| {
            let path = match (fault.path.is_empty(), is_field) {
                (true, true) => format!("{entry}.background"),
                (true, false) => entry.clone(),
                (false, _) => format!("{entry}.{}", fault.path),
            };
            Diagnostic { path, ..fault }
        };
        found.extend(check(name).into_iter().map(placed));
    }
    for (at, script) in program.scripts.iter().enumerate() {
        let Hat::Scene(hat) = &script.hat else { continue };
        if let Some(name) = hat.place.as_ref().filter(|name| !is_declared(program, name)) {
            let path = format!("scripts.{at}.hat.place");
            found.extend(check(name).into_iter().map(|fault| Diagnostic { path: path.clone(), ..fault }));
        }
    }
    found
}

fn is_declared(program: &Program, place: &str) -> bool {
    program.places.iter().any(|(name, _)| **name == *place)
}

/// The places that blocks cut to, and the behaviours that they start and that characters idle in. The paths of blocks are whole.
fn blocks(program: &Program, root: &str, catalog: &Arc<Catalog>, beside: &Beside) -> (Vec<Diagnostic>, Vec<PackRef>) {
    let mut answers: HashMap<&PackRef, Option<Diagnostic>> = HashMap::new();
    let (mut notes, mut missing) = (Vec::new(), Vec::new());
    for entry in &program.cast {
        let Some(Idle::Given(Behaviour::Pack(pack))) = &entry.idle else { continue };
        if let Some(fault) = unplayable(pack, catalog) {
            missing.push(pack.clone());
            notes.push(Diagnostic { path: format!("{root}cast.{}.idle", entry.id), ..fault });
        }
    }
    let mut waiting: Vec<&Block> = program.scripts.iter().rev().flat_map(|script| script.body.iter().rev()).collect();
    while let Some(block) = waiting.pop() {
        match &block.op {
            Op::Cut { place: Some(place), .. } if !is_declared(program, place) => {
                let path = format!("{}.place", block.path);
                let found = Setting::of(place).check(catalog, &|picture| beside.picture(picture));
                notes.extend(found.into_iter().map(|note| Diagnostic { path: path.clone(), ..note }));
            }
            Op::Does { behaviour: Behaviour::Pack(pack), .. } => {
                let answer = answers.entry(pack).or_insert_with(|| {
                    let fault = unplayable(pack, catalog);
                    missing.extend(fault.as_ref().map(|_| pack.clone()));
                    fault
                });
                let path = format!("{}.behaviour", block.path);
                notes.extend(answer.clone().map(|note| Diagnostic { path, ..note }));
            }
            op => waiting.extend(inside(op).into_iter().rev()),
        }
    }
    (notes, missing)
}

/// The texts that captions and cards show, each at its path: what is said, and the names of who says it.
fn texts(program: &Program, root: &str, catalog: &Catalog) -> Vec<(String, Arc<str>)> {
    let mut texts = Vec::new();
    if program.captions.names == Some(true) {
        texts.extend(program.cast.iter().map(|entry| (format!("{root}cast.{}", entry.id), shown_name(entry, catalog))));
    }
    let worded = |entry: &CastEntry| {
        let prop = casting::prop(entry, catalog)?;
        Some((format!("{root}cast.{}.look.text", entry.id), prop.text()?.into()))
    };
    texts.extend(program.cast.iter().filter_map(worded));
    let mut waiting: Vec<&Block> = program.scripts.iter().rev().flat_map(|script| script.body.iter().rev()).collect();
    while let Some(block) = waiting.pop() {
        match &block.op {
            Op::Say { text, .. } | Op::Caption { text, .. } => {
                texts.push((format!("{}.text", block.path), Arc::clone(text)))
            }
            Op::Title { text, sub, .. } => {
                texts.push((format!("{}.text", block.path), Arc::clone(text)));
                texts.extend(sub.iter().map(|sub| (format!("{}.sub", block.path), Arc::clone(sub))));
            }
            Op::Credits { lines, .. } => texts.extend(lines.iter().enumerate().flat_map(|(i, line)| {
                line.role
                    .iter()
                    .chain(&line.names)
                    .map(move |text| (format!("{}.lines.{i}", block.path), Arc::clone(text)))
            })),
            op => waiting.extend(inside(op).into_iter().rev()),
        }
    }
    texts
}

/// The blocks inside one.
pub(super) fn inside(op: &Op) -> Vec<&Block> {
    match op {
        Op::For { body, .. } | Op::While { body, .. } | Op::Repeat { body, .. } | Op::Forever { body } => {
            body.iter().collect()
        }
        Op::If { then, otherwise, .. } => then.iter().chain(otherwise).collect(),
        Op::Together { branches } => branches.iter().flatten().collect(),
        _ => Vec::new(),
    }
}

/// Why a behaviour pack cannot be played.
fn unplayable(pack: &PackRef, catalog: &Arc<Catalog>) -> Option<Diagnostic> {
    let fault = match catalog.find(PackKind::Behaviour, &pack.id, pack.version.as_deref()) {
        Err(lacking) => lacking,
        Ok(_) => {
            let (behaviours, _) = from_catalog(catalog);
            Diagnostic::warning(
                "",
                format!("the behaviour pack {} cannot be played: {}", pack.id, behaviours(pack).err()?),
            )
        }
    };
    let message = format!("{}; {IDLE} plays instead", fault.message);
    Some(Diagnostic { severity: Severity::Warning, message, ..fault })
}
