//! The catalog: shipped packs and those of given folders together, by id and version.
use super::{Pack, PackKind, Reader, Source, Version, shipped, shipped_file};
use crate::diagnostic::Diagnostic;
use crate::vocabulary::nearest;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Ids that a hint still lists; tuned by eye.
const LISTED: usize = 12;

/// Packs by id; of each id every version once. Made once, then read only: a compiled-in pack is parsed when it is first asked for, since a
/// cartoon needs a few of them.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    packs: BTreeMap<Arc<str>, Vec<Slot>>,
}

/// A pack, or where it is compiled in.
#[derive(Clone, Debug)]
struct Slot {
    path: String,
    pack: OnceLock<Option<Arc<Pack>>>,
}

impl Slot {
    /// Of a file under `packs/`; its id, which its folder and its name say.
    fn built_in(path: String) -> Option<(Arc<str>, Slot)> {
        let (folder, file) = path.strip_suffix(".json")?.split_once('/')?;
        let word = if folder == SKELETON { Some("behaviour") } else { folder.strip_suffix('s') };
        let id = format!("c4c:{}:{file}", PackKind::of_word(word?)?.short());
        Some((id.into(), Slot { path, pack: OnceLock::new() }))
    }

    /// A compiled-in file that is no pack is none; a test holds that there is none such, and that each is of its id.
    fn pack(&self) -> Option<&Arc<Pack>> {
        let parse = || {
            let (pack, _) = Pack::parse(&shipped_file(&self.path)?).ok()?;
            let source = Source::BuiltIn(self.path.clone());
            Some(Arc::new(Pack { source, beside: Reader::built_in(&self.path), ..pack }))
        };
        self.pack.get_or_init(parse).as_ref()
    }
}

/// The folder of the behaviours that use the skeleton.
const SKELETON: &str = "skeleton";

impl Catalog {
    /// The compiled-in packs.
    pub fn shipped() -> Catalog {
        let slots = shipped().into_iter().filter_map(Slot::built_in);
        Catalog { packs: slots.map(|(id, slot)| (id, vec![slot])).collect() }
    }

    /// Adds a pack file's bytes. At the same id and version the one added last wins (a given folder over the compiled-in
    /// pack). Returns its warnings; on errors nothing is added.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let (pack, warnings) = Pack::parse(bytes)?;
        self.put(pack);
        Ok(warnings)
    }

    /// Adds a pack. At the same id and version the one added last wins.
    pub fn put(&mut self, pack: impl Into<Arc<Pack>>) {
        let pack: Arc<Pack> = pack.into();
        let versions = self.packs.entry(pack.id.clone()).or_default();
        versions.retain(|slot| slot.pack().is_some_and(|known| known.version != pack.version));
        versions.push(Slot { path: String::new(), pack: Some(pack).into() });
        versions.sort_by(|a, b| a.pack().map(|pack| &pack.version).cmp(&b.pack().map(|pack| &pack.version)));
    }

    /// The pack that somebody names: an id, or an id and its version, `c4c:beh:walk@1.2.0`.
    ///
    /// # Errors
    /// A note that says what there is not, with the nearest id that there is.
    pub fn named(&self, name: &str) -> Result<&Arc<Pack>, Diagnostic> {
        let (id, version) = match name.split_once('@') {
            Some((id, version)) => (id, Some(version)),
            None => (name, None),
        };
        match PackKind::of_id(id) {
            Some(kind) => self.find(kind, id, version),
            None => {
                let slug = id.rsplit(':').next().unwrap_or(id);
                let note = Diagnostic::note("", format!("{id} is no pack's id"));
                let small = id.to_lowercase();
                let of = |slug: &str| -> Vec<&str> {
                    let all = self.packs.keys().map(|id| &**id);
                    all.filter(|id| id.rsplit(':').next() == Some(slug)).take(LISTED).collect()
                };
                let near: Vec<&str> = match self.packs.get_key_value(&*small) {
                    Some((known, _)) => vec![known],
                    None => of(&slug.to_lowercase()),
                };
                // A word by itself may be a name mistyped.
                let alike = || nearest(slug, self.packs.keys().filter_map(|id| id.rsplit(':').next()));
                let near = if near.is_empty() && !id.contains(':') { alike().map_or(near, of) } else { near };
                let kinds = PackKind::ALL.map(|(.., short)| short);
                Err(match (near.is_empty(), id.strip_prefix("c4c:").and_then(|id| id.split(':').next())) {
                    (false, _) => note.hint(format!("did you mean {}?", near.join(" or "))),
                    (true, Some(kind)) if nearest(kind, kinds).is_some() => {
                        note.hint(format!("did you mean c4c:{}:…?", nearest(kind, kinds).unwrap_or_default()))
                    }
                    _ => note.hint(format!("c4c:KIND:NAME, with a KIND of {}", kinds.join(" "))),
                })
            }
        }
    }

    /// Every pack in every version, by id and version.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs.values().flatten().filter_map(Slot::pack)
    }

    /// The highest version of every pack, by id.
    pub fn latest(&self) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs.values().filter_map(|versions| versions.last()?.pack())
    }

    /// Every version of an id, the lowest first.
    pub fn versions(&self, id: &str) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs.get(id).into_iter().flatten().filter_map(Slot::pack)
    }

    /// The pack of an id: the same version when one is asked for, else the highest (ruling 39).
    pub fn get(&self, id: &str, version: Option<&str>) -> Option<&Arc<Pack>> {
        let versions = self.packs.get(id)?;
        match version {
            None => versions.last()?.pack(),
            Some(text) => {
                let wanted = Version::parse(text)?;
                versions.iter().filter_map(Slot::pack).find(|pack| pack.version == wanted)
            }
        }
    }

    /// The same, of a kind.
    ///
    /// # Errors
    /// A note that says what there is not, with the nearest id that there is.
    pub fn find(&self, kind: PackKind, id: &str, version: Option<&str>) -> Result<&Arc<Pack>, Diagnostic> {
        let word = kind.word();
        match (self.get(id, version), self.packs.get(id)) {
            (Some(pack), _) if pack.kind == kind => Ok(pack),
            (Some(pack), _) => {
                Err(self.lacking(kind, id, format!("{id} is a {} pack, not a {word} pack", pack.kind.word())))
            }
            (None, Some(versions)) => {
                let known: Vec<String> =
                    versions.iter().filter_map(Slot::pack).map(|pack| pack.version.to_string()).collect();
                let message = format!("{id} has no version {}", version.unwrap_or_default());
                Err(Diagnostic::note("", message).hint(format!("versions: {}", known.join(", "))))
            }
            (None, None) => Err(self.lacking(kind, id, format!("there is no {word} pack {id}"))),
        }
    }

    fn lacking(&self, kind: PackKind, id: &str, message: String) -> Diagnostic {
        let known: Vec<&str> = self.ids(kind).collect();
        // The ids of a kind begin alike: what tells them apart comes after.
        let slug = id.rsplit(':').next().unwrap_or(id);
        let own = |id: &&str| id.rsplit(':').next() == Some(slug);
        let near = known.iter().copied().find(own).or_else(|| {
            let near = nearest(slug, known.iter().filter_map(|id| id.rsplit(':').next()))?;
            known.iter().copied().find(|id| id.rsplit(':').next() == Some(near))
        });
        let note = Diagnostic::note("", message);
        match near {
            Some(near) => note.hint(format!("did you mean {near}?")),
            None if (1..=LISTED).contains(&known.len()) => note.hint(format!("there are {}", known.join(", "))),
            None => note,
        }
    }

    /// The highest version of every pack of a kind, by id.
    pub fn of_kind(&self, kind: PackKind) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs
            .iter()
            .filter(move |(id, _)| PackKind::of_id(id) == Some(kind))
            .filter_map(|(_, all)| all.last()?.pack())
    }

    /// The ids of a kind, in their order.
    pub fn ids(&self, kind: PackKind) -> impl Iterator<Item = &str> {
        self.packs.keys().map(|id| &**id).filter(move |id| PackKind::of_id(id) == Some(kind))
    }
}
