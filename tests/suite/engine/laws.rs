//! Laws over generated programs: a pose depends only on the time, not on the steps; the run is what the plan said.
use super::programs::{behaviour, cartoon, wild};
use jabber_render::engine::{BehaviourOptions, Options, PoseCache, PoseSettings, Record, RecordKind, Runtime};
use jabber_render::frame::{FrameState, Pose};
use jabber_render::program::load_value;
use jabber_render::program::tree::Program;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use serde_json::Value;
use std::sync::Arc;

/// Generated programs a law: more in a long run by PROPTEST_CASES.
fn config() -> Config {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(96);
    Config { cases, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..Config::default() }
}

fn program(json: &Value) -> Arc<Program> {
    let loaded = load_value(json);
    loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Times of the steps to `end`: one jump, frames, odd ones.
fn steppings(end: f64) -> Vec<Vec<f64>> {
    let grid = |fps: f64| (1..).map(|k| f64::from(k) / fps).take_while(|t| *t < end).chain([end]).collect::<Vec<_>>();
    let odd = (1..).map(|k| f64::from(k) * 0.0371 + f64::from(k % 3) * 0.011).take_while(|t| *t < end).chain([end]);
    vec![vec![end], grid(24.0), grid(30.0), odd.collect(), grid(1000.0 / 7.0)]
}

fn bits(pose: &Pose) -> String {
    // The debug form of a double reads back to the same double.
    format!("{pose:?}")
}

fn posed(program: &Arc<Program>, steps: &[f64]) -> (String, usize) {
    let mut runtime = Runtime::new(Options::default());
    let character = runtime.add_character("A", 4.0);
    runtime.start_behaviour(character, program, &BehaviourOptions { dur: 3.0, ..Default::default() }).unwrap();
    steps.iter().for_each(|t| runtime.step_to(*t).unwrap());
    assert!(!runtime.polled());
    (bits(&runtime.pose(character).unwrap()), runtime.warnings().len())
}

fn shown(program: &Arc<Program>, steps: &[f64]) -> (FrameState, Vec<String>) {
    let mut runtime = Runtime::new(Options::default());
    runtime.start_cartoon(program, &[]).unwrap();
    steps.iter().for_each(|t| runtime.step_to(*t).unwrap());
    (runtime.frame().unwrap(), runtime.warnings().to_vec())
}

/// True when a record of the kind covers `t`, and `None` at its very edges.
fn covers(records: &[Record], t: f64, kind: impl Fn(&RecordKind) -> bool) -> Option<bool> {
    let mut any = false;
    for record in records.iter().filter(|record| kind(&record.what)) {
        let end = record.t + record.dur;
        if (t - record.t).abs() < 1e-9 || (t - end).abs() < 1e-9 {
            return None;
        }
        any |= record.t < t && t < end;
    }
    Some(any)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_pose_does_not_depend_on_the_steps(json in behaviour(), end in 0.05f64..4.0) {
        let program = program(&json);
        let all: Vec<_> = steppings(end).iter().map(|steps| posed(&program, steps)).collect();
        for other in &all {
            prop_assert_eq!(&all[0], other);
        }
    }

    #[test]
    fn a_frame_does_not_depend_on_the_steps(json in cartoon(), end in 0.05f64..8.0) {
        let program = program(&json);
        let all: Vec<_> = steppings(end).iter().map(|steps| shown(&program, steps)).collect();
        for other in &all {
            prop_assert_eq!(format!("{:?}", all[0]), format!("{other:?}"));
        }
    }

    #[test]
    fn the_run_is_what_the_plan_said(json in cartoon()) {
        let program = program(&json);
        let mut runtime = Runtime::new(Options::default());
        runtime.step_to(0.77).unwrap();
        runtime.start_cartoon(&program, &[]).unwrap();
        let (records, duration) = (runtime.timeline().to_vec(), runtime.duration().unwrap());
        prop_assert!(records.windows(2).all(|pair| pair[0].t <= pair[1].t));
        let warnings = runtime.warnings().len();
        let mut k = 0.0;
        while k / 24.0 < duration + 0.1 {
            let t = 0.77 + k / 24.0;
            runtime.step_to(t).unwrap();
            let frame = runtime.frame().unwrap();
            for character in &frame.characters {
                let speaks = |what: &RecordKind| matches!(what, RecordKind::Say { who, .. } if *who == character.id);
                if let Some(speaks) = covers(&records, t, speaks) {
                    prop_assert_eq!(character.talking == 1.0, speaks, "{} at {}", character.id, t);
                }
            }
            let scene = |what: &RecordKind| matches!(what, RecordKind::Scene { name, .. } if *name == frame.scene);
            if let Some(runs) = covers(&records, t, scene) {
                prop_assert_eq!(frame.scene.is_some(), runs, "{:?} at {}", &frame.scene, t);
            }
            if let Some(false) = covers(&records, t, |what| matches!(what, RecordKind::Say { .. } | RecordKind::Caption { .. })) {
                prop_assert!(frame.caption.is_none(), "{:?} at {}", frame.caption, t);
            }
            k += 1.0;
        }
        runtime.step_to(0.77 + duration).unwrap();
        prop_assert!(runtime.frame().unwrap().scene.is_none());
        let said = runtime.warnings().to_vec();
        prop_assert_eq!(said.len(), warnings + said.iter().filter(|text| text.contains("skipped")).count());
    }

    #[test]
    fn nothing_hangs_or_panics(json in wild(), legs in 0.0f64..9.0) {
        let program = program(&json);
        let mut runtime = Runtime::new(Options { max_blocks: 300_000, ..Options::default() });
        let character = runtime.add_character("A", legs);
        // Faults are allowed, and the runtime goes on after them.
        let _ = runtime.start_behaviour(character, &program, &BehaviourOptions::default());
        for t in [0.0, 0.1, 0.5, 2.0, 9.0] {
            let _ = runtime.step_to(t);
            let _ = runtime.pose(character);
        }
    }

    #[test]
    fn a_warm_pose_has_the_bits_of_a_fresh_one(json in behaviour(), mut times in proptest::collection::vec(0.0f64..3.0, 6)) {
        let program = program(&json);
        times[..4].sort_by(f64::total_cmp);
        let mut cache = PoseCache::default();
        let settings = PoseSettings { legs: 4.0, behaviour: BehaviourOptions { dur: 3.0, ..Default::default() }, ..Default::default() };
        for t in times {
            let warm = cache.pose_at(&program, &settings, t).unwrap();
            prop_assert_eq!(bits(&warm), posed(&program, &[t]).0);
        }
    }
}
