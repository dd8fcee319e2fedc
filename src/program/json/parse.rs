//! Bytes → the located tree.
use super::judge;
use super::tree::{Json, Member, Node, quoted};
use crate::diagnostic::Diagnostic;
use jsonc_parser::ast;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// Reads JSON. All duplicate keys are told at once; any other fault ends the reading.
pub fn parse(bytes: &[u8]) -> Result<Json, Vec<Diagnostic>> {
    let (text, start) = judge::decode(bytes).map_err(|fault| vec![fault])?;
    if text.trim().is_empty() {
        return Err(vec![Diagnostic::error("", "the file is empty")]);
    }
    let shifted = |mut fault: Diagnostic| {
        fault.span = fault.span.map(|span| span.start + start..span.end + start);
        vec![fault]
    };
    judge::extent(text).map_err(shifted)?;
    judge::grammar(text).map_err(shifted)?;
    let parsed = jsonc_parser::parse_to_ast(text, &Default::default(), &strict()).map_err(|e| {
        let range = e.range().start..e.range().end;
        shifted(Diagnostic::error("", format!("not JSON: {}", e.kind())).at(range))
    })?;
    let Some(value) = parsed.value else {
        return Err(vec![Diagnostic::error("", "the file is empty")]);
    };
    let mut convert = Convert { start, path: Vec::new(), faults: Vec::new() };
    let json = convert.value(&value);
    if convert.faults.is_empty() { Ok(json) } else { Err(convert.faults) }
}

fn strict() -> jsonc_parser::ParseOptions {
    jsonc_parser::ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

struct Convert {
    /// Bytes before the text.
    start: usize,
    path: Vec<Arc<str>>,
    faults: Vec<Diagnostic>,
}

impl Convert {
    fn span(&self, range: jsonc_parser::common::Range) -> Range<usize> {
        range.start + self.start..range.end + self.start
    }

    fn value(&mut self, value: &ast::Value) -> Json {
        let (node, range) = match value {
            ast::Value::NullKeyword(lit) => (Node::Null, lit.range),
            ast::Value::BooleanLit(lit) => (Node::Bool(lit.value), lit.range),
            // The text was judged to be a JSON number in range.
            ast::Value::NumberLit(lit) => (Node::Number(lit.value.parse().unwrap_or(f64::NAN)), lit.range),
            ast::Value::StringLit(lit) => (Node::Text(lit.value.as_ref().into()), lit.range),
            ast::Value::Array(list) => (self.list(list), list.range),
            ast::Value::Object(object) => (self.object(object), object.range),
        };
        Json { node, span: self.span(range) }
    }

    fn list(&mut self, list: &ast::Array) -> Node {
        let mut items = Vec::with_capacity(list.elements.len());
        for (index, element) in list.elements.iter().enumerate() {
            self.path.push(index.to_string().into());
            items.push(self.value(element));
            self.path.pop();
        }
        Node::List(items)
    }

    fn object(&mut self, object: &ast::Object) -> Node {
        let mut seen = HashSet::with_capacity(object.properties.len());
        let mut members = Vec::with_capacity(object.properties.len());
        for property in &object.properties {
            let (key, range) = match &property.name {
                ast::ObjectPropName::String(lit) => (lit.value.as_ref(), lit.range),
                ast::ObjectPropName::Word(lit) => (lit.value, lit.range),
            };
            let key: Arc<str> = key.into();
            self.path.push(key.clone());
            let key_span = self.span(range);
            if !seen.insert(key.clone()) {
                let message = format!("the key {} is here twice", quoted(&key));
                let fault = Diagnostic::error(self.path.join("."), message).at(key_span.clone());
                self.faults.push(fault.hint("which of the two counts is not said; keep one"));
            }
            let value = self.value(&property.value);
            self.path.pop();
            members.push(Member { key, key_span, value });
        }
        Node::Object(members)
    }
}
