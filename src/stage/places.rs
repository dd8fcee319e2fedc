//! Places by name: what a cartoon says of a place and the catalog enter, a [`Place`] leaves, and what is wrong with what was said.
//! Reads what is compiled in or in the catalog; a picture's bytes it is handed.
use super::alive::Life;
use super::photo;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::pack::{Catalog, Pack, PackKind, Source, shipped_file};
use crate::vocabulary::nearest;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// What a place pack's id starts with.
const ID: &str = "c4c:place:";

/// The endings of pictures that a place may name.
const PICTURES: [&str; 5] = ["svg", "png", "jpg", "jpeg", "webp"];

/// Where the picture of a name comes from: its bytes, or a warning that says why there are none.
pub type Pictures<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, Diagnostic>;

/// True for the name of a picture beside the cartoon, known by its ending; any other is a place's name.
pub fn is_picture(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| PICTURES.iter().any(|known| known.eq_ignore_ascii_case(end)))
}

/// What a cartoon says of a place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// A pack's id or its short name, a shipped drawing's name, or a picture's.
    pub background: &'a str,
    /// What moves in it; its pack's without.
    pub life: Option<&'a Value>,
    /// Nothing moves; as its pack says without.
    pub still: Option<bool>,
}

impl<'a> Setting<'a> {
    /// A background by itself.
    pub fn of(background: &'a str) -> Self {
        Self { background, life: None, still: None }
    }

    /// The place, and what is wrong with what is said of it: the path is empty for the background, else it starts `life`. A name
    /// nobody knows gives the plain place and a warning with the nearest one.
    pub fn place(&self, catalog: &Catalog, pictures: Pictures) -> (Place, Vec<Diagnostic>) {
        let drawing = match self.drawing(catalog, pictures) {
            Ok(drawing) => drawing,
            Err(fault) => return (Place::plain(), vec![fault]),
        };
        let pack = self.pack(catalog);
        let packed = pack.and_then(|pack| pack.content.get("life"));
        let (life, mut faults) = match self.life.or(packed) {
            Some(value) => Life::read(value),
            None => Default::default(),
        };
        let made = match &drawing {
            Drawing::Shipped(bytes) => Place::from_svg(bytes, &life),
            Drawing::Beside(bytes) if is_svg(bytes) => {
                Place::from_svg(bytes, &life).map(|(place, faults)| (place.filled(), faults))
            }
            Drawing::Beside(bytes) => photo::place(bytes).map(|place| (place, life.lost(&[], &[], &[]))),
        };
        let mut place = match made {
            Ok((place, found)) => {
                faults.extend(found);
                place
            }
            Err(fault) => {
                let message = format!("{}: {}: a plain place is drawn", self.background, fault.message);
                faults.push(Diagnostic::warning("", message));
                Place::plain()
            }
        };
        let packed = pack.and_then(|pack| pack.content.get("still")?.as_bool());
        place.still = self.still.or(packed).unwrap_or(false);
        // What is wrong in a pack has no line in the cartoon.
        if let (None, Some(pack)) = (self.life, pack) {
            let of_pack = |fault: Diagnostic| match fault.path.is_empty() {
                true => fault,
                false => Diagnostic {
                    path: String::new(),
                    message: format!("{}: {}: {}", pack.id, fault.path, fault.message),
                    ..fault
                },
            };
            faults = faults.into_iter().map(of_pack).collect();
        }
        (place, faults)
    }

    /// What is wrong with what is said of it, as [`Self::place`] says it. A shipped place by itself is not drawn for that: `packs check` does
    /// so in a test.
    pub fn check(&self, catalog: &Catalog, pictures: Pictures) -> Vec<Diagnostic> {
        let lives = |pack: &Arc<Pack>| pack.content.get("life").is_some() && !matches!(pack.source, Source::BuiltIn(_));
        let packed = self.pack(catalog).is_some_and(lives);
        match self.drawing(catalog, &|_| Ok(Vec::new())) {
            Err(fault) => vec![fault],
            Ok(Drawing::Shipped(_)) if self.life.is_none() && !packed => Vec::new(),
            Ok(_) => self.place(catalog, pictures).1,
        }
    }

    fn short(&self) -> &'a str {
        self.background.strip_prefix(ID).unwrap_or(self.background)
    }

    fn pack<'c>(&self, catalog: &'c Catalog) -> Option<&'c Arc<Pack>> {
        catalog.get(&format!("{ID}{}", self.short()), None)
    }

    fn drawing(&self, catalog: &Catalog, pictures: Pictures) -> Result<Drawing, Diagnostic> {
        let pack = self.pack(catalog);
        let of_pack = pack.and_then(|pack| pack.content.get("background")?.as_str());
        let background = of_pack.unwrap_or(self.short());
        // A pack's own art lies beside it; that of its name alone is drawn as the shipped ones are.
        let packed = pack.zip(pack.and_then(|pack| pack.art())).and_then(|(pack, art)| pack.beside.read(&art).ok());
        if is_picture(background) {
            let plain = |fault: Diagnostic| {
                let message = format!("{}: a plain place is drawn", fault.message);
                Diagnostic { message, ..fault }
            };
            return packed.map_or_else(|| pictures(background), Ok).map(Drawing::Beside).map_err(plain);
        }
        let shipped = || shipped_file(&format!("places/{background}.svg")).map(Cow::into_owned);
        packed.or_else(shipped).map(Drawing::Shipped).ok_or_else(|| self.unknown(catalog))
    }

    fn unknown(&self, catalog: &Catalog) -> Diagnostic {
        if self.pack(catalog).is_some() {
            let message = format!(
                "the place pack {ID}{} names a background that is not there: a plain one is drawn",
                self.short()
            );
            return Diagnostic::warning("", message);
        }
        let known: Vec<&str> = catalog.ids(PackKind::Place).map(|id| id.strip_prefix(ID).unwrap_or(id)).collect();
        let warning =
            Diagnostic::warning("", format!("no place is called \"{}\": a plain one is drawn", self.background));
        match nearest(self.short(), known.iter().copied()) {
            Some(near) => warning.hint(format!("did you mean \"{near}\"?")),
            None => warning.hint(format!("places: {}", known.join(", "))),
        }
    }
}

/// The bytes that a place is drawn from.
enum Drawing {
    /// Of this program, or a place pack's of the same form.
    Shipped(Vec<u8>),
    /// The author's own.
    Beside(Vec<u8>),
}

/// Markup, whatever the file is called.
pub(super) fn is_svg(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    text.trim_ascii_start().first() == Some(&b'<')
}
