//! Friendly blocks and the primitive blocks they stand for: `desugar.json`, written from §4 and §8.2–8.5 by hand.
use jabber_render::program::load_value;
use jabber_render::program::tree::{Block, Op, Span, Value};
use serde_json::{Value as Json, json};

/// The blocks of a behaviour's body. `x` and `y` are params.
fn body(blocks: &Json) -> Vec<Block> {
    let program = json!({"v": 1, "kind": "behaviour", "params": {"x": 3, "y": 4}, "scripts": [{"body": blocks}]});
    let loaded = load_value(&program);
    let program = loaded.program.clone().unwrap_or_else(|| panic!("{blocks}: {:?}", loaded.diagnostics));
    program.scripts[0].body.clone()
}

/// What blocks do, as text: everything but their ids, places and words, and how formulas are written.
fn meaning(blocks: &[Block]) -> String {
    let mut text = format!("{blocks:?}");
    for (from, to) in [("id: ", ", op: "), (", text: \"", "\"")] {
        text = cut(&text, from, to);
    }
    text
}

fn cut(text: &str, from: &str, to: &str) -> String {
    let mut pieces = text.split(from);
    let mut kept = pieces.next().unwrap().to_owned();
    for piece in pieces {
        kept += &piece[piece.find(to).unwrap() + to.len()..];
    }
    kept
}

#[test]
fn friendly_blocks_are_primitive_ones() {
    let cases: Vec<Json> = serde_json::from_str(include_str!("desugar.json")).unwrap();
    let mut wrong = Vec::new();
    for case in &cases {
        let (of, is) = (meaning(&body(&json!([case["of"]]))), meaning(&body(&case["is"])));
        if of != is {
            wrong.push(format!("{}\n  is    {of}\n  not   {is}", case["of"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for op in jabber_render::vocabulary::table::blocks() {
        let friendly = op.family == jabber_render::vocabulary::block::Family::Friendly;
        assert!(!friendly || cases.iter().any(|case| case["of"]["op"] == op.op), "no case for {}", op.op);
    }
}

#[test]
fn every_block_of_the_program_has_its_own_number_and_the_authors_path() {
    let program = json!({"v": 1, "kind": "behaviour", "scripts": [
        {"body": [{"op": "setPart", "part": "arms", "deg": 1}, {"op": "forever", "body": [{"op": "bob"}, {"op": "turnView"}]}]},
        {"body": [{"op": "window", "body": [{"op": "sway"}]}]},
    ]});
    let program = load_value(&program).program.unwrap();
    let mut seen = Vec::new();
    for script in &program.scripts {
        collect(&script.body, &mut seen);
    }
    let mut ids: Vec<_> = seen.iter().map(|(id, ..)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), ids.last()), (seen.len(), Some(&(program.blocks - 1))));
    let of_view =
        seen.iter().filter(|(_, path, word)| path == "scripts.0.body.1.body.1" && *word == "turnView").count();
    assert_eq!(of_view, 5, "together, for, drive, wait, view");
}

fn collect(blocks: &[Block], seen: &mut Vec<(u32, String, &'static str)>) {
    for block in blocks {
        seen.push((block.id, block.path.to_string(), block.word));
        match &block.op {
            Op::For { body, .. } | Op::Forever { body } => collect(body, seen),
            Op::Together { branches } => branches.iter().for_each(|branch| collect(branch, seen)),
            _ => {}
        }
    }
}

#[test]
fn a_window_waits_and_then_lasts() {
    let blocks = body(&json!([{"op": "window", "from": -1, "to": 3, "body": []}, {"op": "window", "body": []}]));
    let [wait, lasts, at_once, to_the_end] = &blocks[..] else { panic!("{blocks:?}") };
    let number = |value: &Value| value.constant().unwrap();
    assert!(matches!(&wait.op, Op::Wait { span: Span::UntilFromEnd(from) } if number(from) == -1.0));
    assert!(matches!(&lasts.op, Op::For { span: Span::UntilFromEnd(to), .. } if number(to) == 3.0));
    assert!(matches!(&at_once.op, Op::Wait { span: Span::UntilFromEnd(from) } if number(from) == 0.0));
    assert!(matches!(&to_the_end.op, Op::For { span: Span::UntilEnd, .. }));
}
