//! Places by name: a background's name and the catalog enter, a [`Place`] leaves, and what is wrong with the name. Reads only
//! what is compiled in or already in the catalog.
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::pack::{Catalog, PackKind, shipped_file};
use crate::vocabulary::nearest;

/// What a place pack's id starts with.
const ID: &str = "c4c:place:";

/// The place of a background's name: a pack's id or its short name, or a shipped drawing's. Any other name gives the plain
/// place and a warning with the nearest known name.
pub fn place(name: &str, catalog: &Catalog) -> (Place, Vec<Diagnostic>) {
    match drawing(name, catalog) {
        Some(bytes) => Place::from_svg(&bytes).unwrap_or_else(|fault| (Place::plain(), vec![fault])),
        None => (Place::plain(), vec![unknown(name, catalog)]),
    }
}

/// The warning that nothing is drawn under a background's name, when that is so.
pub fn check_place(name: &str, catalog: &Catalog) -> Option<Diagnostic> {
    drawing(name, catalog).is_none().then(|| unknown(name, catalog))
}

fn drawing(name: &str, catalog: &Catalog) -> Option<Vec<u8>> {
    let short = name.strip_prefix(ID).unwrap_or(name);
    let pack = catalog.get(&format!("{ID}{short}"), None);
    let background = pack.and_then(|pack| pack.content.get("background")?.as_str()).unwrap_or(short);
    shipped_file(&format!("places/{background}.svg")).map(|bytes| bytes.into_owned())
}

fn unknown(name: &str, catalog: &Catalog) -> Diagnostic {
    let short = name.strip_prefix(ID).unwrap_or(name);
    if catalog.get(&format!("{ID}{short}"), None).is_some() {
        let message = format!("the place pack {ID}{short} names a background that is not there: a plain one is drawn");
        return Diagnostic::warning("", message);
    }
    let known: Vec<&str> =
        catalog.of_kind(PackKind::Place).map(|pack| pack.id.strip_prefix(ID).unwrap_or(&pack.id)).collect();
    let warning = Diagnostic::warning("", format!("no place is called \"{name}\": a plain one is drawn"));
    match nearest(short, known.iter().copied()) {
        Some(near) => warning.hint(format!("did you mean \"{near}\"?")),
        None => warning.hint(format!("places: {}", known.join(", "))),
    }
}
