//! Looks by pack: a look that names a look pack enters, the whole look leaves.
use super::{Catalog, PackKind};
use crate::diagnostic::Diagnostic;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// The objects of a look that are merged word by word; any other word replaces the pack's.
const MERGED: [&str; 3] = ["colors", "options", "stretch"];

/// A look with nothing of it in a pack any more.
#[derive(Clone, Debug)]
pub struct Dressed<'a> {
    /// The look, as if it had been written out.
    pub look: Cow<'a, Value>,
    /// The id of the pack it is taken from.
    pub pack: Option<Arc<str>>,
    /// What is wrong with the pack that it names; its path is in the look (empty, `pack` or `pack.id`).
    pub lacking: Option<Diagnostic>,
}

impl Catalog {
    /// The look that a cast entry's `look` stands for: a look pack's id, an object with `pack` (an id, or `{id, version}`) and
    /// what is to differ from that pack's look, or an object without, which it is itself.
    pub fn dressed<'a>(&self, asked: &'a Value) -> Dressed<'a> {
        let named = if asked.is_string() { Some(asked) } else { asked.get("pack") };
        let Some(named) = named else {
            return Dressed { look: Cow::Borrowed(asked), pack: None, lacking: None };
        };
        let own = asked.as_object().map(|own| own.iter().filter(|(key, _)| *key != "pack"));
        let own = own.into_iter().flatten().map(|(key, value)| (key.clone(), value.clone()));
        let (id, path) = match named.get("id") {
            Some(id) => (id.as_str(), "pack.id"),
            None => (named.as_str(), if asked.is_string() { "" } else { "pack" }),
        };
        let version = named.get("version").and_then(Value::as_str);
        let found = id.map(|id| self.find(PackKind::Look, id, version));
        let mut look = Map::new();
        let (mut pack, mut lacking) = (None, None);
        match found {
            Some(Ok(found)) => {
                look = found.content.as_object().cloned().unwrap_or_default();
                pack = Some(Arc::clone(&found.id));
            }
            Some(Err(fault)) => lacking = Some(Diagnostic { path: path.to_owned(), ..fault }),
            None => lacking = Some(Diagnostic::note(path, "a look pack is named by its id").hint("c4c:look:…")),
        }
        for (key, value) in own {
            match (look.get_mut(&key), value) {
                (Some(Value::Object(packed)), Value::Object(value)) if MERGED.contains(&key.as_str()) => {
                    packed.extend(value);
                }
                (_, value) => _ = look.insert(key, value),
            }
        }
        Dressed { look: Cow::Owned(Value::Object(look)), pack, lacking }
    }
}
