//! Generated programs, as JSON: blocks of every kind that never poll.
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

fn seconds() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(0)),
        Just(json!(0.1)),
        Just(json!(0.25)),
        Just(json!(0.2)),
        Just(json!(0.3)),
        Just(json!("=1/3")),
        Just(json!("=0.1+random*0.4")),
        Just(json!("=0/0")),
        Just(json!("=1/0")),
        Just(json!(1e-30)),
        Just(json!(-1)),
        (1u32..900).prop_map(|ms| json!(f64::from(ms) / 1000.0)),
    ]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-50i32..50).prop_map(|n| json!(n)),
        Just(json!("=10*sin(tau*3)")),
        Just(json!("=local*4 - v")),
        Just(json!("=random*10")),
        Just(json!("=v+t")),
    ]
}

/// A value that draws no random number: fit for a pose read as often as one likes.
fn live() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-50i32..50).prop_map(|n| json!(n)),
        Just(json!("=10*sin(tau*3)")),
        Just(json!("=local*4 - v")),
        Just(json!("=min(dur, 3) + v*t")),
    ]
}

fn channel() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("dx"),
        Just("dy"),
        Just("rot"),
        Just("sx"),
        Just("mouth"),
        Just("part:tail"),
        Just("part:arm:-1"),
        Just("lift:head"),
    ]
}

fn ease() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("linear"), Just("smooth"), Just("in"), Just("out"), Just("snappy")]
}

fn motion() -> impl Strategy<Value = Value> {
    prop_oneof![
        (channel(), live(), 1u32..40, any::<bool>()).prop_map(|(ch, amp, w, start)| {
            json!({"op": "wave", "ch": ch, "amp": amp, "w": f64::from(w) / 4.0, "sync": if start { "start" } else { "local" }})
        }),
        live().prop_map(|amp| json!({"op": "hop", "amp": amp})),
        live().prop_map(|stride| json!({"op": "gait", "stride": stride, "bob": 3})),
        (channel(), live()).prop_map(|(ch, value)| json!({"op": "drive", "ch": ch, "value": value})),
        live().prop_map(|amp| json!({"op": "chain", "ch": "part:tail", "amp": amp})),
        (channel(), live(), 1u32..12).prop_map(|(source, gain, hz)| {
            json!({"op": "follow", "ch": ["part:hair", "dy"], "source": source, "gain": gain, "hz": f64::from(hz) / 2.0})
        }),
    ]
}

fn act() -> impl Strategy<Value = Value> {
    prop_oneof![
        seconds().prop_map(|s| json!({"op": "wait", "for": s})),
        seconds().prop_map(|s| json!({"op": "wait", "until": s})),
        (channel(), number()).prop_map(|(ch, to)| json!({"op": "set", "ch": ch, "to": to})),
        (channel(), number(), seconds(), ease())
            .prop_map(|(ch, to, over, ease)| json!({"op": "ramp", "ch": ch, "to": to, "over": over, "ease": ease})),
        (channel(), number(), seconds())
            .prop_map(|(ch, by, over)| json!({"op": "ramp", "ch": ch, "by": by, "over": over})),
        motion(),
        motion(),
        (number(), seconds()).prop_map(|(x, over)| json!({"op": "reach", "to": {"x": x, "y": 3}, "over": over})),
        (number(), seconds()).prop_map(|(dx, over)| json!({"op": "reach", "at": "head", "dx": dx, "over": over})),
        seconds().prop_map(|over| json!({"op": "release", "over": over})),
        Just(json!({"op": "view", "to": "side"})),
        Just(json!({"op": "set", "ch": "mood", "to": "happy"})),
        number().prop_map(|to| json!({"op": "setVar", "name": "v", "to": to})),
        Just(json!({"op": "changeVar", "name": "v", "by": 1})),
    ]
}

/// Blocks around others; `leaf` for the innermost.
fn nested(leaf: BoxedStrategy<Value>, scopes: bool) -> BoxedStrategy<Value> {
    leaf.prop_recursive(3, 24, 4, move |inner| {
        let body = || vec(inner.clone(), 0..4);
        prop_oneof![
            (seconds(), body()).prop_map(|(s, body)| json!({"op": "for", "for": s, "body": body})),
            (seconds(), body()).prop_map(|(s, body)| json!({"op": "for", "until": s, "body": body})),
            (0u32..4, body()).prop_map(|(times, body)| json!({"op": "repeat", "times": times, "body": body})),
            (body(), body()).prop_map(|(a, b)| json!({"op": "if", "cond": "=v>2", "then": a, "else": b})),
            vec(body(), 0..4).prop_map(|branches| json!({"op": "together", "branches": branches})),
            body().prop_map(move |mut body| {
                body.push(json!({"op": "wait", "for": 0.15}));
                let many = json!({"op": "forever", "body": body});
                if scopes { json!({"op": "for", "for": 1.1, "body": [many]}) } else { many }
            }),
            body().prop_map(|body| json!({"op": "window", "from": 0.2, "to": 0.9, "body": body})),
        ]
    })
    .boxed()
}

/// Blocks that poll, or run on without time passing.
fn poll() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"op": "until", "cond": "=tau > v"})),
        Just(json!({"op": "while", "cond": "=tau < v", "body": [{"op": "changeVar", "name": "v", "by": 0.1}]})),
        Just(json!({"op": "forever", "body": [{"op": "bob", "amp": "=random"}]})),
        Just(json!({"op": "forever", "body": []})),
        Just(json!({"op": "repeat", "times": 1e12, "body": []})),
        Just(
            json!({"op": "repeat", "times": "=1/0", "body": [{"op": "together", "branches": [[{"op": "repeat", "times": 1e9, "body": []}]]}]})
        ),
        Just(json!({"op": "forever", "body": [{"op": "wait", "for": 1e-12}]})),
        Just(json!({"op": "set", "ch": "dx", "to": "=nothing"})),
    ]
}

/// A behaviour in which anything goes.
pub fn wild() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![3 => act(), 1 => poll()].boxed();
    let script = vec(nested(leaf, false), 1..5).prop_map(|body| json!({"body": body}));
    vec(script, 1..4).prop_map(|scripts| json!({"v": 1, "kind": "behaviour", "vars": {"v": 1}, "scripts": scripts}))
}

/// A behaviour that never polls.
pub fn behaviour() -> impl Strategy<Value = Value> {
    let script = vec(nested(act().boxed(), false), 1..5);
    let ender = prop_oneof![4 => Just(None), 1 => Just(Some("stop")), 1 => Just(Some("stopAll"))];
    let script = (script, ender).prop_map(|(mut body, ender)| {
        body.extend(ender.map(|op| json!({"op": op})));
        json!({"body": body})
    });
    let every = (vec(act(), 1..4), 20u32..200)
        .prop_map(|(body, every)| json!({"hat": {"on": "every", "every": f64::from(every) / 100.0}, "body": body}));
    let talk = vec(act(), 1..3).prop_map(|body| json!({"hat": {"on": "talk-start"}, "body": body}));
    (vec(script, 1..4), vec(prop_oneof![every, talk], 0..2)).prop_map(|(mut scripts, hats)| {
        scripts.extend(hats);
        json!({"v": 1, "kind": "behaviour", "vars": {"v": 1}, "scripts": scripts})
    })
}

fn who() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("A"), Just("B")]
}

fn stage() -> impl Strategy<Value = Value> {
    prop_oneof![
        seconds().prop_map(|s| json!({"op": "wait", "for": s})),
        (who(), 0usize..30)
            .prop_map(|(who, n)| json!({"op": "say", "who": who, "text": "x".repeat(n + 1), "mood": "happy"})),
        (who(), behaviour(), any::<bool>(), proptest::option::of(seconds())).prop_map(
            |(who, program, also, length)| {
                let mut block = json!({"op": "does", "who": who, "behaviour": program, "also": also});
                if let Some(length) = length {
                    block["for"] = length;
                }
                block
            }
        ),
        (who(), seconds()).prop_map(|(who, over)| json!({"op": "enter", "who": who, "over": over})),
        (who(), seconds()).prop_map(|(who, over)| json!({"op": "exit", "who": who, "to": "left", "over": over})),
        (who(), seconds()).prop_map(|(who, over)| json!({"op": "place", "who": who, "x": "=random", "over": over})),
        (0usize..9, proptest::option::of(seconds())).prop_map(|(n, length)| {
            let mut block = json!({"op": "caption", "text": format!("caption {n}")});
            if let Some(length) = length {
                block["for"] = length;
            }
            block
        }),
        Just(json!({"op": "cut", "place": "p"})),
        (0usize..4, seconds()).prop_map(
            |(n, over)| json!({"op": "cut", "mood": (["night", "noir"][n % 2]), "with": (["fade", "cut", "wipe", "iris"][n]), "over": over})
        ),
        (who(), 10u32..40, seconds())
            .prop_map(|(who, zoom, over)| json!({"op": "camera", "who": who, "zoom": f64::from(zoom) / 10.0, "over": over})),
        (0u32..10, seconds())
            .prop_map(|(x, over)| json!({"op": "camera", "x": f64::from(x) / 10.0, "over": over, "ease": "snappy"})),
        seconds().prop_map(|length| json!({"op": "cameraShake", "amount": 9, "for": length})),
        (any::<bool>(), seconds())
            .prop_map(|(clear, over)| json!({"op": "fade", "to": if clear { "clear" } else { "pink" }, "over": over})),
        seconds().prop_map(|length| json!({"op": "title", "text": "t", "for": length})),
        who().prop_map(|who| json!({"op": "mood", "who": who, "mood": "sad"})),
        Just(json!({"op": "changeVar", "name": "v", "by": 1})),
    ]
}

/// A cartoon that never polls and ends: two to four scenes, some pinned, one or two scripts each.
pub fn cartoon() -> impl Strategy<Value = Value> {
    let body = vec(nested(stage().boxed(), true), 1..5);
    let ender = prop_oneof![6 => Just(None), 1 => Just(Some("stopAll")), 1 => Just(Some("stop"))];
    let script = (body, ender).prop_map(|(mut body, ender)| {
        body.extend(ender.map(|op| json!({"op": op})));
        body
    });
    let scene = (vec(script, 1..3), proptest::option::of(0u32..60));
    vec(scene, 2..5).prop_map(|scenes| {
        let mut scripts = Vec::new();
        for (i, (bodies, pin)) in scenes.iter().enumerate() {
            for body in bodies {
                let mut hat = json!({"on": "scene", "name": format!("scene {i}")});
                if let Some(pin) = pin {
                    hat["at"] = json!(f64::from(*pin) / 10.0);
                }
                scripts.push(json!({"hat": hat, "body": body}));
            }
        }
        let cast = json!({"A": {"at": {"x": 0.4}}, "B": "the other"});
        json!({"v": 1, "kind": "cartoon", "cast": cast, "vars": {"v": 0}, "scripts": scripts})
    })
}
