//! Conformance cases that run: `pose`, `frames` and `timeline`, one file each in `cases/SECTION/`, stepped as the commands step.
use super::cases;
use super::compare::differences;
use jabber_render::engine::{BehaviourOptions, FrameRate, Options, Runtime, from_catalog};
use jabber_render::frame::json;
use jabber_render::pack::Catalog;
use jabber_render::program::load_value;
use jabber_render::program::tree::Program;
use serde_json::{Value, json as object};
use std::sync::Arc;

/// The words after an argument's name.
fn argument<'a>(case: &'a Value, name: &str) -> Option<&'a str> {
    let args = case["args"].as_array()?;
    let at = args.iter().position(|arg| arg == name)?;
    args.get(at + 1)?.as_str()
}

fn number(case: &Value, name: &str) -> Option<f64> {
    argument(case, name)?.parse().ok()
}

fn times(case: &Value) -> Vec<f64> {
    argument(case, "--at").map_or(vec![], |at| at.split(',').map(|t| t.parse().unwrap()).collect())
}

pub fn options(case: &Value) -> Options {
    let (behaviours, characters) = from_catalog(&Arc::new(Catalog::shipped()));
    let seed = number(case, "--seed").map_or(1, |seed| seed as u32);
    let fps = FrameRate { num: number(case, "--fps").unwrap_or(24.0), den: 1.0 };
    Options { seed, fps, behaviours: Some(behaviours), characters: Some(characters), ..Options::default() }
}

fn poses(case: &Value, program: &Arc<Program>) -> Result<Value, String> {
    let mut answers = Vec::new();
    for t in times(case) {
        let mut runtime = Runtime::new(options(case));
        let character = runtime.add_character("A", number(case, "--legs").unwrap_or(2.0));
        let (loud, talking) = (number(case, "--loud").unwrap_or(0.0), number(case, "--talking").unwrap_or(0.0));
        runtime.begin_inputs(character, loud, talking);
        let mut options = BehaviourOptions::default();
        options.dur = number(case, "--dur").unwrap_or(options.dur);
        let args = case["args"].as_array().cloned().unwrap_or_default();
        for pair in args.windows(2).filter(|pair| pair[0] == "--param") {
            let (name, value) = pair[1].as_str().unwrap().split_once('=').unwrap();
            options.params.push((name.into(), value.parse().unwrap()));
        }
        runtime.start_behaviour(character, program, &options).map_err(|e| e.to_string())?;
        runtime.step_to(t).map_err(|e| e.to_string())?;
        let pose = runtime.pose(character).map_err(|e| e.to_string())?;
        answers.push(object!({"t": t, "pose": json::pose(&pose)}));
    }
    Ok(answers.into())
}

fn started(case: &Value, program: &Arc<Program>) -> Result<Runtime, String> {
    let mut runtime = Runtime::new(options(case));
    runtime.start_cartoon(program, &[]).map_err(|e| e.to_string())?;
    Ok(runtime)
}

fn frames(case: &Value, program: &Arc<Program>) -> Result<Value, String> {
    let mut runtime = started(case, program)?;
    let mut at = times(case);
    if let Some(fps) = number(case, "--fps") {
        let count = (runtime.duration().unwrap_or(0.0) * fps - 1e-9).ceil() as usize;
        at = (0..count).map(|k| k as f64 / fps).collect();
    }
    let mut answers = Vec::new();
    for t in at {
        runtime.step_to(t).map_err(|e| e.to_string())?;
        answers.push(json::frame(&runtime.frame().map_err(|e| e.to_string())?));
    }
    Ok(answers.into())
}

/// Of the pieces that each warning must hold, those it does not.
fn unsaid<'a>(says: &'a Value, warnings: &[String]) -> Vec<&'a str> {
    let lists = says.as_array().into_iter().flatten().enumerate();
    let pieces =
        lists.flat_map(|(k, list)| list.as_array().unwrap().iter().map(move |piece| (k, piece.as_str().unwrap())));
    pieces
        .filter(|(k, piece)| !warnings.get(*k).is_some_and(|told| told.contains(piece)))
        .map(|(_, piece)| piece)
        .collect()
}

fn timeline(case: &Value, program: &Arc<Program>) -> Result<Value, String> {
    let runtime = started(case, program)?;
    let records: Vec<Value> = runtime.timeline().iter().map(|record| record.to_json()).collect();
    let warnings = runtime.warnings();
    let unsaid = unsaid(&case["says"], warnings);
    if !unsaid.is_empty() {
        return Err(format!("not said: {unsaid:?} in {warnings:?}"));
    }
    Ok(object!({"duration": runtime.duration(), "timeline": records, "warnings": warnings.len()}))
}

/// The answer to a case, or why there is none.
pub fn answer(case: &Value) -> Result<Value, String> {
    let loaded = load_value(&case["program"]);
    let program = loaded.program.ok_or_else(|| format!("{:?}", loaded.diagnostics))?;
    match case["command"].as_str() {
        Some("pose") => poses(case, &program),
        Some("frames") => frames(case, &program),
        Some("timeline") => timeline(case, &program),
        other => Err(format!("{other:?}")),
    }
}

/// What is wrong with the answer to a case.
pub fn faults(case: &Value) -> Vec<String> {
    match (answer(case), case["fails"].is_null()) {
        (Err(_), false) => vec![],
        (Ok(_), false) => vec!["it must fail".to_owned()],
        (Err(error), true) => vec![error],
        (Ok(got), true) => {
            let mut out = Vec::new();
            differences("", &case["expected"], &got, case["partial"] == true, &mut out);
            out
        }
    }
}

#[test]
fn cases_run() {
    let mut wrong = Vec::new();
    for (name, case) in cases().into_iter().filter(|(_, case)| case["command"] != "validate") {
        let faults = faults(&case);
        if !faults.is_empty() {
            wrong.push(format!("{name}: {}", faults[..faults.len().min(5)].join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{} cases\n{}", wrong.len(), wrong.join("\n"));
}
