//! What a primitive is painted with: a slot of the template's colours, or a step from one (`top`, `top.light`, `#2A2138`).
//!
//! Enters: text. Leaves: a [`Tint`]. Which colour a slot has is the look's to say.
use crate::display::Color;
use serde::Deserialize;

/// A step away from a colour (style.md §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One step into the shade.
    Shade,
    /// One step into the light.
    Light,
    /// Two steps into the shade: fine lines.
    Deep,
}

/// A colour by slot or by value, then steps.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub struct Tint {
    /// A slot's name, or `#RRGGBB`.
    pub base: String,
    /// Taken from left to right.
    pub steps: Vec<Step>,
}

impl Tint {
    /// The fixed colour, when the base is one.
    pub fn fixed(&self) -> Option<Color> {
        Color::from_hex(&self.base)
    }
}

impl TryFrom<String> for Tint {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut words = text.split('.');
        let base = words.next().unwrap_or_default().to_owned();
        if base.starts_with('#') && Color::from_hex(&base).is_none() {
            return Err(format!("`{base}` is not a colour: write #RRGGBB"));
        }
        let steps = words.map(|word| match word {
            "shade" => Ok(Step::Shade),
            "light" => Ok(Step::Light),
            "deep" => Ok(Step::Deep),
            _ => Err(format!("`{word}` is not a step of a colour: shade, light or deep")),
        });
        Ok(Tint { steps: steps.collect::<Result<_, _>>()?, base })
    }
}
