//! A look of the template `prop`: what a cast entry says, the packs and pictures beside the cartoon enter, a [`Prop`] leaves, and what
//! is wrong with what was said.
use super::art::Art;
use super::colors::{recolored, styled};
use super::draw::Prop;
use super::facts::Facts;
use super::words;
use crate::diagnostic::Diagnostic;
use crate::display::{Color, Item};
use crate::figure::Worn;
use crate::figure::kit::{INK, Style};
use crate::figure::template::{color, color_hint};
use crate::maths::flatten;
use crate::pack::{Catalog, Pack, PackKind, shipped_file};
use crate::stage::fonts::Fonts;
use crate::stage::places::{Pictures, is_picture};
use crate::stage::svg::extent;
use crate::vocabulary::nearest;
use crate::vocabulary::table::PROP;
use kurbo::{Point, Rect};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;

/// What a prop pack's id starts with.
const ID: &str = "c4c:prop:";
/// Units that art is tall of which nothing says how tall: a quarter of a person.
const TALL: f64 = 250.0;
/// Degrees that it leans when nothing says how much.
const LEAN: f64 = 60.0;
/// Worn, it is as wide as the head when nothing says how wide, and on the eyes a good deal wider than both.
const WIDE: [f64; 2] = [1.0, 1.65];
/// What is lower than this share of the height stands on the ground.
const FOOT: f64 = 0.1;
/// The styles' words.
const STYLES: [(&str, Style); 3] = [("flat", Style::Flat), ("ink", Style::Ink), ("soft", Style::Soft)];
/// The fields of a look that a prop reads.
const FIELDS: [&str; 9] = ["template", "art", "style", "colors", "facing", "text", "height", "hangs", "note"];

/// The short names of all props there are.
pub fn art_names(catalog: &Catalog) -> Vec<&str> {
    catalog.ids(PackKind::Prop).map(|id| id.strip_prefix(ID).unwrap_or(id)).collect()
}

/// What a cast entry's look says of a prop.
#[derive(Clone, Debug)]
pub struct Asked {
    look: Value,
}

impl Asked {
    /// The look, when it is of a prop.
    pub fn of(look: &Value) -> Option<Self> {
        (look.get("template").and_then(Value::as_str) == Some(PROP)).then(|| Self { look: look.clone() })
    }

    fn art(&self) -> &str {
        self.look.get("art").and_then(Value::as_str).unwrap_or_default()
    }

    /// The words that it shows.
    pub fn text(&self) -> Option<&str> {
        self.look.get("text").and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    /// The prop, and what is wrong with what is said of it; paths inside the look. Art that is not there is drawn as a plain box.
    pub fn prop(&self, catalog: &Catalog, pictures: Pictures, fonts: &Fonts) -> (Prop, Vec<Diagnostic>) {
        let mut faults = self.odd();
        let (art, facts) = match self.read(catalog, pictures, &mut faults) {
            Ok(read) => read,
            Err(fault) => {
                let message = format!("{}: a plain box is drawn", fault.message);
                faults.push(Diagnostic { path: "art".to_owned(), message, ..fault });
                (Art::plain(), Facts::default())
            }
        };
        let changes = self.colors(&facts, &mut faults);
        let line = self.slot("line").or_else(|| facts.colors.get("line").copied()).unwrap_or(INK);
        let lettered = self.text().zip(art.text);
        if let (Some(_), None) = (self.text(), art.text) {
            faults.push(Diagnostic::warning("text", format!("\"{}\" has no room for words", self.art())).hint(
                "an element with the id text gives it, or \"text\": [x, y, width, height] in the JSON beside it",
            ));
        }
        let words = lettered.map_or(Vec::new(), |(text, room)| words::set(text, room, line, fonts));
        let ground = art.mark("ground");
        let height = self.look.get("height").and_then(Value::as_f64).filter(|share| *share > 0.0);
        let tall = height.map(|share| share * super::draw::PERSON).or(facts.height).unwrap_or(TALL);
        let around = art.items.iter().filter_map(extent).reduce(|a, b| a.union(b));
        let around = around.unwrap_or(Rect::new(0.0, 0.0, art.size.0, art.size.1));
        let base = base(&art.items, ground, around);
        let (style, on) = (self.style(), facts.on.unwrap_or(Worn::Crown));
        let painted = |items: Vec<Item>| styled(recolored(items, &changes), style);
        let prop = Prop {
            words,
            words_at: art.text.map_or(ground, |room| room.center()),
            around,
            base,
            ground,
            pivot: art.mark("pivot"),
            worn: art.mark("worn"),
            is_worn: art.marks.contains_key("worn"),
            grips: art
                .marks
                .iter()
                .filter(|(id, _)| id.starts_with("grip"))
                .map(|(id, at)| (id.clone(), *at))
                .collect(),
            // The part above the ground line is as tall as it is said to be.
            unit: tall / if ground.y > 0.0 { ground.y } else { art.size.1.max(1.0) },
            lean: facts.lean.unwrap_or(LEAN),
            wide: facts.wide.unwrap_or(WIDE[usize::from(on == Worn::Eyes)]),
            on,
            hangs: self.look.get("hangs").and_then(Value::as_bool).unwrap_or(false),
            style,
            facing: if self.look.get("facing").and_then(Value::as_f64) == Some(-1.0) { -1.0 } else { 1.0 },
            side: painted(art.side),
            pieces: painted(art.items),
        };
        (prop, faults)
    }

    /// What is wrong with what is said of it, as [`Self::prop`] says it.
    pub fn check(&self, catalog: &Catalog, pictures: Pictures) -> Vec<Diagnostic> {
        self.prop(catalog, pictures, &Fonts::default()).1
    }

    /// Fields that a prop does not read, and values of a form that it cannot.
    fn odd(&self) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        for (key, value) in self.look.as_object().into_iter().flatten() {
            let wanted = match key.as_str() {
                "style" if STYLES.iter().all(|(word, _)| value.as_str() != Some(word)) => "flat, ink or soft",
                "height" if value.as_f64().is_none_or(|share| share <= 0.0) => "a share of a person's height, above 0",
                "hangs" if !value.is_boolean() => "true or false",
                "text" | "art" if !value.is_string() => "a text",
                known if FIELDS.contains(&known) => continue,
                _ => {
                    faults.push(Diagnostic::warning(key.clone(), format!("a prop has no \"{key}\"")));
                    continue;
                }
            };
            faults.push(Diagnostic::warning(key.clone(), format!("\"{key}\" is {wanted}, not {value}")));
        }
        faults
    }

    fn style(&self) -> Style {
        let word = self.look.get("style").and_then(Value::as_str);
        STYLES.iter().find(|(known, _)| Some(*known) == word).map_or(Style::Flat, |(_, style)| *style)
    }

    fn slot(&self, name: &str) -> Option<Color> {
        self.look.get("colors")?.get(name)?.as_str().and_then(Color::from_hex)
    }

    /// The art's own colours with those that the look wants instead; it names them by name or by what they are.
    fn colors(&self, facts: &Facts, faults: &mut Vec<Diagnostic>) -> Vec<(Color, Color)> {
        let mut changes = Vec::new();
        for (name, value) in self.look.get("colors").and_then(Value::as_object).into_iter().flatten() {
            let path = format!("colors.{name}");
            let own = facts.colors.get(name).copied().or_else(|| Color::from_hex(name));
            match (own, value.as_str().and_then(color)) {
                (Some(own), Some(wanted)) => changes.push((own, wanted)),
                (None, _) => {
                    let known = || facts.colors.keys().map(String::as_str);
                    let hint = match nearest(name, known()) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => format!("it has {}; or name one as #RRGGBB", known().collect::<Vec<_>>().join(", ")),
                    };
                    let message = format!("\"{}\" has no colour \"{name}\"", self.art());
                    faults.push(Diagnostic::warning(path, message).hint(hint));
                }
                (_, None) => {
                    let message = format!("{value} is not a colour");
                    faults.push(Diagnostic::warning(path, message).hint(color_hint(value.as_str())));
                }
            }
        }
        changes
    }

    /// The picture and what is known of it.
    fn read(
        &self,
        catalog: &Catalog,
        pictures: Pictures,
        faults: &mut Vec<Diagnostic>,
    ) -> Result<(Art, Facts), Diagnostic> {
        let (name, pack) = (self.art(), self.pack(catalog));
        let file = |file: &str| {
            let beside = pack.and_then(|pack| pack.beside.read(file).ok());
            let shipped = || pack.and_then(|_| shipped_file(&format!("props/{file}"))).map(Cow::into_owned);
            beside.or_else(shipped).map_or_else(|| pictures(file), Ok)
        };
        let (bytes, facts, of) = match pack {
            Some(pack) => {
                let art = pack.content.get("art").and_then(Value::as_str).unwrap_or_default();
                (file(art)?, Some(Facts::read(&pack.content)), pack.id.to_string())
            }
            None if is_picture(name) => {
                let beside = name.rsplit_once('.').map(|(stem, _)| format!("{stem}.json"));
                let known = beside.as_ref().and_then(|file| pictures(file).ok());
                let read = known.map(|json| match serde_json::from_slice(&json) {
                    Ok(value) => Facts::read(&value),
                    Err(fault) => (Facts::default(), vec![Diagnostic::warning("", format!("not JSON: {fault}"))]),
                });
                (pictures(name)?, read, beside.unwrap_or_default())
            }
            None => return Err(self.unknown(catalog)),
        };
        let (facts, odd) = facts.unwrap_or_default();
        faults.extend(odd.into_iter().map(|fault| {
            let inside = if fault.path.is_empty() { String::new() } else { format!("{}: ", fault.path) };
            Diagnostic { path: "art".to_owned(), message: format!("{of}: {inside}{}", fault.message), ..fault }
        }));
        let named = |name: &str, fault: Diagnostic| {
            let message = format!("{name}: {}", fault.message);
            Diagnostic { message, ..Diagnostic::warning("art", "") }
        };
        let (mut art, mut warnings) = Art::read(&bytes, &facts).map_err(|fault| named(name, fault))?;
        if art.items.is_empty() {
            warnings.push(Diagnostic::warning("", format!("{name}: nothing in it can be drawn")));
        }
        if let Some(side) = &facts.side {
            match file(side).and_then(|bytes| Art::read(&bytes, &Facts::default())) {
                Ok((other, more)) if other.size == art.size => {
                    art.side = other.items;
                    warnings.extend(more);
                }
                Ok(_) => warnings.push(Diagnostic::warning("", format!("{side} is not as large as {name}: left out"))),
                Err(fault) => warnings.push(named(side, fault)),
            }
        }
        faults.extend(warnings.into_iter().map(|fault| Diagnostic { path: "art".to_owned(), ..fault }));
        Ok((art, facts))
    }

    fn pack<'c>(&self, catalog: &'c Catalog) -> Option<&'c Arc<Pack>> {
        let short = self.art().strip_prefix(ID).unwrap_or(self.art());
        catalog.get(&format!("{ID}{short}"), None).filter(|pack| pack.kind == PackKind::Prop)
    }

    fn unknown(&self, catalog: &Catalog) -> Diagnostic {
        let known = art_names(catalog);
        let name = self.art();
        let message = match name.is_empty() {
            true => "a prop needs \"art\", a prop's name or a picture's file".to_owned(),
            false => format!("no prop is called \"{name}\""),
        };
        let short = name.strip_prefix(ID).unwrap_or(name);
        Diagnostic::warning("", message).hint(match nearest(short, known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("props: {}; or a picture's file", known.join(", ")),
        })
    }
}

/// Left and right end of what lies near the ground line.
fn base(items: &[Item], ground: Point, around: Rect) -> (f64, f64) {
    let from = ground.y - FOOT * around.height();
    let mut span = (f64::INFINITY, f64::NEG_INFINITY);
    for item in items {
        let Item::Fill(shape) = item else { continue };
        for point in flatten(&shape.path, 1.0).into_iter().flatten().filter(|point| point.y >= from) {
            span = (span.0.min(point.x), span.1.max(point.x));
        }
    }
    if span.0 < span.1 { span } else { (around.x0, around.x1) }
}
