//! The catalog: shipped packs and those of given folders together, by id and version.
use super::{Pack, PackKind, Version, shipped, shipped_file};
use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Packs by id; of each id every version once. Made once, then read only.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    packs: BTreeMap<Arc<str>, Vec<Arc<Pack>>>,
}

impl Catalog {
    /// The compiled-in packs. A shipped file that is no pack is left out; a test holds that there is none.
    pub fn shipped() -> Catalog {
        let mut catalog = Catalog::default();
        for path in shipped().iter().filter(|path| path.ends_with(".json")) {
            if let Some(bytes) = shipped_file(path) {
                // The faults of a shipped file are a test's business, not the author's.
                let _ = catalog.add(&bytes);
            }
        }
        catalog
    }

    /// Adds a pack file's bytes. At the same id and version the one added last wins (a given folder over the compiled-in
    /// pack). Returns its warnings; on errors nothing is added.
    pub fn add(&mut self, bytes: &[u8]) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let (pack, warnings) = Pack::parse(bytes)?;
        let versions = self.packs.entry(pack.id.clone()).or_default();
        versions.retain(|known| known.version != pack.version);
        versions.push(Arc::new(pack));
        versions.sort_by(|a, b| a.version.cmp(&b.version));
        Ok(warnings)
    }

    /// The pack of an id: the same version when one is asked for, else the highest (ruling 39).
    pub fn get(&self, id: &str, version: Option<&str>) -> Option<&Arc<Pack>> {
        let versions = self.packs.get(id)?;
        match version {
            None => versions.last(),
            Some(text) => {
                let wanted = Version::parse(text)?;
                versions.iter().find(|pack| pack.version == wanted)
            }
        }
    }

    /// The highest version of every pack of a kind, by id.
    pub fn of_kind(&self, kind: PackKind) -> impl Iterator<Item = &Arc<Pack>> {
        self.packs.values().filter_map(|versions| versions.last()).filter(move |pack| pack.kind == kind)
    }
}
