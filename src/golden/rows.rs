//! Rows for a list: its text and new cases enter, the text with them leaves.
use crate::program::json;
use serde_json::{Value, json};

/// A list's text with rows added at the end of its cases; all that was there stays as it is. A text that is no list gives
/// `None`.
pub fn with_cases(text: &str, rows: &[Value]) -> Option<String> {
    let tree = json::parse(text.as_bytes()).ok()?;
    let cases = tree.get("cases")?;
    let items = cases.items()?;
    let rows: Vec<String> = rows.iter().map(|row| format!("    {}", spaced(row))).collect();
    if rows.is_empty() {
        return Some(text.to_owned());
    }
    let (before, after) = match items.last() {
        Some(last) => (last.span.end, ","),
        None => (cases.span.start + 1, ""),
    };
    let (head, rest) = (text.get(..before)?, text.get(before..)?);
    let tail = if items.is_empty() { rest.trim_start() } else { rest };
    let gap = if items.is_empty() || !rest.starts_with('\n') { "\n  " } else { "" };
    let gap = if rest.trim_start().starts_with(']') && gap.is_empty() { "" } else { gap };
    Some(format!("{head}{after}\n{}{gap}{tail}", rows.join(",\n")))
}

/// A value in one line, with spaces as people write them.
fn spaced(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{}: {}", json!(key), spaced(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Value::Number(number) => number.as_f64().map_or_else(|| value.to_string(), |number| number.to_string()),
        other => other.to_string(),
    }
}
