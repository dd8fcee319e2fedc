//! The law of the vocabulary: every block with every argument, every fixed word, hat, function, name, channel and part word is used by
//! a case that runs, and stands in `describe` with an example that runs here.
use super::{cases, run};
use crate::program::table::program_of;
use jabber_render::engine::{BehaviourOptions, Runtime};
use jabber_render::expression::{BUILT_INS, Function};
use jabber_render::program::{describe, load_value};
use jabber_render::vocabulary::Role;
use jabber_render::vocabulary::block::{ArgKind, BlockSpec};
use jabber_render::vocabulary::part::part_words;
use jabber_render::vocabulary::table::{HATS, blocks};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Channels that are no parts (§2).
const CHANNELS: [&str; 8] = ["dx", "dy", "rot", "sx", "sy", "mouth", "blink", "mood"];

/// What a program uses: `op.arg` and `hat.arg`, `key=word`, `formula:name`.
fn gather(key: &str, value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            let owner = map.get("op").or(map.get("on")).and_then(Value::as_str);
            for (inner, value) in map {
                used.extend(owner.map(|owner| format!("{owner}.{inner}")));
                gather(inner, value, used);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather(key, value, used)),
        Value::String(text) => {
            let formula = text.strip_prefix('=').unwrap_or_default();
            let names = formula.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            used.extend(names.map(|name| format!("formula:{name}")));
            used.insert(format!("{key}={text}"));
        }
        _ => {}
    }
}

fn used() -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for (_, case) in cases().iter().filter(|(_, case)| case["command"] != "validate" && case["fails"].is_null()) {
        gather("", &case["program"], &mut used);
    }
    // Extensions have their cases with the engine's.
    for cases in [
        include_str!("../engine/screen.json"),
        include_str!("../engine/holding.json"),
        include_str!("../engine/authors.json"),
    ] {
        let cases: Vec<Value> = serde_json::from_str(cases).unwrap();
        cases.iter().for_each(|case| gather("", &case["scripts"], &mut used));
    }
    used
}

/// The fixed words that an argument takes.
fn words(kind: ArgKind) -> &'static [&'static str] {
    if let ArgKind::Word(words) = kind { words } else { &[] }
}

#[test]
fn every_word_has_a_case_that_runs() {
    let mut wanted = BTreeSet::new();
    for spec in blocks() {
        wanted.insert(format!("{}.op", spec.op));
        for arg in spec.args {
            wanted.insert(format!("{}.{}", spec.op, arg.name));
            wanted.extend(words(arg.kind).iter().map(|word| format!("{}={word}", arg.name)));
        }
    }
    for hat in HATS {
        wanted.insert(format!("{}.on", hat.on));
        wanted.extend(hat.args.iter().map(|arg| format!("{}.{}", hat.on, arg.name)));
    }
    wanted.extend(Function::WORDS.iter().map(|(word, _)| format!("formula:{word}")));
    wanted.extend(BUILT_INS.iter().map(|(name, _)| format!("formula:{name}")));
    wanted.extend(CHANNELS.iter().map(|channel| format!("ch={channel}")));
    wanted.extend(Role::KNOWN.iter().flat_map(|(role, _)| [format!("ch=part:{role}"), format!("ch=lift:{role}")]));
    wanted.extend(part_words().into_iter().map(|word| format!("part={word}")));
    let used = used();
    let missing: Vec<_> = wanted.difference(&used).collect();
    assert!(missing.is_empty(), "no case that runs uses {missing:?}");
}

#[test]
fn what_a_program_uses_is_seen() {
    let mut used = BTreeSet::new();
    let body =
        json!([{"op": "if", "cond": "=sin(tau)", "then": [{"op": "follow", "ch": ["dx", "dy"], "source": "rot"}]}]);
    gather("", &json!({"scripts": [{"hat": {"on": "every", "every": 2}, "body": body}]}), &mut used);
    for word in
        ["if.op", "if.cond", "follow.ch", "ch=dx", "ch=dy", "source=rot", "every.every", "formula:sin", "formula:tau"]
    {
        assert!(used.contains(word), "{word}: {used:?}");
    }
    assert!(!used.contains("follow.gain") && !used.contains("ch=rot") && !used.contains("formula:dx"), "{used:?}");
}

/// Runs two seconds of a program with this block, in a scene with a wait after it; a warning is a fault.
fn run_block(block: &Value, in_behaviour: bool) -> Result<(), String> {
    let mut program = program_of(block, in_behaviour);
    program["scripts"][0]["body"].as_array_mut().unwrap().push(json!({"op": "wait", "for": 2}));
    let loaded = load_value(&program);
    let program = loaded.program.filter(|_| loaded.diagnostics.is_empty());
    let program = program.ok_or_else(|| format!("{:?}", loaded.diagnostics))?;
    let mut runtime = Runtime::new(run::options(&Value::Null));
    let character = runtime.add_character("A", 4.0);
    if in_behaviour {
        let behaviour = runtime.start_behaviour(character, &program, &BehaviourOptions::default());
        behaviour.map_err(|fault| fault.to_string())?;
    } else {
        runtime.start_cartoon(&program, &[]).map_err(|fault| fault.to_string())?;
    }
    runtime.step_to(2.0).map_err(|fault| fault.to_string())?;
    runtime.frame().map_err(|fault| fault.to_string())?;
    let told: Vec<_> = runtime.warnings().to_vec();
    if told.is_empty() { Ok(()) } else { Err(told.join("; ")) }
}

/// The example that `describe` shows of a block.
fn example(spec: &BlockSpec) -> Value {
    let text = describe(spec.op).unwrap();
    let line = text.lines().rev().find(|line| line.trim_start().starts_with('{')).unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|fault| panic!("{}: {fault}", spec.op))
}

#[test]
fn every_block_is_described_with_an_example_that_runs() {
    let mut wrong = Vec::new();
    for spec in blocks() {
        let example = example(spec);
        assert_eq!(example["op"], spec.op);
        wrong.extend(run_block(&example, spec.family.in_behaviour()).err().map(|fault| format!("{example}: {fault}")));
        let text = describe(spec.op).unwrap();
        for arg in spec.args {
            for word in words(arg.kind) {
                let mut with = example.clone();
                with[arg.name] = json!(word);
                wrong.extend((!text.contains(word)).then(|| format!("{}: {word} is not described", spec.op)));
                wrong
                    .extend(run_block(&with, spec.family.in_behaviour()).err().map(|fault| format!("{with}: {fault}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_hat_function_channel_and_part_is_described_and_runs() {
    let [hats, formulas, channels, parts] =
        ["hats", "formulas", "channels", "parts"].map(|topic| describe(topic).unwrap());
    let mut wrong = Vec::new();
    let mut runs = |block: Value| wrong.extend(run_block(&block, true).err().map(|fault| format!("{block}: {fault}")));
    for hat in HATS {
        assert!(hats.contains(&format!("\n{}: ", hat.on)), "{}", hat.on);
        let hat: Value = serde_json::from_str(hat.example).unwrap();
        let program = json!({"v": 1, "kind": "behaviour", "scripts": [{"hat": hat, "body": [{"op": "set", "ch": "dx", "to": 1}]}]});
        let does = json!({"op": "does", "who": "A", "behaviour": program, "for": 0.5});
        assert_eq!(run_block(&json!({"op": "for", "for": 1, "body": [does]}), false), Ok(()), "{hat}");
    }
    for (word, function) in Function::WORDS {
        // `clamp(x, lo, hi): …`, with numbers for its names.
        let doc = function.doc();
        let signature = &doc[..=doc.find(')').unwrap()];
        let inside =
            signature.strip_prefix(word).and_then(|rest| rest.strip_prefix('(')).unwrap().trim_end_matches(')');
        let numbers: Vec<_> = inside.split(',').map(|_| "0.5").collect();
        assert!(formulas.contains(&format!("  {doc}")), "{word}");
        runs(json!({"op": "drive", "ch": "dx", "value": format!("={word}({})", numbers.join(", "))}));
    }
    for (name, _) in BUILT_INS {
        assert!(formulas.contains(&format!("\n  {name} ")), "{name}");
        runs(json!({"op": "drive", "ch": "dx", "value": format!("={name}")}));
    }
    for channel in CHANNELS {
        assert!(channels.contains(channel), "{channel}");
        let to = if channel == "mood" { json!("happy") } else { json!(1) };
        runs(json!({"op": "set", "ch": channel, "to": to}));
    }
    for (role, _) in Role::KNOWN.iter().filter(|(role, _)| *role != "neck") {
        assert!(channels.contains(&format!(" {role}")), "{role}");
        runs(json!({"op": "set", "ch": format!("part:{role}"), "to": 1}));
        runs(json!({"op": "set", "ch": format!("lift:{role}"), "to": 1}));
    }
    for word in part_words().iter().filter(|word| *word != "neck") {
        assert!(parts.contains(word.as_str()), "{word}");
        runs(json!({"op": "setPart", "part": word, "deg": 1}));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
