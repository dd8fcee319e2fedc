//! Reads the `look` object.
use super::colors::Colors;
use super::palettes::{palettes, slots};
use crate::diagnostic::Diagnostic;
use crate::display::Color;
use crate::figure::face::Face;
use crate::figure::kit::Style;
use crate::figure::template::{Build, Template, When, color, color_hint};
use crate::vocabulary::{View, nearest};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The styles by word (style.md §7), the default first.
const STYLES: &[(&str, Style)] = &[("flat", Style::Flat), ("ink", Style::Ink), ("soft", Style::Soft)];
/// The keys of a look (the language supplement's `look`).
const KEYS: &[&str] = &["template", "style", "shape", "colors", "stretch", "options", "facing"];

/// The key of `colors` that names a palette.
const PALETTE_KEY: &str = "palette";

/// A look, complete: every choice made.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// How it is drawn.
    pub style: Style,
    /// The builds that its choices and its shape ask for in each view, in the order in which they change the resting body.
    pub builds: BTreeMap<View, Vec<Build>>,
    /// Its further stretch.
    pub stretch: Stretch,
    /// Every option's choice.
    pub options: BTreeMap<String, String>,
    /// Every slot's colour.
    pub colors: Colors,
    /// The face in each view that shows one, with what goes with every choice.
    pub faces: BTreeMap<View, Face>,
}

/// Factors on the whole body (figures.md §7), 1 as drawn; held to 0.25–4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Breadth.
    pub x: f64,
    /// Height.
    pub y: f64,
    /// The head, about its joint.
    pub head: f64,
    /// The length of arms and legs.
    pub limbs: f64,
}

impl Default for Stretch {
    fn default() -> Self {
        Self { x: 1.0, y: 1.0, head: 1.0, limbs: 1.0 }
    }
}

impl Look {
    /// True when the options have one of the choices that each condition lists.
    pub fn shows(&self, when: &When) -> bool {
        shows(&self.options, when)
    }

    /// The look that `value` asks for. Anything else than an object, or `null`, is the default look.
    pub fn read(value: &Value, template: &Template) -> (Look, Vec<Diagnostic>) {
        let mut reader = Reader { warnings: Vec::new() };
        let empty = Map::new();
        let object = match value {
            Value::Object(object) => object,
            Value::Null => &empty,
            _ => {
                reader.warn("", "a look is an object".into(), None);
                &empty
            }
        };
        for key in object.keys().filter(|key| !KEYS.contains(&key.as_str())) {
            reader.unknown(key, "word of a look", key, KEYS.iter().copied());
        }
        let (style, shape) = (reader.style(object.get("style")), reader.build(object.get("shape"), template));
        let stretch = reader.stretch(object.get("stretch"));
        let options = reader.options(object.get("options"), template);
        let guises = || template.guises.iter().filter(|guise| shows(&options, &guise.when));
        let of_view = |view: View| {
            let chosen = guises().filter_map(|guise| guise.builds.get(&view).cloned());
            (view, chosen.chain([shape.clone()]).collect())
        };
        let builds = template.views.keys().copied().map(of_view).collect();
        let mut faces = template.faces.clone();
        guises().for_each(|guise| faces.extend(guise.faces.clone()));
        let colors = Colors::new(&template.colors, &reader.colors(object.get("colors"), template));
        (Look { style, builds, stretch, options, colors, faces }, reader.warnings)
    }
}

fn shows(options: &BTreeMap<String, String>, when: &When) -> bool {
    when.iter().all(|(option, choices)| options.get(option).is_some_and(|choice| choices.contains(choice)))
}

struct Reader {
    warnings: Vec<Diagnostic>,
}

impl Reader {
    fn warn(&mut self, path: &str, message: String, hint: Option<String>) {
        let warning = Diagnostic::warning(path, message);
        self.warnings.push(match hint {
            Some(hint) => warning.hint(hint),
            None => warning,
        });
    }

    fn unknown<'a>(&mut self, path: &str, kind: &str, word: &str, known: impl Iterator<Item = &'a str>) {
        let known: Vec<&str> = known.collect();
        let choices = known.join(", ");
        let hint = match nearest(word, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`? Choices: {choices}"),
            None if choices.is_empty() => "there are none to choose from".to_owned(),
            None => format!("choices: {choices}"),
        };
        self.warn(path, format!("unknown {kind} `{word}`"), Some(hint));
    }

    fn style(&mut self, value: Option<&Value>) -> Style {
        let Some(value) = value.filter(|value| !value.is_null()) else { return Style::default() };
        let found = STYLES.iter().find(|(word, _)| value.as_str() == Some(word));
        if found.is_none() {
            self.unknown("style", "style", &plain(value), STYLES.iter().map(|(word, _)| *word));
        }
        found.map_or(Style::default(), |(_, style)| *style)
    }

    fn build(&mut self, value: Option<&Value>, template: &Template) -> Build {
        let Some(value) = value.filter(|value| !value.is_null()) else { return Build::default() };
        let found = value.as_str().and_then(|word| template.shapes.get(word));
        if found.is_none() {
            self.unknown("shape", "shape", &plain(value), template.shapes.keys().map(String::as_str));
        }
        found.cloned().unwrap_or_default()
    }

    fn stretch(&mut self, value: Option<&Value>) -> Stretch {
        let mut stretch = Stretch::default();
        let Some(object) = self.object("stretch", value) else { return stretch };
        for (key, value) in object {
            let path = format!("stretch.{key}");
            let field = match key.as_str() {
                "x" => &mut stretch.x,
                "y" => &mut stretch.y,
                "head" => &mut stretch.head,
                "limbs" => &mut stretch.limbs,
                _ => {
                    self.unknown(&path, "stretch", key, ["x", "y", "head", "limbs"].into_iter());
                    continue;
                }
            };
            match value.as_f64().filter(|factor| (0.25..=4.0).contains(factor)) {
                Some(factor) => *field = factor,
                None => self.warn(&path, "a stretch is a factor from 0.25 to 4".into(), None),
            }
        }
        stretch
    }

    fn options(&mut self, value: Option<&Value>, template: &Template) -> BTreeMap<String, String> {
        let first = |(name, choices): (&String, &Vec<String>)| Some((name.clone(), choices.first()?.clone()));
        let mut options: BTreeMap<String, String> = template.options.iter().filter_map(first).collect();
        for (name, value) in self.object("options", value).into_iter().flatten() {
            let path = format!("options.{name}");
            let Some(choices) = template.options.get(name) else {
                self.unknown(&path, "option", name, template.options.keys().map(String::as_str));
                continue;
            };
            // `true`, `false` and `null` are ways to say with and without.
            let word = if matches!(value, Value::Null | Value::Bool(false)) { "none".to_owned() } else { plain(value) };
            match choices.iter().find(|choice| **choice == word) {
                Some(choice) => _ = options.insert(name.clone(), choice.clone()),
                None => self.unknown(&path, "choice", &word, choices.iter().map(String::as_str)),
            }
        }
        options
    }

    fn colors(&mut self, value: Option<&Value>, template: &Template) -> BTreeMap<String, Color> {
        if let Some(Value::String(name)) = value {
            return self.palette("colors", name, template);
        }
        let Some(object) = self.object("colors", value) else { return BTreeMap::new() };
        let named = object.get(PALETTE_KEY).filter(|value| !value.is_null());
        let mut chosen =
            named.map_or_else(BTreeMap::new, |name| self.palette("colors.palette", &plain(name), template));
        for (slot, value) in object.iter().filter(|(key, _)| *key != PALETTE_KEY) {
            let path = format!("colors.{slot}");
            if !template.colors.contains_key(slot) {
                self.unknown(&path, "colour slot", slot, template.colors.keys().map(String::as_str));
                continue;
            }
            match value.as_str().and_then(color) {
                Some(color) => _ = chosen.insert(slot.clone(), color),
                None => {
                    let message = format!("`{}` is not a colour", plain(value));
                    self.warn(&path, message, Some(color_hint(value.as_str())));
                }
            }
        }
        chosen
    }

    /// What the slots take of the palette of a name.
    fn palette(&mut self, path: &str, name: &str, template: &Template) -> BTreeMap<String, Color> {
        let found = palettes().get(name);
        if found.is_none() {
            self.unknown(path, "palette", name, palettes().keys().map(String::as_str));
        }
        found.map_or_else(BTreeMap::new, |palette| slots(palette, template))
    }

    fn object<'a>(&mut self, path: &str, value: Option<&'a Value>) -> Option<&'a Map<String, Value>> {
        match value {
            None | Some(Value::Null) => None,
            Some(Value::Object(object)) => Some(object),
            Some(_) => {
                self.warn(path, format!("`{path}` is an object"), None);
                None
            }
        }
    }
}

/// A value as a person would write it: text without its quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
