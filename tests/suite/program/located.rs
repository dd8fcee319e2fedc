//! Diagnostics point at the words of the source: a value, a key, a piece of a formula.
use jabber_render::program::load;

/// The source of a behaviour with one block, and what its first diagnostic points at.
fn pointed(block: &str) -> String {
    let source = format!("\u{FEFF}{{\"v\": 1, \"kind\": \"behaviour\", \"scripts\": [{{\"body\": [\n  {block}\n]}}]}}");
    let loaded = load(source.as_bytes());
    let span = loaded.diagnostics[0].span.clone().unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    source[span].to_owned()
}

#[test]
fn at_the_fault() {
    for (block, at) in [
        (r#"{"op": "fly"}"#, r#""fly""#),
        (r#"{"op": "set", "ch": "dz", "to": 1}"#, r#""dz""#),
        (r#"{"op": "set", "ch": "dx", "to": true}"#, "true"),
        (r#"{"op": "wait", "for": 1, "forr": 2}"#, r#""forr""#),
        (r#"{"op": "wait"}"#, r#"{"op": "wait"}"#),
        (r#"{"op": "set", "ch": "dx", "to": "=1+*2"}"#, "*"),
        (r#"{"op": "set", "ch": "dx", "to": "=2 * sine(3)"}"#, "sine"),
        (r#"{"op": "set", "ch": "dx", "to": "=1+"}"#, "\""),
        (r#"{"op": "set", "ch": "dx", "to": "=abs(1, 2)"}"#, "abs(1, 2)"),
        (r#"{"op": "set", "ch": "dx", "to": "=\t1\u0020+ ß$ 2"}"#, "$"),
        (r#"{"op": "set", "ch": "dx", "to": "=1 + \ud83d\ude00 2"}"#, r"\ud83d\ude00"),
        (r#"{"op": "set", "ch": "dx", "to": "=1 + 😀 2"}"#, "😀"),
        (r#"{"op": "set", "ch": "dx", "to": "=1 + \"two\""}"#, "\\\""),
        (r#"{"op": "set", "ch": "dx", "to": "\u003d1 + )"}"#, ")"),
        (r#"{"op": "set", "ch": "dx", "to": "=1 + wind"}"#, r#""=1 + wind""#),
    ] {
        assert_eq!(pointed(block), at, "{block}");
    }
}

#[test]
fn in_the_order_of_the_text() {
    let source = r#"{"v": 1, "kind": "behaviour", "scripts": [{"body": [
        {"op": "set", "ch": "dx", "to": "=wind"}, {"op": "fly"}, {"op": "wait", "for": "x"}]}]}"#;
    let loaded = load(source.as_bytes());
    let starts: Vec<_> = loaded.diagnostics.iter().map(|fault| fault.span.clone().unwrap().start).collect();
    assert!(starts.len() == 3 && starts.is_sorted(), "{:?}", loaded.diagnostics);
}
