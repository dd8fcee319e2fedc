//! What is no JSON text, with the place of the fault (ruling 49 and the limits).
use jabber_render::program::json::{DEEPEST, Json, LARGEST, Node, parse};

/// Text, the text at the fault, a piece of the message.
const FAULTS: &[(&str, &str, &str)] = &[
    ("{", "", "ends too soon"),
    ("{\"a\": 1", "", "ends too soon"),
    ("{\"a\": \"x", "", "ends too soon"),
    ("{\"a\": 1} // end", "/", "no comments"),
    ("{\"a\": /* one */ 1}", "/", "no comments"),
    ("// start\n{}", "/", "no comments"),
    ("{\"a\": 1,}", "}", "comma after the last item"),
    ("[1, 2, ]", "]", "comma after the last item"),
    ("{\"a\": NaN}", "N", "no NaN"),
    ("{\"a\": Infinity}", "I", "no NaN"),
    ("{\"a\": -Infinity}", "I", "no NaN"),
    ("{'a': 1}", "'", "double quotes"),
    ("{a: 1}", "a", "not JSON"),
    ("{\"a\": .5}", ".", "not JSON"),
    ("{\"a\": 5.}", "}", "not JSON"),
    ("{\"a\": 01}", "1", "not JSON"),
    ("{\"a\": +1}", "+", "not JSON"),
    ("{\"a\": 0x1F}", "x", "not JSON"),
    ("{\"a\": 1e999}", "", "too large"),
    ("{\"a\" 1}", "1", "not JSON"),
    ("[1 2]", "2", "not JSON"),
    ("[1] [2]", "[", "not JSON"),
    ("[\"a\" \"b\"]", "\"", "a comma is missing"),
    ("[tru]", "", "not JSON"),
    ("[\"\u{1}\"]", "\u{1}", "not JSON"),
    ("[\"\\q\"]", "q", "not JSON"),
    ("[\"\\ud800\"]", "", "not JSON"),
    ("[\"é\", \"ü\",]", "]", "comma after the last item"),
];

#[test]
fn faults() {
    let mut wrong = Vec::new();
    for (text, at, piece) in FAULTS {
        let faults = parse(text.as_bytes()).err().unwrap_or_default();
        let shown = |span: &std::ops::Range<usize>| text.get(span.clone()).unwrap_or("?").to_owned();
        let right = faults.len() == 1
            && faults[0].message.contains(piece)
            && faults[0].span.as_ref().is_some_and(|span| at.is_empty() || shown(span) == *at);
        if !right {
            let at = faults.first().and_then(|fault| fault.span.as_ref()).map(shown);
            wrong.push(format!("{text:?} should fail at {at:?} with {piece}: {faults:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_empty_file_is_called_empty() {
    for text in ["", "  \n", "\u{FEFF}"] {
        let faults = parse(text.as_bytes()).unwrap_err();
        let found: Vec<_> = faults.iter().map(|fault| (&*fault.message, &fault.span)).collect();
        assert_eq!(found, [("the file is empty", &None)], "{text:?}");
    }
}

#[test]
fn every_duplicate_key_is_told() {
    let text = r#"{"a": 1, "b": {"c": 1, "c": 2}, "a": [{"d": 1, "d": 1}]}"#;
    let faults = parse(text.as_bytes()).unwrap_err();
    let found: Vec<_> = faults.iter().map(|fault| (&*fault.path, fault.span.clone().unwrap().start)).collect();
    let second = |key: &str| text.rfind(&format!("\"{key}\"")).unwrap();
    assert_eq!(found, [("b.c", second("c")), ("a", second("a")), ("a.0.d", second("d"))]);
}

#[test]
fn a_byte_order_mark_is_skipped_and_ranges_count_it() {
    let json = parse("\u{FEFF}{\"a\": \"é\"}".as_bytes()).unwrap();
    assert_eq!(json.span, 3..3 + 11);
    assert_eq!(json.get("a").unwrap().span, 9..13);
    let fault = parse("\u{FEFF}{\"a\": 1,}".as_bytes()).unwrap_err();
    assert_eq!(fault[0].span, Some(11..12));
}

#[test]
fn other_encodings_are_named() {
    let utf16 = |little: bool, mark: bool| {
        let units = "{\"v\": 1}".encode_utf16();
        let units = mark.then_some(0xFEFF).into_iter().chain(units);
        units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect::<Vec<_>>()
    };
    let cases: [(Vec<u8>, &str); 6] = [
        (utf16(true, true), "UTF-16 (little endian)"),
        (utf16(false, true), "UTF-16 (big endian)"),
        (utf16(true, false), "UTF-16 (little endian)"),
        (utf16(false, false), "UTF-16 (big endian)"),
        (b"{\"name\": \"caf\xE9\"}".to_vec(), "Latin-1"),
        (b"{\"name\": \"\x93hi\x94\"}".to_vec(), "Windows-1252"),
    ];
    for (bytes, name) in cases {
        let fault = parse(&bytes).unwrap_err();
        assert!(fault[0].message.contains(name), "{name}: {fault:?}");
    }
}

#[test]
fn nesting_is_limited() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(parse(nested(DEEPEST).as_bytes()).is_ok());
    let fault = parse(nested(DEEPEST + 1).as_bytes()).unwrap_err();
    assert!(fault[0].message.contains("200 levels") && fault[0].span == Some(200..201));
    assert!(parse("[".repeat(1_000_000).as_bytes()).is_err());
    assert!(parse(format!("[\"{}\\\"[\"]", "[".repeat(500)).as_bytes()).is_ok(), "brackets in a text do not nest");
}

#[test]
fn size_is_limited() {
    let fault = parse(&vec![b' '; LARGEST + 1]).unwrap_err();
    assert!(fault[0].message.contains("64 MiB"), "{fault:?}");
}

/// Doubles whose shortest text a sloppy reader gets wrong in the last bit, and the edges.
#[test]
fn numbers_are_read_exactly() {
    for number in [0.1, 1e23, 9007199254740993.0, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, -0.0, 123456789.12345678] {
        let json = parse(format!("[{number:?}]").as_bytes()).unwrap();
        assert_eq!(json.items().unwrap()[0].number().unwrap().to_bits(), f64::to_bits(number), "{number:?}");
    }
}

#[test]
fn a_plain_value_comes_back_the_same() {
    let text = r#"{"b": [1, 2.5, -3, true, null, "x"], "a": {"__proto__": {}}, "7": 1e300}"#;
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let json = parse(text.as_bytes()).unwrap();
    assert_eq!(json.to_value().to_string(), value.to_string());
    assert_eq!(Json::of(&value).to_value(), json.to_value());
    assert!(matches!(Json::of(&value).node, Node::Object(_)));
}
