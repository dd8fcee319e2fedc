//! What a tick of a follower reads (§8.3): the motions that may write its source, each once, and no others. Seen by the random
//! numbers they draw and by `inputs_read`.
use jabber_render::engine::{BehaviourOptions, Options, Runtime};
use jabber_render::maths::Mulberry32;
use jabber_render::program::load_value;
use serde_json::{Value, json};

/// A follower of `source` beside `motion`, ended at 0.1 s; then the next random number is kept as `mouth`.
fn stepped(motion: Value, source: &str, legs: f64) -> Runtime {
    let body = json!([motion, {"op": "follow", "ch": "blink", "source": source}, {"op": "wait", "for": 0.1},
        {"op": "set", "ch": "mouth", "to": "=random"}]);
    let program = load_value(&json!({"v": 1, "kind": "behaviour", "scripts": [{"body": body}]}));
    let program = program.program.unwrap_or_else(|| panic!("{:?}", program.diagnostics));
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", legs);
    runtime.start_behaviour(character, &program, &BehaviourOptions::default()).unwrap();
    runtime.step_to(0.1).unwrap();
    runtime
}

/// How many random numbers were drawn before the one that `mouth` holds.
fn draws(motion: Value, source: &str, legs: f64) -> usize {
    let mut runtime = stepped(motion, source, legs);
    let character = runtime.character("A").unwrap();
    let mouth = runtime.pose(character).unwrap().mouth;
    let mut random = Mulberry32::new(1);
    (0..1000).position(|_| random.next_f64() == mouth).unwrap()
}

/// Ticks 0 to 23 come before the `set` at 0.1 s = 24/240 s, tick 24 after it.
const TICKS: usize = 24;

#[test]
fn a_tick_reads_what_may_write_its_source_once() {
    let wave = json!({"op": "wave", "ch": "dx", "amp": "=random"});
    let drive = json!({"op": "drive", "ch": "part:head", "value": "=random"});
    let hop = json!({"op": "hop", "amp": "=random"});
    let chain = json!({"op": "chain", "ch": "part:tail", "amp": "=random", "segments": 2});
    let gait = json!({"op": "gait", "stride": "=random"});
    let follow = json!({"op": "follow", "ch": "part:hat", "source": "dx", "gain": "=random"});
    let reads: [(&Value, f64, &[&str], &[&str]); 7] = [
        (&wave, 2.0, &["dx"], &["dy", "part:tail"]),
        (&drive, 2.0, &["part:head"], &["dx", "part:head#1"]),
        (&hop, 2.0, &["dy", "sx", "sy"], &["dx", "rot"]),
        (&chain, 2.0, &["part:tail", "part:tail#1"], &["part:tail#2", "dx"]),
        (
            &gait,
            2.0,
            &["dy", "rot", "part:leg:-1", "part:leg:1", "part:shin:-1", "part:shin:1", "part:arm:-1", "part:arm:1"],
            &["dx", "sx", "part:arm", "part:leg#0"],
        ),
        (&gait, 4.0, &["part:leg#0", "part:leg#3", "part:shin#2", "dy"], &["part:leg#4", "part:arm:1", "part:leg:1"]),
        (&follow, 2.0, &[], &["part:hat", "dx", "rot"]),
    ];
    for (motion, legs, written, others) in reads {
        for source in written {
            assert_eq!(draws(motion.clone(), source, legs), TICKS, "{source} of {motion}");
        }
        for source in others {
            assert_eq!(draws(motion.clone(), source, legs), 0, "{source} beside {motion}");
        }
    }
}

#[test]
fn a_tick_that_reads_the_voice_is_known() {
    let heard = [
        (json!({"op": "wave", "ch": "dx", "amp": "=loud"}), "dx"),
        (json!({"op": "wave", "ch": "dx", "offset": "=1+talking"}), "dx"),
        (json!({"op": "hop", "amp": "=loud"}), "dy"),
        (json!({"op": "chain", "ch": "part:tail", "amp": "=loud"}), "part:tail#1"),
        (json!({"op": "gait", "stride": "=loud"}), "dy"),
        (json!({"op": "gait", "bend": "=loud"}), "dy"),
        (json!({"op": "gait", "give": "=loud"}), "dy"),
        (json!({"op": "gait", "armSwing": "=loud"}), "dy"),
        (json!({"op": "gait", "bob": "=loud"}), "dy"),
        (json!({"op": "gait", "bob": {"amp": 1, "base": "=talking"}}), "dy"),
        (json!({"op": "gait", "roll": "=loud"}), "dy"),
        (json!({"op": "drive", "ch": "rot", "value": "=talking"}), "rot"),
    ];
    for (motion, source) in heard {
        assert!(stepped(motion.clone(), source, 2.0).inputs_read(), "{motion}");
        assert!(!stepped(motion.clone(), "part:hat", 2.0).inputs_read(), "{motion} beside the source");
    }
    let deaf = [
        (json!({"op": "wave", "ch": "dx", "amp": "=tau", "offset": "=local"}), "dx"),
        (json!({"op": "wave", "ch": "dx", "w": "=1+dur"}), "dx"),
        (json!({"op": "hop", "amp": "=tau"}), "dy"),
        (json!({"op": "gait", "stride": "=tau"}), "dy"),
        (json!({"op": "drive", "ch": "rot", "value": "=tau"}), "rot"),
        (json!({"op": "follow", "ch": "dx", "source": "rot", "gain": "=loud"}), "dx"),
    ];
    for (motion, source) in deaf {
        assert!(!stepped(motion.clone(), source, 2.0).inputs_read(), "{motion}");
    }
}
