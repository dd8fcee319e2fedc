//! What is to know of a prop's art beside the drawing: the fields of a prop pack's content, or of the small JSON beside an author's own
//! picture. JSON enters, [`Facts`] and what is wrong with them leave.
use crate::diagnostic::Diagnostic;
use crate::display::Color;
use crate::figure::Worn;
use crate::vocabulary::nearest;
use crate::vocabulary::table::PROP_LOOK;
use kurbo::{Point, Rect};
use serde_json::Value;
use std::collections::BTreeMap;

/// The fields, with what each means.
pub(super) const FIELDS: [(&str, &str); 12] = [
    ("art", "the picture's file"),
    ("height", "from the ground line to the picture's top, units: a person is 1000 tall"),
    ("lean", "degrees that it leans outward in a hand that hangs, and inward in a raised one; 0 hangs straight"),
    ("wide", "worn: its width as a share of the head's, or of both eyes' together"),
    ("side", "worn on the eyes: another picture of the same size, shown in profile"),
    ("on", "worn: crown or eyes"),
    ("colors", "names of colours that a look may change"),
    ("ground", "[x, y]: what stands on the ground, pixels of the picture"),
    ("pivot", "[x, y]: about what it turns, and by what it hangs"),
    ("grip", "[x, y]: what lies in the hand; or several by name: `mouth` is what a mouth takes"),
    ("worn", "[x, y]: what lies on the crown, or between the eyes"),
    ("text", "[x, y, width, height]: room for words"),
];

/// What a prop is, for people who draw and name them.
pub fn prop_reference() -> String {
    let mut text = "A prop is a cast entry whose look has the template \"prop\":\n\n".to_owned();
    for arg in PROP_LOOK {
        text.push_str(&format!("  {:<8} {}\n", arg.name, arg.doc));
    }
    text.push_str(
        "  style    flat, ink or soft\n  colors   the art's colours by name, or as #RRGGBB, with those wanted instead\n  \
         facing   1, or -1 for art that looks to the left\n\nIts placement's h is the height of a person beside it.\n\n\
         In an SVG, elements with these ids say where things are, their middles counting; visibility=\"hidden\" hides one:\n\n  \
         ground pivot grip grip-NAME worn text\n\n\
         NAME.json beside NAME.png or NAME.svg, and the content of a prop pack, may hold:\n\n",
    );
    for (name, doc) in FIELDS {
        text.push_str(&format!("  {name:<8} {doc}\n"));
    }
    text.push_str(
        "\nIn a hand a prop stands upright when the forearm is level. `hold` and `drop` say who has it.\n\n  \
         {\"cast\": {\"cup\": {\"look\": {\"template\": \"prop\", \"art\": \"cup\", \"colors\": {\"body\": \"teal\"}}}}}\n",
    );
    text
}

/// What is said of a prop's art.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub height: Option<f64>,
    pub lean: Option<f64>,
    pub wide: Option<f64>,
    pub side: Option<String>,
    pub on: Option<Worn>,
    pub colors: BTreeMap<String, Color>,
    pub marks: BTreeMap<String, Point>,
    pub text: Option<Rect>,
}

impl Facts {
    /// Reads them; what is wrong is left out and said, its path inside the object.
    pub fn read(value: &Value) -> (Self, Vec<Diagnostic>) {
        let (mut facts, mut faults) = (Self::default(), Vec::new());
        let Value::Object(fields) = value else {
            return (facts, vec![Diagnostic::warning("", "what is known of a prop is an object")]);
        };
        for (key, value) in fields.iter().filter(|(key, _)| *key != "note" && *key != "$schema") {
            if let Err(wanted) = facts.field(key, value) {
                let fault = Diagnostic::warning(key.clone(), format!("\"{key}\" is {wanted}, not {value}"));
                faults.push(match (FIELDS.iter().any(|(known, _)| known == key), nearest(key, names())) {
                    (true, _) => fault,
                    (false, Some(near)) => Diagnostic::warning(key.clone(), format!("a prop has no \"{key}\""))
                        .hint(format!("did you mean \"{near}\"?")),
                    (false, None) => Diagnostic::warning(key.clone(), format!("a prop has no \"{key}\""))
                        .hint(format!("it has {}", names().collect::<Vec<_>>().join(", "))),
                });
            }
        }
        (facts, faults)
    }

    fn field(&mut self, key: &str, value: &Value) -> Result<(), &'static str> {
        let positive = || value.as_f64().filter(|number| *number > 0.0).ok_or("a number above 0");
        match key {
            "art" => {}
            "height" => self.height = Some(positive()?),
            "wide" => self.wide = Some(positive()?),
            "side" => self.side = Some(value.as_str().ok_or("a picture's file")?.to_owned()),
            "lean" => self.lean = Some(value.as_f64().filter(|deg| deg.abs() <= 180.0).ok_or("-180 to 180 degrees")?),
            "on" => {
                self.on = Some(match value.as_str() {
                    Some("crown") => Worn::Crown,
                    Some("eyes") => Worn::Eyes,
                    _ => return Err("crown or eyes"),
                });
            }
            "colors" => {
                for (name, color) in value.as_object().ok_or("an object of #RRGGBB by name")? {
                    let color = color.as_str().and_then(Color::from_hex).ok_or("an object of #RRGGBB by name")?;
                    self.colors.insert(name.clone(), color);
                }
            }
            "grip" if value.is_object() => {
                for (name, at) in value.as_object().into_iter().flatten() {
                    let [x, y] = numbers(at).ok_or("[x, y], or an object of them by name")?;
                    self.marks.insert(format!("grip-{name}"), Point::new(x, y));
                }
            }
            "ground" | "pivot" | "grip" | "worn" => {
                let [x, y] = numbers(value).ok_or("[x, y]")?;
                self.marks.insert(key.to_owned(), Point::new(x, y));
            }
            "text" => {
                let [x, y, width, height] = numbers(value).ok_or("[x, y, width, height]")?;
                self.text = Some(Rect::new(x, y, x + width, y + height));
            }
            _ => return Err("unknown"),
        }
        Ok(())
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(name, _)| *name)
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).filter(|n| n.is_finite()).collect();
    numbers.try_into().ok()
}
