//! The cast and the places (§7.1).
use super::args::Typed;
use super::pass::{CANDIDATES, Pass, suggestion};
use crate::program::faults::Path;
use crate::program::json::{Json, Member, Node, quoted};
use crate::program::tree::{At, Captions, CastEntry, Place, Value};
use crate::vocabulary::CaptionStyle;
use crate::vocabulary::block::{ArgKind, ArgSpec};
use crate::vocabulary::table::{CAPTIONS, CAST_ENTRY, LOOK, PLACE_ENTRY, PROP, PROP_LOOK};
use std::ops::Range;
use std::sync::Arc;

/// The most members of a cast, each drawn from a figure of its own, and the most places.
const MOST: usize = 1000;

impl Pass<'_> {
    /// The cast, in the order of JavaScript's `Object.keys` (§7.8).
    pub(super) fn cast(&mut self, json: &Json, path: &Path) -> Vec<CastEntry> {
        if !json.is_object() {
            self.faults.error(path, json, format!("expected the cast, an object by id, found {}", json.describe()));
            return Vec::new();
        }
        if json.members().len() > MOST {
            let message = format!("a cast of {}; at most {MOST} can play", json.members().len());
            self.faults.error(path, json, message);
            return Vec::new();
        }
        let members = object_keys_order(json.members());
        let mut cast = Vec::with_capacity(members.len());
        for member in members {
            self.cast.insert(member.key.clone(), cast.len());
            if cast.len() < CANDIDATES {
                self.first_ids.push(member.key.clone());
            }
            cast.push(self.cast_entry(member, &path.key(&member.key)));
        }
        cast
    }

    fn cast_entry(&mut self, member: &Member, path: &Path) -> CastEntry {
        let (id, json) = (member.key.clone(), &member.value);
        let mut entry = CastEntry { id, ..CastEntry::default() };
        match &json.node {
            Node::Text(role) => entry.role = Some(role.clone()),
            Node::Object(_) => self.cast_fields(&mut entry, json, path),
            _ => {
                let message = format!("expected a character or a role's description, found {}", json.describe());
                self.faults.error(path, json, message);
            }
        }
        entry
    }

    fn cast_fields(&mut self, entry: &mut CastEntry, json: &Json, path: &Path) {
        self.warn_unknown_keys("a cast entry", CAST_ENTRY, &["note", "id"], json, path);
        self.note_extensions("cast", CAST_ENTRY, json, path);
        for arg in CAST_ENTRY {
            let Some(field) = json.get(arg.name) else {
                continue;
            };
            let at = &path.key(arg.name);
            match arg.kind {
                ArgKind::Placement(values) => entry.at = self.placement(values, field, at),
                ArgKind::Idle => entry.idle = self.idle(field, at),
                ArgKind::Pack => entry.pack = self.pack(field, at, "char"),
                ArgKind::Look => {
                    self.look(field, at);
                    entry.look = Some(Arc::new(field.to_value()));
                }
                // Data that is passed through (§7.1): another form of it is somebody else's business.
                _ if arg.name == "voice" && !matches!(field.to_value(), serde_json::Value::String(_)) => {
                    let message = format!("expected the name of a voice, found {}: no voice", field.describe());
                    self.faults.warning(at, field, message);
                }
                _ => match (arg.name, self.argument("a cast entry", arg, json, path)) {
                    ("name", Typed::Text(name)) => entry.name = Some(name),
                    ("voice", Typed::Text(voice)) => entry.voice = Some(voice),
                    ("legs", Typed::Value(legs)) => entry.legs = legs.constant(),
                    _ => {}
                },
            }
        }
    }

    fn placement(&mut self, values: &[ArgSpec], json: &Json, path: &Path) -> Option<At> {
        if !json.is_object() {
            let message = format!("expected a placement {{x, y, h, facing}}, found {}", json.describe());
            self.faults.error(path, json, message);
            return None;
        }
        self.warn_unknown_keys("a placement", values, &["note"], json, path);
        let mut read = |name: &str| {
            let arg = values.iter().find(|arg| arg.name == name)?;
            match self.argument("a placement", arg, json, path) {
                Typed::Value(value) => Some(value),
                _ => None,
            }
        };
        Some(At { x: read("x"), y: read("y"), h: read("h"), facing: read("facing") })
    }

    /// A look's form: what a renderer cannot use is only a warning (§7.1).
    fn look(&mut self, json: &Json, path: &Path) {
        let fields = || LOOK.iter().map(|(field, _)| *field);
        if json.text().is_some() {
            self.faults.extension(path, json, "a look pack");
            self.pack(json, path, "look");
            return;
        }
        if !json.is_object() {
            let message = format!("expected a look, an object or a look pack's id, found {}", json.describe());
            self.faults.error_hint(
                path,
                json,
                message,
                format!("its fields: {}", fields().collect::<Vec<_>>().join(" ")),
            );
            return;
        }
        let is_prop = json.get("template").and_then(Json::text).is_some_and(|word| **word == *PROP);
        if is_prop && let Some(template) = json.get("template") {
            self.faults.extension(&path.key("template"), template, "a prop");
        }
        for member in json.members() {
            let (at, value) = (path.key(&member.key), &member.value);
            let fits = match &*member.key {
                "pack" => {
                    self.faults.extension(&at, value, "a look pack");
                    self.pack(value, &at, "look");
                    true
                }
                "template" | "style" | "shape" => value.text().is_some(),
                "colors" => {
                    // A renderer that knows no palettes draws the template's own colours.
                    let palette = value.members().iter().find(|member| &*member.key == "palette");
                    if value.text().is_some() {
                        self.faults.extension(&at, value, "a palette");
                    } else if let Some(palette) = palette {
                        self.faults.extension(&at.key("palette"), &palette.value, "a palette");
                    }
                    value.is_object() || value.text().is_some()
                }
                "stretch" | "options" => value.is_object(),
                "facing" => value.number().is_some_and(|facing| facing == 1.0 || facing == -1.0),
                "note" => true,
                // What of them cannot be drawn, drawing says.
                own if is_prop && PROP_LOOK.iter().any(|arg| arg.name == own) => true,
                unknown => {
                    let hint = suggestion(unknown, "fields", fields());
                    let message = format!("a look has no {}; it does nothing", quoted(unknown));
                    self.faults.warning_hint(&at, value, message, hint);
                    true
                }
            };
            if !fits {
                let message = format!("nothing can be drawn with {}; the template's own is", value.describe());
                self.faults.warning(&at, value, message);
            }
        }
    }

    /// The places, in the order written.
    pub(super) fn places(&mut self, json: &Json, path: &Path) -> Vec<(Arc<str>, Place)> {
        if !json.is_object() {
            self.faults.error(path, json, format!("expected the places, an object by name, found {}", json.describe()));
            return Vec::new();
        }
        if json.members().len() > MOST {
            let message = format!("{} places; at most {MOST} can be", json.members().len());
            self.faults.error(path, json, message);
            return Vec::new();
        }
        let mut places = Vec::new();
        for member in json.members() {
            self.places.insert(member.key.clone());
            if places.len() < CANDIDATES {
                self.first_places.push(member.key.clone());
            }
            places.push((member.key.clone(), self.place(&member.value, &path.key(&member.key))));
        }
        places
    }

    fn place(&mut self, json: &Json, path: &Path) -> Place {
        let mut place = Place::default();
        match &json.node {
            Node::Text(background) => place.background = Some(background.clone()),
            Node::Object(_) => {
                self.warn_unknown_keys("a place", PLACE_ENTRY, &["note", "id"], json, path);
                self.note_extensions("places", PLACE_ENTRY, json, path);
                for arg in PLACE_ENTRY {
                    match (arg.name, self.argument("a place", arg, json, path)) {
                        ("background", Typed::Text(background)) => place.background = Some(background),
                        ("grade", Typed::Text(grade)) => place.grade = Some(grade),
                        ("still", Typed::Flag(still)) => place.still = Some(still),
                        _ => {}
                    }
                }
                // Data that is passed through, as a look is: what drawing cannot use of it, it says.
                place.life = json.get("life").map(|life| Arc::new(life.to_value()));
            }
            _ => {
                let message = format!("expected a place or a background's name, found {}", json.describe());
                self.faults.error_hint(path, json, message, "{\"background\": \"…\", \"grade\": \"…\"}");
            }
        }
        place
    }

    /// How captions look: a style's word, or an object.
    pub(super) fn captions(&mut self, json: &Json, path: &Path) -> Captions {
        let mut captions = Captions::default();
        match &json.node {
            Node::Text(word) => {
                captions.style = CaptionStyle::parse(word);
                if captions.style.is_none() {
                    let hint = suggestion(word, "styles", CaptionStyle::NAMES.iter().copied());
                    self.faults.error_hint(path, json, format!("{} is no style of captions", quoted(word)), hint);
                }
            }
            Node::Object(_) => {
                self.warn_unknown_keys("captions", CAPTIONS, &["note"], json, path);
                for arg in CAPTIONS.iter().filter(|arg| json.get(arg.name).is_some()) {
                    match self.argument("captions", arg, json, path) {
                        Typed::Word(word) => captions.style = CaptionStyle::parse(word),
                        Typed::Flag(names) => captions.names = Some(names),
                        _ => {}
                    }
                }
            }
            _ => {
                let message = format!("expected a style of captions or an object, found {}", json.describe());
                self.faults.error_hint(path, json, message, "{\"style\": \"bubble\", \"names\": true}");
            }
        }
        captions
    }

    /// An object of values by name; a program's params.
    pub(super) fn declared_params(&mut self, json: &Json, path: &Path) -> Vec<(u32, Value)> {
        if !json.is_object() {
            self.faults.error(path, json, format!("expected an object of values by name, found {}", json.describe()));
            return Vec::new();
        }
        // The first names of the program: their slots are 0, 1, 2, … in the order declared.
        let slots: Vec<_> = json.members().iter().map(|member| self.names.intern(&member.key)).collect();
        let later = |slot: u32| slot..slots.len() as u32;
        let mut params = Vec::new();
        for (member, slot) in json.members().iter().zip(&slots) {
            let at = path.key(&member.key);
            self.known.insert(*slot);
            let value = self.value(&member.value, &at);
            self.warn_later_params(&value, later(*slot), &member.value, &at);
            self.warn_built_in(member, &at);
            params.push((*slot, value));
        }
        params
    }

    /// A default may use earlier params only (§1).
    fn warn_later_params(&mut self, value: &Value, later: Range<u32>, json: &Json, path: &Path) {
        let Value::Formula(formula) = value else {
            return;
        };
        if let Some(slot) = formula.slots().find(|slot| later.contains(slot)) {
            let name = self.names.name(slot).cloned().unwrap_or_default();
            let message = format!("the default uses {name:?}, which has no value yet");
            self.faults.warning_hint(path, json, message, "a default may use dur and the params before it");
        }
    }

    fn warn_built_in(&mut self, member: &Member, path: &Path) {
        if crate::expression::BUILT_INS.iter().any(|(word, _)| **word == *member.key) {
            let message = format!("{} is a built-in name, which comes first: no formula sees this one", member.key);
            self.faults.warning(path, &member.value, message);
        }
    }

    /// The variables: each starts at a finite number (§1). A list or a text counts as its entries by index.
    pub(super) fn vars(&mut self, json: &Json, path: &Path) -> Vec<(u32, f64)> {
        let mut vars = Vec::new();
        match &json.node {
            Node::Object(members) => {
                for member in members {
                    self.var(&member.key, &member.value, path, &mut vars);
                    self.warn_built_in(member, &path.key(&member.key));
                }
            }
            Node::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.var(&index.to_string(), item, path, &mut vars);
                }
            }
            Node::Text(text) => {
                for (index, unit) in text.encode_utf16().enumerate() {
                    let unit = String::from_utf16_lossy(&[unit]);
                    let entry = Json { node: Node::Text(unit.into()), span: json.span.clone() };
                    self.var(&index.to_string(), &entry, path, &mut vars);
                }
            }
            _ => {}
        }
        vars
    }

    fn var(&mut self, name: &str, json: &Json, path: &Path, vars: &mut Vec<(u32, f64)>) {
        let slot = self.names.intern(name);
        self.known.insert(slot);
        match json.number() {
            Some(number) => vars.push((slot, number)),
            None => {
                let message = format!("a variable starts at a number, not {}", json.describe());
                let hint = "`setVar` gives it any value as the script runs";
                self.faults.error_hint(&path.key(name), json, message, hint);
            }
        }
    }
}

/// JavaScript's order: keys that are array indices ascending, then the others as written.
fn object_keys_order(members: &[Member]) -> Vec<&Member> {
    let mut ordered: Vec<&Member> = members.iter().collect();
    ordered.sort_by_key(|member| array_index(&member.key).map_or((1, 0), |index| (0, index)));
    ordered
}

/// The number of a key that JavaScript treats as an array index: canonical, below 2³² − 1.
fn array_index(key: &str) -> Option<u32> {
    let index: u32 = key.parse().ok()?;
    (index < u32::MAX && index.to_string() == key).then_some(index)
}
