//! The located tree.
use serde_json::{Map, Number, Value};
use std::ops::Range;
use std::sync::Arc;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Json {
    /// What it is.
    pub node: Node,
    /// Its bytes in the source, quotes included; empty when it did not come from a text.
    pub span: Range<usize>,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A text.
    Text(Arc<str>),
    /// A list.
    List(Vec<Json>),
    /// An object: its members in the order written, every key once.
    Object(Vec<Member>),
}

/// One member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its key.
    pub key: Arc<str>,
    /// Where the key stands, quotes included.
    pub key_span: Range<usize>,
    /// Its value.
    pub value: Json,
}

impl Json {
    /// The tree of a value without places.
    pub fn of(value: &Value) -> Json {
        let node = match value {
            Value::Null => Node::Null,
            Value::Bool(flag) => Node::Bool(*flag),
            Value::Number(number) => Node::Number(number.as_f64().unwrap_or(f64::NAN)),
            Value::String(text) => Node::Text(text.as_str().into()),
            Value::Array(items) => Node::List(items.iter().map(Json::of).collect()),
            Value::Object(members) => {
                let member = |(key, value): (&String, &Value)| Member {
                    key: key.as_str().into(),
                    key_span: 0..0,
                    value: Json::of(value),
                };
                Node::Object(members.iter().map(member).collect())
            }
        };
        Json { node, span: 0..0 }
    }

    /// The plain value; whole numbers become integers.
    pub fn to_value(&self) -> Value {
        match &self.node {
            Node::Null => Value::Null,
            Node::Bool(flag) => Value::Bool(*flag),
            Node::Number(number) => plain_number(*number),
            Node::Text(text) => Value::String(text.to_string()),
            Node::List(items) => Value::Array(items.iter().map(Json::to_value).collect()),
            Node::Object(members) => {
                let members = members.iter().map(|member| (member.key.to_string(), member.value.to_value()));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }

    /// The member of a key, when it is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.members().iter().find(|member| *member.key == *key).map(|member| &member.value)
    }

    /// The value at a path of dotted keys and indices, or the last one on the way there: of a missing key, its holder.
    pub fn nearest(&self, path: &str) -> &Json {
        let (mut json, mut rest) = (self, path);
        while let Some((next, after)) = json.step(rest) {
            (json, rest) = (next, after);
        }
        json
    }

    /// The child a path begins with and the path from there. A key may hold dots itself: the longest that fits counts.
    fn step<'a>(&self, path: &'a str) -> Option<(&Json, &'a str)> {
        if path.is_empty() {
            return None;
        }
        if let Node::List(items) = &self.node {
            let (index, rest) = path.split_once('.').unwrap_or((path, ""));
            return Some((items.get(index.parse::<usize>().ok()?)?, rest));
        }
        let rest = |member: &Member| match path.strip_prefix(&*member.key)? {
            "" => Some(""),
            rest => rest.strip_prefix('.'),
        };
        let fitting = self.members().iter().filter_map(|member| Some((member, rest(member)?)));
        fitting.max_by_key(|(member, _)| member.key.len()).map(|(member, rest)| (&member.value, rest))
    }

    /// Its members; none when it is no object.
    pub fn members(&self) -> &[Member] {
        if let Node::Object(members) = &self.node { members } else { &[] }
    }

    /// True for an object.
    pub fn is_object(&self) -> bool {
        matches!(self.node, Node::Object(_))
    }

    /// The text, when it is one.
    pub fn text(&self) -> Option<&Arc<str>> {
        if let Node::Text(text) = &self.node { Some(text) } else { None }
    }

    /// The number, when it is one.
    pub fn number(&self) -> Option<f64> {
        if let Node::Number(number) = self.node { Some(number) } else { None }
    }

    /// The items, when it is a list.
    pub fn items(&self) -> Option<&[Json]> {
        if let Node::List(items) = &self.node { Some(items) } else { None }
    }

    /// What it is, for a message: `text "5"`.
    pub fn describe(&self) -> String {
        match &self.node {
            Node::Null => "null".to_owned(),
            Node::Bool(flag) => flag.to_string(),
            Node::Number(number) => format!("the number {number}"),
            Node::Text(text) => format!("the text {}", quoted(text)),
            Node::List(_) => "a list".to_owned(),
            Node::Object(_) => "an object".to_owned(),
        }
    }
}

/// A text in quotes, cut when it is long.
pub fn quoted(text: &str) -> String {
    /// Characters of a quoted text that a one-line message still shows; tuned by eye.
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

fn plain_number(number: f64) -> Value {
    /// 2⁵³: whole numbers below are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT && !(number == 0.0 && number.is_sign_negative()) {
        Value::Number(Number::from(number as i64))
    } else {
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}
