//! Builds a value out of values by a template: `compose("-K", [("K", amp)])`. Friendly blocks are made of primitive ones
//! this way; the result is exactly what the composed text would give, without the text's nesting limit.
use super::formula::{Formula, Instr};
use super::names::NameTable;
use super::{Value, parser};
use std::sync::Arc;

/// The template with each named hole filled by its value; every name of the template that is not built in is a hole. A
/// template that cannot be read gives NaN.
pub fn compose(template: &str, holes: &[(&str, &Value)]) -> Value {
    let mut names = NameTable::default();
    let Ok(code) = parser::parse(template, &mut names) else {
        return Value::Number(f64::NAN);
    };
    let mut filled = Vec::new();
    for instr in code {
        let hole = match instr {
            Instr::Name(slot) => names.name(slot).and_then(|name| holes.iter().find(|(hole, _)| **hole == **name)),
            _ => None,
        };
        match hole {
            Some((_, Value::Number(number))) => filled.push(Instr::Number(*number)),
            Some((_, Value::Formula(formula))) => filled.extend_from_slice(&formula.code),
            None => filled.push(instr),
        }
    }
    let formula = Formula::of(filled, text(template, holes).into());
    match formula.constant() {
        Some(number) => Value::Number(number),
        None => Value::Formula(Arc::new(formula)),
    }
}

/// How the composed formula would be written.
fn text(template: &str, holes: &[(&str, &Value)]) -> String {
    let mut text = template.to_owned();
    for (name, operand) in holes {
        let written = match operand {
            Value::Number(number) => number.to_string(),
            Value::Formula(formula) => format!("({})", formula.text),
        };
        text = text.replace(name, &written);
    }
    text
}
