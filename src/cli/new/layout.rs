//! A program as a person would write it down: JSON values enter, text leaves, a line a block and a block of blocks opened up.
use serde_json::{Map, Value};

/// Columns of a line that is not broken.
const WIDTH: usize = 110;
const STEP: usize = 2;

/// The text of a value, with the line's end.
pub(super) fn written(value: &Value) -> String {
    let mut text = String::new();
    put(value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes a value that begins in column `at` of a line that is `indent` in.
fn put(value: &Value, indent: usize, at: usize, into: &mut String) {
    let line = inline(value);
    if at + line.chars().count() <= WIDTH && !opens(value, indent) {
        into.push_str(&line);
        return;
    }
    match value {
        Value::Array(list) if !list.is_empty() => rows(list, indent, into),
        Value::Object(map) if !map.is_empty() => object(map, indent, at, into),
        _ => into.push_str(&line),
    }
}

/// Whether a value has a line for each of what is in it, however short: the whole program, and blocks or scripts that stand in a list.
fn opens(value: &Value, indent: usize) -> bool {
    match value {
        Value::Object(map) => indent == 0 || map.values().any(|value| value.is_array() && opens(value, indent)),
        Value::Array(list) => list.len() > 1 && list.iter().any(|value| value.get("op").is_some() || value.get("body").is_some()),
        _ => false,
    }
}

fn rows(list: &[Value], indent: usize, into: &mut String) {
    into.push('[');
    for (i, value) in list.iter().enumerate() {
        into.push_str(if i == 0 { "\n" } else { ",\n" });
        into.push_str(&" ".repeat(indent + STEP));
        put(value, indent + STEP, indent + STEP, into);
    }
    into.push('\n');
    into.push_str(&" ".repeat(indent));
    into.push(']');
}

fn object(map: &Map<String, Value>, indent: usize, at: usize, into: &mut String) {
    // What stands before a long list stays on its line: {"op": "together", "branches": [
    let mut all: Vec<(&String, &Value)> = map.iter().collect();
    if indent > 0
        && let Some((key, last @ Value::Array(_))) = all.pop()
        && all.iter().all(|(_, value)| !opens(value, indent))
    {
        let before: Vec<String> = all.iter().map(|(key, value)| format!("{}: {}, ", quoted(key), inline(value))).collect();
        let head = format!("{{{}{}: ", before.concat(), quoted(key));
        let columns = at + head.chars().count();
        if columns < WIDTH {
            into.push_str(&head);
            put(last, indent, columns, into);
            into.push('}');
            return;
        }
    }
    into.push('{');
    for (i, (key, value)) in map.iter().enumerate() {
        into.push_str(if i == 0 { "\n" } else { ",\n" });
        let head = format!("{}{}: ", " ".repeat(indent + STEP), quoted(key));
        into.push_str(&head);
        put(value, indent + STEP, head.chars().count(), into);
    }
    into.push('\n');
    into.push_str(&" ".repeat(indent));
    into.push('}');
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A value in one line, with a space after each comma and colon.
fn inline(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let fields = map.iter().map(|(key, value)| format!("{}: {}", quoted(key), inline(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}
