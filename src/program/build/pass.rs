//! The state of one program's building: its names, its cast, the faults of the whole file.
use crate::diagnostic::Diagnostic;
use crate::expression::{NameSlot, NameTable};
use crate::program::faults::{Faults, Path, located};
use crate::program::json::Json;
use crate::program::tree::{BlockId, Kind, Program};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Names, ids and places that a hint is chosen from, at most; a program with more is not written by hand.
pub(super) const CANDIDATES: usize = 500;

/// One program under construction; an inline behaviour has its own, sharing the faults.
pub(super) struct Pass<'a> {
    /// The source, when there is one: formulas point into it.
    pub source: Option<&'a str>,
    pub faults: &'a mut Faults,
    pub kind: Kind,
    pub names: NameTable,
    /// Slots of params, vars and names that a block sets.
    pub known: HashSet<NameSlot>,
    /// Names that formulas read, to be checked when all known ones are known.
    pub mentions: Vec<Mention>,
    /// Index of each cast id.
    pub cast: HashMap<Arc<str>, usize>,
    /// Behaviours that have a name.
    pub behaviours: BTreeMap<Arc<str>, Arc<Program>>,
    /// Names of the declared places.
    pub places: HashSet<Arc<str>>,
    /// The first ids of the cast and the first places, in their order, for hints.
    pub first_ids: Vec<Arc<str>>,
    pub first_places: Vec<Arc<str>>,
    /// True where `dur` is Infinity: in a scene whose next one is not pinned.
    pub open_end: bool,
    pub next_block: BlockId,
}

/// A name that a formula reads, and where.
pub(super) struct Mention {
    pub slot: NameSlot,
    pub path: String,
    pub span: Range<usize>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(source: Option<&'a str>, faults: &'a mut Faults, kind: Kind) -> Self {
        Pass {
            source,
            faults,
            kind,
            names: NameTable::default(),
            known: HashSet::new(),
            mentions: Vec::new(),
            cast: HashMap::new(),
            behaviours: BTreeMap::new(),
            places: HashSet::new(),
            first_ids: Vec::new(),
            first_places: Vec::new(),
            open_end: false,
            next_block: 0,
        }
    }

    pub(super) fn in_scene(&self) -> bool {
        self.kind != Kind::Behaviour
    }

    pub(super) fn new_id(&mut self) -> BlockId {
        self.next_block += 1;
        self.next_block - 1
    }

    /// A hint, unless so many faults were found that none is shown any more.
    pub(super) fn hint(&self, make: impl FnOnce() -> String) -> String {
        if self.faults.is_full() { String::new() } else { make() }
    }

    /// An error that a required key is missing, at the key (ruling 7).
    pub(super) fn missing(&mut self, path: &Path, key: &str, holder: &Json, message: String, hint: &str) {
        self.faults.error_hint(&path.key(key), holder, message, hint);
    }

    /// A warning for every name that nothing declares.
    pub(super) fn warn_unknown_names(&mut self) {
        let mentions = std::mem::take(&mut self.mentions);
        let mut known: Vec<_> = self.known.iter().copied().collect();
        known.sort_unstable();
        known.truncate(CANDIDATES);
        for mention in mentions.iter().filter(|mention| !self.known.contains(&mention.slot)) {
            let Some(name) = self.names.name(mention.slot).cloned() else {
                continue;
            };
            let message = format!("{name:?} is no built-in name, param or var");
            let fault = located(Diagnostic::warning(mention.path.clone(), message), &mention.span);
            let hint = self.hint(|| match self.nearest_name(&name, &known) {
                Some(near) => format!("did you mean {near:?}?"),
                None => "declare it under params or vars; a page's global may hold it too".to_owned(),
            });
            self.faults.push(fault.hint(hint));
        }
    }

    fn nearest_name(&self, name: &str, known: &[u32]) -> Option<String> {
        let built_in = crate::expression::BUILT_INS.iter().map(|(word, _)| *word);
        let own = known.iter().copied().filter_map(|slot| self.names.name(slot)).map(|name| &**name);
        crate::vocabulary::nearest(name, built_in.chain(own)).map(str::to_owned)
    }
}

/// `did you mean "x"?`, else the choices.
pub(super) fn suggestion<'w>(word: &str, what: &str, known: impl Iterator<Item = &'w str> + Clone) -> String {
    /// Choices that a hint still lists; more only when one is near. Tuned by eye.
    const LISTED: usize = 12;
    let near = crate::vocabulary::nearest(word, known.clone());
    let list = (known.clone().count() <= LISTED).then(|| format!("{what}: {}", known.collect::<Vec<_>>().join(" ")));
    match (near, list) {
        (Some(near), Some(list)) => format!("did you mean {near:?}? {list}"),
        (Some(near), None) => format!("did you mean {near:?}?"),
        (None, Some(list)) => list,
        (None, None) => format!("`jabber-render describe` lists the {what}"),
    }
}
