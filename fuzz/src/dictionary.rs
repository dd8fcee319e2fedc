//! The words of the language as a libFuzzer dictionary, from the tables; `program.dict` is this.
use jabber_render::expression::{BUILT_INS, Function};
use jabber_render::vocabulary::block::ArgKind;
use jabber_render::vocabulary::table::{CAST_ENTRY, HATS, LIFE, LOOK, PLACE_ENTRY, PROGRAM, TOP, blocks};
use jabber_render::vocabulary::words::{GRADES, MOODS};
use jabber_render::vocabulary::{LifeChannel, LifeWave, Role};
use std::collections::BTreeSet;

/// Words that stand in no table: channels, signs of formulas, forms of numbers, and the fields of packs.
const OTHERS: &[&str] = &[
    "dx",
    "dy",
    "sx",
    "sy",
    "rot",
    "mouth",
    "blink",
    "mood",
    "part:",
    "lift:",
    ":-1",
    ":1",
    "#1",
    "=",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    ">=",
    "1e308",
    "1e18",
    "1e-300",
    "-0",
    "c4c:beh:",
    "c4c:char:",
    "c4c:place:",
    "format",
    "id",
    "type",
    "version",
    "content",
    "op",
    "hat",
    "on",
    "body",
    "amp",
    "base",
];

/// The dictionary's text.
pub fn text() -> String {
    let mut words: BTreeSet<&str> = OTHERS.iter().copied().collect();
    for spec in blocks() {
        words.insert(spec.op);
        for arg in spec.args {
            words.insert(arg.name);
            if let ArgKind::Word(some) = arg.kind {
                words.extend(some);
            }
        }
    }
    for hat in HATS {
        words.insert(hat.on);
        words.extend(hat.args.iter().map(|arg| arg.name));
    }
    words.extend(Role::KNOWN.iter().map(|(word, _)| *word));
    words.extend(Function::WORDS.iter().map(|(word, _)| *word));
    words.extend(BUILT_INS.iter().map(|(word, _)| *word));
    words.extend(PROGRAM.iter().map(|(word, _)| *word));
    words.extend(CAST_ENTRY.iter().chain(PLACE_ENTRY).chain(LIFE).map(|arg| arg.name));
    words.extend(LOOK.iter().map(|(field, _)| *field));
    words.extend([TOP, MOODS, GRADES, LifeChannel::NAMES, LifeWave::NAMES].into_iter().flatten());
    let lines: String = words.iter().map(|word| format!("\"{word}\"\n")).collect();
    format!("# The words of the language, written by a test of the suite.\n{lines}")
}
