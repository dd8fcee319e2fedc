//! Whatever the author writes: an answer, soon, and no panic.
use jabber_render::expression::{Formula, NameTable, Scope};
use jabber_render::maths::Mulberry32;
use jabber_render::program::json::parse;
use jabber_render::program::{describe, load, load_value, text};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Far more than any of these takes, far less than one that grows with the square of its input.
const SOON: Duration = Duration::from_secs(20);

fn piece() -> impl Strategy<Value = String> {
    let signs = "|| && == != < <= > >= + - * / % ^ ! ( ) ,";
    let words: Vec<_> = format!("{signs} = & . 1 .5 2e3 1. 1e x tau dur sin( min( lerp( é 😀 \" \n")
        .split(' ')
        .map(String::from)
        .collect();
    proptest::sample::select(words)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_formula_has_an_answer(pieces in proptest::collection::vec(piece(), 0..40)) {
        let written = pieces.concat();
        match Formula::compile(&written, &mut NameTable::default()) {
            Ok(formula) => {
                let mut random = Mulberry32::new(1);
                let _ = formula.eval(&mut Scope::empty(&mut random));
            }
            Err(error) => prop_assert!(error.at <= written.len() && !error.message.is_empty()),
        }
    }

    #[test]
    fn any_text_is_judged(written in ".{0,200}") {
        let _ = parse(written.as_bytes());
        let _ = describe(&written);
        let quoted = Value::from(format!("={written}")).to_string();
        let source = format!(r#"{{"v": 1, "kind": "behaviour", "scripts": [{{"body": [{{"op": "wait", "for": {quoted}}}]}}]}}"#);
        for fault in load(source.as_bytes()).diagnostics {
            prop_assert!(fault.span.is_none_or(|span| source.get(span).is_some()));
        }
    }

    #[test]
    fn any_bytes_are_judged(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
    }

    /// The example with one value replaced: an answer whose ranges lie in the source, and a text view.
    #[test]
    fn any_change_of_a_cartoon_is_judged(at in 0usize..2000, with in 0usize..16) {
        let mut cartoon: Value = serde_json::from_str(include_str!("../../../examples/good-morning.json")).unwrap();
        let values = [
            json!(null), json!(true), json!(-1), json!(1e300), json!("="), json!("=dur-x"), json!(""), json!([]), json!([[]]),
            json!({}), json!({"op": "does"}), json!({"v": 1}), json!("part:tail#1"), json!({"x": 1}), json!("__proto__"), json!([{}]),
        ];
        let mut left = at;
        replace(&mut cartoon, &mut left, &values[with]);
        let source = serde_json::to_string_pretty(&cartoon).unwrap();
        let loaded = load(source.as_bytes());
        prop_assert!(loaded.diagnostics.iter().all(|fault| fault.span.clone().is_some_and(|span| source.get(span).is_some())));
        prop_assert_eq!(loaded.is_ok(), load_value(&cartoon).is_ok());
        let _ = text(&parse(source.as_bytes()).unwrap());
    }
}

/// Replaces the value that comes `left`-th in reading order.
fn replace(value: &mut Value, left: &mut usize, with: &Value) {
    if *left == 0 {
        *value = with.clone();
    }
    *left = left.wrapping_sub(1);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, left, with)),
        Value::Object(members) => members.values_mut().for_each(|member| replace(member, left, with)),
        _ => {}
    }
}

#[test]
fn the_deepest_programs_are_read() {
    let levels = 63;
    let open = r#"{"op": "together", "branches": [["#.repeat(levels);
    let close = "]]}".repeat(levels);
    let source = format!(r#"{{"v": 1, "kind": "behaviour", "scripts": [{{"body": [{open}{close}]}}]}}"#);
    let loaded = load(source.as_bytes());
    assert!(loaded.is_ok(), "{:?}", loaded.diagnostics);
    assert!(text(&parse(source.as_bytes()).unwrap()).contains("together"));
    drop(format!("{:?}", loaded.program));
}

/// Big files full of faults, each of a sort that is looked up somewhere.
#[test]
fn a_big_faulty_file_is_judged_soon() {
    let many = 20_000;
    let list = |one: &dyn Fn(usize) -> String| (0..many).map(one).collect::<Vec<_>>().join(",");
    let cast = list(&|k| format!(r#""a{k}": "x""#));
    let places = list(&|k| format!(r#""p{k}": "x""#));
    let params = list(&|k| format!(r#""q{k}": "=q{}""#, k + 1));
    let scripts = list(&|k| {
        format!(
            r#"{{"hat": {{"on": "scene", "name": "s{k}", "at": {}, "place": "q{k}"}}, "body": [{{"op": "fly"}}, {{"op": "say", "who": "z{k}", "text": "=n{k}"}}, {{"op": "wait", "for": "=n{k}", "k{k}": 1}}]}}"#,
            many - k
        )
    });
    let source = format!(
        r#"{{"cast": {{{cast}}}, "program": {{"v": 1, "kind": "cartoon", "cast": {{{cast}}}, "places": {{{places}}}, "params": {{{params}}}, "scripts": [{scripts}]}}}}"#
    );
    let start = Instant::now();
    let loaded = load(source.as_bytes());
    assert!(!loaded.is_ok() && start.elapsed() < SOON, "{:?}", start.elapsed());
    let mut wide = "{\"v\": 1, \"kind\": \"behaviour\", \"scripts\": [{\"body\": [{\"op\": \"stop\"".to_owned();
    for k in 0..many * 5 {
        let _ = write!(wide, ",\"x{k}\": 1");
    }
    wide.push_str("}]}]}");
    let start = Instant::now();
    assert!(load(wide.as_bytes()).is_ok() && start.elapsed() < SOON, "{:?}", start.elapsed());
}
