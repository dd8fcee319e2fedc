//! The comparison of conformance answers: numbers to 1e-9, a part or lift that is missing counts as 0, a reach of weight 0 as
//! missing, null as missing.
use serde_json::Value;

/// Numbers this far apart, relative or absolute, are the same.
const CLOSE: f64 = 1e-9;

fn absent(value: &Value, zero: bool) -> bool {
    value.is_null() || zero && value.as_f64().is_some_and(|number| number.abs() <= CLOSE)
}

/// What differs between an answer and the wanted one, by path; `partial`: only what is wanted is compared.
pub fn differences(path: &str, wanted: &Value, got: &Value, partial: bool, out: &mut Vec<String>) {
    match (wanted, got) {
        (Value::Object(w), Value::Object(g)) => {
            let zero = path.ends_with("parts") || path.ends_with("lift");
            let reach = path.ends_with("reach");
            let gone =
                |value: &Value| absent(value, zero) || reach && value["w"].as_f64().is_some_and(|w| w.abs() <= CLOSE);
            for key in w.keys().chain(g.keys().filter(|key| !partial && !w.contains_key(*key))) {
                let (w, g) = (w.get(key).unwrap_or(&Value::Null), g.get(key).unwrap_or(&Value::Null));
                let inside = format!("{path}.{key}");
                if gone(w) && gone(g) {
                    continue;
                }
                differences(&inside, w, g, partial, out);
            }
        }
        (Value::Array(w), Value::Array(g)) if w.len() == g.len() => {
            for (i, (w, g)) in w.iter().zip(g).enumerate() {
                differences(&format!("{path}.{i}"), w, g, partial, out);
            }
        }
        _ => {
            if !same(wanted, got) {
                out.push(format!("{path}: wanted {wanted}, got {got}"));
            }
        }
    }
}

fn same(wanted: &Value, got: &Value) -> bool {
    match (wanted.as_f64(), got.as_f64()) {
        (Some(w), Some(g)) => (w - g).abs() <= CLOSE * w.abs().max(g.abs()).max(1.0),
        _ => wanted == got,
    }
}
