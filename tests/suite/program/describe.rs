//! The reference names every word of the language.
use jabber_render::expression::{BUILT_INS, Function};
use jabber_render::program::{TOPICS, describe, overview};
use jabber_render::vocabulary::table::{HATS, blocks};

#[test]
fn every_block_is_described() {
    let overview = overview();
    for spec in blocks() {
        assert!(overview.contains(&format!("  {} ", spec.op)), "{}", spec.op);
        let text = describe(spec.op).unwrap();
        assert!(text.contains(spec.doc) && text.contains(spec.example), "{text}");
        for arg in spec.args {
            assert!(text.contains(&format!("\n  {}", arg.name)) && text.contains(arg.doc), "{}.{}", spec.op, arg.name);
        }
    }
}

#[test]
fn every_topic_is_described() {
    for (topic, _) in TOPICS {
        assert!(describe(topic).is_ok(), "{topic}");
    }
    let formulas = describe("formulas").unwrap();
    assert!(Function::WORDS.iter().all(|(_, function)| formulas.contains(function.doc())));
    assert!(BUILT_INS.iter().all(|(name, doc)| formulas.contains(&format!("  {name} ")) && formulas.contains(doc)));
    let hats = describe("hats").unwrap();
    assert!(HATS.iter().all(|hat| hats.contains(hat.example)));
}

#[test]
fn an_unknown_word_has_its_nearest() {
    assert_eq!(describe("setpart"), Err(Some("setPart")));
    assert_eq!(describe("formula"), Err(Some("formulas")));
    assert_eq!(describe("xyzzy"), Err(None));
}
