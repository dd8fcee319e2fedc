//! JSON changed as a tree, so that it stays JSON: values replaced, blocks put in, taken out, wrapped and moved. Bytes that are
//! no JSON become a new program now and then.
use super::dictionary;
use super::made::Maker;
use jabber_render::vocabulary::block::ArgSpec;
use jabber_render::vocabulary::table::{block, blocks};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// The bytes changed; `None` when they are better changed as bytes.
pub fn mutated(data: &[u8], seed: u32) -> Option<Vec<u8>> {
    let mut maker = Maker::new(seed);
    maker.wrong = true;
    if maker.once_in(6) {
        return None;
    }
    let Ok(mut tree) = serde_json::from_slice::<Value>(data) else {
        return maker.once_in(4).then(|| maker.program().to_string().into_bytes());
    };
    for _ in 0..1 + maker.below(4) {
        let at = maker.below(size(&tree));
        let other = maker.below(size(&tree));
        let other = nth(&mut tree, &mut { other }, false).map(|(value, _)| value.clone());
        let Some((value, scene)) = nth(&mut tree, &mut { at }, false) else { continue };
        change(value, scene, other.unwrap_or_default(), &mut maker);
    }
    Some(tree.to_string().into_bytes())
}

/// Two inputs, a piece of the one in the other.
pub fn crossed(one: &[u8], two: &[u8], seed: u32) -> Option<Vec<u8>> {
    let mut maker = Maker::new(seed);
    let (mut one, mut two) = (serde_json::from_slice::<Value>(one).ok()?, serde_json::from_slice::<Value>(two).ok()?);
    let (at, from) = (maker.below(size(&one)), maker.below(size(&two)));
    let piece = nth(&mut two, &mut { from }, false)?.0.take();
    let (place, _) = nth(&mut one, &mut { at }, false)?;
    match place {
        Value::Array(items) if !items.is_empty() => {
            let at = maker.below(items.len());
            items.insert(at, piece);
        }
        place => *place = piece,
    }
    Some(one.to_string().into_bytes())
}

/// How many values there are in a tree.
fn size(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

/// The value that comes `left`-th in reading order, and whether it stands in a scene.
fn nth<'a>(tree: &'a mut Value, left: &mut usize, scene: bool) -> Option<(&'a mut Value, bool)> {
    if *left == 0 {
        return Some((tree, scene));
    }
    *left -= 1;
    let scene = match tree.get("kind").and_then(Value::as_str) {
        Some(kind) => kind != "behaviour",
        None => scene,
    };
    match tree {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, left, scene)),
        Value::Object(members) => members.values_mut().find_map(|member| nth(member, left, scene)),
        _ => None,
    }
}

fn change(value: &mut Value, scene: bool, other: Value, maker: &mut Maker) {
    if maker.once_in(12) {
        *value = other;
        return;
    }
    match value {
        Value::Null => *value = maker.number(),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => *value = changed_number(number.as_f64().unwrap_or_default(), maker),
        Value::String(text) if text.starts_with('=') && !maker.once_in(3) => *value = maker.formula().into(),
        Value::String(text) => *value = changed_text(text, maker),
        Value::Array(items) => changed_list(items, scene, other, maker),
        Value::Object(_) if maker.once_in(4) => {
            let inside = value.take();
            *value = wrapped(inside, maker);
        }
        Value::Object(members) => {
            let op = members.get("op").and_then(Value::as_str).and_then(block);
            match (op, maker.below(4)) {
                (Some(_), 0) => *value = maker.block(scene, 1),
                (Some(spec), _) if !spec.args.is_empty() => {
                    let arg: &ArgSpec = &spec.args[maker.below(spec.args.len())];
                    let made = maker.value_in(arg, scene, 2);
                    members.insert(arg.name.into(), made);
                }
                (_, 1) if !members.is_empty() => {
                    let key = members.keys().nth(maker.below(members.len())).cloned().unwrap_or_default();
                    members.remove(&key);
                }
                _ => {
                    let key = word(maker);
                    members.insert(key, other);
                }
            }
        }
    }
}

fn changed_number(x: f64, maker: &mut Maker) -> Value {
    match maker.below(8) {
        0 => maker.formula().into(),
        1 => json!(-x),
        2 => json!(x + 1.0),
        3 => json!(x * 0.5),
        4 => json!(x.trunc() as i64),
        _ => maker.number(),
    }
}

fn changed_text(text: &str, maker: &mut Maker) -> Value {
    match maker.below(6) {
        0 => maker.formula().into(),
        1 => format!("{text}{}", word(maker)).into(),
        2 => maker.number(),
        3 => text.repeat(3).into(),
        _ => word(maker).into(),
    }
}

fn changed_list(items: &mut Vec<Value>, scene: bool, other: Value, maker: &mut Maker) {
    let at = maker.below(items.len() + 1);
    match maker.below(6) {
        0 => items.insert(at, other),
        1 if at < items.len() => drop(items.remove(at)),
        2 if at < items.len() => items.insert(at, items[at].clone()),
        3 if at < items.len() => {
            let to = maker.below(items.len());
            items.swap(at, to);
        }
        _ => {
            let made = maker.block(scene, 1);
            items.insert(at, made);
        }
    }
}

/// A block inside another.
fn wrapped(inside: Value, maker: &mut Maker) -> Value {
    let time = maker.number();
    let body = if maker.once_in(3) { json!([inside, {"op": "wait", "for": 0.3}]) } else { json!([inside]) };
    match maker.below(8) {
        0 => json!({"op": "for", "for": time, "body": body}),
        1 => json!({"op": "for", "until": time, "body": body}),
        2 => json!({"op": "repeat", "times": time, "body": body}),
        3 => json!({"op": "forever", "body": body}),
        4 => json!({"op": "while", "cond": maker.formula(), "body": body}),
        5 => json!({"op": "if", "cond": maker.formula(), "then": body, "else": []}),
        6 => json!({"op": "together", "branches": [body, [{"op": "wait", "for": time}]]}),
        _ => json!({"op": "does", "who": "A", "behaviour": {"v": 1, "kind": "behaviour", "scripts": [{"body": body}]}}),
    }
}

/// A word of the dictionary.
fn word(maker: &mut Maker) -> String {
    static WORDS: OnceLock<Vec<String>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let text = dictionary::text();
        let inside = text.lines().filter_map(|line| Some(line.strip_prefix('"')?.strip_suffix('"')?.to_owned()));
        inside.chain(blocks().map(|spec| spec.op.to_owned())).collect()
    });
    words[maker.below(words.len())].clone()
}
