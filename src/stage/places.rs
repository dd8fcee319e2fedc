//! Places by name: what a cartoon says of a place and the catalog enter, a [`Place`] leaves, and what is wrong with what was said.
//! Reads what is compiled in or in the catalog; a picture's bytes it is handed.
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::pack::{Catalog, PackKind, shipped_file};
use crate::vocabulary::nearest;

/// What a place pack's id starts with.
const ID: &str = "c4c:place:";

/// The endings of pictures that a place may name.
pub const PICTURES: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

/// Where the picture of a name comes from: its bytes, or a warning that says why there are none.
pub type Pictures<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Diagnostic>;

/// True for the name of a picture beside the cartoon, known by its ending; any other is a place's name.
pub fn is_picture(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| PICTURES.iter().any(|known| known.eq_ignore_ascii_case(end)))
}

/// The place of a background's name: a pack's id or its short name, a shipped drawing's, or a picture's. Any other name gives the
/// plain place and a warning with the nearest known name.
pub fn place(name: &str, catalog: &Catalog, pictures: Pictures) -> (Place, Vec<Diagnostic>) {
    match drawing(name, catalog, pictures) {
        Ok(drawing) => Place::from_svg(&drawing).unwrap_or_else(|fault| (Place::plain(), vec![fault])),
        Err(fault) => (Place::plain(), vec![fault]),
    }
}

/// The warning that nothing is drawn under a background's name, when that is so.
pub fn check_place(name: &str, catalog: &Catalog, pictures: Pictures) -> Option<Diagnostic> {
    drawing(name, catalog, pictures).err()
}

fn drawing(name: &str, catalog: &Catalog, pictures: Pictures) -> Result<Vec<u8>, Diagnostic> {
    let short = name.strip_prefix(ID).unwrap_or(name);
    let pack = catalog.get(&format!("{ID}{short}"), None);
    let background = pack.and_then(|pack| pack.content.get("background")?.as_str()).unwrap_or(short);
    if is_picture(background) {
        return pictures(background)
            .map_err(|fault| Diagnostic { message: format!("{}: a plain place is drawn", fault.message), ..fault });
    }
    let shipped = shipped_file(&format!("places/{background}.svg"));
    shipped.map(|bytes| bytes.into_owned()).ok_or_else(|| unknown(name, catalog))
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
